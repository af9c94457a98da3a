//! A knight checks, a bishop takes the flights that are left, the king's own pieces block the
//! others.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the knight and the bishop.
//!
//! # Predicate
//! Checkmate. The net is a knight that gives check and a bishop; at least one square of the ring is
//! blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Knight};

pub(in crate::motif) static SUFFOCATION_MATE: Motif = Motif {
    name: "suffocation-mate",
    number: 43,
    family: "suffocation-mate",
    summary: "A knight mates with a bishop guarding the last flights.",
    detect: |relations| detect(relations, holds),
    examples: &[("5rk1/4Np1p/8/8/8/8/1B6/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("5rk1/4Np1p/8/8/8/8/8/6K1 b - - 0 1", "no bishop guards g7 and h8"),
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "the knight needs no help: a smothered mate"),
    ],
    source: include_str!("suffocation_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Knight, [Bishop]).is_some() && net.king.blocked.any()
}
