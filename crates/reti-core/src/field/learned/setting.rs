//! Tables that know where the kings stand and whether queens are left.
//!
//! What a piece is worth on its square depends on more than the square: a pawn beside its own king is a
//! shelter, one in front of the enemy's a spearhead, and without queens a king may walk. As long as the files of
//! the kings stay and queens do not come or go, this is a table again, kept from move to move as any other. So a
//! [`Setting`] chooses the table, and only a move that changes it makes everything be added up anew.

use super::{
    layout::{ENEMY_KING_FILES, NO_QUEENS, OWN_KING_FILES},
    table_index,
};
use crate::chess::{Board, Color, File, Piece, PieceType, Square, type_index};

/// How many settings there are.
pub(super) const SETTINGS: usize = 128;

/// What a table depends on besides piece and square.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    /// The files of the white king and of the black one.
    kings: [usize; 2],
    /// Whether any queen is left.
    queens: bool,
}

impl Setting {
    /// The setting of a board; a king that is not there, as in no position, counts as on the first file.
    #[inline]
    pub(super) fn new(board: &Board) -> Setting {
        let file = |color| board.king_of(color).map_or(File::A, Square::file) as usize;
        Setting { kings: [file(Color::White), file(Color::Black)], queens: board.queens().any() }
    }

    /// A number below [`SETTINGS`].
    #[inline]
    pub(super) fn index(self) -> usize {
        self.kings[0] * 16 + self.kings[1] * 2 + usize::from(self.queens)
    }

    /// The weights that count for a piece on a square: its table, the files from both kings, no queens.
    pub(super) fn placed(self, piece: Piece, square: Square) -> impl Iterator<Item = usize> {
        let rank = square.rank() as usize;
        let row = type_index(piece.role) * 8 + piece.color.fold_wb(7 - rank, rank);
        let column = square.file() as usize;
        let [white, black] = self.kings.map(|king| king.abs_diff(column));
        let (own, enemy) = piece.color.fold_wb((white, black), (black, white));
        let by_kings = [OWN_KING_FILES + row * 8 + own, ENEMY_KING_FILES + row * 8 + enemy];
        let by_kings = (piece.role != PieceType::King).then_some(by_kings);
        let no_queens = (!self.queens).then_some(NO_QUEENS + row * 4 + column.min(7 - column));
        std::iter::once(table_index(piece, square)).chain(by_kings.into_iter().flatten()).chain(no_queens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::learned::layout::COUNT;

    #[test]
    fn settings_have_numbers_of_their_own_and_weights_that_exist() {
        let mut seen = [false; SETTINGS];
        for place in 0..SETTINGS {
            let setting = Setting { kings: [place / 16, place / 2 % 8], queens: place % 2 == 1 };
            assert!(!std::mem::replace(&mut seen[setting.index()], true));
            for piece in Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|role| Piece { color, role })) {
                for square in Square::ALL {
                    let count = setting.placed(piece, square).inspect(|&index| assert!(index < COUNT)).count();
                    let by_kings = if piece.role == PieceType::King { 0 } else { 2 };
                    assert_eq!(count, 1 + by_kings + usize::from(!setting.queens));
                }
            }
        }
    }
}
