//! A passed pawn that the enemy king cannot catch: the king is outside the square of the pawn.
//!
//! # Roles
//! - `pawn`: the pawn that runs.
//! - `king`: the king that comes too late.
//! - `square`: where the pawn becomes a queen.
//!
//! # Predicate
//! Only kings and pawns are left. Nothing stands between the pawn and its queening square, and no enemy
//! pawn can stop or take it. The square has the pawn's way as its side; a pawn on its first square jumps
//! and counts one step less. The king is outside if it needs more moves to the queening square than the
//! pawn, one move more allowed if the king is to move. A king next to the pawn that may take it is not
//! late.
//!
//! # Claim
//! With no other pawn on the board the pawn's side wins, which the table of the ending confirms. With
//! more pawns nothing is claimed: the other side may have a pawn of its own that runs.
//!
//! # Source
//! Fine 1941; Averbakh 1987 (rule of the square).

use super::{
    Claim, Ending, Found,
    view::{View, distance, goal, runners},
};
use crate::{chess::Position, motif::Role};

pub(super) static OUTSIDE_THE_SQUARE: Ending = Ending {
    name: "outside-the-square",
    summary: "The king is outside the square of a free pawn and cannot catch it.",
    roles: &[Role::King, Role::Pawn, Role::Square],
    detect,
    examples: &[
        ("8/8/8/6k1/P7/8/8/1K6 w - - 0 1", "wins white: king=g5 pawn=a4 square=a8"),
        ("8/8/8/8/8/6k1/P7/1K6 w - - 0 1", "wins white: king=g3 pawn=a2 square=a8"),
        ("8/8/8/6k1/P7/7p/8/1K6 w - - 0 1", "depends white: king=g5 pawn=a4 square=a8"),
        ("8/8/8/6k1/P7/7p/8/1K6 w - - 0 1", "depends black: king=b1 pawn=h3 square=h1"),
    ],
    near_misses: &[
        ("8/8/8/5k2/P7/8/8/1K6 b - - 0 1", "Black is to move and steps into the square"),
        ("8/8/K7/6k1/P7/8/8/8 w - - 0 1", "the own king stands in the way"),
        ("8/8/8/8/8/8/P7/1k2K3 b - - 0 1", "the king takes the pawn"),
        ("8/1p6/8/6k1/P7/8/8/1K6 w - - 0 1", "the pawn on b7 guards the way"),
    ],
    source: include_str!("outside_the_square.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let board = position.board();
    let mut found = Vec::new();
    for view in View::of_pawns(position) {
        let king = view.other_king();
        for runner in runners(&view) {
            let reach = runner.steps + i32::from(!view.is_to_move());
            if distance(king, goal(runner.pawn)) <= reach || (!view.is_to_move() && distance(king, runner.pawn) == 1) {
                continue;
            }
            let claim = if board.pawns().count() == 1 { Claim::Wins(view.strong) } else { Claim::Depends };
            let parts = [(Role::King, view.turned(king)), (Role::Pawn, view.turned(runner.pawn))];
            let goal = view.turned(goal(runner.pawn));
            found.push(Found::new(&OUTSIDE_THE_SQUARE, Some(view.strong), claim, parts).at([goal]));
        }
    }
    found
}
