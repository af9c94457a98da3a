//! A passed pawn that the enemy king reaches in time: the king is in the square of the pawn.
//!
//! # Roles
//! - `pawn`: the pawn that runs.
//! - `king`: the king that is in time.
//! - `square`: where the pawn would become a queen.
//!
//! # Predicate
//! As for the king outside the square, with the king near enough: it needs no more moves to the queening
//! square than the pawn, or one more if the king is to move.
//!
//! # Claim
//! Nothing about the value: the other king may come to help the pawn, or bar the way.
//!
//! # Source
//! Fine 1941; Averbakh 1987 (rule of the square).

use super::{
    Claim, Ending, Found,
    view::{View, distance, goal, runners},
};
use crate::{chess::Position, motif::Role};

pub(super) static INSIDE_THE_SQUARE: Ending = Ending {
    name: "inside-the-square",
    summary: "The king is in the square of a free pawn and can catch it.",
    roles: &[Role::King, Role::Pawn, Role::Square],
    detect,
    examples: &[
        ("8/8/8/5k2/P7/8/8/1K6 b - - 0 1", "depends black: king=f5 pawn=a4 square=a8"),
        ("8/8/8/8/8/5k2/P7/1K6 b - - 0 1", "depends black: king=f3 pawn=a2 square=a8"),
    ],
    near_misses: &[
        ("8/8/8/5k2/P7/8/8/1K6 w - - 0 1", "White is to move: the king comes one step too late"),
        ("8/8/8/6k1/P7/8/2N5/1K6 b - - 0 1", "with pieces on the board the race is another one"),
    ],
    source: include_str!("inside_the_square.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let mut found = Vec::new();
    for view in View::of_pawns(position) {
        let king = view.other_king();
        for runner in runners(&view) {
            if distance(king, goal(runner.pawn)) > runner.steps + i32::from(!view.is_to_move()) {
                continue;
            }
            let parts = [(Role::King, view.turned(king)), (Role::Pawn, view.turned(runner.pawn))];
            let goal = view.turned(goal(runner.pawn));
            found.push(Found::new(&INSIDE_THE_SQUARE, Some(!view.strong), Claim::Depends, parts).at([goal]));
        }
    }
    found
}
