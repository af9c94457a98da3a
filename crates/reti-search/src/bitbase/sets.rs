//! The sets of one material: a word for every place of the kings and the first man.

use reti_core::chess::{Color, Square, color_index};

/// Legal positions and won positions, by side to move.
pub(super) struct Sets {
    /// How many squares the first man has: 64, or 1 if there is none.
    pub places: usize,
    /// Legal positions by side to move.
    pub legal: [Vec<u64>; 2],
    /// `wins[winner][side to move]`.
    pub wins: [[Vec<u64>; 2]; 2],
}

/// Turns the board: the number of a square on the other side.
const TURN: usize = 0o70;

/// The word of a placement.
#[inline]
pub(super) fn index(white_king: Square, black_king: Square, first: Option<Square>) -> usize {
    let kings = white_king as usize * 64 + black_king as usize;
    match first {
        Some(first) => kings * 64 + first as usize,
        None => kings,
    }
}

impl Sets {
    pub fn wins(&self, winner: Color, turn: Color) -> &[u64] {
        &self.wins[color_index(winner)][color_index(turn)]
    }

    /// The sets with colours swapped and the board turned. With two men the first one was White's and
    /// the last one Black's, so they change places too.
    pub fn mirrored(&self, two_men: bool) -> Sets {
        let image = |words: &[u64]| {
            let turned = if two_men { exchange(words) } else { words.to_vec() };
            let mut image = vec![0; words.len()];
            for white in 0..64 {
                for black in 0..64 {
                    for place in 0..self.places {
                        let from = (white * 64 + black) * self.places + place;
                        let to_place = if two_men { place ^ TURN } else { place };
                        let to = ((black ^ TURN) * 64 + (white ^ TURN)) * self.places + to_place;
                        image[to] = turned[from].swap_bytes();
                    }
                }
            }
            image
        };
        Sets {
            places: self.places,
            legal: [image(&self.legal[1]), image(&self.legal[0])],
            wins: [
                [image(&self.wins[1][1]), image(&self.wins[1][0])],
                [image(&self.wins[0][1]), image(&self.wins[0][0])],
            ],
        }
    }

    /// The sets with the first and the last man exchanged.
    pub fn exchanged(&self) -> Sets {
        let both = |sets: &[Vec<u64>; 2]| [exchange(&sets[0]), exchange(&sets[1])];
        Sets { places: self.places, legal: both(&self.legal), wins: [both(&self.wins[0]), both(&self.wins[1])] }
    }
}

/// Transposes the 64 by 64 bits that belong to each pair of kings.
fn exchange(words: &[u64]) -> Vec<u64> {
    let mut image = vec![0; words.len()];
    for (block, out) in words.chunks(64).zip(image.chunks_mut(64)) {
        for (first, &word) in block.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let last = rest.trailing_zeros() as usize;
                out[last] |= 1 << first;
                rest &= rest - 1;
            }
        }
    }
    image
}
