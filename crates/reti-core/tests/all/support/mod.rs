//! What several test files share: the committed games and small readers.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses its own part")]

use std::{fs, path::PathBuf};

use reti_core::chess::{Move, Position};

pub fn testdata(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

pub fn read(path: &str) -> String {
    let file = testdata(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

pub fn json(path: &str) -> serde_json::Value {
    serde_json::from_str(&read(path)).unwrap()
}

/// The committed real games, as moves from the start position.
pub fn games() -> Vec<Vec<(Position, Move)>> {
    read("games/lichess-2025-05.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut position = Position::start();
            line.split(' ')
                .skip(2)
                .map(|text| {
                    let m = position.parse_move(text).unwrap();
                    let before = position.clone();
                    position = position.play(m);
                    (before, m)
                })
                .collect()
        })
        .collect()
}

/// Every position of the committed games in which a move was played: more than 10,000.
pub fn positions() -> Vec<Position> {
    let positions: Vec<Position> = games().into_iter().flatten().map(|(position, _)| position).collect();
    assert!(positions.len() >= 10_000);
    positions
}
