//! Fields that see the other pieces: sliders stop where something stands in the way.
//!
//! *[Seed 004, section 6.1]* says that influence propagates less when pieces block it; a convolution
//! cannot do that, because it never looks at other pieces. Here a bishop, rook or queen keeps the
//! weights of its kernel as far as it could move or capture: it reaches the first piece on each line
//! and nothing behind it. Knights jump, and kings and pawns reach neighbours only, so their fields
//! are the plain ones. On an empty board the two kinds of field are equal.
//!
//! A move changes the reach of the pieces that come and go, and of sliders that looked at one of the
//! changed squares; [`OccludedFields::update`] redoes exactly those.

use super::{
    Field, Grid, Influence, KernelSet, cell, channel,
    fast::{Lanes, image, in_units},
    grid_index,
};
use crate::chess::{Bitboard, Board, Color, Piece, PieceType, Square, attacks, color_index};

/// Both sides' occluded influence on every square, and the norm of each channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccludedFields {
    sides: [Lanes; 2],
    norms: [i32; 12],
}

impl OccludedFields {
    /// The fields of a board, from scratch.
    pub fn new(board: &Board) -> OccludedFields {
        let mut fields = OccludedFields { sides: [[0; 64]; 2], norms: [0; 12] };
        fields.change(board, board.occupied(), 1);
        fields
    }

    /// Turns the fields of one board into those of another, redoing only what differs.
    pub fn update(&mut self, before: &Board, after: &Board) {
        let changed = changed_squares(before, after);
        if changed.is_empty() {
            return;
        }
        let affected = changed | sliders_towards(before, changed) | sliders_towards(after, changed);
        self.change(before, affected & before.occupied(), -1);
        self.change(after, affected & after.occupied(), 1);
    }

    fn change(&mut self, board: &Board, squares: Bitboard, sign: i16) {
        for square in squares {
            let Some(piece) = board.piece_at(square) else { continue };
            let lanes = &mut self.sides[color_index(piece.color)];
            let image = image(piece, square);
            for target in reach(piece, square, board.occupied()) {
                let place = grid_index(target);
                lanes[place] += sign * image[place];
                self.norms[channel(piece)] += i32::from(sign * image[place]);
            }
        }
    }

    /// One side's influence.
    pub fn side(&self, color: Color) -> Field {
        in_units(&self.sides[color_index(color)])
    }

    /// The L1 norm of every channel, in halves.
    pub fn norms(&self) -> [i32; 12] {
        self.norms
    }

    /// Squares where White's influence is larger, less those where Black's is.
    pub fn territory(&self) -> i32 {
        let [white, black] = &self.sides;
        white.iter().zip(black).map(|(white, black)| i32::from(white > black) - i32::from(white < black)).sum()
    }
}

/// The twelve fields with sliders that stop at pieces, piece by piece.
pub fn influence(board: &Board) -> Influence {
    let mut fields = std::array::from_fn(|_| Grid::default());
    for (square, piece) in board {
        let (field, image): (&mut Field, _) = (&mut fields[channel(piece)], in_units(image(piece, square)));
        for target in reach(piece, square, board.occupied()) {
            *field.at_mut(target) += image.at(target);
        }
    }
    Influence { fields }
}

/// The same by any kernels: a piece's weights on the squares that it gets to.
pub fn influence_by(board: &Board, kernels: &KernelSet) -> Influence {
    let mut fields: [Field; 12] = std::array::from_fn(|_| Grid::default());
    for (square, piece) in board {
        let (kernel, (row, column)) = (kernels.kernel(piece.color, piece.role), cell(square));
        let around = match piece.role {
            // An active king's second ring is nobody's move, and nothing stops it.
            PieceType::King => Bitboard::FULL,
            _ => reach(piece, square, board.occupied()),
        };
        for target in around {
            let (to_row, to_column) = cell(target);
            *fields[channel(piece)].at_mut(target) += kernel.weight(to_row - row, to_column - column);
        }
    }
    Influence { fields }
}

