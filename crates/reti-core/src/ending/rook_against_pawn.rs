//! Rook against a lone pawn, with the rook's king in front of the pawn: it falls.
//!
//! # Roles
//! - `rook`: the rook.
//! - `king`: the rook's king.
//! - `pawn`: the pawn.
//!
//! # Predicate
//! King and rook against king and pawn; the rook's king stands on the pawn's way, and the side to move
//! cannot take anything.
//!
//! # Claim
//! The rook's side wins; the table of the ending confirms it. With the king elsewhere it is a matter of
//! counting, and nothing is claimed.
//!
//! # Source
//! Fine 1941; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, way},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static ROOK_AGAINST_PAWN: Ending = Ending {
    name: "rook-against-pawn",
    summary: "The rook's king stands in front of the lone pawn: the rook wins.",
    roles: &[Role::King, Role::Pawn, Role::Rook],
    detect,
    examples: &[("8/8/8/3k4/3p4/8/3K4/7R b - - 0 1", "wins white: king=d2 pawn=d4 rook=h1")],
    near_misses: &[("7K/8/8/8/3p4/3k4/8/7R b - - 0 1", "the king is far away: a race, to be counted")],
    source: include_str!("rook_against_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    // The pawn's side is the one that sees its pawn go up.
    let pawn = |view: View<'_>| {
        let ([pawn], [rook]) = (view.own([PieceType::Pawn])?, view.others([PieceType::Rook])?);
        let king = view.other_king();
        if !way(pawn).contains(king) || view.can_capture() {
            return None;
        }
        let parts = [(Role::King, view.turned(king)), (Role::Pawn, view.turned(pawn)), (Role::Rook, view.turned(rook))];
        let winner = !view.strong;
        Some(Found::new(&ROOK_AGAINST_PAWN, Some(winner), Claim::Wins(winner), parts))
    };
    View::both(position).into_iter().filter_map(pawn).collect()
}
