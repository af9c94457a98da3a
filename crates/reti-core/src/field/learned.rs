//! The learned evaluation: kernels whose weights were fitted to games and to a strong engine.
//!
//! *[Seed 004, sections 6.2 and 7.1]* proposes to learn kernels and lists what fixed ones miss:
//! interactions between pieces, king safety, passed pawns. Here a piece's field stops at the first
//! piece on each line, and what counts is how far it gets, what it hits and whom it comes near. The
//! model is [linear](layout) in its weights, so the fit has one solution and every weight a meaning.
//! What depends on a piece, its square and the `setting` alone is kept in tables.
//! [`Kernels`] are the weights in tenths of centipawns; [`fast`] counts for the search, [`simple`]
//! counts the same square by square and is its oracle.

pub mod fast;
pub mod layout;
mod setting;
pub mod simple;
pub mod text;

use std::sync::OnceLock;

use super::{channel, grid_index, tables::Tables};
use crate::chess::{Board, Color, Piece, PieceType, Square, type_index};
use fast::Sink;
use layout::COUNT;
use setting::{SETTINGS, Setting};

/// All weights, in tenths of centipawns: for the middlegame in the upper half, for the endgame in the
/// lower, so that one addition does both.
pub struct Kernels {
    weights: [i64; COUNT],
    /// The tables of each setting, made when they are asked for.
    settings: [OnceLock<Box<Tables>>; SETTINGS],
}

/// Two halves in one number.
const fn pack(middle: i32, end: i32) -> i64 {
    ((middle as i64) << 32) + end as i64
}

/// The halves of a sum.
#[inline]
const fn unpack(sum: i64) -> (i32, i32) {
    let end = sum as i32;
    (((sum - end as i64) >> 32) as i32, end)
}

impl Kernels {
    /// Kernels from weights for middlegame and endgame, in tenths of centipawns.
    pub fn new(weights: &[(i32, i32); COUNT]) -> Kernels {
        Kernels {
            weights: weights.map(|(middle, end)| pack(middle, end)),
            settings: [const { OnceLock::new() }; SETTINGS],
        }
    }

    /// A weight for middlegame and endgame, in tenths of centipawns.
    pub fn weight(&self, index: usize) -> (i32, i32) {
        unpack(self.weights[index])
    }

    /// The tables of a board's setting, with all that depends on a piece, its square and the setting alone.
    #[inline]
    pub(super) fn tables_of(&self, board: &Board) -> &Tables {
        let setting = Setting::new(board);
        self.settings[setting.index()].get_or_init(|| Box::new(self.tables_in(setting)))
    }

    /// The tables of a setting.
    fn tables_in(&self, setting: Setting) -> Tables {
        let mut tables = Tables { middle: [[0; 64]; 12], end: [[0; 64]; 12] };
        for piece in Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|role| Piece { color, role })) {
            for square in Square::ALL {
                let (middle, end) = unpack(setting.placed(piece, square).map(|index| self.weights[index]).sum());
                let (channel, place) = (channel(piece), grid_index(square));
                tables.middle[channel][place] = middle;
                tables.end[channel][place] = end;
            }
        }
        tables
    }

    /// Everything but the tables for White, middlegame and endgame, in tenths of centipawns.
    #[inline]
    pub fn rest(&self, board: &Board, turn: Option<Color>) -> (i32, i32) {
        let mut sum = Sum { weights: &self.weights, sum: 0 };
        fast::count_all(board, turn, &mut sum);
        unpack(sum.sum)
    }
}

/// Adds up weights.
struct Sum<'w> {
    weights: &'w [i64; COUNT],
    sum: i64,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, index: usize, times: i32) {
        self.sum += self.weights[index] * i64::from(times);
    }

    #[inline]
    fn turn_over(&mut self) {
        self.sum = -self.sum;
    }
}

/// The table weight of a piece on a square.
pub fn table_index(piece: Piece, square: Square) -> usize {
    let row = piece.color.fold_wb(7 - i32::from(square.rank()), i32::from(square.rank())) as usize;
    let column = i32::from(square.file()) as usize;
    type_index(piece.role) * 32 + row * 4 + column.min(7 - column)
}

/// Tenths of centipawns in a centipawn.
pub(super) const UNITS: i32 = 10;

/// The committed kernels file.
pub static EMBEDDED: &str = include_str!("learned/kernels.toml");

/// The committed kernels.
pub static KERNELS: Kernels = kernels(&text::embedded(include_str!("learned/kernels.toml")));

/// Their tables.
pub(super) static TABLES: Tables = tables(&text::embedded(include_str!("learned/kernels.toml")));

const fn kernels(weights: &[(i32, i32); COUNT]) -> Kernels {
    let mut packed = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        packed[index] = pack(weights[index].0, weights[index].1);
        index += 1;
    }
    Kernels { weights: packed, settings: [const { OnceLock::new() }; SETTINGS] }
}

