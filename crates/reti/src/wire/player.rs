//! A player's games together: what is missed and allowed, where and when.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Kind, Phase, Schema, TimeLeft};

/// A player's games together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerReport {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<PlayerReport>,
    /// The player, as the games spell the name.
    pub player: String,
    /// How many games.
    pub games: usize,
    /// All of the player's moves together.
    pub all: PlayerTally,
    /// By motif, what cost most first.
    pub motifs: Vec<PlayerMotif>,
    /// By phase.
    pub phases: BTreeMap<Phase, PlayerTally>,
    /// By the colour of the player's pieces.
    pub colors: BTreeMap<Color, PlayerTally>,
    /// By the family of the opening, as far as it is known.
    pub openings: BTreeMap<String, PlayerTally>,
    /// By the time left, in games with clocks.
    pub times: BTreeMap<TimeLeft, PlayerTally>,
    /// What to study, what cost most first: names of motifs and phases.
    pub study: Vec<PlayerStudy>,
    /// The same in words.
    pub text: String,
}

/// Some of a player's moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerTally {
    /// Games with such moves.
    pub games: usize,
    /// Moves.
    pub moves: usize,
    /// The mean accuracy, from 0 to 100; null without moves.
    pub accuracy: Option<f64>,
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// Faults that missed something with a motif.
    pub missed: usize,
    /// Faults that allowed something with a motif.
    pub allowed: usize,
    /// Points of winning chances that faults lost.
    pub lost: f64,
}

/// How often a motif was missed and allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerMotif {
    /// The motif.
    pub motif: String,
    /// Its name in words.
    pub name: String,
    /// How often the player missed it.
    pub missed: usize,
    /// How often the player allowed it.
    pub allowed: usize,
    /// Points of winning chances that this cost.
    pub lost: f64,
    /// How often by phase.
    pub phases: BTreeMap<Phase, usize>,
}

/// Something to study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerStudy {
    /// The motif or phase.
    pub what: String,
    /// Its name in words.
    pub name: String,
    /// Faults behind it.
    pub faults: usize,
    /// Points of winning chances that they lost.
    pub lost: f64,
}
