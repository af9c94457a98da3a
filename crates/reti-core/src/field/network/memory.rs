//! Boards that were added up before: the next one is mostly two or three pieces away from one of them.
//!
//! A board is compared with the one before it in the line and with the last one that stood at the same ply, on four
//! words instead of piece by piece; what is gone and what has come is found once for both views. It never matters for
//! the score what is remembered, only for the time it takes.

use super::{HIDDEN, Network, Sums, is_flipped, turn};
use crate::chess::{Board, Color, color_index};

/// Who stands where, in four sets of squares: White's pieces, and the three bits of the type's number, counted from one.
#[derive(Clone, Copy)]
struct Planes([u64; 4]);

impl Planes {
    const EMPTY: Planes = Planes([0; 4]);

    #[inline(always)]
    fn of(board: &Board) -> Planes {
        let (pawns, knights, bishops) = (board.pawns().0, board.knights().0, board.bishops().0);
        let (rooks, queens, kings) = (board.rooks().0, board.queens().0, board.kings().0);
        Planes([
            board.by_color(Color::White).0,
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
        ])
    }

    /// The squares on which something else stands.
    #[inline(always)]
    fn away(&self, other: &Planes) -> u64 {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h)
    }

    /// How many men there are.
    #[inline(always)]
    fn men(&self) -> u32 {
        (self.0[1] | self.0[2] | self.0[3]).count_ones()
    }

    /// Who stands on a square: the type's number, eight more for White; none is zero.
    #[inline(always)]
    fn who(&self, square: u32) -> usize {
        let bit = |plane: usize| (self.0[plane] >> square) as usize & 1;
        bit(0) << 3 | bit(3) << 2 | bit(2) << 1 | bit(1)
    }
}

/// The first row of somebody, as White and as Black see him.
const FIRST_ROWS: [[usize; 16]; 2] = first_rows();

const fn first_rows() -> [[usize; 16]; 2] {
    let mut rows = [[0; 16]; 2];
    let mut number = 1;
    while number <= 6 {
        let row = (number - 1) * 64;
        (rows[0][number], rows[0][8 + number]) = (384 + row, row);
        (rows[1][number], rows[1][8 + number]) = (row, 384 + row);
        number += 1;
    }
    rows
}

/// More men than come or go in a move or two.
const MANY: usize = 12;

/// Men that are gone or have come: who, and where.
struct Men {
    /// One place more than are counted: what does not count is written there.
    who: [(u8, u8); MANY + 1],
    count: usize,
}

impl Men {
    const NONE: Men = Men { who: [(0, 0); MANY + 1], count: 0 };

    /// One more, if it is anybody and there is room.
    #[inline(always)]
    fn add(&mut self, who: usize, square: u32) {
        self.who[self.count.min(MANY)] = (who as u8, square as u8);
        self.count += usize::from(who != 0);
    }

    /// The men, if there was room for all.
    #[inline(always)]
    fn all(&self) -> Option<&[(u8, u8)]> {
        self.who.get(..self.count).filter(|men| men.len() <= MANY)
    }
}

/// A board added up, as both sides see it.
#[derive(Clone)]
struct Seen {
    views: [Sums; 2],
    /// Whether each view is flipped.
    flipped: [bool; 2],
    /// What the sums belong to.
    planes: Planes,
}

impl Seen {
    const NOTHING: Seen = Seen { views: [Sums::ZERO; 2], flipped: [false; 2], planes: Planes::EMPTY };
}

/// Boards that were added up before, by ply.
#[derive(Clone, Default)]
pub struct Memory {
    plies: Vec<Seen>,
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
            self.plies.resize(ply + 1, Seen::NOTHING);
        }
        let planes = Planes::of(board);
        let men = planes.men();
        let (earlier, here) = self.plies.split_at_mut(ply);
        let here = &mut here[0];
        let own = here.planes.away(&planes);
        let parent = earlier.last().map(|parent| (parent.planes.away(&planes), parent));
        let (away, parent) = match parent {
            Some((away, parent)) if away.count_ones() < own.count_ones() => (away, Some(parent)),
            _ => (own, None),
        };
        let old = parent.map_or(&here.planes, |parent| &parent.planes);
        let (mut gone, mut come) = (Men::NONE, Men::NONE);
        let mut left = away;
        while left != 0 {
            let square = left.trailing_zeros();
            gone.add(old.who(square), square);
            come.add(planes.who(square), square);
            left &= left - 1;
        }
        let changes = gone.all().zip(come.all());
        for viewer in Color::ALL {
            let (side, flipped) = (color_index(viewer), is_flipped(viewer, board));
            let source = parent.map(|parent| &parent.views[side]);
            let is_flipped_before = parent.map_or(here.flipped[side], |parent| parent.flipped[side]);
            let sums = &mut here.views[side];
            // An empty board is as many men away as there are.
            match changes.filter(|(gone, come)| is_flipped_before == flipped && gone.len() + come.len() < men as usize)
            {
                Some((gone, come)) => step(network, source, sums, gone, come, (viewer, flipped)),
                None => add_up(network, sums, &planes, (viewer, flipped)),
            }
            here.flipped[side] = flipped;
        }
        here.planes = planes;
        network.finish(&here.views, turn, men as usize)
    }
}

/// [`Memory::change`], once more for processors with wider registers.
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt+fma"))]
fn remembered(memory: &mut Memory, network: &Network, turn: Color, board: &Board, ply: usize) -> i32 {
    memory.change(network, turn, board, ply)
}

/// What somebody adds to the sums of a view.
#[inline(always)]
fn row(network: &Network, who: usize, square: usize, (viewer, flipped): (Color, bool)) -> &Sums {
    &network.inputs[FIRST_ROWS[color_index(viewer)][who] + turn(viewer, flipped, square)]
}

/// The sums from those of another board, or from their own, less those who are gone and with those who have come.
#[inline(always)]
fn step(
    network: &Network,
    source: Option<&Sums>,
    sums: &mut Sums,
    gone: &[(u8, u8)],
    come: &[(u8, u8)],
    view: (Color, bool),
) {
    let row = |&(who, square): &(u8, u8)| row(network, usize::from(who), usize::from(square), view);
    // A move, a capture: nearly all steps from one board to the next.
    match (source, gone, come) {
        (Some(source), [gone], [come]) => {
            let (gone, come) = (row(gone), row(come));
            for index in 0..HIDDEN {
                sums.0[index] = source.0[index].wrapping_add(come.0[index]).wrapping_sub(gone.0[index]);
            }
        }
        (Some(source), [first, second], [come]) => {
            let (first, second, come) = (row(first), row(second), row(come));
            for index in 0..HIDDEN {
                let less = first.0[index].wrapping_add(second.0[index]);
                sums.0[index] = source.0[index].wrapping_add(come.0[index]).wrapping_sub(less);
            }
        }
        _ => {
            if let Some(source) = source {
                *sums = *source;
            }
            for gone in gone {
                sums.take_away(row(gone));
            }
            for come in come {
                sums.add(row(come));
            }
        }
    }
}

/// The sums from nothing.
#[inline(always)]
fn add_up(network: &Network, sums: &mut Sums, planes: &Planes, view: (Color, bool)) {
    *sums = network.start;
    let mut left = planes.0[1] | planes.0[2] | planes.0[3];
    while left != 0 {
        let square = left.trailing_zeros();
        sums.add(row(network, planes.who(square), square as usize, view));
        left &= left - 1;
    }
}
