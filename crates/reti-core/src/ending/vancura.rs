//! Vančura's defence: a rook's pawn on the sixth rank with its rook in front of it is held by a rook that
//! attacks it from the side.
//!
//! # Roles
//! - `king`: the defending king.
//! - `rook`: the defending rook, which attacks the pawn along the rank.
//! - `pawn`: the rook's pawn.
//! - `blocker`: the strong rook, tied to the pawn and in its way.
//!
//! # Predicate
//! King, rook and a rook's pawn on the sixth rank against king and rook. The strong rook stands in front
//! of the pawn on the last rank; the defending rook attacks the pawn along the sixth rank from four or
//! five files away; the defending king stands on one of the two files at the far edge of the board, on the
//! seventh rank, so that no check wins anything; and the strong king is not beyond the fifth rank and next
//! to neither the pawn nor the rook.
//!
//! # Claim
//! A draw; the table of the ending confirms it.
//!
//! # Source
//! Vančura 1924; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, distance, files_apart, from_edge, goal, rank},
};
use crate::{
    chess::{PieceType, Position, attacks},
    motif::Role,
};

pub(super) static VANCURA: Ending = Ending {
    name: "vancura",
    summary: "A rook that attacks a rook's pawn from the side holds it.",
    roles: &[Role::Blocker, Role::King, Role::Pawn, Role::Rook],
    detect,
    examples: &[("R7/6k1/P4r2/8/1K6/8/8/8 w - - 0 1", "draws: blocker=a8 king=g7 pawn=a6 rook=f6")],
    near_misses: &[("R7/6k1/P7/8/1K6/8/8/r7 w - - 0 1", "the rook stands behind the pawn, not beside it")],
    source: include_str!("vancura.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let beside = |view: View<'_>| {
        let ([front, pawn], [rook]) = (view.own([PieceType::Rook, PieceType::Pawn])?, view.others([PieceType::Rook])?);
        let other = view.other_king();
        if from_edge(pawn) != 0 || rank(pawn) != 6 || front != goal(pawn) || rank(rook) != 6 {
            return None;
        }
        let line = attacks::between(rook, pawn);
        let far = (4..=5).contains(&files_apart(rook, pawn)) && !line.contains(other);
        let king = view.king();
        let king_is_away = rank(king) <= 5 && distance(king, rook) > 1 && distance(king, pawn) > 1;
        if !far || !king_is_away || rank(other) != 7 || files_apart(other, pawn) < 6 {
            return None;
        }
        let parts = [
            (Role::Blocker, view.turned(front)),
            (Role::King, view.turned(other)),
            (Role::Pawn, view.turned(pawn)),
            (Role::Rook, view.turned(rook)),
        ];
        Some(Found::new(&VANCURA, None, Claim::Draws, parts))
    };
    View::both(position).into_iter().filter_map(beside).collect()
}
