//! King and rook's pawn against king: the defender holds the corner.
//!
//! # Roles
//! - `king`: the defending king.
//! - `pawn`: the rook's pawn.
//! - `square`: the corner where it would become a queen.
//!
//! # Predicate
//! A single pawn on the edge of the board against a bare king that stands in the corner in front of the
//! pawn or next to it, or comes there in no more moves than the pawn needs to queen and in fewer than the
//! strong king, which may be to move.
//!
//! # Claim
//! A draw; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Averbakh 1987.

use super::{
    Claim, Ending, Found,
    view::{View, distance, from_edge, goal, rank},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static ROOK_PAWN: Ending = Ending {
    name: "rook-pawn",
    summary: "A rook's pawn does not win against a king that holds the corner.",
    roles: &[Role::King, Role::Pawn, Role::Square],
    detect,
    examples: &[("1k6/8/1K6/P7/8/8/8/8 b - - 0 1", "draws: king=b8 pawn=a5 square=a8")],
    near_misses: &[("3k4/8/1K6/P7/8/8/8/8 w - - 0 1", "Kb7 keeps the defender out of the corner")],
    source: include_str!("rook_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let pawn = |view: View<'_>| {
        let [pawn] = view.own([PieceType::Pawn])?;
        view.others([])?;
        let lone = view.other_king();
        let way = distance(lone, goal(pawn));
        // The lone king comes to the corner before the pawn and before the other king.
        let is_first = way <= 8 - rank(pawn) && way + i32::from(view.is_to_move()) < distance(view.king(), goal(pawn));
        if from_edge(pawn) != 0 || (way > 1 && !is_first) {
            return None;
        }
        let parts = [(Role::King, view.turned(lone)), (Role::Pawn, view.turned(pawn))];
        Some(Found::new(&ROOK_PAWN, None, Claim::Draws, parts).at([view.turned(goal(pawn))]))
    };
    View::both(position).into_iter().filter_map(pawn).collect()
}
