//! One side has bishops on both colours of squares, the other has not.
//!
//! # Roles
//! - `bishop`: each bishop of the side that has the pair.
//!
//! # Predicate
//! The owner has a bishop on a light and one on a dark square, and the enemy has not: a pair against
//! a pair is no advantage.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role};
use crate::{
    chess::{Bitboard, Color},
    relation::Relations,
};

pub(super) static BISHOP_PAIR: Motif = Motif {
    name: "bishop-pair",
    number: 60,
    family: "bishop-pair",
    kind: Kind::Observation,
    summary: "One side has bishops on both colours of squares, the other has not.",
    roles: &[Role::Bishop],
    detect,
    weight: |_, _| 0.3,
    examples: &[("2b1k1n1/8/8/8/8/8/8/2B1KB2 w - - 0 1", "white: bishop=c1 bishop=f1")],
    near_misses: &[
        ("2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", "both sides have it"),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", "both bishops stand on dark squares"),
    ],
    source: include_str!("bishop_pair.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let bishops = |color| board.bishops() & board.by_color(color);
    let has_pair = |color| {
        let bishops = bishops(color);
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
    };
    Color::ALL
        .into_iter()
        .filter(|&owner| has_pair(owner) && !has_pair(!owner))
        .map(|owner| Cast::new(owner, bishops(owner).into_iter().map(|bishop| (Role::Bishop, bishop))))
        .collect()
}
