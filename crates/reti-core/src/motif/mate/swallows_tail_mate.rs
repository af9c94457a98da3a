//! A protected queen mates from a square on rank or file; the two squares diagonally behind the king
//! are blocked by its own pieces.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the piece that protects her.
//!
//! # Predicate
//! Checkmate. The net is a queen that gives check from the square next to `king` on its rank or
//! file, and the piece that protects her. `king` is not on the edge, and the only two squares of the
//! ring that she does not attack are blocked. Also called guéridon mate.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{Axis, Net},
};
use crate::chess::PieceType::Queen;

pub(in crate::motif) static SWALLOWS_TAIL_MATE: Motif = Motif {
    name: "swallows-tail-mate",
    number: 31,
    family: "swallows-tail-mate",
    summary: "A protected queen mates head on; two own pieces block the squares behind.",
    detect: |relations| detect(relations, holds),
    examples: &[("8/8/3r1r2/4k3/4Q3/5P2/8/6K1 b - - 0 1", "white: king=e5")],
    near_misses: &[("8/8/5r2/4k3/4Q3/5P2/8/6K1 b - - 0 1", "one side of the tail is missing: d6 is free")],
    label: Some(Label::same(&["swallowstailMate"])),
    source: include_str!("swallows_tail_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    net.is_checked_by(Queen)
        && net.pieces.count() == 2
        && net.is_close()
        && net.line() != Some(Axis::Diagonal)
        && net.has_blocked_tail()
}
