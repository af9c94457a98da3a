//! A piece stands undefended, is taken, and the gain is kept.
//!
//! # Roles
//! - `attacker`: the piece that takes, where it stands afterwards.
//! - `piece`: the square of the piece that hung (the same square).
//!
//! # Predicate
//! The solver's first move takes a piece (no pawn) that nothing protects, the capturer's square
//! thought empty. It is no mere recapture: if the set-up move captured there, it took less. And
//! the gain is kept: after the solver's next move the balance is at least as much better as the
//! piece was worth.
//!
//! # Source
//! Lichess theme "hangingPiece".

use super::{Line, Moment, Step, Theme};
use crate::motif::Role;
use crate::{
    chess::PieceType,
    legality::attackers,
    value::{balance, worth},
};

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::Attacker, Role::Piece], find, source: Some(include_str!("hanging_piece.rs")) };

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().next().and_then(|step| hanging(line, &step)).into_iter().collect()
}

fn hanging(line: &Line, step: &Step) -> Option<Moment> {
    let victim = step.captured()?;
    if victim == PieceType::Pawn {
        return None;
    }
    let board = step.before.board();
    if attackers(board, step.to(), !step.mover(), board.occupied().without(step.from())).any() {
        return None;
    }
    let set_up = step.ply.checked_sub(1).and_then(|ply| line.step(ply));
    let exchanged = set_up.filter(|set_up| set_up.to() == step.to()).and_then(|set_up| set_up.captured());
    if exchanged.is_some_and(|taken| worth(taken) >= worth(victim)) {
        return None;
    }
    let later = line.positions().get(step.ply + 3);
    let kept = later.is_none_or(|later| {
        balance(later.board(), step.mover()) - balance(step.before.board(), step.mover()) >= worth(victim)
    });
    kept.then(|| Moment::common(step.ply, vec![(Role::Attacker, step.to()), (Role::Piece, step.to())]))
}
