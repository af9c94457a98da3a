//! A piece makes way for another.
//!
//! # Roles
//! - `cleared`: the square that was left.
//! - `user`: the piece that then goes to it or past it, where it stands before.
//!
//! # Predicate
//! The solver moves a piece away; the solver's next move is a quiet one of another piece that
//! slides over the square that was left, or, if the first piece was taken or gave check, ends on it.
//! A check that merely goes on after a check that still stands is no clearance.
//!
//! Castling over the square is [`Reading::Wide`].
//!
//! # Source
//! Lichess theme "clearance": "a move, often with tempo, that clears a square, file or diagonal for a
//! follow-up tactical idea".

use super::{Line, Moment, Reading, Step, Theme};
use crate::chess::attacks;
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static CLEARANCE: Motif = Motif {
    name: "clearance",
    number: 73,
    family: "clearance",
    summary: "A piece makes way for another.",
    theme: Some(Theme::only(&[Role::Cleared, Role::User], find)),
    played: &[("8/8/8/5R2/3b4/2pk1K2/8/8 w - - 0 61", "Rf8 c2 Rc8 Bc3", "c2 black: cleared=c3 user=d4")],
    label: Some(Label::same(&["clearance"])),
    source: include_str!("clearance.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| clearance(line, &step)).collect()
}

fn clearance(line: &Line, step: &Step) -> Option<Moment> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let cleared = step.from();
    let passes = attacks::between(next.from(), next.to()).contains(cleared);
    let lands = next.to() == cleared;
    if next.m.is_capture() || next.from() == step.to() || !(passes || lands) {
        return None;
    }
    let taken = reply.to() == step.to();
    let helps = if passes {
        taken || !step.gives_check() || !next.gives_check()
    } else {
        !next.gives_check() && (taken || step.gives_check()) || !step.gives_check() && !step.m.is_capture()
    };
    // Making room for castling is development; labels count it, a reader is not told.
    let reading = if next.m.is_castle() { Reading::Wide } else { Reading::Common };
    helps.then(|| Moment { ply: step.ply, parts: vec![(Role::Cleared, cleared), (Role::User, next.from())], reading })
}
