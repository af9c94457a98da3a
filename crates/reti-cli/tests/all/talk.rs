//! `reti prompt` and `reti mcp` as programs that talk meet them.
//!
//! The official client library speaks with `reti mcp` in `crates/reti-py/tests`; here the messages are written by
//! hand, as the protocol's page shows them.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use serde_json::{Value, json};
use support::{reti, reti_with};

const KNIGHT: &str = "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1";

#[test]
fn a_prompt_has_facts_and_what_must_not_be_claimed() {
    let run = reti(&["prompt", KNIGHT, "--nodes", "20000"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for part in [KNIGHT, "Nf6+ wins at least", "[proven]", "do not claim", "White has no right to castle there"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let run = reti(&["prompt", KNIGHT, "--nodes", "20000", "--tokens", "200", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["kind"], "prompt");
    assert!(document["tokens"].as_u64().unwrap() <= 200 && document["left_out"].as_u64().unwrap() > 0);
    let german = reti(&["prompt", KNIGHT, "--nodes", "20000", "--language", "de"]);
    assert!(german.out.contains("behaupte nicht"), "{}", german.out);
}

#[test]
fn a_prompt_refuses_what_it_cannot_use() {
    assert_eq!(reti(&["prompt", "nonsense"]).code, Some(3));
    assert_eq!(reti(&["prompt", ""]).code, Some(3));
    assert_eq!(reti(&["prompt", &"8/".repeat(50_000)]).code, Some(3));
    for tokens in ["5", "1000000", "many"] {
        let run = reti(&["prompt", KNIGHT, "--tokens", tokens]);
        assert!(run.code == Some(2) && run.err.contains("from 120 to 100000"), "{}", run.err);
    }
}

/// Sends messages, ends the input, and gives the answers by their number.
fn session(messages: &[Value]) -> Vec<Value> {
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let lines: Vec<String> = [&[hello, ready], messages].concat().iter().map(Value::to_string).collect();
    let run = reti_with(&["mcp", "--threads", "1"], format!("{}\n", lines.join("\n")).as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let mut answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_i64());
    answers
}

fn call(id: u32, name: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
}

#[test]
fn a_client_is_answered_over_standard_input_and_output() {
    let answers = session(&[
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        call(2, "tactics", &json!({"fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"})),
        call(3, "legal_moves", &json!({"moves": ["e4", "Ke3"]})),
        call(4, "no_such_tool", &json!({})),
    ]);
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "reti");
    assert_eq!(answers[1]["result"]["tools"].as_array().unwrap().len(), 11);
    let tactics = &answers[2]["result"];
    assert_eq!(tactics["structuredContent"]["kind"], "tactics");
    assert!(tactics["content"][0]["text"].as_str().unwrap().starts_with("FEN: r3k3/2N5/8/8/8/8/8/4K3 b"));
    let wrong = &answers[3]["result"];
    assert_eq!(wrong["isError"], true);
    assert!(wrong["content"][0]["text"].as_str().unwrap().contains("legal moves: Na6 Nc6"));
    assert!(answers[4]["error"]["message"].as_str().unwrap().contains("no_such_tool"));
    // What the tool gives is what the program prints.
    let printed = reti(&["tactics", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "--format", "json"]);
    let asked = reti(&["ask", "tactics", r#"{"fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"}"#]);
    assert_eq!(serde_json::from_str::<Value>(&asked.out).unwrap(), tactics["structuredContent"]);
    assert_eq!(asked.out, printed.out);
}

#[test]
fn silence_and_nonsense_end_without_a_word() {
    for input in ["", "\n\n", "hello\n", "{}\n", "{\"jsonrpc\": \"2.0\"}\n", "[[[[\n\u{0}"] {
        let run = reti_with(&["mcp"], input.as_bytes());
        assert_eq!(run.code, Some(0), "{input:?}: {}", run.err);
    }
}
