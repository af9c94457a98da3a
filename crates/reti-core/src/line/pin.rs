//! A piece that shields its own king cannot do what it is needed for.
//!
//! # Roles
//! - `pinner`: the solver's slider.
//! - `pinned`: the only piece between it and the king.
//! - `king`: the king behind.
//! - `spared`: the piece of the solver that `pinned` would take if it could.
//!
//! # Predicate
//! After a move of the solver an enemy piece is pinned to its king, and the pin matters:
//! - it keeps the piece from *taking*: off the line it attacks a piece of the solver that is
//!   worth more or unprotected (`spared`); or
//! - it keeps the piece from *leaving*: off the line it would have a square to go to, and the
//!   pinner takes it with profit: the pinner is cheaper, or nothing protects the pinned piece and
//!   it cannot take the pinner.
//!
//! Pins against other pieces than the king are not counted here.
//!
//! # Source
//! Lichess theme "pin"; FIDE Laws of Chess, article 3.9.

use super::{Line, Moment, Step, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::{
    chess::{Board, Square, attacks},
    legality::{KingSafety, reach},
    value::worth,
};

pub(crate) static PIN: Motif = Motif {
    name: "pin",
    number: 65,
    family: "pin",
    summary: "A piece that shields its king cannot take or leave.",
    theme: Some(Theme::only(&[Role::Pinner, Role::Pinned, Role::King, Role::Spared], find)),
    played: &[("2Q5/1K3rkp/8/8/8/8/8/8 w - - 1 49", "Kb8 Rf8 Qxf8+ Kxf8", "Rf8 black: pinner=f8 pinned=c8 king=b8")],
    label: Some(Label::same(&["pin"])),
    source: include_str!("pin.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().flat_map(|step| pins(&step)).collect()
}

fn pins(step: &Step) -> Vec<Moment> {
    let board = step.after.board();
    let Some(safety) = KingSafety::new(board, !step.mover()) else {
        return Vec::new();
    };
    let mut uses = Vec::new();
    for pinned in safety.pinned {
        let Some(pinner) = safety.pinner_of(board, pinned) else {
            continue;
        };
        let mut cast = vec![(Role::Pinner, pinner), (Role::Pinned, pinned), (Role::King, safety.king)];
        let spared = spared(board, pinned, safety.king);
        if spared.is_empty() && !is_caught(board, pinner, pinned, safety.king) {
            continue;
        }
        cast.extend(spared.into_iter().map(|square| (Role::Spared, square)));
        uses.push(Moment::common(step.ply, cast));
    }
    uses
}

/// What the pinned piece would take if it could leave the line.
fn spared(board: &Board, pinned: Square, king: Square) -> Vec<Square> {
    let Some(piece) = board.piece_at(pinned) else {
        return Vec::new();
    };
    let worth_taking = |&square: &Square| {
        let protected = board.attacks_to(square, !piece.color, board.occupied()).any();
        board.role_at(square).is_some_and(|victim| worth(victim) > worth(piece.role) || !protected)
    };
    let off_line = board.attacks_from(pinned) & board.by_color(!piece.color) & !attacks::ray(king, pinned);
    off_line.into_iter().filter(worth_taking).collect()
}

/// Whether the pinner takes the pinned piece with profit and the piece would go if it could.
fn is_caught(board: &Board, pinner: Square, pinned: Square, king: Square) -> bool {
    let (Some(slider), Some(piece)) = (board.piece_at(pinner), board.piece_at(pinned)) else {
        return false;
    };
    let could_leave = (reach(board, pinned) & !attacks::ray(king, pinned)).any();
    let protected = board.attacks_to(pinned, piece.color, board.occupied()).any();
    let hits_back = board.attacks_from(pinned).contains(pinner);
    could_leave && (worth(slider.role) < worth(piece.role) || (!protected && !hits_back))
}
