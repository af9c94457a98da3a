//! Rook and knight mate in the corner: the rook next to the king, the knight two squares away on the
//! diagonal.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook and the knight.
//!
//! # Predicate
//! Checkmate. `king` stands in a corner. The net is a rook that gives check from the square next to
//! it on rank or file, and a knight two files and two ranks away from `king`, which protects the
//! rook and takes the last flight.
//!
//! # Source
//! Known from Arabic manuscripts, hence the name. The name as in the usual lists of checkmate
//! patterns (English Wikipedia, "Checkmate pattern"); decision D-33.

use super::{Label, MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Knight, Rook};

pub(in crate::motif) static ARABIAN_MATE: Motif = Motif {
    name: "arabian-mate",
    number: 21,
    family: "arabian-mate",
    summary: "Rook and knight mate in the corner.",
    detect: |relations| detect(relations, holds),
    examples: &[("7k/7R/5N2/8/8/8/8/6K1 b - - 0 1", "white: king=h8")],
    near_misses: &[("7k/7R/8/6N1/8/8/8/6K1 b - - 0 1", "the knight protects the rook but leaves g8 free")],
    label: Some(Label::same(&["arabianMate"])),
    source: include_str!("arabian_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([knight]) = net.is_made_of(Rook, [Knight]) else { return false };
    let (files, ranks) = net.king.offset(knight);
    net.king.is_in_corner()
        && net.is_close()
        && (files.abs(), ranks.abs()) == (2, 2)
        && net.protects(knight, net.checker)
}
