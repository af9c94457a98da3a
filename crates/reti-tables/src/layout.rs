//! Where a position stands in a table, and how positions are counted.
//!
//! A table is a list of *words* of 64 positions. The 64 *lanes* of a word are the squares of the
//! last man; the word number is made of the squares of the other men. One word operation then
//! treats 64 positions.
//!
//! - Without pawns the men are: white king, black king, the others with the longest range last.
//!   The white king stands on one of the ten squares of the triangle a1-d1-d4, the other men
//!   anywhere. Of the 8 board symmetries that leaves only the reflection in the a1-h8 diagonal,
//!   for a king on it; such positions are stored twice, which costs a fifth more room in memory
//!   and none on disk, and makes the counting below exact.
//! - With pawns: the pawns first (the first of them on files a to d), then the kings, then the
//!   others. The pawns' squares number the *slices*: only captures, promotions and pawn moves
//!   leave a slice, and the latter only to slices with more advanced pawns.
//! - Identical men are stored in every order.
//!
//! The three ways of counting of [CQD, section 5] and of our reading of it are [`Convention`].

use reti_core::chess::{Board, Color, Piece, PieceType, Square};

use crate::material::{MAX_MEN, Man, Material};
use crate::rules;

/// Squares of all men, in the order of a layout; entries beyond the men are unused.
pub type Squares = [u8; MAX_MEN];

/// A symmetry of the board: bit 0 exchanges files, bit 1 ranks, bit 2 reflects in a1-h8, in that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSymmetry(pub u8);

impl BoardSymmetry {
    /// The symmetry that changes nothing.
    pub const NONE: BoardSymmetry = BoardSymmetry(0);

    /// The image of a square.
    #[inline]
    pub fn square(self, square: usize) -> usize {
        usize::from(IMAGES[self.0 as usize][square])
    }

    /// The images of all squares.
    #[inline]
    pub fn images(self) -> &'static [u8; 64] {
        &IMAGES[self.0 as usize]
    }

    /// The set of squares whose images are in `set`.
    #[inline]
    pub fn preimage(self, set: u64) -> u64 {
        let mut set = set;
        if self.0 & 4 != 0 {
            set = reflect(set);
        }
        if self.0 & 2 != 0 {
            set = set.swap_bytes();
        }
        if self.0 & 1 != 0 {
            set = set.reverse_bits().swap_bytes();
        }
        set
    }
}

/// A set of squares reflected in the a1-h8 diagonal.
#[inline]
fn reflect(mut set: u64) -> u64 {
    let mut swap = |mask: u64, shift: u32| {
        let t = (set ^ (set >> shift)) & mask;
        set ^= t ^ (t << shift);
    };
    swap(0x00AA_00AA_00AA_00AA, 7);
    swap(0x0000_CCCC_0000_CCCC, 14);
    swap(0x0000_0000_F0F0_F0F0, 28);
    set
}

static IMAGES: [[u8; 64]; 8] = images();

const fn images() -> [[u8; 64]; 8] {
    let mut images = [[0; 64]; 8];
    let mut turn = 0;
    while turn < 8 {
        let mut square = 0;
        while square < 64 {
            let mut image = square;
            if turn & 1 != 0 {
                image ^= 7;
            }
            if turn & 2 != 0 {
                image ^= 0x38;
            }
            if turn & 4 != 0 {
                image = (image % 8) * 8 + image / 8;
            }
            images[turn][square] = image as u8;
            square += 1;
        }
        turn += 1;
    }
    images
}

/// The ten squares of the triangle a1-d1-d4; the first six are off the diagonal.
pub static TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// For each square of the white king: its place in `TRIANGLE` and the symmetry that takes it there.
static KING_HOME: [(u8, u8); 64] = king_homes();

const fn king_homes() -> [(u8, u8); 64] {
    let mut home = [(0, 0); 64];
    let all = images();
    let mut square = 0;
    while square < 64 {
        let mut turn = 8;
        while turn > 0 {
            turn -= 1;
            let mut slot = 0;
            while slot < 10 {
                if all[turn][square] == TRIANGLE[slot] {
                    home[square] = (slot as u8, turn as u8);
                }
                slot += 1;
            }
        }
        square += 1;
    }
    home
}

/// The place of a white king's square in [`TRIANGLE`], and the symmetry that takes it there.
#[inline]
pub fn king_home(square: usize) -> (usize, BoardSymmetry) {
    let (slot, turn) = KING_HOME[square];
    (usize::from(slot), BoardSymmetry(turn))
}

