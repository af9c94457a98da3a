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
    /// Whether the move that is known to be best captures: then quiet ones seldom do better.
    pub after_capture: bool,
}

impl Candidate {
    /// A quiet move in a place without check, that gives none.
    fn is_calm(&self, place: &Place<'_>) -> bool {
        self.quiet && !self.gives_check && !place.in_check()
    }

    fn later(&self, depth: i32) -> i32 {
        (depth - slow_growth(depth, self.count)).max(0)
    }

    /// Whether this quiet move and all calm ones after it are left out, because there is a better one:
    /// late near the leaves, or even a good one would not reach the window.
    pub fn is_beyond_hope(&self, place: &Place<'_>, node: &Node, evaluation: i32, alpha: i32) -> bool {
        let later = self.later(node.depth);
        self.is_calm(place)
            && ((node.depth <= 6 && self.count > late(node.depth, node.improves))
                || (later <= 6 && evaluation + 110 + 90 * later <= alpha))
    }

    /// Whether this move alone is left out: it has done badly, or loses more than the depth could win
    /// back.
    pub fn is_hopeless(&self, place: &Place<'_>, node: &Node) -> bool {
        let depth = node.depth;
        if !self.is_calm(place) {
            let is_bad = self.stage == Stage::BadCaptures;
            return is_bad && depth <= 6 && !swap::is_worth(place, self.code, -95 * depth);
        }
        let later = self.later(depth);
        (later <= 3 && self.history < -4_000 * depth)
            || (later <= 8 && !swap::is_worth(place, self.code, -25 * later * later))
    }

    /// By how much the first look at a late move is shortened.
    pub fn reduction(&self, node: &Node, known: Option<Entry>) -> i32 {
        let growth = slow_growth(node.depth, self.count) + 1;
        let mut reduction = if self.quiet {
            growth - (self.history / 6_000).clamp(-3, 3) - i32::from(matches!(self.stage, Stage::Killers(_)))
                + i32::from(!node.improves)
                + i32::from(self.after_capture)
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
