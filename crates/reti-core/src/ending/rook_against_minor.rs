//! Rook against a single bishop or knight without pawns: as a rule a draw.
//!
//! # Roles
//! - `rook`: the rook.
//! - `piece`: the bishop or knight.
//! - `king`: the king of the minor piece's side.
//! - `square`: against a bishop, the safe corners: those that the bishop does not control.
//!
//! # Predicate
//! King and rook against king and one minor piece, nothing else.
//!
//! # Claim
//! Often drawn, no more: there are won positions, mostly with the knight far from its king, or the king in
//! a corner of the bishop's colour.
//!
//! # Source
//! Fine 1941; Müller and Lamprecht 2001.

use super::{
    Claim, Ending, Found,
    view::{CORNERS, View, same_color},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static ROOK_AGAINST_MINOR: Ending = Ending {
    name: "rook-against-minor",
    summary: "Rook against bishop or knight without pawns, as a rule a draw.",
    roles: &[Role::King, Role::Piece, Role::Rook, Role::Square],
    detect,
    examples: &[
        ("8/8/8/3kn3/8/8/8/KR6 w - - 0 1", "drawish: king=d5 piece=e5 rook=b1"),
        ("8/8/4b3/3k4/8/8/7K/1R6 b - - 0 1", "drawish: king=d5 piece=e6 rook=b1 square=a1 square=h8"),
    ],
    near_misses: &[("8/8/3p4/3kn3/8/8/8/KR6 w - - 0 1", "a pawn makes it another ending")],
    source: include_str!("rook_against_minor.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let rook = |view: View<'_>| {
        let [rook] = view.own([PieceType::Rook])?;
        let bishop = view.others([PieceType::Bishop]);
        let [minor] = bishop.or_else(|| view.others([PieceType::Knight]))?;
        let parts = [
            (Role::King, position.king(!view.strong)),
            (Role::Piece, view.turned(minor)),
            (Role::Rook, view.turned(rook)),
        ];
        let safe = |&corner: &_| bishop.is_some() && !same_color(corner, view.turned(minor));
        let corners = CORNERS.into_iter().filter(safe);
        Some(Found::new(&ROOK_AGAINST_MINOR, None, Claim::Drawish, parts).at(corners))
    };
    View::both(position).into_iter().filter_map(rook).collect()
}
