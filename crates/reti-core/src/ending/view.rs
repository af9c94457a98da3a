//! What the detectors of endings share: material, distances, and the board seen from one side.
//!
//! Endings are written for a *strong* side whose pawns go up; [`View`] turns squares so that one text
//! serves both colours.

use crate::chess::{Bitboard, Board, Color, PieceType, Position, Rank, Square, attacks};

/// A position seen from one side: its first rank is the first.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The position as it is.
    pub position: &'a Position,
    /// The side from which it is seen.
    pub strong: Color,
}

impl<'a> View<'a> {
    /// The position seen from each side.
    pub fn both(position: &'a Position) -> [View<'a>; 2] {
        Color::ALL.map(|strong| View { position, strong })
    }

    /// The same if only kings and pawns are left.
    pub fn of_pawns(position: &'a Position) -> impl Iterator<Item = View<'a>> {
        View::both(position).into_iter().filter(|view| only_pawns(view.position.board()))
    }

    /// A square of the board as this side sees it; its own inverse.
    pub fn turned(&self, square: Square) -> Square {
        match self.strong {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        }
    }

    /// The strong king, as its side sees it.
    pub fn king(&self) -> Square {
        self.turned(self.position.king(self.strong))
    }

    /// The other king, as the strong side sees it.
    pub fn other_king(&self) -> Square {
        self.turned(self.position.king(!self.strong))
    }

    /// Whether the strong side is to move.
    pub fn is_to_move(&self) -> bool {
        self.position.turn() == self.strong
    }

    /// The strong men besides the king, if they are exactly these, as their side sees them.
    pub fn own<const N: usize>(&self, kinds: [PieceType; N]) -> Option<[Square; N]> {
        army(self.position.board(), self.strong, kinds).map(|men| men.map(|man| self.turned(man)))
    }

    /// The other side's men besides the king, if they are exactly these, as the strong side sees them.
    pub fn others<const N: usize>(&self, kinds: [PieceType; N]) -> Option<[Square; N]> {
        army(self.position.board(), !self.strong, kinds).map(|men| men.map(|man| self.turned(man)))
    }

    /// Whether the side to move can take something.
    pub fn can_capture(&self) -> bool {
        self.position.legal_moves().iter().any(|m| m.is_capture())
    }
}

/// The men of a side besides its king, if they are exactly these; equal kinds in order of squares.
pub(super) fn army<const N: usize>(board: &Board, color: Color, kinds: [PieceType; N]) -> Option<[Square; N]> {
    let men = board.by_color(color) & !board.kings();
    if men.count() != N {
        return None;
    }
    let mut left = men;
    let mut found = [Square::A1; N];
    for (kind, place) in kinds.into_iter().zip(&mut found) {
        *place = (left & board.by_role(kind)).first()?;
        left = left.without(*place);
    }
    Some(found)
}

/// King moves from one square to another on an empty board.
pub(super) fn distance(one: Square, other: Square) -> i32 {
    files_apart(one, other).max(ranks_apart(one, other))
}

pub(super) fn files_apart(one: Square, other: Square) -> i32 {
    (i32::from(one.file()) - i32::from(other.file())).abs()
}

pub(super) fn ranks_apart(one: Square, other: Square) -> i32 {
    (i32::from(one.rank()) - i32::from(other.rank())).abs()
}

/// The rank as players count it, from 1.
pub(super) fn rank(square: Square) -> i32 {
    i32::from(square.rank()) + 1
}

/// The file counted from the nearer edge: 0 for a rook's pawn, 3 for a centre pawn.
pub(super) fn from_edge(square: Square) -> i32 {
    let file = i32::from(square.file());
    file.min(7 - file)
}

/// Whether a square is on the edge of the board.
pub(super) fn on_edge(square: Square) -> bool {
    from_edge(square) == 0 || matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// Where a pawn that goes up becomes a queen.
pub(super) fn goal(pawn: Square) -> Square {
    Square::from_coords(pawn.file(), Rank::Eighth)
}

/// The square some files and ranks away, if it is on the board.
pub(super) fn step(square: Square, files: i32, ranks: i32) -> Option<Square> {
    Some(Square::from_coords(square.file().offset(files)?, square.rank().offset(ranks)?))
}

/// Whether two squares have the same colour.
pub(super) fn same_color(one: Square, other: Square) -> bool {
    one.is_light() == other.is_light()
}

/// The four corners.
pub(super) const CORNERS: [Square; 4] = [Square::A1, Square::A8, Square::H1, Square::H8];

/// Whether nothing but kings and pawns is left, with at least one pawn.
pub(super) fn only_pawns(board: &Board) -> bool {
    board.pawns().any() && (board.occupied() & !board.kings() & !board.pawns()).is_empty()
}

/// Whether the side to move has a mate in one.
pub(super) fn mates_at_once(position: &Position) -> bool {
    position.legal_moves().iter().any(|&m| position.play(m).is_checkmate())
}

/// The squares in front of a pawn that goes up, to its queening square.
pub(super) fn way(pawn: Square) -> Bitboard {
    let goal = goal(pawn);
    attacks::between(pawn, goal).with(goal).without(pawn)
}

/// A passed pawn with nothing in its way, and how many moves it needs to queen.
pub(super) struct Runner {
    pub pawn: Square,
    pub steps: i32,
}

/// The passed pawns of the strong side with nothing in their way, as it sees them; only kings and pawns.
pub(super) fn runners(view: &View<'_>) -> Vec<Runner> {
    let board = view.position.board();
    let turned = |set: Bitboard| -> Bitboard { set.into_iter().map(|square| view.turned(square)).collect() };
    let occupied = turned(board.occupied());
    let rivals = turned(board.pawns() & board.by_color(!view.strong));
    let own = turned(board.pawns() & board.by_color(view.strong));
    let stopped = |pawn: Square| {
        let beside = |rival: Square| files_apart(rival, pawn) <= 1 && rival.rank() > pawn.rank();
        (way(pawn) & occupied).any() || rivals.into_iter().any(beside)
    };
    let free = own.into_iter().filter(|&pawn| !stopped(pawn));
    free.map(|pawn| Runner { pawn, steps: 8 - rank(pawn) - i32::from(rank(pawn) == 2) }).collect()
}
