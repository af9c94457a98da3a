//! A guard is made to leave, and what it guarded falls.
//!
//! # Roles
//! - `lure`: where the solver's move went that made the guard leave.
//! - `defender`: the square that the guard left.
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

use super::{Line, Moment, Step, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::value::worth;

pub(crate) static DEFLECTION: Motif = Motif {
    name: "deflection",
    number: 69,
    family: "deflection",
    summary: "A guard is made to leave, and what it guarded falls.",
    theme: Some(Theme::only(&[Role::Lure, Role::Defender, Role::Goal], find)),
    played: &[("8/8/2k5/1R6/8/2KP4/8/7r w - - 3 79", "Kc4 Rc1+ Kd4 Kxb5", "Rc1+ black: defender=c4 lure=c1 goal=b5")],
    label: Some(Label::same(&["deflection"])),
    source: include_str!("deflection.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| deflection(line, &step)).collect()
}

fn deflection(line: &Line, step: &Step) -> Option<Moment> {
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
    let cast = vec![(Role::Lure, step.to()), (Role::Defender, reply.from()), (Role::Goal, goal)];
    (forced && mattered).then(|| Moment::common(step.ply, cast))
}