/// The L1 norm of one piece's occluded field, in halves.
#[inline]
pub fn norm(piece: Piece, square: Square, occupied: Bitboard) -> i32 {
    let image = image(piece, square);
    reach(piece, square, occupied).into_iter().map(|target| i32::from(image[grid_index(target)])).sum()
}

/// The squares that a piece's influence can get to.
fn reach(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let around = match piece.role {
        PieceType::Bishop => attacks::bishop_attacks(square, occupied),
        PieceType::Rook => attacks::rook_attacks(square, occupied),
        PieceType::Queen => attacks::queen_attacks(square, occupied),
        PieceType::Knight => attacks::knight_attacks(square),
        PieceType::Pawn | PieceType::King => attacks::king_attacks(square),
    };
    around.with(square)
}

fn changed_squares(before: &Board, after: &Board) -> Bitboard {
    let types = PieceType::ALL.into_iter().map(|piece_type| before.by_role(piece_type) ^ after.by_role(piece_type));
    types.fold(before.white() ^ after.white(), |changed, difference| changed | difference)
}

/// Sliders that look at one of the squares.
fn sliders_towards(board: &Board, squares: Bitboard) -> Bitboard {
    let occupied = board.occupied();
    squares.into_iter().fold(Bitboard::EMPTY, |found, square| {
        found
            | (attacks::rook_attacks(square, occupied) & board.rooks_and_queens())
            | (attacks::bishop_attacks(square, occupied) & board.bishops_and_queens())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Position,
        field::{SEED, fast},
    };

    fn board(fen: &str) -> Board {
        Position::from_fen(fen).unwrap().board().clone()
    }

    #[test]
    fn a_rook_reaches_the_first_piece_and_not_beyond() {
        let field = OccludedFields::new(&board("7k/8/8/p7/8/8/8/R6K w - - 0 1")).side(Color::White);
        assert_eq!([Square::A4, Square::A5, Square::A6].map(|square| field.at(square)), [1.5, 1.0, 0.0]);
        let field = OccludedFields::new(&board("7k/8/8/8/8/p7/8/R6K w - - 0 1")).side(Color::White);
        assert_eq!([Square::A2, Square::A3, Square::A4].map(|square| field.at(square)), [2.5, 2.0, 0.0]);
    }

    #[test]
    fn alone_on_the_board_nothing_is_occluded() {
        for color in Color::ALL {
            for role in PieceType::ALL {
                for square in Square::ALL {
                    let mut board = Board::empty();
                    let piece = Piece { color, role };
                    board.set_piece_at(square, piece);
                    let fields = OccludedFields::new(&board);
                    assert_eq!(fields.side(color), Influence::new(&board, &SEED).side(color));
                    assert_eq!(fields.norms()[channel(piece)], fast::norm(piece, square));
                    assert_eq!(norm(piece, square, board.occupied()), fast::norm(piece, square));
                }
            }
        }
    }

    #[test]
    fn any_kernels_can_be_occluded() {
        let board = board("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5");
        assert_eq!(influence_by(&board, &SEED), influence(&board));
        let near = SEED.map("near", "", |kernel| kernel.clipped(3));
        // The rook on h1 gets to h2 and g1 and would get to f1.
        let rook = influence_by(&board, &near).field(Color::White, PieceType::Rook).clone();
        assert_eq!([Square::H2, Square::G1, Square::F1].map(|square| rook.at(square)), [2.5, 2.5, 0.0]);
    }

    #[test]
    fn a_blocked_bishop_is_worth_less() {
        let [open, blocked] = ["k7/8/8/8/3B4/8/8/7K w - - 0 1", "k7/8/8/2p1p3/3B4/2P1P3/8/7K w - - 0 1"]
            .map(|fen| OccludedFields::new(&board(fen)).norms()[2]);
        assert_eq!((open, blocked), (48, 36));
    }
}
