//! Endgame tables as data.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Color, FiftyMoveRule, Kind, Metric, Schema, TableSource, TableVerdict, Value, VerificationMethod};

/// What tables say about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableProbe {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableProbe>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// For the side to move; the fifty-move rule is ignored.
    pub value: Value,
    /// Plies to mate, where the table counts them.
    pub dtm: Option<u16>,
    /// Moves of the winner to mate or, in tables that count so, to the next capture or pawn move.
    pub rank: Option<u8>,
    /// What `rank` counts.
    pub metric: Option<Metric>,
    /// What is known about the fifty-move rule and the clock of the position; nothing for draws.
    #[serde(default)]
    pub fifty_move_rule: Option<FiftyMoveRule>,
    /// Who answered.
    pub source: TableSource,
    /// All legal moves, best first.
    pub moves: Vec<TableMove>,
    /// Best play by both sides in UCI; empty for a draw.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
}

/// What tables say about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableMove {
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// For the side that plays it.
    pub value: Value,
    /// Plies to mate from before the move, where known.
    pub dtm: Option<u16>,
}

/// How many positions have which value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableValues {
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
}

/// The same for both sides to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSides {
    /// White to move.
    pub white_to_move: TableValues,
    /// Black to move.
    pub black_to_move: TableValues,
}

/// Positions by category, both sides to move together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableCategories {
    /// No move, in check.
    pub mate: u64,
    /// No move, not in check.
    pub stalemate: u64,
    /// Some move captures.
    pub capture: u64,
    /// Some move promotes and none captures.
    pub promotion_only: u64,
    /// No move changes the material.
    pub quiet: u64,
}

/// The longest win or loss with one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableLongest {
    /// The side to move.
    pub turn: Color,
    /// A win or a loss, for the side to move.
    pub value: Value,
    /// Its rank in moves of the winner.
    pub rank: u8,
    /// Plies to mate, where the table counts them.
    pub dtm: Option<u16>,
    /// How many positions are as long, in orbits.
    pub positions: u64,
    /// One of them.
    pub fen: String,
}

/// Numbers about one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableStats {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableStats>,
    /// The endgame, the stronger side first.
    pub endgame: String,
    /// What ranks count.
    pub metric: Metric,
    /// Values by convention: `full`, `orbits`, `orbits_ordered`, `c462`.
    #[serde(flatten)]
    pub values: BTreeMap<String, TableSides>,
    /// Plies of the longest mate, either side to move, where the table counts them.
    pub max_dtm: Option<u16>,
    /// The longest wins and losses.
    pub longest: Vec<TableLongest>,
    /// Mutual zugzwangs in orbits: won only because black is to move.
    pub zugzwangs_for_white: u64,
    /// Won only because white is to move.
    pub zugzwangs_for_black: u64,
    /// Whoever is to move loses.
    pub zugzwangs_full_point: u64,
    /// Categories by convention.
    pub categories: BTreeMap<String, TableCategories>,
    /// Percentage of positions in which a capture or promotion is possible (462 convention).
    pub capture_percent: f64,
    /// Seconds to generate, if it was measured.
    pub generate_seconds: Option<f64>,
    /// Seconds to verify by ranks, if it was measured.
    pub verify_seconds: Option<f64>,
}

/// One place of a table that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableViolation {
    /// The position.
    pub fen: String,
    /// Value and rank that stand there.
    pub found: String,
    /// What the successors say.
    pub expected: String,
}

/// What is known about one table file and everything that it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableAudit {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableAudit>,
    /// The endgame, by which the file is named.
    pub table: String,
    /// Whose table it is.
    pub source: TableSource,
    /// What is known about it.
    pub verdict: TableVerdict,
    /// Which table it is.
    pub checksum: Option<String>,
    /// The same verdicts by section.
    pub sections: TableSections,
    /// The tables that its certificate names.
    pub rests_on: Vec<TableRest>,
    /// Places checked.
    pub positions: u64,
    /// Places whose code or value is wrong.
    pub violations: u64,
    /// The first wrong codes.
    pub first: Vec<TableViolation>,
    /// What is wrong, in words.
    pub problem: Option<String>,
}

