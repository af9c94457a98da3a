//! The tools: requests under the names that models look for.
//!
//! A tool is a request of [`reti::requests`] and nothing else: its input schema is the request's, its output
//! schema that of the documents which answer it. Here stands only what a list for models says differently:
//! a name, a description, which fields are needed, which are left to another tool, and what is asked for
//! where nobody says how much.

use std::sync::{Arc, LazyLock};

use reti::{
    requests::{self, Endpoint},
    wire,
};
use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};
use serde_json::{Map, Value, json};

/// A tool in the list.
pub struct Tool {
    /// What models call.
    pub name: &'static str,
    /// The same for people.
    title: &'static str,
    /// When to use it.
    about: &'static str,
    /// The request behind it.
    endpoint: &'static str,
    /// Fields without which it cannot be answered.
    needed: &'static [&'static str],
    /// Fields of the request that belong to another tool.
    hidden: &'static [&'static str],
    /// What is asked for where nobody says otherwise.
    usual: &'static str,
}

/// All tools, in the order in which a model reads them.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "explain",
        title: "Explain a position",
        about: "What is going on in a chess position: who stands better, what to play and why, what the opponent \
                threatens, tempting moves that fail. Every sentence is true on the board and carries its evidence.",
        endpoint: "explain",
        needed: &[],
        hidden: &["move"],
        usual: "{}",
    },
    Tool {
        name: "explain_move",
        title: "Judge a move",
        about: "What a move deserves and why: its judgement, what it wins, allows or misses, and what was better.",
        endpoint: "explain",
        needed: &["move"],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "annotate_game",
        title: "Review a game",
        about: "Reviews a whole game: scores, mistakes, what was missed and allowed, a summary. The text is the game \
                as PGN with comments. Takes about a second with the effort `fast`, longer with `normal`.",
        endpoint: "annotate",
        needed: &[],
        hidden: &[],
        usual: r#"{"effort": "fast"}"#,
    },
    Tool {
        name: "check_statements",
        title: "Check statements",
        about: "Checks what somebody says about a position, sentence by sentence: true, false or cannot tell, each \
                with a line or square that shows it. Check your own sentences before you say them.",
        endpoint: "check",
        needed: &[],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "legal_moves",
        title: "Legal moves",
        about: "The position after the given moves, and every legal move in it. Do not guess what is legal: ask.",
        endpoint: "position",
        needed: &[],
        hidden: &["text"],
        usual: "{}",
    },
    Tool {
        name: "prove",
        title: "Prove a win",
        about: "Whether a move mates or wins material against every reply, proven by a tree that a checker accepts.",
        endpoint: "prove",
        needed: &[],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "tactics",
        title: "Tactics on the board",
        about: "Forks, pins, hanging pieces and the like that stand on the board; with `move` what that move \
                creates and resolves, with `line` the themes of that line.",
        endpoint: "tactics",
        needed: &[],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "exchange",
        title: "Count out an exchange",
        about: "What a capture is worth when both sides go on capturing on its square as long as it pays.",
        endpoint: "see",
        needed: &["move"],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "table",
        title: "Look an endgame up",
        about: "The exact value of a position with few pieces and of each of its moves: win, draw or loss, and \
                how many moves to mate.",
        endpoint: "table",
        needed: &[],
        hidden: &[],
        usual: "{}",
    },
    Tool {
        name: "best_moves",
        title: "Best moves",
        about: "The engine's best moves with scores and lines. An opinion of a search, not a proof.",
        endpoint: "analysis",
        needed: &[],
        hidden: &[],
        usual: r#"{"lines": 3, "budget": {"nodes": 300000}}"#,
    },
    Tool {
        name: "draw_board",
        title: "Draw the board",
        about: "A picture of the board, with arrows and rings.",
        endpoint: "draw",
        needed: &[],
        hidden: &[],
        usual: "{}",
    },
];

/// The tool with a name.
pub fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The tools as clients are told about them.
pub static LISTED: LazyLock<Vec<Listed>> = LazyLock::new(|| TOOLS.iter().map(Tool::listed).collect());

