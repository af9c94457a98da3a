//! A defender is taken, then what it defended.
//!
//! # Roles
//! - `defender`: the square on which the defender was taken.
//! - `protected`: the piece that it defended, which is taken next.
//! - `attacker`: the piece that takes it.
//!
//! # Predicate
//! The solver takes a piece that defends another; with the next move a *different* piece of the
//! solver takes that other one, which stood there all the time, is worth no more than its capturer
//! (so the defence mattered) and is now unprotected. If that mates, the mate is the point.
//!
//! With check the defender is removed just as well, but labels leave that out
//! ([`Reading::Board`]).
//!
//! # Source
//! Lichess theme "capturingDefender": "removing a piece that is critical to defence of another
//! piece, allowing the now undefended piece to be captured on a following move".

use super::{Line, Reading, Step, Theme, Use};
use crate::{legality::attackers, value::worth};

pub(super) static CAPTURING_DEFENDER: Theme = Theme {
    name: "capturing-defender",
    labels: &["capturingDefender"],
    summary: "A defender is taken, then what it defended.",
    roles: &["defender", "protected", "attacker"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    line.solver_steps().filter_map(|step| removal(line, &step)).collect()
}

fn removal(line: &Line, step: &Step) -> Option<Use> {
    let next = line.step(step.ply + 2)?;
    let (before, board) = (step.before.board(), next.before.board());
    let target = next.to();
    let protected = next.captured().filter(|_| step.m.is_capture() && !step.m.is_en_passant())?;
    let defended = before.attacks_from(step.to()).contains(target);
    let stayed = before.piece_at(target) == board.piece_at(target);
    let other = next.from() != step.to() && target != step.to();
    if !defended || !stayed || !other || worth(protected) > worth(next.m.role()) || next.after.is_checkmate() {
        return None;
    }
    if attackers(board, target, !next.mover(), board.occupied().without(next.from())).any() {
        return None;
    }
    let reading = if step.gives_check() { Reading::Board } else { Reading::Common };
    let cast = vec![("defender", step.to()), ("protected", target), ("attacker", next.from())];
    Some(Use { ply: step.ply, cast, reading })
}
