//! The Model Context Protocol over HTTP, as far as it is the server's own: who may ask, and how much.
//!
//! The official client library speaks with it in `crates/reti-py/tests`.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Running};

const HELLO: &str = r#"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
    "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}"#;

fn post(server: &Running, headers: &[(&str, &str)], body: &str) -> Answer {
    let usual = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    server.send("POST", "/mcp", &[&usual[..], headers].concat(), body.as_bytes())
}

/// The message of an answer, also if it came as an event.
fn message(answer: &Answer) -> Value {
    let last = answer.body.lines().filter_map(|line| line.strip_prefix("data: ")).rfind(|data| data.starts_with('{'));
    serde_json::from_str(last.unwrap_or(&answer.body)).unwrap()
}

#[test]
fn a_session_is_begun_used_and_ended() {
    let server = Running::start();
    let answer = post(&server, &[], HELLO);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(message(&answer)["result"]["serverInfo"]["name"], "reti");
    let session = answer.header("mcp-session-id").unwrap().to_owned();
    let mine = [("Mcp-Session-Id", session.as_str()), ("Mcp-Protocol-Version", "2025-06-18")];
    let ready = post(&server, &mine, r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    assert_eq!(ready.status, 202, "{}", ready.body);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "legal_moves", "arguments": {"moves": ["e4"]}}});
    let told = message(&post(&server, &mine, &call.to_string()));
    assert_eq!(told["result"]["structuredContent"]["kind"], "position");
    assert!(server.send("DELETE", "/mcp", &mine, b"").status < 300);
    assert_eq!(post(&server, &mine, &call.to_string()).status, 404, "the session is over");
}

#[test]
fn strangers_are_refused_as_everywhere() {
    let server = Running::start();
    assert_eq!(post(&server, &[("Origin", "http://evil.example")], HELLO).status, 403);
    assert_eq!(post(&server, &[("Host", "evil.example")], HELLO).status, 403);
    assert_eq!(server.send("GET", "/mcp", &[("Sec-Fetch-Site", "cross-site")], b"").status, 403);
    assert_eq!(server.send("POST", "/mcp", &[("Content-Type", "text/plain")], HELLO.as_bytes()).status, 415);
}

#[test]
fn a_huge_request_is_answered_and_not_cut_off() {
    let server = Running::start();
    let huge = format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"{}\"}}", "x".repeat(10_000_000));
    assert_eq!(post(&server, &[], &huge).status, 413);
    assert_eq!(server.post("tactics", &huge).status, 413);
    for nonsense in ["", "[]", "{}", "nonsense", "{\"jsonrpc\": \"1.0\"}"] {
        let status = post(&server, &[], nonsense).status;
        assert!((400..500).contains(&status), "{nonsense}: {status}");
    }
}
