//! A table in memory: one byte for each place and side to move.
//!
//! The byte is a [`Code`]: the value for the side to move together with a *rank*, ordered so that
//! a better result for the side to move is a larger number. Minimax over positions is then a
//! maximum over bytes. What the rank counts is the table's [`Metric`].

use std::sync::Arc;

use reti_core::chess::{Color, Position};
use reti_core::value::Value;

use crate::layout::{BoardSymmetry, Layout, Squares};
use crate::material::{MAX_MEN, Man, Material};

/// What the ranks of a table count, in moves of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Moves to mate.
    Mate,
    /// Moves until a capture, a promotion, a pawn move, or mate.
    ///
    /// Captures, promotions and pawn moves cannot be repeated for ever, so a rank that falls with
    /// every other move is as good a certificate as the distance to mate, and cheaper to find.
    Conversion,
    /// Nothing: the ranks mean nothing, only the values do.
    Labels,
}

/// Value and rank of one position in one byte; larger is better for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u8);

impl Code {
    /// Not a legal position.
    pub const ILLEGAL: Code = Code(0);
    /// A draw.
    pub const DRAW: Code = Code(128);
    /// The largest rank that fits.
    pub const MOST: u8 = 126;

    /// Won in a number of moves, at least 1.
    #[inline]
    pub const fn win(moves: u8) -> Code {
        Code(0u8.wrapping_sub(moves))
    }

    /// Lost, the winner needing a number of moves; 0 is mate.
    #[inline]
    pub const fn loss(moves: u8) -> Code {
        Code(1 + moves)
    }

    /// The value for the side to move; `None` for an illegal position.
    #[inline]
    pub const fn value(self) -> Option<Value> {
        match self.0 {
            0 => None,
            1..=127 => Some(Value::Loss),
            128 => Some(Value::Draw),
            129.. => Some(Value::Win),
        }
    }

    /// The rank of a decided position.
    #[inline]
    pub const fn rank(self) -> Option<u8> {
        match self.0 {
            0 | 128 => None,
            1..=127 => Some(self.0 - 1),
            129.. => Some(0u8.wrapping_sub(self.0)),
        }
    }

    /// The distance in plies that a rank in moves stands for.
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            0 | 128 => None,
            1..=127 => Some(2 * (self.0 as u16 - 1)),
            129.. => Some(2 * (256 - self.0 as u16) - 1),
        }
    }
}

/// The codes of all places with one side to move; several tables in memory may share them.
pub type Codes = Arc<Vec<u8>>;

/// The values and ranks of all positions of one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    layout: Layout,
    metric: Metric,
    codes: [Codes; 2],
}

impl Table {
    /// A table from its codes, by side to move: white, black.
    pub fn from_codes(layout: Layout, metric: Metric, codes: [Vec<u8>; 2]) -> Table {
        debug_assert!(codes.iter().all(|side| side.len() == layout.len()));
        Table { layout, metric, codes: codes.map(Arc::new) }
    }

    /// A table of which only some sides to move are in memory; the others must not be asked for.
    pub fn from_sides(layout: Layout, metric: Metric, codes: [Option<Codes>; 2]) -> Table {
        debug_assert!(codes.iter().flatten().all(|side| side.len() == layout.len()));
        Table { layout, metric, codes: codes.map(Option::unwrap_or_default) }
    }

    /// The codes with a side to move, to be shared.
    pub fn side(&self, turn: Color) -> &Codes {
        &self.codes[usize::from(turn.is_black())]
    }

    /// The endgame.
    pub fn material(&self) -> Material {
        self.layout.material()
    }

    /// The order of its places.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What its ranks count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The codes of all places with one side to move.
    #[inline]
    pub fn codes(&self, turn: Color) -> &[u8] {
        &self.codes[usize::from(turn.is_black())]
    }

    /// The codes, to be damaged by tests and forgeries.
    pub fn codes_mut(&mut self, turn: Color) -> &mut [u8] {
        Arc::make_mut(&mut self.codes[usize::from(turn.is_black())]).as_mut_slice()
    }

    /// The code of a position with this material; en passant and castling are not looked at.
    pub fn code(&self, position: &Position) -> Option<Code> {
        let (material, exchanged) = Material::of_board(position.board());
        if material != self.material() {
            return None;
        }
        let squares = self.layout.squares_of_board(position.board(), exchanged)?;
        let turn = if exchanged { !position.turn() } else { position.turn() };
        Some(Code(self.codes(turn)[self.layout.index(&squares)]))
    }

