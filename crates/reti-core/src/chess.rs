//! The vocabulary: positions, moves, square sets, and their texts.
//!
//! The rules come from a library; this module gives them Reti's words (`PieceType`, not *role*,
//! which is the part a piece plays in a motif) and is the only place in the workspace that names
//! the library. A [`Position`] is a legal state of a game and an immutable value: exactly one king
//! a side, and the side that is not to move is not in check (decision D-01). Text is checked once,
//! here, and never again further inside.

mod fen;
mod move_text;
mod symmetry;

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, PositionErrorKinds, fen::Fen, zobrist::Zobrist64,
};

pub use fen::{FenError, FenProblem};
pub use move_text::{MoveError, MoveProblem};
pub use shakmaty::{
    Bitboard, Board, ByColor, CastlingSide, Color, File, Move, MoveList, Piece, Rank, Role as PieceType, Square,
    attacks,
};
pub use symmetry::{Symmetry, flip_board, mirror_board};

/// The array index of a piece type, pawn first and king last.
#[inline]
pub const fn type_index(piece_type: PieceType) -> usize {
    piece_type as usize - 1
}

/// The array index of a colour: white 0, black 1.
#[inline]
pub const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The rules library's position; see [`Position::rules`].
pub type Rules = Chess;

/// A legal state of the game; an immutable value.
///
/// ```
/// use reti_core::chess::Position;
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
/// let push = position.parse_move("e4").unwrap();
/// assert_eq!(position.play(push).fen(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Chess,
}

impl Position {
    /// The library's own position, for the one reader of files that needs it (Syzygy tables).
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start of a game.
    pub fn start() -> Position {
        Position { rules: Chess::new() }
    }

    /// Reads a FEN; the error says which part is wrong and what was expected there.
    ///
    /// The move counters may be missing, and so may the last fields before them, as in EPD.
    /// Castling rights are read in X-FEN and Shredder notation, so Chess960 positions work.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        fen::read(text)
    }

    /// A position from parts: placement, side to move; no castling, no en passant.
    ///
    /// `None` if the placement is not legal with that side to move.
    pub fn from_board(board: Board, turn: Color) -> Option<Position> {
        let mut setup = shakmaty::Setup::empty();
        setup.board = board;
        setup.turn = turn;
        Position::from_setup(setup).ok()
    }

    fn from_setup(setup: shakmaty::Setup) -> Result<Position, PositionErrorKinds> {
        let mode = CastlingMode::detect(&setup);
        Chess::from_setup(setup, mode)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .map(|rules| Position { rules })
            .map_err(|error| error.kinds())
    }

    /// The FEN of the position; the en passant square is named only when the capture is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.rules, EnPassantMode::Legal).to_string()
    }

    /// The placement of the pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.rules.turn()
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board().king_of(color).expect("a legal position has both kings")
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.rules.checkers()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.rules.is_check()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.rules.is_checkmate()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        self.rules.is_stalemate()
    }

    /// Whether neither side could ever mate, by the usual automatic rule.
    pub fn is_dead(&self) -> bool {
        self.rules.is_insufficient_material()
    }

    /// All legal moves of the side to move.
    pub fn legal_moves(&self) -> MoveList {
        self.rules.legal_moves()
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, m: Move) -> bool {
        self.rules.is_legal(m)
    }

    /// The square that an en passant capture would land on, if one is legal now.
    pub fn en_passant_square(&self) -> Option<Square> {
        self.rules.legal_ep_square()
    }

    /// Whether any castling right is left.
    pub fn has_castling_rights(&self) -> bool {
        self.rules.castles().any()
    }

    /// Whether one castling right is left.
    pub fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        self.rules.castles().has(color, side)
    }

    /// The rook square of a castling right, and the squares that must be empty for it.
    pub fn castling_path(&self, color: Color, side: CastlingSide) -> Option<(Square, Bitboard)> {
        let castles = self.rules.castles();
        castles.rook(color, side).map(|rook| (rook, castles.path(color, side)))
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.rules.halfmoves()
    }

    /// The number of the current move, from 1.
    pub fn fullmoves(&self) -> u32 {
        self.rules.fullmoves().get()
    }

    /// The position after a legal move.
    ///
    /// # Panics
    /// If the move is not legal (checked in debug builds only).
    #[must_use]
    pub fn play(&self, m: Move) -> Position {
        debug_assert!(self.is_legal(m), "{m} is not legal in {}", self.fen());
        let mut rules = self.rules.clone();
        rules.play_unchecked(m);
        Position { rules }
    }

    /// The same position with the other side to move, as after a pass; `None` in check.
    pub fn pass(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut setup = self.rules.to_setup(EnPassantMode::Legal);
        setup.swap_turn();
        setup.ep_square = None;
        Position::from_setup(setup).ok()
    }

    /// A key that is equal for equal positions (placement, side, castling, legal en passant).
    pub fn key(&self) -> u64 {
        let Zobrist64(key) = self.rules.zobrist_hash(EnPassantMode::Legal);
        key
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
