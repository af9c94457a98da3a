//! Damaged and hostile games lose only themselves, and each has its row among the errors.

use std::{collections::BTreeSet, process::Command};

use reti_corpus::table::Table;

use crate::{Scratch, committed_games, imported, numbers, options, texts};

/// A damaged game of some kind; none of them can be a whole one.
fn damaged(number: usize, good: &str) -> Vec<u8> {
    let head = format!("[Event \"bad {number}\"]\n[White \"x\"]\n[Result \"1-0\"]\n\n");
    let half = good.find("\n\n1. ").map_or(good.len() / 2, |start| start + (good.len() - start) / 2);
    match number % 12 {
        // Cut in the middle of its moves, or of its tags.
        0 => [&good.as_bytes()[..half], b"\n\n"].concat(),
        1 => b"[Event \"bad\n\n".to_vec(),
        // Nothing but tags.
        2 => head.into_bytes(),
        // Bytes of no encoding among the moves.
        3 => [head.as_bytes(), b"1. e4 \xff\xfe\x80 e5 1-0\n\n"].concat(),
        // A comment and variations that never end.
        4 => format!("{head}1. e4 {{ forgotten 1-0\n\n").into_bytes(),
        5 => format!("{head}1. e4 {} e5 1-0\n\n", "(1. d4 ".repeat(3_000)).into_bytes(),
        // Moves that are not legal, or no moves.
        6 => format!("{head}1. e4 e5 2. Ke3 1-0\n\n").into_bytes(),
        7 => format!("{head}1. e4 hello 1-0\n\n").into_bytes(),
        // A start that is no position; other rules.
        8 => b"[Event \"bad\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0\n\n".to_vec(),
        9 => b"[Event \"bad\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n".to_vec(),
        // Zeros, and control characters.
        10 => [head.as_bytes(), &[0; 64], b" 1-0\n\n"].concat(),
        _ => [head.as_bytes(), b"1. e4 \x1b[2J\x07 1-0\n\n"].concat(),
    }
}

/// Damaged games between good ones.
fn mixture(count: usize) -> (Vec<u8>, usize) {
    let good = committed_games();
    let mut text = Vec::new();
    let mut whole = 0;
    for number in 0..count {
        text.extend(damaged(number, &good[number % good.len()]));
        if number % 10 == 9 {
            text.extend(good[whole % good.len()].as_bytes());
            whole += 1;
        }
    }
    (text, whole)
}

#[track_caller]
fn check(text: &[u8], name: &str, bad: u64, good: u64) {
    let scratch = Scratch::new();
    let source = scratch.file(name, text);
    let out = scratch.path("out");
    let done = imported(&source, &out, &options(&[Table::Games], 256));
    assert_eq!(done.games, good, "whole games");
    assert_eq!(done.errors, bad, "rows of errors");
    let events = texts(&out, Table::Games, "Event");
    assert!(events.iter().all(|event| event == "Test"), "a damaged game is among the games");
    assert!(texts(&out, Table::Errors, "reason").iter().all(|reason| !reason.is_empty()), "reasons");
    let lines: BTreeSet<Option<i32>> = numbers(&out, Table::Errors, "line").into_iter().collect();
    assert_eq!(lines.len() as u64, bad, "places");
}

#[test]
fn ten_thousand_damaged_games_lose_only_themselves() {
    let (text, good) = mixture(10_000);
    check(&text, "bad.pgn", 10_000, good as u64);
    check(&zstd::encode_all(&text[..], 1).unwrap(), "bad.pgn.zst", 10_000, good as u64);
}

#[test]
fn huge_comments_are_read_and_do_no_harm() {
    let game = |comment: &str| format!("[Event \"Test\"]\n\n1. e4 {{{comment}}} e5 1-0\n\n");
    let long = "x".repeat(1 << 20);
    let words = "x ".repeat(1 << 19);
    let text = [game(&long), game(&words), game("short")].concat();
    check(text.as_bytes(), "long.pgn", 0, 3);
}

#[test]
fn a_stream_that_breaks_keeps_what_came_before() {
    let scratch = Scratch::new();
    let games = committed_games();
    let packed = zstd::encode_all(games.concat().repeat(20).as_bytes(), 1).unwrap();
    let source = scratch.file("cut.pgn.zst", &packed[..packed.len() - 8]);
    let done = imported(&source, &scratch.path("out"), &options(&[Table::Games], 16));
    assert!(done.games > 10 && done.games < 20 * games.len() as u64, "{}", done.games);
    assert_eq!(done.errors, 1);
}

#[test]
fn nothing_is_a_corpus_too() {
    let scratch = Scratch::new();
    for (name, text) in [("empty.pgn", &b""[..]), ("blank.pgn", b"\n\n \n")] {
        let source = scratch.file(name, text);
        let done = imported(&source, &scratch.path(name.trim_end_matches(".pgn")), &options(&crate::ALL, 16));
        assert_eq!((done.games, done.errors), (0, 0));
    }
    assert_eq!(texts(&scratch.path("empty"), Table::Tactics, "motif"), Vec::<String>::new());
}

#[test]
fn a_file_without_games_is_named() {
    let scratch = Scratch::new();
    let nothing = scratch.file("nothing.pgn", b"");
    let one = scratch.file("one.pgn", committed_games()[0].as_bytes());
    let run = Command::new(env!("CARGO_BIN_EXE_reti-corpus"))
        .arg("import")
        .args([&nothing, &one])
        .arg("--out")
        .arg(scratch.path("out"))
        .output()
        .unwrap();
    assert!(run.status.success());
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "no games in nothing.pgn\n");
    assert!(String::from_utf8(run.stdout).unwrap().starts_with("1 game, "));
}
