//! A passed pawn that another pawn protects: the enemy king can neither take it nor leave it.
//!
//! # Roles
//! - `pawn`: the passed pawn.
//! - `defender`: the pawns that protect it.
//! - `king`: the king that must stay in its square.
//!
//! # Predicate
//! Only kings and pawns are left, a pawn is passed, and a pawn of its side protects it.
//!
//! # Claim
//! Nothing about the value.
//!
//! # Source
//! Fine 1941; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, files_apart},
};
use crate::{
    chess::{Position, attacks},
    motif::Role,
};

pub(super) static PROTECTED_PASSED_PAWN: Ending = Ending {
    name: "protected-passed-pawn",
    summary: "A passed pawn that a pawn protects ties the enemy king down.",
    roles: &[Role::King, Role::Defender, Role::Pawn],
    detect,
    examples: &[("8/4k3/8/p2P3p/P1P4P/4K3/8/8 w - - 0 1", "depends white: king=e7 defender=c4 pawn=d5")],
    near_misses: &[
        ("8/4k3/8/p2P3p/P6P/4K3/8/8 w - - 0 1", "no pawn protects the passed pawn"),
        ("8/2p1k3/8/p2P3p/P1P4P/4K3/8/8 w - - 0 1", "the pawn on c7 stops it from being passed"),
    ],
    source: include_str!("protected_passed_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let board = position.board();
    let mut found = Vec::new();
    for view in View::of_pawns(position) {
        let own = board.pawns() & board.by_color(view.strong);
        let rivals = board.pawns() & board.by_color(!view.strong);
        for pawn in own {
            let ahead = |other| view.turned(other).rank() > view.turned(pawn).rank();
            let stops = |other| files_apart(other, pawn) <= 1 && ahead(other);
            let doubled = own.into_iter().any(|other| other.file() == pawn.file() && ahead(other));
            let guards = own & attacks::pawn_attacks(!view.strong, pawn);
            if guards.any() && !doubled && !rivals.into_iter().any(stops) {
                let parts = guards.into_iter().map(|guard| (Role::Defender, guard));
                let parts = parts.chain([(Role::King, position.king(!view.strong)), (Role::Pawn, pawn)]);
                found.push(Found::new(&PROTECTED_PASSED_PAWN, Some(view.strong), Claim::Depends, parts));
            }
        }
    }
    found
}
