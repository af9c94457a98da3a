//! Mates by two bishops: Boden's (crossing diagonals) and the double bishop mate (parallel ones).
//!
//! # Roles
//! - `checker`: the bishop that gives check.
//! - `bishop`: the other one.
//! - `king`: the mated king.
//!
//! # Predicate
//! A bishop gives check, every square around the king is blocked by its own piece or guarded by
//! bishops and by nothing else, and the mating side's other bishop takes part: it guards a flight.
//! *Boden's mate* if the bishops come from different sides of the king's file, *double bishop mate*
//! if from the same side.
//!
//! Labels do not ask whether the second bishop takes part; a mate by one bishop while the other
//! looks on is [`Reading::Wide`].
//!
//! # Source
//! Lichess themes "bodenMate" ("two attacking bishops on criss-crossing diagonals deliver mate to a
//! king obstructed by friendly pieces") and "doubleBishopMate" ("on adjacent diagonals").

use super::{Line, Reading, Theme, Use, mate::Mate};
use crate::chess::{Bitboard, PieceType, Square};

pub(super) static BODEN_MATE: Theme = Theme {
    name: "boden-mate",
    labels: &["bodenMate"],
    summary: "Two bishops mate on crossing diagonals.",
    roles: &["checker", "bishop", "king"],
    find: |line| bishops(line, Sides::Both),
};

pub(super) static DOUBLE_BISHOP_MATE: Theme = Theme {
    name: "double-bishop-mate",
    labels: &["doubleBishopMate"],
    summary: "Two bishops mate on neighbouring diagonals.",
    roles: &["checker", "bishop", "king"],
    find: |line| bishops(line, Sides::One),
};

/// On which sides of the king's file the bishops stand.
#[derive(Clone, Copy, PartialEq)]
enum Sides {
    One,
    Both,
}

fn bishops(line: &Line, sides: Sides) -> Vec<Use> {
    let Some(mate) = Mate::of(line) else {
        return Vec::new();
    };
    let bishops = mate.men(PieceType::Bishop);
    let Some(checker) = mate.checking(PieceType::Bishop).first() else {
        return Vec::new();
    };
    if mate.flights().into_iter().any(|flight| (mate.guards(flight) & !bishops).any()) {
        return Vec::new();
    }
    // A bishop on the king's own file comes from neither side, so it is not across from the other.
    let across = |bishop: Square| mate.offset(bishop).0 * mate.offset(checker).0 < 0;
    let fitting: Bitboard =
        bishops.without(checker).into_iter().filter(|&bishop| across(bishop) == (sides == Sides::Both)).collect();
    let helping: Bitboard = fitting.into_iter().filter(|&bishop| mate.guarded_by(bishop).any()).collect();
    let (partners, reading) = if helping.any() { (helping, Reading::Common) } else { (fitting, Reading::Wide) };
    if partners.is_empty() {
        return Vec::new();
    }
    let mut cast = vec![("checker", checker)];
    cast.extend(partners.into_iter().map(|bishop| ("bishop", bishop)));
    mate.used(cast, reading)
}
