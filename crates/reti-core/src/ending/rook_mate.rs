//! King and rook mate a bare king by force, on the edge of the board.
//!
//! # Roles
//! - `rook`: the rook.
//! - `king`: the bare king.
//!
//! # Predicate
//! King and rook against king, and the bare king cannot take the rook at once.
//!
//! # Claim
//! The rook's side wins; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941.

use super::{Claim, Ending, Found, view::View};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static ROOK_MATE: Ending = Ending {
    name: "rook-mate",
    summary: "King and rook mate a bare king.",
    roles: &[Role::King, Role::Rook],
    detect,
    examples: &[("8/8/8/3k4/8/8/8/KR6 b - - 0 1", "wins white: king=d5 rook=b1")],
    near_misses: &[("8/8/8/3k4/4R3/8/8/K7 b - - 0 1", "the rook is lost")],
    source: include_str!("rook_mate.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let rook = |view: View<'_>| {
        let [rook] = view.own([PieceType::Rook])?;
        view.others([])?;
        let parts = [(Role::King, position.king(!view.strong)), (Role::Rook, view.turned(rook))];
        (!view.can_capture()).then(|| Found::new(&ROOK_MATE, Some(view.strong), Claim::Wins(view.strong), parts))
    };
    View::both(position).into_iter().filter_map(rook).collect()
}
