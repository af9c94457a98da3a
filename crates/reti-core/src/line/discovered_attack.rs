//! A piece leaves a line, and the slider behind it attacks.
//!
//! # Roles
//! - `mover`: the piece that left the line.
//! - `slider`: the piece behind it.
//! - `target`: what the slider attacks: the king, or a piece that it then takes.
//!
//! # Predicate
//! Either a solver's move lets *another* piece give check; or the solver's next move is a capture
//! by a slider along a line on which the mover stood, of a piece that was there already and that
//! the reply did not replace. Every double check is a discovered check.
//!
//! A rook that gives check by castling was not discovered, and neither was a line that the move alone
//! does not open; labels say so, we report both as [`Reading::Wide`].
//!
//! # Source
//! Lichess themes "discoveredAttack" and "discoveredCheck". Older labels know only the first, and
//! leave double checks out.

use super::{Line, Moment, Reading, Step, Theme};
use crate::chess::attacks;
use crate::motif::Role;

pub(crate) const THEME: Theme = Theme {
    roles: &[Role::Mover, Role::Slider, Role::Target],
    find,
    source: Some(include_str!("discovered_attack.rs")),
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| check(&step).or_else(|| attack(line, &step))).collect()
}

fn check(step: &Step) -> Option<Moment> {
    let sliders = step.after.checkers().without(step.to());
    if sliders.is_empty() {
        return None;
    }
    let mut cast = vec![(Role::Mover, step.to())];
    cast.extend(sliders.into_iter().map(|slider| (Role::Slider, slider)));
    cast.push((Role::Target, step.after.king(!step.mover())));
    let reading = if step.m.is_castle() { Reading::Wide } else { Reading::Common };
    Some(Moment { ply: step.ply, parts: cast, reading })
}

fn attack(line: &Line, step: &Step) -> Option<Moment> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let along = attacks::between(next.from(), next.to()).contains(step.from());
    if !along || !next.m.is_capture() || reply.to() == next.to() || next.from() == step.to() {
        return None;
    }
    // Labels also count a line that only later moves open.
    let open = step.after.board().attacks_from(next.from()).contains(next.to());
    let reading = if open { Reading::Common } else { Reading::Wide };
    let cast = vec![(Role::Mover, step.to()), (Role::Slider, next.from()), (Role::Target, next.to())];
    Some(Moment { ply: step.ply, parts: cast, reading })
}
