//! Verdicts on tactics and what another engine says about them, as data.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What another engine says about the soundness of tactics.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SoundnessBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<SoundnessBench>,
    /// Positions.
    pub positions: usize,
    /// Tactics on their boards.
    pub tactics: usize,
    /// Of them sound.
    pub sound: usize,
    /// Of them likely.
    pub likely: usize,
    /// Of them refuted.
    pub refuted: usize,
    /// Of them unknown.
    pub unknown: usize,
    /// Tactics that proven moves make.
    pub made: usize,
    /// Sound tactics, made ones included, that the engine was asked about.
    pub sound_checked: usize,
    /// Of them, those that it does not confirm.
    pub sound_wrong: usize,
    /// Refuted tactics that the engine was asked about.
    pub refuted_checked: usize,
    /// Of them, those that are real to it.
    pub refuted_real: usize,
    /// Certificates of sound tactics.
    pub certificates: usize,
    /// Of them, those that the checker accepted from their text.
    pub accepted: usize,
    /// Puzzles among the positions.
    pub puzzles: usize,
    /// Of them, those in which a tactic of the solution is sound.
    pub solutions_sound: usize,
    /// Of them, those in which the solution is proven, with or without a tactic.
    pub solutions_proven: usize,
    /// Median milliseconds of our own for a position.
    pub median_ms: f64,
    /// What the engine does not confirm.
    pub notes: Vec<SoundnessNote>,
}

/// A verdict that the engine does not share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SoundnessNote {
    /// The verdict, and where.
    pub id: String,
    /// Position, tactic and lines.
    pub text: String,
}
