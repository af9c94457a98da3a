//! The one JSON schema of Reti, version `reti/2`.
//!
//! Every face of the program writes these structs; none has fields of its own. A field that is
//! once published keeps its name and meaning within a version. Squares and moves are text (`e4`,
//! `e2e4`), sums are centipawns, and nothing here names an internal type.

mod annotate;
mod exercise;
mod lesson;
mod geometry;
mod proof;
mod tables;
mod field;
mod kernels;
mod tactics;

use std::collections::BTreeMap;

use serde::Serialize;

pub use annotate::{
    AnnotatedGame, AnnotatedMove, Annotation, BestMove, GameSummary, Opening, PhaseAccuracies, SideSummary,
    TurningPoint,
};
pub use exercise::{Exercise, ExerciseSetUp, ExerciseSource};
pub use field::{CriticalPoint, FieldScore, FieldSums, Fields, PieceFields, Rows, ScoreTerm, ShownField, SideNorms};
pub use geometry::{Compared, Solved, SolvedBranch, Trajectories, Zone, ZoneSymbol, Zones};
pub use kernels::{KernelGroup, LearnedKernels};
pub use lesson::{
    Alternative, Assessment, Best, Claim, Evidence, Lesson, Played, Points, Reason, Score, Shape, WhyNot,
};
pub use proof::{Checked, Opportunities, Opportunity, Proof, ProofMotif};
pub use tables::{
    TableAudit, TableBuilt, TableCategories, TableForgery, TableLongest, TableMove, TableProbe, TableRest,
    TableSections, TableSides, TableStats, TableValues, TableVerification, TableViolation,
};
pub use tactics::{Motif, MotifExample, Roles, Tactic, TacticChange, TacticProperties, TacticValue, Tactics};

/// The version that documents carry as `"schema"`.
pub const SCHEMA: &str = "reti/2";

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The square's name.
    pub square: String,
    /// `white` or `black`.
    pub color: &'static str,
    /// `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    #[serde(rename = "type")]
    pub piece_type: &'static str,
}

/// The fight over one square that a move begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exchange {
    /// The schema's version.
    pub schema: &'static str,
    /// The position before the move.
    pub fen: String,
    /// The move in SAN.
    pub san: String,
    /// What the move is worth for its mover in centipawns, by all legal captures.
    pub value: i32,
    /// The same by always capturing with the cheapest piece.
    pub fast: i32,
    /// The move and the captures that both sides choose, in UCI.
    pub sequence: Vec<String>,
    /// The same, told step by step.
    pub steps: Vec<ExchangeStep>,
    /// Pieces that could go on capturing at the end, but whose side had better stop.
    pub declined: Vec<Piece>,
    /// Defenders of the square that may not recapture after the first move.
    pub notes: Vec<DefenseNote>,
}

/// One move of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExchangeStep {
    /// The move in UCI.
    pub uci: String,
    /// The piece that moves, on the square it comes from.
    pub piece: Piece,
    /// What it becomes, if it promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<&'static str>,
    /// What it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<&'static str>,
    /// The balance for the side that began, after this step.
    pub balance: i32,
    /// What the capture gains its side compared with stopping before it; absent for the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_by: Option<i32>,
}

/// A defender that does not defend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefenseNote {
    /// The square that it seems to defend.
    pub target: String,
    /// The piece.
    pub defender: Piece,
    /// `pinned-absolute`, `must-answer-check` or `king-cannot-capture`.
    pub reason: &'static str,
    /// The piece that pins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinner: Option<Piece>,
}

/// A position's graph in the node-link convention of networkx.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// Always true.
    pub directed: bool,
    /// Always true: a pair of pieces may have several relations.
    pub multigraph: bool,
    /// What holds for the whole graph.
    pub graph: GraphProperties,
    /// The pieces, sorted by square.
    pub nodes: Vec<Node>,
    /// The relations, sorted by source square, relation, target square, third piece.
    pub links: Vec<Link>,
}

/// What holds for a whole graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphProperties {
    /// The schema's version.
    pub schema: &'static str,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: &'static str,
    /// The only relation that is kept, or `all`.
    pub relation: String,
    /// Whether relations without legal force were dropped.
    pub legal_only: bool,
}

