//! A rook or queen checks along the edge; the king's own piece and a knight close the way inward.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook or queen, and the knight.
//!
//! # Predicate
//! Checkmate. `king` stands on the edge, not in a corner. The net is a rook or queen that gives
//! check along that edge from afar, and a knight that guards at least two flights. The square
//! straight inward is blocked.
//!
//! # Source
//! Wilhelm Heinse, "Anastasia und das Schachspiel", 1803. The name as in the usual lists of
//! checkmate patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::{
    PieceType::{Knight, Queen, Rook},
    Square,
};

pub(in crate::motif) static ANASTASIA_MATE: Motif = Motif {
    name: "anastasia-mate",
    number: 22,
    family: "anastasia-mate",
    summary: "A check along the edge, with a knight and the king's own piece closing the way inward.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/4N1pk/8/7R/8/8/8/6K1 b - - 0 1", "white: king=h7")],
    near_misses: &[("8/4N2k/8/7R/8/8/8/6K1 b - - 0 1", "no piece of its own blocks the way inward: g7 is free")],
    label: Some(Label::own(&["anastasiaMate"], labelled)),
    source: include_str!("anastasia_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([knight]) = net.is_made_of_major_and([Knight]) else { return false };
    let Some(line) = net.line() else { return false };
    let is_inward = |blocker: Square| match net.king.offset(blocker) {
        (_, 0) => line == Axis::File,
        (0, _) => line == Axis::Rank,
        _ => false,
    };
    net.king.is_edge(line)
        && !net.king.is_in_corner()
        && net.king.blocked.into_iter().any(is_inward)
        && !net.is_close()
        && net.covers(knight).count() >= 2
}

/// Labels know the a- and the h-file only, and want the knight three squares from the king on its rank,
/// with the king's own piece between them.
fn labelled(king: &MatedKing) -> bool {
    let heavy = king.checking(Rook) | king.checking(Queen);
    let at = |square: Square| king.offset(square);
    let inward = if king.file() == 0 { 1 } else { -1 };
    king.is_edge(Axis::File)
        && !king.is_in_corner()
        && heavy.into_iter().any(|checker| at(checker).0 == 0)
        && king.blocked.into_iter().any(|wall| at(wall) == (inward, 0))
        && king.men(Knight).into_iter().any(|knight| at(knight) == (3 * inward, 0))
}
