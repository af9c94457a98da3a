//! A move after which the moved piece attacks two enemy pieces at once.
//!
//! # Roles
//! - `forker`: the piece that moved.
//! - `target`: an enemy piece that it threatens; at least two.
//!
//! # Predicate
//! The solver moves a piece other than the king, and not as the last move of the line. It then
//! attacks at least two *targets*: the king; a piece worth more than the forker; or a piece (no
//! pawn) that nothing defends, the forker's own square thought empty, and that does not attack the
//! forker back. The forker may stay: no cheaper piece attacks it, and if anything does, it is
//! protected, perhaps through an enemy piece that would take it.
//!
//! If only pinned pieces could take the forker, the fork is as good, but labels look at the
//! geometry and leave it out: such a fork is reported when the forker takes a target with its next
//! move ([`Reading::Board`]).
//!
//! # Source
//! Lichess theme "fork": "a move where the moved piece attacks two opponent pieces at once".

use super::{Line, Moment, Reading, Step, Theme};
use crate::motif::Role;
use crate::{
    chess::{Bitboard, Board, PieceType, Square},
    exchange::Arena,
    legality::attackers,
    value::worth,
};

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::Forker, Role::Target], find, source: Some(include_str!("fork.rs")) };

fn find(line: &Line) -> Vec<Moment> {
    let steps = line.solver_steps();
    steps.filter(|step| step.ply + 1 < line.moves().len()).filter_map(|step| fork(line, &step)).collect()
}

fn fork(line: &Line, step: &Step) -> Option<Moment> {
    if step.piece() == PieceType::King {
        return None;
    }
    let board = step.after.board();
    let targets = targets(board, step.to());
    if !targets.more_than_one() {
        return None;
    }
    let reading = if !is_exposed(board, step.to()) {
        Reading::Common
    } else if takes_next(line, step, targets) && Arena::new(board).capture_on(step.to(), !step.mover()).is_none() {
        Reading::Board
    } else {
        return None;
    };
    let mut cast = vec![(Role::Forker, step.to())];
    cast.extend(targets.into_iter().map(|target| (Role::Target, target)));
    Some(Moment { ply: step.ply, parts: cast, reading })
}

/// What the piece on `forker` really threatens.
fn targets(board: &Board, forker: Square) -> Bitboard {
    let Some(piece) = board.piece_at(forker) else {
        return Bitboard::EMPTY;
    };
    let lifted = board.occupied().without(forker);
    let is_target = |&square: &Square| match board.role_at(square) {
        None | Some(PieceType::Pawn) => false,
        Some(PieceType::King) => true,
        Some(victim) if worth(victim) > worth(piece.role) => true,
        Some(_) => {
            attackers(board, square, !piece.color, lifted).is_empty() && !board.attacks_from(square).contains(forker)
        }
    };
    (board.attacks_from(forker) & board.by_color(!piece.color)).into_iter().filter(is_target).collect()
}

/// Whether the piece on `square` could be taken with profit if pins did not matter: by a cheaper
/// piece, or by any while it is unprotected.
fn is_exposed(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let hostile = board.attacks_to(square, !piece.color, board.occupied());
    if hostile.is_empty() {
        return false;
    }
    let cheaper = |attacker| board.role_at(attacker).is_some_and(|role| worth(role) < worth(piece.role));
    let protected = attackers(board, square, piece.color, board.occupied() & !hostile).without(square).any();
    hostile.into_iter().any(cheaper) || !protected
}

fn takes_next(line: &Line, step: &Step, targets: Bitboard) -> bool {
    line.step(step.ply + 2).is_some_and(|next| next.from() == step.to() && targets.contains(next.to()))
}
