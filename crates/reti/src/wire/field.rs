//! Influence fields as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, CriticalKind, Kind, PieceType, Schema, Score};

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
    /// The sizes of kernels that are added up, if several were asked for: middle parts of the kernels with a factor.
    pub scales: Option<Vec<Scale>>,
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
    /// Which kinds of pieces have most influence, if that was asked for; the shown field is then weighed by it.
    pub attention: Option<Attention>,
    /// Where pieces drift, if that was asked for.
    pub flow: Option<Flow>,
    /// What is shown, and what follows from its shape.
    pub shown: ShownField,
    /// What every evaluation makes of the position.
    pub evaluations: Vec<FieldScore>,
}

/// A size of kernels and how much it counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scale {
    /// The side of the middle part, in squares.
    pub size: usize,
    /// What its weights are multiplied by.
    pub factor: f64,
}

/// The softmax over all twelve norms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attention {
    /// What norms are divided by first.
    pub temperature: f64,
    /// The share of every kind of piece; all twelve add up to one.
    pub shares: SideNorms,
    /// The seed's formula: worth in pawns times share times norm, White's less Black's.
    pub score: f64,
}

/// Where pieces drift: down the slope of the opponent's influence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Flow {
    /// White's pieces, down Black's influence.
    pub white: SideFlow,
    /// Black's pieces, down White's influence.
    pub black: SideFlow,
}

/// One side's flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideFlow {
    /// The drift towards rank 1 on every square.
    pub down: Rows,
    /// The drift towards the h-file.
    pub right: Rows,
    /// Officers and the king, by square.
    pub pieces: Vec<Drift>,
}

/// How a piece drifts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drift {
    /// Where it stands.
    pub square: String,
    /// What it is.
    pub piece_type: PieceType,
    /// The drift towards rank 1.
    pub down: f64,
    /// The drift towards the h-file.
    pub right: f64,
    /// The size of both together: the sum of their absolute values.
    pub push: f64,
    /// The neighbouring square in the direction that is nearest, at the edge along it; null where there is none.
    pub to: Option<String>,
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

/// A number for every kind of piece, such as its L1 norm; pawn first and king last.
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
    /// A kind of piece, or what an evaluation has besides: `territory`, `occluded`, `attention`, `flow` and others.
    pub name: String,
    /// Centipawns for White.
    pub value: f64,
}
