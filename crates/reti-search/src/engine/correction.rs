//! How far evaluations of such positions were off.
//!
//! An evaluation sees features, not consequences. Where the search of a position came out otherwise than its
//! evaluation, other positions with the same pawns, or the same officers of one side, are likely to be misjudged
//! the same way; the mean error is kept for each of them and added to the next evaluation. What it learned is
//! forgotten with the rest of the experience.

use reti_core::chess::color_index;

use super::place::Place;

/// Slots of a table; several placements share one.
const SLOTS: usize = 1 << 14;
/// The largest number in a slot, in both directions.
const MOST: i32 = 1 << 10;
/// How many units of all slots together are a centipawn.
const UNITS: i32 = 12;

/// Errors by side to move: by pawns, by White's officers, by Black's.
pub(super) struct Corrections {
    tables: [[Vec<i16>; 2]; 3],
}

impl Corrections {
    pub fn new() -> Corrections {
        Corrections { tables: std::array::from_fn(|_| [vec![0; SLOTS], vec![0; SLOTS]]) }
    }

    #[inline]
    fn slots(place: &Place<'_>) -> [usize; 3] {
        let [white, black] = place.officer_keys;
        [place.pawn_key as usize % SLOTS, white as usize % SLOTS, black as usize % SLOTS]
    }

    /// What is to be added to the evaluation of a place, in centipawns.
    #[inline]
    pub fn of(&self, place: &Place<'_>) -> i32 {
        let side = color_index(place.turn);
        let [pawns, white, black] = Corrections::slots(place);
        let error = |table: usize, slot: usize| i32::from(self.tables[table][side][slot]);
        (error(0, pawns) + error(1, white) + error(2, black)) / UNITS
    }

    /// A search to some depth came out by so much above the corrected evaluation.
    pub fn learn(&mut self, place: &Place<'_>, error: i32, depth: i32) {
        let side = color_index(place.turn);
        let step = (error * depth / 8).clamp(-MOST / 4, MOST / 4);
        for (table, slot) in self.tables.iter_mut().zip(Corrections::slots(place)) {
            let value = &mut table[side][slot];
            *value += (step - i32::from(*value) * step.abs() / MOST) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::place::Castling;
    use reti_core::{
        chess::Position,
        field::score::{Accumulator, CLASSICAL},
    };

    fn corrected(corrections: &Corrections, fen: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let castling = Castling::new(&position);
        corrections.of(&Place::new(&position, &castling, Accumulator::new(&CLASSICAL, position.board())))
    }

    #[test]
    fn errors_are_shared_by_positions_with_the_same_pawns_or_officers() {
        let position = Position::from_fen("4k3/5p2/8/8/8/3N4/5P2/4K3 w - - 0 1").unwrap();
        let castling = Castling::new(&position);
        let place = Place::new(&position, &castling, Accumulator::new(&CLASSICAL, position.board()));
        let mut corrections = Corrections::new();
        for _ in 0..1_000 {
            corrections.learn(&place, 300, 10);
        }
        let same = corrections.of(&place);
        assert!(same > 0 && same <= 3 * MOST / UNITS, "{same}");
        let pawns = corrected(&corrections, "3k4/5p2/8/8/8/6B1/5P2/3K4 w - - 0 1");
        assert!(0 < pawns && pawns < same, "{pawns}");
        assert_eq!(corrected(&corrections, "3k4/4p3/8/8/8/6B1/5P2/3K4 w - - 0 1"), 0);
        assert_eq!(corrected(&corrections, "4k3/5p2/8/8/8/3N4/5P2/4K3 b - - 0 1"), 0, "the other side to move");
        for _ in 0..1_000 {
            corrections.learn(&place, -10_000, 100);
        }
        assert!(corrections.of(&place) >= -3 * MOST / UNITS - 1);
    }
}
