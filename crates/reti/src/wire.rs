//! The one JSON schema of Reti, version `reti/2`.
//!
//! Every face of the program writes these structs; none has fields of its own. A field that is
//! once published keeps its name and meaning within a version. Squares and moves are text (`e4`,
//! `e2e4`), sums are centipawns, and nothing here names an internal type.

mod document;
mod terms;
mod annotate;
mod check;
mod exercise;
mod player;
mod lesson;
mod geometry;
mod proof;
mod tables;
mod field;
mod kernels;
mod tactics;
mod serve;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Problem;

pub use document::{Document, DocumentType, Kind, Schema, schema_of};
pub use terms::{
    AnnotationRole, AssessmentWord, BranchAim, ClaimKind, Color, CriticalKind, DefenseFault, Fate, FiftyMoveRule,
    Forecast, FragilityMode, FrozenReason, GainSource, Grade, Judgement, LineKind, Meaning, Metric, MotifClass, Phase,
    PieceType, PraiseKind, Relation, Scheme, SoundnessVerdict, TableSource, TableVerdict, Tier, TimeLeft, Value,
    Verdict, VerificationMethod, ZoneKind,
};

pub use annotate::{
    AnnotatedGame, AnnotatedMove, Annotation, BestMove, ClockAccuracy, GameSummary, Opening, PhaseAccuracies,
    SideSummary, TurningPoint,
};
pub use check::{CheckedClaim, CheckedStatements, CheckedText, Ground, Prompt, StatedClaim, StatementVerdict};
pub use exercise::{Exercise, ExerciseSetUp, ExerciseSource};
pub use field::{
    Attention, CriticalPoint, Drift, FieldScore, FieldSums, Fields, Flow, PieceFields, Rows, Scale, ScoreTerm,
    ShownField, SideFlow, SideNorms,
};
pub use geometry::{
    BranchZone, Compared, Solved, SolvedBranch, SymbolAfter, Trajectories, Zone, ZoneAfter, ZoneSymbol, Zones,
    ZonesAfter,
};
pub use kernels::{KernelGroup, KernelView, LearnedKernels, SeenPiece, SideTerm};
pub use lesson::{
    Alternative, Assessment, Best, Claim, Evidence, Lesson, Played, Points, Reason, Score, Shape, WhyNot,
};
pub use player::{PlayerMotif, PlayerReport, PlayerStudy, PlayerTally};
pub use proof::{
    CalculatedGain, Checked, Opportunities, Opportunity, Proof, ProofEnd, ProofMotif, ProofReply, ProofStep, Soundness,
};
pub use serve::{
    Analysis, AnalysisLine, Drawing, EngineMove, GameEntry, GameNode, GameTree, Job, JobState, LegalMove, PositionRead,
    ProblemDetails, Progress,
};
pub use tables::{
    TableAudit, TableBuilt, TableCategories, TableCertificate, TableChecksums, TableCondition, TableCounts, TableFifty,
    TableForgery, TableLengths, TableLongest, TableMove, TablePlacements, TablePositions, TableProbe, TableProgress,
    TableRest, TableRound, TableRule, TableRules, TableRulesBytes, TableSections, TableSides, TableStage, TableStats,
    TableSums, TableTurns, TableValues, TableVerification, TableViolation,
};
pub use tactics::{Motif, MotifExample, Roles, Tactic, TacticChange, TacticProperties, TacticValue, Tactics};

/// The version that documents carry as `"schema"`.
pub const SCHEMA: Schema = Schema;

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// The square's name.
    pub square: String,
    /// Whose it is.
    pub color: Color,
    /// What it is.
    #[serde(rename = "type")]
    pub piece_type: PieceType,
}

/// The fight over one square that a move begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exchange {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Exchange>,
    /// The position before the move.
    pub fen: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// What the move gains its mover in centipawns, by all legal captures.
    pub gain: i32,
    /// The same by always capturing with the cheapest piece.
    pub fast_gain: i32,
    /// The move and the captures that both sides choose, in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// The same, told step by step.
    pub steps: Vec<ExchangeStep>,
    /// Pieces that could go on capturing at the end, but whose side had better stop.
    pub declined: Vec<Piece>,
    /// Defenders of the square that may not recapture after the first move.
    pub notes: Vec<DefenseNote>,
    /// The same with captures on all squares: desperadoes, captures in between; null if that is too much.
    #[serde(default)]
    pub everywhere: Option<ExchangeEverywhere>,
}

