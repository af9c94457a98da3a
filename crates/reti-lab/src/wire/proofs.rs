//! Measurements of proofs and of what engines say about them, as data.

use std::collections::BTreeMap;

use serde::Serialize;

/// How many goals were proven, and at what cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MateBench {
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
    /// The same figures by label, where puzzles have labels.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub by_label: BTreeMap<String, MateBench>,
    /// Names of what was not proven.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<String>,
}

/// How often the best opportunity is a puzzle's solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TacticsBench {
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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RatingBand {
    /// Puzzles.
    pub n: usize,
    /// Share whose first move is the best opportunity.
    pub hit1: f64,
    /// Share whose first move is among the best three.
    pub hit3: f64,
}

/// What an engine says about proven claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TruthBench {
    /// Positions.
    pub positions: usize,
    /// Proven claims, recaptures left out.
    pub claims: usize,
    /// Claims a position.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// Where the position is from.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The trigger in SAN.
    pub san: String,
    /// The gain that is claimed; null for a mate.
    pub gain: Option<i32>,
    /// The engine's evaluation after the trigger, for the side that claims.
    pub after: i32,
    /// Its evaluation before, for the same side; null where that is not known.
    pub before: Option<i32>,
    /// Our line in SAN.
    pub line: Vec<String>,
}
