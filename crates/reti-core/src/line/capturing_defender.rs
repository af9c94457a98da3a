//! A defender is taken, then what it defended.
//!
//! # Roles
//! - `defender`: the square on which the defender was taken.
//! - `protected`: the piece that it defended, which is taken next.
//! - `attacker`: the piece that takes it.
//!
//! # Predicate
//! The solver takes a piece that defends another; with the next move a *different* piece of the
//! solver takes that other one, which stood there all the time, is worth no more than its capturer
//! (so the defence mattered) and is now unprotected. If that mates, the mate is the point.
//!
//! With check the defender is removed just as well, but labels leave that out
//! ([`Reading::Board`]).
//!
//! # Source
//! Lichess theme "capturingDefender": "removing a piece that is critical to defence of another
//! piece, allowing the now undefended piece to be captured on a following move".

use super::{Line, Moment, Reading, Step, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::{legality::attackers, value::worth};

pub(crate) static CAPTURING_DEFENDER: Motif = Motif {
    name: "capturing-defender",
    number: 67,
    family: "capturing-defender",
    summary: "A defender is taken, then what it defended.",
    theme: Some(Theme::only(&[Role::Defender, Role::Protected, Role::Attacker], find)),
    played: &[(
        "2R5/8/8/6K1/1k1pb2P/4N3/7r/8 w - - 2 63",
        "Nf5 Bxf5 Kxf5 Rxh4",
        "Bxf5 black: attacker=h2 defender=f5 protected=h4",
    )],
    label: Some(Label::same(&["capturingDefender"])),
    source: include_str!("capturing_defender.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| removal(line, &step)).collect()
}

fn removal(line: &Line, step: &Step) -> Option<Moment> {
    let next = line.step(step.ply + 2)?;
    let (before, board) = (step.before.board(), next.before.board());
    let target = next.to();
    let protected = next.captured().filter(|_| step.m.is_capture() && !step.m.is_en_passant())?;
    let defended = before.attacks_from(step.to()).contains(target);
    let stayed = before.piece_at(target) == board.piece_at(target);
    let other = next.from() != step.to() && target != step.to();
    if !defended || !stayed || !other || worth(protected) > worth(next.m.role()) || next.after.is_checkmate() {
        return None;
    }
    if attackers(board, target, !next.mover(), board.occupied().without(next.from())).any() {
        return None;
    }
    let reading = if step.gives_check() { Reading::Board } else { Reading::Common };
    let cast = vec![(Role::Defender, step.to()), (Role::Protected, target), (Role::Attacker, next.from())];
    Some(Moment { ply: step.ply, parts: cast, reading })
}
