//! Chess as a complex system.
//!
//! Points are the squares, elements the men, values pawn 1 to king 200. Trajectories are geometric:
//! they ignore the other men, castling, en passant and whose turn it is; whoever plays moves asks
//! the rules instead. On a board without obstacles all distances are read from tables that the
//! compiler fills by the same breadth-first search; with obstacles the search runs anew, and lines
//! end at an obstacle.
//!
//! Men that stand in the way close a line. Distances ignore them, as in the paper, but by default
//! trajectories use only open lines: a trajectory over a closed line is inactive until the man is
//! gone ([`Lines`]).
//!
//! A pawn has two relations: *push*, with the double step from its first rank, and *strike*, one
//! diagonal step. To capture or control a square it pushes any number of times and strikes once.
//!
//! Source: seed 001, *Chess as a complex system*.

use super::{
    distance::Map,
    system::{ComplexSystem, Element, Gait, Point, PointSet, Side},
};
use crate::chess::{Bitboard, Color, Piece, PieceType, Position, Rank, Square, attacks};

/// What the men of a position mean to the lines of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// A man closes lines and stops pawns; it can be captured or joined where it stands.
    #[default]
    Open,
    /// Men are transparent, as in the formal model.
    Geometric,
}

/// The men of a position, or none, on a board with obstacles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessSystem {
    elements: Vec<Element<Piece>>,
    /// Squares that do not exist for anybody.
    obstacles: Bitboard,
    /// Squares that close lines.
    blockers: Bitboard,
}

impl ChessSystem {
    /// The men of a position on a board without obstacles.
    pub fn new(position: &Position, lines: Lines) -> ChessSystem {
        let elements = position
            .board()
            .clone()
            .into_iter()
            .map(|(square, piece)| Element {
                side: side(piece.color),
                kind: piece,
                at: point(square),
                value: value(piece.role),
                letter: piece.role.upper_char(),
            })
            .collect();
        let blockers = match lines {
            Lines::Open => position.board().occupied(),
            Lines::Geometric => Bitboard::EMPTY,
        };
        ChessSystem { elements, obstacles: Bitboard::EMPTY, blockers }
    }

    /// A board without men.
    pub fn empty(obstacles: &[Square]) -> ChessSystem {
        let obstacles = obstacles.iter().copied().collect();
        ChessSystem { elements: Vec::new(), obstacles, blockers: obstacles }
    }

    fn pushes(&self, color: Color, from: Square) -> Bitboard {
        let forward = if color == Color::White { 8 } else { -8 };
        let free = |square: &Square| !self.blockers.contains(*square);
        let one = from.offset(forward).filter(free);
        let two = one.filter(|_| from.rank() == color.relative_rank(Rank::Second));
        let two = two.and_then(|square| square.offset(forward)).filter(free);
        one.into_iter().chain(two).collect()
    }

    /// The man on a square, by its index among the elements.
    pub fn element_on(&self, square: Square) -> Option<usize> {
        self.elements.binary_search_by_key(&point(square), |element| element.at).ok()
    }
}

/// The point of a square.
#[inline]
pub const fn point(square: Square) -> Point {
    Point(square as u8)
}

/// The square of a point.
#[inline]
pub fn square(point: Point) -> Square {
    Square::new(u32::from(point.0))
}

