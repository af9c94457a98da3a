//! Influence fields: what pieces radiate over the board.
//!
//! A board is a tensor of 8 x 8 squares and 12 channels, one a kind of piece; each channel is
//! convolved with the [kernel](Kernel) of its piece, and the result is a field: a number for every
//! square *[Seed 004, section 2]*. Fields are summed into each side's influence and into a strength
//! whose slopes and peaks can be read ([`topology`]), compared square by square for territory, and
//! turned into scores ([`score`]).
//!
//! Conventions that the seed leaves open: row 0 is rank 8 and column 0 the a-file; the orientation
//! is the formula's, so pawns radiate forwards; beyond the edge there is nothing. The seed's weights
//! are multiples of one half, so its fields are exact in floating point, and [`fast`] computes the
//! same in whole halves. What a plain field ignores on purpose is every other piece; [`occluded`]
//! stops sliders where something stands in the way.
#![cfg_attr(test, allow(clippy::float_cmp, reason = "sums of halves are exact"))]

mod attention;
pub mod batch;
pub mod convolution;
pub mod fast;
mod flow;
mod kernel;
pub mod learned;
pub mod network;
pub mod occluded;
pub mod score;
mod tables;
pub mod topology;

pub use kernel::{Kernel, KernelError, KernelSet, SEED, SEED_ENDGAME, SETS};

use crate::chess::{Board, Color, File, Piece, PieceType, Rank, Square, color_index, type_index};

/// A value for every square, row by row; row 0 is rank 8, column 0 the a-file.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T>([T; 64]);

/// A number for every square.
pub type Field = Grid<f64>;

impl<T: Copy + Default> Default for Grid<T> {
    fn default() -> Grid<T> {
        Grid([T::default(); 64])
    }
}

impl<T: Copy> Grid<T> {
    /// A grid from a function of row and column.
    pub fn from_fn(value: impl Fn(i32, i32) -> T) -> Grid<T> {
        Grid(std::array::from_fn(|index| value((index / 8) as i32, (index % 8) as i32)))
    }

    /// The value in a row and column; `None` beyond the edge.
    pub fn get(&self, row: i32, column: i32) -> Option<T> {
        index(row, column).map(|index| self.0[index])
    }

    /// A place to change; `None` beyond the edge.
    pub fn get_mut(&mut self, row: i32, column: i32) -> Option<&mut T> {
        index(row, column).map(|index| &mut self.0[index])
    }

    /// The value on a square.
    pub fn at(&self, square: Square) -> T {
        self.0[grid_index(square)]
    }

    /// A square's value, to change.
    pub fn at_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[grid_index(square)]
    }

    /// All values with their row and column.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32, T)> + '_ {
        self.0.iter().enumerate().map(|(index, &value)| ((index / 8) as i32, (index % 8) as i32, value))
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T; 64] {
        &self.0
    }

    /// Another grid from each value with its row and column.
    #[must_use]
    pub fn map<U: Copy>(&self, change: impl Fn(i32, i32, T) -> U) -> Grid<U> {
        Grid::from_fn(|row, column| change(row, column, self.0[(row * 8 + column) as usize]))
    }
}

impl Field {
    /// The L1 norm: the sum of absolute values.
    pub fn norm(&self) -> f64 {
        self.0.iter().map(|value| value.abs()).sum()
    }

    /// This field plus another.
    #[must_use]
    pub fn plus(&self, other: &Field) -> Field {
        Grid(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }

    /// This field minus another.
    #[must_use]
    pub fn minus(&self, other: &Field) -> Field {
        Grid(std::array::from_fn(|index| self.0[index] - other.0[index]))
    }
}

fn index(row: i32, column: i32) -> Option<usize> {
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as usize)
}

/// The row and column of a square.
pub fn cell(square: Square) -> (i32, i32) {
    (7 - i32::from(square.rank()), i32::from(square.file()))
}

