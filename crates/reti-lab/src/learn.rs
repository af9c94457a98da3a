//! Learning kernels: gradient descent on labelled positions.
//!
//! *[Seed 004, section 6.2]* proposes to learn kernels from master games. The learned evaluation of
//! `reti_core::field::learned` is linear in its weights, so learning is a regression: the sigmoid of
//! the score is fitted to a mix of the game's result and a strong engine's win probability, by Adam on
//! shuffled minibatches. Part of the *games*, not of the positions, is kept aside to judge by and to
//! stop in time. The same data, options and seed give the same kernels, whatever the number of cores.
//!
//! Who has no data can let the engine play: [`by_self_play`] learns from its own scores and results, [`evolve`]
//! from results alone.

#[cfg(test)]
mod constants;
mod course;
mod curve;
mod data;
mod descent;
mod evolve;
mod games;
pub mod network;
mod returns;

use std::fmt::Write as _;

pub use reti_core::field::learned::{
    Kernels,
    layout::{GROUPS, Group},
};
use reti_core::field::learned::{layout::COUNT, text};

pub use course::{Advantage, Course, Round, Taught};
pub use curve::{of_rounds, svg};
pub use data::{Data, DataError, Terms, read};
pub use descent::{Epoch, Options, learn};
pub use evolve::{Evolution, Evolved, evolve};
pub use games::{Labels, label};
pub use returns::{Returns, by_self_play};

/// The win probability that a score of centipawns stands for, with a sigmoid's scale.
pub fn probability(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

/// How many numbers are learned.
pub const WEIGHTS: usize = 2 * COUNT;

/// What learning ends with.
pub struct Learned {
    /// The best kernels, by the games that were kept aside.
    pub kernels: Kernels,
    /// Every pass over the data.
    pub epochs: Vec<Epoch>,
    /// The pass that the kernels are from, from 1.
    pub best: usize,
    /// How well the kernels fit each file's held-out games, after rounding.
    pub quality: Vec<Quality>,
}

/// How well kernels fit the games that were kept aside.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// The file.
    pub file: String,
    /// Positions.
    pub n: usize,
    /// The mean squared error against the engine's win probability.
    pub error: f64,
}

impl Learned {
    /// The kernels file; `about` becomes a comment at its top.
    pub fn file(&self, about: &str) -> String {
        text::write(&self.kernels, about)
    }
}

/// A table of how well kernels of several [terms](Terms) fit held-out games.
pub fn comparison(fits: &[(Terms, Vec<Quality>)]) -> String {
    let mut out = String::from("Mean squared error against the engine's win probability, held-out games\n");
    for (terms, quality) in fits {
        for quality in quality {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "  {:<10}{:.4}  {} positions of {}",
                terms.name(),
                quality.error,
                quality.n,
                quality.file
            );
        }
    }
    out
}

#[cfg(test)]
mod tests;
