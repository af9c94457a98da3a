//! A queen next to the king mates, and the two squares she leaves are blocked: the dovetail.
//!
//! # Roles
//! - `checker`: the queen.
//! - `wall`: the pieces of the mated side around the king.
//! - `king`: the mated king.
//!
//! # Predicate
//! The king is not at the edge; the queen alone checks from the next square diagonally; every other
//! square around the king is blocked by its own piece, or the queen and nothing else guards it.
//!
//! # Source
//! Lichess theme "dovetailMate": "a queen delivers mate to an adjacent king, whose only two escape
//! squares are obstructed by friendly pieces".

use super::{
    Cast, Line, Theme, Use,
    mate::{Mate, in_mate},
};
use crate::chess::{Bitboard, PieceType, Square};

pub(super) static DOVETAIL_MATE: Theme = Theme {
    name: "dovetail-mate",
    labels: &["dovetailMate"],
    summary: "A queen mates from the next diagonal square, the king's own pieces block the rest.",
    roles: &["checker", "wall", "king"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    in_mate(line, dovetail)
}

fn dovetail(mate: &Mate) -> Option<Cast> {
    let queen = mate.checking(PieceType::Queen).first()?;
    let (files, ranks) = mate.offset(queen);
    let shape = files.abs() == 1 && ranks.abs() == 1 && mate.ring.count() == 8 && !mate.checkers.more_than_one();
    let alone = |flight: Square| mate.guards(flight) == Bitboard::from_square(queen);
    if !shape || !mate.flights().without(queen).into_iter().all(alone) {
        return None;
    }
    let mut cast = vec![("checker", queen)];
    cast.extend(mate.blocked.into_iter().map(|square| ("wall", square)));
    Some(cast)
}
