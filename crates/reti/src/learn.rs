//! Learning kernels: gradient descent on labelled positions.
//!
//! *[Seed 004, section 6.2]* proposes to learn kernels from master games. The learned evaluation of
//! `reti_core::field::learned` is linear in its weights, so learning is a regression: the sigmoid of
//! the score is fitted to a mix of the game's result and a strong engine's win probability, by Adam on
//! shuffled minibatches. Part of the *games*, not of the positions, is kept aside to judge by and to
//! stop in time. The same data, options and seed give the same kernels, whatever the number of cores.

mod curve;
mod data;
mod descent;

use reti_core::field::learned::{Kernels, layout::COUNT, text};

pub use curve::svg;
pub use data::{Data, DataError, read};
pub use descent::{Epoch, Options, learn};

/// The win probability that a score of centipawns stands for, with a sigmoid's scale.
pub fn probability(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

/// What learning ends with.
pub struct Learned {
    /// The best kernels, by the games that were kept aside.
    pub kernels: Kernels,
    /// Every pass over the data.
    pub epochs: Vec<Epoch>,
    /// The pass that the kernels are from, from 1.
    pub best: usize,
    /// How well the kernels fit, after rounding.
    pub quality: Vec<Quality>,
}

/// How well kernels fit the games that were kept aside.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Of what: `tables` alone, or `all` terms.
    pub terms: &'static str,
    /// The file.
    pub file: String,
    /// Positions.
    pub n: usize,
    /// The mean squared error against the engine's win probability.
    pub error: f64,
}

impl Learned {
    /// The kernels file.
    pub fn file(&self, about: &str) -> String {
        text::write(&self.kernels, about)
    }
}

/// How many numbers are learned.
pub const WEIGHTS: usize = 2 * COUNT;
