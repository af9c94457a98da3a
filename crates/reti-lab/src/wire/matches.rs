//! Matches between engines.

use reti::wire::{Kind, Schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A whole match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Match>,
    /// How much thinking a move got.
    pub limit: String,
    /// How many games were played.
    pub games: usize,
    /// How many of them differ from all others.
    pub distinct: usize,
    /// Games that ended because an engine did something that engines must not do.
    pub faults: usize,
    /// Moves of both sides in all games, openings not counted.
    pub plies: usize,
    /// The engines, in the order of the plan.
    pub engines: Vec<MatchEngine>,
    /// Who met whom.
    pub pairings: Vec<MatchPairing>,
    /// The sequential test, if one was asked for.
    pub sprt: Option<MatchTest>,
}

/// An engine's results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchEngine {
    /// Its name.
    pub name: String,
    /// The most likely rating in Elo points.
    pub rating: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The rating that was given beforehand.
    pub anchor: Option<f64>,
    /// Games played.
    pub games: usize,
    /// Points won.
    pub points: f64,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Games lost by an illegal move.
    pub illegal_moves: usize,
    /// Games lost on time.
    pub time_losses: usize,
    /// Games lost because the process ended or did not start.
    pub crashes: usize,
    /// Games lost because the process stayed silent.
    pub hangs: usize,
    /// The mean depth that it told.
    pub mean_depth: f64,
    /// Nodes for each second that it took.
    pub nodes_per_second: u64,
}

/// What happened between two engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchPairing {
    /// One of them.
    pub first: String,
    /// The other.
    pub second: String,
    /// Games that the first won.
    pub wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that the second won.
    pub losses: usize,
    /// Pairs of games, an opening with both colours each, by the points of the first: none, a half, one, one and
    /// a half, two.
    pub pairs: [usize; 5],
}

/// Several matches rated together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ratings {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Ratings>,
    /// How many matches.
    pub matches: usize,
    /// How many games they have.
    pub games: usize,
    /// Games that ended because an engine did something that engines must not do.
    pub faults: usize,
    /// The engines, as they come first in the matches.
    pub engines: Vec<RatedEngine>,
    /// Who met whom, in all matches.
    pub pairings: Vec<MatchPairing>,
}

/// An engine's rating from several matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatedEngine {
    /// Its name.
    pub name: String,
    /// The most likely rating in Elo points.
    pub rating: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The rating that was given beforehand.
    pub anchor: Option<f64>,
    /// Games played.
    pub games: usize,
    /// Points won.
    pub points: f64,
    /// Games lost by an illegal move, on time, by a crash or by silence.
    pub faults: usize,
}

/// What a sequential test says about the larger hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchDecision {
    /// It holds.
    Accepted,
    /// It does not.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl MatchDecision {
    /// In a word.
    pub const fn as_str(self) -> &'static str {
        match self {
            MatchDecision::Accepted => "accepted",
            MatchDecision::Rejected => "rejected",
            MatchDecision::Undecided => "undecided",
        }
    }
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchTest {
    /// The smaller hypothesis in Elo points.
    pub lower: f64,
    /// The larger one.
    pub upper: f64,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// Where the test ends.
    pub bound: f64,
    /// What became of the larger hypothesis.
    pub decision: MatchDecision,
}
