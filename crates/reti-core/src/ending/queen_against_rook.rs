//! Queen against rook without pawns: a long win.
//!
//! # Roles
//! - `piece`: the queen.
//! - `rook`: the rook.
//! - `king`: the king of the rook's side.
//!
//! # Predicate
//! King and queen against king and rook, nothing else.
//!
//! # Claim
//! Nothing about the position: the queen nearly always wins, but forks, pins and stalemates save the rook
//! in some positions, and only a table tells them apart.
//!
//! # Source
//! Fine 1941; Müller and Lamprecht 2001.

use super::{Claim, Ending, Found, view::View};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static QUEEN_AGAINST_ROOK: Ending = Ending {
    name: "queen-against-rook",
    summary: "Queen against rook without pawns, as a rule a long win.",
    roles: &[Role::King, Role::Piece, Role::Rook],
    detect,
    examples: &[("8/8/8/3kr3/8/8/8/KQ6 w - - 0 1", "depends white: king=d5 piece=b1 rook=e5")],
    near_misses: &[("8/8/3p4/3kr3/8/8/8/KQ6 w - - 0 1", "a pawn makes it another ending")],
    source: include_str!("queen_against_rook.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let queen = |view: View<'_>| {
        let ([queen], [rook]) = (view.own([PieceType::Queen])?, view.others([PieceType::Rook])?);
        let parts = [
            (Role::King, position.king(!view.strong)),
            (Role::Piece, view.turned(queen)),
            (Role::Rook, view.turned(rook)),
        ];
        Some(Found::new(&QUEEN_AGAINST_ROOK, Some(view.strong), Claim::Depends, parts))
    };
    View::both(position).into_iter().filter_map(queen).collect()
}