/// Verdicts by section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSections {
    /// Value and rank of each place.
    pub codes: TableVerdict,
    /// Values alone, and that they agree with the codes.
    pub values: TableVerdict,
}

/// A table that another rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRest {
    /// The endgame.
    pub table: String,
    /// Which table of it the certificate names.
    pub checksum: String,
    /// What is known about the one that is here.
    pub verdict: TableVerdict,
}

/// What a verifier found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableVerification {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableVerification>,
    /// The endgame.
    pub endgame: String,
    /// What was checked.
    pub method: VerificationMethod,
    /// Where the labels came from: `reti`, `syzygy` or a file's name.
    pub source: String,
    /// Whether nothing failed.
    pub passed: bool,
    /// Whether passing proves the labels right.
    pub sufficient: bool,
    /// Positions (462 convention; places of the table for the certified method).
    pub positions: u64,
    /// Positions by category, for `cqd`.
    pub categories: Option<TableCategories>,
    /// Violations by category, for `cqd`.
    pub violations_by_category: Option<TableCategories>,
    /// All violations.
    pub violations: u64,
    /// Violations of the undivided check, for `cqd`; always the same number.
    pub full_violations: Option<u64>,
    /// Labels that no rank can support, where ranks had to be found.
    pub unsupported: Option<u64>,
    /// Positions that captures and promotions settle, or without a move, for `quiet`.
    #[serde(default)]
    pub settled: Option<u64>,
    /// The first violations.
    #[serde(rename = "first_violations")]
    pub first: Vec<TableViolation>,
}

/// The tree of an endgame, how many exceptions it has, and its first levels as rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRules {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableRules>,
    /// The endgame; White is the side that it names first.
    pub endgame: String,
    /// The endgames that share the tree.
    pub shared: Vec<String>,
    /// Positions; mirror images are counted once.
    pub positions: u64,
    /// Leaves of the tree.
    pub leaves: u64,
    /// The most questions that it asks.
    pub depth: u64,
    /// Positions about which the tree is wrong.
    pub exceptions: u64,
    /// Violations that the published check of labels finds in what the tree says without its exceptions (462).
    pub violations: u64,
    /// Labels that tree and exceptions do not give as the table has them: none.
    pub differences: u64,
    /// What they take.
    pub bytes: TableRulesBytes,
    /// The first levels, from left to right.
    pub rules: Vec<TableRule>,
}

/// Bytes of the values of an endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRulesBytes {
    /// The tree.
    pub tree: u64,
    /// The list of exceptions.
    pub exceptions: u64,
    /// The values in our own file.
    pub values: u64,
    /// The file of Syzygy, where a folder was named and has it.
    pub syzygy: Option<u64>,
}

/// Positions that have something in common, and who wins most of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRule {
    /// What they have in common.
    pub conditions: Vec<TableCondition>,
    /// Who wins most of them; nobody: a draw.
    pub winner: Option<Color>,
    /// How many they are.
    pub positions: u64,
    /// How many of them end otherwise.
    pub exceptions: u64,
    /// The conditions in words.
    pub text: String,
}

/// An answer that positions have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableCondition {
    /// The question and the men that it is about: `distance white-king white-pawn`.
    pub question: String,
    /// The least answer; yes is 1 and no is 0.
    pub least: i8,
    /// The greatest answer.
    pub most: i8,
}

/// A forged labelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableForgery {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableForgery>,
    /// The endgame.
    pub endgame: String,
    /// The side that is said to win.
    pub winner: Color,
    /// Wrong labels by convention.
    pub wrong: BTreeMap<String, u64>,
    /// Wrong labels with the winner to move (462).
    pub winner_to_move: u64,
    /// Wrong labels with the other side to move (462).
    pub loser_to_move: u64,
    /// What verifiers say about the labelling, only if they were asked: the check of labels alone, then the one
    /// that wants ranks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<TableVerification>,
}

