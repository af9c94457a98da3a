//! Mates by a rook with a bishop: the opera mate and Pillsbury's.
//!
//! # Roles
//! - `checker`: the rook.
//! - `bishop`: the bishop that helps.
//! - `king`: the mated king.
//!
//! # Predicate
//! - *Opera*: the rook checks from next to the king and a bishop protects it.
//! - *Pillsbury's*: the rook checks, no bishop protects it there, and a flight of the king is
//!   guarded by bishops and by nothing else: without the bishop it were no mate.
//!
//! # Source
//! Lichess themes "operaMate" ("check the king with a rook and use a bishop to defend the rook") and
//! "pillsburysMate" ("the rook delivers checkmate, while the bishop helps to confine it"). Labels
//! made before these themes existed do not have them.

use super::{
    Theme,
    mate::{Mate, in_mate},
};
use crate::chess::{PieceType, Square};

pub(super) static OPERA_MATE: Theme = Theme {
    name: "opera-mate",
    labels: &["operaMate"],
    summary: "A bishop protects the rook that mates next to the king.",
    roles: &["checker", "bishop", "king"],
    find: |line| in_mate(line, opera),
};

pub(super) static PILLSBURYS_MATE: Theme = Theme {
    name: "pillsburys-mate",
    labels: &["pillsburysMate"],
    summary: "A rook mates while a bishop takes the last flight.",
    roles: &["checker", "bishop", "king"],
    find: |line| in_mate(line, pillsburys),
};

fn opera(mate: &Mate) -> Option<Vec<(&'static str, Square)>> {
    let rook = (mate.checking(PieceType::Rook) & mate.ring).first()?;
    let bishop = (mate.guards(rook) & mate.men(PieceType::Bishop)).first()?;
    Some(vec![("checker", rook), ("bishop", bishop)])
}

fn pillsburys(mate: &Mate) -> Option<Vec<(&'static str, Square)>> {
    let rook = mate.checking(PieceType::Rook).first().filter(|_| opera(mate).is_none())?;
    let bishops = mate.men(PieceType::Bishop);
    let confined = |flight: Square| {
        let guards = mate.guards(flight);
        guards.first().filter(|_| guards.is_subset(bishops))
    };
    let bishop = mate.flights().without(rook).into_iter().find_map(confined)?;
    Some(vec![("checker", rook), ("bishop", bishop)])
}
