//! `reti explain` as its users meet it.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{fs, path::PathBuf};

use support::reti;

const FORK: &str = "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("reti-explain-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let run = reti(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn lessons_have_the_published_shape() {
    let found = json(&["explain", FORK, "--fast", "--format", "json"]);
    assert_eq!(
        (&found["schema"], &found["kind"], &found["turn"], &found["fen"]),
        (&"reti/2".into(), &"lesson".into(), &"white".into(), &FORK.into())
    );
    assert_eq!(found["assessment"]["side"], "white");
    assert!(found["assessment"]["evidence"]["kind"].is_string());
    assert_eq!((&found["best"]["move"], &found["best"]["san"]), (&"d5f6".into(), &"Nf6+".into()));
    let claims = found["claims"].as_array().unwrap();
    for claim in claims {
        for key in ["kind", "motifs", "roles", "fen", "line", "line_san", "evidence", "text", "shapes"] {
            assert!(claim.get(key).is_some(), "{key} is missing in {claim}");
        }
        let known = ["proven", "exact", "calculated", "exchange", "board"];
        assert!(known.contains(&claim["evidence"]["kind"].as_str().unwrap()), "{claim}");
    }
    let wins = claims.iter().find(|claim| claim["gain"] == 500).unwrap();
    assert_eq!((&wins["move"], &wins["evidence"]["kind"]), (&"d5f6".into(), &"proven".into()));
    assert_eq!(wins["roles"]["target"], serde_json::json!(["g4", "e8"]));
    assert!(found.get("played").is_none());
}

#[test]
fn a_move_is_explained() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let found = json(&["explain", fen, "--move", "g8f6", "--fast", "--format", "json"]);
    assert_eq!((&found["played"]["move"], &found["played"]["judgement"]), (&"g8f6".into(), &"blunder".into()));
    let allowed = &found["threats"][0];
    assert!(allowed["text"].as_str().unwrap().starts_with("Nf6 allows Qxf7#, which is mate."), "{allowed}");
    let bad = reti(&["explain", fen, "--move", "Nf5"]);
    assert_eq!(bad.code, Some(3));
    assert!(bad.err.contains("Nf5"), "{}", bad.err);
}

#[test]
fn templates_can_be_exchanged_and_bad_ones_are_named() {
    let folder = folder("templates");
    let english = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../reti-lessons/lessons/en");
    for file in fs::read_dir(english).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    let themes = folder.join("themes.txt");
    let text = fs::read_to_string(&themes).unwrap();
    fs::write(&themes, text.replace("{{ move }} forks {{ target }}.", "{{ move }} gabelt {{ target }}.")).unwrap();
    let name = folder.to_str().unwrap();
    let run = reti(&["explain", FORK, "--fast", "--templates", name]);
    assert!(run.out.contains("Nf6+ gabelt the rook on g4"), "{}{}", run.out, run.err);
    fs::write(&themes, text.replace("{{ move }} forks {{ target }}.", "{{ move }} forks {{ tarrget }}.")).unwrap();
    let run = reti(&["explain", FORK, "--fast", "--templates", name]);
    let number = text.lines().position(|line| line.starts_with("fork = ")).unwrap() + 1;
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains(&format!("themes.txt:{number}: fork: undefined value")), "{}", run.err);
    fs::remove_file(&themes).unwrap();
    let run = reti(&["explain", FORK, "--fast", "--templates", name]);
    assert!(run.code == Some(3) && run.err.contains("themes.txt"), "{}", run.err);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn alternatives_are_shown_with_weights_from_a_file() {
    let folder = folder("weights");
    let file = folder.join("weights.toml");
    fs::write(&file, "[motif_base]\nfork = 50\n").unwrap();
    let name = file.to_str().unwrap();
    let found =
        json(&["explain", FORK, "--fast", "--coach", "--weights", name, "--alternatives", "1", "--format", "json"]);
    let alternatives = found["alternatives"].as_array().unwrap();
    assert_eq!((alternatives.len(), &alternatives[0]["san"]), (1, &"Nf6+".into()));
    let fork = alternatives[0]["points"].as_array().unwrap().iter().find(|points| points["name"] == "fork").unwrap();
    assert_eq!(fork["points"], 50.0);
    let found = json(&["explain", FORK, "--fast", "--coach", "--weight", "motif_base.fork=7", "--format", "json"]);
    let points = found["alternatives"][0]["points"].as_array().unwrap();
    assert!(points.iter().any(|points| points["name"] == "fork" && points["points"] == 7.0), "{points:?}");
    let run = reti(&["explain", FORK, "--fast", "--coach"]);
    assert!(run.out.contains("Worth knowing\n  - 1. Nf6+"), "{}", run.out);
    fs::write(&file, "mate_bonus = 1\nmate_bnus = 2\n").unwrap();
    let run = reti(&["explain", FORK, "--coach", "--weights", name]);
    assert!(run.code == Some(3) && run.err.contains("weights.toml:2: there is no weight"), "{}", run.err);
    assert_eq!(reti(&["explain", FORK, "--weights", name]).code, Some(2), "weights without --coach");
    assert_eq!(reti(&["explain", FORK, "--coach", "--engine", "/no/such/engine"]).code, Some(3));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn empty_and_huge_input_is_refused() {
    assert_eq!(reti(&["explain", ""]).code, Some(3));
    assert_eq!(reti(&["explain", &"8/".repeat(50_000)]).code, Some(3));
}
