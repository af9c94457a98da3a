//! A piece steps between a defender and what it defends.
//!
//! # Roles
//! - `defender`: the slider whose line is cut, where it stood.
//! - `cut`: the square between.
//! - `goal`: the piece that it defended, which is taken.
//!
//! # Predicate
//! A slider of the opponent defends a piece. The solver's move, or the opponent's own reply, goes
//! to a square between them; then the solver takes the piece, which nothing defends any more and
//! which the reply did not replace.
//!
//! # Source
//! Lichess theme "interference": "moving a piece between two opponent pieces to leave one or both
//! opponent pieces undefended".

use super::{Line, Moment, Step, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::{chess::attacks, legality::attackers};

pub(crate) static INTERFERENCE: Motif = Motif {
    name: "interference",
    number: 72,
    family: "interference",
    summary: "A piece steps between a defender and what it defends.",
    theme: Some(Theme::only(&[Role::Defender, Role::Cut, Role::Goal], find)),
    played: &[("8/6p1/3k4/8/r1PK4/8/6R1/8 b - - 2 46", "Ra7 Rg6+ Kc7 Rxg7+", "Kc7 white: defender=a7 goal=g7 cut=c7")],
    label: Some(Label::same(&["interference"])),
    source: include_str!("interference.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().skip(1).filter_map(|step| interference(line, &step)).collect()
}

/// `step` takes the undefended piece; the use is dated at the move that cut the line.
fn interference(line: &Line, step: &Step) -> Option<Moment> {
    let reply = line.step(step.ply.checked_sub(1)?)?;
    let goal = step.to();
    let (board, enemy) = (step.before.board(), reply.mover());
    let defended = attackers(board, goal, enemy, board.occupied().without(step.from())).any();
    if !step.m.is_capture() || defended || reply.to() == goal {
        return None;
    }
    let own = line.step(step.ply.checked_sub(2)?)?;
    [own, reply].into_iter().find_map(|cut| {
        let before = cut.before.board();
        let mut defenders = before.attacks_to(goal, enemy, before.occupied()).into_iter();
        let defender = defenders.find(|&defender| {
            let stays = cut.ply == own.ply || board.piece_at(defender) == before.piece_at(defender);
            attacks::between(defender, goal).contains(cut.to()) && stays
        })?;
        Some(Moment::common(cut.ply, vec![(Role::Defender, defender), (Role::Cut, cut.to()), (Role::Goal, goal)]))
    })
}
