//! `reti bench motifs` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail on bad test data")]

use crate::support;

use support::{reti, reti_with};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/puzzles/sample.csv.zst");

#[test]
fn themes_are_compared_as_data() {
    let run = reti(&["bench", "motifs", "--puzzles", SAMPLE, "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    for theme in ["fork", "pin", "discoveredAttack", "backRankMate", "pillsburysMate"] {
        assert!(answer["by_label"][theme]["n"].as_u64().unwrap() >= 9, "{theme}");
        for share in ["precision", "recall", "f1"] {
            let found = answer["by_label"][theme][share].as_f64().unwrap();
            assert!((0.5..=1.0).contains(&found), "{share} of {theme}: {found}");
        }
    }
}

#[test]
fn bad_rows_are_named_and_the_rest_counts() {
    let table = "PuzzleId,FEN,Moves,Themes\n\
        good,6k1/5ppp/8/8/8/8/r7/R5K1 b - - 0 1,a2d2 a1a8 d2d8 a8d8,backRankMate\n\
        short,6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n\
        illegal,6k1/5ppp/8/8/8/8/r7/R5K1 b - - 0 1,a2d2 a1b8,mate\n\
        kingless,8/5ppp/8/8/8/8/r7/R5K1 b - - 0 1,a2d2,mate\n";
    let run = reti_with(&["bench", "motifs", "--puzzles", "-", "--theme", "backRankMate"], table.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(run.out.contains("backRankMate               1     1.0000  1.0000  1.0000"), "{}", run.out);
    assert!(run.err.contains("row 3 (short), column Moves: missing"), "{}", run.err);
    assert!(run.err.contains("row 4 (illegal), column Moves: move 2: illegal move"), "{}", run.err);
    assert!(run.err.contains("row 5 (kingless), column FEN: "), "{}", run.err);
}

#[test]
fn differences_can_be_looked_at() {
    let table = "FEN,Moves,Themes\n6k1/5ppp/8/8/8/8/r7/R5K1 b - - 0 1,a2d2 a1a8 d2d8 a8d8,fork\n";
    let run = reti_with(&["bench", "motifs", "--puzzles", "-", "--misses", "1"], table.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("backRankMate: tagged, not labelled"), "{}", run.out);
    assert!(run.out.contains("fork: labelled, not tagged"), "{}", run.out);
    assert!(run.out.contains("Rd2 Ra8+ Rd8 Rxd8#"), "{}", run.out);
}
