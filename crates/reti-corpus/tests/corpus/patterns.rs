//! Patterns: what is read, what is refused, and that tables and detectors agree.

use std::{env, fs::File, path::Path, time::Instant};

use reti::pgn;
use reti_corpus::{
    pattern::{Moment, Pattern},
    report::{find, pgn as as_pgn, places},
    rows::game_number,
    sql::Corpus,
};
use reti_lessons::phase::phases;

use crate::{ALL, Scratch, committed_games, imported, options};

/// Twenty patterns of every kind of condition.
const PATTERNS: [&str; 20] = [
    "fork by knight of king and queen",
    "fork by knight of king and queen, White to move, ply < 60",
    "fork of rook and rook",
    "absolute-pin of rook",
    "absolute-pin of knight for Black, Black to move",
    "relative-pin by bishop of knight",
    "hanging-piece of queen",
    "hanging-piece of rook for White and White to move",
    "absolute-skewer",
    "discovered-attack of queen, order >= 5",
    "overloaded-piece, not hanging-piece",
    "trapped-piece of bishop",
    "back-rank-mate",
    "double-check by knight",
    "x-ray-attack by queen, fork",
    "KRPvKR",
    "Nd5, fork, phase middlegame",
    "passed-pawn for White, isolated-pawn for Black, men <= 10",
    "not White to move, fragility > 0.3, order = 0",
    "like \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\" >= 0.8, ply <= 20",
];

/// The places of a pattern by looking at every position.
fn slowly(text: &[u8], pattern: &Pattern, part_of: impl Fn(usize) -> i64) -> Vec<(i64, i32)> {
    let mut found = Vec::new();
    for (index, game) in pgn::games(text).enumerate() {
        let positions = game.unwrap().positions();
        let phases = phases(&positions);
        for (ply, position) in positions.iter().enumerate() {
            let moment = Moment { ply: Some(ply), phase: Some(phases[ply]) };
            if pattern.holds(position, moment).unwrap() {
                found.push((part_of(index), ply as i32));
            }
        }
    }
    found
}

#[track_caller]
fn agree(text: &[u8], folder: &Path) {
    let corpus = Corpus::open(folder).unwrap();
    let mut empty = Vec::new();
    for text_of_pattern in PATTERNS {
        let pattern = Pattern::read(text_of_pattern).unwrap();
        let start = Instant::now();
        let by_tables = places(&corpus, &pattern, None).unwrap();
        let asked = start.elapsed();
        let by_detectors = slowly(text, &pattern, |index| game_number(0, 0, index + 1));
        assert_eq!(by_tables, by_detectors, "{text_of_pattern}");
        println!("{:>7} {:>8.3} s  {text_of_pattern}", by_tables.len(), asked.as_secs_f64());
        if by_tables.is_empty() {
            empty.push(text_of_pattern);
        }
    }
    assert!(empty.len() <= 4, "too many patterns find nothing: {empty:?}");
}

#[test]
fn tables_and_detectors_find_the_same() {
    let scratch = Scratch::new();
    let text = committed_games()[..120].concat();
    let source = scratch.file("games.pgn", text.as_bytes());
    imported(&source, &scratch.path("out"), &options(&ALL, 65_536));
    agree(text.as_bytes(), &scratch.path("out"));
}

#[test]
#[ignore = "slow: 5,000 games of RETI_DATA"]
fn tables_and_detectors_find_the_same_in_five_thousand_games() {
    let Some(folder) = env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA names no folder");
        return;
    };
    let file = File::open(Path::new(&folder).join("pgn/masters.pgn.zst")).unwrap();
    let games = pgn::games(zstd::Decoder::new(file).unwrap()).take(5_000);
    let text: String = games.map(|game| game.unwrap().text).collect();
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", text.as_bytes());
    imported(&source, &scratch.path("out"), &options(&ALL, 65_536));
    agree(text.as_bytes(), &scratch.path("out"));
}

#[test]
fn found_positions_show_what_was_found() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[..60].concat().as_bytes());
    imported(&source, &scratch.path("out"), &options(&ALL, 64));
    let corpus = Corpus::open(&scratch.path("out")).unwrap();
    let pattern = Pattern::read("fork by knight, ply >= 10").unwrap();
    let found = find(&corpus, &pattern, Some(7)).unwrap();
    assert_eq!(found.len(), 7);
    for one in &found {
        let position = reti::read_position(&one.fen).unwrap();
        assert_eq!(pattern.holds(&position, Moment { ply: Some(one.ply as usize), phase: None }), Some(true));
        let fork = one.matched.iter().find(|tactic| tactic.motif == "fork").unwrap();
        assert!(fork.roles["forker"][0].to_lowercase().starts_with('n'), "{fork:?}");
    }
    let text = as_pgn(&corpus, &found).unwrap();
    let read: Vec<pgn::Game> = pgn::games(text.as_bytes()).map(Result::unwrap).collect();
    assert!(read.iter().all(|game| game.problem.is_none()));
    let marks: usize = read.iter().map(|game| game.comments.len()).sum();
    assert_eq!(marks, found.len());
    for (game, comment) in read.iter().flat_map(|game| game.comments.iter().map(move |comment| (game, comment))) {
        assert!(pattern.holds(&game.positions()[comment.0], Moment { ply: Some(comment.0), phase: None }).unwrap());
    }
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let report = Pattern::read(text).unwrap_err().report();
    assert_eq!(report.trim_end(), expected, "{text}");
}

#[test]
fn mistakes_are_shown_with_a_caret() {
    refused(
        "fork by knigt of king",
        "bad pattern: a piece is expected here: pawn, knight, ... king\n  fork by knigt of king\n          ^^^^^",
    );
    refused(
        "forkk, ply < 3",
        "bad pattern: nothing is called so; 'reti motifs' lists what is\n  forkk, ply < 3\n  ^^^^^",
    );
    refused(
        "pin of rook",
        "bad pattern: this is a theme of lines; a corpus knows what stands on one board\n  pin of rook\n  ^^^",
    );
    refused("fork ply < 3", "bad pattern: ',' or 'and' is expected here\n  fork ply < 3\n       ^^^");
    refused("ply < x", "bad pattern: a number is expected here\n  ply < x\n        ^");
    refused("proven, fork", "bad pattern: no motif stands before this\n  proven, fork\n  ^^^^^^");
    refused("player \"x", "bad pattern: this quote is never closed\n  player \"x\n         ^^");
    for text in ["", "  ", ",", "fork,", "fork by", "like 'x'", "phase", "é", "not", "KRvX", "order >= nan"] {
        assert!(Pattern::read(text).is_err(), "{text}");
    }
}

#[test]
fn what_a_corpus_does_not_have_is_said() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[0].as_bytes());
    imported(&source, &scratch.path("out"), &options(&[reti_corpus::table::Table::Games], 64));
    let corpus = Corpus::open(&scratch.path("out")).unwrap();
    let ask = |text: &str| places(&corpus, &Pattern::read(text).unwrap(), None).unwrap_err().to_string();
    assert_eq!(ask("fork"), "'fork' needs the table tactics: import with --tables ...,tactics");
    assert_eq!(ask("KRvK"), "'this pattern' needs the table positions: import with --tables ...,positions");
}
