//! Réti's manoeuvre: a king that is too late for the enemy pawn walks towards it and towards its own pawn
//! at once.
//!
//! # Roles
//! - `king`: the king with two aims.
//! - `pawn`: its own pawn, which it may come to help.
//! - `target`: the enemy pawn that runs.
//! - `square`: where the king can step to come nearer to both.
//!
//! # Predicate
//! King and pawn against king and pawn. The king is to move and outside the square of the enemy pawn,
//! which has nothing in its way; its own pawn is passed; and a step brings the king nearer to the square
//! where the enemy pawn queens and to its own pawn.
//!
//! # Claim
//! Nothing about the value: whether the two aims together are enough is for a table to say.
//!
//! # Source
//! R. Réti, study of 1921; Dvoretsky 2003; seed 001.

use super::{
    Claim, Ending, Found,
    view::{View, distance, goal, runners},
};
use crate::{
    chess::{PieceType, Position, Square},
    motif::Role,
};

pub(super) static RETI_MANEUVER: Ending = Ending {
    name: "reti-maneuver",
    summary: "A king walks towards the enemy pawn and its own at once.",
    roles: &[Role::Target, Role::King, Role::Pawn, Role::Square],
    detect,
    examples: &[("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "depends white: target=h5 king=h8 pawn=c6 square=g7")],
    near_misses: &[
        ("7K/8/k1P5/8/7p/8/8/8 b - - 0 1", "Black is to move"),
        ("8/8/k1P3K1/7p/8/8/8/8 w - - 0 1", "the king is in the square: one aim is enough"),
    ],
    source: include_str!("reti_maneuver.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    // The enemy's pawn goes up.
    let race = |view: View<'_>| {
        let ([target], [pawn]) = (view.own([PieceType::Pawn])?, view.others([PieceType::Pawn])?);
        let king = view.other_king();
        let runner = runners(&view).into_iter().next()?;
        let other = View { position, strong: !view.strong };
        let is_passed = !runners(&other).is_empty();
        if view.is_to_move() || !is_passed || distance(king, goal(target)) <= runner.steps + 1 {
            return None;
        }
        let nearer = |to: Square, aim| distance(to, aim) < distance(king, aim);
        let moves: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.role() == PieceType::King)
            .filter(|m| nearer(view.turned(m.to()), goal(target)) && nearer(view.turned(m.to()), pawn))
            .collect();
        if moves.is_empty() {
            return None;
        }
        let parts =
            [(Role::King, view.turned(king)), (Role::Pawn, view.turned(pawn)), (Role::Target, view.turned(target))];
        let found = Found::new(&RETI_MANEUVER, Some(!view.strong), Claim::Depends, parts);
        let mut found = found.at(moves.iter().map(|m| m.to()));
        found.moves = moves;
        Some(found)
    };
    View::both(position).into_iter().filter_map(race).collect()
}
