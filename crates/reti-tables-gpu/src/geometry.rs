//! Tables that the kernels look things up in: king pairs, lines between squares, slices of pawns.

use std::collections::HashMap;

/// No such entry.
pub const NONE: u32 = u32::MAX;

/// What does not depend on the endgame.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Squares of the 462 king pairs, attacker's | defender's << 6.
    pub kings: Vec<u16>,
    /// For both kings' squares: the pair, and the turn that takes them there in the bits from 9.
    pub pairs: Vec<u32>,
    /// For mover, pair and king move: the pair that it leads to, the turn, and its exclusive or.
    pub steps: Vec<u32>,
    /// The squares between two squares on a line.
    pub between: Vec<u64>,
}

fn turned(turn: u32, mut square: u32) -> u32 {
    if turn & 1 != 0 {
        square ^= 7;
    }
    if turn & 2 != 0 {
        square ^= 0x38;
    }
    if turn & 4 != 0 { ((square & 7) << 3) | (square >> 3) } else { square }
}

fn adjacent(a: u32, b: u32) -> bool {
    (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3)) <= 1
}

impl Geometry {
    /// Computes everything.
    pub fn new() -> Geometry {
        let mut kings = Vec::new();
        let mut canonical = vec![NONE; 4096];
        for &first in &reti_tables::layout::TRIANGLE {
            for second in 0..64u32 {
                let first = u32::from(first);
                if adjacent(first, second) || (first & 7 == first >> 3 && second >> 3 > second & 7) {
                    continue;
                }
                canonical[(first * 64 + second) as usize] = kings.len() as u32;
                kings.push((first | second << 6) as u16);
            }
        }
        let mut pairs = vec![NONE; 4096];
        for both in 0..4096u32 {
            for turn in (0..8).rev() {
                let pair = canonical[(turned(turn, both >> 6) * 64 + turned(turn, both & 63)) as usize];
                if pair != NONE {
                    pairs[both as usize] = pair | turn << 9;
                }
            }
        }
        let steps = steps(&kings, &pairs);
        Geometry { kings, pairs, steps, between: between() }
    }
}

impl Default for Geometry {
    fn default() -> Geometry {
        Geometry::new()
    }
}

fn steps(kings: &[u16], pairs: &[u32]) -> Vec<u32> {
    let mut steps = Vec::with_capacity(2 * kings.len() * 8);
    for mover in 0..2 {
        for &pair in kings {
            let (first, second) = (u32::from(pair) & 63, u32::from(pair) >> 6);
            let from = if mover == 0 { first } else { second };
            let to = (0..64).filter(|&to| to != from && adjacent(from, to));
            let places = to.map(|to| if mover == 0 { to * 64 + second } else { first * 64 + to });
            let mut found: Vec<u32> = places
                .map(|place| pairs[place as usize])
                .filter(|&entry| entry != NONE)
                .map(|entry| {
                    let turn = entry >> 9;
                    entry | ((7 * (turn & 1)) | (0x38 * ((turn >> 1) & 1))) << 12
                })
                .collect();
            found.resize(8, NONE);
            steps.extend(found);
        }
    }
    steps
}

fn between() -> Vec<u64> {
    let mut between = vec![0; 4096];
    for from in 0..64i32 {
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)] {
            let (mut file, mut rank, mut set) = (from % 8 + df, from / 8 + dr, 0u64);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                between[(from * 64 + rank * 8 + file) as usize] = set;
                set |= 1 << (rank * 8 + file);
                file += df;
                rank += dr;
            }
        }
    }
    between
}

/// The arrangements of some pawns, most advanced first; identical pawns and mirror images once.
#[derive(Clone, Debug)]
pub struct Slices {
    /// Packed squares of each slice.
    pub pawns: Vec<u32>,
    /// Whether a slice is its own mirror image.
    pub mirrored: Vec<u8>,
    /// For packed squares in any order: slice << 1 | whether to mirror.
    pub map: Vec<u32>,
    /// First slices of the levels of equal advancement, and the end.
    pub levels: Vec<usize>,
}

impl Slices {
    /// For pawns of the given sides, the attacker's first.
    pub fn new(sides: &[u8]) -> Slices {
        let n = sides.len();
        let attackers = sides.partition_point(|&side| side == 0);
        let mut map = vec![NONE; 1 << (6 * n)];
        let mut found: HashMap<Vec<u32>, bool> = HashMap::new();
        each(n, &mut Vec::new(), &mut |squares| {
            let own = sorted(squares, attackers);
            let other = sorted(&squares.iter().map(|square| square ^ 7).collect::<Vec<_>>(), attackers);
            if own <= other {
                let same = own == other;
                found.insert(own, same);
            }
        });
        let advancement = |squares: &[u32]| -> u32 {
            squares
                .iter()
                .zip(sides)
                .map(|(square, &side)| if side == 0 { square >> 3 } else { 7 - (square >> 3) })
                .sum()
        };
        let mut all: Vec<(u32, Vec<u32>, bool)> =
            found.into_iter().map(|(squares, same)| (u32::MAX - advancement(&squares), squares, same)).collect();
        all.sort();
        let numbers: HashMap<&Vec<u32>, u32> =
            all.iter().enumerate().map(|(i, (_, squares, _))| (squares, i as u32)).collect();
        each(n, &mut Vec::new(), &mut |squares| {
            let own = sorted(squares, attackers);
            let other = sorted(&squares.iter().map(|square| square ^ 7).collect::<Vec<_>>(), attackers);
            let entry = if own <= other { numbers[&own] << 1 } else { numbers[&other] << 1 | 1 };
            map[pack(squares) as usize] = entry;
        });
        let mut levels: Vec<usize> = (0..all.len()).filter(|&i| i == 0 || all[i].0 != all[i - 1].0).collect();
        levels.push(all.len());
        let pawns = all.iter().map(|(_, squares, _)| pack(squares)).collect();
        let mirrored = all.iter().map(|&(_, _, same)| u8::from(same)).collect();
        Slices { pawns, mirrored, map, levels }
    }
}

fn pack(squares: &[u32]) -> u32 {
    squares.iter().fold(0, |packed, square| packed << 6 | square)
}

fn sorted(squares: &[u32], attackers: usize) -> Vec<u32> {
    let mut squares = squares.to_vec();
    squares[..attackers].sort_unstable();
    squares[attackers..].sort_unstable();
    squares
}

/// All ways to put `n` pawns on different squares.
fn each(n: usize, squares: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
    if squares.len() == n {
        visit(squares);
        return;
    }
    for square in 8..56 {
        if !squares.contains(&square) {
            squares.push(square);
            each(n, squares, visit);
            squares.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_slices_have_the_numbers_of_the_literature() {
        assert_eq!(Geometry::new().kings.len(), 462);
        assert_eq!(Slices::new(&[0]).pawns.len(), 24);
        assert_eq!(Slices::new(&[0, 1]).pawns.len(), 48 * 47 / 2);
        // Unordered pairs: 1128, of which 24 are their own mirror images.
        let two = Slices::new(&[0, 0]);
        let own: usize = two.mirrored.iter().map(|&same| usize::from(same)).sum();
        assert_eq!((two.pawns.len(), own), (576, 24));
    }
}
