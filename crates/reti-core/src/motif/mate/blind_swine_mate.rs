//! Two rooks feed on the second rank; one mates right in front of the king, the other protects it.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both rooks.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank. The net is two rooks on the second rank of the mated
//! side, one of which gives check from the square in front of `king`.
//!
//! # Source
//! The name is ascribed to Dawid Janowski, who called such rooks swine. The name as in the usual
//! lists of checkmate patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::{PieceType::Rook, Square};

pub(in crate::motif) static BLIND_SWINE_MATE: Motif = Motif {
    name: "blind-swine-mate",
    number: 39,
    family: "blind-swine-mate",
    summary: "Two rooks on the second rank mate the king on the first.",
    detect: |relations| detect(relations, holds),
    examples: &[("5rk1/6RR/8/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[("6k1/6RR/8/8/8/8/8/6K1 b - - 0 1", "its own rook does not block f8")],
    label: Some(Label::own(&["blindSwineMate"], labelled)),
    source: include_str!("blind_swine_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([second]) = net.is_made_of(Rook, [Rook]) else { return false };
    net.king.is_on_back_rank() && net.is_close() && net.king.rank_of(net.checker) == 1 && net.king.rank_of(second) == 1
}

/// Labels want both rooks next to the king and side by side, on any rank or file.
fn labelled(king: &MatedKing) -> bool {
    let Some(checker) = (king.checking(Rook) & king.ring).first() else { return false };
    let beside = |rook: Square| rook.distance(checker) == 1 && Axis::between(rook, checker) != Some(Axis::Diagonal);
    (king.men(Rook) & king.ring).without(checker).into_iter().any(beside)
}
