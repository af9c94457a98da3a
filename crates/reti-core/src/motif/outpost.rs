//! A knight or bishop stands in front, protected by a pawn, where no enemy pawn can drive it away.
//!
//! # Roles
//! - `piece`: the knight or bishop.
//! - `pawn`: each pawn that protects it.
//!
//! # Predicate
//! `piece` stands on the fourth, fifth or sixth rank as its side counts them, at least one own `pawn`
//! protects it, and no enemy pawn on a neighbouring file is still in front of it, so that none can
//! ever attack it unless a capture changes that pawn's file.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, PatternEdge, Role, pawns};
use crate::{
    chess::{Bitboard, Color, PieceType, Rank},
    relation::Relations,
};

pub(super) static OUTPOST: Motif = Motif {
    name: "outpost",
    number: 61,
    family: "outpost",
    kind: Kind::Observation,
    summary: "A knight or bishop in front is protected by a pawn, and no enemy pawn can attack it.",
    roles: &[Role::Piece, Role::Pawn],
    detect,
    weight,
    pattern,
    examples: &[
        ("4k3/pp3ppp/8/3N4/4P3/8/8/4K3 w - - 0 1", "white: piece=d5 pawn=e4"),
        ("4k3/3p4/2p5/3bp3/8/8/1P6/4K3 w - - 0 1", "black: piece=d5 pawn=c6"),
    ],
    near_misses: &[
        ("4k3/ppp5/8/3N4/4P3/8/8/4K3 w - - 0 1", "c7-c6 drives the knight away"),
        ("4k3/pp6/8/3N4/8/8/4P3/4K3 w - - 0 1", "no pawn protects the knight"),
        ("4k3/pp6/8/8/8/3N4/4P3/4K3 w - - 0 1", "too far back"),
    ],
    source: include_str!("outpost.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let front: Bitboard = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
            .into_iter()
            .map(|rank| Bitboard::from_rank(owner.relative_rank(rank)))
            .fold(Bitboard::EMPTY, |all, rank| all | rank);
        let safe = !pawns::attackable(!owner, pawns::of(board, !owner));
        let minors = (board.knights() | board.bishops()) & board.by_color(owner);
        for piece in minors & front & safe {
            let protectors = relations.attackers(piece, owner) & board.pawns();
            if protectors.any() {
                let parts = protectors.into_iter().map(|pawn| (Role::Pawn, pawn));
                casts.push(Cast::new(owner, parts.chain([(Role::Piece, piece)])));
            }
        }
    }
    casts
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let piece = cast.one(Role::Piece);
    cast.all(Role::Pawn).map(|pawn| (pawn, "defend", piece)).collect()
}

/// A knight makes more of it.
fn weight(relations: &Relations, cast: &Cast) -> f64 {
    if relations.board().role_at(cast.one(Role::Piece)) == Some(PieceType::Knight) { 0.45 } else { 0.25 }
}