const fn tables(weights: &[(i32, i32); COUNT]) -> Tables {
    let mut tables = Tables { middle: [[0; 64]; 12], end: [[0; 64]; 12] };
    let mut channel = 0;
    while channel < 12 {
        let mut place = 0;
        while place < 64 {
            let (row, column) = (if channel < 6 { place / 8 } else { 7 - place / 8 }, place % 8);
            let across = if column < 4 { column } else { 7 - column };
            let weight = weights[channel % 6 * 32 + row * 4 + across];
            tables.middle[channel][place] = weight.0;
            tables.end[channel][place] = weight.1;
            place += 1;
        }
        channel += 1;
    }
    tables
}

/// The cases of each side, by weight.
struct Sides {
    counts: [[i32; COUNT]; 2],
    side: usize,
}

impl Sink for Sides {
    fn add(&mut self, index: usize, times: i32) {
        self.counts[self.side][index] += times;
    }

    fn turn_over(&mut self) {
        self.side = 1 - self.side;
    }
}

/// What a group of weights adds up to for each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideTerm {
    /// The group.
    pub group: &'static layout::Group,
    /// White's part in centipawns, blended by the phase of the game.
    pub white: f64,
    /// Black's part.
    pub black: f64,
}

impl Kernels {
    /// What each group adds for either side, tables included, at a phase from 0 (middlegame) to 1 (endgame);
    /// groups that count nothing are left out. White's parts less Black's add up to the score.
    pub fn by_side(&self, board: &Board, turn: Option<Color>, phase: f64) -> Vec<SideTerm> {
        let mut sides = Sides { counts: [[0; COUNT]; 2], side: 0 };
        let setting = Setting::new(board);
        for (square, piece) in board {
            for index in setting.placed(piece, square) {
                sides.counts[piece.color.fold_wb(0, 1)][index] += 1;
            }
        }
        fast::count_all(board, turn, &mut sides);
        let part = |side: usize, place: usize, group: &layout::Group| {
            let start = layout::offset(place);
            let sums = (start..start + group.len()).map(|index| {
                let (middle, end) = self.weight(index);
                let blended = (1.0 - phase) * f64::from(middle) + phase * f64::from(end);
                blended * f64::from(sides.counts[side][index]) / f64::from(UNITS)
            });
            sums.sum::<f64>()
        };
        let terms = layout::GROUPS.iter().enumerate().map(|(place, group)| {
            let (white, black) = (part(0, place, group), part(1, place, group));
            SideTerm { group, white, black }
        });
        terms.filter(|term| term.white.abs() + term.black.abs() > f64::EPSILON).collect()
    }

    /// Kernels that are nothing but tables in whole centipawns; of their two wings, the files a to d.
    pub(super) fn from_tables(tables: &Tables) -> Kernels {
        let cell = |half: &[[i32; 64]; 12], index: usize| UNITS * half[index / 32][index % 32 / 4 * 8 + index % 4];
        let weight = |index: usize| match index {
            0..layout::TABLES => (cell(&tables.middle, index), cell(&tables.end, index)),
            _ => (0, 0),
        };
        Kernels::new(&std::array::from_fn(weight))
    }

    /// The piece-square tables that are among the weights.
    pub(super) fn tables(&self) -> Tables {
        tables(&std::array::from_fn(|index| self.weight(index)))
    }
}

/// White's cases less Black's, by weight.
pub struct Counts {
    counts: [i32; COUNT],
    sign: i32,
}

impl Sink for Counts {
    fn add(&mut self, index: usize, times: i32) {
        self.counts[index] += self.sign * times;
    }

    fn turn_over(&mut self) {
        self.sign = -self.sign;
    }
}

impl Counts {
    /// Everything that the evaluation counts on a board, tables included.
    pub fn new(board: &Board, turn: Option<Color>) -> Counts {
        let mut counts = Counts { counts: [0; COUNT], sign: 1 };
        let setting = Setting::new(board);
        for (square, piece) in board {
            for index in setting.placed(piece, square) {
                counts.counts[index] += piece.color.fold_wb(1, -1);
            }
        }
        fast::count_all(board, turn, &mut counts);
        counts
    }

    /// By weight.
    pub fn all(&self) -> &[i32; COUNT] {
        &self.counts
    }
}

impl Kernels {
    /// What each group but the tables adds for White, middlegame and endgame, in tenths of centipawns;
    /// groups that add nothing are left out.
    pub fn parts(&self, board: &Board) -> impl Iterator<Item = (&'static str, i32, i32)> {
        let counts = Counts::new(board, None);
        layout::GROUPS.iter().enumerate().filter_map(move |(place, group)| {
            let start = layout::offset(place);
            let sum = (start..start + group.len())
                .map(|index| self.weights[index] * i64::from(counts.counts[index]))
                .sum::<i64>();
            let (middle, end) = unpack(sum);
            (start >= layout::TABLES && (middle, end) != (0, 0)).then_some((group.name, middle, end))
        })
    }
}
