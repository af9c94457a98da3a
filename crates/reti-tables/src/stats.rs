//! Counting: how many positions have which value, in each [`Convention`].
//!
//! Places of a table are weighted, not enumerated again. Without pawns, a white king off the
//! diagonal makes a place stand for 8 placements, on it for 4; classes under the reflection that
//! is left are counted by Burnside's lemma: half of the places plus half of those that the
//! reflection keeps. With pawns every place stands for 2 placements. [CQD, section 5, Table 1]

use rayon::prelude::*;
use reti_core::chess::{Color, Position};
use reti_core::value::Value;

use crate::layout::{Convention, Layout, Squares};
use crate::table::{Code, Table};

/// Something counted in each convention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Places whose white king (or pawns) no symmetry keeps.
    free: u64,
    /// Places with the white king on the diagonal.
    diagonal: u64,
    /// Those among `diagonal` that belong to the 462 king pairs.
    low: u64,
    /// Those among `diagonal` whose men all stand on the diagonal.
    fixed: u64,
    /// Those among `diagonal` that are their own reflection, identical men not told apart.
    own_image: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.free += other.free;
        self.diagonal += other.diagonal;
        self.low += other.low;
        self.fixed += other.fixed;
        self.own_image += other.own_image;
    }
}

impl Count {
    /// The number in a convention, for a layout.
    pub fn number(&self, layout: &Layout, convention: Convention) -> u64 {
        let orders = layout.material().orderings();
        match convention {
            Convention::Full if layout.pawns() > 0 => 2 * self.free / orders,
            Convention::Full => (8 * self.free + 4 * self.diagonal) / orders,
            Convention::Orbits => (2 * self.free + self.diagonal + self.own_image) / (2 * orders),
            Convention::OrbitsOrdered => self.free + u64::midpoint(self.diagonal, self.fixed),
            Convention::C462 => (self.free + self.low) / orders,
        }
    }
}

/// How a word of places is counted.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    free: bool,
    low: bool,
    fixed: u64,
    own_image: u64,
}

impl Weights {
    /// The weights of the places whose men, but for the last, stand on these squares.
    pub fn new(layout: &Layout, squares: &Squares) -> Weights {
        let king = squares[0];
        if layout.pawns() > 0 || king / 8 != king % 8 {
            return Weights { free: true, low: true, fixed: 0, own_image: 0 };
        }
        let on_diagonal = |square: u8| square / 8 == square % 8;
        let low = layout.lane() == 1 || layout.in_c462(squares);
        let (mut fixed, mut own_image) = (0, 0);
        if layout.lane() == 1 || on_diagonal(squares[1]) {
            let mut squares = *squares;
            for lane in 0..64 {
                squares[layout.lane()] = lane as u8;
                let men = layout.men().len();
                fixed |= u64::from(squares[..men].iter().all(|&square| on_diagonal(square))) << lane;
                own_image |= u64::from(is_own_image(layout, &squares)) << lane;
            }
        }
        Weights { free: false, low, fixed, own_image }
    }

    /// The count of some lanes of the word.
    #[inline]
    pub fn count(&self, layout: &Layout, squares: &Squares, lanes: u64) -> Count {
        let n = u64::from(lanes.count_ones());
        if self.free {
            return Count { free: n, ..Count::default() };
        }
        let low = if layout.lane() == 1 {
            // The lane man is the black king itself.
            (0..64u8).filter(|&lane| lanes >> lane & 1 != 0 && lane / 8 <= lane % 8).count() as u64
        } else if self.low {
            n
        } else {
            0
        };
        debug_assert_eq!(squares[0] / 8, squares[0] % 8);
        Count {
            free: 0,
            diagonal: n,
            low,
            fixed: u64::from((lanes & self.fixed).count_ones()),
            own_image: u64::from((lanes & self.own_image).count_ones()),
        }
    }
}

fn is_own_image(layout: &Layout, squares: &Squares) -> bool {
    let men = layout.men();
    (0..men.len()).all(|slot| {
        let image = squares[slot] % 8 * 8 + squares[slot] / 8;
        (0..men.len()).any(|other| men[other] == men[slot] && squares[other] == image)
    })
}

