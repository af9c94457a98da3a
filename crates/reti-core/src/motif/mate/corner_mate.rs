//! A knight checks the king in the corner, a rook holds the line beside, the king's own piece blocks
//! the rest.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the knight and the rook.
//!
//! # Predicate
//! Checkmate. `king` stands in a corner with at least one square of the ring blocked. The net is a
//! knight that gives check and a rook.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::{
    Bitboard,
    PieceType::{Knight, Queen, Rook},
    Square,
};

pub(in crate::motif) static CORNER_MATE: Motif = Motif {
    name: "corner-mate",
    number: 42,
    family: "corner-mate",
    summary: "Knight and rook mate in the corner, the knight giving check.",
    detect: |relations| detect(relations, holds),
    examples: &[("7k/5N1p/8/8/8/8/8/6RK b - - 0 1", "white: king=h8")],
    near_misses: &[
        ("7k/5N2/8/8/8/8/8/6RK b - - 0 1", "h7 is not blocked"),
        ("7k/7R/5N2/8/8/8/8/6K1 b - - 0 1", "the rook gives check, not the knight: an Arabian mate"),
    ],
    label: Some(Label::own(&["cornerMate"], labelled)),
    source: include_str!("corner_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_made_of(Knight, [Rook]).is_some() && net.king.is_in_corner() && net.king.blocked.any()
}

/// Labels ask for a knight that gives check and a flight that rooks or queens alone guard along a file or
/// rank; the king need not stand in a corner.
fn labelled(king: &MatedKing) -> bool {
    let heavy = king.men(Rook) | king.men(Queen);
    let straight = |flight: Square| Bitboard::from_file(flight.file()) | Bitboard::from_rank(flight.rank());
    let held = |flight: Square| king.guards(flight).is_subset(heavy & straight(flight));
    king.checking(Knight).any() && king.empty_flights().into_iter().any(held)
}
