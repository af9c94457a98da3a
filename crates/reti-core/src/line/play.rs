//! One ply of a line and the questions that all themes ask about it.

use crate::chess::{Bitboard, Color, Move, PieceType, Position, Square};

/// A move of a line with the positions before and after it.
#[derive(Clone, Copy)]
pub struct Step<'l> {
    /// Where in the line.
    pub ply: usize,
    /// The position in which the move is played.
    pub before: &'l Position,
    /// The move.
    pub m: Move,
    /// The position after it.
    pub after: &'l Position,
}

impl Step<'_> {
    /// The side that moves.
    pub fn mover(&self) -> Color {
        self.before.turn()
    }

    /// Where the moving piece comes from (the king when castling).
    pub fn from(&self) -> Square {
        match self.m {
            Move::Castle { king, .. } => king,
            Move::Put { to, .. } => to,
            Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
        }
    }

    /// Where the moving piece stands afterwards (the king when castling).
    pub fn to(&self) -> Square {
        match self.m {
            Move::Castle { .. } => self.after.king(self.mover()),
            m => m.to(),
        }
    }

    /// What stands on the destination afterwards: the promoted piece, if the move promotes.
    pub fn piece(&self) -> PieceType {
        self.m.promotion().unwrap_or(self.m.role())
    }

    /// The type of the captured piece.
    pub fn captured(&self) -> Option<PieceType> {
        self.m.capture()
    }

    /// Whether the move gives check.
    pub fn gives_check(&self) -> bool {
        self.after.is_check()
    }

    /// The squares that the moved piece attacks from where it stands now.
    pub fn attacks(&self) -> Bitboard {
        self.after.board().attacks_from(self.to())
    }
}
