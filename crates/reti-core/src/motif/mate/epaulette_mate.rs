//! The king's own pieces stand on both its shoulders, and a queen mates from two squares in front.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen.
//!
//! # Predicate
//! Checkmate. The net is one queen that gives check on a rank or file from two squares away. Both
//! neighbours of `king` across that line are blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::{PieceType::Queen, Square};

pub(in crate::motif) static EPAULETTE_MATE: Motif = Motif {
    name: "epaulette-mate",
    family: "epaulette-mate",
    summary: "A queen mates a king with its own pieces on both shoulders.",
    detect: |relations| detect(relations, holds),
    examples: &[("3rkr2/8/4Q3/8/8/8/8/6K1 b - - 0 1", "white: king=e8")],
    near_misses: &[("3rk3/8/4Q3/8/8/8/8/6K1 b - - 0 1", "one shoulder is free: f8")],
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
    net.is_made_of(Queen, []).is_some()
        && matches!((files.abs(), ranks.abs()), (0, 2) | (2, 0))
        && net.king.blocked.into_iter().filter(is_shoulder).count() == 2
}
