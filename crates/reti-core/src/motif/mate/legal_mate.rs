//! A knight mates while the other knight protects a bishop that stands next to the king.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: both knights and the bishop.
//!
//! # Predicate
//! Checkmate. The net is a knight that gives check, a second knight and a bishop. The bishop stands
//! next to `king`, protected by the second knight; at least two squares of the ring are blocked.
//!
//! # Source
//! Sire de Légal, Paris, about 1750. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Bishop, Knight};

pub(in crate::motif) static LEGAL_MATE: Motif = Motif {
    name: "legal-mate",
    number: 15,
    family: "legal-mate",
    summary: "Two knights and a bishop next to the king, after Sire de Légal.",
    detect: |relations| detect(relations, holds),
    examples: &[("3q1b2/4kB2/3p4/3NN3/8/8/8/6K1 b - - 0 1", "white: king=e7")],
    near_misses: &[(
        "3q1b2/4kB2/3p4/3N4/8/8/8/6K1 b - - 0 1",
        "the second knight is missing: the king takes the bishop",
    )],
    source: include_str!("legal_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([knight, bishop]) = net.is_made_of(Knight, [Knight, Bishop]) else { return false };
    net.king.touches(bishop) && net.protects(knight, bishop) && net.king.blocked.count() >= 2
}
