//! A piece works on a square through an enemy piece on its line.
//!
//! # Roles
//! - `slider`: the piece that looks through.
//! - `intervening`: the square of the enemy piece that it looks through.
//! - `square`: where the solver takes, is retaken, and takes again.
//!
//! # Predicate
//! The solver goes to a square, the opponent takes there with a piece that stood on the line
//! between the square and a slider of the solver, and the slider takes back along that line.
//!
//! # Source
//! Lichess theme "xRayAttack": "a piece attacks or defends a square, through an enemy piece".

use super::{Line, Moment, Step, Theme};
use crate::chess::attacks;
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static X_RAY: Motif = Motif {
    name: "x-ray",
    number: 68,
    family: "x-ray",
    summary: "A slider takes back through the enemy piece that took.",
    theme: Some(Theme::only(&[Role::Slider, Role::Intervening, Role::Square], find)),
    played: &[(
        "8/6pk/8/5K2/Q6P/6q1/8/8 w - - 0 57",
        "Qg4 g6+ Qxg6+ Qxg6+",
        "g6+ black: slider=g3 intervening=g4 square=g6",
    )],
    label: Some(Label::same(&["xRayAttack"])),
    source: include_str!("x_ray.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| x_ray(line, &step)).collect()
}

fn x_ray(line: &Line, step: &Step) -> Option<Moment> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let square = step.to();
    let through = attacks::between(next.from(), square).contains(reply.from());
    if !through || reply.to() != square || next.to() != square {
        return None;
    }
    Some(Moment::common(
        step.ply,
        vec![(Role::Slider, next.from()), (Role::Intervening, reply.from()), (Role::Square, square)],
    ))
}