/// The fight that a move begins if both sides may capture anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeEverywhere {
    /// What the move gains its mover in centipawns.
    pub gain: i32,
    /// The move and the captures in UCI; `0000` where a side waits.
    pub line: Vec<String>,
    /// The same in SAN; `--` where a side waits.
    pub line_san: Vec<String>,
    /// What the captures change besides material, for the mover; not part of the gain.
    pub bonuses: Vec<ExchangeBonus>,
}

/// What captures change besides material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeBonus {
    /// The observation that appears or disappears, such as `doubled-pawn`.
    pub motif: String,
    /// What that weighs for the mover, in centipawns.
    pub value: i32,
}

/// One move of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeStep {
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// The piece that moves, on the square it comes from.
    pub piece: Piece,
    /// What it becomes, if it promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<PieceType>,
    /// What it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<PieceType>,
    /// The balance for the side that began, after this step.
    pub balance: i32,
    /// What the capture gains its side compared with stopping before it; absent for the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_by: Option<i32>,
}

/// A defender that does not defend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DefenseNote {
    /// The square that it seems to defend.
    pub target: String,
    /// The piece.
    pub defender: Piece,
    /// Why not.
    pub reason: DefenseFault,
    /// The piece that pins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinner: Option<Piece>,
}

/// A position's graph in the node-link convention of networkx.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Graph {
    /// Always true.
    pub directed: bool,
    /// Always true: a pair of pieces may have several relations.
    pub multigraph: bool,
    /// What holds for the whole graph.
    pub graph: GraphProperties,
    /// The pieces, sorted by square.
    pub nodes: Vec<Node>,
    /// The relations, sorted by source square, relation, target square, third piece.
    pub links: Vec<Link>,
}

/// What holds for a whole graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphProperties {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Graph>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The only relation that is kept, or `all`.
    pub relation: String,
    /// Whether relations without legal force were dropped.
    pub legal_only: bool,
}

/// A piece as a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// The square's name, which identifies the node.
    pub id: String,
    /// FEN letter: upper case for White.
    pub piece: char,
    /// Whose it is.
    pub color: Color,
    /// What it is.
    #[serde(rename = "type")]
    pub piece_type: PieceType,
    /// The square's number: a1 is 0, b1 is 1, h8 is 63.
    pub index: u32,
    /// What the piece is worth in centipawns; the king's 10000 serves comparisons only.
    pub worth: i32,
}

/// A relation as an edge. Properties that a relation does not have are absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// The node that acts.
    pub source: String,
    /// The node it acts upon.
    pub target: String,
    /// Tells parallel edges apart: the relation, and the third piece where there is one.
    pub key: String,
    /// What the source does to the target.
    pub relation: Relation,
    /// How much it matters beside the others: what is dear and poorly guarded counts; 0 where a pin says the same.
    #[serde(default)]
    pub strength: u32,
    /// Attack, defend: whether the capture would leave the own king safe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<bool>,
    /// Attack: whether the target is the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    /// Attack: whether it is an en passant capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<bool>,
    /// X-ray: the piece in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// Block: the slider that is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slider: Option<String>,
    /// Pin: the dearer piece behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shielded: Option<String>,
    /// Pin: whether that is the king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_absolute: Option<bool>,
    /// Block, x-ray: what the open line would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<LineKind>,
    /// Block: whether the blocker shields a friend from an enemy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shields: Option<bool>,
}

/// How fragile a game was, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragilityCurve {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<FragilityCurve>,
    /// On which graph the figures were computed.
    pub mode: FragilityMode,
    /// The game's number in its file, from 1.
    pub game: usize,
    /// Who played whom, where and when, as far as known.
    pub name: String,
    /// The ply with the largest value, the first of equals.
    pub peak: usize,
    /// The start position as ply 0, then every move.
    pub plies: Vec<FragilityPly>,
}

/// The fragility of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FragilityPly {
    /// How many moves had been played.
    pub ply: usize,
    /// How the last move is numbered: `12.` or `12...`; null for the start.
    pub number: Option<String>,
    /// The last move in UCI; null for the start.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The last move in SAN; null for the start.
    pub san: Option<String>,
    /// F: the sum over both sides.
    pub f: f64,
    /// The part of White's attacked pieces.
    pub f_white: f64,
    /// The part of Black's attacked pieces.
    pub f_black: f64,
    /// The attacked piece that most paths run through: FEN letter and square, such as `Nf3` or `pe5`.
    pub key: Option<String>,
    /// How many tactics there are, how many are sound, and the degrees of both sides; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soundness: Option<SoundnessPly>,
}

