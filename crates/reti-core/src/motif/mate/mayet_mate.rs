//! A rook mates the castled king from the next square of the first rank, protected by a bishop from
//! afar.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook and the bishop.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank on the a-, b-, g- or h-file. The net is a rook that
//! gives check from the next square of that rank and a bishop that protects it.
//!
//! # Source
//! After Carl Mayet. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{
    MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::{Bishop, Rook};

pub(in crate::motif) static MAYET_MATE: Motif = Motif {
    name: "mayet-mate",
    number: 38,
    family: "mayet-mate",
    summary: "A rook protected by a distant bishop mates the castled king on its first rank.",
    detect: |relations| detect(relations, holds),
    examples: &[("6kR/5p2/8/8/8/8/1B6/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("3Rkb2/5p2/8/6B1/8/8/8/6K1 b - - 0 1", "the king stands in the centre: an opera mate"),
        ("6kR/5p2/8/8/8/8/8/6K1 b - - 0 1", "no bishop protects the rook"),
    ],
    source: include_str!("mayet_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([bishop]) = net.is_made_of(Rook, [Bishop]) else { return false };
    net.king.is_on_back_rank()
        && !(2..=5).contains(&net.king.file())
        && net.line() == Some(Axis::Rank)
        && net.is_close()
        && net.protects(bishop, net.checker)
}
