//! Our engine's moves by another engine's word, as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much our engine's moves lose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MovesBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<MovesBench>,
    /// The other engine's nodes for each look.
    pub engine_nodes: u64,
    /// By our engine's nodes and where the positions are from.
    pub rows: Vec<MovesRow>,
    /// Moves that lose more than five points.
    pub notes: Vec<MovesNote>,
}

/// Moves with one budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MovesRow {
    /// Our engine's nodes for each move.
    pub nodes: u64,
    /// Where the positions are from: games, puzzles, or all.
    pub source: String,
    /// How many.
    pub n: usize,
    /// Moves that lose at most five points of winning chances.
    pub within: usize,
    /// The same in percent.
    pub percent: f64,
    /// Points that a move loses on average.
    pub mean_loss: f64,
    /// Mean distance of the two engines' winning chances, in points.
    pub mean_distance: f64,
    /// The other engine's centipawns for each of ours, by least squares over positions that both guess to be within
    /// five pawns; null where there are none.
    pub scale: Option<f64>,
}

/// A move that loses more than five points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MovesNote {
    /// The position's name.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Our engine's nodes.
    pub nodes: u64,
    /// Our engine's move.
    pub san: String,
    /// The other engine's move.
    pub better_san: String,
    /// Points of winning chances that it loses.
    pub lost: f64,
}
