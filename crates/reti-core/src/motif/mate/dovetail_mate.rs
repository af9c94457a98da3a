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

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::Queen;

pub(in crate::motif) static DOVETAIL_MATE: Motif = Motif {
    name: "dovetail-mate",
    family: "dovetail-mate",
    summary: "A protected queen mates diagonally; two own pieces block the squares she does not see.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/4p3/3rk3/5Q2/6P1/8/6K1 b - - 0 1", "white: king=e5")],
    near_misses: &[
        ("8/8/8/5Q2/3rk1P1/4p3/8/K7 b - - 0 1", "the queen stands behind the king: Cozio's mate"),
        ("8/8/4p3/4k3/5Q2/6P1/8/6K1 b - - 0 1", "d5 is not blocked"),
    ],
    source: include_str!("dovetail_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_checked_by(Queen)
        && net.pieces.count() == 2
        && matches!(net.king.offset(net.checker), (-1 | 1, 1))
        && net.has_blocked_tail()
}
