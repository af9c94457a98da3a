//! A piece works on a square through an enemy piece on its line.
//!
//! # Roles
//! - `slider`: the piece that looks through.
//! - `through`: the square of the enemy piece that it looks through.
//! - `square`: where the solver takes, is retaken, and takes again.
//!
//! # Predicate
//! The solver goes to a square, the opponent takes there with a piece that stood on the line
//! between the square and a slider of the solver, and the slider takes back along that line.
//!
//! # Source
//! Lichess theme "xRayAttack": "a piece attacks or defends a square, through an enemy piece".

use super::{Line, Step, Theme, Use};
use crate::chess::attacks;

pub(super) static X_RAY: Theme = Theme {
    name: "x-ray",
    labels: &["xRayAttack"],
    summary: "A slider takes back through the enemy piece that took.",
    roles: &["slider", "through", "square"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    line.solver_steps().filter_map(|step| x_ray(line, &step)).collect()
}

fn x_ray(line: &Line, step: &Step) -> Option<Use> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let square = step.to();
    let through = attacks::between(next.from(), square).contains(reply.from());
    if !through || reply.to() != square || next.to() != square {
        return None;
    }
    Some(Use::common(step.ply, vec![("slider", next.from()), ("through", reply.from()), ("square", square)]))
}
