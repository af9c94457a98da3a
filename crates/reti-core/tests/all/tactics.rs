//! Tactics against the reference on hand-made and game positions, and their laws over real games.
#![allow(clippy::unwrap_used, reason = "tests, and helpers of tests")]

use crate::support;

use std::collections::{BTreeSet, HashSet};

use reti_core::{
    chess::{Bitboard, Move, Position, Square, Symmetry},
    exchange::see_exact,
    relation::{
        Relations,
        graph::{Graph, Relation},
    },
    tactic::{
        Tactic, change, components,
        core::{core, is_stable, stable_core, supported_order},
        order, tactics,
    },
};
use serde_json::Value;

/// The reference's name of a family: `xray_attack`, `hanging`, `mate:boden_mate`.
fn reference_name(tactic: &Tactic) -> String {
    let name = tactic.motif.family.replace('-', "_");
    match name.as_str() {
        "hanging_piece" | "trapped_piece" | "overloaded_piece" => name.trim_end_matches("_piece").to_owned(),
        "x_ray_attack" | "x_ray_defense" => name.replace("x_ray", "xray"),
        _ if tactic.motif.kind == reti_core::motif::Kind::Mate => {
            format!("mate:{}", name.replace("unnamed_mate", "unnamed"))
        }
        _ => name,
    }
}

fn our_key(tactic: &Tactic, position: &Position) -> String {
    let mut parts: Vec<String> = tactic
        .cast
        .parts
        .iter()
        .map(|(role, square)| format!("{}={}{square}", role.name(), position.board().piece_at(*square).unwrap().char()))
        .collect();
    parts.sort();
    format!("{} {}", reference_name(tactic), parts.join(" "))
}

fn their_key(tactic: &Value) -> String {
    let mut parts: Vec<String> = tactic["roles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|role| {
            let name = role[0].as_str().unwrap().trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
            format!("{name}={}{}", role[1].as_str().unwrap(), role[2].as_str().unwrap())
        })
        .collect();
    parts.sort();
    format!("{} {}", tactic["motif"].as_str().unwrap(), parts.join(" "))
}

#[test]
fn golden_positions_have_the_reference_tactics() {
    let golden = support::json("cpdg/tactics.json");
    let games = golden["games"].as_object().unwrap().values().flat_map(|rows| rows.as_array().unwrap());
    let rows: Vec<&Value> = golden["cases"].as_array().unwrap().iter().chain(games).collect();
    assert_eq!(rows.len(), 26 + 199);
    for row in rows {
        let fen = row["fen"].as_str().unwrap();
        let position = Position::from_fen(fen).unwrap();
        let relations = Relations::new(&position);
        let found = tactics(&relations);
        let theirs = row["tactics"].as_array().unwrap();

        let keys: Vec<String> = found.iter().map(|tactic| our_key(tactic, &position)).collect();
        let their_keys: Vec<String> = theirs.iter().map(their_key).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>(), their_keys.iter().collect::<BTreeSet<_>>(), "{fen}");
        assert_eq!(order(&found).total as u64, row["T"].as_u64().unwrap(), "{fen}");
        for tactic in theirs {
            let index = keys.iter().position(|key| *key == their_key(tactic)).unwrap();
            let owner = format!("{:?}", found[index].cast.owner).to_lowercase();
            assert_eq!(owner, tactic["beneficiary"].as_str().unwrap(), "{fen}");
        }

        let named = |component: &[usize], keys: &[String]| -> BTreeSet<String> {
            component.iter().map(|&index| keys[index].clone()).collect()
        };
        let ours: BTreeSet<_> = components(&found).iter().map(|component| named(component, &keys)).collect();
        let expected: BTreeSet<_> = row["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|component| {
                let indices: Vec<usize> =
                    component.as_array().unwrap().iter().map(|index| index.as_u64().unwrap() as usize).collect();
                named(&indices, &their_keys)
            })
            .collect();
        assert_eq!(ours, expected, "{fen}");

        let roles: BTreeSet<String> =
            found.iter().flat_map(|tactic| tactic.cast.squares()).map(|square| square.to_string()).collect();
        let their_core: BTreeSet<String> =
            row["core"].as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect();
        assert_eq!(roles, their_core, "{fen}");

        // The reference has no en passant edges; decision D-05 asks for them.
        let mut graph = Graph::new(&relations);
        graph.edges.retain(|edge| !matches!(edge.relation, Relation::Attack { en_passant: true, .. }));
        for (index, name) in Relation::NAMES.into_iter().enumerate() {
            assert_eq!(graph.counts()[index] as u64, row["edges"][name].as_u64().unwrap(), "{name} {fen}");
        }
        let legal = graph.legal_view().counts();
        assert_eq!(legal[0] as u64, row["legal_attack"].as_u64().unwrap(), "{fen}");
        assert_eq!(legal[1] as u64, row["legal_defend"].as_u64().unwrap(), "{fen}");
    }
}

