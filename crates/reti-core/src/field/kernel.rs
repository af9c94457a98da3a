//! Kernels: how a piece spreads influence around it.
//!
//! A kernel is a square of weights with the piece in its middle. Row 0 of a kernel lies towards
//! rank 8, like row 0 of a [`Grid`](super::Grid), so White's pawn has its weights in the first row.
//! The weights are those of *[Seed 004, appendix A]*; the queen's are the sum of rook and bishop
//! (A.4). The seed has no king. Ours is decided here: in the middlegame a king counts on its own
//! square and the eight around it, as a shelter; in the endgame it reaches one square further
//! (*[Seed 004, section 9.3]*). Blends between the two, and several scales at once (9.1), are
//! kernels again, because a convolution is linear.

use std::borrow::Cow;

use crate::chess::{Color, PieceType, color_index, type_index};

/// A square of weights around a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    weights: Cow<'static, [f64]>,
}

/// Weights that are no kernel.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum KernelError {
    /// The number of weights is not 1, 9, 25, 49 and so on up to 225.
    #[error("a kernel is a square with an odd side of at most 15, found {0} weights")]
    Size(usize),
    /// A weight is infinite or no number.
    #[error("weight {index} of the kernel is {weight}, not a finite number")]
    NotFinite {
        /// Which one, counted from 0 row by row.
        index: usize,
        /// What was found.
        weight: f64,
    },
}

/// The longest side: from one corner of the board to the opposite one.
const MAX_SIDE: usize = 15;

impl Kernel {
    const fn fixed(weights: &'static [f64]) -> Kernel {
        Kernel { weights: Cow::Borrowed(weights) }
    }

    /// A kernel from its weights, row by row, the row towards rank 8 first.
    pub fn new(weights: Vec<f64>) -> Result<Kernel, KernelError> {
        let side = weights.len().isqrt();
        if side * side != weights.len() || side.is_multiple_of(2) || side > MAX_SIDE {
            return Err(KernelError::Size(weights.len()));
        }
        match weights.iter().position(|weight| !weight.is_finite()) {
            Some(index) => Err(KernelError::NotFinite { index, weight: weights[index] }),
            None => Ok(Kernel { weights: Cow::Owned(weights) }),
        }
    }

    /// How many squares it reaches from its middle.
    pub fn radius(&self) -> i32 {
        (self.weights.len().isqrt() / 2) as i32
    }

    /// The weight `down` rows and `right` columns from the middle; 0 outside.
    pub fn weight(&self, down: i32, right: i32) -> f64 {
        let radius = self.radius();
        if down.abs() > radius || right.abs() > radius {
            return 0.0;
        }
        self.weights[((down + radius) * (2 * radius + 1) + right + radius) as usize]
    }

    /// The weights that are not zero, as (down, right, weight).
    pub fn support(&self) -> impl Iterator<Item = (i32, i32, f64)> + '_ {
        let (radius, side) = (self.radius(), 2 * self.radius() + 1);
        self.weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0).map(move |(index, &weight)| {
            let index = index as i32;
            (index / side - radius, index % side - radius, weight)
        })
    }

    /// The sum of all weights: the L1 norm of a field that no edge clips.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// The middle part of the kernel with a side of `size`, the rest zero.
    #[must_use]
    pub fn clipped(&self, size: usize) -> Kernel {
        self.mapped(|down, right, weight| {
            let inside = down.abs().max(right.abs()) <= (size / 2) as i32;
            if inside { weight } else { 0.0 }
        })
    }

    /// Influence at several scales: the sum of the kernel's middle parts, each `(size, factor)`
    /// *[Seed 004, section 9.1]*.
    #[must_use]
    pub fn multi_scale(&self, scales: &[(usize, f64)]) -> Kernel {
        self.mapped(|down, right, weight| {
            let reach = down.abs().max(right.abs());
            let factors = scales.iter().filter(|(size, _)| reach <= (size / 2) as i32).map(|(_, factor)| factor);
            weight * factors.sum::<f64>()
        })
    }

    /// `(1 - t)` times this kernel plus `t` times the other *[Seed 004, section 9.3]*.
    #[must_use]
    pub fn blend(&self, other: &Kernel, t: f64) -> Kernel {
        let larger = if self.radius() >= other.radius() { self } else { other };
        larger.mapped(|down, right, _| (1.0 - t) * self.weight(down, right) + t * other.weight(down, right))
    }

    fn mapped(&self, map: impl Fn(i32, i32, f64) -> f64) -> Kernel {
        let (radius, side) = (self.radius(), 2 * self.radius() + 1);
        let weights = self.weights.iter().enumerate();
        let mapped = weights.map(|(index, &weight)| {
            let index = index as i32;
            map(index / side - radius, index % side - radius, weight)
        });
        Kernel { weights: mapped.collect() }
    }
}

