//! Learned kernels as data.

use serde::Serialize;

/// Learned kernels, in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnedKernels {
    /// The schema's version.
    pub schema: &'static str,
    /// All groups of weights.
    pub groups: Vec<KernelGroup>,
}

/// A group of weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KernelGroup {
    /// Its permanent name.
    pub name: &'static str,
    /// What is counted, and what rows and columns mean.
    pub meaning: &'static str,
    /// For the middlegame, by rows.
    pub middle: Vec<Vec<f64>>,
    /// For the endgame, by rows.
    pub end: Vec<Vec<f64>>,
}
