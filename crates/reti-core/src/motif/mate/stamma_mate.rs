//! A knight mates the king that sits in the corner behind its own pawn, helped only by its king.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the knight and the mating side's king.
//!
//! # Predicate
//! Checkmate. `king` stands in a corner with at least one square of the ring blocked. The net is a
//! knight that gives check and the mating side's king.
//!
//! # Source
//! After Philipp Stamma. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{King, Knight};

pub(in crate::motif) static STAMMA_MATE: Motif = Motif {
    name: "stamma-mate",
    number: 20,
    family: "stamma-mate",
    summary: "A lone knight with its king mates the king in the corner behind its own pawn.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/8/8/8/1N6/p1K5/k7 b - - 0 1", "white: king=a1")],
    near_misses: &[
        ("8/8/8/8/8/1N6/2K5/k7 b - - 0 1", "without its pawn the king has a2"),
        ("7k/5N1p/8/8/8/8/8/6RK b - - 0 1", "a rook takes the flight, not the king: a corner mate"),
    ],
    source: include_str!("stamma_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Knight, [King]).is_some() && net.king.is_in_corner() && net.king.blocked.any()
}
