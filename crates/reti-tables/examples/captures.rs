//! In how many positions a capture or promotion is possible, by the number of men: the seed's Table 3, sampled.
//!
//! ```text
//! captures [SAMPLES [SEED]]      default 200000 positions of each number of men, 3 to 20
//! ```
//!
//! Two ways to draw. *Any material*: both kings and men of any kind and colour; men and squares are drawn one by
//! one and what is not legal is drawn again, so every legal position (identical men not told apart) is equally
//! likely, because each is drawn in as many orders. *Men of the initial position*: the same, but no side has more
//! of a kind than a game begins with. [CQD, section 6, Table 3]

use reti_core::chess::{Board, Color, Piece, PieceType, Position, Square};

const KINDS: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
const AT_FIRST: [usize; 5] = [8, 2, 2, 2, 1];

/// A random legal position with so many men.
fn draw(rng: &mut fastrand::Rng, men: usize, as_at_first: bool) -> Position {
    loop {
        let mut board = Board::empty();
        let mut counts = [[0; 5]; 2];
        let mut is_fine = true;
        for man in 0..men {
            let square = Square::new(rng.u32(..64));
            let (color, role) = match man {
                0 => (Color::White, PieceType::King),
                1 => (Color::Black, PieceType::King),
                _ => {
                    let (side, kind) = (rng.usize(..2), rng.usize(..5));
                    counts[side][kind] += 1;
                    is_fine &= !as_at_first || counts[side][kind] <= AT_FIRST[kind];
                    (if side == 0 { Color::White } else { Color::Black }, KINDS[kind])
                }
            };
            let rank = u32::from(square) / 8;
            is_fine &= board.piece_at(square).is_none() && (role != PieceType::Pawn || (1..7).contains(&rank));
            if !is_fine {
                break;
            }
            board.set_piece_at(square, Piece { color, role });
        }
        let turn = if rng.bool() { Color::White } else { Color::Black };
        if let Some(position) = is_fine.then(|| Position::from_board(board, turn)).flatten() {
            return position;
        }
    }
}

/// Percentages: no move, a capture or promotion possible, neither.
fn shares(rng: &mut fastrand::Rng, men: usize, as_at_first: bool, samples: u32) -> [f64; 3] {
    let mut counts = [0u32; 3];
    for _ in 0..samples {
        let moves = draw(rng, men, as_at_first).legal_moves();
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
