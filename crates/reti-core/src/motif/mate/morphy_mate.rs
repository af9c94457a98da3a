//! A bishop checks the king in the corner along the diagonal, a rook takes the flight, the king's
//! own piece blocks the last square.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the bishop and the rook.
//!
//! # Predicate
//! Checkmate. `king` stands in a corner with exactly one square of the ring blocked. The net is a
//! bishop that gives check from afar and a rook.
//!
//! # Source
//! After Paul Morphy. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::PieceType::{Bishop, Rook};

pub(in crate::motif) static MORPHY_MATE: Motif = Motif {
    name: "morphy-mate",
    number: 33,
    family: "morphy-mate",
    summary: "Bishop and rook mate the king in the corner, the bishop giving check.",
    detect: |relations| detect(relations, holds),
    examples: &[("7k/7p/5B2/8/8/8/8/6RK b - - 0 1", "white: king=h8")],
    near_misses: &[
        ("7k/8/5B2/8/8/8/8/6RK b - - 0 1", "h7 is not blocked"),
        ("5rk1/5p1p/8/8/8/8/1B6/K5R1 b - - 0 1", "the rook gives check, not the bishop: Pillsbury's mate"),
    ],
    label: Some(Label::own(&["morphysMate"], labelled)),
    source: include_str!("morphy_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Bishop, [Rook]).is_some()
        && net.king.is_in_corner()
        && !net.is_close()
        && net.king.blocked.count() == 1
}

/// Labels ask for a bishop that gives check and a flight that only rooks guard, wherever the king stands.
fn labelled(king: &MatedKing) -> bool {
    king.checking(Bishop).any() && king.needs(king.men(Rook))
}
