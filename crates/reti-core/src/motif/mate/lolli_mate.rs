//! The queen mates right in front of the castled king, protected by a pawn on the file beside.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the pawn.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank. The net is a queen on the square straight in front of
//! it and a pawn that protects her from a neighbouring file, two ranks in front of `king`.
//!
//! # Source
//! After Giambattista Lolli. The name as in the usual lists of checkmate patterns (English
//! Wikipedia, "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Pawn, Queen};

pub(in crate::motif) static LOLLI_MATE: Motif = Motif {
    name: "lolli-mate",
    number: 27,
    family: "lolli-mate",
    summary: "The queen mates in front of the king, protected by a pawn on the next file.",
    detect: |relations| detect(relations, holds),
    examples: &[("6k1/5pQp/5Pp1/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("6k1/5pQp/5Bp1/8/8/8/8/6K1 b - - 0 1", "a bishop protects the queen, not a pawn"),
        ("5rk1/6pQ/6P1/8/8/8/8/6K1 b - - 0 1", "the queen stands diagonally in front: Damiano's mate"),
    ],
    source: include_str!("lolli_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([pawn]) = net.is_made_of(Queen, [Pawn]) else { return false };
    net.king.is_on_back_rank() && net.king.offset(net.checker) == (0, 1) && matches!(net.king.offset(pawn), (-1 | 1, 2))
}
