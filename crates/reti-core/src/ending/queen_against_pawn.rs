//! Queen against a pawn on the seventh rank that its king supports.
//!
//! # Roles
//! - `piece`: the queen.
//! - `king`: the queen's king.
//! - `defender`: the king that supports the pawn.
//! - `pawn`: the pawn.
//! - `square`: where the pawn would become a queen.
//!
//! # Predicate
//! King and queen against king and a pawn one step from queening with its king next to it. The queen's side
//! is to move, not in check, and has nothing to take. Either the pawn is a centre or knight's pawn, its
//! king is not in the corner, and the queen has a safe check that is not along the last rank. Or the pawn is a
//! rook's or bishop's pawn, its king is not behind it (nor in front of a rook's pawn), and the queen's king is at
//! least six moves from the queening square (five, if the pawn is a bishop's and its king on the edge's side of it).
//!
//! # Claim
//! Against a centre or knight's pawn the queen wins: checks and pins bring the queen nearer until the king
//! must step in front of its pawn, and the other king gains a move. Against a rook's or bishop's pawn with
//! the king far away it is a draw, by stalemate. The table of the ending confirms both.
//!
//! # Source
//! Fine 1941; Averbakh 1987; Müller and Lamprecht 2001.

use super::{
    Claim, Ending, Found,
    view::{CORNERS, View, distance, from_edge, goal, rank},
};
use crate::{
    chess::{Move, PieceType, Position, Square},
    motif::Role,
};

pub(super) static QUEEN_AGAINST_PAWN: Ending = Ending {
    name: "queen-against-pawn",
    summary: "Queen against a pawn one step from queening.",
    roles: &[Role::King, Role::Piece, Role::Defender, Role::Pawn, Role::Square],
    detect,
    examples: &[
        ("8/8/8/8/Q7/8/3pk3/K7 w - - 0 1", "wins white: king=a1 piece=a4 defender=e2 pawn=d2 square=d1"),
        ("7K/8/8/8/3Q4/8/p7/1k6 w - - 0 1", "draws: king=h8 piece=d4 defender=b1 pawn=a2 square=a1"),
    ],
    near_misses: &[("8/8/8/8/Q7/3p4/4k3/K7 w - - 0 1", "the pawn is only on the sixth rank")],
    source: include_str!("queen_against_pawn.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    // The pawn's side is the one that sees its pawn go up.
    let pawn = |view: View<'_>| {
        let [pawn] = view.own([PieceType::Pawn])?;
        let [queen] = view.others([PieceType::Queen])?;
        let quiet = !position.is_check() && !view.can_capture();
        if rank(pawn) != 7 || view.is_to_move() || distance(view.king(), pawn) > 1 || !quiet {
            return None;
        }
        let winner = !view.strong;
        let claim = if wins(&view, pawn) {
            Claim::Wins(winner)
        } else if draws(&view, pawn) {
            Claim::Draws
        } else {
            return None;
        };
        let parts = [
            (Role::King, position.king(winner)),
            (Role::Piece, view.turned(queen)),
            (Role::Defender, position.king(view.strong)),
            (Role::Pawn, view.turned(pawn)),
        ];
        let owner = (claim != Claim::Draws).then_some(winner);
        Some(Found::new(&QUEEN_AGAINST_PAWN, owner, claim, parts).at([view.turned(goal(pawn))]))
    };
    View::both(position).into_iter().filter_map(pawn).collect()
}

/// A centre or knight's pawn, its king not in the corner, and a queen that can begin with a safe check.
fn wins(view: &View<'_>, pawn: Square) -> bool {
    let (position, defender) = (view.position, view.king());
    let checks = |m: &Move| {
        let to = view.turned(m.to());
        // On the last rank the pawn may take the queen, or step between.
        let safe = m.role() == PieceType::Queen && distance(to, defender) > 1 && rank(to) < 8;
        safe && position.play(*m).is_check()
    };
    from_edge(pawn) % 2 == 1 && !CORNERS.contains(&defender) && position.legal_moves().iter().any(checks)
}

/// A rook's or bishop's pawn, its king beside it or before it, and a queen's king that is far.
fn draws(view: &View<'_>, pawn: Square) -> bool {
    let king = view.king();
    let far = distance(view.other_king(), goal(pawn));
    let beside_its_file = king.file() != pawn.file();
    let on_short_side = from_edge(pawn) == 2 && from_edge(king) == 1;
    let fits = from_edge(pawn) == 2 || (from_edge(pawn) == 0 && beside_its_file);
    fits && rank(king) >= 7 && (far >= 6 || (far == 5 && on_short_side))
}
