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

use crate::chess::{Board, Color, Piece, PieceType, Square, color_index, type_index};

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

/// The sums of a view.
type Sums = [i16; HIDDEN];

/// All weights.
pub struct Network {
    inputs: [Sums; INPUTS],
    start: Sums,
    outputs: [[[i16; HIDDEN]; 2]; STAGES],
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
        let mut views = [View::EMPTY; 2];
        for viewer in Color::ALL {
            views[color_index(viewer)].begin(self, is_flipped(viewer, board));
            views[color_index(viewer)].become_board(None, self, viewer, &placement(board));
        }
        self.finish(&views, turn, board)
    }

    /// The last step.
    #[inline(always)]
    fn finish(&self, views: &[View; 2], turn: Color, board: &Board) -> i32 {
        let stage = stage(board.occupied().count());
        let [own, other] = &self.outputs[stage];
        let own = weigh(&views[color_index(turn)].sums, own);
        let other = weigh(&views[color_index(!turn)].sums, other);
        // One view fits into 32 bits at its largest, two might not.
        let sum = (i64::from(own) + i64::from(other)) / i64::from(ONE) + i64::from(self.constants[stage]);
        (sum * i64::from(SCALE) / i64::from(ONE * OUTPUT_ONE)) as i32
    }
}

/// The squares of the sums, cut off at 0 and [`ONE`], times weights.
#[inline(always)]
fn weigh(sums: &Sums, weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let cut = sum.clamp(0, ONE as i16);
        // The product of a sum and a weight stays below 2^15, which the format checks.
        total += i32::from(cut * weight) * i32::from(cut);
    }
    total
}

/// Where the pieces of each kind stand, by colour and type.
type Placement = [u64; 12];

/// The row of a kind of piece on the first square; `channel` is its place in a [`Placement`].
#[inline(always)]
fn first_row(viewer: Color, channel: usize) -> usize {
    let (color, kind) = (channel / 6, channel % 6);
    (if color == color_index(viewer) { 0 } else { 384 }) + kind * 64
}

#[inline(always)]
fn placement(board: &Board) -> Placement {
    let mut placement = [0; 12];
    for color in Color::ALL {
        for role in PieceType::ALL {
            placement[color_index(color) * 6 + type_index(role)] = board.by_piece(Piece { color, role }).0;
        }
    }
    placement
}

/// A board as one side sees it, added up.
#[derive(Clone)]
#[repr(align(64))]
struct View {
    sums: Sums,
    /// What the sums belong to.
    placement: Placement,
    flipped: bool,
}

impl View {
    const EMPTY: View = View { sums: [0; HIDDEN], placement: [0; 12], flipped: false };

    /// An empty board.
    fn begin(&mut self, network: &Network, flipped: bool) {
        self.sums = network.start;
        self.placement = [0; 12];
        self.flipped = flipped;
    }

    /// How many pieces come or go on the way to another board.
    #[inline(always)]
    fn distance(&self, placement: &Placement) -> u32 {
        self.placement.iter().zip(placement).map(|(old, new)| (old ^ new).count_ones()).sum()
    }

