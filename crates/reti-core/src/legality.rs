//! May this piece go there, as far as its own king is concerned?
//!
//! Relations and exchanges ask the same question for both colours, whoever is to move: after the
//! piece has gone from one square to another and removed what stood there, is its own king
//! attacked? That single rule covers pins, steps into attack and unanswered checks, and needs no
//! pass move (decision D-04). [`KingSafety`] answers it from pins and checkers that are found once
//! a side; [`is_safe_simple`] answers it by doing it, and is the oracle.

use crate::chess::{Bitboard, Board, CastlingSide, Color, Move, MoveList, PieceType, Position, Rank, Square, attacks};

/// The pieces of `color` among `occupied` that attack `square` when only `occupied` is on the board.
#[inline]
pub fn attackers(board: &Board, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
    board.attacks_to(square, color, occupied) & occupied
}

/// What restrains the pieces of one side: its king, the pieces that check it, and the pinned.
#[derive(Clone, Copy, Debug)]
pub struct KingSafety {
    color: Color,
    /// The king's square.
    pub king: Square,
    /// Enemy pieces that attack the king.
    pub checkers: Bitboard,
    /// Own pieces that alone shield the king from an enemy slider.
    pub pinned: Bitboard,
}

impl KingSafety {
    /// Looks at the king of `color`; `None` on a board without that king.
    pub fn new(board: &Board, color: Color) -> Option<KingSafety> {
        let king = board.king_of(color)?;
        let occupied = board.occupied();
        let enemies = board.by_color(!color);
        let snipers = enemies
            & (attacks::rook_attacks(king, enemies) & board.rooks_and_queens()
                | attacks::bishop_attacks(king, enemies) & board.bishops_and_queens());
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & occupied;
            if shield.any() && !shield.more_than_one() {
                pinned |= shield;
            }
        }
        let checkers = board.attacks_to(king, !color, occupied);
        Some(KingSafety { color, king, checkers, pinned })
    }

    /// Whether the king is safe after the piece on `from` has gone to `to` and removed what stood
    /// there. En passant, which empties a third square, is not asked here.
    #[inline]
    pub fn allows(&self, board: &Board, from: Square, to: Square) -> bool {
        if from == self.king {
            let without_king = board.occupied() ^ Bitboard::from_square(from);
            return board.attacks_to(to, !self.color, without_king).is_empty();
        }
        self.targets_of(from).contains(to)
    }

    /// The squares that a piece other than the king may go to without exposing the king.
    #[inline]
    pub fn targets_of(&self, from: Square) -> Bitboard {
        let line = if self.pinned.contains(from) { attacks::ray(self.king, from) } else { Bitboard::FULL };
        match self.checkers.single_square() {
            None if self.checkers.is_empty() => line,
            None => Bitboard::EMPTY,
            Some(checker) => line & (attacks::between(self.king, checker) | Bitboard::from_square(checker)),
        }
    }

    /// The enemy slider that pins the piece on `square` to this king.
    pub fn pinner_of(&self, board: &Board, square: Square) -> Option<Square> {
        if !self.pinned.contains(square) {
            return None;
        }
        let line = attacks::ray(self.king, square);
        let beyond = board.occupied() ^ Bitboard::from_square(square);
        let seen = board.attacks_to(self.king, !self.color, beyond) & line;
        (seen & !self.checkers).first()
    }
}

/// The same answer by moving the piece on a copy of the board.
pub fn is_safe_simple(board: &Board, from: Square, to: Square) -> bool {
    let mut after = board.clone();
    let Some(piece) = after.remove_piece_at(from) else {
        return false;
    };
    after.set_piece_at(to, piece);
    match after.king_of(piece.color) {
        Some(king) => after.attacks_to(king, !piece.color, after.occupied()).is_empty(),
        None => true,
    }
}

/// The squares that the piece on `from` could move to if the squares of the other pieces were all
/// that mattered: no castling, no en passant, own king ignored.
pub fn reach(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let own = board.by_color(piece.color);
    if piece.role != PieceType::Pawn {
        return board.attacks_from(from) & !own;
    }
    let empty = !board.occupied();
    let step = |set: Bitboard| set.shift(piece.color.fold_wb(8, -8)) & empty;
    let single = step(Bitboard::from_square(from));
    let on_home = from.rank() == piece.color.relative_rank(Rank::Second);
    let double = if on_home { step(single) } else { Bitboard::EMPTY };
    single | double | (board.attacks_from(from) & board.by_color(!piece.color))
}

