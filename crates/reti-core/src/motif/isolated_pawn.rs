//! A pawn without a pawn of its own side on the files beside it.
//!
//! # Roles
//! - `pawn`: the isolated pawn.
//!
//! # Predicate
//! No pawn of the same side stands on a neighbouring file. Each pawn is a cast of its own, also when
//! two isolated pawns are doubled. The owner is the other side.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role, pawns};
use crate::{
    chess::{Bitboard, Color, Rank},
    relation::Relations,
};

pub(super) static ISOLATED_PAWN: Motif = Motif {
    name: "isolated-pawn",
    number: 58,
    family: "isolated-pawn",
    kind: Kind::Observation,
    summary: "A pawn has no pawn of its own side on the files beside it.",
    roles: &[Role::Pawn],
    detect,
    weight,
    examples: &[("4k3/3pp3/8/8/8/8/4P3/4K3 w - - 0 1", "black: pawn=e2")],
    near_misses: &[
        ("4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1", "the pawns have each other"),
        ("4k3/3pp3/8/8/3P4/8/4P3/4K3 w - - 0 1", "a neighbour far ahead is a neighbour still"),
    ],
    source: include_str!("isolated_pawn.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let pawns = pawns::of(relations.board(), !owner);
        let isolated = pawns & !pawns::beside(pawns::files(pawns));
        casts.extend(isolated.into_iter().map(|pawn| Cast::new(owner, [(Role::Pawn, pawn)])));
    }
    casts
}

/// It matters in the centre of a full board, or when a file is open to attack it.
fn weight(relations: &Relations, cast: &Cast) -> f64 {
    let (board, owner, pawn) = (relations.board(), cast.owner, cast.one(Role::Pawn));
    let enemies = board.by_color(owner);
    let is_open = (board.pawns() & enemies & Bitboard::from(pawn.file())).is_empty();
    let is_central = matches!(pawn.rank(), Rank::Fourth | Rank::Fifth);
    let has_officers = (enemies & board.rooks_and_queens()).any();
    if is_open && is_central && (enemies & !board.pawns()).count() >= 5 {
        0.5
    } else if is_open && has_officers && relations.attackers(pawn, owner).any() {
        0.35
    } else {
        0.1
    }
}
