//! What a move looks like before it is searched, and what follows from that: whether it is tried at
//! all, and how deep at first.
//!
//! The numbers were chosen by matches at a fixed number of nodes, see `docs/performance-engine.md`.

use super::{code::Code, order::Stage, place::Place, swap, table::Entry, tree::Node};

/// A move that is about to be searched.
pub(super) struct Candidate {
    pub code: Code,
    /// As which of the node's moves it comes, from 1.
    pub count: usize,
    pub quiet: bool,
    pub gives_check: bool,
    /// How well a quiet move has done.
    pub history: i32,
    /// From which part of the moves it comes.
    pub stage: Stage,
}

impl Candidate {
    /// Whether the move is left out: there is a better one, and this one is unlikely to matter.
    pub fn is_hopeless(&self, place: &Place<'_>, node: &Node, evaluation: i32, alpha: i32) -> bool {
        let depth = node.depth;
        if !self.quiet || self.gives_check || place.in_check() {
            let is_bad = self.stage == Stage::BadCaptures;
            return is_bad && depth <= 6 && !swap::is_worth(place, self.code, -95 * depth);
        }
        let later = (depth - slow_growth(depth, self.count)).max(0);
        // Late near the leaves; or even a good quiet move would not reach the window; or it has done
        // badly; or it loses material.
        (depth <= 6 && self.count > late(depth, node.improves))
            || (later <= 6 && evaluation + 110 + 90 * later <= alpha)
            || (later <= 3 && self.history < -4_000 * depth)
            || (later <= 8 && !swap::is_worth(place, self.code, -25 * later * later))
    }

    /// By how much the first look at a late move is shortened.
    pub fn reduction(&self, node: &Node, known: Option<Entry>) -> i32 {
        let growth = slow_growth(node.depth, self.count) + 1;
        let mut reduction = if self.quiet {
            growth - (self.history / 8_192).clamp(-2, 2) - i32::from(matches!(self.stage, Stage::Killers(_)))
                + i32::from(!node.improves)
        } else {
            growth / 2
        };
        reduction += i32::from(node.is_cut);
        reduction -= i32::from(node.is_principal) + i32::from(self.gives_check);
        reduction - i32::from(known.is_some_and(|entry| entry.was_principal) && !node.is_cut)
    }
}

/// How many quiet moves are tried near the leaves.
fn late(depth: i32, improves: bool) -> usize {
    (3 * (3 + depth * depth) / if improves { 2 } else { 4 }) as usize
}

/// Roughly 0.75 + ln(depth) ln(count) / 2.25, in whole numbers so that every machine agrees.
#[inline]
fn slow_growth(depth: i32, count: usize) -> i32 {
    static GROWTH: [[u8; 64]; 64] = growth();
    i32::from(GROWTH[(depth.clamp(0, 63)) as usize][count.min(63)])
}

const fn growth() -> [[u8; 64]; 64] {
    // The binary logarithm in sixteenths, straight between powers of two.
    const fn logarithm(value: u32) -> u32 {
        let whole = value.ilog2();
        16 * whole + 16 * (value - (1 << whole)) / (1 << whole)
    }
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut count = 1;
        while count < 64 {
            table[depth][count] = ((logarithm(depth as u32) * logarithm(count as u32) * 55 / 256 + 192) / 256) as u8;
            count += 1;
        }
        depth += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_slowly() {
        assert_eq!([(3, 3), (6, 6), (10, 21), (20, 41)].map(|(d, i)| slow_growth(d, i)), [1, 2, 3, 5]);
    }
}