    /// The position at a place, unless it is not a legal one.
    pub fn position(&self, turn: Color, index: usize) -> Option<Position> {
        let board = self.layout.board(&self.layout.squares(index))?;
        Position::from_board(board, turn)
    }
}

/// Where finished tables are found.
pub trait Tables: Sync {
    /// The table of an endgame, if it is there.
    fn table(&self, material: Material) -> Option<Arc<Table>>;
}

/// A table seen from another endgame, one capture or promotion away.
///
/// The men of the table are found among the men of the other endgame; if its colours are the
/// other way round, squares are mirrored on the way.
#[derive(Clone, Debug)]
pub struct View {
    table: Arc<Table>,
    exchanged: bool,
    from: [u8; MAX_MEN],
}

impl View {
    /// A view for men that were not captured; `slots` are their places in the other endgame.
    ///
    /// `None` if the table is not for these men.
    pub fn new(table: Arc<Table>, men: &[Man], slots: &[usize]) -> Option<View> {
        let (material, exchanged) = Material::of_men(men);
        if material != table.material() {
            return None;
        }
        let mut taken = [false; MAX_MEN];
        let mut from = [0; MAX_MEN];
        for (slot, wanted) in table.layout.men().iter().enumerate() {
            let color = if exchanged { !wanted.color } else { wanted.color };
            let found = (0..men.len()).find(|&i| !taken[i] && men[i].kind == wanted.kind && men[i].color == color)?;
            taken[found] = true;
            from[slot] = slots[found] as u8;
        }
        Some(View { table, exchanged, from })
    }

    #[inline]
    fn squares(&self, squares: &Squares) -> Squares {
        let mut mine = [0; MAX_MEN];
        let turn = if self.exchanged { 56 } else { 0 };
        for slot in 0..self.table.layout.men().len() {
            mine[slot] = squares[usize::from(self.from[slot])] ^ turn;
        }
        mine
    }

    #[inline]
    fn side(&self, turn: Color) -> &[u8] {
        self.table.codes(if self.exchanged { !turn } else { turn })
    }

    /// The code of one placement.
    #[inline]
    pub fn one(&self, squares: &Squares, turn: Color) -> u8 {
        self.side(turn)[self.table.layout.index(&self.squares(squares))]
    }

    /// The codes of 64 placements, with one man on each square in turn.
    pub fn lanes(&self, squares: &Squares, turn: Color, lane: usize) -> [u8; 64] {
        let layout = &self.table.layout;
        let side = self.side(turn);
        let mut out = [0; 64];
        let slot = (0..layout.men().len()).find(|&slot| usize::from(self.from[slot]) == lane).unwrap_or(0);
        if slot < layout.pawns() || slot == 0 {
            // The man decides which symmetry applies, so each square is its own case.
            let mut squares = *squares;
            for (square, code) in out.iter_mut().enumerate() {
                squares[lane] = square as u8;
                *code = self.one(&squares, turn);
            }
            return out;
        }
        let mut mine = self.squares(squares);
        let symmetry = layout.turn(usize::from(mine[0]));
        mine[slot] = symmetry_origin(symmetry);
        let base = layout.index(&mine);
        let images = symmetry.images();
        let flip = if self.exchanged { 56 } else { 0 };
        if slot == layout.lane() {
            let word: &[u8; 64] = side[base..].first_chunk().unwrap_or(&[0; 64]);
            if symmetry == BoardSymmetry::NONE && flip == 0 {
                return *word;
            }
            for (square, code) in out.iter_mut().enumerate() {
                *code = word[usize::from(images[square ^ flip])];
            }
        } else {
            let stride = layout.stride(slot);
            for (square, code) in out.iter_mut().enumerate() {
                *code = side[base + usize::from(images[square ^ flip]) * stride];
            }
        }
        out
    }
}

/// The square whose image is a1.
#[inline]
fn symmetry_origin(symmetry: BoardSymmetry) -> u8 {
    let mut square = 0;
    if symmetry.0 & 1 != 0 {
        square ^= 7;
    }
    if symmetry.0 & 2 != 0 {
        square ^= 0x38;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_ordered_from_mate_to_quickest_win() {
        let order = [Code::loss(0), Code::loss(5), Code::DRAW, Code::win(9), Code::win(1)];
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Code::win(3).plies(), Some(5));
        assert_eq!(Code::loss(3).plies(), Some(6));
        assert_eq!(Code::win(126).rank(), Some(126));
        assert_eq!(Code::loss(126).value(), Some(Value::Loss));
    }
}
