//! Positions for graph learning, as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One position of a dataset in JSON lines; the arrays are those of the NumPy archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DatasetLine {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<DatasetLine>,
    /// The position.
    pub fen: String,
    /// Node features, one row per piece.
    pub x: Vec<Vec<f32>>,
    /// Sources and targets of the edges.
    pub edge_index: [Vec<i64>; 2],
    /// The relation of each edge.
    pub edge_type: Vec<i64>,
    /// Edge features, one row per edge.
    pub edge_attr: Vec<Vec<f32>>,
    /// The third piece of each edge, or -1.
    pub edge_third: Vec<i64>,
    /// The number of the move that each edge is, or -1.
    pub edge_move: Vec<i64>,
    /// Pieces and tactics of the incidences.
    pub hyperedge_index: [Vec<i64>; 2],
    /// The role of each incidence.
    pub hyperedge_role: Vec<i64>,
    /// The motif of each tactic.
    pub hyperedge_type: Vec<i64>,
    /// Tactic features, one row per tactic.
    pub hyperedge_attr: Vec<Vec<f32>>,
    /// Features of the whole position.
    pub u: Vec<f32>,
    /// The game's result: 1, 0 or -1; null if unknown.
    pub y_result: Option<f32>,
    /// An evaluation from the game's comments; null if there is none.
    pub y_eval_cp: Option<f32>,
    /// The number of the move that was played; -1 at the end of the game.
    pub y_move: i64,
}
