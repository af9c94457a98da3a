//! A guard is made to leave, and what it guarded falls.
//!
//! # Roles
//! - `lure`: where the solver's move went that made the guard leave.
//! - `guard`: the square that the guard left.
//! - `goal`: the square that it guarded, on which the solver captures or promotes.
//!
//! # Predicate
//! The solver moves; the opponent answers by taking what was offered for less (a sacrifice), or
//! because it is in check; the piece that answered guarded a square before and does not after it.
//! There the solver at once captures something not worth more than the capturer (so the guard
//! mattered), or promotes.
//!
//! # Source
//! Lichess theme "deflection": "a move that distracts an opponent piece from another duty that it
//! performs, such as guarding a key square".

use super::{Line, Step, Theme, Use};
use crate::value::worth;

pub(super) static DEFLECTION: Theme = Theme {
    name: "deflection",
    labels: &["deflection"],
    summary: "A guard is made to leave, and what it guarded falls.",
    roles: &["lure", "guard", "goal"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    line.solver_steps().filter_map(|step| deflection(line, &step)).collect()
}

fn deflection(line: &Line, step: &Step) -> Option<Use> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let goal = next.to();
    let guarded = reply.before.board().attacks_from(reply.from()).contains(goal);
    let guards = reply.after.board().attacks_from(reply.to()).contains(goal);
    if !guarded || guards || goal == reply.to() {
        return None;
    }
    let offered = step.captured().map_or(0, worth) < worth(step.piece());
    let forced = if reply.to() == step.to() { offered } else { step.gives_check() };
    let mattered = match next.captured() {
        Some(victim) => worth(victim) <= worth(next.m.role()) || next.m.promotion().is_some(),
        None => next.m.promotion().is_some(),
    };
    let cast = vec![("lure", step.to()), ("guard", reply.from()), ("goal", goal)];
    (forced && mattered).then(|| Use::common(step.ply, cast))
}
