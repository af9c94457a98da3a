//! A bishop checks the king on the edge, and a queen a knight's jump away takes every other flight.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the bishop and the queen.
//!
//! # Predicate
//! Checkmate. `king` stands on the edge and nothing of its own is on the ring. The net is a bishop
//! that gives check and a queen at a knight's jump from `king`.
//!
//! # Source
//! The name is from modern lists of patterns and not old; decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::{
    PieceType::{Bishop, Queen},
    Square, attacks,
};

pub(in crate::motif) static BALESTRA_MATE: Motif = Motif {
    name: "balestra-mate",
    number: 25,
    family: "balestra-mate",
    summary: "Bishop and queen mate on the open edge.",
    detect: |relations| detect(relations, holds),
    examples: &[("4k3/8/2B2Q2/8/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[
        ("4kb2/8/2B2Q2/8/8/8/8/6K1 b - - 0 1", "its own bishop blocks a flight"),
        ("4k3/8/2B5/5Q2/8/8/8/6K1 b - - 0 1", "the queen is a step too far: e7 and d8 are free"),
    ],
    label: Some(Label::own(&["balestraMate"], labelled)),
    source: include_str!("balestra_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([queen]) = net.is_made_of(Bishop, [Queen]) else { return false };
    let (files, ranks) = net.king.offset(queen);
    net.king.is_on_edge() && net.king.blocked.is_empty() && matches!((files.abs(), ranks.abs()), (1, 2) | (2, 1))
}

/// Labels want the king out of the corner, and do not ask whether others help.
fn labelled(king: &MatedKing) -> bool {
    let leaps = |&queen: &Square| attacks::knight_attacks(king.square).contains(queen) && king.covers(queen).any();
    king.checking(Bishop).any()
        && king.is_on_edge()
        && !king.is_in_corner()
        && king.blocked.is_empty()
        && king.men(Queen).into_iter().any(|queen| leaps(&queen))
}
