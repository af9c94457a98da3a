//! Exercises on the wire: one document each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnnotationRole, Evidence, Kind, Opening, Schema};

/// A position of a game with exactly one good answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Exercise {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Exercise>,
    /// The position; the side to move solves it.
    pub fen: String,
    /// The solution in UCI: the solver's move, the reply, and so on; it ends with a move of the solver.
    pub solution: Vec<String>,
    /// The same in SAN.
    pub san: Vec<String>,
    /// The motifs that the solution uses.
    pub motifs: Vec<String>,
    /// A hint in words.
    pub hint: String,
    /// Why the solution is good, in words.
    pub reason: String,
    /// How that is known.
    pub evidence: Evidence,
    /// By how many points of winning chances every other first move is worse, at least.
    pub margin: f64,
    /// How hard it seems, on the scale of ratings.
    pub difficulty: u32,
    /// Moves to mate, if the solution ends in mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<usize>,
    /// Where it comes from.
    pub source: ExerciseSource,
}

/// Where an exercise comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExerciseSource {
    /// The game's number in its file, from 1.
    pub game: usize,
    /// How many plies of the game led to the position.
    pub ply: usize,
    /// The number of the move that is to be found: `12.` or `12...`.
    pub number: String,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// `missed` if the game did not go on with the solution, else `allowed`.
    pub role: AnnotationRole,
    /// What was played in the position, in UCI; absent at the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The position before the opponent's last move, and that move in UCI; absent at the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<ExerciseSetUp>,
    /// Where the game can be seen, if its `Site` tag says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The opening of the game, if its name is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// The game's `White`, `Black` and `Date` tags, as far as it has them.
    pub tags: Vec<(String, String)>,
}

/// The move that led to an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExerciseSetUp {
    /// The position before it.
    pub fen: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub first: String,
}
