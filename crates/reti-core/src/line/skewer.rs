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

use super::{Line, Step, Theme, Use};
use crate::{
    chess::{PieceType, attacks},
    exchange::Arena,
    value::worth,
};

pub(super) static SKEWER: Theme = Theme {
    name: "skewer",
    labels: &["skewer"],
    summary: "A valuable piece leaves the line and a lesser one behind it falls.",
    roles: &["attacker", "front", "behind"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    line.solver_steps().skip(1).filter_map(|step| skewer(line, &step)).collect()
}

/// `step` takes the piece behind; the use is dated at the solver's move before, which threatened.
fn skewer(line: &Line, step: &Step) -> Option<Use> {
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
    let cast = vec![("attacker", step.from()), ("front", reply.from()), ("behind", step.to())];
    Some(Use::common(step.ply - 2, cast))
}