/// The side of a colour.
pub const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// The colour of a side.
pub const fn color(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

/// The values of the paper.
pub const fn value(piece_type: PieceType) -> u32 {
    match piece_type {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 200,
    }
}

impl ComplexSystem for ChessSystem {
    type Kind = Piece;

    fn point_count(&self) -> usize {
        64
    }

    fn name(&self, point: Point) -> String {
        square(point).to_string()
    }

    fn elements(&self) -> &[Element<Piece>] {
        &self.elements
    }

    fn reach(&self, kind: Piece, from: Point) -> PointSet {
        if self.blockers.is_empty() {
            return PointSet(REACH[row(kind, Gait::Travel)][from.index()]);
        }
        let from = square(from);
        let steps = match kind.role {
            PieceType::Pawn => self.pushes(kind.color, from),
            PieceType::Knight => attacks::knight_attacks(from),
            PieceType::King => attacks::king_attacks(from),
            PieceType::Bishop => attacks::bishop_attacks(from, self.blockers),
            PieceType::Rook => attacks::rook_attacks(from, self.blockers),
            PieceType::Queen => attacks::queen_attacks(from, self.blockers),
        };
        PointSet(steps.without(self.obstacles).0)
    }

    fn strike(&self, kind: Piece, from: Point) -> PointSet {
        if kind.role != PieceType::Pawn {
            return self.reach(kind, from);
        }
        PointSet(attacks::pawn_attacks(kind.color, square(from)).without(self.obstacles).0)
    }

    fn is_uniform(&self, kind: Piece) -> bool {
        kind.role != PieceType::Pawn
    }

    fn supports_itself(&self, kind: Piece) -> bool {
        kind.role == PieceType::Pawn
    }

    fn map_from(&self, kind: Piece, from: Point) -> Map {
        if self.obstacles.is_empty() {
            // Against the direction of movement a pawn is a pawn of the other colour, but for the
            // double step; every other relation is symmetric.
            if kind.role == PieceType::Pawn {
                return Map::from_point(self, kind, from);
            }
            return Map { distances: DISTANCE_TO[row(kind, Gait::Travel)][from.index()] };
        }
        Map::from_point(self, kind, from)
    }

    fn map_to(&self, kind: Piece, gait: Gait, to: Point) -> Map {
        if self.obstacles.is_empty() {
            return Map { distances: DISTANCE_TO[row(kind, gait)][to.index()] };
        }
        Map::to_point(self, kind, gait, to)
    }

    fn ring_to(&self, kind: Piece, gait: Gait, to: Point, distance: u32) -> PointSet {
        if self.obstacles.is_empty() {
            return PointSet(RING_TO[row(kind, gait)][to.index()][distance.min(8) as usize]);
        }
        Map::to_point(self, kind, gait, to).ring(distance)
    }

    fn distance(&self, kind: Piece, gait: Gait, from: Point, to: Point) -> Option<u32> {
        if self.obstacles.is_empty() {
            return distance(kind, gait, square(from), square(to));
        }
        Map::to_point(self, kind, gait, to).get(from)
    }

    fn with_elements(&self, elements: Vec<Element<Piece>>) -> ChessSystem {
        let old: Bitboard = self.elements.iter().map(|element| square(element.at)).collect();
        let new: Bitboard = elements.iter().map(|element| square(element.at)).collect();
        let open = !old.is_empty() && self.blockers.is_superset(old);
        let blockers = if open { self.obstacles | new } else { self.obstacles };
        ChessSystem { elements, obstacles: self.obstacles, blockers }
    }
}

// ---------------------------------------------------------------------------------------------
// Tables for the board without obstacles, filled at compile time.

const ROWS: usize = 9;
const WHITE_PUSH: usize = 5;
const BLACK_PUSH: usize = 6;
const WHITE_STRIKE: usize = 7;
const BLACK_STRIKE: usize = 8;

/// The row of the tables for a piece and gait.
#[inline]
fn row(piece: Piece, gait: Gait) -> usize {
    match (piece.role, piece.color, gait) {
        (PieceType::Knight, ..) => 0,
        (PieceType::Bishop, ..) => 1,
        (PieceType::Rook, ..) => 2,
        (PieceType::Queen, ..) => 3,
        (PieceType::King, ..) => 4,
        (PieceType::Pawn, Color::White, Gait::Travel) => WHITE_PUSH,
        (PieceType::Pawn, Color::Black, Gait::Travel) => BLACK_PUSH,
        (PieceType::Pawn, Color::White, Gait::Strike) => WHITE_STRIKE,
        (PieceType::Pawn, Color::Black, Gait::Strike) => BLACK_STRIKE,
    }
}

/// One step of every relation from every square.
static REACH: [[u64; 64]; ROWS] = reach_tables();

/// `DISTANCE_TO[row][to][from]`.
static DISTANCE_TO: [[[u8; 64]; 64]; ROWS] = distance_tables();

/// `RING_TO[row][to][distance]`: the squares at a distance from 0 to 7; the last set is empty.
static RING_TO: [[[u64; 9]; 64]; ROWS] = ring_tables();

/// The distance of a piece between two squares of a board without obstacles.
#[inline]
pub fn distance(piece: Piece, gait: Gait, from: Square, to: Square) -> Option<u32> {
    match DISTANCE_TO[row(piece, gait)][to as usize][from as usize] {
        u8::MAX => None,
        steps => Some(u32::from(steps)),
    }
}

const fn ray(from: usize, file_step: i32, rank_step: i32, longest: i32) -> u64 {
    let mut squares = 0;
    let mut step = 1;
    while step <= longest {
        let file = (from % 8) as i32 + file_step * step;
        let rank = (from / 8) as i32 + rank_step * step;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            break;
        }
        squares |= 1 << (rank * 8 + file);
        step += 1;
    }
    squares
}

