//! What a file keeps of a table: one place of each class of equal places.
//!
//! In memory a table has every order of identical men, and both reflections where the white king
//! stands on the diagonal. A file keeps identical men in rising order and the black king not above
//! the diagonal; of equal arrangements of pawns the first. The other places hold whatever
//! compresses best. [`Fold::restore`] makes the table whole again.

use reti_core::chess::Color;

use crate::lanes;
use crate::layout::{BoardSymmetry, Layout, Squares};
use crate::rules;

/// The kept places of a layout.
#[derive(Clone, Debug)]
pub struct Fold {
    layout: Layout,
    /// All orders of the pawns that keep identical pawns together.
    pawn_orders: Vec<Vec<usize>>,
    /// How many of the men before the lane man are identical to it.
    twins: usize,
    /// Pairs of neighbouring identical men, neither of them the lane man nor a pawn.
    pairs: Vec<usize>,
    /// Of each slice whether it is the kept one of those with equal pawns; nothing if all are.
    kept_slices: Vec<bool>,
}

/// A kept word that is equal to another one, its lanes turned.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The first place of the kept word.
    pub from: usize,
    symmetry: BoardSymmetry,
}

impl Source {
    /// The codes of the other word, from those of the kept one.
    pub fn copy(&self, kept: &[u8]) -> [u8; 64] {
        let kept: &[u8; 64] = kept.first_chunk().unwrap_or(&[0; 64]);
        if self.symmetry == BoardSymmetry::NONE {
            return *kept;
        }
        let mut copied = [0; 64];
        for (code, image) in copied.iter_mut().zip(self.symmetry.images()) {
            *code = kept[usize::from(image & 63)];
        }
        copied
    }
}

impl Fold {
    /// The kept places of an endgame.
    pub fn new(layout: &Layout) -> Fold {
        let men = layout.men();
        let lane = layout.lane();
        let twins = (layout.pawns() + 2..lane).filter(|&slot| men[slot] == men[lane]).count();
        let pairs = (layout.pawns() + 3..lane).filter(|&slot| men[slot] == men[slot - 1]).collect();
        let mut pawn_orders = vec![Vec::new()];
        for slot in 0..layout.pawns() {
            let mut longer = Vec::new();
            for order in &pawn_orders {
                let free = (0..layout.pawns()).filter(|other| men[*other] == men[slot] && !order.contains(other));
                longer.extend(free.map(|other| [order.as_slice(), &[other]].concat()));
            }
            pawn_orders = longer;
        }
        let mut fold = Fold { layout: layout.clone(), pawn_orders, twins, pairs, kept_slices: Vec::new() };
        if fold.pawn_orders.len() > 1 {
            let slice = |slice: usize| layout.squares(slice * layout.slice_len());
            let kept = (0..layout.slices()).map(|at| fold.slice_of(&fold.canonical(&slice(at)).0) == at);
            fold.kept_slices = kept.collect();
        }
        fold
    }

    /// The kept placement that is equal to a placement, and the symmetry between them.
    pub fn canonical(&self, squares: &Squares) -> (Squares, BoardSymmetry) {
        self.canonical_but(squares, self.layout.men().len())
    }

    /// As `canonical`, leaving the order of the men from a slot on as it is.
    fn canonical_but(&self, squares: &Squares, end: usize) -> (Squares, BoardSymmetry) {
        let layout = &self.layout;
        let men = layout.men();
        let mut best = *squares;
        let mut symmetry = layout.turn(squares[0].into());
        if layout.pawns() > 1 {
            let mut least = usize::MAX;
            for order in &self.pawn_orders {
                let mut tried = *squares;
                for (slot, &from) in order.iter().enumerate() {
                    tried[slot] = squares[from];
                }
                let slice = layout.index(&tried) / layout.slice_len();
                if slice < least {
                    (least, best, symmetry) = (slice, tried, layout.turn(tried[0].into()));
                }
            }
        }
        let turn = |squares: &Squares, symmetry: BoardSymmetry| {
            let mut turned = *squares;
            for square in &mut turned[..men.len()] {
                *square = symmetry.images()[usize::from(*square)];
            }
            turned
        };
        let mut turned = turn(&best, symmetry);
        if !layout.in_c462(&turned) {
            symmetry = BoardSymmetry(symmetry.0 ^ 4);
            turned = turn(&best, symmetry);
        }
        for slot in layout.pawns() + 3..end {
            let mut at = slot;
            while at > layout.pawns() + 2 && men[at] == men[at - 1] && turned[at] < turned[at - 1] {
                turned.swap(at, at - 1);
                at -= 1;
            }
        }
        (turned, symmetry)
    }

    /// Whether a word of a table has kept lanes: what [`Fold::canonical`] says, without making it.
    fn is_kept_word(&self, squares: &Squares) -> bool {
        let sorted = self.pairs.iter().all(|&slot| squares[slot - 1] <= squares[slot]);
        if self.pawn_orders.len() == 1 {
            return sorted && self.layout.in_c462(squares);
        }
        // With pawns nothing but their order and the mirror image of the first can be otherwise.
        sorted && self.kept_slices[self.slice_of(squares)]
    }

