//! No series of legal moves leads to mate: the position is dead, and the game is a draw at once.
//!
//! # Roles
//! - `king`: both kings.
//! - `piece`: what else is left, if anything.
//!
//! # Predicate
//! King against king, a single knight, or bishops that all stand on squares of one colour.
//!
//! # Claim
//! A draw, by the rules.
//!
//! # Source
//! FIDE Laws, article 5.2.2 (dead position).

use super::{Claim, Ending, Found};
use crate::{chess::Position, motif::Role};

pub(super) static INSUFFICIENT_MATERIAL: Ending = Ending {
    name: "insufficient-material",
    summary: "Nobody can ever be mated: the game is drawn by the rules.",
    roles: &[Role::King, Role::Piece],
    detect,
    examples: &[
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draws: king=e1 king=e8"),
        ("4k3/8/8/3N4/8/8/8/4K3 b - - 0 1", "draws: king=e1 king=e8 piece=d5"),
        ("4k3/8/5b2/8/8/8/1B6/4K3 w - - 0 1", "draws: king=e1 king=e8 piece=b2 piece=f6"),
    ],
    near_misses: &[
        ("4k3/8/5b2/8/8/8/2B5/4K3 w - - 0 1", "bishops of different colours can mate with the loser's help"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "the pawn may become a queen"),
    ],
    source: include_str!("insufficient_material.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    if !position.is_dead() {
        return Vec::new();
    }
    let board = position.board();
    let kings = board.kings().into_iter().map(|king| (Role::King, king));
    let pieces = (board.occupied() & !board.kings()).into_iter().map(|piece| (Role::Piece, piece));
    vec![Found::new(&INSUFFICIENT_MATERIAL, None, Claim::Draws, kings.chain(pieces))]
}
