//! A knight mates a king that its own pieces surround.
//!
//! # Roles
//! - `checker`: the knight.
//! - `king`: the mated king.
//!
//! # Predicate
//! A knight gives check, and every square around the king holds a piece of its own side.
//!
//! # Source
//! Lichess theme "smotheredMate".

use super::{
    Cast, Line, Theme, Use,
    mate::{Mate, in_mate},
};
use crate::chess::PieceType;

pub(super) static SMOTHERED_MATE: Theme = Theme {
    name: "smothered-mate",
    labels: &["smotheredMate"],
    summary: "A knight mates a king surrounded by its own pieces.",
    roles: &["checker", "king"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    in_mate(line, smothered)
}

fn smothered(mate: &Mate) -> Option<Cast> {
    let knight = mate.checking(PieceType::Knight).first()?;
    (mate.blocked == mate.ring).then(|| vec![("checker", knight)])
}
