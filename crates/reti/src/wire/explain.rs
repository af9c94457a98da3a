//! What is going on in a position, as claims.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Roles;

/// The explanation of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The schema's version.
    pub schema: &'static str,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: &'static str,
    /// The move that is explained, in UCI; only if one was given.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Most important first.
    pub claims: Vec<Claim>,
    /// The endgames whose tables, from a folder of the user, answered; those in the program do always.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
}

/// Something that holds on the board, with what supports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// `opportunity` of the side to move, `threat` against it, or `observation`. About a move: what it
    /// wins or missed, what it allows, and what it changes.
    pub kind: &'static str,
    /// The motifs that it is about.
    pub motifs: Vec<&'static str>,
    /// The roles of the first of them.
    pub roles: Roles,
    /// The move that it begins with, in UCI.
    pub trigger: Option<String>,
    /// `proven` for opportunities and threats, `unknown` for what only seems so; null for what is
    /// simply there.
    pub verdict: Option<&'static str>,
    /// Centipawns that stay won, at least.
    pub gain: Option<i32>,
    /// Moves to mate, at most.
    pub mate: Option<u32>,
    /// The line in which the other side holds out best, in UCI.
    pub line: Vec<String>,
    /// The claim in words.
    pub text: String,
    /// What a picture of it shows.
    pub shapes: Vec<Shape>,
}

/// A mark on the board with a meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Where an arrow starts, or the square of a ring.
    pub from: String,
    /// Where an arrow points; null for a ring.
    pub to: Option<String>,
    /// `attacker`, `target`, `defender` or `line`.
    pub meaning: &'static str,
}

/// How often lessons name what a puzzle's first move allows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonsBench {
    /// Puzzles.
    pub n: usize,
    /// Of puzzles with a label that we know: some label is named.
    pub any: Share,
    /// The same without labels that describe a scene rather than a tactic.
    pub tactic: Share,
    /// The same without the distance to mate either.
    pub motif: Share,
    /// Share of lessons whose cause is proven.
    pub proven: f64,
    /// Share of lessons whose first allowed reply is the puzzle's solution.
    pub solution: f64,
    /// Median time of a lesson in milliseconds.
    pub median_ms: f64,
    /// By label.
    pub by_label: BTreeMap<String, Share>,
    /// Names of the puzzles no label of which is named.
    pub missed: Vec<String>,
}

/// A part of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Of how many.
    pub n: usize,
    /// Between 0 and 1.
    pub share: f64,
}

/// The alternatives of a position that teach most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coaching {
    /// The schema's version.
    pub schema: &'static str,
    /// The position.
    pub fen: String,
    /// The student: the side to move.
    pub side: &'static str,
    /// The student's move in UCI, if it is known.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Its evaluation for the student in centipawns; a mate in n plies is 10,000 - n.
    pub evaluation: Option<i32>,
    /// Who evaluates: `reti`, `uci` or `table`.
    pub source: &'static str,
    /// Best first.
    pub alternatives: Vec<Alternative>,
}

/// An explanation with the alternatives beside it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coached<'a> {
    /// The explanation.
    #[serde(flatten)]
    pub told: &'a Explanation,
    /// The alternatives.
    pub coaching: &'a Coaching,
}

/// A move with its continuation and what it teaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// The move in UCI.
    pub trigger: String,
    /// The move in SAN.
    pub san: String,
    /// Centipawns for the student; a mate in n plies is 10,000 - n.
    pub evaluation: i32,
    /// The sum of the reasons.
    pub teachability: f64,
    /// Why it teaches, as points.
    pub reasons: Vec<Reason>,
    /// The continuation in UCI.
    pub line: Vec<String>,
    /// The continuation in SAN.
    pub line_san: Vec<String>,
    /// In words.
    pub text: String,
}

/// A reason with its points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// A motif's label or a rule's name.
    pub reason: String,
    /// What it counts.
    pub points: f64,
}
