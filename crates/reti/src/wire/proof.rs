//! Proofs and opportunities on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, Grade, Kind, Schema, SoundnessVerdict, Tactic, Verdict};

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
    /// What was to be shown: `mate`, `mate N`, `gain N` or `eval N`.
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
    /// Whether that was all that the budget allowed; an unknown verdict without it needs longer lines than a
    /// proof may have.
    #[serde(default)]
    pub spent: bool,
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
    /// Where an evaluation was the goal: what it says before the first move, and what the search made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<CalculatedGain>,
    /// The proof as a tree; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ProofStep>,
    /// The proof as a text that `reti prove --check` reads; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// What a search makes of the readable evaluation: calculated, never proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CalculatedGain {
    /// The evaluation of the position as it stands, in centipawns for the side to move.
    pub before: i32,
    /// The evaluation at the end of the best line, in centipawns for the same side; mates count as 10,000.
    pub after: i32,
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
    /// T: how many tactics there are.
    pub order: usize,
    /// T*: hanging pieces that another tactic is about are not counted again.
    pub order_reduced: usize,
    /// `T_sound`: how many tactics are proven to win something as the game stands.
    pub order_sound: usize,
    /// White's degree of soundness: the largest degree of its tactics, in centipawns; null without one.
    pub degree_white: Option<i32>,
    /// Black's degree of soundness.
    pub degree_black: Option<i32>,
    /// All tactics, each with its soundness, sorted by motif and roles.
    pub tactics: Vec<Tactic>,
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
    /// The tactics that the trigger creates, and those that its line creates later and needs, each with its
    /// soundness; squares are those of the board after `ply` plies of the tactic's line.
    pub tactics: Vec<Tactic>,
    /// The line in UCI.
    pub line: Vec<String>,
    /// The line in SAN.
    pub line_san: Vec<String>,
}

/// Whether a tactic keeps what it promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Soundness {
    /// What is known.
    pub verdict: SoundnessVerdict,
    /// Centipawns that it wins for its owner: proven if it is sound, calculated if that is likely.
    pub gain: Option<i32>,
    /// Moves to mate, at most; 0 if the mate is on the board.
    pub mate: Option<u32>,
    /// The proof number: how many positions must at least still be won for a proof, 0 if it is proven; null if
    /// the forcing moves are exhausted.
    pub proof_number: Option<u32>,
    /// The line that shows it, in UCI from the position of the document: how it is won, or how it is refuted.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// After so many plies of the line the tactic is on the board; 0 if it is there now.
    pub ply: usize,
    /// What a quick search of forcing moves expects were its owner to move, in centipawns; null in check.
    pub degree: Option<i32>,
    /// What the degree is called; null without one.
    pub grade: Option<Grade>,
    /// Positions that the verdict cost.
    pub nodes: u64,
    /// The proofs as texts that `reti prove --check` reads: one if the owner is to move, otherwise one for each
    /// reply; only if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<String>,
}
