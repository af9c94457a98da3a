//! Piece-square tables: the linear part of every evaluation, in centipawns.
//!
//! By the identity of [`fast`](super::fast) the seed's L1 norms are tables, so they and the classical
//! ones have one form: a value for each channel and square in the middlegame and one in the endgame.
//! The classical tables are Reti's own, written as a few rules about ranks, files and the distance
//! from the middle rather than as 768 numbers; they are hand-made, not fitted.

use super::fast;

/// Middlegame and endgame values by channel and place in a grid, for the piece's own side.
pub struct Tables {
    pub(super) middle: [[i32; 64]; 12],
    pub(super) end: [[i32; 64]; 12],
}

/// The worth of pawn to queen that the seed's formulas weigh with, in centipawns; a king has none.
pub(super) const WEIGHTS: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// Centipawns for one unit of influence above the average, in the additive reading of the seed.
pub(super) const SCALE: f64 = 2.5;

/// Material plus [`SCALE`] times what the clipped kernel has above its mean. The king's table counts
/// negatively in the middlegame and positively in the endgame: shelter first, activity later.
pub(super) static SEED: Tables = seed(true);

/// The same without the tables of knights, bishops, rooks and queens, for fields that replace them.
pub(super) static SEED_BASE: Tables = seed(false);

/// Centipawns for one unit of influence above the average within 1, 2 and 3 squares, where kernels of several sizes are
/// added up: fitted to the tuning data (`docs/fields.md`). All three rings have a positive weight: their sums from the
/// last one on.
pub(super) const SCALES: [(i32, f64); 3] = [(1, 0.68), (2, -1.9), (3, 5.19)];

/// Material plus what multi-scaled kernels have above their means.
pub(super) static SEED_SCALES: Tables = scales();

/// Material alone.
pub(super) static MATERIAL: Tables = Tables { middle: material(), end: material() };

/// The seed's formula as it stands: the worth in pawns times the L1 norm, a pawn in the open being
/// one hundred centipawns.
pub(super) static SEED_LITERAL: Tables = literal();

/// Reti's classical tables.
pub(super) static CLASSICAL: Tables = classical();

const fn seed(officers: bool) -> Tables {
    let norms = fast::norms();
    let mut tables = Tables { middle: [[0; 64]; 12], end: [[0; 64]; 12] };
    let mut channel = 0;
    while channel < 12 {
        let piece = channel % 6;
        let counts = officers || piece == 0 || piece == 5;
        let mean = mean(&norms[channel], piece == 0);
        let mut place = 0;
        while place < 64 {
            let above = if counts { rounded(SCALE * (norms[channel][place] as f64 / 2.0 - mean)) } else { 0 };
            tables.middle[channel][place] = WEIGHTS[piece] + if piece == 5 { -above } else { above };
            tables.end[channel][place] = WEIGHTS[piece] + above;
            place += 1;
        }
        channel += 1;
    }
    tables
}

const fn scales() -> Tables {
    let mut above = [[0.0; 64]; 12];
    let mut scale = 0;
    while scale < SCALES.len() {
        let (reach, factor) = SCALES[scale];
        let norms = fast::norms_within(reach);
        let mut channel = 0;
        while channel < 12 {
            let mean = mean(&norms[channel], channel % 6 == 0);
            let mut place = 0;
            while place < 64 {
                above[channel][place] += factor * (norms[channel][place] as f64 / 2.0 - mean);
                place += 1;
            }
            channel += 1;
        }
        scale += 1;
    }
    let mut tables = Tables { middle: material(), end: material() };
    let mut index = 0;
    while index < 12 * 64 {
        let (channel, place) = (index / 64, index % 64);
        let own = rounded(above[channel][place]);
        tables.middle[channel][place] += if channel % 6 == 5 { -own } else { own };
        tables.end[channel][place] += own;
        index += 1;
    }
    tables
}

/// The mean of a table in units, over the squares where the piece can stand.
const fn mean(halves: &[i32; 64], is_pawn: bool) -> f64 {
    let (first, last) = if is_pawn { (8, 56) } else { (0, 64) };
    let mut sum = 0;
    let mut place = first;
    while place < last {
        sum += halves[place];
        place += 1;
    }
    sum as f64 / 2.0 / (last - first) as f64
}

