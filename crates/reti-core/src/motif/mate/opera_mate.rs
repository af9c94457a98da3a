//! A rook mates the uncastled king on its first rank, protected by a bishop.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook and the bishop.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank between the c- and the f-file, with at least one
//! square of the ring blocked. The net is a rook that gives check from the next square of that rank
//! and a bishop that protects it.
//!
//! # Source
//! Morphy - Duke of Brunswick and Count Isouard, Paris Opera 1858. The name as in the usual lists of
//! checkmate patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::PieceType::{Bishop, Rook};

pub(in crate::motif) static OPERA_MATE: Motif = Motif {
    name: "opera-mate",
    number: 36,
    family: "opera-mate",
    summary: "A rook protected by a bishop mates the uncastled king on its first rank.",
    detect: |relations| detect(relations, holds),
    examples: &[("3Rkb2/5p2/8/6B1/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[
        ("6kR/5p2/8/8/8/8/1B6/6K1 b - - 0 1", "the king stands on the g-file: Mayet's mate"),
        ("3Rkb2/5p2/8/8/8/8/8/6K1 b - - 0 1", "no bishop protects the rook"),
    ],
    label: Some(Label::own(&["operaMate"], labelled)),
    source: include_str!("opera_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([bishop]) = net.is_made_of(Rook, [Bishop]) else { return false };
    net.king.is_on_back_rank()
        && (2..=5).contains(&net.king.file())
        && net.line() == Some(Axis::Rank)
        && net.is_close()
        && net.protects(bishop, net.checker)
        && net.king.blocked.any()
}

/// Labels ask for a rook next to the king and a bishop that protects it, wherever the king stands:
/// Mayet's mate is an opera mate to them.
fn labelled(king: &MatedKing) -> bool {
    let rook = (king.checking(Rook) & king.ring).first();
    rook.is_some_and(|rook| (king.guards(rook) & king.men(Bishop)).any())
}