#[test]
fn tactics_follow_the_symmetries() {
    for position in support::positions() {
        let relations = Relations::new(&position);
        let here = tactics(&relations);
        for symmetry in Symmetry::ALL {
            let Some(image) = symmetry.position(&position) else { continue };
            let relations_there = Relations::new(&image);
            let there = tactics(&relations_there);
            let expected: BTreeSet<String> =
                here.iter().map(|t| format!("{} {}", t.motif.name, t.cast.mapped(symmetry))).collect();
            let found: BTreeSet<String> = there.iter().map(|t| format!("{} {}", t.motif.name, t.cast)).collect();
            assert_eq!(found, expected, "{symmetry:?} of {}", position.fen());
            let values = |list: &[Tactic], relations: &Relations| {
                let mut values: Vec<_> =
                    list.iter().map(|t| (t.motif.name, t.value(relations).material_delta)).collect();
                values.sort_unstable();
                values
            };
            assert_eq!(values(&here, &relations), values(&there, &relations_there), "{}", position.fen());
        }
    }
}

#[test]
fn a_move_changes_the_order_by_delta_minus_nabla() {
    for game in support::games() {
        let mut before: Option<(Relations, Vec<Tactic>)> = None;
        for (position, _) in game {
            let relations = Relations::new(&position);
            let now = tactics(&relations);
            let keys: HashSet<_> = now.iter().map(|tactic| tactic.key(&relations)).collect();
            assert_eq!(keys.len(), now.len(), "keys are unique in {}", position.fen());
            if let Some((old_relations, old)) = &before {
                let change = change((old_relations, old), (&relations, &now));
                let difference = now.len() as i64 - old.len() as i64;
                assert_eq!(difference, change.created.len() as i64 - change.resolved.len() as i64);
            }
            before = Some((relations, now));
        }
    }
}

#[test]
fn the_core_is_the_least_part_that_supports_all_tactics() {
    for position in support::positions().iter().step_by(3) {
        let relations = Relations::new(position);
        let all = tactics(&relations);
        let core = core(&relations, &all);
        assert_eq!(supported_order(&all, core.squares), all.len());
        for square in core.squares {
            assert!(supported_order(&all, core.squares.without(square)) < all.len(), "{}", position.fen());
        }
        let edges: BTreeSet<_> =
            Graph::new(&relations).edges.iter().map(|edge| (edge.source, edge.relation.name(), edge.target)).collect();
        for edge in &core.edges {
            assert!(edges.contains(edge), "{edge:?} in {}", position.fen());
        }
    }
}

/// The counterexample to Proposition 5.1: one tactic, two different minimal cores.
#[test]
fn a_stable_core_is_not_unique_even_for_one_tactic() {
    let fen = "r4rk1/1bpq1pbp/p1n3p1/1p1np1B1/3P4/1BP2N1P/PP1N1PP1/R2Q1RK1 w - - 2 14";
    let position = Position::from_fen(fen).unwrap();
    let relations = Relations::new(&position);
    let all = tactics(&relations);
    let texts: Vec<String> = all.iter().map(|tactic| tactic.cast.to_string()).collect();
    assert_eq!(texts, ["black: piece=d4"]);
    let keys: HashSet<_> = all.iter().map(|tactic| tactic.key(&relations)).collect();
    let kings = position.board().kings();
    let pawn = kings.with(Square::D4);
    for attacker in [Square::E5, Square::G7] {
        assert!(is_stable(&position, &keys, pawn.with(attacker)), "d4 and {attacker} are enough");
    }
    assert!(!is_stable(&position, &keys, pawn), "d4 alone is not");
    let found = stable_core(&position);
    assert!(found.is_superset(kings | Bitboard::from_square(Square::D4)));
    assert!(is_stable(&position, &keys, found));
}

#[test]
fn the_start_position_has_order_zero() {
    let relations = Relations::new(&Position::start());
    assert_eq!(order(&tactics(&relations)).total, 0);
}

/// Seed 000's example of order 2, one fork and one discovered attack, holds for the reduced order.
#[test]
fn the_reduced_order_does_not_say_losses_twice() {
    let fork = Position::from_fen("4k3/8/8/2n1n3/3P4/8/8/4K3 b - - 0 1").unwrap();
    let found = order(&tactics(&Relations::new(&fork)));
    assert_eq!((found.total, found.reduced, found.white, found.black), (3, 1, 3, 0));
}

/// A note says why a defender could not recapture; it must be true after the capture.
#[test]
fn noted_defenders_really_cannot_recapture() {
    let mut noted = 0;
    for position in support::positions().iter().step_by(3) {
        let relations = Relations::new(position);
        for tactic in tactics(&relations) {
            let turn = position.turn();
            for note in tactic.value(&relations).notes.iter().filter(|_| tactic.cast.owner == turn) {
                let best = relations.price(note.target);
                let captures = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| m.to() == note.target && !m.is_en_passant() && Some(see_exact(position, *m)) == best);
                for m in captures {
                    let after = position.play(m);
                    let recaptures = after.legal_moves();
                    let breaks_note = |reply: &&Move| reply.to() == note.target && reply.from() == Some(note.defender);
                    assert!(recaptures.iter().find(breaks_note).is_none(), "{note:?} in {}", position.fen());
                    noted += 1;
                }
            }
        }
    }
    assert!(noted > 50, "only {noted} notes were looked at");
}
