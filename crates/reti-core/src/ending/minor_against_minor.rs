//! One minor piece each and no pawns: a mate is possible only with the loser's help.
//!
//! # Roles
//! - `piece`: the two minor pieces.
//!
//! # Predicate
//! Each side has its king and one bishop or knight, the position is not dead, and the side to move has
//! no mate in one (there are such positions in the corner, and no longer mates).
//!
//! # Claim
//! A draw. Tables of all such endings confirm it.
//!
//! # Source
//! FIDE Laws (helpmates keep the position alive); Müller and Lamprecht 2001.

use super::{
    Claim, Ending, Found,
    view::{army, mates_at_once},
};
use crate::{
    chess::{Color, PieceType, Position, Square},
    motif::Role,
};

pub(super) static MINOR_AGAINST_MINOR: Ending = Ending {
    name: "minor-against-minor",
    summary: "One minor piece each and no pawns: nobody can force mate.",
    roles: &[Role::Piece],
    detect,
    examples: &[
        ("4k3/8/5b2/8/8/8/2B5/4K3 w - - 0 1", "draws: piece=c2 piece=f6"),
        ("4k3/8/5n2/8/8/8/2B5/4K3 b - - 0 1", "draws: piece=c2 piece=f6"),
    ],
    near_misses: &[
        ("4k3/8/5b2/8/8/8/1B6/4K3 w - - 0 1", "bishops of one colour: the position is dead"),
        ("8/8/8/8/3N4/1K6/8/kn6 w - - 0 1", "Nc2 is mate: the king has walked into it"),
    ],
    source: include_str!("minor_against_minor.rs"),
};

fn detect(position: &Position) -> Vec<Found> {
    let minor = |color: Color| -> Option<Square> {
        let one = |kind| army(position.board(), color, [kind]).map(|[piece]| piece);
        one(PieceType::Bishop).or_else(|| one(PieceType::Knight))
    };
    let (Some(white), Some(black)) = (minor(Color::White), minor(Color::Black)) else { return Vec::new() };
    if position.is_dead() || mates_at_once(position) {
        return Vec::new();
    }
    vec![Found::new(&MINOR_AGAINST_MINOR, None, Claim::Draws, [(Role::Piece, white), (Role::Piece, black)])]
}
