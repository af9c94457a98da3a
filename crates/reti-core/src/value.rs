//! What pieces are worth, and what a position is worth when the truth is known.
//!
//! Centipawns are for exchanges ([`worth`]); a [`Value`] is the game-theoretic truth for a named
//! side and never a guess. The worth of a king exists only for comparisons, such as whether a
//! pinned piece is cheaper than what it shields; no sum may contain it (decision D-03).

use std::ops::Neg;

use crate::chess::{Board, Color, PieceType};

/// The worth of a piece type in centipawns (seed 003; decision D-03).
#[inline]
pub const fn worth(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 10_000,
    }
}

/// Material of one side in centipawns, the king not counted.
pub fn material(board: &Board, color: Color) -> i32 {
    PieceType::ALL
        .into_iter()
        .filter(|&piece_type| piece_type != PieceType::King)
        .map(|piece_type| worth(piece_type) * (board.by_color(color) & board.by_role(piece_type)).count() as i32)
        .sum()
}

/// What a side has more than the other in centipawns.
pub fn balance(board: &Board, side: Color) -> i32 {
    material(board, side) - material(board, !side)
}

/// The game-theoretic value of a position for a side that the context names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other side wins with best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// This side wins with best play.
    Win,
}

impl Neg for Value {
    type Output = Value;

    /// The value for the other side.
    fn neg(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn kings_are_never_counted() {
        let start = Position::start();
        assert_eq!(material(start.board(), Color::White), 8 * 100 + 4 * 300 + 2 * 500 + 900);
    }
}
