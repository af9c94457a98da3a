//! What the server says besides the documents of the commands: positions, analyses, jobs and problems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Kind, PieceType, Schema, Score, TableProgress};

/// A position as it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PositionRead {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<PositionRead>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// Where the moves begin.
    pub start: String,
    /// The moves that led here, in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How the game is over: `checkmate`, `stalemate` or `dead`; null if it is not.
    pub over: Option<String>,
    /// The legal moves, in the order of their names.
    pub legal: Vec<LegalMove>,
    /// The board in text, with Unicode figures, White's side below.
    pub board: String,
    /// The game that the position comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameTree>,
    /// The games of the text, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameEntry>,
}

/// A board as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Drawing {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Drawing>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The board in text, with Unicode figures, seen from the same side.
    pub board: String,
    /// The placement in words.
    pub text: String,
    /// The picture; absent where it travels beside the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMove {
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// Where it starts.
    pub from: String,
    /// Where it ends: for castling where the king ends.
    pub to: String,
    /// What the pawn becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<PieceType>,
    /// Whether it takes something.
    pub capture: bool,
}

/// A game of a text with several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameEntry {
    /// Its number, from 1.
    pub game: usize,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// How many moves of the main line could be read.
    pub plies: usize,
    /// The result.
    pub result: String,
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameTree {
    /// Its number in the text, from 1.
    pub game: usize,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub fen: String,
    /// The result.
    pub result: String,
    /// The main line.
    pub moves: Vec<GameNode>,
    /// Why the rest could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemDetails>,
}

/// A move of a game with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameNode {
    /// How it is numbered: `12.` or `12...`.
    pub number: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Comments before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preface: Vec<String>,
    /// Comments after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Numeric glyphs, as PGN numbers them: 1 is `!`, 4 is `??`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// What could have been played instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<GameNode>>,
}

/// What the engine thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Analysis>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The last finished depth, in plies.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Whether the search is over.
    pub done: bool,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalysisLine>,
}

/// A line that the engine would play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisLine {
    /// What it is worth.
    pub score: Score,
    /// From whose point of view: White's.
    pub side: Color,
    /// The moves in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
}

/// The engine's move in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineMove {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<EngineMove>,
    /// The position before the move.
    pub fen: String,
    /// The move in UCI; null if the game is over.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The move in SAN.
    pub san: Option<String>,
    /// The position after the move; the same if there is none.
    pub after: String,
    /// The rating that was asked for; null for full strength.
    pub elo: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
}

/// How far an answer has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// The share of the work that is done, from 0 to 1.
    pub progress: f64,
    /// What is done with a table that is being made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableProgress>,
}

impl Progress {
    /// A share, in thousandths.
    pub fn of(share: f64) -> Progress {
        Progress { progress: (share * 1000.0).round() / 1000.0, table: None }
    }
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for a free thread.
    Queued,
    /// It is being done.
    Running,
    /// Its result can be fetched.
    Done,
    /// It was refused or went wrong; `problem` says why.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
}

/// Work that takes longer than a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Job {
    /// Its name.
    pub id: String,
    /// How far it has come.
    pub state: JobState,
    /// The share of the work that is done, from 0 to 1.
    pub progress: f64,
    /// Where its events are told.
    pub events: String,
    /// Where its result is.
    pub result: String,
    /// Why there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemDetails>,
}

/// A problem as RFC 9457 describes it, with the place where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemDetails {
    /// What kind of problem it is: an address below this server, the same for all of its kind.
    #[serde(rename = "type")]
    pub problem: String,
    /// The kind in words.
    pub title: String,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong this time, and what was expected.
    pub detail: String,
    /// The part of the request that is wrong, such as `fen` or `moves/3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The text that could not be used; of a malformed request its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Where the bad part of the text begins, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// Where it ends; the same as `start` where something is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// The line of a malformed request, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The message, the text, and a caret under the bad part, as three lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
}

impl ProblemDetails {
    /// A problem of a kind.
    pub fn new(slug: &str, title: &str, status: u16, detail: String) -> ProblemDetails {
        ProblemDetails {
            problem: format!("/api/v1/docs#{slug}"),
            title: title.to_owned(),
            status,
            detail,
            field: None,
            text: None,
            start: None,
            end: None,
            line: None,
            report: None,
        }
    }
}
