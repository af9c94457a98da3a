//! `reti match` as its users meet it: real processes, good and bad.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{fs, path::Path};

use support::reti;

fn json(run: &support::Run) -> serde_json::Value {
    assert_eq!(run.code, Some(0), "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn reti_plays_against_itself() {
    let pgn = support::scratch("match.pgn");
    let games = pgn.to_str().unwrap();
    let arguments = ["match", "--engine", "reti; name=one", "--engine", "reti; name=two; Evaluation=seed"];
    let limits =
        ["--nodes", "300", "--games", "6", "--concurrency", "2", "--format", "json", "--quiet", "--pgn", games];
    let found = json(&reti(&[&arguments[..], &limits[..]].concat()));
    assert_eq!((&found["games"], &found["faults"]), (&6.into(), &0.into()));
    let played: Vec<f64> = (0..2).map(|index| found["engines"][index]["points"].as_f64().unwrap()).collect();
    assert!((played[0] + played[1] - 6.0).abs() < 1e-9);
    let text = fs::read_to_string(&pgn).unwrap();
    fs::remove_file(&pgn).unwrap();
    assert_eq!(text.matches("[White \"one\"]").count(), 3);
    // What is written can be read again.
    let read: Vec<_> = reti::pgn::games(text.as_bytes()).map(Result::unwrap).collect();
    assert!(read.len() == 6 && read.iter().all(|game| game.problem.is_none() && game.moves.len() > 8));
}

#[test]
fn clocks_sprt_and_anchors() {
    let run = reti(&[
        "match",
        "--engine",
        "reti",
        "--engine",
        "reti; name=weak; Skill Level=0; elo=1000",
        "--tc",
        "0.3+0.01",
        "--games",
        "2",
        "--sprt",
        "0,5",
        "--anchors",
        "fixed",
        "--quiet",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("2 games at 0.3+0.01") && run.out.contains("anchor 1000"), "{}", run.out);
}

#[test]
fn matches_are_rated_together() {
    let data = |name: &str| format!("{}/../../testdata/matches/{name}", env!("CARGO_MANIFEST_DIR"));
    let (weak, strong) = (data("weak.json"), data("strong.json"));
    let found = json(&reti(&["match", "--rate", &weak, &strong, "--format", "json"]));
    let one: Vec<serde_json::Value> =
        [&weak, &strong].map(|path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()).to_vec();
    let sum = |field: &str| one.iter().map(|played| played[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!((&found["games"], &found["faults"]), (&sum("games").into(), &sum("faults").into()));
    assert_eq!(found["engines"].as_array().unwrap().len(), 3, "one engine is in both matches");
    let run = reti(&["match", "--rate", &weak, &strong]);
    assert!(run.code == Some(0) && run.out.contains("of 2 matches"), "{}", run.out);
    // Files that are no matches, and games that nothing connects.
    let scratch = support::scratch("no-match.json");
    fs::write(&scratch, "{\"games\": 3}\n").unwrap();
    let run = reti(&["match", "--rate", &weak, scratch.to_str().unwrap()]);
    assert!(run.code == Some(3) && run.err.contains("missing field"), "{}", run.err);
    fs::write(
        &scratch,
        fs::read_to_string(&strong)
            .unwrap()
            .replace("\"name\": \"", "\"name\": \"other ")
            .replace("\"first\": \"", "\"first\": \"other ")
            .replace("\"second\": \"", "\"second\": \"other "),
    )
    .unwrap();
    let run = reti(&["match", "--rate", &weak, scratch.to_str().unwrap()]);
    fs::remove_file(&scratch).unwrap();
    assert!(run.code == Some(2) && run.err.contains("no games connect"), "{}", run.err);
    let run = reti(&["match", "--rate", &weak, "--engine", "reti"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
}

/// An engine that misbehaves in one way.
fn script(name: &str, body: &str) -> String {
    let path = support::scratch(&format!("{name}.sh"));
    fs::write(
        &path,
        format!("while read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; {body} esac; done\n"),
    )
    .unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn faults_are_counted_and_told() {
    if !Path::new("/bin/sh").exists() {
        println!("skipped: no /bin/sh");
        return;
    }
    for (name, body, field, words) in [
        ("illegal", "go*) echo bestmove e2e5;;", "illegal_moves", "illegal move"),
        ("crash", "go*) exit 1;;", "crashes", "crash"),
        ("slow", "go*) sleep 1; echo bestmove a2a3;;", "time_losses", "loss on time"),
    ] {
        let path = script(name, body);
        let engine = format!("/bin/sh; args={path}; name=bad");
        let run = reti(&[
            "match", "--engine", "reti", "--engine", &engine, "--tc", "0.2+0.01", "--games", "2", "--format", "json",
            "--quiet",
        ]);
        fs::remove_file(&path).unwrap();
        let found = json(&run);
        let bad = &found["engines"][1];
        assert!(bad[field].as_u64().unwrap() >= 1 && bad["wins"] == 0, "{name}: {bad}");
        assert!(run.err.contains(words), "{name}: {}", run.err);
        assert_eq!(found["engines"][0][field], 0);
    }
}

#[test]
fn options_that_an_engine_does_not_take_are_told_before_a_game() {
    for (option, parts) in [
        ("KernelsFile=nofile.toml", ["'KernelsFile'", "nofile.toml"]),
        ("NoSuchOption=1", ["Reti", "no option 'NoSuchOption'"]),
        ("Evaluation=foo", ["'Evaluation'", "network"]),
        ("Hash=much", ["'Hash'", "a number"]),
    ] {
        let engine = format!("reti; {option}");
        let run = reti(&["match", "--engine", "reti", "--engine", &engine, "--nodes", "10", "--games", "2"]);
        assert!(run.code == Some(2) && run.out.is_empty(), "{option}: {:?} {}", run.code, run.err);
        assert!(parts.iter().all(|part| run.err.contains(part)) && run.err.lines().count() == 1, "{}", run.err);
    }
    // Names do not care about case, and what the match itself understands is no option.
    let run = reti(&[
        "match",
        "--engine",
        "reti",
        "--engine",
        "reti; hash=2; evaluation=SEED; nodes=20; name=x",
        "--nodes",
        "10",
        "--games",
        "2",
        "--quiet",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn wrong_arguments_are_told() {
    for (arguments, part) in [
        (&["match", "--engine", "reti"][..], "two engines"),
        (&["match"][..], "--engine"),
        (&["match", "--engine", "reti", "--engine", "reti; what"][..], "key=value"),
        (&["match", "--engine", "reti", "--engine", "reti", "--tc", "fast"][..], "bad limit 'fast'"),
        (&["match", "--engine", "reti", "--engine", "reti", "--sprt", "5,0"][..], "two numbers"),
    ] {
        let run = reti(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains(part), "{}", run.err);
    }
    let missing = ["match", "--engine", "reti", "--engine", "reti", "--openings", "no-such-file.pgn"];
    assert_eq!(reti(&missing).code, Some(3));
    let run = reti(&["match", "--engine", "reti", "--engine", "/no/such/engine", "--nodes", "10", "--games", "2"]);
    assert!(run.code == Some(0) && run.err.contains("no start"), "{}", run.err);
}
