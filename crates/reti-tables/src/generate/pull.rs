//! Pulling: which positions of a word have a quiet move into a set.
//!
//! Moves without captures and pawns can be taken back, so the words that a word's moves lead to
//! are the words that lead to it. The lane man moves inside the word; another man's move is
//! another word; a king's move may leave the canonical squares, and then the word is turned back.

use reti_core::chess::{Color, PieceType};

use crate::layout::{BoardSymmetry, Layout, Squares, TRIANGLE, king_home};
use crate::material::Man;
use crate::rules;

/// A man that is not the lane man.
struct Walker {
    slot: usize,
    kind: PieceType,
    /// Words between neighbouring squares.
    stride: usize,
}

/// The quiet moves of one side in one layout.
pub(super) struct Puller {
    lane: Option<PieceType>,
    walkers: Vec<Walker>,
    /// The white king without pawns: for each of its ten squares the king's steps.
    steps: Option<Vec<Vec<Step>>>,
    first: usize,
    last: usize,
}

/// A step of the white king to a square that may have to be turned back into the triangle.
struct Step {
    target: usize,
    slot: usize,
    symmetry: BoardSymmetry,
}

impl Puller {
    /// The moves of a side in words whose lanes are the squares of a man, not necessarily the last one: with
    /// the man before it, the bits of a word are words of the table.
    pub(super) fn new(layout: &Layout, mover: Color, lane: usize) -> Puller {
        let first = layout.pawns();
        let turned = first == 0 && mover.is_white();
        let walkers = (first + usize::from(turned)..lane)
            .filter(|&slot| layout.men()[slot].color == mover)
            .map(|slot| Walker {
                slot,
                kind: layout.men()[slot].kind,
                stride: layout.stride(slot) / layout.stride(lane) / 64,
            })
            .collect();
        let steps = turned.then(|| TRIANGLE.iter().map(|&from| steps(from.into())).collect());
        let lane_man = layout.men()[lane];
        Puller { lane: (lane_man.color == mover).then_some(lane_man.kind), walkers, steps, first, last: lane }
    }

    /// The positions of a word, among those needed, from which a quiet move leads into `set`.
    #[inline]
    pub(super) fn pull(&self, set: &[u64], word: usize, squares: &Squares, fixed: u64, need: u64) -> u64 {
        let mut found = 0;
        if let Some(kind) = self.lane {
            found = spread(kind, set[word], !fixed) & !fixed;
            if need & !found == 0 {
                return found & need;
            }
        }
        for walker in &self.walkers {
            let from = usize::from(squares[walker.slot]);
            let base = word.wrapping_sub(from * walker.stride);
            let at = |square: usize| set[base.wrapping_add(square * walker.stride)];
            if rules::is_slider(walker.kind) {
                for direction in directions(walker.kind) {
                    let ray = &RAYS[*direction][from];
                    let mut clear = !0;
                    for &square in &ray.squares[..usize::from(ray.len)] {
                        let square = usize::from(square);
                        if fixed & rules::bit(square) != 0 {
                            break;
                        }
                        found |= at(square) & clear;
                        clear &= !rules::bit(square);
                    }
                }
            } else {
                let man = Man { color: Color::White, kind: walker.kind };
                for square in rules::squares(rules::attacks_of(man, from, 0) & !fixed) {
                    found |= at(square);
                }
            }
            if need & !found == 0 {
                return found & need;
            }
        }
        if let Some(steps) = &self.steps {
            let stride = 1 << (6 * (self.last - 1));
            for step in &steps[word / stride] {
                if fixed & rules::bit(step.target) == 0 {
                    found |= self.after_step(set, step, word, squares, stride);
                }
            }
        }
        found & need
    }

    #[inline]
    fn after_step(&self, set: &[u64], step: &Step, word: usize, squares: &Squares, stride: usize) -> u64 {
        if step.symmetry == BoardSymmetry::NONE {
            return set[step.slot * stride + word % stride];
        }
        let mut index = step.slot;
        for &square in &squares[self.first + 1..self.last] {
            index = index << 6 | step.symmetry.square(square.into());
        }
        step.symmetry.preimage(set[index])
    }
}

