//! Learned kernels as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Kind, Schema};

/// Learned kernels, in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnedKernels {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<LearnedKernels>,
    /// All groups of weights.
    pub groups: Vec<KernelGroup>,
}

/// A group of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelGroup {
    /// Its permanent name.
    pub name: String,
    /// What is counted, and what rows and columns mean.
    pub meaning: String,
    /// For the middlegame, by rows.
    pub middle: Vec<Vec<f64>>,
    /// For the endgame, by rows.
    pub end: Vec<Vec<f64>>,
}
