//! The queen mates diagonally in front of the castled king, protected by a pawn on the king's file.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the queen and the pawn.
//!
//! # Predicate
//! Checkmate. `king` stands on its first rank. The net is a queen on a square diagonally in front of
//! it and a pawn that protects her from the king's file, two ranks in front of `king`.
//!
//! # Source
//! Pedro Damiano, 1512. The name as in the usual lists of checkmate patterns (English Wikipedia,
//! "Checkmate pattern"); decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Pawn, Queen};

pub(in crate::motif) static DAMIANO_MATE: Motif = Motif {
    name: "damiano-mate",
    number: 28,
    family: "damiano-mate",
    summary: "The queen mates diagonally in front of the king, protected by a pawn on its file.",
    detect: |relations| detect(relations, holds),
    examples: &[("5rk1/6pQ/6P1/8/8/8/8/6K1 b - - 0 1", "white: king=g8")],
    near_misses: &[
        ("5rk1/6pQ/8/8/8/3B4/8/6K1 b - - 0 1", "a bishop protects the queen and leaves f7 free"),
        ("6k1/5pQp/5Pp1/8/8/8/8/6K1 b - - 0 1", "the queen stands straight in front: Lolli's mate"),
    ],
    source: include_str!("damiano_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([pawn]) = net.is_made_of(Queen, [Pawn]) else { return false };
    net.king.is_on_back_rank() && matches!(net.king.offset(net.checker), (-1 | 1, 1)) && net.king.offset(pawn) == (0, 2)
}
