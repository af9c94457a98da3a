//! Tests that walk the catalogue: a motif is tested the moment it is listed.

use std::{collections::BTreeSet, fs, path::Path};

use super::*;
use crate::{
    chess::{Position, Symmetry},
    relation::graph::Graph,
};

fn casts(motif: &Motif, position: &Position) -> Vec<Cast> {
    (motif.detect)(&Relations::new(position))
}

fn texts(casts: &[Cast]) -> BTreeSet<String> {
    casts.iter().map(Cast::to_string).collect()
}

#[test]
fn every_file_is_listed_once_under_its_name() {
    let shared = ["cast", "duty", "pawns", "price", "tests", "net"];
    let mut files = Vec::new();
    for folder in ["src/motif", "src/motif/mate"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let Ok(entries) = fs::read_dir(path) else { continue };
        for entry in entries {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(stem) = name.strip_suffix(".rs").filter(|stem| !shared.contains(stem)) {
                files.push(stem.replace('_', "-"));
            }
        }
    }
    files.retain(|file| file != "mate");
    files.sort();
    let mut names: Vec<String> = CATALOGUE.iter().map(|motif| motif.name.to_owned()).collect();
    names.sort();
    assert_eq!(names, files);
}

#[test]
fn every_header_defines_the_motif() {
    for motif in CATALOGUE {
        let definition = motif.definition();
        for section in ["# Roles", "# Predicate", "# Source"] {
            assert!(definition.contains(section), "{} lacks {section}", motif.name);
        }
        for role in motif.roles {
            assert!(definition.contains(&format!("`{}`", role.name())), "{} does not say {}", motif.name, role.name());
        }
        assert!(!motif.summary.is_empty() && motif.summary.ends_with('.'), "{}", motif.name);
    }
}

#[test]
fn examples_give_exactly_their_casts() {
    for motif in CATALOGUE {
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
        assert!(motif.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", motif.name);
        assert_eq!(Motif::named(motif.name), Some(*motif));
        assert!(!motif.family.is_empty(), "{} has no family", motif.name);
        assert!(motif.source.contains(&format!("name: \"{}\"", motif.name)), "{} quotes another file", motif.name);
    }
    assert_eq!(Motif::named("no-such-motif"), None);
}
