//! A knight alone mates a king that its own pieces leave no room at all.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the knight.
//!
//! # Predicate
//! Checkmate. The net is one knight, and every square of the ring is blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{Label, MATE, Motif, detect, net::Net};
use crate::chess::PieceType::Knight;

pub(in crate::motif) static SMOTHERED_MATE: Motif = Motif {
    name: "smothered-mate",
    number: 44,
    family: "smothered-mate",
    summary: "A lone knight mates a king smothered by its own pieces.",
    detect: |relations| detect(relations, holds),
    examples: &[("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "white: king=h8")],
    near_misses: &[
        ("5rk1/4Np1p/8/8/8/8/1B6/6K1 b - - 0 1", "g7 and h8 are guarded, not blocked: a suffocation mate"),
        ("6rk/5Np1/7p/8/8/8/8/6K1 b - - 0 1", "the king has h7"),
    ],
    label: Some(Label::same(&["smotheredMate"])),
    source: include_str!("smothered_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Knight, []).is_some() && net.king.blocked == net.king.ring
}
