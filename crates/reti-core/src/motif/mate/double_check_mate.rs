//! Two pieces give check at once and the king has nowhere to go.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The checkers and the smallest net are context and not roles.
//!
//! # Predicate
//! Checkmate, and two pieces give check. This says how the mate came about and not what it looks
//! like, so every other name comes first.
//!
//! # Source
//! Decision D-33.

use super::{MATE, Motif, cast, net::MatedKing};

pub(in crate::motif) static DOUBLE_CHECK_MATE: Motif = Motif {
    name: "double-check-mate",
    number: 50,
    family: "double-check-mate",
    summary: "Two pieces give check at once, and it is mate.",
    detect: |relations| {
        let king = MatedKing::new(relations).filter(|king| king.checkers.count() == 2);
        king.map(|king| cast(&king, king.checkers | super::smallest_net(&king))).into_iter().collect()
    },
    examples: &[("r1bk3r/ppp2ppp/2n5/6B1/8/8/PPP2PPP/3RR1K1 b - - 0 1", "white: king=d8")],
    near_misses: &[
        ("r1bk3r/ppp2ppp/2n5/8/8/8/PPP2PPP/3RR1K1 b - - 0 1", "one piece gives check, and it can be parried"),
        ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "one piece gives check"),
    ],
    source: include_str!("double_check_mate.rs"),
    ..MATE
};
