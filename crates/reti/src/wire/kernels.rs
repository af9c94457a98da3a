//! Learned kernels as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Kind, Piece, Schema, Score};

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

/// What learned kernels see on a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KernelView {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<KernelView>,
    /// The position.
    pub fen: String,
    /// Whose kernels: `learned`, or the name of a file.
    pub kernels: String,
    /// What they make of the position, whoever is to move.
    pub score: Score,
    /// The side that the score speaks for.
    pub side: Color,
    /// What each group of weights adds for either side; White's parts less Black's are the score.
    pub terms: Vec<SideTerm>,
    /// What each piece does, by square.
    pub pieces: Vec<SeenPiece>,
    /// Isolated, doubled and otherwise weak pawns.
    pub weak_pawns: Vec<String>,
}

/// What a group of weights adds for both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideTerm {
    /// The group's permanent name.
    pub name: String,
    /// What is counted.
    pub meaning: String,
    /// White's part in centipawns.
    pub white: f64,
    /// Black's part in centipawns.
    pub black: f64,
}

/// What one piece does, as learned kernels count it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenPiece {
    /// The piece.
    #[serde(flatten)]
    pub piece: Piece,
    /// What it is worth here in centipawns: the score less the score without it; null for a king.
    pub worth: Option<i32>,
    /// Safe squares that it reaches: not its own side's, not attacked by an enemy pawn.
    pub reach: Vec<String>,
    /// Enemies that it attacks and no pawn protects.
    pub targets: Vec<String>,
    /// Enemies that it attacks and a pawn protects.
    pub guarded_targets: Vec<String>,
    /// Squares around the enemy king that it hits.
    pub ring: Vec<String>,
}