    /// The lanes of a word that a file keeps.
    pub fn lanes(&self, squares: &Squares) -> u64 {
        let layout = &self.layout;
        let lane = layout.lane();
        if lane == 1 {
            // Bare kings.
            return (0..64).filter(|&square| layout.in_c462(&[squares[0], square, 0, 0, 0])).map(|s| 1u64 << s).sum();
        }
        if !self.is_kept_word(squares) {
            return 0;
        }
        if self.twins == 0 { !0 } else { !0u64 << squares[lane - 1] }
    }

    /// Fills in the places that a file does not keep, and clears those that are not legal.
    pub fn restore(&self, codes: &mut [u8], turn: Color) {
        self.restore_twins(codes);
        self.restore_words(codes);
        for (word, codes) in codes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            let squares = self.layout.squares(word * 64);
            let fixed = self.layout.fixed(&squares);
            let legal = fixed.map_or(0, |fixed| self.layout.legal_lanes(turn, &squares, fixed));
            for (code, legal) in codes.iter_mut().zip(lanes::bytes(legal)) {
                *code &= legal;
            }
        }
    }

    /// Step 1: in kept words, the lanes in which the lane man is out of order.
    fn restore_twins(&self, codes: &mut [u8]) {
        if self.twins == 0 && self.layout.lane() > 1 {
            return;
        }
        for word in 0..codes.len() / 64 {
            let mut squares = self.layout.squares(word * 64);
            let kept = self.lanes(&squares);
            if kept == 0 && self.layout.lane() > 1 {
                continue;
            }
            if self.twins == 1 {
                // Two identical men: exchange their squares.
                let twin = self.layout.lane() - 1;
                let (other, stride) = (usize::from(squares[twin]), self.layout.stride(twin));
                for lane in 0..other {
                    codes[word * 64 + lane] = codes[word * 64 - (other - lane) * stride + other];
                }
                continue;
            }
            for lane in rules::squares(!kept) {
                squares[self.layout.lane()] = lane as u8;
                codes[word * 64 + lane] = codes[self.layout.index(&self.canonical(&squares).0)];
            }
        }
    }

    /// Step 2: words that are not kept, from words that are now complete.
    fn restore_words(&self, codes: &mut [u8]) {
        let lane = self.layout.lane();
        if lane == 1 {
            return;
        }
        for word in 0..codes.len() / 64 {
            if let Some(source) = self.source(&self.layout.squares(word * 64)) {
                let copied = source.copy(&codes[source.from..]);
                codes[word * 64..][..64].copy_from_slice(&copied);
            }
        }
    }

    /// Whether a slice is the kept one of those with equal pawns.
    pub fn is_kept_slice(&self, slice: usize) -> bool {
        self.kept_slices.get(slice).copied().unwrap_or(true)
    }

    fn slice_of(&self, squares: &Squares) -> usize {
        self.layout.index(squares) / self.layout.slice_len()
    }

    /// Makes a slice that is not kept from the one that is, which must be whole.
    pub fn copy_slice(&self, codes: &mut [u8], slice: usize) {
        let len = self.layout.slice_len();
        for word in slice * len / 64..(slice + 1) * len / 64 {
            if let Some(source) = self.source(&self.layout.squares(word * 64)) {
                let copied = source.copy(&codes[source.from..]);
                codes[word * 64..][..64].copy_from_slice(&copied);
            }
        }
    }

    /// Copies the words of a kept slice that equal others of it.
    pub fn fill(&self, codes: &mut [u8], slice: usize) {
        let first = slice * self.layout.slice_len();
        for word in 0..codes.len() / 64 {
            if let Some(source) = self.source(&self.layout.squares(first + word * 64)) {
                let copied = source.copy(&codes[source.from - first..]);
                codes[word * 64..][..64].copy_from_slice(&copied);
            }
        }
    }

    /// Where the word of these squares is to be copied from; `None` if it is kept, or has kept lanes.
    pub fn source(&self, squares: &Squares) -> Option<Source> {
        let lane = self.layout.lane();
        if lane == 1 || self.is_kept_word(squares) {
            return None;
        }
        let (mut source, symmetry) = self.canonical_but(squares, lane);
        debug_assert_ne!(source[..lane], squares[..lane]);
        source[lane] = 0;
        Some(Source { from: self.layout.index(&source) & !63, symmetry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Memory;
    use crate::material::Material;
    use crate::table::Metric;

    #[test]
    fn restoring_what_was_folded_gives_the_same_table() {
        let mut memory = Memory::new();
        for name in ["KvK", "KQvK", "KPvK", "KRRvK", "KQvKR", "KPPvK", "KNPvK", "KPvKP"] {
            let table = memory.make(name.parse::<Material>().unwrap(), Metric::Mate).unwrap();
            let fold = Fold::new(table.layout());
            for turn in [Color::White, Color::Black] {
                let mut codes = table.codes(turn).to_vec();
                for (word, codes) in codes.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                    let kept = fold.lanes(&table.layout().squares(word * 64));
                    rules::squares(!kept).for_each(|lane| codes[lane] = 77);
                }
                fold.restore(&mut codes, turn);
                assert!(codes == table.codes(turn), "{name} {turn}");
            }
        }
    }
}
