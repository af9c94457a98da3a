//! `reti exercises` as its users meet it.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use support::{reti, reti_with, scratch};

/// White leaves the queen where a knight forks it, Black does not see it: one exercise at least.
const BLUNDERS: &str = "[Event \"<b>x</b>\"]\n[Site \"https://example.org/abcd\"]\n\
    [White \"<script>alert(1)</script>\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 Nxh5 5. Nf3 1-0\n";

fn json(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_sample_needs_nothing() {
    let run = reti(&["exercises", "--sample", "--fast", "--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let found = json(&run.out);
    assert!(!found.is_empty());
    for exercise in &found {
        assert_eq!((exercise["schema"].as_str(), exercise["kind"].as_str()), (Some("reti/2"), Some("exercise")));
        assert!(exercise["margin"].as_f64().unwrap() >= 15.0 && exercise["difficulty"].is_u64());
        assert!(!exercise["hint"].as_str().unwrap().is_empty() && !exercise["reason"].as_str().unwrap().is_empty());
        assert!(exercise["source"]["ply"].is_u64() && exercise["source"]["game"] == 1);
        assert_eq!(exercise["solution"].as_array().unwrap().len() % 2, 1);
    }
}

#[test]
fn every_format_tells_the_same_exercises() {
    let of = |format: &str| {
        let run = reti_with(&["exercises", "-", "--fast", "--format", format], BLUNDERS.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{format}");
        run.out
    };
    let found = json(&of("json"));
    let mate = found.iter().find(|exercise| exercise["source"]["ply"] == 6).expect("mate in one was missed");
    assert_eq!(mate["solution"][0], "h5f7");
    assert_eq!((mate["mate"].as_u64(), mate["source"]["role"].as_str()), (Some(1), Some("missed")));
    let rows = of("csv");
    let header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
    assert_eq!(rows.lines().next(), Some(header));
    assert_eq!(rows.lines().count(), found.len() + 1);
    let row: Vec<&str> = rows.lines().find(|row| row.contains("g8f6 h5f7")).unwrap().split(',').collect();
    assert_eq!(row.len(), 10, "{row:?}");
    assert!(row[1].contains(" b ") && row[7].contains("mateIn1") && row[8].ends_with("abcd#6"), "{row:?}");
    let games = of("pgn");
    assert_eq!(games.matches("[SetUp \"1\"]").count(), found.len());
    assert!(
        games.contains("4. Qxf7#") && games.lines().all(|line| line.starts_with('[') || line.len() <= 80),
        "{games}"
    );
    let page = of("html");
    assert_eq!(page.matches("<figure>").count(), found.len());
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script") && !page.contains("src="), "{page}");
    assert!(page.find("<figure>") < page.find("Qxf7#"), "solutions stand at the end");
}

#[test]
fn a_bad_game_is_named_and_the_others_used() {
    let text = format!("{BLUNDERS}\n1. e4 e5 2. Ke3 1-0\n\n{BLUNDERS}");
    let run = reti_with(&["exercises", "-", "--fast", "--format", "json"], text.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(run.err.starts_with("game 2, move 2."), "{}", run.err);
    let games: Vec<u64> = json(&run.out).iter().map(|found| found["source"]["game"].as_u64().unwrap()).collect();
    assert!(games.contains(&1) && games.contains(&3), "{games:?}");
    let run = reti_with(&["exercises", "-", "--fast", "--format", "json", "--limit", "1"], text.as_bytes());
    assert_eq!(json(&run.out).len(), 1);
    let run = reti_with(&["exercises", "-", "--fast", "--format", "json", "--game", "3"], text.as_bytes());
    assert!(run.code == Some(0) && json(&run.out).iter().all(|found| found["source"]["game"] == 3));
}

#[test]
fn nothing_to_find_is_an_empty_answer() {
    let quiet = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    for (format, expected) in [("json", ""), ("pgn", "")] {
        let run = reti_with(&["exercises", "-", "--fast", "--format", format], quiet.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(0), expected));
        assert_eq!(run.err, "no exercises found\n");
    }
    let page = reti_with(&["exercises", "-", "--fast", "--format", "html"], quiet.as_bytes());
    assert!(page.out.contains("No exercises") && page.out.ends_with("</html>\n"), "{}", page.out);
}

#[test]
fn bad_usage_and_empty_input_are_told() {
    for (arguments, input, code) in [
        (&["exercises", "-"][..], "", 3),
        (&["exercises", "-"], "\n\n", 3),
        (&["exercises", "/does/not/exist.pgn"], "", 3),
        (&["exercises"], "", 2),
        (&["exercises", "--sample", "x.pgn"], "", 2),
        (&["exercises", "--sample", "--limit", "0"], "", 2),
        (&["exercises", "--sample", "--game", "2"], "", 3),
        (&["exercises", "--sample", "--format", "png"], "", 2),
    ] {
        let run = reti_with(arguments, input.as_bytes());
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.err);
        assert!(!run.err.is_empty());
    }
    let path = scratch("exercises.pgn");
    std::fs::write(&path, BLUNDERS).unwrap();
    let same = path.to_str().unwrap();
    assert_ne!(reti(&["exercises", same, "-o", same]).code, Some(0), "the input is not written over");
}
