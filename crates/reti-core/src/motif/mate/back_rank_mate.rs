//! A rook or queen mates on the first rank a king that is locked in behind its own pawns.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook or queen.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank. The net is one rook or queen that gives check along
//! that rank. Every square of the ring on the second rank is blocked, at least one of them by a
//! pawn. A mate on the first rank that needs a second piece, because a square in front is guarded
//! and not blocked, has no claim to this name here.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::{
    Bitboard,
    PieceType::{Pawn, Queen, Rook},
};

pub(in crate::motif) static BACK_RANK_MATE: Motif = Motif {
    name: "back-rank-mate",
    number: 45,
    family: "back-rank-mate",
    summary: "A rook or queen mates on the first rank behind the king's own pawns.",
    detect: |relations| detect(relations, holds),
    examples: &[("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("3R2k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1", "the king has air on h7"),
        ("R5k1/1R6/8/8/8/8/8/6K1 b - - 0 1", "a rook, not pawns, holds the second rank: a ladder mate"),
    ],
    label: Some(Label::own(&["backRankMate"], labelled)),
    source: include_str!("back_rank_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let in_front = in_front(net.king);
    net.is_made_of_major_and([]).is_some()
        && net.king.is_on_back_rank()
        && net.line() == Some(Axis::Rank)
        && in_front.is_subset(net.king.blocked)
        && (in_front & net.all(Pawn)).any()
}

/// The squares in front of a king on its first rank.
fn in_front(king: &MatedKing) -> Bitboard {
    king.ring.into_iter().filter(|&square| king.rank_of(square) == 1).collect()
}

/// Labels ask for a rook or queen on the rank and for a wall that the mating side does not attack; they
/// do not ask for a pawn in it.
fn labelled(king: &MatedKing) -> bool {
    let heavy = king.checking(Rook) | king.checking(Queen);
    king.is_on_back_rank()
        && heavy.into_iter().any(|checker| king.rank_of(checker) == 0)
        && in_front(king).is_subset(king.blocked)
        && in_front(king).into_iter().all(|square| king.guards(square).is_empty())
}
