//! Rook, knight and pawn protect each other in a hook around the king.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook, the knight and the pawn.
//!
//! # Predicate
//! Checkmate. The net is a rook that gives check from a square next to `king`, a knight that also
//! stands next to `king` and protects the rook, and a pawn that protects the knight; at least one
//! square of the ring is blocked.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{MATE, Motif, detect, net::Net};
use crate::chess::PieceType::{Knight, Pawn, Rook};

pub(in crate::motif) static HOOK_MATE: Motif = Motif {
    name: "hook-mate",
    family: "hook-mate",
    summary: "Rook, knight and pawn protect each other in a hook around the king.",
    detect: |relations| detect(relations, holds),
    examples: &[("5R2/4pk2/4N3/5P2/8/8/8/6K1 b - - 0 1", "white: king=f7")],
    near_misses: &[("5R2/4pk2/4N3/8/8/8/8/6K1 b - - 0 1", "no pawn protects the knight: the king takes it")],
    source: include_str!("hook_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let Some([knight, pawn]) = net.is_made_of(Rook, [Knight, Pawn]) else { return false };
    net.is_close()
        && net.protects(knight, net.checker)
        && net.king.touches(knight)
        && net.protects(pawn, knight)
        && net.king.blocked.any()
}
