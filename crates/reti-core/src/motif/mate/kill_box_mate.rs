//! Rook and queen stand in opposite corners of a box of three by three squares with the king on its
//! side.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook and the queen.
//!
//! # Predicate
//! Checkmate. The net is a rook that gives check from the square next to `king`, and a queen that
//! protects it along a diagonal from two squares away.
//!
//! # Source
//! The name is from modern lists of patterns and not old; decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::PieceType::{Queen, Rook};

pub(in crate::motif) static KILL_BOX_MATE: Motif = Motif {
    name: "kill-box-mate",
    number: 41,
    family: "kill-box-mate",
    summary: "Rook and queen box the king in from opposite corners.",
    detect: |relations| detect(relations, holds),
    examples: &[("3Rk3/8/5Q2/8/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[("3Rk3/8/8/6Q1/8/8/8/6K1 b - - 0 1", "the queen is a step too far: f7 is free")],
    label: Some(Label::own(&["killBoxMate"], labelled)),
    source: include_str!("kill_box_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([queen]) = net.is_made_of(Rook, [Queen]) else { return false };
    net.is_close()
        && net.protects(queen, net.checker)
        && Axis::between(queen, net.checker) == Some(Axis::Diagonal)
        && queen.distance(net.checker) == 2
}

/// Labels let either of the two give check.
fn labelled(king: &MatedKing) -> bool {
    (king.men(Rook) & king.ring).into_iter().any(|rook| {
        (king.men(Queen) & king.guards(rook)).into_iter().any(|queen| {
            Axis::between(queen, rook) == Some(Axis::Diagonal)
                && queen.distance(rook) == 2
                && queen.distance(king.square) <= 2
                && (king.checkers.contains(rook) || king.checkers.contains(queen))
        })
    })
}
