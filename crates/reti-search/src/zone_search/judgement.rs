//! What a position is worth where a line ends without a known result.
//!
//! `m(S)` of the paper is the material. Two things would make it a lie at the end of a line: a
//! capture that wins material at once (the exchange is counted), and a pawn that nobody can stop
//! any more (its promotion zone has no live negation; it counts as a queen). Nothing here is exact.

use reti_core::{
    chess::{Bitboard, Color, Position, Rank, Square},
    exchange::Arena,
    value::material,
};

use super::race::path;

/// What a pawn that cannot be stopped is worth beyond itself, in hundredths of a pawn.
const QUEENING: i32 = 800;

/// The worth for the side to move, in hundredths of a pawn.
pub fn judge(position: &Position) -> i32 {
    let (us, board) = (position.turn(), position.board());
    let balance = material(board, us) - material(board, !us);
    balance + best_exchange(position) + running(position)
}

/// What the best capture of the side to move wins.
pub fn best_exchange(position: &Position) -> i32 {
    let (us, board) = (position.turn(), position.board());
    let enemies = board.by_color(!us) & !board.kings();
    let gains = enemies.into_iter().filter_map(|square| Arena::new(board).capture_on(square, us));
    gains.max().unwrap_or(0).max(0)
}

/// The balance of pawns that cannot be stopped.
fn running(position: &Position) -> i32 {
    let us = position.turn();
    match (plies_to_queen(position, us), plies_to_queen(position, !us)) {
        (Some(own), Some(enemy)) if own + 3 <= enemy => QUEENING / 2,
        (Some(own), Some(enemy)) if enemy + 3 <= own => -QUEENING / 2,
        (Some(_), Some(_)) | (None, None) => 0,
        (Some(_), None) => QUEENING,
        (None, Some(_)) => -QUEENING,
    }
}

/// The fewest plies in which a side makes a queen that the other cannot prevent.
fn plies_to_queen(position: &Position, color: Color) -> Option<u32> {
    let board = position.board();
    let to_move = position.turn() == color;
    let officers = board.by_color(!color) & !board.pawns() & !board.kings();
    let enemy_king = position.king(!color);
    let unstoppable = |&pawn: &Square| {
        let stops = path(pawn, color);
        let Some(&goal) = stops.last() else { return false };
        let ahead: Bitboard = stops.iter().copied().collect();
        if !(ahead & board.occupied()).is_empty() || is_guarded_by_pawns(position, pawn, color) {
            return false;
        }
        if officers.is_empty() {
            enemy_king.distance(goal) > stops.len() as u32 + u32::from(!to_move)
        } else {
            let arrival = Arena::new(board).arrival(pawn, goal, Some(reti_core::chess::PieceType::Queen));
            to_move && !position.is_check() && stops.len() == 1 && arrival > 0
        }
    };
    let pawns = board.pawns() & board.by_color(color);
    let pushes = pawns.into_iter().filter(unstoppable).map(|pawn| path(pawn, color).len() as u32).min()?;
    Some(if to_move { 2 * pushes - 1 } else { 2 * pushes })
}

/// Whether an enemy pawn stands ahead on the same or a neighbouring file.
fn is_guarded_by_pawns(position: &Position, pawn: Square, color: Color) -> bool {
    let board = position.board();
    let ahead = |square: Square| match color {
        Color::White => square.rank() > pawn.rank(),
        Color::Black => square.rank() < pawn.rank(),
    };
    let enemies = board.pawns() & board.by_color(!color);
    pawn.rank() != color.relative_rank(Rank::Eighth)
        && enemies.into_iter().any(|enemy| ahead(enemy) && enemy.file().distance(pawn.file()) <= 1)
}
