//! The kings face each other, and the side that is *not* to move has the opposition.
//!
//! # Roles
//! - `king`: the king that has the opposition.
//! - `defender`: the king that must give way.
//! - `square`: the squares between them.
//!
//! # Predicate
//! Only kings and pawns are left. The kings stand on one file, rank or diagonal with an odd number of
//! squares between them: one is the direct (or diagonal) opposition, three or five the distant one. The
//! squares between are empty.
//!
//! # Claim
//! With a single pawn, not a rook's pawn, and its king straight in front of it: if its side has the direct
//! opposition, it wins; if the defender has it, and the king stands only one square ahead of a pawn that
//! is not beyond the fourth rank, it is a draw. Both are confirmed by the table of the ending. Otherwise
//! nothing is claimed.
//!
//! # Source
//! Fine 1941; Averbakh 1987; Dvoretsky 2003.

use super::{
    Claim, Ending, Found,
    view::{View, files_apart, from_edge, only_pawns, rank, ranks_apart},
};
use crate::{
    chess::{PieceType, Position, Square, attacks},
    motif::Role,
};

pub(super) static OPPOSITION: Ending = Ending {
    name: "opposition",
    summary: "The kings face each other, and the one that must move gives way.",
    roles: &[Role::King, Role::Defender, Role::Square],
    detect,
    examples: &[
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "wins white: king=e5 defender=e7 square=e6"),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "draws black: king=e7 defender=e5 square=e6"),
        ("8/4k3/8/8/8/4K3/4P3/8 b - - 0 1", "depends white: king=e3 defender=e7 square=e4 square=e5 square=e6"),
    ],
    near_misses: &[
        ("8/4k3/8/5K2/4P3/8/8/8 b - - 0 1", "a knight's move apart"),
        ("8/4k3/8/4K3/4P3/8/8/R7 b - - 0 1", "with pieces on the board waiting moves are easy"),
    ],
    source: include_str!("opposition.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    if !only_pawns(position.board()) {
        return Vec::new();
    }
    let owner = !position.turn();
    let (king, defender) = (position.king(owner), position.king(!owner));
    let (files, ranks) = (files_apart(king, defender), ranks_apart(king, defender));
    let between = attacks::between(king, defender);
    let aligned = files == 0 || ranks == 0 || files == ranks;
    if !aligned || files.max(ranks) % 2 == 1 || (between & position.board().occupied()).any() {
        return Vec::new();
    }
    let claim = View::both(position).into_iter().find_map(|view| claim(view)).unwrap_or(Claim::Depends);
    let parts = [(Role::King, king), (Role::Defender, defender)];
    vec![Found::new(&OPPOSITION, Some(owner), claim, parts).at(between)]
}

/// What follows with a single pawn and the strong king straight in front of it.
fn claim(view: View<'_>) -> Option<Claim> {
    let [pawn] = view.own([PieceType::Pawn])?;
    view.others([])?;
    let (king, other): (Square, Square) = (view.king(), view.other_king());
    let ahead = rank(king) - rank(pawn);
    let faces = king.file() == pawn.file() && other.file() == king.file() && rank(other) - rank(king) == 2;
    if from_edge(pawn) == 0 || !faces || ahead < 1 {
        return None;
    }
    if !view.is_to_move() {
        return Some(Claim::Wins(view.strong));
    }
    (ahead == 1 && rank(pawn) <= 4).then_some(Claim::Draws)
}
