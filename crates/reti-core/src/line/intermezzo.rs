//! Instead of taking back at once, the solver first plays something stronger.
//!
//! # Roles
//! - `between`: where the move in between went.
//! - `postponed`: the square on which the solver could have taken back, and does so next.
//!
//! # Predicate
//! The opponent's set-up move captured; the solver could take back there, plays another move first,
//! and makes the same capture with the next move, although the reply did not go there.
//!
//! # Source
//! Lichess theme "intermezzo": "instead of playing the expected move, first interpose another move
//! posing an immediate threat that the opponent must answer".

use super::{Line, Moment, Theme};
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static INTERMEZZO: Motif = Motif {
    name: "intermezzo",
    number: 71,
    family: "intermezzo",
    summary: "A move in between, before taking back.",
    theme: Some(Theme::only(&[Role::Between, Role::Postponed], find)),
    played: &[("8/8/7p/5KP1/5p2/8/4kPP1/8 b - - 0 48", "hxg5 f3 Kf2 Kxg5", "f3 white: between=f3 postponed=g5")],
    label: Some(Label::same(&["intermezzo"])),
    source: include_str!("intermezzo.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    intermezzo(line).into_iter().collect()
}

fn intermezzo(line: &Line) -> Option<Moment> {
    let step = line.solver_steps().next()?;
    let set_up = line.step(step.ply.checked_sub(1)?)?;
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let square = set_up.to();
    let postponed = set_up.m.is_capture() && next.m.is_capture() && next.to() == square && reply.to() != square;
    let possible = step.before.is_legal(next.m) && step.m != next.m;
    (postponed && possible)
        .then(|| Moment::common(step.ply, vec![(Role::Between, step.to()), (Role::Postponed, square)]))
}
