//! The king wears a piece on each shoulder and is checked from the front.
//!
//! # Roles
//! - `checker`: the queen or rook.
//! - `shoulder`: the squares on both sides of the king, seen from the checker.
//! - `king`: the mated king.
//!
//! # Predicate
//! A queen or rook checks along a file or rank, and both squares beside the king, across that line,
//! hold pieces of its own.
//!
//! Labels also count a shoulder that a piece of the mating side occupies ([`Reading::Wide`]).
//!
//! # Source
//! Lichess theme "epauletteMate".

use super::{Line, Reading, Theme, Use, mate::Mate};
use crate::chess::{Bitboard, PieceType, Square};

pub(super) static EPAULETTE_MATE: Theme = Theme {
    name: "epaulette-mate",
    labels: &["epauletteMate"],
    summary: "A check from the front, a piece on each side of the king.",
    roles: &["checker", "shoulder", "king"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    let Some(mate) = Mate::of(line) else {
        return Vec::new();
    };
    let heavy = mate.checking(PieceType::Queen) | mate.checking(PieceType::Rook);
    for checker in heavy {
        let shoulders = shoulders(&mate, checker);
        if shoulders.count() == 2 && shoulders.is_subset(mate.board.occupied()) {
            let own = shoulders.is_subset(mate.blocked);
            let reading = if own { Reading::Common } else { Reading::Wide };
            let mut cast = vec![("checker", checker)];
            cast.extend(shoulders.into_iter().map(|square| ("shoulder", square)));
            return mate.used(cast, reading);
        }
    }
    Vec::new()
}

/// The squares next to the king across the line of a straight check; fewer than two at the edge.
fn shoulders(mate: &Mate, checker: Square) -> Bitboard {
    let across = match mate.offset(checker) {
        (0, _) => Bitboard::from_rank(mate.king.rank()),
        (_, 0) => Bitboard::from_file(mate.king.file()),
        _ => Bitboard::EMPTY,
    };
    mate.ring & across
}