/// A kernel for every piece.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelSet {
    /// A permanent name.
    pub name: &'static str,
    /// One line for listings.
    pub summary: &'static str,
    /// White's kernels, then Black's; pawn first, king last.
    pub kernels: [[Kernel; 6]; 2],
}

/// The kernel sets that exist.
pub static SETS: &[&KernelSet] = &[&SEED, &SEED_ENDGAME];

/// The seed's kernels with the sheltered king.
pub static SEED: KernelSet = KernelSet {
    name: "seed",
    summary: "The seed's hand-made kernels; the king counts on the squares around it.",
    kernels: [army(&WHITE_PAWN, &KING), army(&BLACK_PAWN, &KING)],
};

/// The seed's kernels with the active king.
pub static SEED_ENDGAME: KernelSet = KernelSet {
    name: "seed-endgame",
    summary: "The same with a king that reaches two squares.",
    kernels: [army(&WHITE_PAWN, &ACTIVE_KING), army(&BLACK_PAWN, &ACTIVE_KING)],
};

const fn army(pawn: &'static [f64], king: &'static [f64]) -> [Kernel; 6] {
    [
        Kernel::fixed(pawn),
        Kernel::fixed(&KNIGHT),
        Kernel::fixed(&BISHOP),
        Kernel::fixed(&ROOK),
        Kernel::fixed(&QUEEN),
        Kernel::fixed(king),
    ]
}

impl KernelSet {
    /// The kernel of a piece.
    pub fn kernel(&self, color: Color, piece_type: PieceType) -> &Kernel {
        &self.kernels[color_index(color)][type_index(piece_type)]
    }

    /// The set with every kernel replaced.
    #[must_use]
    pub fn map(&self, name: &'static str, summary: &'static str, change: impl Fn(&Kernel) -> Kernel) -> KernelSet {
        KernelSet { name, summary, kernels: self.kernels.each_ref().map(|army| army.each_ref().map(&change)) }
    }

    /// The seed's kernels for a phase of the game, from 0 (middlegame) to 1 (endgame).
    pub fn at_phase(t: f64) -> KernelSet {
        let blended = |color: usize, piece: usize| {
            SEED.kernels[color][piece].blend(&SEED_ENDGAME.kernels[color][piece], t.clamp(0.0, 1.0))
        };
        KernelSet {
            name: "seed-phase",
            summary: "The seed's kernels for one phase of the game.",
            kernels: std::array::from_fn(|color| std::array::from_fn(|piece| blended(color, piece))),
        }
    }
}

/// The weights of the seed's set by channel, for tables that are made at compile time.
pub(super) const WEIGHTS: [&[f64]; 12] = [
    &WHITE_PAWN,
    &KNIGHT,
    &BISHOP,
    &ROOK,
    &QUEEN,
    &KING, //
    &BLACK_PAWN,
    &KNIGHT,
    &BISHOP,
    &ROOK,
    &QUEEN,
    &KING,
];

#[rustfmt::skip]
const WHITE_PAWN: [f64; 9] = [
    2.0, 4.0, 2.0,
    0.0, 5.0, 0.0,
    0.0, 0.0, 0.0,
];

#[rustfmt::skip]
const BLACK_PAWN: [f64; 9] = [
    0.0, 0.0, 0.0,
    0.0, 5.0, 0.0,
    2.0, 4.0, 2.0,
];

#[rustfmt::skip]
const KNIGHT: [f64; 25] = [
    0.0, 3.0,  0.0, 3.0, 0.0,
    3.0, 0.0,  0.0, 0.0, 3.0,
    0.0, 0.0, 10.0, 0.0, 0.0,
    3.0, 0.0,  0.0, 0.0, 3.0,
    0.0, 3.0,  0.0, 3.0, 0.0,
];

