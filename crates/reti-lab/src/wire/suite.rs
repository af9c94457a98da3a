//! Results of test suites as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the engine made of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suite {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Suite>,
    /// The evaluation's name.
    pub evaluation: String,
    /// How many positions there are.
    pub n: usize,
    /// How many were solved.
    pub solved: usize,
    /// Points reached; one for each solution where the suite gives no points.
    pub score: u32,
    /// Points that could be reached.
    pub most: u32,
    /// The positions, in the suite's order.
    pub positions: Vec<SuitePosition>,
}

/// One position of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuitePosition {
    /// Its name.
    pub name: String,
    /// The move chosen, in UCI; null if there is none.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The same in SAN.
    pub san: Option<String>,
    /// Whether it solves the position.
    pub solved: bool,
    /// Its points.
    pub points: u32,
    /// The most points that a move has.
    pub most: u32,
}
