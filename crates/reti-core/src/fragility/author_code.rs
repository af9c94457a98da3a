//! The interaction graph as the fragility paper's published code builds it (spec 8.3).
//!
//! An attack edge needs a legal capture with that colour to move; a defence edge exists if, with the
//! defended piece deleted, moving onto its square would be legal. Hence pawns defend what stands in
//! front of them and not what stands diagonally, pinned pieces lose edges, a side in check loses
//! nearly all, capture-promotions have none, castling may "defend" the square next to the rook, and
//! a piece without edges is not a node. With the king itself deleted every move counts as legal.

use super::Digraph;
use crate::{
    chess::{Bitboard, Board, CastlingSide, Color, File, PieceType, Position, Rank, Square},
    legality::{KingSafety, attackers, reach},
};

pub(super) fn graph(position: &Position) -> Digraph {
    let board = position.board();
    let mut forward = [Bitboard::EMPTY; 64];
    for color in Color::ALL {
        let safety = KingSafety::new(board, color);
        for source in board.by_color(color) {
            let captures = reach(board, source) & board.by_color(!color);
            forward[source.to_usize()] |= legal_targets(board, safety.as_ref(), source, captures);
        }
        for defended in board.by_color(color) {
            let mut lifted = board.clone();
            lifted.discard_piece_at(defended);
            let safety = KingSafety::new(&lifted, color);
            let goal = Bitboard::from_square(defended);
            for source in lifted.by_color(color) {
                let targets = reach(&lifted, source) & goal;
                forward[source.to_usize()] |= legal_targets(&lifted, safety.as_ref(), source, targets);
            }
            if let Some(king) = castling_defense(position, &lifted, color, defended) {
                forward[king.to_usize()].add(defended);
            }
        }
    }
    let mut nodes = Bitboard::EMPTY;
    for source in board.occupied() {
        let targets = forward[source.to_usize()];
        if targets.any() {
            nodes |= targets.with(source);
        }
    }
    Digraph::new(nodes, forward)
}

/// The targets that are legal and not promotions.
fn legal_targets(board: &Board, safety: Option<&KingSafety>, source: Square, targets: Bitboard) -> Bitboard {
    let promotes =
        |to: Square| board.role_at(source) == Some(PieceType::Pawn) && matches!(to.rank(), Rank::First | Rank::Eighth);
    targets
        .into_iter()
        .filter(|&to| !promotes(to) && safety.is_none_or(|safety| safety.allows(board, source, to)))
        .collect()
}

/// The king, if it could castle onto the square of `defended` with that piece gone.
fn castling_defense(position: &Position, lifted: &Board, color: Color, defended: Square) -> Option<Square> {
    let king = lifted.king_of(color)?;
    let (side, file) = match defended.file() {
        File::G => (CastlingSide::KingSide, File::G),
        File::C => (CastlingSide::QueenSide, File::C),
        _ => return None,
    };
    let (rook, path) = position.castling_path(color, side)?;
    let goal = Square::from_coords(file, king.rank());
    if goal != defended || !lifted.rooks().contains(rook) || (path & lifted.occupied()).any() {
        return None;
    }
    let walked = crate::chess::attacks::between(king, goal).with(king).with(goal);
    let occupied = lifted.occupied() ^ Bitboard::from_square(king);
    walked.into_iter().all(|square| attackers(lifted, square, !color, occupied).is_empty()).then_some(king)
}