    /// Becomes the view of another board: the sums of `source`, or its own, less the pieces that are gone and with
    /// those that are new.
    #[inline(always)]
    fn become_board(&mut self, source: Option<&View>, network: &Network, viewer: Color, placement: &Placement) {
        if let Some(source) = source {
            self.placement = source.placement;
            self.flipped = source.flipped;
        }
        let (mut gone, mut come) = (Rows::new(network), Rows::new(network));
        for (channel, (old, new)) in self.placement.iter().zip(placement).enumerate() {
            if old == new {
                continue;
            }
            let first = first_row(viewer, channel);
            gone.add(old & !new, first, viewer, self.flipped);
            come.add(new & !old, first, viewer, self.flipped);
        }
        let sums = &mut self.sums;
        // A move, a capture: nearly all steps from one board to the next.
        match (source, gone.few(), come.few()) {
            (Some(source), Some(&[gone]), Some(&[come])) => {
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = source.sums[index] + come[index] - gone[index];
                }
            }
            (Some(source), Some(&[first, second]), Some(&[come])) => {
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = source.sums[index] + come[index] - first[index] - second[index];
                }
            }
            (None, Some(&[gone]), Some(&[come])) => {
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum += come[index] - gone[index];
                }
            }
            _ => {
                if let Some(source) = source {
                    *sums = source.sums;
                }
                self.change_one_by_one(network, viewer, placement);
            }
        }
        self.placement = *placement;
    }

    /// Takes away the pieces that are gone and adds those that are new, however many.
    #[inline(always)]
    fn change_one_by_one(&mut self, network: &Network, viewer: Color, placement: &Placement) {
        for (channel, (old, new)) in self.placement.iter().zip(placement).enumerate() {
            let first = first_row(viewer, channel);
            let row = |square: u32| &network.inputs[first + turn(viewer, self.flipped, square as usize)];
            let (mut gone, mut come) = (old & !new, new & !old);
            while gone != 0 {
                for (sum, weight) in self.sums.iter_mut().zip(row(gone.trailing_zeros())) {
                    *sum -= weight;
                }
                gone &= gone - 1;
            }
            while come != 0 {
                for (sum, weight) in self.sums.iter_mut().zip(row(come.trailing_zeros())) {
                    *sum += weight;
                }
                come &= come - 1;
            }
        }
    }
}

/// The rows of the pieces that come or go: the first ones, and how many there are.
struct Rows<'n> {
    network: &'n Network,
    first: [&'n Sums; 2],
    count: usize,
}

impl<'n> Rows<'n> {
    #[inline(always)]
    fn new(network: &'n Network) -> Rows<'n> {
        Rows { network, first: [&network.start; 2], count: 0 }
    }

    /// The pieces of one kind on these squares; `kind` is the kind's first row.
    #[inline(always)]
    fn add(&mut self, mut squares: u64, kind: usize, viewer: Color, flipped: bool) {
        while squares != 0 {
            if let Some(row) = self.first.get_mut(self.count) {
                *row = &self.network.inputs[kind + turn(viewer, flipped, squares.trailing_zeros() as usize)];
            }
            self.count += 1;
            squares &= squares - 1;
        }
    }

    /// All rows, if they are few.
    #[inline(always)]
    fn few(&self) -> Option<&[&'n Sums]> {
        self.first.get(..self.count)
    }
}

/// [`Memory::change`], once more for processors with registers of 32 and of 64 bytes.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt+lzcnt+fma",
    "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt+fma"
))]
fn remembered(memory: &mut Memory, network: &Network, turn: Color, board: &Board, ply: usize) -> i32 {
    memory.change(network, turn, board, ply)
}

/// Boards that were added up before, by ply: the next board is mostly two or three pieces away from one of them.
///
/// It never matters for the score what is remembered, only for the time it takes.
#[derive(Clone, Default)]
pub struct Memory {
    plies: Vec<[View; 2]>,
}

impl Memory {
    /// The score for the side to move in centipawns, starting from the nearest board of this ply or the one before.
    #[inline]
    pub fn score_for(&mut self, network: &Network, turn: Color, board: &Board, ply: usize) -> i32 {
        remembered(self, network, turn, board, ply)
    }

    #[inline(always)]
    fn change(&mut self, network: &Network, turn: Color, board: &Board, ply: usize) -> i32 {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, [View::EMPTY; 2]);
        }
        let placement = placement(board);
        let men = board.occupied().count() as u32;
        for viewer in Color::ALL {
            let (side, flipped) = (color_index(viewer), is_flipped(viewer, board));
            let (earlier, here) = self.plies.split_at_mut(ply);
            let here = &mut here[0][side];
            let away = |view: &View| if view.flipped == flipped { view.distance(&placement) } else { u32::MAX };
            let own = away(here);
            let parent = earlier.last().map(|views| &views[side]).map(|parent| (away(parent), parent));
            let parent = parent.filter(|(distance, _)| *distance < own);
            // An empty board is as many pieces away as there are men.
            let source = if parent.map_or(own, |(distance, _)| distance) < men {
                parent.map(|(_, view)| view)
            } else {
                here.begin(network, flipped);
                None
            };
            here.become_board(source, network, viewer, &placement);
        }
        network.finish(&self.plies[ply], turn, board)
    }
}
