//! Tests that walk the list: an ending is tested the moment it is listed.

use std::{collections::BTreeSet, fs, path::Path};

use super::*;

fn texts(found: &[Found]) -> BTreeSet<String> {
    found.iter().map(Found::to_string).collect()
}

#[test]
fn every_file_is_listed_once_under_its_name() {
    let shared = ["view", "tests"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ending");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        files.extend(name.strip_suffix(".rs").filter(|stem| !shared.contains(stem)).map(|stem| stem.replace('_', "-")));
    }
    files.sort();
    let mut names: Vec<String> = ENDINGS.iter().map(|ending| ending.name.to_owned()).collect();
    names.sort();
    assert_eq!(names, files);
}

#[test]
fn every_header_defines_the_ending() {
    for ending in ENDINGS {
        let definition = ending.definition();
        for section in ["# Roles", "# Predicate", "# Claim", "# Source"] {
            assert!(definition.contains(section), "{} lacks {section}", ending.name);
        }
        for role in ending.roles {
            assert!(definition.contains(&format!("`{}`", role.name())), "{} does not say {}", ending.name, role.name());
        }
        assert!(ending.roles.is_sorted(), "{}: roles are not in the order of display", ending.name);
        assert!(!ending.summary.is_empty() && ending.summary.ends_with('.'), "{}", ending.name);
    }
}

#[test]
fn examples_give_exactly_their_instances() {
    for ending in ENDINGS {
        assert!(!ending.examples.is_empty() && !ending.near_misses.is_empty(), "{} needs both", ending.name);
        for (fen, _) in ending.examples {
            let position = Position::from_fen(fen).unwrap();
            let same = ending.examples.iter().filter(|example| example.0 == *fen);
            let expected: BTreeSet<String> = same.map(|example| example.1.to_owned()).collect();
            let found = ending.find(&position);
            assert_eq!(texts(&found), expected, "{} in {fen}", ending.name);
            for found in &found {
                assert!(found.parts.iter().all(|part| ending.roles.contains(&part.0)), "{found}");
                assert!(found.moves.iter().all(|&m| position.is_legal(m)), "{found}");
                assert_eq!(found.ending, *ending);
            }
        }
        for (fen, why) in ending.near_misses {
            let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(texts(&ending.find(&position)), BTreeSet::new(), "{} in {fen}: {why}", ending.name);
        }
    }
}

#[test]
fn mirrored_examples_give_mirrored_instances() {
    for ending in ENDINGS {
        for (fen, _) in ending.examples.iter().chain(ending.near_misses) {
            let position = Position::from_fen(fen).unwrap();
            for symmetry in Symmetry::ALL {
                let image = symmetry.position(&position).unwrap();
                let expected: Vec<Found> = ending.find(&position).iter().map(|found| found.mapped(symmetry)).collect();
                assert_eq!(texts(&ending.find(&image)), texts(&expected), "{} {symmetry:?} {fen}", ending.name);
                let moves = |found: &[Found]| -> BTreeSet<String> {
                    found.iter().flat_map(|found| &found.moves).map(ToString::to_string).collect()
                };
                assert_eq!(moves(&ending.find(&image)), moves(&expected), "{} {symmetry:?} {fen}", ending.name);
            }
        }
    }
}

#[test]
fn a_verdict_names_its_owner() {
    for ending in ENDINGS {
        for (fen, _) in ending.examples {
            for found in ending.find(&Position::from_fen(fen).unwrap()) {
                if let Claim::Wins(winner) = found.claim {
                    assert_eq!(found.owner, Some(winner), "{found}");
                }
            }
        }
    }
}

#[test]
fn names_are_kebab_case_and_found() {
    for ending in ENDINGS {
        assert!(ending.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", ending.name);
        assert_eq!(Ending::named(ending.name), Some(*ending));
        assert!(ending.source.contains(&format!("name: \"{}\"", ending.name)), "{} quotes another file", ending.name);
    }
    assert_eq!(Ending::named("no-such-ending"), None);
}

#[test]
fn a_game_that_is_over_or_may_castle_has_no_ending() {
    let none = |fen: &str| assert_eq!(endings(&Position::from_fen(fen).unwrap()), []);
    none("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    none("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    none("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    none("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
}
