//! What is going on in a position, as claims.

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
    /// Most important first.
    pub claims: Vec<Claim>,
}

/// Something that holds on the board, with what supports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// `opportunity` of the side to move, `threat` against it, or `observation`.
    pub kind: &'static str,
    /// The motifs that it is about.
    pub motifs: Vec<&'static str>,
    /// The roles of the first of them.
    pub roles: Roles,
    /// The move that it begins with, in UCI.
    pub trigger: Option<String>,
    /// `proven` for opportunities and threats; null for what is simply there.
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
