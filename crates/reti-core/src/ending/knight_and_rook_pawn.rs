//! Knight and rook's pawn on the seventh rank against a king in the corner: a fortress.
//!
//! # Roles
//! - `king`: the defending king.
//! - `pawn`: the rook's pawn on the seventh rank.
//! - `piece`: the knight.
//! - `square`: the corner.
//!
//! # Predicate
//! King, knight and one pawn, which stands on the seventh rank on the edge of the board, against a bare
//! king in the corner in front of it or beside that corner on the last rank.
//!
//! # Claim
//! A draw: when the strong king comes near enough to guard the pawn, the defender is stalemated. The table
//! of the ending confirms it.
//!
//! # Source
//! Fine 1941; Dvoretsky 2003 (fortresses).

use super::{
    Claim, Ending, Found,
    view::{View, distance, from_edge, goal, rank},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static KNIGHT_AND_ROOK_PAWN: Ending = Ending {
    name: "knight-and-rook-pawn",
    summary: "A knight cannot help a rook's pawn that is already on the seventh rank.",
    roles: &[Role::King, Role::Piece, Role::Pawn, Role::Square],
    detect,
    examples: &[("k7/P7/8/3N4/2K5/8/8/8 w - - 0 1", "draws: king=a8 piece=d5 pawn=a7 square=a8")],
    near_misses: &[("k7/8/P7/3N4/2K5/8/8/8 w - - 0 1", "the pawn still has a move to lose a tempo with")],
    source: include_str!("knight_and_rook_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let fortress = |view: View<'_>| {
        let [knight, pawn] = view.own([PieceType::Knight, PieceType::Pawn])?;
        view.others([])?;
        let (lone, corner) = (view.other_king(), goal(pawn));
        if from_edge(pawn) != 0
            || rank(pawn) != 7
            || rank(lone) != 8
            || distance(lone, corner) > 1
            || distance(view.king(), pawn) < 2
        {
            return None;
        }
        let parts =
            [(Role::King, view.turned(lone)), (Role::Pawn, view.turned(pawn)), (Role::Piece, view.turned(knight))];
        Some(Found::new(&KNIGHT_AND_ROOK_PAWN, None, Claim::Draws, parts).at([view.turned(corner)]))
    };
    View::both(position).into_iter().filter_map(fortress).collect()
}
