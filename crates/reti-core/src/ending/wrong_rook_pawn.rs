//! Bishop and rook's pawn against king: the bishop does not control the queening corner.
//!
//! # Roles
//! - `king`: the defending king.
//! - `pawn`: the rook's pawn.
//! - `bishop`: the bishop of the wrong colour.
//! - `square`: the corner where the pawn would become a queen.
//!
//! # Predicate
//! King, bishop and one pawn on the edge of the board against a bare king; the queening square is not of
//! the bishop's colour, and the defending king stands on it or next to it, or can step there at
//! once.
//!
//! # Claim
//! A draw: the king cannot be driven from the corner. The table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Müller and Lamprecht 2001; Dvoretsky 2003 (fortresses).

use super::{
    Claim, Ending, Found,
    view::{View, distance, from_edge, goal, same_color},
};
use crate::{
    chess::{Move, PieceType, Position},
    motif::Role,
};

pub(super) static WRONG_ROOK_PAWN: Ending = Ending {
    name: "wrong-rook-pawn",
    summary: "A rook's pawn and a bishop that does not control its corner cannot win.",
    roles: &[Role::King, Role::Pawn, Role::Bishop, Role::Square],
    detect,
    examples: &[("k7/8/1K6/P7/5B2/8/8/8 w - - 0 1", "draws: king=a8 pawn=a5 bishop=f4 square=a8")],
    near_misses: &[
        ("k7/8/1K6/P7/4B3/8/8/8 b - - 0 1", "the bishop controls the corner"),
        ("8/8/1K2k3/P7/5B2/8/8/8 w - - 0 1", "the defending king does not get there"),
    ],
    source: include_str!("wrong_rook_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let wrong = |view: View<'_>| {
        let [bishop, pawn] = view.own([PieceType::Bishop, PieceType::Pawn])?;
        view.others([])?;
        let (lone, corner) = (view.other_king(), goal(pawn));
        let arrives = |m: &Move| distance(view.turned(m.to()), corner) <= 1;
        let steps_in = !view.is_to_move() && position.legal_moves().iter().any(arrives);
        if from_edge(pawn) != 0 || same_color(bishop, corner) || (distance(lone, corner) > 1 && !steps_in) {
            return None;
        }
        let parts =
            [(Role::King, view.turned(lone)), (Role::Pawn, view.turned(pawn)), (Role::Bishop, view.turned(bishop))];
        Some(Found::new(&WRONG_ROOK_PAWN, None, Claim::Draws, parts).at([view.turned(corner)]))
    };
    View::both(position).into_iter().filter_map(wrong).collect()
}