/// The square in a row and column; `None` beyond the edge.
pub fn square(row: i32, column: i32) -> Option<Square> {
    index(row, column)
        .map(|index| Square::from_coords(File::new((index % 8) as u32), Rank::new(7 - (index / 8) as u32)))
}

/// A square's place in a grid.
#[inline]
pub(crate) const fn grid_index(square: Square) -> usize {
    square as usize ^ 0b11_1000
}

/// The channel of a piece: White's pawn to king are 0 to 5, Black's 6 to 11.
#[inline]
pub const fn channel(piece: Piece) -> usize {
    color_index(piece.color) * 6 + type_index(piece.role)
}

/// The board as twelve channels of zeros and ones *[Seed 004, section 2.1]*.
pub fn tensor(board: &Board) -> [Field; 12] {
    let mut channels: [Field; 12] = std::array::from_fn(|_| Grid::default());
    for (square, piece) in board {
        *channels[channel(piece)].at_mut(square) = 1.0;
    }
    channels
}

/// The twelve influence fields of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// By [`channel`].
    pub fields: [Field; 12],
}

impl Influence {
    /// Every channel convolved with its kernel, by the sparse form.
    ///
    /// ```
    /// use reti_core::{chess::{Color, PieceType, Position, Square}, field::{Influence, SEED}};
    /// let influence = Influence::new(Position::start().board(), &SEED);
    /// assert_eq!(influence.field(Color::White, PieceType::Knight).at(Square::C3), 3.0);
    /// assert_eq!(influence.territory(), 0);
    /// ```
    pub fn new(board: &Board, kernels: &KernelSet) -> Influence {
        Influence::with(board, kernels, convolution::sparse)
    }

    /// The same by the convolution's formula.
    pub fn reference(board: &Board, kernels: &KernelSet) -> Influence {
        Influence::with(board, kernels, convolution::reference)
    }

    fn with(board: &Board, kernels: &KernelSet, convolve: fn(&Field, &Kernel) -> Field) -> Influence {
        let channels = tensor(board);
        let fields = std::array::from_fn(|index| convolve(&channels[index], &kernels.kernels[index / 6][index % 6]));
        Influence { fields }
    }

    /// The field of one kind of piece.
    pub fn field(&self, color: Color, piece_type: PieceType) -> &Field {
        &self.fields[channel(Piece { color, role: piece_type })]
    }

    /// The sum of one side's fields.
    pub fn side(&self, color: Color) -> Field {
        let own = &self.fields[color_index(color) * 6..][..6];
        own.iter().fold(Grid::default(), |sum, field| sum.plus(field))
    }

    /// The strength S: the sum of all fields, whoever they belong to (section 3.1).
    pub fn strength(&self) -> Field {
        self.side(Color::White).plus(&self.side(Color::Black))
    }

    /// White's influence less Black's.
    pub fn balance(&self) -> Field {
        self.side(Color::White).minus(&self.side(Color::Black))
    }

    /// T(B): squares where White's influence is larger, less those where Black's is (section 2.4).
    pub fn territory(&self) -> i32 {
        self.balance().values().iter().map(|&value| i32::from(value > 0.0) - i32::from(value < 0.0)).sum()
    }

    /// The L1 norm of every field, by [`channel`].
    pub fn norms(&self) -> [f64; 12] {
        self.fields.each_ref().map(Field::norm)
    }
}

/// Boards of random games, to compare slow forms with fast ones.
#[cfg(test)]
fn random_boards(count: usize) -> Vec<Board> {
    use crate::chess::Position;
    let (mut dice, mut boards) = (fastrand::Rng::with_seed(0xb0a4d), Vec::new());
    while boards.len() < count {
        let mut position = Position::start();
        for _ in 0..120 {
            let Some(&m) = dice.choice(&position.legal_moves()) else { break };
            position = position.play(m);
            boards.push(position.board().clone());
        }
    }
    boards
}
