//! Two bishops mate on crossing diagonals, the rest is blocked by the king's own pieces.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both bishops.
//!
//! # Predicate
//! Checkmate. The net is two bishops, one of which gives check. Among the flights that the other
//! bishop alone guards, at least one is guarded on a diagonal that crosses the checking one. (A
//! second bishop may work on both its diagonals; the crossing one decides.)
//!
//! # Source
//! Schulder - Boden, London 1853. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{self, MatedKing, Net, slope},
};
use crate::chess::PieceType::Bishop;

pub(in crate::motif) static BODEN_MATE: Motif = Motif {
    name: "boden-mate",
    number: 23,
    family: "boden-mate",
    summary: "Two bishops mate on crossing diagonals.",
    detect: |relations| detect(relations, holds),
    examples: &[("2kr4/3p4/B7/8/5B2/8/8/6K1 b - - 0 1", "white: king=c8")],
    near_misses: &[("7k/7p/8/3B4/8/2B5/8/6K1 b - - 0 1", "the diagonals are parallel: a double bishop mate")],
    label: Some(Label::own(&["bodenMate"], labelled)),
    source: include_str!("boden_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([second]) = net.is_made_of(Bishop, [Bishop]) else { return false };
    let check = slope(net.checker, net.king.square);
    net.alone_covers(second).into_iter().any(|flight| slope(second, flight) != check)
}

/// Labels ask that bishops alone guard the flights and that another one stands on the other side of the
/// king's file, not whether it takes part.
fn labelled(king: &MatedKing) -> bool {
    net::are_only_bishops(king, |product| product < 0)
}
