//! A bishop mates from the square next to the king, protected by a knight, while the other bishop
//! rakes the king's field.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both bishops and the knight.
//!
//! # Predicate
//! Checkmate. The net is a bishop that gives check from a square next to `king`, a knight that
//! protects it, and a second bishop.
//!
//! # Source
//! After Joseph Henry Blackburne. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Knight};

pub(in crate::motif) static BLACKBURNE_MATE: Motif = Motif {
    name: "blackburne-mate",
    number: 19,
    family: "blackburne-mate",
    summary: "Two bishops and a knight, one bishop next to the king.",
    detect: |relations| detect(relations, holds),
    examples: &[("5rk1/7B/8/6N1/8/8/1B6/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[("5rk1/7B/8/6N1/8/8/8/6K1 b - - 0 1", "the second bishop is missing: g7 and h8 are free")],
    source: include_str!("blackburne_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([_, knight]) = net.is_made_of(Bishop, [Bishop, Knight]) else { return false };
    net.is_close() && net.protects(knight, net.checker)
}
