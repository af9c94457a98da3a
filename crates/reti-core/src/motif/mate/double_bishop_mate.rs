//! Two bishops mate on parallel diagonals.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both bishops.
//!
//! # Predicate
//! Checkmate. The net is two bishops, one of which gives check. All flights that the other bishop
//! alone guards are guarded on diagonals parallel to the checking one.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{self, MatedKing, Net, slope},
};
use crate::chess::PieceType::Bishop;

pub(in crate::motif) static DOUBLE_BISHOP_MATE: Motif = Motif {
    name: "double-bishop-mate",
    number: 24,
    family: "double-bishop-mate",
    summary: "Two bishops mate on parallel diagonals.",
    detect: |relations| detect(relations, holds),
    examples: &[("7k/7p/8/3B4/8/2B5/8/6K1 b - - 0 1", "white: king=h8")],
    near_misses: &[("2kr4/3p4/B7/8/5B2/8/8/6K1 b - - 0 1", "the diagonals cross: Boden's mate")],
    label: Some(Label::own(&["doubleBishopMate"], labelled)),
    source: include_str!("double_bishop_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([second]) = net.is_made_of(Bishop, [Bishop]) else { return false };
    let check = slope(net.checker, net.king.square);
    net.alone_covers(second).into_iter().all(|flight| slope(second, flight) == check)
}

/// Labels ask that bishops alone guard the flights and that another one stands on the same side of the
/// king's file, not whether it takes part.
fn labelled(king: &MatedKing) -> bool {
    net::are_only_bishops(king, |product| product >= 0)
}