/// The tactical complexity of one position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SoundnessPly {
    /// T: how many tactics there are.
    pub order: usize,
    /// `T_sound`: how many are proven to win something as the game stands.
    pub order_sound: usize,
    /// The largest degree of White's tactics, in centipawns; null without one.
    pub degree_white: Option<i32>,
    /// The largest degree of Black's tactics.
    pub degree_black: Option<i32>,
}

/// A line and the themes it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Line>,
    /// The position before the first move.
    pub fen: String,
    /// The side that solves.
    pub solver: Color,
    /// The moves in UCI.
    pub line: Vec<String>,
    /// The moves in SAN.
    pub line_san: Vec<String>,
    /// What the line uses, by theme and ply.
    pub uses: Vec<ThemeUse>,
}

/// One use of a theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThemeUse {
    /// The theme's name, such as `back-rank-mate`.
    pub theme: String,
    /// What puzzle databases call it, such as `backRankMate`; absent where they have no word for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The index of the move in `line` that uses it.
    pub ply: usize,
    /// Who plays which role: role names to squares.
    pub roles: BTreeMap<String, Vec<String>>,
}

crate::documents! {
    "lesson": Lesson,
        "What there is to say about a position or a move: who stands better, what to play and why, what the opponent \
         threatens, tempting moves that fail. Every claim has its line and its evidence. Several \
         positions on standard input give one document per line.",
        "explain 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --format json";
    "annotated-game": AnnotatedGame,
        "A game with scores, losses, judgements, claims and a summary; one document per line for each game of a file.",
        "annotate testdata/games/scholars-mate.pgn --nodes 2000 --format json";
    "player-report": PlayerReport,
        "A player's games together, after the documents of the games: motifs missed and allowed, and what to study.",
        "annotate testdata/games/scholars-mate.pgn --nodes 2000 --player White --format json";
    "exercise": Exercise,
        "A position of a game with exactly one good answer; one document per line.",
        "exercises --sample --format json";
    "checked": CheckedStatements,
        "What others say about a position: every statement that was read, true, false or cannot tell, with what shows it, \
         and the parts of the text that were not understood.",
        "check 'rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3' 'The knight on f6 is pinned to the queen, \
         and it is Black to move.' --format json";
    "prompt": Prompt,
        "What a language model should be told about a position, most important first, and what it must not claim; \
         within a budget of tokens.",
        "prompt '4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1' --tokens 300 --format json";
    "tactics": Tactics,
        "All tactics of a position with their roles, their order, how they interact, and their core.",
        "tactics 'r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1' --format json";
    "tactic-change": TacticChange,
        "What a move does to the tactics of a position.",
        "tactics 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1' --before-after Nc7+ --format json";
    "opportunities": Opportunities,
        "The tactics of a position, each with its soundness, and what is proven to win something, best first.",
        "tactics 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --prove --format json";
    "line": Line,
        "A line of moves and the themes that it uses.",
        "tactics '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --line Ra8# --format json";
    "motif": Motif,
        "A motif of the catalogue; `reti motifs --format json` writes the list of all.",
        "motifs fork --format json";
    "graph": Graph,
        "The relations between the pieces in the node-link convention of networkx: `schema` and `kind` stand in `graph`.",
        "graph '4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1' --format json";
    "fragility": FragilityCurve,
        "How fragile a game was, ply by ply; one document per line if there are several games.",
        "graph --fragility testdata/games/scholars-mate.pgn --format json";
    "proof": Proof,
        "Whether a move wins, with its line and the motifs that carry the proof.",
        "prove 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1' --move Nc7+ --goal gain=200 --format json";
    "certificate-check": Checked,
        "Whether the checker accepts a certificate.",
        "prove '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --certificate mate.proof && prove --check mate.proof --format json";
    "exchange": Exchange,
        "What a capture is worth when both sides go on capturing on its square as long as it pays.",
        "see '4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1' Bxd5 --format json";
    "fields": Fields,
        "The influence of the pieces on every square. Rows are ranks from 8 to 1, columns files from a to h.",
        "field '4k3/8/8/3n4/3N4/8/8/4K3 w - - 0 1' --format json";
    "kernels": LearnedKernels,
        "The weights of a learned evaluation, in centipawns.",
        "field --kernels learned --format json";
    "kernel-view": KernelView,
        "What learned kernels see on a position: the terms of both sides, and what each piece does.",
        "field '4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1' --kernels learned --format json";
    "trajectories": Trajectories,
        "The shortest ways of a piece between two squares.",
        "trajectories N b1 d4 --format json";
    "zones": Zones,
        "Attackers with their targets, and who can disturb or support them in time.",
        "zones '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --horizon 2 --format json";
    "solution": Solved,
        "What the zone search found: the value, the move and the tree.",
        "solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --format json";
    "table-certificate": TableCertificate,
        "What is in a table that was built and certified; one document per line. A graphics card counts with the fifty-move rule too and tells checksums of its own.",
        "table build KRvK --dir tables --format json";
    "table-build": TableBuilt,
        "What building a table took; always a list.",
        "table build KRvK --dir timed --times --format json";
    "table-probe": TableProbe,
        "What tables say about a position and each of its moves.",
        "table probe '8/8/8/8/8/2k5/7Q/K7 w - - 0 1' --format json";
    "table-verification": TableAudit,
        "What is known about a table file, its sections and everything that it rests on; one document per line.",
        "table verify KRvK --format json";
    "table-check": TableVerification,
        "Whether one verifier accepts a labelling.",
        "table verify KRvK --cqd --format json";
    "table-stats": TableStats,
        "Counts, longest wins, zugzwangs and categories of a table; a list if there are several.",
        "table stats KRvK --format json";
    "table-rules": TableRules,
        "An endgame as a decision tree with exceptions, and its first levels as rules; a list if there are several.",
        "table rules KPvK --depth 2 --format json";
    "table-forgery": TableForgery,
        "A false labelling that a check of labels alone accepts.",
        "table forge KBvK --winner white --format json";
    "position": PositionRead,
        "A position with its legal moves and a board in text; the game's tree if it comes from a game.",
        "ask position '{\"moves\": [\"e4\"]}'";
    "drawing": Drawing,
        "A board as an SVG picture and in text, with arrows and rings.",
        "ask draw '{\"moves\": [\"e4\"], \"arrows\": [\"e7e5\"], \"rings\": [\"e4\"]}'";
    "analysis": Analysis,
        "What the engine thinks so far: depth, nodes and its best lines. The server sends one after every depth.",
        "ask analysis '{\"fen\": \"startpos\", \"lines\": 2, \"budget\": {\"nodes\": 2000}}'";
    "engine-move": EngineMove,
        "The move that the engine plays, at a chosen strength.",
        "ask play '{\"moves\": [\"e4\"], \"elo\": 1200, \"seed\": 1}'";
}

