//! Distances: how many moves an element needs, on a board that holds only obstacles.
//!
//! `MAP` fills the board in layers, like a stone's rings in water. Reading the relation backwards
//! gives the distance *to* a point; a pawn needs both, because it never returns. The historical
//! tables `T15` put the piece in the middle of a 15 by 15 board, so that one table serves all
//! squares; they do not know where the edge is, which is wrong for the knight next to a corner.
//!
//! Source: seed 001, *A geometry of complex system*, *Chess as a complex system*, figure 2.

use super::system::{ComplexSystem, Gait, Point, PointSet};
use crate::chess::{Color, Piece, PieceType, Square};

const UNREACHABLE: u8 = u8::MAX;

/// Distances between one point and all points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub(super) distances: [u8; 64],
}

impl Map {
    /// Breadth-first layers of ordinary steps from a point.
    pub fn from_point<S: ComplexSystem>(system: &S, kind: S::Kind, from: Point) -> Map {
        Map::layers(system, from, |layer| {
            layer.into_iter().fold(PointSet::EMPTY, |next, point| next | system.reach(kind, point))
        })
    }

    /// Breadth-first layers against the direction of movement, to a point.
    pub fn to_point<S: ComplexSystem>(system: &S, kind: S::Kind, gait: Gait, to: Point) -> Map {
        let all = (0..system.point_count() as u8).map(Point);
        let before = |layer: PointSet, gait: Gait| -> PointSet {
            all.clone()
                .filter(|&point| {
                    let steps = match gait {
                        Gait::Travel => system.reach(kind, point),
                        Gait::Strike => system.strike(kind, point),
                    };
                    !(steps & layer).is_empty()
                })
                .collect()
        };
        // Only the last step strikes; the steps before it are ordinary.
        let mut last = gait;
        Map::layers(system, to, |layer| before(layer, std::mem::replace(&mut last, Gait::Travel)))
    }

    fn layers<S: ComplexSystem>(system: &S, origin: Point, mut grow: impl FnMut(PointSet) -> PointSet) -> Map {
        debug_assert!(system.point_count() <= 64);
        let mut distances = [UNREACHABLE; 64];
        distances[origin.index()] = 0;
        let mut seen = PointSet::of(origin);
        let mut layer = seen;
        for distance in 1..=64 {
            layer = grow(layer).without(seen);
            if layer.is_empty() {
                break;
            }
            seen |= layer;
            for point in layer {
                distances[point.index()] = distance;
            }
        }
        Map { distances }
    }

    /// The distance of a point; `None` if it cannot be reached.
    #[inline]
    pub fn get(&self, point: Point) -> Option<u32> {
        match self.distances[point.index()] {
            UNREACHABLE => None,
            distance => Some(u32::from(distance)),
        }
    }

    /// The distance as the paper writes it: `2n` if the point cannot be reached.
    pub fn paper_value(&self, point: Point, point_count: usize) -> u32 {
        self.get(point).unwrap_or(2 * point_count as u32)
    }

    /// The points at exactly this distance (`ST_k`).
    pub fn ring(&self, distance: u32) -> PointSet {
        (0..64).map(Point).filter(|&point| self.get(point) == Some(distance)).collect()
    }
}

/// The `T15` entry for a piece between two squares; 128 where the table has no path.
///
/// Pawns are read from the tables of their own colour, which know neither strikes nor the double
/// step: a table without edges cannot know ranks.
pub fn t15(piece: Piece, from: Square, to: Square) -> u32 {
    t15_at(piece, to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32)
}

/// The `T15` entry at an offset from the centre, each coordinate from -7 to 7.
pub fn t15_at(piece: Piece, files: i32, ranks: i32) -> u32 {
    const NO_PATH: u32 = 128;
    if (files, ranks) == (0, 0) {
        return 0;
    }
    let (x, y) = (files.unsigned_abs(), ranks.unsigned_abs());
    let straight = x == 0 || y == 0;
    let diagonal = x == y;
    let two_unless = |one: bool| if one { 1 } else { 2 };
    match piece.role {
        PieceType::King => x.max(y),
        PieceType::Rook => two_unless(straight),
        PieceType::Queen => two_unless(straight || diagonal),
        PieceType::Bishop if (x + y) % 2 == 1 => NO_PATH,
        PieceType::Bishop => two_unless(diagonal),
        PieceType::Knight => knight_steps(x, y),
        PieceType::Pawn => {
            let forward = if piece.color == Color::White { ranks } else { -ranks };
            if x == 0 && forward > 0 { y } else { NO_PATH }
        }
    }
}