/// What building one table took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableBuilt {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableBuilt>,
    /// The endgame.
    pub endgame: String,
    /// Legal places, both sides to move.
    pub positions: u64,
    /// Seconds of generating.
    pub generate_seconds: f64,
    /// Seconds of certifying.
    pub verify_seconds: f64,
    /// Seconds of everything, loading and writing included.
    pub seconds: f64,
    /// Processor seconds of everything, where the system tells.
    pub cpu_seconds: Option<f64>,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of its values section.
    pub value_bytes: u64,
}

/// Counts of one convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableTurns {
    /// White to move.
    pub white: TableValues,
    /// Black to move.
    pub black: TableValues,
}

/// Counts in the four conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableCounts {
    /// Every placement.
    pub full: TableTurns,
    /// One of each class of placements that board symmetries make equal.
    pub orbits: TableTurns,
    /// The same with identical men told apart: the convention of published statistics.
    pub orbits_ordered: TableTurns,
    /// The seed's 462 king pairs.
    pub c462: TableTurns,
}

/// Counts with the fifty-move rule, in the published convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableFifty {
    /// Cursed wins and blessed losses are draws here.
    pub orbits_ordered: TableTurns,
}

/// Moves of the longest win of each side that can win.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableLengths {
    /// Of white.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u32>,
    /// Of black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
}

/// A position for each side that can win.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TablePositions {
    /// Of white.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Of black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
}

impl TablePositions {
    fn is_empty(&self) -> bool {
        self.white.is_none() && self.black.is_none()
    }
}

/// Checksums of one side's wins, made on a graphics card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSums {
    /// Of the labels: attacker to move and not won, defender to move and lost.
    pub labels: String,
    /// Of the ranks.
    pub ranks: String,
}

/// Checksums of each side that can win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableChecksums {
    /// Of white's wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<TableSums>,
    /// Of black's wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<TableSums>,
}

/// An endgame that was made, ranked, counted and certified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableCertificate {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TableCertificate>,
    /// The endgame.
    pub endgame: String,
    /// How many men it has.
    pub men: u8,
    /// What ranks count.
    pub metric: Metric,
    /// Positions that the certifier found wrong.
    pub violations: u64,
    /// Wins, draws and losses without the fifty-move rule.
    pub counts: TableCounts,
    /// The same with it, where it was counted: on a graphics card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifty_move_rule: Option<TableFifty>,
    /// The longest win of each side, in moves that `metric` counts.
    pub longest: TableLengths,
    /// A position of each of them, where somebody wants to look at it: in answers to `build`.
    #[serde(default, skip_serializing_if = "TablePositions::is_empty")]
    pub longest_positions: TablePositions,
    /// Checksums by winner, made on a graphics card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksums: Option<TableChecksums>,
    /// Which table it is: the checksum by which files name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The tables that captures and promotions lead to, with their checksums: by endgame, or by attacker and
    /// defender where a graphics card made them.
    pub rests_on: BTreeMap<String, String>,
}

/// What is done with a table while it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableStage {
    /// Wins are looked for, round by round.
    Generating,
    /// The verifier looks at every position.
    Certifying,
    /// Positions are counted.
    Counting,
}

/// How far the making of a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableProgress {
    /// The endgame that is being made: the one that was asked for, or one that it leads to.
    pub endgame: String,
    /// Its number among the tables to make, from 1.
    pub number: usize,
    /// How many tables are made.
    pub tables: usize,
    /// What is done with it.
    pub stage: TableStage,
    /// The round that is over, without pawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<TableRound>,
    /// The placements of pawns that are solved, with pawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placements: Option<TablePlacements>,
}

/// A round in which a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRound {
    /// The side whose wins are looked for.
    pub winner: Color,
    /// Its number: wins in so many moves are decided by it.
    pub round: u8,
    /// Positions that it decided, both sides to move, as the table holds them.
    pub decided: u64,
}

/// Placements of pawns, each of which is solved by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TablePlacements {
    /// Solved.
    pub done: usize,
    /// Of how many.
    pub all: usize,
}
