//! The seed's fields in whole halves, made for search.
//!
//! All weights of the seed are multiples of one half and none is negative. So the L1 norm of a
//! channel is a sum over its pieces of a fixed table, the kernel clipped at the edge: [`norm`] is a
//! piece-square table, exact and updated in one step. What is not linear is territory, which needs
//! the balance on all 64 squares; [`Balance`] keeps it and adds one [`image`] of 64 lanes for a
//! piece that comes and subtracts one for a piece that goes. Images are made at compile time.

use super::{Field, Grid, channel, grid_index, kernel::WEIGHTS};
use crate::chess::{Board, Color, Piece, PieceType, Square};

/// A number of halves for every square, in the order of a [`Grid`].
pub type Lanes = [i16; 64];

static IMAGES: [[Lanes; 64]; 12] = images(ALL);
static NORMS: [[i32; 64]; 12] = norms();

/// Further than any kernel reaches.
const ALL: i32 = 8;

/// What one piece on one square radiates, in halves.
#[inline]
pub fn image(piece: Piece, square: Square) -> &'static Lanes {
    &IMAGES[channel(piece)][grid_index(square)]
}

/// The sum of that: the piece's part of its channel's L1 norm, in halves.
#[inline]
pub fn norm(piece: Piece, square: Square) -> i32 {
    NORMS[channel(piece)][grid_index(square)]
}

/// The norms by channel and place in a grid, for tables that are made at compile time.
pub(super) const fn norms() -> [[i32; 64]; 12] {
    norms_within(ALL)
}

/// The same of the kernels' middle parts, so many squares in every direction.
pub(super) const fn norms_within(reach: i32) -> [[i32; 64]; 12] {
    let images = images(reach);
    let mut norms = [[0; 64]; 12];
    let mut channel = 0;
    while channel < 12 {
        let mut place = 0;
        while place < 64 {
            let mut target = 0;
            while target < 64 {
                norms[channel][place] += images[channel][place][target] as i32;
                target += 1;
            }
            place += 1;
        }
        channel += 1;
    }
    norms
}

#[allow(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn images(reach: i32) -> [[Lanes; 64]; 12] {
    let mut images = [[[0i16; 64]; 64]; 12];
    let mut channel = 0;
    while channel < 12 {
        let weights = WEIGHTS[channel];
        let side = weights.len().isqrt() as i32;
        let mut index = 0;
        while index < weights.len() {
            let (down, right) = (index as i32 / side - side / 2, index as i32 % side - side / 2);
            if weights[index] != 0.0 && down.abs() <= reach && right.abs() <= reach {
                spread(&mut images[channel], down, right, (2.0 * weights[index]) as i16);
            }
            index += 1;
        }
        channel += 1;
    }
    images
}

/// Adds one weight of a kernel to the images of all squares from which it stays on the board.
const fn spread(images: &mut [Lanes; 64], down: i32, right: i32, halves: i16) {
    let mut place = 0;
    while place < 64 {
        let (row, column) = (place / 8 + down, place % 8 + right);
        if row >= 0 && row < 8 && column >= 0 && column < 8 {
            images[place as usize][(row * 8 + column) as usize] += halves;
        }
        place += 1;
    }
}

/// The L1 norms of the twelve fields, in halves.
pub fn norms_of(board: &Board) -> [i32; 12] {
    let mut sums = [0; 12];
    for (square, piece) in board {
        sums[channel(piece)] += norm(piece, square);
    }
    sums
}

/// T(B) of a board, from scratch: [`Balance`] with the sums in the widest registers there are.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
pub fn territory_of(board: &Board) -> i32 {
    let mut lanes: Lanes = [0; 64];
    // Plain loops: iterators and closures would not be compiled for wider registers.
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        for role in PieceType::ALL {
            let piece = Piece { color, role };
            for square in board.by_piece(piece) {
                let image = image(piece, square);
                for index in 0..64 {
                    lanes[index] += sign * image[index];
                }
            }
        }
    }
    let mut territory = 0;
    for lane in lanes {
        territory += i16::from(lane > 0) - i16::from(lane < 0);
    }
    i32::from(territory)
}

/// White's influence less Black's on every square, in halves, kept up to date piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    lanes: Lanes,
}

