//! Measurements of reviewed games and of exercises, as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What another engine says about reviewed games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<ReviewBench>,
    /// Games that were reviewed.
    pub games: usize,
    /// Their plies.
    pub plies: usize,
    /// Mistakes and blunders of ours.
    pub serious: usize,
    /// Of them, those that the engine calls at most one step milder.
    pub confirmed: usize,
    /// Inaccuracies of ours.
    pub inaccuracies: usize,
    /// Of them, those that lose at least 2.5 points at the engine's glance.
    pub confirmed_inaccuracies: usize,
    /// Blunders by the engine's count, among what its glance suspects.
    pub blunders: usize,
    /// Of them, those that we call mistakes or blunders.
    pub found: usize,
    /// Of them, those that have any glyph of ours.
    pub marked: usize,
    /// Moves with a glyph.
    pub glyphs: usize,
    /// Of them, those with a reason that names more than a preferred move.
    pub reasoned: usize,
    /// Reasons told, replies and better moves included.
    pub reasons: usize,
    /// Of them, those whose move loses less than 10 points by the engine's count.
    pub confirmed_reasons: usize,
    /// Processor seconds of our own for all games.
    pub cpu_seconds: f64,
    /// The same for 80 plies.
    pub game_seconds: f64,
    /// What the engine does not confirm.
    pub notes: Vec<ReviewNote>,
}

/// Something that the engine does not confirm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewNote {
    /// The game's number in its file.
    pub game: usize,
    /// The ply, from 1.
    pub ply: usize,
    /// The position in which the move is played.
    pub fen: String,
    /// `glyph`, `overlooked` or `reason`.
    pub what: String,
    /// The move.
    pub san: String,
    /// What we call the move of the game.
    pub ours: String,
    /// Points that the move loses by the engine's count.
    pub lost: f64,
    /// Points that the move of the game loses by ours.
    pub our_loss: f64,
    /// The same at first sight: what loses little is not looked at again.
    pub at_first: f64,
}

/// Whether another engine agrees that exercises have one good answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExercisesBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<ExercisesBench>,
    /// Games.
    pub games: usize,
    /// Exercises made of them.
    pub exercises: usize,
    /// Those whose first move is the engine's best.
    pub best: usize,
    /// Of them, those in which every other move is at least 10 points worse by the engine's count.
    pub one_answer: usize,
    /// The same with 15 points.
    pub one_clear_answer: usize,
    /// Processor seconds of our own for all games.
    pub cpu_seconds: f64,
    /// What the engine does not confirm.
    pub notes: Vec<ExerciseNote>,
}

/// An exercise that the engine does not confirm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExerciseNote {
    /// The game's number in its file.
    pub game: usize,
    /// Plies of the game that led to it.
    pub ply: usize,
    /// The position.
    pub fen: String,
    /// Our answer.
    pub san: String,
    /// By how many points our answer is better than the best other move, by the engine's count.
    pub margin: f64,
    /// The same by ours.
    pub ours: f64,
}
