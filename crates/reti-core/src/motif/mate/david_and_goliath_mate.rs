//! The smallest piece brings the king down: a pawn gives mate.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the pawn and all who help it.
//!
//! # Predicate
//! Checkmate. A pawn of the net gives check, whatever else the net consists of.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::Pawn;

pub(in crate::motif) static DAVID_AND_GOLIATH_MATE: Motif = Motif {
    name: "david-and-goliath-mate",
    number: 46,
    family: "david-and-goliath-mate",
    summary: "A pawn gives mate.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/6pp/7k/6P1/5N1P/8/6K1 b - - 0 1", "white: king=h5")],
    near_misses: &[("8/8/6pp/7k/6P1/5N2/8/6K1 b - - 0 1", "nothing protects the pawn: the king takes it")],
    source: include_str!("david_and_goliath_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_checked_by(Pawn)
}