fn steps(from: usize) -> Vec<Step> {
    let king = Man { color: Color::White, kind: PieceType::King };
    rules::squares(rules::attacks_of(king, from, 0))
        .map(|target| {
            let (slot, symmetry) = king_home(target);
            Step { target, slot, symmetry }
        })
        .collect()
}

/// The squares from which a man reaches a set in one quiet move (the same as where it goes from it).
#[inline]
fn spread(kind: PieceType, set: u64, empty: u64) -> u64 {
    if set == 0 {
        return 0;
    }
    match kind {
        PieceType::Queen => straight(set, empty) | diagonal(set, empty),
        PieceType::Rook => straight(set, empty),
        PieceType::Bishop => diagonal(set, empty),
        PieceType::Knight => knight(set),
        PieceType::King => king(set),
        PieceType::Pawn => 0,
    }
}

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Kogge-Stone: all steps of a line in three doublings, towards higher squares.
#[inline]
fn up(mut set: u64, mut through: u64, shift: u32, edge: u64) -> u64 {
    through &= edge;
    set |= through & (set << shift);
    through &= through << shift;
    set |= through & (set << (2 * shift));
    through &= through << (2 * shift);
    set |= through & (set << (4 * shift));
    (set << shift) & edge
}

/// As `up`, towards lower squares.
#[inline]
fn down(mut set: u64, mut through: u64, shift: u32, edge: u64) -> u64 {
    through &= edge;
    set |= through & (set >> shift);
    through &= through >> shift;
    set |= through & (set >> (2 * shift));
    through &= through >> (2 * shift);
    set |= through & (set >> (4 * shift));
    (set >> shift) & edge
}

#[inline]
fn straight(set: u64, empty: u64) -> u64 {
    up(set, empty, 8, !0) | down(set, empty, 8, !0) | up(set, empty, 1, NOT_A) | down(set, empty, 1, NOT_H)
}

#[inline]
fn diagonal(set: u64, empty: u64) -> u64 {
    up(set, empty, 9, NOT_A) | up(set, empty, 7, NOT_H) | down(set, empty, 9, NOT_H) | down(set, empty, 7, NOT_A)
}

#[inline]
fn knight(set: u64) -> u64 {
    const NOT_AB: u64 = NOT_A & (NOT_A << 1);
    const NOT_GH: u64 = NOT_H & (NOT_H >> 1);
    ((set << 17 | set >> 15) & NOT_A)
        | ((set << 15 | set >> 17) & NOT_H)
        | ((set << 10 | set >> 6) & NOT_AB)
        | ((set << 6 | set >> 10) & NOT_GH)
}

#[inline]
fn king(set: u64) -> u64 {
    let sides = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares of a line from a square outwards.
#[derive(Clone, Copy)]
struct Ray {
    squares: [u8; 7],
    len: u8,
}

/// Lines by direction (four straight, four diagonal) and square.
static RAYS: [[Ray; 64]; 8] = rays();

const STEPS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

const fn rays() -> [[Ray; 64]; 8] {
    let mut rays = [[Ray { squares: [0; 7], len: 0 }; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 64 {
            let (mut rank, mut file) = ((from / 8) as i8, (from % 8) as i8);
            let mut len = 0;
            loop {
                rank += STEPS[direction].0;
                file += STEPS[direction].1;
                if rank < 0 || rank > 7 || file < 0 || file > 7 {
                    break;
                }
                rays[direction][from].squares[len] = (rank * 8 + file) as u8;
                len += 1;
            }
            rays[direction][from].len = len as u8;
            from += 1;
        }
        direction += 1;
    }
    rays
}

#[inline]
fn directions(kind: PieceType) -> &'static [usize] {
    match kind {
        PieceType::Rook => &[0, 1, 2, 3],
        PieceType::Bishop => &[4, 5, 6, 7],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_equals_attacks_square_by_square() {
        let occupied = 0x0042_1008_2400_8100_u64;
        let kinds = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::King];
        for kind in kinds {
            for from in rules::squares(!occupied) {
                let man = Man { color: Color::White, kind };
                let slow = rules::attacks_of(man, from, occupied) & !occupied;
                assert_eq!(spread(kind, rules::bit(from), !occupied) & !occupied, slow, "{kind:?} {from}");
            }
        }
    }
}
