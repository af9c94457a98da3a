//! A pawn that no pawn can protect and that the enemy can get at.
//!
//! # Roles
//! - `pawn`: the weak pawn.
//!
//! # Predicate
//! `pawn` is not passed, and no pawn of its own side stands beside or behind it on a neighbouring
//! file, so none protects it or can come to do so. If neighbours stand further ahead it is backward
//! and could still join them: then the square in front of it must be attacked by an enemy pawn or
//! taken by one. And the enemy can attack it: an enemy piece does so now, or the enemy owns a rook
//! or queen and has no pawn of its own in front of `pawn` on the file (a half-open file). The pieces
//! that attack it now are the context.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook terms, isolated and backward.

use super::{BLANK, Cast, Kind, Motif, PatternEdge, Role, passed_pawn::passed, pawns};
use crate::{
    chess::{Bitboard, Color, Square},
    relation::Relations,
};

pub(super) static WEAK_PAWN: Motif = Motif {
    name: "weak-pawn",
    number: 56,
    family: "weak-pawn",
    kind: Kind::Observation,
    summary: "No pawn can protect this pawn, and the enemy can get at it.",
    roles: &[Role::Pawn],
    detect,
    weight: |relations, cast| if relations.attackers(cast.one(Role::Pawn), cast.owner).any() { 0.3 } else { 0.05 },
    pattern,
    examples: &[
        ("4k3/8/3p4/8/8/8/4P3/3RK3 w - - 0 1", "white: pawn=d6"),
        ("4k3/8/3p4/2p1p3/2P1P3/8/8/3RK3 w - - 0 1", "white: pawn=d6"),
    ],
    near_misses: &[
        ("4k3/8/3p4/8/8/8/8/3RK3 w - - 0 1", "the pawn is passed"),
        ("4k3/4p3/3p4/8/8/8/4P3/3RK3 w - - 0 1", "a pawn protects it"),
        ("4k3/8/3p4/2p1p3/8/4P3/4P3/3RK3 w - - 0 1", "it can advance beside its neighbours"),
        ("4k3/8/3p4/8/8/8/4P3/3BK3 w - - 0 1", "no rook or queen, and nothing attacks it"),
    ],
    source: include_str!("weak_pawn.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let color = !owner;
        let (own, enemy) = (pawns::of(board, color), pawns::of(board, owner));
        let supported = pawns::beside(own | pawns::ahead(color, own));
        let has_heavy = pawns::heavy_pieces(board, owner).any();
        let pieces = board.by_color(owner) & !enemy;
        let shut_file = pawns::ahead(color.other(), enemy);
        for pawn in own & !supported & !passed(board, color) {
            if !is_stuck(color, pawn, own, enemy) {
                continue;
            }
            let attackers = relations.attackers(pawn, owner) & pieces;
            if attackers.any() || (has_heavy && !shut_file.contains(pawn)) {
                casts.push(Cast::new(owner, [(Role::Pawn, pawn)]).with_context(attackers));
            }
        }
    }
    casts
}

/// Whether a pawn has no neighbours to join, or cannot take the step towards them.
fn is_stuck(color: Color, pawn: Square, own: Bitboard, enemy: Bitboard) -> bool {
    let place = Bitboard::from_square(pawn);
    let neighbors = own & pawns::files(pawns::beside(place));
    let stop = place.shift(color.fold_wb(8, -8));
    let guarded = pawns::beside(enemy.shift(color.fold_wb(-8, 8)));
    neighbors.is_empty() || (stop & (guarded | enemy)).any()
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let pawn = cast.one(Role::Pawn);
    cast.context.into_iter().map(|attacker| (attacker, "attack", pawn)).collect()
}
