//! King and queen mate a bare king by force, on the edge of the board.
//!
//! # Roles
//! - `piece`: the queen.
//! - `king`: the bare king.
//!
//! # Predicate
//! King and queen against king, and the bare king cannot take the queen at once.
//!
//! # Claim
//! The queen's side wins; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941.

use super::{Claim, Ending, Found, view::View};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static QUEEN_MATE: Ending = Ending {
    name: "queen-mate",
    summary: "King and queen mate a bare king.",
    roles: &[Role::King, Role::Piece],
    detect,
    examples: &[("8/8/8/3k4/8/8/8/KQ6 b - - 0 1", "wins white: king=d5 piece=b1")],
    near_misses: &[("8/8/8/3k4/4Q3/8/8/K7 b - - 0 1", "the queen is lost")],
    source: include_str!("queen_mate.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let queen = |view: View<'_>| {
        let [queen] = view.own([PieceType::Queen])?;
        view.others([])?;
        let parts = [(Role::King, position.king(!view.strong)), (Role::Piece, view.turned(queen))];
        (!view.can_capture()).then(|| Found::new(&QUEEN_MATE, Some(view.strong), Claim::Wins(view.strong), parts))
    };
    View::both(position).into_iter().filter_map(queen).collect()
}
