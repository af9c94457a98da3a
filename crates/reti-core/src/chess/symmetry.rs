//! The symmetries that the rules respect, as operations on positions, squares and boards.
//!
//! *Mirror* swaps the colours and turns the board upside down; *flip* exchanges left and right and
//! is a symmetry only where no castling right is left. What Reti says must follow both.

use shakmaty::{EnPassantMode, Position as _};

use super::{Board, Color, Move, Position, Square};

/// One of the two generating symmetries of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Colours swapped, ranks reversed.
    Mirror,
    /// Files reversed.
    Flip,
}

impl Symmetry {
    /// Both symmetries.
    pub const ALL: [Symmetry; 2] = [Symmetry::Mirror, Symmetry::Flip];

    /// The image of a square.
    pub const fn square(self, square: Square) -> Square {
        match self {
            Symmetry::Mirror => square.flip_vertical(),
            Symmetry::Flip => square.flip_horizontal(),
        }
    }

    /// The image of a colour.
    pub fn color(self, color: Color) -> Color {
        match self {
            Symmetry::Mirror => !color,
            Symmetry::Flip => color,
        }
    }

    /// The image of a move.
    #[must_use]
    pub fn apply_to_move(self, m: Move) -> Move {
        let image = |square| self.square(square);
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                Move::Normal { role, from: image(from), capture, to: image(to), promotion }
            }
            Move::EnPassant { from, to } => Move::EnPassant { from: image(from), to: image(to) },
            Move::Castle { king, rook } => Move::Castle { king: image(king), rook: image(rook) },
            Move::Put { role, to } => Move::Put { role, to: image(to) },
        }
    }

    /// The image of a position; `None` for a flip while castling rights are left.
    pub fn position(self, position: &Position) -> Option<Position> {
        let mut setup = position.rules.to_setup(EnPassantMode::Legal);
        match self {
            Symmetry::Mirror => setup.mirror(),
            Symmetry::Flip if position.has_castling_rights() => return None,
            Symmetry::Flip => {
                setup.board.flip_horizontal();
                setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
            }
        }
        Position::from_setup(setup).ok()
    }
}

/// The placement with colours swapped and ranks reversed.
#[must_use]
pub fn mirror_board(board: &Board) -> Board {
    board.clone().into_mirrored()
}

/// The placement with files reversed.
#[must_use]
pub fn flip_board(board: &Board) -> Board {
    let mut image = board.clone();
    image.flip_horizontal();
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_swaps_everything_that_has_a_colour() {
        let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7").unwrap();
        let image = Symmetry::Mirror.position(&position).unwrap();
        assert_eq!(image.fen(), "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 7");
        assert_eq!(Symmetry::Mirror.position(&image).unwrap(), position);
    }

    #[test]
    fn castling_rights_forbid_the_flip() {
        let castling = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert_eq!(Symmetry::Flip.position(&castling), None);
        let quiet = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        assert_eq!(Symmetry::Flip.position(&quiet).unwrap().fen(), "3k4/8/8/8/8/8/8/R2K4 w - - 0 1");
    }
}
