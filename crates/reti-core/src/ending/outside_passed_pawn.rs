//! A passed pawn far from all other pawns: it draws the enemy king away from them.
//!
//! # Roles
//! - `pawn`: the outside passed pawn.
//! - `king`: the king that must watch it.
//!
//! # Predicate
//! Only kings and pawns are left. The pawn is passed, every other pawn is at least three files away, all
//! on one side of it, and both sides have pawns there.
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
    chess::{Position, Square},
    motif::Role,
};

pub(super) static OUTSIDE_PASSED_PAWN: Ending = Ending {
    name: "outside-passed-pawn",
    summary: "A passed pawn far from the others draws the enemy king away.",
    roles: &[Role::King, Role::Pawn],
    detect,
    examples: &[("8/5pp1/3k3p/8/P2K4/7P/5PP1/8 w - - 0 1", "depends white: king=d6 pawn=a4")],
    near_misses: &[
        ("8/5pp1/3k3p/8/3PK3/7P/5PP1/8 w - - 0 1", "the pawn is too near to the others"),
        ("8/p4pp1/3k3p/8/P2K4/7P/5PP1/8 w - - 0 1", "the pawn is not passed"),
        ("8/8/3k4/8/P2K4/8/8/8 w - - 0 1", "there are no other pawns to take"),
    ],
    source: include_str!("outside_passed_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let board = position.board();
    let mut found = Vec::new();
    for view in View::of_pawns(position) {
        let own = board.pawns() & board.by_color(view.strong);
        for pawn in own {
            let rest = board.pawns().without(pawn);
            let far = rest.into_iter().all(|other| files_apart(other, pawn) >= 3);
            let left = |other: Square| other.file() < pawn.file();
            let one_side = rest.into_iter().all(left) || !rest.into_iter().any(left);
            let fight = (rest & own).any() && (rest & !own).any();
            if far && one_side && fight {
                let parts = [(Role::King, position.king(!view.strong)), (Role::Pawn, pawn)];
                found.push(Found::new(&OUTSIDE_PASSED_PAWN, Some(view.strong), Claim::Depends, parts));
            }
        }
    }
    found
}
