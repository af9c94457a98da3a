//! An answer in short text, for who reads rather than computes: beside the document, not instead of it.
//!
//! Where the library has sentences for a kind of document they are used. Otherwise the document itself is
//! shown in brief, name by name: nothing is worded here.

use std::fmt::Write as _;

use serde_json::Value;

use crate::{
    check, exchange,
    explain::Words,
    read_move, read_position,
    tactics::{self, Wanted},
    wire,
};

/// A document in short text, without the board.
///
/// ```
/// use reti::requests::{self, Call};
/// let body = r#"{"fen": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "move": "exd5"}"#;
/// let document = requests::named("see").unwrap().answer(body.as_bytes(), &Call::default()).unwrap();
/// assert!(requests::text(&serde_json::from_str(&document).unwrap()).contains("exd5"));
/// ```
pub fn text(document: &Value) -> String {
    let kind = crate::documents::kind_of(document).unwrap_or_default();
    worded(kind, document).unwrap_or_else(|| brief(document))
}

/// The library's own sentences about a document.
fn worded(kind: &str, document: &Value) -> Option<String> {
    let words = Words::english();
    let field = |name: &str| document.get(name).and_then(Value::as_str);
    match kind {
        "lesson" | "drawing" | "prompt" => field("text").map(str::to_owned),
        "checked" => {
            let checked: wire::CheckedStatements = serde_json::from_value(document.clone()).ok()?;
            Some(check::text(&checked.statements, words))
        }
        "exchange" => {
            let position = read_position(field("fen")?).ok()?;
            let m = read_move(&position, field("move")?).ok()?;
            Some(exchange::text(&position, m, words))
        }
        "tactic-change" => {
            let position = read_position(field("fen")?).ok()?;
            let m = read_move(&position, field("move")?).ok()?;
            Some(tactics::change_text(&position, m, words))
        }
        "tactics" => {
            let position = read_position(field("fen")?).ok()?;
            let told = tactics::text(&position, Wanted::default(), words, false);
            // The board comes first.
            Some(told.split_once("\n\n").map_or(told.as_str(), |(_, list)| list).to_owned())
        }
        "position" => {
            let read: wire::PositionRead = serde_json::from_value(document.clone()).ok()?;
            let moves: Vec<&str> = read.legal.iter().map(|legal| legal.san.as_str()).collect();
            Some(format!("{}\n", moves.join(" ")))
        }
        _ => None,
    }
}

/// Entries of a list that are shown.
const MAX_ENTRIES: usize = 12;

/// Fields that the board shows, or that another one tells more readably.
const SHOWN_ELSEWHERE: [&str; 8] = ["schema", "kind", "fen", "turn", "line", "move", "board", "certificate"];

/// A document in lines: every field that is a word, a number or a list of them.
fn brief(document: &Value) -> String {
    let Value::Object(fields) = document else { return format!("{document}\n") };
    let mut out = String::new();
    for (name, value) in fields.iter().filter(|(name, _)| !SHOWN_ELSEWHERE.contains(&name.as_str())) {
        match value {
            Value::Array(entries) if entries.iter().any(Value::is_object) => {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{name}:");
                for entry in entries.iter().take(MAX_ENTRIES) {
                    let _ = writeln!(out, "  {}", in_a_line(entry));
                }
                if entries.len() > MAX_ENTRIES {
                    let _ = writeln!(out, "  (+{})", entries.len() - MAX_ENTRIES);
                }
            }
            Value::Null => {}
            value => {
                let _ = writeln!(out, "{name}: {}", in_a_line(value));
            }
        }
    }
    out
}

fn in_a_line(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(entries) => entries.iter().map(in_a_line).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let told =
                fields.iter().filter(|(name, value)| !SHOWN_ELSEWHERE.contains(&name.as_str()) && !value.is_null());
            told.map(|(name, value)| format!("{name} {}", in_a_line(value))).collect::<Vec<_>>().join(", ")
        }
        value => value.to_string(),
    }
}