/// How many positions with one side to move have which code.
#[derive(Clone, Debug)]
pub struct Histogram {
    layout: Layout,
    counts: Vec<Count>,
}

impl Histogram {
    /// Counts a table's positions with one side to move.
    pub fn new(table: &Table, turn: Color) -> Histogram {
        let layout = table.layout();
        let block = (layout.len() / 64).div_ceil(64).max(1);
        let counts = table
            .codes(turn)
            .par_chunks(64 * block)
            .enumerate()
            .map(|(i, codes)| count_codes(layout, i * block, codes))
            .reduce(
                || vec![Count::default(); 256],
                |mut a, b| {
                    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                    a
                },
            );
        Histogram { layout: layout.clone(), counts }
    }

    /// The number of positions with a code.
    pub fn with_code(&self, code: Code, convention: Convention) -> u64 {
        self.counts[usize::from(code.0)].number(&self.layout, convention)
    }

    /// The number of positions with a value for the side to move.
    pub fn with_value(&self, value: Value, convention: Convention) -> u64 {
        let mut sum = Count::default();
        for code in 0..=255 {
            if Code(code).value() == Some(value) {
                sum += self.counts[usize::from(code)];
            }
        }
        sum.number(&self.layout, convention)
    }

    /// The largest rank with a value, if any position has it.
    pub fn longest(&self, value: Value) -> Option<Code> {
        (1..=255)
            .map(Code)
            .filter(|code| code.value() == Some(value) && code.rank().is_some())
            .filter(|code| self.counts[usize::from(code.0)] != Count::default())
            .max_by_key(|code| code.rank())
    }
}

fn count_codes(layout: &Layout, first: usize, codes: &[u8]) -> Vec<Count> {
    let mut counts = vec![Count::default(); 256];
    let mut free = [0u64; 256];
    for (j, codes) in codes.as_chunks::<64>().0.iter().enumerate() {
        let squares = layout.squares((first + j) * 64);
        let weights = Weights::new(layout, &squares);
        if weights.free {
            for &code in codes {
                free[usize::from(code)] += 1;
            }
        } else {
            for (lane, &code) in codes.iter().enumerate() {
                counts[usize::from(code)] += weights.count(layout, &squares, 1 << lane);
            }
        }
    }
    for (count, free) in counts.iter_mut().zip(free) {
        count.free = free;
    }
    counts
}

/// Mutual zugzwangs: the value without the move is worse than with it, for each side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    /// Black to move loses, white to move does not win.
    pub for_white: u64,
    /// White to move loses, black to move does not win.
    pub for_black: u64,
    /// Whoever is to move loses.
    pub full_point: u64,
}

impl Zugzwangs {
    /// Counts a table's mutual zugzwangs, in orbits.
    pub fn new(table: &Table) -> Zugzwangs {
        let layout = table.layout();
        let mut sums = [Count::default(); 3];
        let sides = table.codes(Color::White).as_chunks::<64>().0.iter();
        for (word, (white, black)) in sides.zip(table.codes(Color::Black).as_chunks::<64>().0).enumerate() {
            let mut lanes = [0u64; 3];
            for (lane, (&white, &black)) in white.iter().zip(black).enumerate() {
                if white == 0 || black == 0 {
                    continue;
                }
                let (white_loses, black_loses) = (white < 128, black < 128);
                lanes[0] |= u64::from(black_loses && white <= 128) << lane;
                lanes[1] |= u64::from(white_loses && black <= 128) << lane;
                lanes[2] |= u64::from(white_loses && black_loses) << lane;
            }
            if lanes == [0; 3] {
                continue;
            }
            let squares = layout.squares(word * 64);
            let weights = Weights::new(layout, &squares);
            for (sum, lanes) in sums.iter_mut().zip(lanes) {
                *sum += weights.count(layout, &squares, lanes);
            }
        }
        let [for_white, for_black, full_point] = sums.map(|sum| sum.number(layout, Convention::Orbits));
        Zugzwangs { for_white, for_black, full_point }
    }
}

/// A position of a table with a code, the first in the table's order.
pub fn example(table: &Table, turn: Color, code: Code) -> Option<Position> {
    let index = table.codes(turn).iter().position(|&found| found == code.0)?;
    table.position(turn, index)
}
