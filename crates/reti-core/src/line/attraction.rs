//! A piece is drawn to a square on which it is then attacked.
//!
//! # Roles
//! - `square`: where the solver's piece was taken, and the king, queen or rook that took it stands.
//! - `attacker`: the piece whose move then attacks it.
//!
//! # Predicate
//! The opponent takes what the solver just moved, with king, queen or rook; the solver's next move
//! attacks that piece with the moving piece. A king is checked that way; a queen or rook is also
//! taken there with the move after that.
//!
//! # Source
//! Lichess theme "attraction": "an exchange or sacrifice encouraging or forcing an opponent piece to
//! a square that allows a follow-up tactic".

use super::{Line, Moment, Step, Theme};
use crate::chess::PieceType;
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static ATTRACTION: Motif = Motif {
    name: "attraction",
    number: 70,
    family: "attraction",
    summary: "A piece is drawn to a square on which it is then attacked.",
    theme: Some(Theme::only(&[Role::Square, Role::Attacker], find)),
    played: &[("8/2K5/1PN5/4n3/5k2/8/7p/8 w - - 1 76", "b7 Nxc6 Kxc6 h1=Q+", "Nxc6 black: attacker=h1 square=c6")],
    label: Some(Label::same(&["attraction"])),
    source: include_str!("attraction.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().filter_map(|step| attraction(line, &step)).collect()
}

fn attraction(line: &Line, step: &Step) -> Option<Moment> {
    let (reply, next) = (line.step(step.ply + 1)?, line.step(step.ply + 2)?);
    let square = step.to();
    if reply.to() != square || !next.attacks().contains(square) {
        return None;
    }
    let falls = line.step(step.ply + 4).is_some_and(|last| last.to() == square && last.m.is_capture());
    let caught = match reply.piece() {
        PieceType::King => true,
        PieceType::Queen | PieceType::Rook => falls,
        _ => false,
    };
    caught.then(|| Moment::common(step.ply, vec![(Role::Square, square), (Role::Attacker, next.to())]))
}
