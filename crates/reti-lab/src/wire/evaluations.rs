//! How evaluations compare, as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How evaluations compare under one search: the seed's table 8.2, measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Comparison>,
    /// One row for each evaluation.
    pub rows: Vec<ComparisonRow>,
}

/// What was measured of one evaluation; what was not is null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonRow {
    /// The evaluation's name.
    pub evaluation: String,
    /// Nanoseconds for a position from scratch, the fastest of several passes.
    pub nanoseconds: f64,
    /// Nanoseconds for a position where all are scored together.
    pub batched_nanoseconds: f64,
    /// Nodes per second in search, on one thread.
    pub nodes_per_second: f64,
    /// Random positions searched to depth 3.
    pub to_depth: Option<ToDepth>,
    /// Win-at-Chess at the smaller budget.
    pub tactics: Option<Reached>,
    /// Win-at-Chess at the larger budget.
    pub deep_tactics: Option<Reached>,
    /// Moves of master games matched at the smaller budget.
    pub masters: Option<Reached>,
    /// Points of the strategic suite at the smaller budget.
    pub strategy: Option<Reached>,
}

/// What searches of random positions to a fixed depth cost on one thread: the seed's benchmark 8.1.3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToDepth {
    /// The depth, in plies.
    pub depth: u32,
    /// How many positions were searched.
    pub n: usize,
    /// Nodes a position.
    pub nodes: f64,
    /// Milliseconds of processor time a position; of ordinary time where the system does not tell the processor's.
    pub milliseconds: f64,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    /// Nodes for each position.
    pub nodes: u64,
    /// How many positions were searched.
    pub n: usize,
    /// What was reached: positions, moves or points.
    pub reached: u64,
    /// The most that there is.
    pub most: u64,
    /// The part in percent.
    pub percent: f64,
}
