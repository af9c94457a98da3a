//! How a check is answered: by taking the piece, by blocking its line, or by a step of the king.
//!
//! Every legal move answers the check, so the way is a reason only where most of the other moves take another.

use reti_core::chess::{Move, PieceType, Position, Square};

use super::{Case, Reason, TELLING};
use crate::claim::Claim;

/// By what a check is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evasion {
    /// The piece that gives it is taken.
    Takes,
    /// A man steps in between.
    Blocks,
    /// The king steps away.
    Steps,
}

pub(super) fn evades(case: &Case<'_>) -> Option<Claim> {
    let checkers = case.position.checkers();
    let checker = checkers.into_iter().next().filter(|_| checkers.count() == 1)?;
    let way = evasion(case.position, checker, case.m);
    let tells = case.is_rare(TELLING, |other| evasion(case.position, checker, other) == way);
    tells.then(|| case.on_board(Reason::Evades { checker, way }))
}

fn evasion(position: &Position, checker: Square, m: Move) -> Evasion {
    let left = position.play(m).board().color_at(checker) != Some(!position.turn());
    match m.role() {
        _ if left || m.to() == checker => Evasion::Takes,
        PieceType::King => Evasion::Steps,
        _ => Evasion::Blocks,
    }
}
