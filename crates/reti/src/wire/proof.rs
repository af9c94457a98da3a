//! Proofs and opportunities on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Kind, Schema, Verdict};

/// The answer to "does this win?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Proof>,
    /// The position.
    pub fen: String,
    /// The side to move, which claims.
    pub turn: Color,
    /// What is known.
    pub verdict: Verdict,
    /// What was to be shown: `mate`, `mate N` or `gain N`.
    pub goal: String,
    /// The first move in UCI; null if nothing is known.
    #[serde(rename = "move")]
    pub first: Option<String>,
    /// The first move in SAN.
    pub san: Option<String>,
    /// Centipawns that stay won, at least; null for a mate.
    pub gain: Option<i32>,
    /// Moves to mate, at most.
    pub mate: Option<u32>,
    /// Positions for which the goal was tested.
    pub nodes: u64,
    /// Positions in the proof.
    pub tree_size: usize,
    /// The line in which the other side holds out best, in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// The reply that refutes the move, in UCI.
    pub refutation: Option<String>,
    /// The same in SAN.
    pub refutation_san: Option<String>,
    /// Motifs of the proof, those that carry it first.
    pub motifs: Vec<ProofMotif>,
    /// The proof as a tree; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ProofStep>,
    /// The proof as a text that `reti prove --check` reads; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// What the attacker does, and every reply to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProofStep {
    /// The attacker's move in UCI; null where he need not move any more.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The move in SAN.
    pub san: Option<String>,
    /// The position after it.
    pub fen: String,
    /// Positions in this part of the proof.
    pub size: usize,
    /// Why the proof ends here; null where it goes on.
    pub end: Option<ProofEnd>,
    /// Centipawns that the attacker is ahead at this end, at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// Every legal reply, the one that holds out longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<ProofReply>,
    /// Whether the proof goes on, but is not shown: it is too large. Ask again from here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A reply of the defender and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProofReply {
    /// The reply in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The reply in SAN.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// What the attacker does then.
    pub then: ProofStep,
}

/// Why a proof ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofEnd {
    /// The defender is mated.
    Checkmate,
    /// The attacker is ahead, and would be even if he passed.
    Settled,
    /// The attacker is ahead after this move, for good.
    Kept,
    /// A table says that the attacker wins.
    Table,
}

/// A motif of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProofMotif {
    /// The motif's name.
    pub motif: String,
    /// Whether the proof breaks without it.
    pub causal: bool,
}

/// Whether a certificate holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Checked>,
    /// Whether the checker accepts it.
    pub accepted: bool,
    /// Why not.
    pub fault: Option<String>,
    /// The position.
    pub fen: Option<String>,
    /// The first move in UCI.
    #[serde(rename = "move")]
    pub first: Option<String>,
    /// The first move in SAN.
    pub san: Option<String>,
    /// Centipawns that stay won, at least.
    pub gain: Option<i32>,
    /// Moves to mate, at most.
    pub mate: Option<u32>,
    /// Positions in the proof.
    pub tree_size: usize,
}

/// What can be won in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opportunities {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Opportunities>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// Tactics of the position that a forcing line realises.
    pub order_sound: usize,
    /// Proven opportunities, best first.
    pub opportunities: Vec<Opportunity>,
}

/// A trigger with what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opportunity {
    /// The trigger in UCI.
    #[serde(rename = "move")]
    pub trigger: String,
    /// The trigger in SAN.
    pub san: String,
    /// What is known.
    pub verdict: Verdict,
    /// Centipawns that stay won, at least.
    pub gain: Option<i32>,
    /// Moves to mate, at most.
    pub mate: Option<u32>,
    /// What a shallow forcing search expects, in centipawns.
    pub degree: i32,
    /// The motifs that the trigger creates.
    pub motifs: Vec<String>,
    /// The line in UCI.
    pub line: Vec<String>,
    /// The line in SAN.
    pub line_san: Vec<String>,
}
