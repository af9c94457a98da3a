//! The rules, counted: legal lines of known positions, and keys that follow moves.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use reti_core::chess::Position;

fn lines(position: &Position, plies: u32) -> u64 {
    let moves = position.legal_moves();
    if plies <= 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| lines(&position.play(m), plies - 1)).sum()
}

#[test]
fn known_positions_have_the_known_numbers_of_lines() {
    for line in support::read("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split(" ; ").collect();
        let position = Position::from_fen(cells[0]).unwrap();
        for (plies, expected) in (1..).zip(cells[1].split(' ')) {
            assert_eq!(lines(&position, plies).to_string(), expected, "{} at {plies}", cells[2]);
        }
    }
}

/// The whole public suites, where the data folder is at hand; up to two million lines a position.
#[test]
#[ignore = "slow: whole suites, from the folder that RETI_DATA names"]
fn whole_suites_have_the_known_numbers_of_lines() {
    let Some(folder) = std::env::var_os("RETI_DATA") else {
        eprintln!("skipped: RETI_DATA is not set");
        return;
    };
    for name in ["perftsuite.epd", "frc_perftsuite.epd"] {
        let text = std::fs::read_to_string(std::path::Path::new(&folder).join("epd").join(name)).unwrap();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut cells = line.split(';').map(str::trim);
            let position = Position::from_fen(cells.next().unwrap()).unwrap();
            for (plies, cell) in (1..).zip(cells) {
                let expected: u64 = cell.split(' ').nth(1).unwrap().parse().unwrap();
                if expected <= 2_000_000 {
                    assert_eq!(lines(&position, plies), expected, "{line} at {plies}");
                }
            }
        }
    }
}
