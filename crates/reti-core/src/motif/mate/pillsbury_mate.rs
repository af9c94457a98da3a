//! A rook checks down the file, a bishop guards the squares beside and in front, the king's own
//! pieces block the rest.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook or queen, and the bishop.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank, not in a corner, with at least two squares of the
//! ring blocked. The net is a rook or queen that gives check along the file from afar, and a bishop.
//!
//! # Source
//! After Harry Nelson Pillsbury. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::{
    Bitboard,
    PieceType::{Bishop, Rook},
};

pub(in crate::motif) static PILLSBURY_MATE: Motif = Motif {
    name: "pillsbury-mate",
    number: 34,
    family: "pillsbury-mate",
    summary: "A check down the file with a bishop guarding the squares around the king.",
    detect: |relations| detect(relations, holds),
    examples: &[("5rk1/5p1p/8/8/8/8/1B6/K5R1 b - - 0 1", "white: king=g8")],
    near_misses: &[("5rk1/5p1p/8/8/8/8/8/K5R1 b - - 0 1", "without a bishop h8 is free")],
    label: Some(Label::own(&["pillsburysMate"], labelled)),
    source: include_str!("pillsbury_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of_major_and([Bishop]).is_some()
        && net.line() == Some(Axis::File)
        && !net.king.is_edge(Axis::File)
        && net.king.is_on_back_rank()
        && !net.is_close()
        && net.king.blocked.count() >= 2
}

/// Labels ask for a rook, and for a flight that only bishops guard which do not protect it.
fn labelled(king: &MatedKing) -> bool {
    let Some(rook) = king.checking(Rook).first() else { return false };
    let supports = if king.touches(rook) { king.guards(rook) } else { Bitboard::EMPTY };
    king.needs(king.men(Bishop) & !supports)
}