/// How many positions a position of a table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Every placement; identical men unordered.
    Full,
    /// One of each class of placements that board symmetries make equal.
    Orbits,
    /// As `Orbits`, but identical men are told apart, as in the Syzygy statistics.
    OrbitsOrdered,
    /// The seed's: 462 king pairs without pawns, 1806 with; nothing else is reduced.
    C462,
}

impl Convention {
    /// All conventions.
    pub const ALL: [Convention; 4] =
        [Convention::Full, Convention::Orbits, Convention::OrbitsOrdered, Convention::C462];

    /// The name in machine-readable output.
    pub const fn name(self) -> &'static str {
        match self {
            Convention::Full => "full",
            Convention::Orbits => "orbits",
            Convention::OrbitsOrdered => "orbits_ordered",
            Convention::C462 => "c462",
        }
    }
}

/// The order of the men of a table, and with it the place of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    material: Material,
    men: Vec<Man>,
    pawns: usize,
    sizes: Vec<usize>,
    strides: Vec<usize>,
}

impl Layout {
    /// The layout of an endgame.
    pub fn new(material: Material) -> Layout {
        let pieces = material.pieces();
        let mut men: Vec<Man> = pieces.iter().copied().filter(|man| man.kind == PieceType::Pawn).collect();
        let pawns = men.len();
        men.extend([Color::White, Color::Black].map(|color| Man { color, kind: PieceType::King }));
        let mut others: Vec<Man> = pieces.into_iter().filter(|man| man.kind != PieceType::Pawn).collect();
        others.sort_by_key(|man| (man.kind, man.color.is_white()));
        men.extend(others);
        let sizes: Vec<usize> = (0..men.len())
            .map(|slot| match slot {
                0 if pawns == 0 => 10,
                0 => 24,
                _ if slot < pawns => 48,
                _ => 64,
            })
            .collect();
        let mut strides = vec![1; sizes.len()];
        for slot in (0..sizes.len() - 1).rev() {
            strides[slot] = strides[slot + 1] * sizes[slot + 1];
        }
        Layout { material, men, pawns, sizes, strides }
    }

    /// The endgame.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The men in order.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// The number of pawns; they come first.
    pub fn pawns(&self) -> usize {
        self.pawns
    }

    /// The last man, whose squares are the lanes of a word.
    pub fn lane(&self) -> usize {
        self.men.len() - 1
    }

    /// The place of a side's king among the men.
    pub fn king(&self, color: Color) -> usize {
        self.pawns + usize::from(color.is_black())
    }

    /// The number of places for positions with one side to move.
    pub fn len(&self) -> usize {
        self.strides[0] * self.sizes[0]
    }

    /// Whether there is no place; never true.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of slices: arrangements of the pawns.
    pub fn slices(&self) -> usize {
        self.sizes[..self.pawns].iter().product()
    }

    /// The number of places in a slice.
    pub fn slice_len(&self) -> usize {
        self.pawns.checked_sub(1).map_or_else(|| self.len(), |last| self.strides[last])
    }

    /// How far apart places are when one man moves one square.
    #[inline]
    pub fn stride(&self, slot: usize) -> usize {
        self.strides[slot]
    }

    /// The place of the first man's square, which must be a canonical one.
    #[inline]
    fn first_digit(&self, square: usize) -> usize {
        if self.pawns == 0 { king_home(square).0 } else { (square / 8 - 1) * 4 + square % 8 }
    }

    /// The symmetry that makes a placement canonical.
    #[inline]
    pub fn turn(&self, first: usize) -> BoardSymmetry {
        if self.pawns == 0 { king_home(first).1 } else { BoardSymmetry(u8::from(first % 8 > 3)) }
    }

    /// The place of a placement; men may stand anywhere that their kind may.
    #[inline]
    pub fn index(&self, squares: &Squares) -> usize {
        let images = self.turn(usize::from(squares[0])).images();
        let image = |square: u8| usize::from(images[usize::from(square & 63)]);
        let mut index = self.first_digit(image(squares[0]));
        for &pawn in squares.get(1..self.pawns).unwrap_or_default() {
            index = index * 48 + image(pawn) - 8;
        }
        for &square in squares.get(self.pawns.max(1)..self.men.len()).unwrap_or_default() {
            index = index << 6 | image(square);
        }
        index
    }

    /// The placement at a place.
    #[inline]
    pub fn squares(&self, index: usize) -> Squares {
        let mut squares = [0; MAX_MEN];
        let mut rest = index;
        for square in squares.get_mut(self.pawns.max(1)..self.men.len()).unwrap_or_default().iter_mut().rev() {
            *square = (rest & 63) as u8;
            rest >>= 6;
        }
        for pawn in squares.get_mut(1..self.pawns).unwrap_or_default().iter_mut().rev() {
            *pawn = (rest % 48 + 8) as u8;
            rest /= 48;
        }
        squares[0] = if self.pawns == 0 { TRIANGLE[rest] } else { ((rest / 4 + 1) * 8 + rest % 4) as u8 };
        squares
    }

