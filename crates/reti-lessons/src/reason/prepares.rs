//! What a move prepares: a follow-up of the line that was not possible before, or lost something.

use reti_core::chess::{Move, PieceType, Position, attacks};

use super::{Case, Reason, TELLING, is_safe};
use crate::claim::{Claim, Evidence};

/// What makes a follow-up possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aid {
    /// The king may castle now.
    Clears,
    /// The way of the other piece is free.
    MakesWay,
    /// The square that a pawn goes to is guarded.
    Supports,
}

/// Up to which ply of the line a follow-up is looked for: lines are shown so far.
const LAST: usize = 6;

/// The next move of the line, if this one makes it possible; or a later one, if that is castling or the advance of a
/// pawn.
pub(super) fn prepares(case: &Case<'_>) -> Option<Claim> {
    let waiting = case.after.pass()?;
    let next = prepares_at(case, 2, &waiting, |_| true);
    next.or_else(|| later(case, &waiting, |aid| aid != Aid::MakesWay))
}

/// A later move of the line that this one makes way for.
pub(super) fn prepares_later(case: &Case<'_>) -> Option<Claim> {
    later(case, &case.after.pass()?, |aid| aid == Aid::MakesWay)
}

fn later(case: &Case<'_>, waiting: &Position, wanted: impl Fn(Aid) -> bool + Copy) -> Option<Claim> {
    (4..=LAST).step_by(2).find_map(|ply| prepares_at(case, ply, waiting, wanted))
}

fn prepares_at(case: &Case<'_>, ply: usize, waiting: &Position, wanted: impl Fn(Aid) -> bool) -> Option<Claim> {
    let next = *case.line().get(ply)?;
    if !waiting.is_legal(next) || next.from() == Some(case.m.to()) {
        return None;
    }
    let aid = aid(case, next, waiting).filter(|aid| wanted(*aid))?;
    // Who was taken meanwhile, or has gone on, supports nothing any more.
    let stays = !case.line()[1..ply].iter().any(|&m| m.to() == case.m.to() || m.from() == Some(case.m.to()));
    if aid == Aid::Supports && !stays {
        return None;
    }
    let helps = |other: Move| {
        let after = case.position.play(other);
        after.pass().is_some_and(|waiting| waiting.is_legal(next) && arrives(&waiting, next))
    };
    // The line must really go on so after most replies: the follow-up is legal after the pass, too.
    case.is_rare(TELLING, helps).then(|| case.claim(Reason::Prepares { m: next, aid, ply }, Evidence::of(case.look)))
}

fn aid(case: &Case<'_>, next: Move, waiting: &Position) -> Option<Aid> {
    let before = case.position.is_legal(next);
    if next.is_castle() {
        return (!before).then_some(Aid::Clears);
    }
    let from = next.from()?;
    if !before {
        let way = attacks::between(from, next.to());
        return case.m.from().filter(|square| way.contains(*square) || next.to() == *square).map(|_| Aid::MakesWay);
    }
    let supports = next.role() == PieceType::Pawn
        && !next.is_capture()
        && !arrives(case.position, next)
        && arrives(waiting, next)
        // From behind a rook supports a pawn too, once it has gone.
        && waiting.play(next).board().attacks_from(case.m.to()).contains(next.to());
    supports.then_some(Aid::Supports)
}

/// Whether the moved man cannot be won where it arrives.
fn arrives(position: &Position, m: Move) -> bool {
    m.is_castle() || is_safe(&position.play(m), m.to())
}
