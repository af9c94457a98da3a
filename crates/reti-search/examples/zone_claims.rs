//! What the claims of the zone search are worth on random endings of four men, beside exact values:
//! `cargo run --release -p reti-search --example zone_claims -- [positions] [seed] [most edges] [none|fitted|both] [MEN...]`.
//!
//! Men are written as in `KRkp`; without any the five endings of the property test are taken.

use fastrand::Rng;
use reti_core::chess::{Board, Color, Piece, Position, Square};
use reti_search::{
    bitbase::Bitbases,
    zone_search::{self, Forecast, Settings},
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, default: u64| arguments.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (positions, seed, most_edges) = (number(0, 300), number(1, 1), number(2, 4_000) as usize);
    let forecasts: &[Forecast] = match arguments.get(3).map(String::as_str) {
        Some("none") => &[Forecast::None],
        Some("fitted") => &[Forecast::Fitted],
        _ => &[Forecast::None, Forecast::Fitted],
    };
    let all = ["KPkp", "KRkp", "KPkr", "KNkp", "KBkp"].map(str::to_owned);
    let endings = arguments.get(4..).filter(|endings| !endings.is_empty()).unwrap_or(&all);
    let tables = Bitbases::shared();
    for men in endings {
        for &forecast in forecasts {
            let mut dice = Rng::with_seed(seed);
            let (mut claims, mut decided, mut wrong, mut edges) = (0, 0, 0, Vec::new());
            for _ in 0..positions {
                let root = random_position(&mut dice, men);
                let solution =
                    zone_search::solve(&root, tables, Settings { most_edges, forecast, ..Settings::default() });
                let truth = tables.value(&root);
                edges.push(solution.edges());
                decided += usize::from(solution.decided);
                claims += usize::from(solution.value.is_some());
                if solution.value.is_some() && solution.value != truth {
                    wrong += 1;
                    println!(
                        "! {} {forecast:?} {:?}, claimed {:?}, decided {}, {} edges",
                        root.fen(),
                        truth,
                        solution.value,
                        solution.decided,
                        solution.edges()
                    );
                }
            }
            edges.sort_unstable();
            println!(
                "{men} {forecast:?}: {positions} positions, {claims} claims, {wrong} wrong, {decided} decided, median {} edges",
                edges[edges.len() / 2]
            );
        }
    }
}

/// A random legal position with the given men.
fn random_position(dice: &mut Rng, men: &str) -> Position {
    loop {
        let mut board = Board::empty();
        for piece in men.chars().filter_map(Piece::from_char) {
            board.set_piece_at(Square::new(dice.u32(..64)), piece);
        }
        let turn = Color::from_white(dice.bool());
        let complete = board.occupied().count() == men.len();
        if let Some(position) = Position::from_board(board, turn).filter(|_| complete) {
            return position;
        }
    }
}
