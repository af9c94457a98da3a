//! Tactics, their set and its changes, as JSON.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};

use super::{Color, DefenseNote, GainSource, Kind, MotifClass, Relation, Schema, Soundness};

/// All tactics of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tactics {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Tactics>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// T: how many tactics there are.
    pub order: usize,
    /// Those that White owns.
    pub order_white: usize,
    /// Those that Black owns.
    pub order_black: usize,
    /// T*: hanging pieces that another tactic is about are not counted again.
    pub order_reduced: usize,
    /// The tactics, sorted by motif and roles.
    pub tactics: Vec<Tactic>,
    /// Connected components of the interaction graph, as indices of `tactics`.
    pub components: Vec<Vec<usize>>,
    /// Edges of the interaction graph: pairs of tactics that share a piece.
    pub interactions: Vec<(usize, usize)>,
    /// The squares that play a role in some tactic.
    pub core: Vec<String>,
    /// Further squares that the tactics need, such as the capturers of a hanging piece.
    pub core_context: Vec<String>,
    /// A part of the board on which all tactics are still found; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stable_core: Option<Vec<String>>,
    /// What is worth seeing but does not count; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observations: Option<Vec<Tactic>>,
}

/// One tactic or observation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tactic {
    /// The motif's name in the catalogue.
    pub motif: String,
    /// The name under which it is recognised after a move: absolute and relative pins are one family.
    pub family: String,
    /// What it counts as.
    pub class: MotifClass,
    /// The side that profits.
    pub owner: Color,
    /// The squares of each role.
    pub roles: Roles,
    /// Pieces that it needs besides its roles.
    pub context: Vec<String>,
    /// What it is worth; absent for observations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<TacticValue>,
    /// Whether it keeps what it promises; only when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soundness: Option<Soundness>,
    /// What else was found out.
    #[serde(default, skip_serializing_if = "TacticProperties::is_empty")]
    pub properties: TacticProperties,
    /// The relations that make it up: source, relation, target.
    pub edges: Vec<(String, Relation, String)>,
}

/// Roles in the order of display, each with its squares; an object in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles(pub Vec<(String, Vec<String>)>);

impl Serialize for Roles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (role, squares) in &self.0 {
            map.serialize_entry(role, squares)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Roles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roles, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Roles;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of roles with their squares")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Roles, A::Error> {
                let mut roles = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    roles.push(entry);
                }
                Ok(Roles(roles))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

impl JsonSchema for Roles {
    fn schema_name() -> Cow<'static, str> {
        "Roles".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        json_schema!({
            "description": "The squares of each role, by its name.",
            "type": "object",
            "additionalProperties": generator.subschema_for::<Vec<String>>(),
        })
    }
}

/// What a tactic is worth to its owner before any search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TacticValue {
    /// Estimated gain in centipawns.
    pub gain: i32,
    /// Whether the estimate says that it wins something; not a proof.
    pub sound: bool,
    /// Where the estimate comes from.
    pub source: GainSource,
    /// Defenders of the victims that do not count.
    pub notes: Vec<DefenseNote>,
}

/// What a detector found out besides the roles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TacticProperties {
    /// Fork: the best capture that is left after the best reply, in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst_reply: Option<i32>,
    /// Hanging, trapped: the value of the best capture, in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub see: Option<i32>,
    /// Hanging: whether the side that could capture is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_prise_now: Option<bool>,
    /// Discovered attack: whether it is a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    /// Discovered attack: the moves that uncover it with effect, in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Mate: its further names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
}

impl TacticProperties {
    fn is_empty(&self) -> bool {
        *self == TacticProperties::default()
    }
}

/// What a move does to the tactics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TacticChange {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<TacticChange>,
    /// The position before the move.
    pub fen: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// The order before the move.
    pub order_before: usize,
    /// The order after it.
    pub order_after: usize,
    /// Delta: the tactics that the move creates.
    pub created: Vec<Tactic>,
    /// Nabla: the tactics that it resolves.
    pub resolved: Vec<Tactic>,
}

/// A motif of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Motif {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Motif>,
    /// Its name.
    pub name: String,
    /// The name of its family.
    pub family: String,
    /// What it counts as.
    pub class: MotifClass,
    /// One line.
    pub summary: String,
    /// Its roles.
    pub roles: Vec<String>,
    /// What puzzle databases call it, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The definition, as Markdown.
    pub definition: String,
    /// Positions that show it.
    pub examples: Vec<MotifExample>,
    /// Positions that look alike, and why they are not.
    pub near_misses: Vec<MotifExample>,
}

/// A position that shows a motif, or almost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MotifExample {
    /// The position.
    pub fen: String,
    /// Who plays what; or why it is not the motif.
    pub text: String,
}
