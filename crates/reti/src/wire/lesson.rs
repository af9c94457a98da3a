//! Lessons on the wire: what is said about a position or a move, claim by claim.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AssessmentWord, ClaimKind, Color, Judgement, Kind, Meaning, Roles, Schema, Value};

/// A lesson about a position, or about a move in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lesson {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Lesson>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// Who stands better, after the move if one was given; null if the game is over.
    pub assessment: Option<Assessment>,
    /// What the move deserves; only if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
    /// What to play; null if the game is over, or if the given move needs no better one.
    pub best: Option<Best>,
    /// What the opponent would do, or can do after the given move, the punishing reply first.
    pub threats: Vec<Claim>,
    /// Tempting moves that fail.
    pub why_not: Vec<WhyNot>,
    /// What matters on the board.
    pub features: Vec<Claim>,
    /// What several good lines share.
    pub plan: Option<Claim>,
    /// Every claim, in the order told.
    pub claims: Vec<Claim>,
    /// Claims that were left out for brevity.
    pub left_out: usize,
    /// Tables beyond those inside the program that were asked.
    pub tables: Vec<String>,
    /// Alternatives that teach; only if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<Alternative>>,
    /// The lesson in words.
    pub text: String,
}

/// A score: centipawns or moves to mate, and a table's value where one is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// Centipawns; 0 for a draw that tables know, 10000 for a win of unknown length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate, negative if the side is mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The exact value, if a table or the rules know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

impl Score {
    /// A score of so many centipawns.
    pub fn centipawns(cp: i32) -> Score {
        Score { cp: Some(cp), ..Score::default() }
    }
}

/// Who stands better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assessment {
    /// In one word.
    pub word: AssessmentWord,
    /// The side that stands better; null if neither does.
    pub better: Option<Color>,
    /// The score.
    pub score: Score,
    /// From whose point of view the score is: always White's.
    pub side: Color,
    /// The material in words.
    pub material: String,
    /// How it is known.
    pub evidence: Evidence,
}

/// How a claim is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Evidence {
    /// The checker accepted a proof.
    Proven {
        /// Positions in the proof.
        size: usize,
    },
    /// A table or the rules know.
    Exact {
        /// For the side to move where the claim's line begins.
        score: Score,
    },
    /// An advisor looked.
    Calculated {
        /// Who.
        by: String,
        /// At how many positions.
        nodes: u64,
        /// How many plies deep.
        depth: u32,
        /// For the side to move where the claim's line begins.
        score: Score,
    },
    /// All legal captures on one square.
    Exchange {
        /// The square.
        square: String,
        /// What the side that begins gains, in centipawns.
        gain: i32,
    },
    /// It stands there.
    Board,
}

impl Evidence {
    /// Its name, as documents carry it.
    pub const fn name(&self) -> &'static str {
        match self {
            Evidence::Proven { .. } => "proven",
            Evidence::Exact { .. } => "exact",
            Evidence::Calculated { .. } => "calculated",
            Evidence::Exchange { .. } => "exchange",
            Evidence::Board => "board",
        }
    }
}

/// Something that is said, with what supports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// What is said.
    pub kind: ClaimKind,
    /// The reason's name; only for reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The motifs that it is about.
    pub motifs: Vec<String>,
    /// The roles of the first of them.
    pub roles: Roles,
    /// The position in which the line begins; after a pass for threats.
    #[serde(rename = "fen")]
    pub from: String,
    /// The move that it begins with, in UCI.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Centipawns that are won, at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// Moves to mate, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// The line in UCI.
    pub line: Vec<String>,
    /// The line in SAN.
    #[serde(rename = "line_san")]
    pub san: Vec<String>,
    /// How it is known.
    pub evidence: Evidence,
    /// In words.
    pub text: String,
    /// What a picture of it shows.
    pub shapes: Vec<Shape>,
}

/// A mark on the board with a meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shape {
    /// Where an arrow starts, or the square of a ring.
    pub from: String,
    /// Where an arrow points; null for a ring.
    pub to: Option<String>,
    /// What it shows.
    pub meaning: Meaning,
}

/// The move to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Best {
    /// In UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// In SAN.
    pub san: String,
    /// The line in UCI, with the move.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// What it leads to.
    pub score: Score,
    /// From whose point of view the score is: the mover's.
    pub side: Color,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// Why a move is good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// `wins`, `threatens`, `parries`, `prepares`, `trades`, `improves` and others.
    pub reason: String,
    /// In words.
    pub text: String,
    /// How it is known.
    pub evidence: Evidence,
}

/// A tempting move that fails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WhyNot {
    /// In UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// In SAN.
    pub san: String,
    /// The move and the line that refutes it, in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// Winning chances that it loses, in points from 0 to 100.
    pub loss: f64,
    /// What the refuting line uses.
    pub motifs: Vec<String>,
    /// In words.
    pub text: String,
    /// How it is known.
    pub evidence: Evidence,
}

/// What a played move deserves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// In UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// In SAN.
    pub san: String,
    /// What it deserves.
    pub judgement: Judgement,
    /// Winning chances that it loses, in points from 0 to 100.
    pub loss: f64,
    /// What it leads to.
    pub score: Score,
    /// From whose point of view the score is: the mover's.
    pub side: Color,
    /// In words.
    pub text: String,
}

/// A move that is worth knowing, and what it teaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// In UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// In SAN.
    pub san: String,
    /// What it leads to.
    pub score: Score,
    /// From whose point of view the score is: the student's.
    pub side: Color,
    /// Winning chances that it loses against the best move, in points from 0 to 100.
    pub loss: f64,
    /// The sum of the points.
    pub teachability: f64,
    /// What the points are for.
    pub points: Vec<Points>,
    /// The line in UCI, with the move.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// In words.
    pub text: String,
}

/// Points of teachability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Points {
    /// A motif's label or a rule's name.
    pub name: String,
    /// What it counts.
    pub points: f64,
}
