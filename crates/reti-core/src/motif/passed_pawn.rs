//! A pawn that no enemy pawn can stop or capture on its way.
//!
//! # Roles
//! - `pawn`: the passed pawn.
//!
//! # Predicate
//! In front of `pawn` no enemy pawn stands on its file or on a neighbouring file, and no pawn of its
//! own on its file: of doubled pawns only the first is passed. Pieces in the way do not matter. The
//! owner is the pawn's side.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role, pawns};
use crate::{
    chess::{Bitboard, Board, Color},
    relation::Relations,
};

pub(super) static PASSED_PAWN: Motif = Motif {
    name: "passed-pawn",
    number: 59,
    family: "passed-pawn",
    kind: Kind::Observation,
    summary: "No enemy pawn can stop this pawn or capture it on its way.",
    roles: &[Role::Pawn],
    detect,
    weight,
    examples: &[
        ("4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1", "white: pawn=e5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "white: pawn=e5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "black: pawn=d5"),
    ],
    near_misses: &[
        ("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", "the pawn on d7 guards its way"),
        ("4k3/4p3/8/4P3/8/8/8/4K3 w - - 0 1", "a pawn stands in its way"),
    ],
    source: include_str!("passed_pawn.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let pawns = passed(relations.board(), owner);
        casts.extend(pawns.into_iter().map(|pawn| Cast::new(owner, [(Role::Pawn, pawn)])));
    }
    casts
}

/// The passed pawns of a side (shared with the weak pawn).
pub(super) fn passed(board: &Board, color: Color) -> Bitboard {
    let (own, enemy) = (pawns::of(board, color), pawns::of(board, !color));
    own & !pawns::ahead(!color, enemy | pawns::beside(enemy) | own)
}

/// The further the pawn, the more it weighs.
fn weight(_: &Relations, cast: &Cast) -> f64 {
    let pawn = cast.one(Role::Pawn);
    let rank = cast.owner.fold_wb(pawn.rank() as usize, 7 - pawn.rank() as usize);
    [0.0, 0.1, 0.15, 0.3, 0.5, 0.9, 1.6, 0.0][rank]
}
