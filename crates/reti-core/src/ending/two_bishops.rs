//! Two bishops of different colours mate a bare king by force, in a corner.
//!
//! # Roles
//! - `bishop`: the bishops.
//! - `king`: the bare king.
//!
//! # Predicate
//! King and two bishops on squares of different colours against king, and the bare king stands next to
//! neither bishop. A bishop in a corner, where it may be caught, is left out.
//!
//! # Claim
//! The bishops' side wins; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941.

use super::{
    Claim, Ending, Found,
    view::{CORNERS, View, distance, same_color},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static TWO_BISHOPS: Ending = Ending {
    name: "two-bishops",
    summary: "King and two bishops mate a bare king.",
    roles: &[Role::King, Role::Bishop],
    detect,
    examples: &[("8/8/8/3k4/8/8/8/KBB5 b - - 0 1", "wins white: king=d5 bishop=b1 bishop=c1")],
    near_misses: &[
        ("8/8/8/3k4/8/8/8/KB1B4 b - - 0 1", "both bishops stand on light squares: the position is dead"),
        (
            "8/8/8/8/8/2k5/1B6/K1B5 b - - 0 1",
            "the bare king stands next to a bishop: it must be looked at whether it wins one",
        ),
    ],
    source: include_str!("two_bishops.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let bishops = |view: View<'_>| {
        let [one, other] = view.own([PieceType::Bishop; 2])?;
        view.others([])?;
        let touched = [one, other].into_iter().any(|bishop| distance(bishop, view.other_king()) == 1);
        let cornered = CORNERS.into_iter().any(|corner| corner == one || corner == other);
        if same_color(one, other) || touched || cornered {
            return None;
        }
        let bishops = [one, other].map(|bishop| (Role::Bishop, view.turned(bishop)));
        let king = (Role::King, position.king(!view.strong));
        Some(Found::new(&TWO_BISHOPS, Some(view.strong), Claim::Wins(view.strong), [king, bishops[0], bishops[1]]))
    };
    View::both(position).into_iter().filter_map(bishops).collect()
}
