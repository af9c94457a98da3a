//! A protected queen mates from a diagonal square; the two squares that she does not see are blocked
//! by the king's own pieces.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the piece that protects her.
//!
//! # Predicate
//! Checkmate. The net is a queen that gives check from a square diagonally in front of `king`, and
//! the piece that protects her. `king` is not on the edge, and the only two squares of the ring that
//! she does not attack are blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::{Bitboard, PieceType::Queen, Square};

pub(in crate::motif) static DOVETAIL_MATE: Motif = Motif {
    name: "dovetail-mate",
    number: 30,
    family: "dovetail-mate",
    summary: "A protected queen mates diagonally; two own pieces block the squares she does not see.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/4p3/3rk3/5Q2/6P1/8/6K1 b - - 0 1", "white: king=e5")],
    near_misses: &[
        ("8/8/8/5Q2/3rk1P1/4p3/8/K7 b - - 0 1", "the queen stands behind the king: Cozio's mate"),
        ("8/8/4p3/4k3/5Q2/6P1/8/6K1 b - - 0 1", "d5 is not blocked"),
    ],
    label: Some(Label::own(&["dovetailMate"], labelled)),
    source: include_str!("dovetail_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_checked_by(Queen)
        && net.pieces.count() == 2
        && matches!(net.king.offset(net.checker), (-1 | 1, 1))
        && net.has_blocked_tail()
}

/// Labels do not ask from which side the queen comes (Cozio's mate is a dovetail mate to them) nor how
/// many squares are blocked, but that the queen and nothing else guards the other ones.
fn labelled(king: &MatedKing) -> bool {
    let Some(queen) = king.lone_queen().filter(|&queen| king.is_diagonal(queen)) else { return false };
    let alone = |flight: Square| king.guards(flight) == Bitboard::from_square(queen);
    king.flights().without(queen).into_iter().all(alone)
}
