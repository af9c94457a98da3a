//! Two rooks side by side next to the king: the blind swine.
//!
//! # Roles
//! - `rook`: both rooks.
//! - `king`: the mated king.
//!
//! # Predicate
//! A rook gives check from next to the king; another rook stands next to it on a file or rank, also
//! next to the king.
//!
//! # Source
//! Lichess theme "blindSwineMate": "two rooks team up to mate the king in an area of 2 by 2 squares".

use super::{
    Cast, Theme,
    mate::{Mate, in_mate},
};
use crate::chess::PieceType;

pub(super) static BLIND_SWINE_MATE: Theme = Theme {
    name: "blind-swine-mate",
    labels: &["blindSwineMate"],
    summary: "Two rooks side by side next to the king.",
    roles: &["rook", "king"],
    find: |line| in_mate(line, blind_swine),
};

fn blind_swine(mate: &Mate) -> Option<Cast> {
    let checker = (mate.checking(PieceType::Rook) & mate.ring).first()?;
    let beside = |partner: &crate::chess::Square| {
        let aligned = partner.file() == checker.file() || partner.rank() == checker.rank();
        aligned && partner.distance(checker) == 1
    };
    let partner = (mate.men(PieceType::Rook) & mate.ring).without(checker).into_iter().find(beside)?;
    Some(vec![("rook", checker), ("rook", partner)])
}