/// To the nearest whole number, halves away from zero, so that signs are treated alike.
const fn rounded(value: f64) -> i32 {
    if value < 0.0 { (value - 0.5) as i32 } else { (value + 0.5) as i32 }
}

const fn material() -> [[i32; 64]; 12] {
    let mut values = [[0; 64]; 12];
    let mut channel = 0;
    while channel < 12 {
        values[channel] = [WEIGHTS[channel % 6]; 64];
        channel += 1;
    }
    values
}

const fn literal() -> Tables {
    let norms = fast::norms();
    let mut values = [[0; 64]; 12];
    let mut channel = 0;
    while channel < 12 {
        let mut place = 0;
        while place < 64 {
            let units = norms[channel][place] as f64 / 2.0;
            values[channel][place] = rounded(WEIGHTS[channel % 6] as f64 * units / 13.0);
            place += 1;
        }
        channel += 1;
    }
    Tables { middle: values, end: values }
}

const fn classical() -> Tables {
    let mut tables = Tables { middle: [[0; 64]; 12], end: [[0; 64]; 12] };
    let mut channel = 0;
    while channel < 12 {
        let mut place = 0;
        while place < 64 {
            // The rank as its owner counts it, from 0.
            let rank = if channel < 6 { 7 - place / 8 } else { place / 8 };
            let (middle, end) = classical_value(channel % 6, rank as i32, (place % 8) as i32);
            tables.middle[channel][place] = middle;
            tables.end[channel][place] = end;
            place += 1;
        }
        channel += 1;
    }
    tables
}

const fn classical_value(piece: usize, rank: i32, file: i32) -> (i32, i32) {
    // 0 at the edge to 3 in the middle.
    let across = if file < 4 { file } else { 7 - file };
    let along = if rank < 4 { rank } else { 7 - rank };
    let middle = across + along;
    match piece {
        0 => {
            const ADVANCE: [(i32, i32); 8] = [(0, 0), (0, 0), (2, 4), (8, 12), (18, 30), (40, 60), (75, 110), (0, 0)];
            let (early, late) = ADVANCE[rank as usize];
            // Pawns of the middle belong on the fourth rank, not on the second.
            let center = match (across, rank) {
                (3, 1) => -14,
                (2, 1) => -4,
                (3, 3 | 4) => 18,
                (3, 2) | (2, 3 | 4) => 8,
                _ => 0,
            };
            (82 + early + center, 100 + late)
        }
        1 => {
            let home = if rank == 0 { -6 } else { 0 };
            (310 + 9 * middle - 30 + home, 295 + 7 * middle - 24)
        }
        2 => {
            let home = if rank == 0 { -12 } else { 0 };
            (330 + 5 * middle - 14 + home, 312 + 4 * middle - 12)
        }
        3 => {
            let seventh = if rank == 6 { 22 } else { 0 };
            (478 + 5 * across - 6 + seventh, 525 + seventh / 2)
        }
        4 => {
            let home = if rank == 0 { 0 } else { -4 };
            (975 + 3 * middle - 8 + home, 970 + 8 * middle - 24)
        }
        _ => {
            const SHELTER: [i32; 4] = [22, 32, 4, 0];
            let exposed = match rank {
                0 => 0,
                1 => -18,
                2 => -48,
                _ => -75,
            };
            (SHELTER[across as usize] + exposed, 11 * middle - 34)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_the_same_for_both_colors_and_both_wings() {
        for tables in [&SEED, &SEED_SCALES, &SEED_BASE, &MATERIAL, &SEED_LITERAL, &CLASSICAL] {
            for values in [&tables.middle, &tables.end] {
                for piece in 0..6 {
                    for place in 0..64 {
                        assert_eq!(values[piece][place], values[piece + 6][place ^ 0b11_1000]);
                        assert_eq!(values[piece][place], values[piece][place ^ 0b111]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_knight_in_the_corner_loses_what_its_kernel_loses() {
        // The mean is 1648 / 64 = 25.75: (16 - 25.75) * 2.5 = -24.4 and (34 - 25.75) * 2.5 = 20.6.
        assert_eq!((SEED.middle[1][0], SEED.middle[1][27]), (276, 321));
        assert_eq!(SEED_LITERAL.middle[0][27], 100);
    }
}