/// Any document of this module as JSON text, one line with a final newline.
pub fn to_line<T: Serialize>(document: &T) -> String {
    let mut text = serde_json::to_string(document).expect("plain data with text keys is always JSON");
    text.push('\n');
    text
}

/// Any document of this module as indented JSON text with a final newline.
pub fn to_json<T: Serialize>(document: &T) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("plain data with text keys is always JSON");
    text.push('\n');
    text
}

/// Reads a document of this module back; `name` says where the text is from.
///
/// ```
/// let problem = reti::wire::from_json::<reti::wire::Score>("x.json", "{\n\"cp\": true}").unwrap_err();
/// assert!(problem.to_string().starts_with("x.json: invalid type: boolean `true`"), "{problem}");
/// assert_eq!(&problem.text[problem.span], "e");
/// ```
pub fn from_json<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let end = (before + error.column()).min(text.len());
        let end = (end..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        let start = text[..end].char_indices().next_back().map_or(0, |(start, _)| start);
        Problem { subject: name.to_owned(), message: error.to_string(), text: text.to_owned(), span: start..end }
    })
}

/// The position of a line of a batch: a FEN as it stands, or the `fen` of a JSON object.
pub fn fen_of_line(line: &str) -> String {
    let fen = serde_json::from_str::<serde_json::Value>(line).ok().and_then(|value| match &value {
        serde_json::Value::String(fen) => Some(fen.clone()),
        value => value.get("fen").and_then(|fen| fen.as_str()).map(str::to_owned),
    });
    fen.unwrap_or_else(|| line.to_owned())
}
