//! Queen and rook form a triangle with the king: the queen mates diagonally, the rook protects her
//! from two squares away.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the rook.
//!
//! # Predicate
//! Checkmate. The net is a queen that gives check from a square diagonally next to `king`, and a
//! rook two squares from her on the same rank or file, which protects her.
//!
//! # Source
//! The name is from modern lists of patterns and not old; decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::PieceType::{Queen, Rook};

pub(in crate::motif) static TRIANGLE_MATE: Motif = Motif {
    name: "triangle-mate",
    number: 40,
    family: "triangle-mate",
    summary: "Queen and rook form a triangle with the mated king.",
    detect: |relations| detect(relations, holds),
    examples: &[("3R4/4kp2/3Q4/8/8/8/8/6K1 b - - 0 1", "white: king=e7")],
    near_misses: &[("3R4/4k3/3Q4/8/8/8/8/6K1 b - - 0 1", "the last square, f7, is not blocked")],
    label: Some(Label::own(&["triangleMate"], labelled)),
    source: include_str!("triangle_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([rook]) = net.is_made_of(Queen, [Rook]) else { return false };
    net.is_close()
        && net.line() == Some(Axis::Diagonal)
        && rook.distance(net.checker) == 2
        && net.protects(rook, net.checker)
}

/// Labels want the rook next to the king too, and do not ask whether others help.
fn labelled(king: &MatedKing) -> bool {
    let queens = king.checking(Queen) & king.ring;
    let Some(queen) = queens.first().filter(|&queen| king.is_diagonal(queen)) else { return false };
    (king.guards(queen) & king.men(Rook) & king.ring).into_iter().any(|rook| rook.distance(queen) == 2)
}
