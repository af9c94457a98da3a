//! The Lucena position: the strong king stands in front of its pawn on the seventh rank, and the other
//! king is cut off. The rook builds a bridge: it comes to the fourth rank and steps between king and
//! checks.
//!
//! # Roles
//! - `king`: the strong king, on the queening square.
//! - `pawn`: its pawn on the seventh rank.
//! - `rook`: the rook that builds the bridge.
//! - `defender`: the king that is cut off.
//! - `square`: where the bridge is built.
//!
//! # Predicate
//! King, rook and a pawn on the seventh rank, not a rook's pawn, against king and rook. The strong king
//! stands on the queening square, and the side to move is not in check. The strong rook stands on a file
//! between the pawn and the defending king. If the defender is to move, it has nothing to take, its king is
//! on the long side of the pawn or more than three files away, and not on the last rank, and the strong
//! rook is below the seventh rank.
//!
//! # Claim
//! The pawn's side wins; the table of the ending confirms it.
//!
//! # Source
//! Salvio 1634 (usually called after Lucena 1497); Fine 1941; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, files_apart, from_edge, goal, rank},
};
use crate::{
    chess::{PieceType, Position, Rank, Square},
    motif::Role,
};

pub(super) static LUCENA: Ending = Ending {
    name: "lucena",
    summary: "The king in front of its pawn on the seventh comes out behind a bridge.",
    roles: &[Role::King, Role::Defender, Role::Pawn, Role::Rook, Role::Square],
    detect,
    examples: &[("6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1", "wins white: king=g8 defender=e7 pawn=g7 rook=f1 square=g4")],
    near_misses: &[
        ("6K1/4k1P1/8/8/8/8/7r/R7 w - - 0 1", "the rook does not keep the defending king away"),
        ("7K/4k2P/8/8/8/8/6r1/5R2 w - - 0 1", "a rook's pawn: the king comes out only on one side"),
    ],
    source: include_str!("lucena.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let bridge = |view: View<'_>| {
        let ([rook, pawn], [_]) = (view.own([PieceType::Rook, PieceType::Pawn])?, view.others([PieceType::Rook])?);
        let (king, other) = (view.king(), view.other_king());
        let in_front = rank(pawn) == 7 && from_edge(pawn) > 0 && king == goal(pawn);
        // With the defender to move: the short side is left to the checks, and the rook is not in reach.
        let long_side = from_edge(other) > from_edge(pawn) || files_apart(other, pawn) > 3;
        let waits = long_side && rank(other) < 8 && rank(rook) < 7 && !view.can_capture();
        if !in_front || position.is_check() || !cuts(rook, pawn, other) || !(view.is_to_move() || waits) {
            return None;
        }
        let parts = [
            (Role::King, view.turned(king)),
            (Role::Defender, view.turned(other)),
            (Role::Pawn, view.turned(pawn)),
            (Role::Rook, view.turned(rook)),
        ];
        let bridge = view.turned(Square::from_coords(pawn.file(), Rank::Fourth));
        Some(Found::new(&LUCENA, Some(view.strong), Claim::Wins(view.strong), parts).at([bridge]))
    };
    View::both(position).into_iter().filter_map(bridge).collect()
}

/// Whether the rook keeps the king away from the pawn, on a file between them.
fn cuts(rook: Square, pawn: Square, other: Square) -> bool {
    let apart = files_apart(pawn, other);
    files_apart(rook, pawn) + files_apart(rook, other) == apart
        && rook.file() != pawn.file()
        && rook.file() != other.file()
}