#[rustfmt::skip]
const BISHOP: [f64; 25] = [
    1.5, 0.0,  0.0, 0.0, 1.5,
    0.0, 2.0,  0.0, 2.0, 0.0,
    0.0, 0.0, 10.0, 0.0, 0.0,
    0.0, 2.0,  0.0, 2.0, 0.0,
    1.5, 0.0,  0.0, 0.0, 1.5,
];

#[rustfmt::skip]
const ROOK: [f64; 81] = [
    0.0, 0.0, 0.0, 0.0,  1.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  1.5, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  2.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  2.5, 0.0, 0.0, 0.0, 0.0,
    1.0, 1.5, 2.0, 2.5, 10.0, 2.5, 2.0, 1.5, 1.0,
    0.0, 0.0, 0.0, 0.0,  2.5, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  2.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  1.5, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0,  1.0, 0.0, 0.0, 0.0, 0.0,
];

/// Rook plus bishop, middle on middle.
const QUEEN: [f64; 81] = {
    let mut weights = ROOK;
    let mut index = 0;
    while index < BISHOP.len() {
        weights[(index / 5 + 2) * 9 + index % 5 + 2] += BISHOP[index];
        index += 1;
    }
    weights
};

#[rustfmt::skip]
const KING: [f64; 9] = [
    3.0,  3.0, 3.0,
    3.0, 10.0, 3.0,
    3.0,  3.0, 3.0,
];

#[rustfmt::skip]
const ACTIVE_KING: [f64; 25] = [
    1.0, 1.0,  1.0, 1.0, 1.0,
    1.0, 3.0,  3.0, 3.0, 1.0,
    1.0, 3.0, 10.0, 3.0, 1.0,
    1.0, 3.0,  3.0, 3.0, 1.0,
    1.0, 1.0,  1.0, 1.0, 1.0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_sum_to_the_figures_of_the_specification() {
        let totals = SEED.kernels[0].each_ref().map(Kernel::total);
        assert_eq!(totals, [13.0, 34.0, 24.0, 38.0, 62.0, 34.0]);
        assert_eq!(SEED.kernels[1].each_ref().map(Kernel::total), totals);
    }

    #[test]
    fn a_queen_is_a_rook_and_a_bishop() {
        let [queen, rook, bishop] =
            [PieceType::Queen, PieceType::Rook, PieceType::Bishop].map(|piece| SEED.kernel(Color::White, piece));
        for (down, right, weight) in queen.support() {
            assert_eq!(weight, rook.weight(down, right) + bishop.weight(down, right));
        }
        assert_eq!(queen.weight(0, 0), 20.0);
    }

    #[test]
    fn names_are_unique() {
        for (index, set) in SETS.iter().enumerate() {
            assert!(SETS[..index].iter().all(|other| other.name != set.name));
        }
    }

    #[test]
    fn wrong_weights_are_told() {
        assert_eq!(Kernel::new(vec![1.0; 16]), Err(KernelError::Size(16)));
        assert_eq!(Kernel::new(vec![]), Err(KernelError::Size(0)));
        assert_eq!(Kernel::new(vec![0.0; 17 * 17]), Err(KernelError::Size(289)));
        assert!(matches!(Kernel::new(vec![f64::NAN]), Err(KernelError::NotFinite { index: 0, .. })));
        assert_eq!(Kernel::new(vec![0.0; 9]).map(|kernel| kernel.radius()), Ok(1));
    }

    #[test]
    fn blends_and_scales_are_kernels_again() {
        let king = KernelSet::at_phase(0.5).kernels[1][5].clone();
        assert_eq!((king.weight(0, 0), king.weight(1, 1), king.weight(2, 0)), (10.0, 3.0, 0.5));
        assert_eq!(KernelSet::at_phase(0.0).kernels[0][5].total(), 34.0);
        let rook = SEED.kernels[0][3].multi_scale(&[(3, 0.5), (9, 0.5)]);
        assert_eq!((rook.weight(0, 1), rook.weight(0, 2)), (2.5, 1.0));
        assert_eq!(SEED.kernels[0][3].clipped(3).total(), 20.0);
    }
}
