//! A piece is attacked and has no safe square to go to.
//!
//! # Roles
//! - `piece`: the trapped piece, where it stood when the net closed.
//! - `attacker`: the piece that takes it in the end, where it comes from.
//!
//! # Predicate
//! The solver takes a piece (no pawn). Before the opponent's last reply that piece could be taken
//! with profit, its side was not in check, no pin held it, and each of its moves (perhaps there is
//! none) would have lost material to the exchange on the square where it arrives. It may have
//! stayed or run.
//!
//! # Source
//! Lichess theme "trappedPiece": "a piece is unable to escape capture as it has limited moves".

use super::{Line, Moment, Step, Theme};
use crate::motif::Role;
use crate::{
    chess::PieceType,
    exchange::{Arena, see_exact},
    legality::KingSafety,
};

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::Piece, Role::Attacker], find, source: Some(include_str!("trapped_piece.rs")) };

fn find(line: &Line) -> Vec<Moment> {
    line.solver_steps().skip(1).filter_map(|step| trapped(line, &step)).collect()
}

/// `step` takes the piece; the use is dated at the solver's move before, which closed the net.
fn trapped(line: &Line, step: &Step) -> Option<Moment> {
    let victim = step.captured().filter(|&victim| victim != PieceType::Pawn)?;
    let reply = line.step(step.ply.checked_sub(1)?)?;
    let square = if reply.to() == step.to() { reply.from() } else { step.to() };
    let (position, board) = (reply.before, reply.before.board());
    let pinned = KingSafety::new(board, reply.mover())?.pinned;
    if board.role_at(square) != Some(victim) || position.is_check() || pinned.contains(square) {
        return None;
    }
    let loses = Arena::new(board).capture_on(square, step.mover()).is_some_and(|profit| profit > 0);
    let moves = position.legal_moves();
    let escapes = moves.iter().filter(|m| m.from() == Some(square)).any(|&m| see_exact(position, m) >= 0);
    if !loses || escapes {
        return None;
    }
    Some(Moment::common(step.ply - 2, vec![(Role::Piece, square), (Role::Attacker, step.from())]))
}
