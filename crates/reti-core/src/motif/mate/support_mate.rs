//! The basic mate with a queen: she mates from the square next to the king, supported by her own
//! king.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and her king.
//!
//! # Predicate
//! Checkmate. Nothing of its own is next to `king`. The net is a queen that gives check from a
//! square next to it and her own king, which then has to protect her. Also called kiss of death.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{King, Queen};

pub(in crate::motif) static SUPPORT_MATE: Motif = Motif {
    name: "support-mate",
    number: 49,
    family: "support-mate",
    summary: "A queen mates next to the king, supported by her own king.",
    detect: |relations| detect(relations, holds),
    examples: &[("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", "white: king=e8")],
    near_misses: &[
        ("4k3/4Q3/3P4/8/8/8/8/6K1 b - - 0 1", "a pawn protects the queen: Lolli's mate"),
        ("4k3/8/4K3/8/8/8/8/4Q3 w - - 0 1", "nobody gives check"),
    ],
    source: include_str!("support_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Queen, [King]).is_some() && net.is_close() && net.king.blocked.is_empty()
}
