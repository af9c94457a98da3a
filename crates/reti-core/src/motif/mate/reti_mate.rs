//! A bishop mates from the square next to the king, protected by a rook, and the king's own pieces
//! stand around it.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the bishop and the rook.
//!
//! # Predicate
//! Checkmate. The net is a bishop that gives check from a square next to `king` and a rook that
//! protects it; at least three squares of the ring are blocked.
//!
//! # Source
//! Réti - Tartakower, Vienna 1910. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Rook};

pub(in crate::motif) static RETI_MATE: Motif = Motif {
    name: "reti-mate",
    number: 16,
    family: "reti-mate",
    summary: "A bishop protected by a rook mates a king hemmed in by its own pieces.",
    detect: |relations| detect(relations, holds),
    examples: &[("1nbB4/1pk5/2p5/8/8/8/8/2KR4 b - - 0 1", "white: king=c7")],
    near_misses: &[
        ("1nbB4/1pk5/2p5/8/8/8/8/2K5 b - - 0 1", "no rook protects the bishop"),
        ("7k/7p/5B2/8/8/8/8/6RK b - - 0 1", "the bishop checks from afar and one square only is blocked"),
    ],
    source: include_str!("reti_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([rook]) = net.is_made_of(Bishop, [Rook]) else { return false };
    net.is_close() && net.protects(rook, net.checker) && net.king.blocked.count() >= 3
}
