//! `reti bench review` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail on bad test data")]

use crate::support;

use support::reti;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/scholars-mate.pgn");

/// A short measurement with more arguments, as data.
fn bench(more: &[&str]) -> Result<serde_json::Value, String> {
    let short = ["bench", "review", "--engine", "reti", "--games", GAME, "--engine-nodes", "1000", "--fast"];
    let run = reti(&[&short[..], &["--format", "json"], more].concat());
    if run.code == Some(0) { Ok(serde_json::from_str(&run.out).unwrap()) } else { Err(run.err) }
}

#[test]
fn kept_looks_give_the_same_figures() {
    let path = std::env::temp_dir().join(format!("reti-bench-review-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let with = ["--verdicts", path.to_str().unwrap()];
    let timeless = |mut figures: serde_json::Value| {
        for name in ["cpu_seconds", "game_seconds"] {
            figures[name] = 0.into();
        }
        figures
    };
    let alone = timeless(bench(&[]).unwrap());
    assert_eq!(timeless(bench(&with).unwrap()), alone);
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(timeless(bench(&with).unwrap()), alone);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
    std::fs::write(&path, kept.replace("cp ", "pawns ")).unwrap();
    let problem = bench(&with).unwrap_err();
    assert!(problem.contains("line 2: no look"), "{problem}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn games_of_another_sample_are_left_out() {
    assert_eq!(bench(&["--without", "7:0"]).unwrap()["games"], 1);
    assert_eq!(bench(&["--without", "7:1"]).unwrap()["games"], 0);
    assert!(bench(&["--without", "seven"]).is_err());
}
