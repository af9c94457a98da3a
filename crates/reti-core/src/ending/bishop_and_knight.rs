//! Bishop and knight mate a bare king by force, but only in a corner of the bishop's colour.
//!
//! # Roles
//! - `bishop`: the bishop.
//! - `piece`: the knight.
//! - `king`: the bare king.
//! - `square`: the two corners in which the mate can be forced.
//!
//! # Predicate
//! King, bishop and knight against king. The bare king stands next to neither piece, and the knight is
//! beside its own king, or not in a corner and three squares away from the bare king, which so wins no
//! piece. Left out is a bare king to move on the edge of the board with the bishop two squares away: some
//! of these positions end in stalemate.
//!
//! # Claim
//! The side with the pieces wins; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Müller and Lamprecht 2001.

use super::{
    Claim, Ending, Found,
    view::{CORNERS, View, distance, on_edge, same_color},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static BISHOP_AND_KNIGHT: Ending = Ending {
    name: "bishop-and-knight",
    summary: "Bishop and knight mate in a corner of the bishop's colour.",
    roles: &[Role::King, Role::Piece, Role::Bishop, Role::Square],
    detect,
    examples: &[("8/8/8/3k4/8/8/8/KBN5 b - - 0 1", "wins white: king=d5 piece=c1 bishop=b1 square=h1 square=a8")],
    near_misses: &[("8/8/8/8/8/8/1k6/2N1KB2 b - - 0 1", "the king takes the knight")],
    source: include_str!("bishop_and_knight.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let pieces = |view: View<'_>| {
        let [bishop, knight] = view.own([PieceType::Bishop, PieceType::Knight])?;
        view.others([])?;
        let lone = view.other_king();
        let free = distance(lone, knight) > 2 && !CORNERS.contains(&knight);
        let safe = free || distance(view.king(), knight) == 1;
        let caught = !view.is_to_move() && on_edge(lone) && distance(lone, bishop) == 2;
        if !safe || caught || [bishop, knight].into_iter().any(|piece| distance(lone, piece) == 1) {
            return None;
        }
        let parts =
            [(Role::King, view.turned(lone)), (Role::Piece, view.turned(knight)), (Role::Bishop, view.turned(bishop))];
        let corners = CORNERS.into_iter().filter(|&corner| same_color(corner, view.turned(bishop)));
        Some(Found::new(&BISHOP_AND_KNIGHT, Some(view.strong), Claim::Wins(view.strong), parts).at(corners))
    };
    View::both(position).into_iter().filter_map(pieces).collect()
}
