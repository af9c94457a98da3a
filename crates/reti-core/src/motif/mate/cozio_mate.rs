//! A dovetail mate upside down: the queen stands between the king and its own first rank.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the piece that protects her.
//!
//! # Predicate
//! Checkmate. As the dovetail mate, but the queen checks from a square diagonally behind `king`: the
//! net is a protected queen there and her protector; `king` is not on the edge; the only two squares
//! of the ring that she does not attack are blocked.
//!
//! # Source
//! After Carlo Cozio; the name is also used for the dovetail mate in general. The name as in the
//! usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::Queen;

pub(in crate::motif) static COZIO_MATE: Motif = Motif {
    name: "cozio-mate",
    number: 29,
    family: "cozio-mate",
    summary: "A dovetail mate with the queen on the king's home side.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/8/5Q2/3rk1P1/4p3/8/K7 b - - 0 1", "white: king=e4")],
    near_misses: &[("8/8/4p3/3rk3/5Q2/6P1/8/6K1 b - - 0 1", "the queen stands in front of the king: a dovetail mate")],
    source: include_str!("cozio_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_checked_by(Queen)
        && net.pieces.count() == 2
        && matches!(net.king.offset(net.checker), (-1 | 1, -1))
        && net.has_blocked_tail()
}