const fn reach_tables() -> [[u64; 64]; ROWS] {
    const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut tables = [[0; 64]; ROWS];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            tables[0][from] |= ray(from, KNIGHT[i].0, KNIGHT[i].1, 1);
            i += 1;
        }
        i = 0;
        while i < 4 {
            let (diagonal, straight) = (DIAGONAL[i], STRAIGHT[i]);
            tables[1][from] |= ray(from, diagonal.0, diagonal.1, 7);
            tables[2][from] |= ray(from, straight.0, straight.1, 7);
            tables[4][from] |= ray(from, diagonal.0, diagonal.1, 1) | ray(from, straight.0, straight.1, 1);
            i += 1;
        }
        tables[3][from] = tables[1][from] | tables[2][from];
        let rank = from / 8;
        tables[WHITE_PUSH][from] = ray(from, 0, 1, if rank == 1 { 2 } else { 1 });
        tables[BLACK_PUSH][from] = ray(from, 0, -1, if rank == 6 { 2 } else { 1 });
        tables[WHITE_STRIKE][from] = ray(from, 1, 1, 1) | ray(from, -1, 1, 1);
        tables[BLACK_STRIKE][from] = ray(from, 1, -1, 1) | ray(from, -1, -1, 1);
        from += 1;
    }
    tables
}

#[expect(clippy::large_stack_arrays, reason = "runs at compile time only")]
const fn distance_tables() -> [[[u8; 64]; 64]; ROWS] {
    let reach = reach_tables();
    let mut tables = [[[u8::MAX; 64]; 64]; ROWS];
    let mut row = 0;
    while row < ROWS {
        // Before its strike a pawn pushes.
        let travel = if row >= WHITE_STRIKE { row - 2 } else { row };
        let mut to = 0;
        while to < 64 {
            tables[row][to][to] = 0;
            let mut seen = 1u64 << to;
            let mut layer = seen;
            let mut distance = 1;
            while layer != 0 {
                let relation = if distance == 1 { row } else { travel };
                let mut next = 0u64;
                let mut from = 0;
                while from < 64 {
                    if seen >> from & 1 == 0 && reach[relation][from] & layer != 0 {
                        next |= 1 << from;
                        tables[row][to][from] = distance;
                    }
                    from += 1;
                }
                seen |= next;
                layer = next;
                distance += 1;
            }
            to += 1;
        }
        row += 1;
    }
    tables
}

#[expect(clippy::large_stack_arrays, reason = "runs at compile time only")]
const fn ring_tables() -> [[[u64; 9]; 64]; ROWS] {
    let mut rings = [[[0; 9]; 64]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let mut to = 0;
        while to < 64 {
            let mut from = 0;
            while from < 64 {
                let distance = DISTANCE_TO[row][to][from];
                if distance < 8 {
                    rings[row][to][distance as usize] |= 1 << from;
                }
                from += 1;
            }
            to += 1;
        }
        row += 1;
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_equal_the_search() {
        let board = ChessSystem::empty(&[]);
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let piece = Piece { color, role: piece_type };
                for origin in (0..64).map(Point) {
                    assert_eq!(board.map_from(piece, origin), Map::from_point(&board, piece, origin));
                    for gait in [Gait::Travel, Gait::Strike] {
                        assert_eq!(board.map_to(piece, gait, origin), Map::to_point(&board, piece, gait, origin));
                    }
                }
            }
        }
    }

    #[test]
    fn obstacles_stop_lines_and_double_steps() {
        let board = ChessSystem::empty(&[Square::E3, Square::D4]);
        let piece = |char| Piece::from_char(char).unwrap();
        assert!(board.reach(piece('P'), point(Square::E2)).is_empty());
        assert!(!board.reach(piece('R'), point(Square::A4)).contains(point(Square::E4)));
        assert_eq!(board.reach(piece('P'), point(Square::B2)).len(), 2);
    }

    #[test]
    fn a_pawn_strikes_after_any_number_of_pushes() {
        let pawn = Piece::from_char('P').unwrap();
        let far = |from, to| distance(pawn, Gait::Strike, from, to);
        assert_eq!(far(Square::H2, Square::G3), Some(1));
        assert_eq!(far(Square::H2, Square::G5), Some(2));
        assert_eq!(far(Square::H3, Square::G5), Some(2));
        assert_eq!(far(Square::H2, Square::H4), None);
        assert_eq!(far(Square::H2, Square::F4), None);
    }
}