/// Knight moves over an offset on a board without edges.
fn knight_steps(x: u32, y: u32) -> u32 {
    let (long, short) = (x.max(y), x.min(y));
    match (long, short) {
        (1, 0) => 3,
        (2, 2) => 4,
        _ => {
            let least = long.div_ceil(2).max((long + short).div_ceil(3));
            // Every move changes the colour of the square, so the parity is fixed.
            least + (least + long + short) % 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ChessSystem;

    const PIECES: [PieceType; 5] =
        [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    fn truth(piece: Piece, from: Square, to: Square) -> u32 {
        let board = ChessSystem::empty(&[]);
        Map::from_point(&board, piece, Point(from as u8)).paper_value(Point(to as u8), 64)
    }

    #[test]
    fn t15_errs_only_for_the_knight_beside_a_corner() {
        let mut wrong = Vec::new();
        for piece_type in PIECES {
            let piece = Piece { color: Color::White, role: piece_type };
            for from in Square::ALL {
                for to in Square::ALL {
                    let (table, truth) = (t15(piece, from, to), truth(piece, from, to));
                    if table != truth {
                        wrong.push((piece_type, from.to_string() + &to.to_string(), table, truth));
                    }
                }
            }
        }
        let expected: Vec<_> = ["a1b2", "h1g2", "b2a1", "g2h1", "b7a8", "g7h8", "a8b7", "h8g7"]
            .map(|pair| (PieceType::Knight, pair.to_owned(), 2, 4))
            .to_vec();
        // The offset of these pairs is (1,1): two knight moves on a board without edges.
        assert_eq!(wrong, expected);
    }

    #[test]
    fn knight_table_has_its_known_rows() {
        let knight = Piece { color: Color::White, role: PieceType::Knight };
        let row: Vec<_> = (-7..=7).map(|files| t15_at(knight, files, 0)).collect();
        assert_eq!(row, [5, 4, 3, 2, 3, 2, 3, 0, 3, 2, 3, 2, 3, 4, 5]);
        assert_eq!((t15_at(knight, 7, 7), t15_at(knight, 7, -7), t15_at(knight, 2, 2)), (6, 6, 4));
    }

    /// Figure 2 of seed 001: the rook on c2.
    #[test]
    fn rook_table_is_a_cross_of_ones() {
        let rook = Piece { color: Color::White, role: PieceType::Rook };
        for to in Square::ALL {
            let cross = to.file() == Square::C2.file() || to.rank() == Square::C2.rank();
            let expected = if to == Square::C2 { 0 } else { 2 - u32::from(cross) };
            assert_eq!(t15(rook, Square::C2, to), expected, "{to}");
        }
    }

    #[test]
    fn a_pawn_measures_backwards_with_the_other_colours_table() {
        for from in Square::ALL {
            for to in Square::ALL {
                let white = t15(Piece { color: Color::White, role: PieceType::Pawn }, from, to);
                let black = t15(Piece { color: Color::Black, role: PieceType::Pawn }, to, from);
                assert_eq!(white, black);
            }
        }
    }

    #[test]
    fn maps_obey_the_triangle_inequality() {
        let board = ChessSystem::empty(&[Square::D4, Square::E5, Square::F3]);
        for piece_type in PieceType::ALL {
            let piece = Piece { color: Color::Black, role: piece_type };
            let maps: Vec<_> = (0..64).map(|point| board.map_from(piece, Point(point))).collect();
            for x in 0..64 {
                for y in 0..64 {
                    for z in 0..64 {
                        let far = |from: usize, to: u8| maps[from].paper_value(Point(to), 64);
                        assert!(far(x, y) + far(y as usize, z) >= far(x, z));
                    }
                }
            }
        }
    }
}