impl Tool {
    /// The request behind it.
    pub fn endpoint(&self) -> &'static Endpoint {
        requests::named(self.endpoint).expect("a test walks the list")
    }

    /// The request that a call means.
    pub fn request(&self, arguments: JsonObject) -> Result<Value, String> {
        if let Some(field) = self.needed.iter().find(|&&field| arguments.get(field).is_none_or(Value::is_null)) {
            return Err(format!("the argument `{field}` is missing"));
        }
        if let Some(field) = self.hidden.iter().find(|&&field| arguments.contains_key(field)) {
            return Err(format!("{} has no argument `{field}`", self.name));
        }
        let Ok(Value::Object(mut request)) = serde_json::from_str::<Value>(self.usual) else {
            return Ok(Value::Object(arguments));
        };
        // What is not said is not asked: `null` is how some clients leave a field out.
        request.extend(arguments.into_iter().filter(|(_, value)| !value.is_null()));
        Ok(Value::Object(request))
    }

    fn listed(&self) -> Listed {
        let notes = ToolAnnotations::with_title(self.title).read_only(true).idempotent(true).open_world(false);
        Listed::new(self.name, self.about, Arc::new(self.input()))
            .with_title(self.title)
            .with_raw_output_schema(Arc::new(self.output()))
            .with_annotations(notes)
    }

    /// The request's schema, less what is hidden.
    fn input(&self) -> JsonObject {
        let mut schema = object(self.endpoint().schema());
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.retain(|name, _| !self.hidden.contains(&name.as_str()));
        }
        if self.needed.is_empty() {
            schema.remove("required");
        } else {
            schema.insert("required".to_owned(), json!(self.needed));
        }
        schema
    }

    /// The schema of the documents that answer it.
    fn output(&self) -> JsonObject {
        let kinds = self.endpoint().answers;
        let mut schemas = kinds.iter().map(|kind| document_schema(kind));
        let first = schemas.next().unwrap_or_default();
        if kinds.len() == 1 {
            return first;
        }
        // Documents of several kinds share definitions by name; those are the same everywhere.
        let mut definitions = Map::new();
        let mut any = Vec::new();
        for mut schema in std::iter::once(first).chain(schemas) {
            if let Some(Value::Object(own)) = schema.remove("$defs") {
                definitions.extend(own);
            }
            any.push(Value::Object(schema));
        }
        object(json!({ "type": "object", "anyOf": any, "$defs": definitions }))
    }
}

fn document_schema(kind: &str) -> JsonObject {
    let found = wire::DOCUMENTS.iter().find(|document| document.kind == kind);
    object(found.and_then(|document| serde_json::from_str(&document.schema()).ok()).unwrap_or_default())
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_stands_on_a_request_and_on_documents_that_exist() {
        for tool in TOOLS {
            let endpoint = requests::named(tool.endpoint).expect(tool.name);
            assert!(serde_json::from_str::<JsonObject>(tool.usual).is_ok(), "{}", tool.name);
            let (input, output) = (tool.input(), tool.output());
            let fields = input["properties"].as_object().unwrap();
            for field in ["fen", "pgn", "moves"].iter().chain(tool.needed) {
                assert!(fields.contains_key(*field), "{}: {field}", tool.name);
            }
            assert!(tool.hidden.iter().all(|field| !fields.contains_key(*field)), "{}", tool.name);
            assert_eq!(output["type"], "object", "{}", tool.name);
            for kind in endpoint.answers {
                assert!(!document_schema(kind).is_empty(), "{}: {kind}", tool.name);
            }
        }
        assert_eq!(LISTED.len(), TOOLS.len());
    }

    #[test]
    fn a_call_becomes_a_request() {
        let best = named("best_moves").unwrap();
        assert_eq!(best.request(JsonObject::new()).unwrap()["lines"], 3);
        let own = object(json!({"lines": 1, "fen": null}));
        let request = best.request(own).unwrap();
        assert_eq!((&request["lines"], request.get("fen")), (&json!(1), None));
        assert!(named("exchange").unwrap().request(JsonObject::new()).unwrap_err().contains("`move` is missing"));
        assert!(named("explain").unwrap().request(object(json!({"move": "e4"}))).is_err());
    }
}
