//! Flow in whole numbers: how hard the opponent's field pushes pieces from their squares.
//!
//! *[Seed 004, section 3.3]* lets pieces flow down the gradient of the opponent's field and says nothing of what that is
//! worth. Here the push on a piece is the size of that gradient on its square, the sum of its two components, in
//! halves. Officers and the king count apart: a king in front of a slope is in danger, an officer there is often only
//! active. Fields are added up from the board.

use super::{
    fast::{self, Lanes},
    grid_index,
    score::FULL_PHASE,
};
use crate::chess::{Board, Color, Square, color_index};

/// Hundredths of a centipawn for a half unit of push on a knight, bishop, rook or queen, and on the king while all
/// officers are on the board. Both are fitted to the tuning data (`docs/fields.md`).
const OFFICER: i32 = 16;
const KING: i32 = -1_030;

/// The centipawns that the push adds, for White; `phase` runs from 24 to 0.
pub(super) fn score(board: &Board, phase: i32) -> i32 {
    let mut sides = [[0; 64]; 2];
    for (square, piece) in board {
        fast::add(&mut sides[color_index(piece.color)], fast::image(piece, square));
    }
    let mut sum = 0;
    for color in Color::ALL {
        let (field, own) = (&sides[color_index(!color)], board.by_color(color));
        let officers = (own & !board.pawns() & !board.kings()).into_iter();
        let officers: i32 = officers.map(|square| push(field, square)).sum();
        let king: i32 = (own & board.kings()).into_iter().map(|square| push(field, square)).sum();
        let part = OFFICER * officers * FULL_PHASE + KING * king * phase;
        sum += color.fold_wb(part, -part);
    }
    sum / (100 * FULL_PHASE)
}

/// The size of a field's gradient on a square: how much the neighbours on each axis differ, the edge continued.
#[inline]
fn push(field: &Lanes, square: Square) -> i32 {
    let place = grid_index(square);
    let (row, column) = (place / 8, place % 8);
    let up = if row > 0 { place - 8 } else { place };
    let down = if row < 7 { place + 8 } else { place };
    let left = if column > 0 { place - 1 } else { place };
    let right = if column < 7 { place + 1 } else { place };
    (i32::from(field[down]) - i32::from(field[up])).abs() + (i32::from(field[right]) - i32::from(field[left])).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{PieceType, Position},
        field::{Influence, SEED, random_boards, topology},
    };

    /// The definition, by fields and their flow.
    fn simple(board: &Board, phase: i32) -> i32 {
        let influence = Influence::new(board, &SEED);
        let mut sum = 0.0;
        for (square, piece) in board {
            let drift = topology::flow(&influence.side(!piece.color)).at(square);
            let push = 2.0 * (drift.down.abs() + drift.right.abs());
            let weight = match piece.role {
                PieceType::Pawn => 0.0,
                PieceType::King => -10.3 * f64::from(phase) / 24.0,
                _ => 0.16,
            };
            sum += piece.color.fold_wb(push * weight, -push * weight);
        }
        // A little away from nought, because sums of tenths are not exact.
        (sum + sum.signum() * 1e-9).trunc() as i32
    }

    #[test]
    fn the_push_is_the_size_of_the_flow() {
        let boards = random_boards(2_000);
        for board in &boards {
            for phase in [0, 7, 24] {
                assert_eq!(score(board, phase), simple(board, phase), "{phase} {board:?}");
            }
        }
        assert!(boards.iter().filter(|board| score(board, 24) != 0).count() > 1_000);
    }

    #[test]
    fn a_king_beside_the_enemy_queen_is_pushed() {
        let board = Position::from_fen("6k1/8/8/8/8/6q1/8/7K w - - 0 1").unwrap().board().clone();
        assert!(score(&board, 24) < -50 && score(&board, 0) == 0);
    }
}
