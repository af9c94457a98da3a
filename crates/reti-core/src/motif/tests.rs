//! Tests that walk the catalogue: a motif is tested the moment it is listed.

use std::{collections::BTreeSet, fs, path::Path};

use super::*;
use crate::{
    chess::{Position, Symmetry},
    line::{Line, SetUp},
    relation::graph::Graph,
};

fn casts(motif: &Motif, position: &Position) -> Vec<Cast> {
    (motif.detect)(&Relations::new(position))
}

fn texts(casts: &[Cast]) -> BTreeSet<String> {
    casts.iter().map(Cast::to_string).collect()
}

/// The motifs that stand on a board.
fn on_board() -> impl Iterator<Item = &'static Motif> {
    CATALOGUE.iter().copied().filter(|motif| motif.kind != Kind::Theme)
}

/// The Rust files of a folder, by name and text.
fn files(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let rust = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn every_file_is_listed_once_under_its_name() {
    let shared = ["cast", "duty", "mate", "pawns", "price", "tests", "net"];
    let found = files("src/motif").into_iter().chain(files("src/motif/mate"));
    let mut stems: Vec<String> = found.map(|(stem, _)| stem).filter(|stem| !shared.contains(&stem.as_str())).collect();
    stems.sort();
    let mut names: Vec<String> = on_board().map(|motif| motif.name.replace('-', "_")).collect();
    names.sort();
    assert_eq!(names, stems);
}

#[test]
fn every_file_of_a_theme_is_used_by_a_motif() {
    for (stem, text) in files("src/line").into_iter().filter(|(stem, _)| stem != "play") {
        let tells = |motif: &&&Motif| {
            let source = motif.theme.as_ref().map(|theme| theme.source.unwrap_or(motif.source));
            source == Some(text.as_str())
        };
        assert!(CATALOGUE.iter().any(|motif| tells(&motif)), "{stem} is not listed");
    }
}

#[test]
fn numbers_are_permanent_and_without_gaps() {
    for (place, motif) in Motif::by_number().into_iter().enumerate() {
        assert_eq!(usize::from(motif.number), place, "{} needs the next free number", motif.name);
    }
    // Some that datasets have stored.
    for (name, number) in [("absolute-pin", 0), ("unnamed-mate", 51), ("half-open-file", 64), ("mate-in-5", 86)] {
        assert_eq!(Motif::named(name).map(|motif| motif.number), Some(number), "{name}");
    }
}

#[test]
fn every_tactic_says_how_much_it_teaches() {
    for motif in CATALOGUE.iter().filter(|motif| motif.kind == Kind::Tactic) {
        assert!(motif.teaching.is_some(), "{} has no teaching", motif.name);
    }
}

#[test]
fn names_and_labels_are_unique_and_a_mate_has_no_theme() {
    let mut names: Vec<&str> = CATALOGUE.iter().map(|motif| motif.name).collect();
    let labels = CATALOGUE.iter().filter_map(|motif| motif.label.as_ref()).flat_map(|label| label.names);
    names.extend(labels.copied().filter(|label| label.contains(char::is_uppercase)));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for motif in CATALOGUE {
        assert!(motif.kind != Kind::Mate || motif.theme.is_none(), "{}: the last board tells a mate", motif.name);
        assert_eq!(motif.kind == Kind::Theme, motif.roles.is_empty(), "{}", motif.name);
    }
}

#[test]
fn every_header_defines_the_motif() {
    for motif in CATALOGUE {
        let definition = motif.definition();
        for section in ["# Roles", "# Predicate", "# Source"] {
            assert!(definition.contains(section), "{} lacks {section}", motif.name);
        }
        for role in motif.roles.iter().chain(motif.theme.iter().flat_map(|theme| theme.roles)) {
            assert!(definition.contains(&format!("`{}`", role.name())), "{} does not say {}", motif.name, role.name());
        }
        assert!(!motif.summary.is_empty() && motif.summary.ends_with('.'), "{}", motif.name);
    }
}

#[test]
fn examples_give_exactly_their_casts() {
    for motif in on_board() {
        assert!(!motif.examples.is_empty() && !motif.near_misses.is_empty(), "{} needs both", motif.name);
        for (fen, _) in motif.examples {
            let position = Position::from_fen(fen).unwrap();
            let expected: BTreeSet<String> =
                motif.examples.iter().filter(|example| example.0 == *fen).map(|example| example.1.to_owned()).collect();
            let found = casts(motif, &position);
            assert_eq!(texts(&found), expected, "{} in {fen}", motif.name);
            assert!(found.iter().flat_map(|cast| &cast.parts).all(|part| motif.roles.contains(&part.0)));
        }
        for (fen, why) in motif.near_misses {
            let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(texts(&casts(motif, &position)), BTreeSet::new(), "{} in {fen}: {why}", motif.name);
        }
    }
}

#[test]
fn played_examples_use_the_motif_as_told() {
    for motif in CATALOGUE {
        assert_eq!(motif.theme.is_some(), !motif.played.is_empty(), "{}", motif.name);
        for (fen, moves, told) in motif.played {
            let line = Line::read(&Position::from_fen(fen).unwrap(), moves, SetUp::Included).unwrap();
            let used = line::uses(&line).into_iter().filter(|used| used.motif == *motif);
            let san = |ply: usize| line.positions()[ply].san(line.moves()[ply]);
            let found: Vec<String> = used.map(|used| format!("{} {}", san(used.ply), used.cast)).collect();
            assert_eq!(found, [*told], "{} in {fen} {moves}", motif.name);
        }
    }
}

#[test]
fn mirrored_examples_give_mirrored_casts() {
    for motif in CATALOGUE {
        for (fen, _) in motif.examples {
            let position = Position::from_fen(fen).unwrap();
            for symmetry in Symmetry::ALL {
                // Two opening traps happen on one wing only.
                if symmetry == Symmetry::Flip && ["fools-mate", "scholars-mate"].contains(&motif.name) {
                    continue;
                }
                let Some(image) = symmetry.position(&position) else { continue };
                let expected: Vec<Cast> = casts(motif, &position).iter().map(|cast| cast.mapped(symmetry)).collect();
                assert_eq!(texts(&casts(motif, &image)), texts(&expected), "{} {symmetry:?} {fen}", motif.name);
            }
        }
    }
}

#[test]
fn pattern_edges_exist_in_the_graph() {
    for motif in CATALOGUE {
        for (fen, _) in motif.examples {
            let relations = Relations::new(&Position::from_fen(fen).unwrap());
            let edges: BTreeSet<_> = Graph::new(&relations)
                .edges
                .iter()
                .map(|edge| (edge.source, edge.relation.name(), edge.target))
                .collect();
            for cast in (motif.detect)(&relations) {
                for edge in (motif.pattern)(&relations, &cast) {
                    assert!(edges.contains(&edge), "{}: {edge:?} in {fen}", motif.name);
                }
            }
        }
    }
}

#[test]
fn names_are_kebab_case_and_found() {
    for motif in CATALOGUE {
        assert!(motif.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", motif.name);
        assert_eq!(Motif::named(motif.name), Some(*motif));
        assert!(!motif.family.is_empty(), "{} has no family", motif.name);
        assert!(motif.source.contains(&format!("name: \"{}\"", motif.name)), "{} quotes another file", motif.name);
        for label in motif.label.iter().flat_map(|label| label.names) {
            assert_eq!(Motif::labelled(label), Some(*motif));
        }
    }
    assert_eq!(Motif::named("no-such-motif"), None);
}
