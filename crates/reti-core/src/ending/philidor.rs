//! Philidor's defence, the third-rank defence: the defending rook keeps the strong king from the third
//! rank until the pawn steps there, and then checks from behind.
//!
//! # Roles
//! - `king`: the defending king, in front of the pawn.
//! - `rook`: the defending rook.
//! - `pawn`: the pawn that has not reached the defender's third rank.
//! - `square`: the square that the pawn must step on, after which the checks from behind begin.
//!
//! # Predicate
//! King, rook and pawn against king and rook. The pawn stands on its fourth or fifth rank with its king
//! beside it, neither beyond the fifth rank; the strong rook is not on a line with its king. The defending
//! king stands on the pawn's queening square or beside it on the last rank, the defending rook on its third
//! rank. The side to move is not in check and has nothing to take.
//!
//! # Claim
//! A draw; the table of the ending confirms it.
//!
//! # Source
//! Philidor 1777; Fine 1941; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, distance, goal, rank},
};
use crate::{
    chess::{PieceType, Position, Rank, Square},
    motif::Role,
};

pub(super) static PHILIDOR: Ending = Ending {
    name: "philidor",
    summary: "The defending rook on its third rank keeps the strong king out.",
    roles: &[Role::King, Role::Pawn, Role::Rook, Role::Square],
    detect,
    examples: &[("4k3/7R/r7/3KP3/8/8/8/8 w - - 0 1", "draws: king=e8 pawn=e5 rook=a6 square=e6")],
    near_misses: &[("4k3/R7/4K3/4P3/8/8/8/r7 b - - 0 1", "the strong king is already on the third rank")],
    source: include_str!("philidor.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let third_rank = |view: View<'_>| {
        let ([attacker, pawn], [rook]) =
            (view.own([PieceType::Rook, PieceType::Pawn])?, view.others([PieceType::Rook])?);
        let (king, other) = (view.king(), view.other_king());
        let strong_is_early = (4..=5).contains(&rank(pawn)) && rank(king) <= 5 && distance(king, pawn) == 1;
        let in_front = rank(other) == 8 && distance(other, goal(pawn)) <= 1;
        let aligned = attacker.file() == king.file() || attacker.rank() == king.rank();
        if !strong_is_early || !in_front || rank(rook) != 6 || aligned {
            return None;
        }
        if view.can_capture() || position.is_check() {
            return None;
        }
        let parts =
            [(Role::King, view.turned(other)), (Role::Pawn, view.turned(pawn)), (Role::Rook, view.turned(rook))];
        let door = view.turned(Square::from_coords(pawn.file(), Rank::Sixth));
        Some(Found::new(&PHILIDOR, None, Claim::Draws, parts).at([door]))
    };
    View::both(position).into_iter().filter_map(third_rank).collect()
}
