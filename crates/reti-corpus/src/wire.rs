//! What `reti-corpus` writes as JSON, in the schema of [`reti::wire`].

use std::collections::BTreeMap;

use reti::wire::{Color, Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an import has done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Import {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Import>,
    /// How many files were named.
    pub sources: usize,
    /// Parts of these files that are finished now.
    pub parts: usize,
    /// Those of them that were finished before.
    pub skipped: usize,
    /// Games that could be read.
    pub games: u64,
    /// Their positions; 0 if no table needs them.
    pub positions: u64,
    /// Tactics in these positions.
    pub tactics: u64,
    /// Observations in these positions.
    pub observations: u64,
    /// Relations in these positions, each as long as it lasted.
    pub edges: u64,
    /// Mates on the board.
    pub mates: u64,
    /// Games and ranges that could not be read.
    pub errors: u64,
    /// How long it took.
    pub seconds: f64,
    /// What all threads computed together; null where the system does not tell.
    pub cpu_seconds: Option<f64>,
}

/// A position that a pattern was found in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundPosition {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<FoundPosition>,
    /// The pattern.
    pub pattern: String,
    /// The number of the game in the corpus.
    pub game: i64,
    /// How many moves had been played.
    pub ply: i32,
    /// The position.
    pub fen: String,
    /// Who played White.
    pub white: Option<String>,
    /// Who played Black.
    pub black: Option<String>,
    /// The tactics and observations that the pattern names.
    pub matched: Vec<FoundTactic>,
}

/// A tactic of a found position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundTactic {
    /// The motif's name.
    pub motif: String,
    /// The side that profits.
    pub owner: Color,
    /// The pieces of each role: FEN letter and square.
    pub roles: BTreeMap<String, Vec<String>>,
}

reti::documents! {
    "import": Import,
        "What an import has done: games, positions, tactics, errors and time.",
        "import testdata/games/scholars-mate.pgn --out corpus --tables games,positions,tactics --format json";
    "found-position": FoundPosition,
        "A position that a pattern was found in; one document per line.",
        "find corpus 'hanging-piece, ply < 8' --limit 1 --format json";
}
