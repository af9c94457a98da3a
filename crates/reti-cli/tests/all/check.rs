//! `reti check` as its users meet it.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use serde_json::Value;
use support::{reti, reti_with, scratch};

const PIN: &str = "rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3";

#[test]
fn sentences_are_judged_and_what_was_not_read_is_told() {
    let run = reti(&["check", PIN, "The knight on f6 is pinned to the queen. Perhaps it rains."]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("true: The knight on f6 is pinned to the queen"), "{}", run.out);
    assert!(run.out.contains("not read: Perhaps it rains"), "{}", run.out);
    let run = reti(&["check", PIN, "White is up a pawn.", "--language", "de"]);
    assert_eq!(run.code, Some(4));
    assert!(run.out.contains("falsch"), "{}", run.out);
}

#[test]
fn claims_come_as_data_from_an_argument_or_standard_input() {
    let claims = "{\"claim\": \"pinned\", \"piece\": \"f6\", \"by\": \"g5\", \"to\": \"d8\"}\n\
                  {\"claim\": \"to_move\", \"color\": \"white\"}\nIt is Black's turn.\n";
    let run = reti_with(&["check", PIN, "-", "--format", "json"], claims.as_bytes());
    assert_eq!(run.code, Some(4), "one of them is false");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((document["schema"].as_str(), document["kind"].as_str()), (Some("reti/2"), Some("checked")));
    let verdicts: Vec<&str> = document["statements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|statement| statement["claims"][0]["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["true", "false", "true"]);
    let list = format!("[{}]", claims.lines().take(2).collect::<Vec<_>>().join(","));
    assert_eq!(reti(&["check", PIN, &list]).code, Some(4));
}

#[test]
fn bad_claims_are_told() {
    for (claim, expected) in [
        ("{\"claim\": \"pined\"}", "there is no claim 'pined'"),
        ("{\"claim\": \"pinned\"}", "missing"),
        ("{\"claim\": \"pinned\", \"piece\": \"z9\"}", "'z9' is not a piece"),
        ("{\"claim\": \"to_move\", \"color\": \"white\", \"x\": 1}", "has no field 'x'"),
        ("{\"piece\": \"f6\"}", "\"claim\" is missing"),
    ] {
        let run = reti(&["check", PIN, claim]);
        assert_eq!(run.code, Some(3), "{claim}");
        assert!(run.err.contains(expected), "{claim}: {}", run.err);
    }
    assert_eq!(reti(&["check", "-", "-"]).code, Some(2));
    assert_eq!(reti(&["check", PIN, " "]).code, Some(2), "nothing is said");
    assert_eq!(reti(&["check", "nonsense", "It is White's turn."]).code, Some(3));
}

#[test]
fn a_mate_is_shown_and_not_counted_in_pawns() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let run = reti(&["check", fen, "Black is winning."]);
    assert_eq!(run.code, Some(4));
    assert!(run.out.contains("Qxf7#"), "{}", run.out);
}

#[test]
fn comments_of_games_are_checked_where_they_stand() {
    let path = scratch("commented.pgn");
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {It is Black's turn. The pawn on e4 is undefended.} e5 2. Nf3 \
                {[%eval 0.3] The knight on f3 attacks the pawn on e5.} Nc6 {The knight on c6 attacks the pawn on e5.} *\n";
    std::fs::write(&path, game).unwrap();
    let run = reti(&["check", "--pgn", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(run.code, Some(4), "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let statements = document["statements"].as_array().unwrap();
    let told = |index: usize| -> (&str, Vec<&str>) {
        let claims = statements[index]["claims"].as_array().unwrap();
        let verdicts = claims.iter().map(|claim| claim["verdict"].as_str().unwrap()).collect();
        (statements[index]["at"].as_str().unwrap(), verdicts)
    };
    assert_eq!(told(0), ("1. e4", vec!["true", "true"]));
    assert_eq!(told(1), ("2. Nf3", vec!["true"]));
    assert_eq!(told(2), ("2... Nc6", vec!["false"]), "it defends its own pawn");
}

#[test]
fn odd_and_huge_texts_get_an_answer() {
    let long = "The knight on f6 is pinned to the queen. ".repeat(400);
    for text in ["?", "\u{1b}[31m…—“”", "Nf6 Nf6 Nf6 Nf6", "((((((", "12. 12. 12...", &"a ".repeat(5_000), &long]
    {
        let run = reti_with(&["check", PIN, "-"], text.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(!run.out.contains('\u{1b}') || text.contains('\u{1b}'));
    }
    let mebibytes = "pawn ".repeat(300_000);
    assert_eq!(reti_with(&["check", PIN, "-"], mebibytes.as_bytes()).code, Some(0));
}
