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

use super::{Line, Theme, Use};

pub(super) static DOUBLE_CHECK: Theme = Theme {
    name: "double-check",
    labels: &["doubleCheck"],
    summary: "Two pieces give check at once.",
    roles: &["checker", "king"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    let steps = line.solver_steps().filter(|step| step.after.checkers().more_than_one());
    steps
        .map(|step| {
            let mut cast: Vec<_> = step.after.checkers().into_iter().map(|square| ("checker", square)).collect();
            cast.push(("king", step.after.king(!step.mover())));
            Use::common(step.ply, cast)
        })
        .collect()
}
