//! The king's own pieces stand on both its shoulders, and a queen or rook mates from in front.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen or rook, and whoever helps.
//!
//! # Predicate
//! Checkmate. A queen or rook of the net gives check on a rank or file. Both neighbours of `king`
//! across that line are blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, MatedKing, Net},
};
use crate::chess::{
    PieceType::{Queen, Rook},
    Square,
};

pub(in crate::motif) static EPAULETTE_MATE: Motif = Motif {
    name: "epaulette-mate",
    number: 32,
    family: "epaulette-mate",
    summary: "A queen or rook mates a king with its own pieces on both shoulders.",
    detect: |relations| detect(relations, holds),
    examples: &[("3rkr2/8/4Q3/8/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[("3rk3/8/4Q3/8/8/8/8/6K1 b - - 0 1", "one shoulder is free: f8")],
    label: Some(Label::own(&["epauletteMate"], labelled)),
    source: include_str!("epaulette_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let (files, ranks) = net.king.offset(net.checker);
    let is_shoulder = |&square: &Square| match net.king.offset(square) {
        (_, 0) => files == 0,
        (0, _) => ranks == 0,
        _ => false,
    };
    (net.is_checked_by(Queen) || net.is_checked_by(Rook))
        && net.king.blocked.into_iter().filter(is_shoulder).count() == 2
}

/// Labels also allow a shoulder on which the mating side stands.
fn labelled(king: &MatedKing) -> bool {
    let heavy = king.checking(Queen) | king.checking(Rook);
    heavy.into_iter().any(|checker| {
        let line = Axis::between(checker, king.square);
        let shoulders = king.ring & !king.empty_flights();
        let across = shoulders.into_iter().filter(|&square| match king.offset(square) {
            (_, 0) => line == Some(Axis::File),
            (0, _) => line == Some(Axis::Rank),
            _ => false,
        });
        across.count() == 2
    })
}