/// A piece as a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The square's name, which identifies the node.
    pub id: String,
    /// FEN letter: upper case for White.
    pub piece: char,
    /// `white` or `black`.
    pub color: &'static str,
    /// `pawn` … `king`.
    #[serde(rename = "type")]
    pub piece_type: &'static str,
    /// The square's number: a1 is 0, b1 is 1, h8 is 63.
    pub index: u32,
    /// What the piece is worth in centipawns; the king's 10000 serves comparisons only.
    pub worth: i32,
}

/// A relation as an edge. Properties that a relation does not have are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Link {
    /// The node that acts.
    pub source: String,
    /// The node it acts upon.
    pub target: String,
    /// Tells parallel edges apart: the relation, and the third piece where there is one.
    pub key: String,
    /// `attack`, `defend`, `block`, `pin` or `xray`.
    pub relation: &'static str,
    /// Attack, defend: whether the capture would leave the own king safe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<bool>,
    /// Attack: whether the target is the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    /// Attack: whether it is an en passant capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<bool>,
    /// X-ray: the piece in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// Block: the slider that is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slider: Option<String>,
    /// Pin: the dearer piece behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shielded: Option<String>,
    /// Pin: whether that is the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_absolute: Option<bool>,
    /// Block, x-ray: `attack` or `defend`, what the open line would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// Block: whether the blocker shields a friend from an enemy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shields: Option<bool>,
}

/// How fragile a game was, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FragilityCurve {
    /// The schema's version.
    pub schema: &'static str,
    /// `standard` or `author-code`: on which graph the figures were computed.
    pub mode: &'static str,
    /// The game's number in its file, from 1.
    pub game: usize,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// The ply with the largest value, the first of equals.
    pub peak: usize,
    /// The start position as ply 0, then every move.
    pub plies: Vec<FragilityPly>,
}

/// The fragility of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FragilityPly {
    /// How many moves had been played.
    pub ply: usize,
    /// How the last move is numbered: `12.` or `12...`; null for the start.
    pub number: Option<String>,
    /// The last move; null for the start.
    pub san: Option<String>,
    /// F: the sum over both sides.
    pub f: f64,
    /// The part of White's attacked pieces.
    pub f_white: f64,
    /// The part of Black's attacked pieces.
    pub f_black: f64,
    /// The attacked piece that most paths run through: FEN letter and square, such as `Nf3` or `pe5`.
    pub key: Option<String>,
}

/// A line and the themes it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The schema's version.
    pub schema: &'static str,
    /// The position before the first move.
    pub fen: String,
    /// The side that solves: `white` or `black`.
    pub solver: &'static str,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// What the line uses, by theme and ply.
    pub uses: Vec<ThemeUse>,
}

/// One use of a theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThemeUse {
    /// The theme's name, such as `back-rank-mate`.
    pub theme: &'static str,
    /// What puzzle databases call it, such as `backRankMate`; absent where they have no word for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
    /// The index of the move in `moves` that uses it.
    pub ply: usize,
    /// Who plays which role: role names to squares.
    pub roles: BTreeMap<&'static str, Vec<String>>,
}

/// Any document of this module as JSON text, one line with a final newline.
pub fn to_line<T: Serialize>(document: &T) -> String {
    let mut text = serde_json::to_string(document).expect("plain data with text keys is always JSON");
    text.push('\n');
    text
}

/// Any document of this module as indented JSON text with a final newline.
pub fn to_json<T: Serialize>(document: &T) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("plain data with text keys is always JSON");
    text.push('\n');
    text
}

/// The position of a line of a batch: a FEN as it stands, or the `fen` of a JSON object.
pub fn fen_of_line(line: &str) -> String {
    let fen = serde_json::from_str::<serde_json::Value>(line).ok().and_then(|value| match &value {
        serde_json::Value::String(fen) => Some(fen.clone()),
        value => value.get("fen").and_then(|fen| fen.as_str()).map(str::to_owned),
    });
    fen.unwrap_or_else(|| line.to_owned())
}
