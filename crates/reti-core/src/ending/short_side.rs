//! The short-side defence: the defending king gives way to the short side of the pawn and leaves the long
//! side to the rook, which needs room for its checks.
//!
//! # Roles
//! - `king`: the defending king, on the short side.
//! - `rook`: the defending rook, checking from the long side.
//! - `pawn`: the pawn.
//! - `attacker`: the strong king.
//!
//! # Predicate
//! King, rook and a bishop's or centre pawn on the sixth rank against king and rook. On the seventh rank
//! the strong king stands beside the pawn's file, on the long side, and the defending king two files away
//! from it on the short side. The defending rook is at least four files away on the long side, so that
//! three squares are between its checks and the pawn's file. The defender is to move, not in check, and
//! has nothing to take.
//!
//! # Claim
//! A draw; the table of the ending confirms it.
//!
//! # Source
//! Fine 1941; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, from_edge, rank, step},
};
use crate::{
    chess::{PieceType, Position},
    motif::Role,
};

pub(super) static SHORT_SIDE: Ending = Ending {
    name: "short-side",
    summary: "King on the short side, rook on the long side: the checks hold.",
    roles: &[Role::Attacker, Role::King, Role::Pawn, Role::Rook],
    detect,
    examples: &[("8/3K2k1/4P3/8/8/8/5R2/r7 b - - 0 1", "draws: attacker=d7 king=g7 pawn=e6 rook=a1")],
    near_misses: &[
        ("8/3K2k1/4P3/8/8/8/5R2/2r5 b - - 0 1", "the rook is too near: the strong king walks up to it"),
        ("8/2k2K2/4P3/8/8/8/5R2/r7 b - - 0 1", "the king stands on the long side, in the rook's way"),
    ],
    source: include_str!("short_side.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let side = |view: View<'_>| {
        let ([_, pawn], [rook]) = (view.own([PieceType::Rook, PieceType::Pawn])?, view.others([PieceType::Rook])?);
        let (king, other) = (view.king(), view.other_king());
        let quiet = !position.is_check() && !view.can_capture();
        if view.is_to_move() || rank(pawn) != 6 || from_edge(pawn) < 2 || !quiet {
            return None;
        }
        let short = if i32::from(pawn.file()) < 4 { -1 } else { 1 };
        let kings = step(pawn, -short, 1) == Some(king) && step(pawn, 2 * short, 1) == Some(other);
        let room = (i32::from(pawn.file()) - i32::from(rook.file())) * short;
        if !kings || room < 4 {
            return None;
        }
        let parts = [
            (Role::Attacker, view.turned(king)),
            (Role::King, view.turned(other)),
            (Role::Pawn, view.turned(pawn)),
            (Role::Rook, view.turned(rook)),
        ];
        Some(Found::new(&SHORT_SIDE, None, Claim::Draws, parts))
    };
    View::both(position).into_iter().filter_map(side).collect()
}
