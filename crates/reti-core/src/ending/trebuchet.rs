//! Trébuchet: two pawns block each other, both kings attack and guard them, and whoever is to move loses.
//!
//! # Roles
//! - `king`: both kings.
//! - `pawn`: both pawns.
//!
//! # Predicate
//! One pawn each, head to head on a file. Each king stands beside the enemy pawn, on different sides of
//! the file, so that both kings attack one pawn and guard the other.
//!
//! # Claim
//! The side that is not to move wins: the other must give up its pawn, and the king that takes it escorts
//! the last pawn home. The table of the ending confirms it.
//!
//! # Source
//! Averbakh 1987; Dvoretsky 2003 (mined squares).

use super::{
    Claim, Ending, Found,
    view::{View, step},
};
use crate::{
    chess::{Color, PieceType, Position},
    motif::Role,
};

pub(super) static TREBUCHET: Ending = Ending {
    name: "trebuchet",
    summary: "Whoever is to move must give up the pawn and loses.",
    roles: &[Role::King, Role::Pawn],
    detect,
    examples: &[
        ("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", "wins black: king=f4 king=d5 pawn=e4 pawn=e5"),
        ("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1", "wins white: king=f4 king=d5 pawn=e4 pawn=e5"),
    ],
    near_misses: &[("8/8/3K4/4p3/4Pk2/8/8/8 w - - 0 1", "the white king does not guard its pawn yet")],
    source: include_str!("trebuchet.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let view = View { position, strong: Color::White };
    let both = view.own([PieceType::Pawn]).zip(view.others([PieceType::Pawn]));
    let Some(([own], [enemy])) = both else { return Vec::new() };
    if step(own, 0, 1) != Some(enemy) {
        return Vec::new();
    }
    let (king, other) = (view.king(), view.other_king());
    let beside = |side: i32| step(enemy, side, 0) == Some(king) && step(own, -side, 0) == Some(other);
    if !beside(-1) && !beside(1) {
        return Vec::new();
    }
    let winner = !position.turn();
    let parts = [(Role::King, king), (Role::King, other), (Role::Pawn, own), (Role::Pawn, enemy)];
    vec![Found::new(&TREBUCHET, Some(winner), Claim::Wins(winner), parts)]
}
