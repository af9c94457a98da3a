//! The cheap exchange: always capture with the least valuable piece.
//!
//! Ties go to the lowest square, so the result does not depend on the order of generation. Pawns
//! that reach the last rank become queens. The king captures only where nothing recaptures.

use super::{Fight, FirstMove};
use crate::{
    chess::{Bitboard, Color, Move, PieceType, Position, Square},
    value::worth,
};

/// The value of a legal move for its mover by the least-valuable-attacker exchange (D-12).
pub fn see_fast(position: &Position, m: Move) -> i32 {
    let Some(first) = FirstMove::of(position, m) else {
        return 0;
    };
    let fight = first.fight(position.board());
    // gains[i]: the balance for the side that made capture i, if the exchange stopped there.
    let mut gains = [0i32; 64];
    gains[0] = first.gain;
    let mut length = 1;
    let (mut side, mut occupied, mut prize) = (!first.mover, first.occupied, first.prize);
    while let Some((from, piece_type)) = fight.cheapest(side, occupied) {
        let promotes = piece_type == PieceType::Pawn && fight.is_last_rank;
        let bonus = if promotes { worth(PieceType::Queen) - worth(PieceType::Pawn) } else { 0 };
        gains[length] = prize + bonus - gains[length - 1];
        prize = worth(if promotes { PieceType::Queen } else { piece_type });
        occupied.discard(from);
        length += 1;
        side = !side;
    }
    for i in (1..length).rev() {
        gains[i - 1] = -gains[i].max(-gains[i - 1]);
    }
    gains[0]
}

impl Fight<'_> {
    fn cheapest(&self, side: Color, occupied: Bitboard) -> Option<(Square, PieceType)> {
        let capturers = self.attacking(side, occupied);
        let minor = self.board.knights() | self.board.bishops();
        let classes = [self.board.pawns(), minor, self.board.rooks(), self.board.queens(), self.board.kings()];
        classes
            .into_iter()
            .flat_map(|class| capturers & class)
            .find(|&from| self.may_capture(side, from, occupied))
            .and_then(|from| self.board.role_at(from).map(|piece_type| (from, piece_type)))
    }
}
