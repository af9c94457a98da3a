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
    MATE, Motif, detect,
    net::{Line, Net},
};
use crate::chess::{Bitboard, PieceType::Pawn};

pub(in crate::motif) static BACK_RANK_MATE: Motif = Motif {
    name: "back-rank-mate",
    family: "back-rank-mate",
    summary: "A rook or queen mates on the first rank behind the king's own pawns.",
    detect: |relations| detect(relations, holds),
    examples: &[("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("3R2k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1", "the king has air on h7"),
        ("R5k1/1R6/8/8/8/8/8/6K1 b - - 0 1", "a rook, not pawns, holds the second rank: a ladder mate"),
    ],
    source: include_str!("back_rank_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let in_front: Bitboard = net.king.ring.into_iter().filter(|&square| net.king.rank_of(square) == 1).collect();
    net.is_made_of_major_and([]).is_some()
        && net.king.is_on_back_rank()
        && net.line() == Some(Line::Rank)
        && in_front.is_subset(net.king.blocked)
        && (in_front & net.all(Pawn)).any()
}
