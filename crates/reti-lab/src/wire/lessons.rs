//! Measurements of lessons and of what detectors report, as data.

use std::collections::BTreeMap;

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often lessons name what a puzzle's first move allows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LessonsBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<LessonsBench>,
    /// Puzzles.
    pub n: usize,
    /// Of puzzles with a label that we know: some label is named.
    pub any: Share,
    /// The same without labels that describe a scene rather than a tactic.
    pub tactic: Share,
    /// The same without the distance to mate either.
    pub motif: Share,
    /// Share of lessons whose cause is proven.
    pub proven: f64,
    /// Share of lessons whose first allowed reply is the puzzle's solution.
    pub solution: f64,
    /// Median time of a lesson in milliseconds.
    pub median_ms: f64,
    /// By label.
    pub by_label: BTreeMap<String, Share>,
    /// Names of the puzzles no label of which is named.
    pub missed: Vec<String>,
    /// Names of the puzzles whose solution is not the first reply told.
    pub other_reply: Vec<String>,
}

/// A part of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Of how many.
    pub n: usize,
    /// Between 0 and 1.
    pub share: f64,
}

/// How much is reported on ordinary positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Noise {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Noise>,
    /// How many positions were looked at.
    pub positions: usize,
    /// Tactics per position, on average.
    pub order: f64,
    /// The same without saying losses twice.
    pub order_reduced: f64,
    /// How many positions have order 0, 1, 2 and so on.
    pub orders: Vec<usize>,
    /// By motif, those that occurred.
    pub motifs: Vec<MotifNoise>,
}

/// How much one motif is reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotifNoise {
    /// The motif.
    pub motif: String,
    /// How often it was reported.
    pub reported: usize,
    /// How often its estimate says that it wins something.
    pub sound: usize,
    /// Reported, per position.
    pub per_position: f64,
    /// Sound, per position.
    pub sound_per_position: f64,
}

/// How well tags agree with labels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotifsBench {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<MotifsBench>,
    /// By label.
    pub by_label: BTreeMap<String, Agreement>,
}

/// How well tags agree with the labels of one theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Puzzles with the label.
    pub n: usize,
    /// Of the puzzles that we tag, how many have the label; absent without a tag.
    pub precision: Option<f64>,
    /// Of the puzzles with the label, how many we tag; absent without a label.
    pub recall: Option<f64>,
    /// The harmonic mean of both.
    pub f1: Option<f64>,
    /// The same for what we claim on the board, without following the labels' usage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Box<Agreement>>,
}

/// What another engine says about lessons.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LessonOpinions {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<LessonOpinions>,
    /// Positions that were explained.
    pub positions: usize,
    /// The same word for the evaluation.
    pub same_word: usize,
    /// At most one step off.
    pub near_word: usize,
    /// The recommended move loses at most five points.
    pub good_advice: usize,
    /// Moves of the side to move that are said to win something.
    pub wins: usize,
    /// Of them, those that lose more than ten points.
    pub false_wins: usize,
    /// Tempting moves that are said to fail.
    pub refutations: usize,
    /// Of them, those that lose at least ten points.
    pub confirmed: usize,
    /// Positions in which the engine finds a move tempting that fails.
    pub tempting: usize,
    /// Of them, those whose lesson has a refuted move.
    pub told_why_not: usize,
    /// Lessons with a headline, a line of four plies and a reason.
    pub complete: usize,
    /// Reasons told.
    pub reasons: usize,
    /// Of them, those whose kind would be told of a random move too.
    pub random_reasons: usize,
    /// The same by kind of reason.
    pub by_reason: BTreeMap<String, ReasonRate>,
    /// Positions for which a coach was asked.
    pub coached: usize,
    /// Of them, those in which a move within five points of the best is shown.
    pub coach_has_best: usize,
    /// Moves that the coach shows.
    pub coach_moves: usize,
    /// Of them, those that lose more than ten points.
    pub coach_bad: usize,
    /// What the engine does not confirm.
    pub notes: Vec<LessonNote>,
}

/// How often a kind of reason is told, and holds for a random move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonRate {
    /// Told.
    pub told: usize,
    /// Also of a random move.
    pub random: usize,
}

/// Something that the engine does not confirm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LessonNote {
    /// Where the position is from.
    pub id: String,
    /// The position.
    pub fen: String,
    /// `advice`, `wins`, `refutation`, `tempting`, `coach` or `no reason`.
    pub what: String,
    /// The move.
    pub san: String,
    /// Points that it loses by the engine's count.
    pub lost: f64,
}
