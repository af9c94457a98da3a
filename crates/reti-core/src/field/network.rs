//! A small neural network as an evaluation: not readable, and named as that.
//!
//! *[Seed 004, section 7.1]* asks how far kernels can be learned. The [learned](super::learned) ones stay readable
//! and stop where a linear model stops: they cannot know that a knight is worth more *because* the position is
//! closed. This network can. It is the efficiently updatable kind that shogi programs brought to chess
//! *[Nasu 2018]*: a board is seen twice, from either side, as 768 ones and zeros (whose piece, which type, which
//! square), each view is added up into [`HIDDEN`] sums, and the squares of the sums, cut off at 0 and 1, are
//! weighed into a score, by the number of men left. A view is flipped left to right if its king stands on the
//! right, so that mirrored and flipped boards have the same score by construction.
//!
//! Advice rests on it, because it judges better; reasons never do: what a lesson says about a position comes from
//! what stands there and from the readable evaluation. Everything is in whole numbers, so it is exact:
//! [`Network::score_for`] adds up from nothing, [`Memory`] changes what it added up before, and both agree to the
//! last unit.
#![allow(clippy::inline_always, reason = "what is compiled for several widths of registers must be one function")]

pub mod format;
mod memory;

use crate::chess::{Board, Color, Piece, Square, color_index, type_index};

pub use memory::Memory;

/// Pieces of either side by type and square.
pub const INPUTS: usize = 768;
/// Sums of a view.
pub const HIDDEN: usize = 256;
/// Sets of weights for the last step, by the number of men.
pub const STAGES: usize = 8;

/// What stands for one in the sums.
pub const ONE: i32 = 255;
/// What stands for one in the weights of the last step.
pub const OUTPUT_ONE: i32 = 64;
/// Centipawns of an output of one.
pub const SCALE: i32 = 400;

/// With all officers on the board, scores near nought are so much smaller than those of Stockfish's long looks, as a
/// share; with fewer officers less. Fitted with [`FAR`] to [`usual`]'s errors against Stockfish 15.1 on 1,398 positions
/// of rated and master games (`docs/performance-engine.md`).
const SHORT: f64 = 0.21;
/// Centipawns from nought where an e-th of that is left.
const FAR: f64 = 490.0;

/// A search's score with the committed network in the centipawns that Stockfish would tell, where a share of the
/// officers is left.
///
/// The network was fitted to short looks, which see less of an advantage than long ones, most of all in full
/// middlegames. A search compares scores with each other and needs no other unit; words, losses and other programs do.
pub fn usual(score: i32, officers: f64) -> i32 {
    let score = f64::from(score);
    (score * (1.0 + SHORT * officers * (-(score / FAR).powi(2)).exp())).round() as i32
}

/// The sums of a view, or what a piece adds to them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sums([i16; HIDDEN]);

// Plain loops: iterators and closures would not be compiled for wider registers.
impl Sums {
    const ZERO: Sums = Sums([0; HIDDEN]);

    #[inline(always)]
    fn add(&mut self, row: &Sums) {
        for index in 0..HIDDEN {
            self.0[index] = self.0[index].wrapping_add(row.0[index]);
        }
    }

    #[inline(always)]
    fn take_away(&mut self, row: &Sums) {
        for index in 0..HIDDEN {
            self.0[index] = self.0[index].wrapping_sub(row.0[index]);
        }
    }
}

/// All weights.
pub struct Network {
    inputs: [Sums; INPUTS],
    start: Sums,
    outputs: [[Sums; 2]; STAGES],
    constants: [i32; STAGES],
}

/// The committed network.
#[allow(long_running_const_eval, reason = "two hundred thousand numbers are read and checked once, by the compiler")]
pub static NETWORK: Network = Network::embedded(include_bytes!("network/network.bin"));

/// The weights for a number of men.
pub const fn stage(men: usize) -> usize {
    let stage = men.saturating_sub(2) / 4;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// A piece on a square in a view: seen by `viewer`, whose king stands on the right half if `flipped`.
#[inline]
pub fn input(viewer: Color, flipped: bool, piece: Piece, square: Square) -> usize {
    let side = if piece.color == viewer { 0 } else { 384 };
    side + type_index(piece.role) * 64 + turn(viewer, flipped, square as usize)
}

/// A square as a viewer sees it.
#[inline]
const fn turn(viewer: Color, flipped: bool, square: usize) -> usize {
    let seen = if matches!(viewer, Color::White) { square } else { square ^ 0x38 };
    if flipped { seen ^ 0x07 } else { seen }
}

/// Whether a viewer's king stands on the right half, so that the view is flipped.
#[inline]
pub fn is_flipped(viewer: Color, board: &Board) -> bool {
    board.king_of(viewer).is_some_and(|king| king.file() >= crate::chess::File::E)
}

impl Network {
    /// The score for the side to move in centipawns, from nothing.
    pub fn score_for(&self, turn: Color, board: &Board) -> i32 {
        let mut views = [self.start; 2];
        for viewer in Color::ALL {
            let flipped = is_flipped(viewer, board);
            for (square, piece) in board.clone() {
                views[color_index(viewer)].add(&self.inputs[input(viewer, flipped, piece, square)]);
            }
        }
        self.finish(&views, turn, board.occupied().count())
    }

    /// The last step, for a number of men.
    #[inline(always)]
    fn finish(&self, views: &[Sums; 2], turn: Color, men: usize) -> i32 {
        let stage = stage(men);
        let [own, other] = &self.outputs[stage];
        let own = weigh(&views[color_index(turn)], own);
        let other = weigh(&views[color_index(!turn)], other);
        // One view fits into 32 bits at its largest, two might not.
        let sum = (i64::from(own) + i64::from(other)) / i64::from(ONE) + i64::from(self.constants[stage]);
        (sum * i64::from(SCALE) / i64::from(ONE * OUTPUT_ONE)) as i32
    }
}

/// The squares of the sums, cut off at 0 and [`ONE`], times weights.
#[inline(always)]
fn weigh(sums: &Sums, weights: &Sums) -> i32 {
    let mut total = 0_i32;
    for index in 0..HIDDEN {
        let cut = sums.0[index].clamp(0, ONE as i16);
        // The product of a sum and a weight stays below 2^15, which the format checks.
        total = total.wrapping_add(i32::from(cut.wrapping_mul(weights.0[index])) * i32::from(cut));
    }
    total
}
