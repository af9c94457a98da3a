//! Measurements of proofs and of what engines say about them, as data.

use std::collections::BTreeMap;

use reti::wire::{Color, Kind, Schema, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many goals were proven, and at what cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MateBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<MateBench>,
    /// Of all positions.
    #[serde(flatten)]
    pub all: MateFigures,
    /// The same figures by label, where puzzles have labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_label: BTreeMap<String, MateFigures>,
    /// Names of what was not proven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<String>,
}

/// How many goals of a set were proven, and at what cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MateFigures {
    /// Positions.
    pub n: usize,
    /// Proven.
    pub proven: usize,
    /// Refuted.
    pub refuted: usize,
    /// Unknown within the budget.
    pub unknown: usize,
    /// Median nodes of the proven ones.
    pub median_nodes: u64,
    /// 90th percentile of the same.
    pub p90_nodes: u64,
    /// Median size of the proofs.
    pub median_size: u64,
    /// Proven with a move that the file names as best; null if it names none.
    pub book_first: Option<usize>,
}

/// How often the best opportunity is a puzzle's solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TacticsBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TacticsBench>,
    /// Puzzles.
    pub n: usize,
    /// Share whose first move is the best opportunity.
    pub hit1: f64,
    /// Share whose first move is among the best three.
    pub hit3: f64,
    /// Share, of those with a theme that we know, whose theme our line has.
    pub theme: f64,
    /// Share with a proven best opportunity.
    pub proven: f64,
    /// Median time of the proof that was found, in milliseconds.
    pub median_ms: f64,
    /// Median time of a whole scan.
    pub median_scan_ms: f64,
    /// Median time of looking at all triggers.
    pub median_trigger_ms: f64,
    /// Median nodes of the proofs.
    pub median_nodes: u64,
    /// By rating band: `1200` is 1200 to 1599; `unrated` where the file says nothing.
    pub by_rating: BTreeMap<String, RatingBand>,
}

/// Hits in a rating band.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingBand {
    /// Puzzles.
    pub n: usize,
    /// Share whose first move is the best opportunity.
    pub hit1: f64,
    /// Share whose first move is among the best three.
    pub hit3: f64,
}

/// What an engine says about proven claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TruthBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TruthBench>,
    /// Positions.
    pub positions: usize,
    /// Proven claims, recaptures left out.
    pub claims: usize,
    /// Claims per position.
    pub claims_per_position: f64,
    /// Claims that only take back what the last move took.
    pub recaptures: usize,
    /// Claims that were put to the engine: the best of each position.
    pub checked: usize,
    /// Confirmed by comparison with the position before the opponent's last move, in full.
    pub confirmed_strictly: usize,
    /// Share that is confirmed so.
    pub share_strict: f64,
    /// Confirmed in any of the ways that the documentation describes.
    pub confirmed: usize,
    /// Share that is confirmed in any way.
    pub share: f64,
    /// Those that are not.
    pub disagreements: Vec<Disagreement>,
}

/// A claim that the engine does not confirm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Disagreement {
    /// Where the position is from.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The side to move, which claims.
    pub turn: Color,
    /// The trigger in UCI.
    #[serde(rename = "move")]
    pub trigger: String,
    /// The trigger in SAN.
    pub san: String,
    /// The gain that is claimed; null for a mate.
    pub gain: Option<i32>,
    /// The engine's evaluation after the trigger.
    pub after: Score,
    /// Its evaluation before; null where that is not known.
    pub before: Option<Score>,
    /// From whose point of view the scores are: the side that claims.
    pub side: Color,
    /// Our line in UCI.
    pub line: Vec<String>,
    /// Our line in SAN.
    pub line_san: Vec<String>,
}