impl Balance {
    /// The balance of an empty board.
    pub const EMPTY: Balance = Balance { lanes: [0; 64] };

    /// The balance of a board.
    pub fn new(board: &Board) -> Balance {
        let mut balance = Balance::EMPTY;
        for (square, piece) in board {
            balance.add(piece, square);
        }
        balance
    }

    /// A piece comes.
    #[inline]
    pub fn add(&mut self, piece: Piece, square: Square) {
        match piece.color {
            Color::White => add(&mut self.lanes, image(piece, square)),
            Color::Black => subtract(&mut self.lanes, image(piece, square)),
        }
    }

    /// A piece goes.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: Square) {
        match piece.color {
            Color::White => subtract(&mut self.lanes, image(piece, square)),
            Color::Black => add(&mut self.lanes, image(piece, square)),
        }
    }

    /// T(B), read off the signs.
    #[inline]
    pub fn territory(&self) -> i32 {
        let signs = self.lanes.iter().map(|&value| i16::from(value > 0) - i16::from(value < 0));
        i32::from(signs.sum::<i16>())
    }

    /// The balance as an ordinary field, in whole units.
    pub fn field(&self) -> Field {
        in_units(&self.lanes)
    }
}

/// Halves as an ordinary field.
pub(super) fn in_units(lanes: &Lanes) -> Field {
    Grid(lanes.map(|halves| f64::from(halves) / 2.0))
}

#[inline]
pub(super) fn add(lanes: &mut Lanes, image: &Lanes) {
    for (lane, value) in lanes.iter_mut().zip(image) {
        *lane += value;
    }
}

#[inline]
fn subtract(lanes: &mut Lanes, image: &Lanes) {
    for (lane, value) in lanes.iter_mut().zip(image) {
        *lane -= value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Rank;

    /// The tables of the specification: the upper left quarter, ranks 8 to 5, files a to d.
    #[track_caller]
    fn check(piece_type: PieceType, quarter: [[f64; 4]; 4]) {
        for color in Color::ALL {
            for square in Square::ALL {
                let (row, column) = crate::field::cell(square);
                let expected = quarter[row.min(7 - row) as usize][column.min(7 - column) as usize];
                let found = f64::from(norm(Piece { color, role: piece_type }, square)) / 2.0;
                assert_eq!(found, expected, "{color} {piece_type:?} {square}");
            }
        }
    }

    #[test]
    fn clipped_kernels_are_the_tables_of_the_specification() {
        check(
            PieceType::Knight,
            [[16.0, 19.0, 22.0, 22.0], [19.0, 22.0, 28.0, 28.0], [22.0, 28.0, 34.0, 34.0], [22.0, 28.0, 34.0, 34.0]],
        );
        check(
            PieceType::Bishop,
            [[13.5, 15.5, 17.0, 17.0], [15.5, 19.5, 21.0, 21.0], [17.0, 21.0, 24.0, 24.0], [17.0, 21.0, 24.0, 24.0]],
        );
        check(
            PieceType::Rook,
            [[24.0, 26.5, 28.5, 30.0], [26.5, 29.0, 31.0, 32.5], [28.5, 31.0, 33.0, 34.5], [30.0, 32.5, 34.5, 36.0]],
        );
        check(
            PieceType::Queen,
            [[37.5, 42.0, 45.5, 47.0], [42.0, 48.5, 52.0, 53.5], [45.5, 52.0, 57.0, 58.5], [47.0, 53.5, 58.5, 60.0]],
        );
    }

    #[test]
    fn territory_at_once_is_that_of_the_balance() {
        for board in crate::field::random_boards(1_000) {
            assert_eq!(territory_of(&board), Balance::new(&board).territory());
        }
    }

    #[test]
    fn pawns_are_clipped_by_the_sides_and_by_their_last_rank() {
        for color in Color::ALL {
            for square in Square::ALL {
                let last = square.rank() == color.fold_wb(Rank::Eighth, Rank::First);
                let at_side = matches!(square.file().char(), 'a' | 'h');
                let expected = if last {
                    5
                } else if at_side {
                    11
                } else {
                    13
                };
                assert_eq!(norm(Piece { color, role: PieceType::Pawn }, square), 2 * expected);
            }
        }
    }
}
