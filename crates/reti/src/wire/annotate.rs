//! Annotated games on the wire: one document per game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    AnnotationRole, Claim, Color, Exercise, Judgement, Kind, Phase, PraiseKind, Reason, Schema, Scheme, Score, Shape,
    TimeLeft,
};

/// A game with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotatedGame {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<AnnotatedGame>,
    /// The game's number in its file, from 1.
    pub game: usize,
    /// The line of the file on which it begins, from 1.
    #[serde(rename = "file_line")]
    pub line: usize,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// The tags in their order, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The opening, if its name is known.
    pub opening: Option<Opening>,
    /// Who evaluated, and how long.
    pub evaluator: String,
    /// By which thresholds moves are judged.
    pub scheme: Scheme,
    /// How good the start position is.
    pub score: Score,
    /// From whose point of view the score is: always White's.
    pub side: Color,
    /// The moves of the main line.
    pub moves: Vec<AnnotatedMove>,
    /// The game as a whole.
    pub summary: GameSummary,
    /// Positions of the game with one good answer, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exercises: Vec<Exercise>,
    /// Why the rest of the game could not be read.
    pub problem: Option<String>,
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its name.
    pub name: String,
    /// How many plies of the game belong to it.
    pub plies: usize,
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotatedMove {
    /// The ply, from 1.
    pub ply: usize,
    /// `12.` or `12...`.
    pub number: String,
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// The position after it.
    pub fen: String,
    /// How good that position is.
    pub score: Score,
    /// From whose point of view the score is: always White's.
    pub side: Color,
    /// What the advisor would have played.
    pub best: Option<BestMove>,
    /// Winning chances that the move lost, in points from 0 to 100.
    pub loss: f64,
    /// How good the move was, from 0 to 100.
    pub accuracy: f64,
    /// What it was, if it was a fault.
    pub judgement: Option<Judgement>,
    /// What it is praised for, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub praise: Option<PraiseKind>,
    /// The phase of the game in which it was played.
    pub phase: Phase,
    /// Seconds that its player had left after it, if the game tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// How much of his time that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_left: Option<TimeLeft>,
    /// What it allows, and why another move was better, as lessons give reasons.
    pub reasons: Vec<Reason>,
    /// What was missed, allowed, found or punished.
    pub annotations: Vec<Annotation>,
    /// The comment in words; empty where there is nothing to say.
    pub comment: String,
    /// Better lines, or what the comment before spoke of, in SAN from the position before the move.
    #[serde(rename = "variations_san")]
    pub variations: Vec<Vec<String>>,
    /// What a picture of the position after the move shows.
    pub shapes: Vec<Shape>,
    /// The order of the position after the move, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// Its fragility, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragility: Option<f64>,
}

/// The move that was better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BestMove {
    /// In UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// In SAN.
    pub san: String,
    /// The line in UCI, with the move.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
}

/// A claim and what it has to do with the move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Annotation {
    /// What the claim has to do with the move.
    pub role: AnnotationRole,
    /// The claim: of the mover if missed, found or punished, of the opponent if allowed.
    pub claim: Claim,
}

/// A game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// How White played.
    pub white: SideSummary,
    /// How Black played.
    pub black: SideSummary,
    /// The moves that changed most, in their order.
    pub turning_points: Vec<TurningPoint>,
    /// What happened, in two to five sentences: the opening, where it turned, what decided, how it ended, and
    /// what each side should study.
    pub story: String,
    /// The same in words, with who evaluated and the figures of both sides.
    pub text: String,
}

/// How a side played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideSummary {
    /// From 0 to 100; null without moves.
    pub accuracy: Option<f64>,
    /// The same by phase.
    pub phases: PhaseAccuracies,
    /// The same by the time left; empty where the game has no clocks.
    pub clocks: Vec<ClockAccuracy>,
    /// Moves that lost less than a point of winning chances.
    pub best_moves: usize,
    /// The longest row of them.
    pub longest_best: usize,
    /// Average centipawns lost per move.
    pub centipawn_loss: Option<f64>,
    /// How many moves were inaccuracies.
    pub inaccuracies: usize,
    /// How many moves were mistakes.
    pub mistakes: usize,
    /// How many moves were blunders.
    pub blunders: usize,
    /// Motifs of what the side found, with their number.
    pub found: BTreeMap<String, usize>,
    /// Motifs of what it missed.
    pub missed: BTreeMap<String, usize>,
    /// Motifs of what it allowed.
    pub allowed: BTreeMap<String, usize>,
}

/// How a side played in each phase, from 0 to 100: the mean of its moves; null without moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhaseAccuracies {
    /// Until pieces are out or exchanged.
    pub opening: Option<f64>,
    /// From there on.
    pub middlegame: Option<f64>,
    /// From six pieces besides kings and pawns on.
    pub endgame: Option<f64>,
}

/// How a side played with so much time left, from 0 to 100; null without moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockAccuracy {
    /// How much time was left after the move.
    pub time_left: TimeLeft,
    /// How many moves.
    pub moves: usize,
    /// The mean of their accuracies.
    pub accuracy: Option<f64>,
}

/// A move that changed the course of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurningPoint {
    /// The ply, from 1.
    pub ply: usize,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub first: String,
    /// The move with its number: `12... Qd7`.
    #[serde(rename = "text")]
    pub san: String,
    /// What the move was.
    pub judgement: Judgement,
    /// White's winning chances before it, in points from 0 to 100.
    pub before: f64,
    /// White's winning chances after it.
    pub after: f64,
}
