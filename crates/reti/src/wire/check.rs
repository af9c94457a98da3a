//! Statements and what became of them, on the wire.

use std::borrow::Cow;

use reti_lessons::statement::{self, Form, KINDS, Said, Shape, Term};
use schemars::{JsonSchema, Schema as JsonSchemaText, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Claim, Color, Evidence, Kind, Piece, Schema};

/// Statements about positions, each with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedStatements {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<CheckedStatements>,
    /// What was said, in order.
    pub statements: Vec<CheckedText>,
}

/// What a language model should be told about a position, within a budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prompt {
    /// The schema's version.
    pub schema: Schema,
    /// The kind of document.
    pub kind: Kind<Prompt>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// How many tokens the text may have.
    pub budget: usize,
    /// How many it has, as far as can be told without a model's own count: rather too many than too few.
    pub tokens: usize,
    /// What is true, as told in the text, each with its evidence.
    pub facts: Vec<Claim>,
    /// What must not be claimed: statements that are false or not decided, with what shows it; their `span` is
    /// that of a statement of its own.
    pub not: Vec<CheckedClaim>,
    /// Facts and statements that did not fit.
    pub left_out: usize,
    /// All of it in words, as a model should read it.
    pub text: String,
}

/// A text or claim, and what was found in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedText {
    /// The text; a claim that was given as data is its JSON.
    pub text: String,
    /// The position that it speaks about.
    pub fen: String,
    /// The game of the file, from 1; only for comments of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// After which move a comment stands, such as `12... Nf6`; only for comments of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The statements that were read in it.
    pub claims: Vec<CheckedClaim>,
    /// The parts that were not understood: where they begin and end, in characters.
    pub unread: Vec<[usize; 2]>,
}

/// One statement with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedClaim {
    /// What is said.
    pub claim: StatedClaim,
    /// Whether it holds.
    pub verdict: StatementVerdict,
    /// What shows it.
    pub evidence: Ground,
    /// Where it stands in the text, in characters.
    pub span: [usize; 2],
}

/// Whether a statement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementVerdict {
    /// It does.
    True,
    /// It does not.
    False,
    /// What was looked at does not decide it.
    CannotTell,
}

impl From<statement::Verdict> for StatementVerdict {
    fn from(verdict: statement::Verdict) -> StatementVerdict {
        match verdict {
            statement::Verdict::True => StatementVerdict::True,
            statement::Verdict::False => StatementVerdict::False,
            statement::Verdict::CannotTell => StatementVerdict::CannotTell,
        }
    }
}

impl StatementVerdict {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            StatementVerdict::True => "true",
            StatementVerdict::False => "false",
            StatementVerdict::CannotTell => "cannot-tell",
        }
    }
}

/// What shows a verdict, or what would be needed for one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ground {
    /// How the verdict is known; null where there is none.
    pub known: Option<Evidence>,
    /// The position that was looked at; the line begins there.
    pub fen: String,
    /// Moves that show it, in UCI.
    pub line: Vec<String>,
    /// The same in SAN.
    pub line_san: Vec<String>,
    /// The pieces that show it.
    pub pieces: Vec<Piece>,
    /// Why, in words.
    pub text: String,
}

/// A statement: `claim` names its kind, the other fields are those of the kind, `after` are moves that are
/// played first, and `not` denies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedClaim(pub Said);

impl StatedClaim {
    /// Reads a claim; the error says what is wrong with it.
    pub fn from_value(value: &Value) -> Result<StatedClaim, String> {
        let Value::Object(map) = value else { return Err("a claim is a JSON object with \"claim\"".to_owned()) };
        let name = map.get("claim").and_then(Value::as_str).ok_or("\"claim\" is missing: it names the kind")?;
        let mut fields = statement::Fields::new();
        for (field, value) in map.iter().filter(|(field, _)| *field != "claim") {
            fields.push((field.clone(), term(value).ok_or_else(|| format!("{field}: {value} cannot stand here"))?));
        }
        statement::from_fields(name, fields).map(StatedClaim)
    }
}

fn term(value: &Value) -> Option<Term> {
    Some(match value {
        Value::String(text) => Term::Text(text.clone()),
        Value::Bool(flag) => Term::Flag(*flag),
        Value::Number(number) => Term::Number(number.as_i64()?),
        Value::Array(list) => {
            Term::List(list.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn value(term: Term) -> Value {
    match term {
        Term::Text(text) => Value::from(text),
        Term::Number(number) => Value::from(number),
        Term::List(list) => Value::from(list),
        Term::Flag(flag) => Value::from(flag),
    }
}

impl Serialize for StatedClaim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Map::new();
        map.insert("claim".to_owned(), Value::from(self.0.what.name()));
        map.extend(statement::to_fields(&self.0).into_iter().map(|(name, term)| (name.to_owned(), value(term))));
        map.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StatedClaim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StatedClaim, D::Error> {
        let value = Value::deserialize(deserializer)?;
        StatedClaim::from_value(&value).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for StatedClaim {
    fn schema_name() -> Cow<'static, str> {
        "StatedClaim".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> JsonSchemaText {
        let kinds: Vec<Value> = KINDS.iter().map(schema_of).collect();
        json_schema!({ "description": "A statement; `claim` names its kind.", "oneOf": kinds })
    }
}

/// The JSON Schema of one kind.
fn schema_of(kind: &statement::Kind) -> Value {
    let mut properties = Map::new();
    properties.insert("claim".to_owned(), serde_json::json!({ "type": "string", "const": kind.name }));
    for (name, shape) in kind.fields {
        properties.insert((*name).to_owned(), schema_of_field(shape));
    }
    let moves = serde_json::json!({
        "description": "moves that are played first", "type": "array", "items": { "type": "string" },
    });
    properties.insert("after".to_owned(), moves);
    properties
        .insert("not".to_owned(), serde_json::json!({ "description": "whether it is denied", "type": "boolean" }));
    let needed = kind.fields.iter().filter(|(_, shape)| !shape.optional).map(|(name, _)| Value::from(*name));
    let required: Vec<Value> = [Value::from("claim")].into_iter().chain(needed).collect();
    serde_json::json!({
        "description": kind.about, "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

fn schema_of_field(shape: &Shape) -> Value {
    let mut schema = match shape.form {
        Form::Text => serde_json::json!({ "type": "string" }),
        Form::Choice(choices) => serde_json::json!({ "type": "string", "enum": choices }),
        Form::Number => serde_json::json!({ "type": "integer", "minimum": 0 }),
        Form::List => serde_json::json!({ "type": "array", "items": { "type": "string" } }),
        Form::Flag => serde_json::json!({ "type": "boolean" }),
    };
    schema["description"] = Value::from(shape.about);
    schema
}
