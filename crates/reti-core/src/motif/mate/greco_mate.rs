//! A rook or queen checks down the edge file, a bishop takes the square beside the king in the
//! corner.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook or queen, and the bishop.
//!
//! # Predicate
//! Checkmate. `king` stands in the corner on its first rank, with at least one square of the ring
//! blocked. The net is a rook or queen that gives check along the a- or h-file from afar, and a
//! bishop.
//!
//! # Source
//! After Gioachino Greco. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{
    MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::Bishop;

pub(in crate::motif) static GRECO_MATE: Motif = Motif {
    name: "greco-mate",
    number: 35,
    family: "greco-mate",
    summary: "A check down the edge file with a bishop guarding the square beside the corner.",
    detect: |relations| detect(relations, holds),
    examples: &[("7k/6p1/8/7Q/2B5/8/8/6K1 b - - 0 1", "white: king=h8")],
    near_misses: &[("7k/6p1/8/7Q/8/8/8/6K1 b - - 0 1", "no bishop guards g8")],
    source: include_str!("greco_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of_major_and([Bishop]).is_some()
        && net.line() == Some(Axis::File)
        && net.king.is_edge(Axis::File)
        && net.king.is_on_back_rank()
        && !net.is_close()
        && net.king.blocked.any()
}
