//! King and pawn against king: the strong king stands on a key square of its pawn.
//!
//! # Roles
//! - `king`: the strong king.
//! - `pawn`: its pawn.
//! - `square`: the key squares.
//!
//! # Predicate
//! A pawn that has not crossed the middle has three key squares, two ranks ahead on its own file and the
//! files beside it; a pawn on the fifth rank or beyond has the three squares one rank ahead as well. A
//! rook's pawn has two, next to its queening square. The king stands on one of them, and the other king
//! cannot win the pawn.
//!
//! # Claim
//! The pawn's side wins; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Averbakh 1987; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, distance, from_edge, goal, rank, step},
};
use crate::{
    chess::{PieceType, Position, Square},
    motif::Role,
};

pub(super) static KEY_SQUARES: Ending = Ending {
    name: "key-squares",
    summary: "The king stands on a key square of its pawn: the pawn will queen.",
    roles: &[Role::King, Role::Pawn, Role::Square],
    detect,
    examples: &[
        ("4k3/8/4K3/8/4P3/8/8/8 w - - 0 1", "wins white: king=e6 pawn=e4 square=d6 square=e6 square=f6"),
        ("4k3/8/4K3/8/4P3/8/8/8 b - - 0 1", "wins white: king=e6 pawn=e4 square=d6 square=e6 square=f6"),
    ],
    near_misses: &[
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "the king stands in front of the pawn, but not on a key square"),
        ("8/8/3K4/8/3kP3/8/8/8 b - - 0 1", "the pawn is lost"),
    ],
    source: include_str!("key_squares.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let key = |view: View<'_>| {
        let [pawn] = view.own([PieceType::Pawn])?;
        view.others([])?;
        let (king, other) = (view.king(), view.other_king());
        let squares = key_squares(pawn);
        if !squares.contains(&king) || view.can_capture() {
            return None;
        }
        let tempo = i32::from(!view.is_to_move());
        if distance(other, pawn) - tempo < distance(king, pawn) - 1 {
            return None;
        }
        let parts = [(Role::King, view.turned(king)), (Role::Pawn, view.turned(pawn))];
        let squares = squares.into_iter().map(|square| view.turned(square));
        Some(Found::new(&KEY_SQUARES, Some(view.strong), Claim::Wins(view.strong), parts).at(squares))
    };
    View::both(position).into_iter().filter_map(key).collect()
}

/// The key squares of a pawn that goes up.
fn key_squares(pawn: Square) -> Vec<Square> {
    if from_edge(pawn) == 0 {
        let goal = goal(pawn);
        let toward = if i32::from(pawn.file()) == 0 { 1 } else { -1 };
        return [0, -1].into_iter().filter_map(|ranks| step(goal, toward, ranks)).collect();
    }
    let ahead: &[i32] = match rank(pawn) {
        7 => &[0, 1],
        5 | 6 => &[1, 2],
        _ => &[2],
    };
    let around = |&ranks: &i32| [-1, 0, 1].map(|files| step(pawn, files, ranks));
    ahead.iter().flat_map(around).flatten().filter(|&square| square != pawn).collect()
}
