//! Two pieces give check at once.
//!
//! # Roles
//! - `checker`: each of the two.
//! - `king`: the king in check.
//!
//! # Predicate
//! After a move of the solver two pieces attack the king.
//!
//! # Source
//! Lichess theme "doubleCheck".

use super::{Line, Moment, Theme};
use crate::motif::Role;

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::Checker, Role::King], find, source: Some(include_str!("double_check.rs")) };

fn find(line: &Line) -> Vec<Moment> {
    let steps = line.solver_steps().filter(|step| step.after.checkers().more_than_one());
    steps
        .map(|step| {
            let mut cast: Vec<_> = step.after.checkers().into_iter().map(|square| (Role::Checker, square)).collect();
            cast.push((Role::King, step.after.king(!step.mover())));
            Moment::common(step.ply, cast)
        })
        .collect()
}
