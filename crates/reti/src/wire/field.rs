//! Influence fields as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, CriticalKind, Kind, Schema, Score};

/// Eight rows of eight numbers; the first row is rank 8, the first column the a-file.
pub type Rows = [[f64; 8]; 8];

/// The fields of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fields {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Fields>,
    /// The position.
    pub fen: String,
    /// The kernels' name.
    pub kernels: String,
    /// Whether sliders stop at pieces.
    pub occluded: bool,
    /// White's six fields.
    pub white: PieceFields,
    /// Black's six fields.
    pub black: PieceFields,
    /// Sums over pieces.
    pub sums: FieldSums,
    /// The L1 norm of every field.
    pub norms: SideNorms,
    /// T(B): squares where White's influence is larger, less those where Black's is.
    pub territory: i32,
    /// What is shown, and what follows from its shape.
    pub shown: ShownField,
    /// What every evaluation makes of the position.
    pub evaluations: Vec<FieldScore>,
}

/// A field for each kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names of the pieces say it")]
pub struct PieceFields {
    pub pawn: Rows,
    pub knight: Rows,
    pub bishop: Rows,
    pub rook: Rows,
    pub queen: Rows,
    pub king: Rows,
}

/// Sums of fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldSums {
    /// White's influence.
    pub white: Rows,
    /// Black's influence.
    pub black: Rows,
    /// Both added up.
    pub strength: Rows,
    /// White's less Black's.
    pub balance: Rows,
}

/// L1 norms, pawn first and king last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideNorms {
    /// White's.
    pub white: [f64; 6],
    /// Black's.
    pub black: [f64; 6],
}

/// One field with its slopes and critical points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownField {
    /// Its name, such as `balance` or `white knight`.
    pub name: String,
    /// Its values.
    pub values: Rows,
    /// The rise towards rank 1.
    pub slope_down: Rows,
    /// The rise towards the h-file.
    pub slope_right: Rows,
    /// The sum of the four neighbours less four times the square.
    pub laplacian: Rows,
    /// Squares that stand out, sorted by square.
    pub critical_points: Vec<CriticalPoint>,
}

/// A square that stands out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CriticalPoint {
    /// The square's name.
    pub square: String,
    /// How.
    pub kind: CriticalKind,
    /// The field there.
    pub value: f64,
}

/// A score and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldScore {
    /// The evaluation's name.
    pub name: String,
    /// What the position is worth.
    pub score: Score,
    /// From whose point of view the score is: always White's.
    pub side: Color,
    /// Its parts, which add up to the score before rounding.
    pub terms: Vec<ScoreTerm>,
}

/// A part of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreTerm {
    /// A kind of piece, `territory` or `occluded`.
    pub name: String,
    /// Centipawns for White.
    pub value: f64,
}