    /// The board of a placement, unless two men share a square.
    pub fn board(&self, squares: &Squares) -> Option<Board> {
        let mut board = Board::empty();
        for (man, &square) in self.men.iter().zip(squares) {
            let square = Square::new(u32::from(square));
            if board.piece_at(square).is_some() {
                return None;
            }
            board.set_piece_at(square, Piece { color: man.color, role: man.kind });
        }
        Some(board)
    }

    /// The squares of the men of a board with this material, colours exchanged first if asked.
    pub fn squares_of_board(&self, board: &Board, exchanged: bool) -> Option<Squares> {
        let mut squares = [0; MAX_MEN];
        let mut taken = 0u64;
        for (slot, man) in self.men.iter().enumerate() {
            let color = if exchanged { !man.color } else { man.color };
            let set = (board.by_color(color) & board.by_role(man.kind)).0 & !taken;
            if set == 0 {
                return None;
            }
            let square = set.trailing_zeros() as usize;
            taken |= rules::bit(square);
            squares[slot] = (if exchanged { square ^ 0x38 } else { square }) as u8;
        }
        Some(squares)
    }

    /// The advancement of the pawns of a slice; pawn moves raise it.
    pub fn advancement(&self, slice: usize) -> usize {
        let squares = self.squares(slice * self.slice_len());
        self.men[..self.pawns]
            .iter()
            .zip(squares)
            .map(|(man, square)| match man.color {
                Color::White => usize::from(square) / 8,
                Color::Black => 7 - usize::from(square) / 8,
            })
            .sum()
    }

    /// The lanes of a word whose positions are legal with a side to move.
    ///
    /// `fixed` is the set of squares of the men but the last, which must all be different.
    pub fn legal_lanes(&self, turn: Color, squares: &Squares, fixed: u64) -> u64 {
        let lane = self.lane();
        let king = self.king(!turn);
        let mut lanes = !fixed;
        for (slot, man) in self.men.iter().enumerate().filter(|(_, man)| man.color == turn) {
            if slot == lane {
                lanes &= !rules::attacks_of(*man, squares[king].into(), fixed);
                continue;
            }
            let reach = rules::attacks_of(*man, squares[slot].into(), fixed);
            if king == lane {
                lanes &= !reach;
            } else if reach & rules::bit(squares[king].into()) != 0 {
                // Only a man in between makes the position legal.
                let (a, b) = (squares[slot].into(), squares[king].into());
                lanes &= if rules::is_slider(man.kind) { rules::between(a, b) } else { 0 };
            }
        }
        lanes
    }

    /// The set of squares of the men but the last; `None` if two of them share a square.
    #[inline]
    pub fn fixed(&self, squares: &Squares) -> Option<u64> {
        let lane = self.lane();
        let fixed = squares[..lane].iter().fold(0, |set, &square| set | rules::bit(square.into()));
        (fixed.count_ones() as usize == lane).then_some(fixed)
    }

    /// Whether the kings of a placement are one of the 462 (or, with pawns, all) king pairs.
    #[inline]
    pub fn in_c462(&self, squares: &Squares) -> bool {
        if self.pawns > 0 {
            return true;
        }
        let (white, black) = (squares[0], squares[1]);
        white / 8 != white % 8 || black / 8 <= black % 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_round_trip() {
        for material in (2..=4).flat_map(Material::all) {
            let layout = Layout::new(material);
            for index in (0..layout.len()).step_by(977) {
                assert_eq!(layout.index(&layout.squares(index)), index, "{material}");
            }
        }
    }

    #[test]
    fn preimages_agree_with_images() {
        let set = 0x0123_4567_89AB_CDEF_u64;
        for turn in (0..8).map(BoardSymmetry) {
            let slow = (0..64).filter(|&s| set & rules::bit(turn.square(s)) != 0).fold(0, |acc, s| acc | rules::bit(s));
            assert_eq!(turn.preimage(set), slow, "{turn:?}");
        }
    }

    #[test]
    fn there_are_462_king_pairs() {
        let layout = Layout::new(Material::KINGS);
        let king = Man { color: Color::White, kind: PieceType::King };
        let pairs = (0..layout.len())
            .map(|index| layout.squares(index))
            .filter(|squares| layout.in_c462(squares) && squares[0] != squares[1])
            .filter(|squares| rules::attacks_of(king, squares[0].into(), 0) & rules::bit(squares[1].into()) == 0)
            .count();
        assert_eq!(pairs, 462);
    }
}
