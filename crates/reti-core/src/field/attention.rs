//! Attention in whole numbers: the kinds of pieces with most influence count most.
//!
//! *[Seed 004, section 9.2]* weighs each norm by its share in a softmax over all twelve. Read with the worth of pieces as
//! weights ([`score::attention`](super::score::attention)) it counts material twice and plays worse than material. So
//! this is the additive reading: a kind's influence above its mean, as in `seed`, times twelve times its share. Where
//! all shares are alike that is `seed` with another scale. The norms are added up from the board, because one piece that
//! moves changes all shares.
//!
//! Exponentials come from a table that the compiler makes, so scores are the same on every machine, and mirrored boards
//! have exactly opposite ones.

use super::{fast, score::FULL_PHASE};
use crate::chess::Board;

/// What norms are divided by before the softmax, in units.
pub(super) const TEMPERATURE: f64 = 80.0;

/// Tenths of a centipawn for one unit above the mean. Both constants are from the tuning data (`docs/fields.md`).
const SCALE: i64 = 31;

/// One in the table of exponentials.
const ONE: f64 = 65_536.0;

/// Norms so many halves apart share no attention that counts.
const FAR: usize = 2_048;

/// [`ONE`] times the exponential of so many halves below the largest norm.
static SHARES: [i64; FAR] = shares();

/// The halves of all squares where a kind of piece can stand, by channel.
const SUMS: [i64; 12] = sums();

/// A multiple of 48 and 64: the squares where a pawn and where another piece can stand.
const SQUARES: i64 = 192;

/// The centipawns that attention adds to material, for White; `phase` runs from 24 to 0.
pub(super) fn score(board: &Board, phase: i32) -> i32 {
    let mut above = [0; 12];
    let mut norms = [0_i32; 12];
    for (square, piece) in board {
        let (channel, norm) = (super::channel(piece), fast::norm(piece, square));
        let mean = SUMS[channel] * (SQUARES / if channel % 6 == 0 { 48 } else { 64 });
        norms[channel] += norm;
        above[channel] += SQUARES * i64::from(norm) - mean;
    }
    let largest = norms.iter().copied().max().unwrap_or(0);
    let (mut sum, mut whole) = (0, 0);
    for (channel, (&norm, &above)) in norms.iter().zip(&above).enumerate() {
        let share = SHARES.get((largest - norm) as usize).copied().unwrap_or(0);
        // A king counts negatively in the middlegame and positively in the endgame, as in `seed`.
        let counted = if channel % 6 == 5 { i64::from(FULL_PHASE - 2 * phase) } else { i64::from(FULL_PHASE) };
        let part = share * above * counted;
        sum += if channel < 6 { part } else { -part };
        whole += share;
    }
    // Twice for halves, ten times for tenths.
    (12 * SCALE * sum / (20 * SQUARES * i64::from(FULL_PHASE) * whole)) as i32
}

#[allow(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn shares() -> [i64; FAR] {
    let step = 1.0 / (2.0 * TEMPERATURE);
    // The exponential of a small number by its series.
    let factor = 1.0 - step + step * step / 2.0 - step * step * step / 6.0 + step * step * step * step / 24.0;
    let (mut shares, mut share, mut index) = ([0; FAR], ONE, 0);
    while index < FAR {
        shares[index] = (share + 0.5) as i64;
        share *= factor;
        index += 1;
    }
    shares
}

const fn sums() -> [i64; 12] {
    let norms = fast::norms();
    let (mut sums, mut channel) = ([0; 12], 0);
    while channel < 12 {
        let (mut place, last) = if channel % 6 == 0 { (8, 56) } else { (0, 64) };
        while place < last {
            sums[channel] += norms[channel][place] as i64;
            place += 1;
        }
        channel += 1;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Color, Piece, PieceType, Square},
        field::{
            Influence, SEED, channel, random_boards,
            score::{phase, shares as softmax},
        },
    };

    /// The definition, in floating point and by fields.
    fn simple(board: &Board) -> f64 {
        let influence = Influence::new(board, &SEED);
        let (norms, shares, t) = (influence.norms(), softmax(&influence, TEMPERATURE), phase(board));
        let above = |piece: Piece| {
            let squares: Vec<Square> = Square::ALL
                .into_iter()
                .filter(|s| piece.role != PieceType::Pawn || (8..56).contains(&(*s as u8)))
                .collect();
            let whole: i32 = squares.iter().map(|&square| fast::norm(piece, square)).sum();
            let mean = f64::from(whole) / 2.0 / squares.len() as f64;
            norms[channel(piece)] - mean * board.by_piece(piece).count() as f64
        };
        let parts = (0..12).map(|index| {
            let role = PieceType::ALL[index % 6];
            let king = if role == PieceType::King { 2.0 * t - 1.0 } else { 1.0 };
            let color = if index < 6 { Color::White } else { Color::Black };
            color.fold_wb(1.0, -1.0) * 12.0 * shares[index] * king * above(Piece { color, role })
        });
        3.1 * parts.sum::<f64>()
    }

    #[test]
    fn whole_numbers_are_the_softmax_rounded() {
        let mut largest = 0.0_f64;
        for board in random_boards(2_000) {
            let steps = (24.0 * (1.0 - phase(&board))).round() as i32;
            let (fast, simple) = (f64::from(score(&board, steps)), simple(&board));
            assert!((fast - simple).abs() < 1.1, "{fast} {simple} {board:?}");
            largest = largest.max(simple.abs());
        }
        assert!(largest > 100.0, "{largest}");
    }

    #[test]
    fn the_table_of_exponentials_is_one() {
        for (halves, &share) in SHARES.iter().enumerate() {
            let exact = ONE * (-(halves as f64) / (2.0 * TEMPERATURE)).exp();
            assert!((share as f64 - exact).abs() <= 0.51, "{halves}: {share} {exact}");
        }
    }
}
