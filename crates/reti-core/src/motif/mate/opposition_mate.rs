//! The basic mate with a rook: it checks along the edge and the kings stand face to face.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook and the mating side's king.
//!
//! # Predicate
//! Checkmate. `king` stands on the edge. The net is a rook that gives check and the mating side's
//! king. Where exactly the king stands is left open, so that the mates in the corner count as well.
//!
//! # Source
//! Also called box mate. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{King, Rook};

pub(in crate::motif) static OPPOSITION_MATE: Motif = Motif {
    name: "opposition-mate",
    number: 48,
    family: "opposition-mate",
    summary: "Rook and king mate on the edge.",
    detect: |relations| detect(relations, holds),
    examples: &[("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "white: king=e8")],
    near_misses: &[("R3k3/8/3K4/8/8/8/8/8 b - - 0 1", "the king is a file away: f7 is free")],
    source: include_str!("opposition_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Rook, [King]).is_some() && net.king.is_on_edge()
}
