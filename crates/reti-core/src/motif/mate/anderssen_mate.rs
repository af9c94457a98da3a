//! A rook or queen mates on the first rank, protected by a pawn that a third piece supports.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook or queen, the pawn and the third piece.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank. The net has three pieces: a rook or queen that gives
//! check from the next square of that rank, a pawn that protects it, and one more.
//!
//! # Source
//! After Adolf Anderssen. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{
    MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::{Pawn, Queen, Rook};

pub(in crate::motif) static ANDERSSEN_MATE: Motif = Motif {
    name: "anderssen-mate",
    number: 37,
    family: "anderssen-mate",
    summary: "A rook or queen mates on the first rank, protected by a supported pawn.",
    detect: |relations| detect(relations, holds),
    examples: &[("6kR/6P1/5K2/8/8/8/8/8 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("6kR/6P1/8/8/8/8/8/6K1 b - - 0 1", "nothing supports the pawn: the king takes it"),
        ("6kR/5p2/8/8/8/8/1B6/6K1 b - - 0 1", "a bishop protects the rook, no pawn: Mayet's mate"),
    ],
    source: include_str!("anderssen_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let pawns = net.pieces & net.all(Pawn);
    net.pieces.count() == 3
        && (net.is_checked_by(Rook) || net.is_checked_by(Queen))
        && net.king.is_on_back_rank()
        && net.line() == Some(Axis::Rank)
        && net.is_close()
        && pawns.into_iter().any(|pawn| net.protects(pawn, net.checker))
}
