//! A valuable piece must leave a line, and a lesser one behind it is taken.
//!
//! # Roles
//! - `attacker`: the solver's slider.
//! - `front`: the square that the more valuable piece left.
//! - `behind`: the piece behind it, which is taken.
//!
//! # Predicate
//! The opponent moves a piece off the line between a slider of the solver and another enemy
//! piece; the piece that left is worth more than the one behind, and the slider takes that one at
//! once with profit. If that capture mates, the mate is the point and not the skewer.
//!
//! # Source
//! Lichess theme "skewer": "a high value piece being attacked, moving out of the way, and allowing
//! a lower value piece behind it to be captured".

use super::{Line, Moment, Step, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::{
    chess::{PieceType, attacks},
    exchange::Arena,
    value::worth,
};

pub(crate) static SKEWER: Motif = Motif {
    name: "skewer",
    number: 66,
    family: "skewer",
    summary: "A valuable piece leaves the line and a lesser one behind it falls.",
    theme: Some(Theme::only(&[Role::Attacker, Role::Front, Role::Behind], find)),
    played: &[(
        "7R/4k3/8/5K2/8/8/8/3r4 b - - 21 71",
        "Kd6 Rd8+ Kc6 Rxd1",
        "Rd8+ white: attacker=d8 front=d6 behind=d1",
    )],
    label: Some(Label::same(&["skewer"])),
    source: include_str!("skewer.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().skip(1).filter_map(|step| skewer(line, &step)).collect()
}

/// `step` takes the piece behind; the use is dated at the solver's move before, which threatened.
fn skewer(line: &Line, step: &Step) -> Option<Moment> {
    let behind = step.captured()?;
    let reply = line.step(step.ply.checked_sub(1)?)?;
    let slides = matches!(step.m.role(), PieceType::Bishop | PieceType::Rook | PieceType::Queen);
    let opened = attacks::between(step.from(), step.to()).contains(reply.from()) && reply.to() != step.to();
    if !slides || !opened || worth(reply.m.role()) <= worth(behind) || step.after.is_checkmate() {
        return None;
    }
    let profit = Arena::new(step.before.board()).capture_from(step.from(), step.to())?;
    if profit <= 0 {
        return None;
    }
    let cast = vec![(Role::Attacker, step.from()), (Role::Front, reply.from()), (Role::Behind, step.to())];
    Some(Moment::common(step.ply - 2, cast))
}
