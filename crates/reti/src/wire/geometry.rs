//! Trajectories, zones and zone searches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BranchAim, Color, Fate, Forecast, FrozenReason, Kind, Schema, Tier, Value, ZoneKind};

/// The shortest trajectories of a piece between two squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trajectories {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Trajectories>,
    /// The piece's letter.
    pub piece: char,
    /// Where it starts.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// The number of moves; absent if there is no way.
    pub distance: Option<u32>,
    /// How many trajectories there are.
    pub count: u64,
    /// The squares of each, in order; at most [`Trajectories::LISTED`] are listed.
    pub trajectories: Vec<Vec<String>>,
    /// Why the result is empty, if it is.
    pub note: Option<String>,
}

impl Trajectories {
    /// How many trajectories are listed at most.
    pub const LISTED: usize = 10_000;
}

/// The zones of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Zones {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Zones>,
    /// The position.
    pub fen: String,
    /// The longest main trajectory.
    pub horizon: u32,
    /// The zones, in the order of the attackers' squares.
    pub zones: Vec<Zone>,
    /// Why there are none, if there are none.
    pub note: Option<String>,
    /// What a move does to them, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<ZonesAfter>,
}

/// The zones carried over a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZonesAfter {
    /// The move, as UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The same in SAN.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// The zones of the position before, in their order, then those that the move makes possible.
    pub zones: Vec<ZoneAfter>,
}

/// One bundle of zones after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneAfter {
    /// What became of its main trajectories.
    pub fate: Fate,
    /// Why it is frozen, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<FrozenReason>,
    /// What it is for.
    pub kind: ZoneKind,
    /// The side of the main piece.
    pub owner: Color,
    /// Where the main piece stands: after the move, or before it if the zone is frozen.
    pub from: String,
    /// Where its target is.
    pub to: String,
    /// Its trajectories; none for a frozen zone.
    pub symbols: Vec<SymbolAfter>,
}

/// One trajectory of a zone after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SymbolAfter {
    /// What became of it.
    pub fate: Fate,
    /// Why it is frozen, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<FrozenReason>,
    /// The trajectory and its time: as they are after the move, or as they were if it is frozen.
    #[serde(flatten)]
    pub symbol: ZoneSymbol,
}

/// One bundle of zones: an attacker and its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// What it is for.
    pub kind: ZoneKind,
    /// The side of the main piece, which profits.
    pub owner: Color,
    /// Where the main piece stands.
    pub from: String,
    /// Where its target is.
    pub to: String,
    /// What reaching it is worth, in centipawns.
    pub worth: u32,
    /// The length of the main trajectories.
    pub length: u32,
    /// The bundle in the notation of the paper.
    pub notation: String,
    /// All trajectories with their times.
    pub symbols: Vec<ZoneSymbol>,
}

/// One trajectory of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneSymbol {
    /// The piece's letter.
    pub piece: char,
    /// Its side.
    pub color: Color,
    /// 0 for the main trajectory, 1 for those who disturb or support it, and so on.
    pub negation: u32,
    /// The time allotted.
    pub time: u32,
    /// The squares in order.
    pub squares: Vec<String>,
}

/// What the zone search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Solved {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Solved>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// What was allowed to decide.
    pub tier: Tier,
    /// What ordered the moves of a race.
    pub forecast: Forecast,
    /// The value for the side to move; null if it is unknown.
    pub value: Option<Value>,
    /// The move to play in UCI; null if none was found.
    pub key: Option<String>,
    /// The same in SAN.
    pub san: Option<String>,
    /// How many moves were tried.
    pub edges: usize,
    /// The longest line, in plies.
    pub depth: usize,
    /// Whether the value is proven by exact values and complete moves.
    pub decided: bool,
    /// How often an exact table was asked; never about the root's own material if nothing is fitted,
    /// unless that has at most three men.
    pub probes: u64,
    /// At how many positions was looked without trying a move of the tree: along threats, and for a second look at
    /// what was found about four men.
    #[serde(default)]
    pub looks: u64,
    /// The tree, one entry per branch.
    pub tree: Vec<SolvedBranch>,
    /// Other searches of the same position, where asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compared: Vec<Compared>,
}

/// Another search beside the zone search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// Its name.
    pub who: String,
    /// How many nodes it needed until it agreed for good, or searched in all.
    pub nodes: u64,
    /// How deep it was then, in plies.
    pub depth: u64,
    /// Whether it came to the same key move (alpha-beta: and value).
    pub agrees: bool,
}

/// The trajectory on which a move of the tree lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchZone {
    /// What part the move plays.
    pub aim: BranchAim,
    /// Where the trajectory starts.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// Where a second trajectory ends on which the move lies too: it gains time; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<String>,
}

/// A branch of the tree; numbers start at 1, and 0 means none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolvedBranch {
    /// Its number.
    pub id: usize,
    /// Its first continuation.
    pub son: usize,
    /// The branch before.
    pub father: usize,
    /// The next alternative.
    pub brother: usize,
    /// The move, as UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The zone that brought it in; null if none did.
    pub zone: Option<BranchZone>,
    /// The value that the search found, for the side that played it; null where it counted material.
    pub value: Option<Value>,
    /// Material in centipawns for the side that played it, where the search counted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// The proven value for the side that played it, if there is one.
    pub decided: Option<Value>,
}
