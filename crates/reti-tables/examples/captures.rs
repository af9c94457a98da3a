//! In how many positions a capture or promotion is possible, by the number of men: the seed's Table 3, sampled.
//!
//! ```text
//! captures [SAMPLES [SEED]]      default 200000 positions of each number of men, 3 to 20
//! ```
//!
//! Two ways to draw. *Any material*: both kings and men of any kind and colour; men and squares are drawn one by
//! one and what is not legal is drawn again, so every legal position (identical men not told apart) is equally
//! likely, because each is drawn in as many orders. *Men of the initial position*: the same, but no side has more
//! of a kind than a game begins with. What would be drawn again for sure is not drawn in the first place: squares
//! are different, and how many men there are of each kind is drawn from the number of orders that they have.
//! [CQD, section 6, Table 3]

use reti_core::chess::{Board, Color, Piece, PieceType, Position, Square};

const KINDS: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
const AT_FIRST: [usize; 5] = [8, 2, 2, 2, 1];

/// Draws how many men there are of each kind and colour, so that every order of them is equally likely.
struct Urn {
    /// The most of each kind of White, then of Black.
    limits: [usize; 10],
    /// By kinds from one on and men: how many orders they have, divided by the factorial of the men.
    ways: Vec<Vec<f64>>,
}

impl Urn {
    fn new(men: usize, as_at_first: bool) -> Urn {
        let limits = std::array::from_fn(|i| if as_at_first { AT_FIRST[i % 5] } else { men });
        let mut ways = vec![vec![0.0; men + 1]; 11];
        ways[10][0] = 1.0;
        for kind in (0..10).rev() {
            for all in 0..=men {
                let mut orders = 1.0;
                for count in 0..=all.min(limits[kind]) {
                    orders /= count.max(1) as f64;
                    ways[kind][all] += ways[kind + 1][all - count] * orders;
                }
            }
        }
        Urn { limits, ways }
    }

    /// The men besides the kings.
    fn draw(&self, rng: &mut fastrand::Rng) -> Vec<Piece> {
        let mut left = self.ways[0].len() - 1;
        let mut men = Vec::with_capacity(left);
        for kind in 0..10 {
            let mut ticket = rng.f64() * self.ways[kind][left];
            let (mut count, mut orders) = (0, 1.0);
            let most = left.min(self.limits[kind]);
            while count < most {
                ticket -= self.ways[kind + 1][left - count] * orders;
                if ticket < 0.0 {
                    break;
                }
                count += 1;
                orders /= count as f64;
            }
            let color = if kind < 5 { Color::White } else { Color::Black };
            men.extend(std::iter::repeat_n(Piece { color, role: KINDS[kind % 5] }, count));
            left -= count;
        }
        men
    }
}

/// A random legal position.
fn draw(rng: &mut fastrand::Rng, urn: &Urn) -> Position {
    let mut squares: Vec<u32> = (0..64).collect();
    loop {
        let mut men = [Color::White, Color::Black].map(|color| Piece { color, role: PieceType::King }).to_vec();
        men.extend(urn.draw(rng));
        let mut board = Board::empty();
        let mut is_fine = true;
        for (place, &man) in men.iter().enumerate() {
            squares.swap(place, rng.usize(place..64));
            let square = squares[place];
            is_fine &= man.role != PieceType::Pawn || (8..56).contains(&square);
            board.set_piece_at(Square::new(square), man);
        }
        let turn = if rng.bool() { Color::White } else { Color::Black };
        if let Some(position) = is_fine.then(|| Position::from_board(board, turn)).flatten() {
            return position;
        }
    }
}

/// Percentages: no move, a capture or promotion possible, neither.
fn shares(rng: &mut fastrand::Rng, men: usize, as_at_first: bool, samples: u32) -> [f64; 3] {
    let urn = Urn::new(men - 2, as_at_first);
    let mut counts = [0u32; 3];
    for _ in 0..samples {
        let moves = draw(rng, &urn).legal_moves();
        let loud = moves.iter().any(|m| m.is_capture() || m.is_promotion());
        counts[if moves.is_empty() { 0 } else { 2 - usize::from(loud) }] += 1;
    }
    counts.map(|count| 100.0 * f64::from(count) / f64::from(samples))
}

fn main() {
    let mut words = std::env::args().skip(1);
    let samples: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(200_000);
    let seed: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    println!("men   any material: none, capture, quiet   men of the initial position: none, capture, quiet");
    for men in 3..=20 {
        let mut rng = fastrand::Rng::with_seed(seed + men as u64);
        let [any, first] = [false, true].map(|as_at_first| shares(&mut rng, men, as_at_first, samples));
        println!(
            "{men:>3} {:>20.2} {:>8.2} {:>7.2} {:>33.2} {:>8.2} {:>7.2}",
            any[0], any[1], any[2], first[0], first[1], first[2]
        );
    }
}
