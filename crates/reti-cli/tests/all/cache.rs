//! What lies in the cache folder changes no answer about up to four men, and no answer fills it.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use support::scratch;

fn run(cache: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reti"));
    for name in ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
        command.env(name, cache);
    }
    let output = command.args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
}

fn cache(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn answers_are_the_same_with_an_empty_and_a_full_cache_folder() {
    let (empty, full) = (cache("cache-empty"), cache("cache-full"));
    assert_eq!(run(&full, &["table", "build", "KPvK", "KQvKR"]).0, Some(0));
    let file = scratch("four-men.pgn");
    let game = "[FEN \"8/8/8/8/1k6/8/1K5P/7r w - - 0 1\"]\n[SetUp \"1\"]\n\n1. h4 Rxh4 2. Kc2 Rh2+ *\n";
    fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["explain", "8/8/8/8/8/2k5/7r/K6Q w - - 0 1", "--format", "json"][..],
        &["explain", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"],
        &["explain", "8/5k2/8/8/2pK4/8/3P4/8 w - - 0 1", "--move", "Kxc4"],
        &["prove", "8/8/7P/8/3k4/8/1K6/2r5 w - - 0 1", "--goal", "gain=300", "--exact", "--format", "json"],
        &["annotate", file, "--nodes", "200"],
        &["solve", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "--format", "json"],
        &["table", "probe", "8/8/8/8/8/2k5/7r/K6Q w - - 0 1"],
    ] {
        let (with, without) = (run(&full, arguments), run(&empty, arguments));
        assert_eq!(with.0, Some(0), "{arguments:?}: {}", with.1);
        assert_eq!(with, without, "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&empty).unwrap().count(), 0, "nothing was made there");
}

#[test]
#[ignore = "slow: builds a table of five men"]
fn an_answer_from_a_larger_table_says_so() {
    let (empty, full) = (cache("cache-no-five"), cache("cache-five"));
    assert_eq!(run(&full, &["table", "build", "KNNNvK"]).0, Some(0));
    let question = ["explain", "8/8/8/8/4k3/8/1NNN4/K7 w - - 0 1", "--format", "json"];
    let (with, without) = (run(&full, &question).1, run(&empty, &question).1);
    assert!(with.contains("\"tables\"") && with.contains("KNNNvK"), "{with}");
    assert!(!without.contains("\"tables\""), "{without}");
}
