//! Lessons as people read them.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn texts(fen: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap();
    explain(&position, Options::default()).claims.into_iter().map(|claim| claim.text).collect()
}

fn texts_of(fen: &str, m: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap();
    let m = position.parse_move(m).unwrap();
    let told = lesson_of_move(&position, m, Options::default(), Sources::default()).told;
    told.claims.into_iter().map(|claim| claim.text).collect()
}

#[test]
fn legals_trap_is_told() {
    let told = texts(SAMPLE);
    assert!(told[0].starts_with("Bxf7+ forces mate in 2."), "{told:?}");
    assert!(told[0].ends_with("6. Bxf7+ Ke7 7. Nd5#. The king on e7 is checkmated: Légal's mate."), "{told:?}");
}

#[test]
fn a_fork_is_proven_and_named() {
    let told = texts("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1");
    assert!(told[0].starts_with("Nf6+ wins at least 5 pawns."), "{told:?}");
    assert!(told[0].contains("Nf6+ forks the rook on g4 and the king on e8."), "{told:?}");
}

#[test]
fn a_threat_is_told_to_the_one_who_must_meet_it() {
    let told = texts("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1");
    assert!(told.iter().any(|text| text.starts_with("White threatens Ra8#, with mate.")), "{told:?}");
}

#[test]
fn a_finished_game_is_told_as_such() {
    let told = texts("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(told[0], "The king on g8 is checkmated: back-rank mate.");
}

#[test]
fn a_blunder_is_explained_by_what_it_allows() {
    let told = texts_of("r3k3/8/8/1N6/8/8/8/4K2R b - - 0 1", "Ra7");
    assert!(told[0].starts_with("Ra7 allows Nxa7, which wins at least 5 pawns."), "{told:?}");
}

#[test]
fn a_stalemate_has_no_threats() {
    let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert!(explain(&position, Options::default()).claims.is_empty());
}