/// All moves of the piece on `from` that leave its own king safe, as if its side were to move:
/// castling included where the right is left, en passant only for the side that is really to move
/// (decision D-04).
pub fn moves_as(position: &Position, safety: &KingSafety, from: Square) -> MoveList {
    let board = position.board();
    let mut moves = MoveList::new();
    let Some(piece) = board.piece_at(from) else {
        return moves;
    };
    for to in reach(board, from) {
        if !safety.allows(board, from, to) {
            continue;
        }
        let plain = |promotion| Move::Normal { role: piece.role, from, capture: board.role_at(to), to, promotion };
        if piece.role == PieceType::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
            moves.extend(crate::exchange::PROMOTIONS.map(|promoted| plain(Some(promoted))));
        } else {
            moves.push(plain(None));
        }
    }
    if piece.role == PieceType::King && safety.checkers.is_empty() {
        moves.extend(castling_moves(position, piece.color, from));
    }
    if piece.role == PieceType::Pawn && piece.color == position.turn() && position.en_passant_square().is_some() {
        moves.extend(position.legal_moves().into_iter().filter(|m| m.is_en_passant() && m.from() == Some(from)));
    }
    moves
}

fn castling_moves(position: &Position, color: Color, king: Square) -> impl Iterator<Item = Move> + '_ {
    let board = position.board();
    CastlingSide::ALL.into_iter().filter_map(move |side| {
        let (rook, path) = position.castling_path(color, side)?;
        let occupied = board.occupied().without(king).without(rook);
        if (path & occupied).any() {
            return None;
        }
        let goal = Square::from_coords(side.king_to_file(), king.rank());
        let rook_goal = Square::from_coords(side.rook_to_file(), king.rank());
        let walked = attacks::between(king, goal).with(goal);
        let safe = |square: Square, occupied| board.attacks_to(square, !color, occupied).is_empty();
        let arrived = occupied.with(rook_goal);
        (walked.into_iter().all(|square| safe(square, board.occupied().without(king))) && safe(goal, arrived))
            .then_some(Move::Castle { king, rook })
    })
}

/// The placement after a move, without asking whether it is legal.
#[must_use]
pub fn board_after(board: &Board, m: Move) -> Board {
    let mut after = board.clone();
    match m {
        Move::Normal { role, from, to, promotion, .. } => {
            if let Some(piece) = after.remove_piece_at(from) {
                after.set_piece_at(to, promotion.unwrap_or(role).of(piece.color));
            }
        }
        Move::EnPassant { from, to } => {
            after.discard_piece_at(crate::exchange::en_passant_victim(from, to));
            if let Some(pawn) = after.remove_piece_at(from) {
                after.set_piece_at(to, pawn);
            }
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            if let (Some(moved_king), Some(moved_rook)) = (after.remove_piece_at(king), after.remove_piece_at(rook)) {
                after.set_piece_at(Square::from_coords(side.king_to_file(), king.rank()), moved_king);
                after.set_piece_at(Square::from_coords(side.rook_to_file(), rook.rank()), moved_rook);
            }
        }
        Move::Put { .. } => {}
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn fast_answer_equals_the_simple_one() {
        for fen in [
            "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
            "4k3/4r3/8/8/4B3/8/2n5/4K3 w - - 0 1",
            "4k3/8/8/8/1b6/2N5/8/R3K2r w - - 0 1",
            "3rk3/8/8/3q4/3R4/8/3K4/7b w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            for color in Color::ALL {
                let safety = KingSafety::new(board, color).unwrap();
                for from in board.by_color(color) {
                    for to in board.attacks_from(from).without(safety.king) {
                        assert_eq!(
                            safety.allows(board, from, to),
                            is_safe_simple(board, from, to),
                            "{from}{to} in {fen}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_pinner_is_named() {
        let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
        let safety = KingSafety::new(position.board(), Color::White).unwrap();
        assert_eq!(safety.pinner_of(position.board(), Square::C3), Some(Square::B4));
        assert_eq!(safety.pinner_of(position.board(), Square::E1), None);
    }
}
