//! Sets of squares around pawns, for the observations about pawn structure.
//!
//! All functions fill a whole set at once and take the side whose direction counts as forward, so
//! one text serves both colours. Captures may change a pawn's file; that is deliberately ignored.

use crate::chess::{Bitboard, Board, Color, File};

/// The pawns of a side.
pub(super) fn of(board: &Board, color: Color) -> Bitboard {
    board.pawns() & board.by_color(color)
}

/// The squares strictly in front of a set, on the same files.
pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    let step = color.fold_wb(8, -8);
    let mut filled = set.shift(step);
    filled |= filled.shift(step);
    filled |= filled.shift(2 * step);
    filled | filled.shift(4 * step)
}

/// The neighbours of a set to the left and right.
pub(super) fn beside(set: Bitboard) -> Bitboard {
    let left = (set & !Bitboard::from_file(File::A)).shift(-1);
    let right = (set & !Bitboard::from_file(File::H)).shift(1);
    left | right
}

/// The squares that pawns attack now or after advancing on their files.
pub(super) fn attackable(color: Color, pawns: Bitboard) -> Bitboard {
    beside(ahead(color, pawns))
}

/// All squares of the files on which a set has a square.
pub(super) fn files(set: Bitboard) -> Bitboard {
    set | ahead(Color::White, set) | ahead(Color::Black, set)
}

/// The rooks and queens of a side.
pub(super) fn heavy_pieces(board: &Board, color: Color) -> Bitboard {
    board.rooks_and_queens() & board.by_color(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn fills_agree_with_the_plain_definition() {
        for square in Square::ALL {
            let set = Bitboard::from_square(square);
            let chosen = |wanted: &dyn Fn(Square) -> bool| -> Bitboard {
                Square::ALL.into_iter().filter(|&other| wanted(other)).collect()
            };
            let near = |other: Square| (i32::from(other.file()) - i32::from(square.file())).abs() == 1;
            for color in Color::ALL {
                let further = |other: Square| color.fold_wb(other.rank() > square.rank(), other.rank() < square.rank());
                assert_eq!(ahead(color, set), chosen(&|other| other.file() == square.file() && further(other)));
                assert_eq!(attackable(color, set), chosen(&|other| near(other) && further(other)));
            }
            assert_eq!(beside(set), chosen(&|other| other.rank() == square.rank() && near(other)));
            assert_eq!(files(set), Bitboard::from_file(square.file()));
        }
    }
}
