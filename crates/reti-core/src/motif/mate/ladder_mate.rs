//! Two rooks, or rook and queen, drive the king to the edge rung by rung: one holds a line, the
//! other checks on the next.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both rooks or queens.
//!
//! # Predicate
//! Checkmate. Nothing of its own is next to `king`. The net is two pieces among rooks and queens.
//! One gives check from afar along the edge, the other stands on the neighbouring line parallel to
//! it.
//!
//! # Source
//! Also called lawnmower mate. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::{Queen, Rook};

pub(in crate::motif) static LADDER_MATE: Motif = Motif {
    name: "ladder-mate",
    number: 47,
    family: "ladder-mate",
    summary: "Two major pieces mate on neighbouring lines at the edge.",
    detect: |relations| detect(relations, holds),
    examples: &[("R5k1/1R6/8/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[("R5k1/5ppp/1R6/8/8/8/8/6K1 b - - 0 1", "its own pawns block the second rank: a back-rank mate")],
    source: include_str!("ladder_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([second]) = net.is_made_of_major_and([Rook]).or_else(|| net.is_made_of_major_and([Queen])) else {
        return false;
    };
    let (files, ranks) = net.king.offset(second);
    let holds_the_next = match net.line() {
        Some(Axis::Rank) => net.king.is_edge(Axis::Rank) && ranks.abs() == 1,
        Some(Axis::File) => net.king.is_edge(Axis::File) && files.abs() == 1,
        _ => false,
    };
    holds_the_next && !net.is_close() && net.king.blocked.is_empty()
}
