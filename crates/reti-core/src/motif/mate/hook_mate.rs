//! Rook, knight and pawn protect each other in a hook around the king.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The net, which is context and not a role: the rook, the knight, the pawn, and whoever helps them.
//!
//! # Predicate
//! Checkmate. In the net are a rook that gives check from a square next to `king`, a knight that
//! also stands next to `king` and protects the rook, and a pawn that protects the knight. Others may
//! take the flights that are left.
//!
//! # Source
//! The name as in the usual lists of checkmate patterns (English Wikipedia, "Checkmate pattern");
//! decision D-33.

use super::{
    Label, MATE, Motif, detect,
    net::{MatedKing, Net},
};
use crate::chess::PieceType::{Knight, Pawn, Rook};

pub(in crate::motif) static HOOK_MATE: Motif = Motif {
    name: "hook-mate",
    number: 17,
    family: "hook-mate",
    summary: "Rook, knight and pawn protect each other in a hook around the king.",
    detect: |relations| detect(relations, holds),
    examples: &[("5R2/4pk2/4N3/5P2/8/8/8/6K1 b - - 0 1", "white: king=f7")],
    near_misses: &[("5R2/4pk2/4N3/8/8/8/8/6K1 b - - 0 1", "no pawn protects the knight: the king takes it")],
    label: Some(Label::own(&["hookMate"], labelled)),
    source: include_str!("hook_mate.rs"),
    ..MATE
};

fn holds(net: &Net) -> bool {
    let knights = net.pieces & net.all(Knight) & net.king.ring;
    let pawns = net.pieces & net.all(Pawn);
    let hooks = |knight| net.protects(knight, net.checker) && pawns.into_iter().any(|pawn| net.protects(pawn, knight));
    net.is_checked_by(Rook) && net.is_close() && knights.into_iter().any(hooks)
}

/// Labels do not ask whether every piece is needed.
fn labelled(king: &MatedKing) -> bool {
    let Some(rook) = (king.checking(Rook) & king.ring).first() else { return false };
    let knights = king.guards(rook) & king.men(Knight) & king.ring;
    knights.into_iter().any(|knight| (king.guards(knight) & king.men(Pawn)).any())
}
