//! A defender with two duties is called to one of them, and the other falls.
//!
//! # Roles
//! - `defender`: the overloaded piece, where it stood before it was called away.
//! - `duty`: the piece on which the solver takes first, and the one that falls next.
//!
//! # Predicate
//! Before a capture of the solver the defender guards the piece that is taken and another one (it may legally
//! recapture, the piece is attacked, safe now, and lost without the defender); it takes back, and the solver
//! takes the other piece.
//!
//! # Source
//! Lichess theme "overloading"; seed 000, section 3.4. The puzzles that we measure with do not use the label.

use super::{Line, Moment, Step, Theme};
use crate::{
    motif::{Role, duties},
    relation::Relations,
};

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::Defender, Role::Duty], find, source: Some(include_str!("overloaded_piece.rs")) };

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| overloaded(line, &step)).collect()
}

fn overloaded(line: &Line, step: &Step) -> Option<Moment> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    if !step.m.is_capture() || !next.m.is_capture() || reply.to() != step.to() || next.to() == step.to() {
        return None;
    }
    let (defender, first, second) = (reply.from(), step.to(), next.to());
    let guarded = duties(&Relations::new(step.before), defender);
    let both = guarded.contains(first) && guarded.contains(second);
    both.then(|| Moment::common(step.ply, vec![(Role::Defender, defender), (Role::Duty, first), (Role::Duty, second)]))
}
