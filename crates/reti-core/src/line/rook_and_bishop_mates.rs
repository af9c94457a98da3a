//! Mates by a rook with a bishop: the opera mate, Pillsbury's and Morphy's.
//!
//! # Roles
//! - `checker`: the rook; in Morphy's mate the bishop.
//! - `bishop`: the bishop that helps.
//! - `rook`: in Morphy's mate, the rook that helps.
//! - `king`: the mated king.
//!
//! # Predicate
//! - *Opera*: the rook checks from next to the king and a bishop protects it.
//! - *Pillsbury's*: the rook checks, and an empty square next to the king is guarded by a bishop
//!   that is not needed to protect the rook, and by no other piece: without it it were no mate.
//! - *Morphy's*: a bishop checks, and an empty square next to the king is guarded by rooks and by no
//!   other piece.
//!
//! # Source
//! Lichess themes "operaMate" ("check the king with a rook and use a bishop to defend the rook") and
//! "pillsburysMate" ("the rook delivers checkmate, while the bishop helps to confine it"),
//! "morphysMate" ("use the bishop to check the king, while your rook helps to confine it"). Labels
//! made before these themes existed do not have them.

use super::{
    Cast, Theme,
    mate::{Mate, in_mate},
};
use crate::chess::{Bitboard, PieceType, Square};

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

pub(super) static MORPHYS_MATE: Theme = Theme {
    name: "morphys-mate",
    labels: &["morphysMate"],
    summary: "A bishop mates while a rook takes the last flight.",
    roles: &["checker", "rook", "king"],
    find: |line| in_mate(line, morphys),
};

fn opera(mate: &Mate) -> Option<Cast> {
    let rook = (mate.checking(PieceType::Rook) & mate.ring).first()?;
    let bishops = mate.guards(rook) & mate.men(PieceType::Bishop);
    cast(rook, bishops)
}

fn pillsburys(mate: &Mate) -> Option<Cast> {
    let rook = mate.checking(PieceType::Rook).first()?;
    let supports = if mate.ring.contains(rook) { mate.guards(rook) } else { Bitboard::EMPTY };
    let helpers = mate.men(PieceType::Bishop) & !supports;
    let empty = mate.flights() & !mate.board.occupied();
    let needed = empty.into_iter().map(|flight| mate.guards(flight)).filter(|guards| guards.is_subset(helpers));
    cast(rook, needed.fold(Bitboard::EMPTY, |all, guards| all | guards))
}

/// `None` without a bishop.
fn cast(rook: Square, bishops: Bitboard) -> Option<Cast> {
    let mut cast = vec![("checker", rook)];
    cast.extend(bishops.into_iter().map(|bishop| ("bishop", bishop)));
    bishops.any().then_some(cast)
}

fn morphys(mate: &Mate) -> Option<Cast> {
    let bishop = mate.checking(PieceType::Bishop).first()?;
    let rooks = mate.men(PieceType::Rook);
    let empty = mate.flights() & !mate.board.occupied();
    let needed = empty.into_iter().map(|flight| mate.guards(flight)).filter(|guards| guards.is_subset(rooks));
    let needed = needed.fold(Bitboard::EMPTY, |all, guards| all | guards);
    let mut cast = vec![("checker", bishop)];
    cast.extend(needed.into_iter().map(|rook| ("rook", rook)));
    needed.any().then_some(cast)
}
