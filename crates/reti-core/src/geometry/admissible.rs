//! Trajectories with one bend: the grammar of shortest and admissible trajectories, `G_t(2)`.
//!
//! If the straight way is closed, an element goes around: to some point aside and from there to its
//! goal, each leg a shortest trajectory. The points where a path of length *l* can bend are called
//! `DOCK`: the distances from the start and to the end add up to *l*. Both legs are derived as in
//! `G_t(1)` with their own constants (the handout's global constants cannot generate its own example),
//! and strings that several docks produce are kept once.
//!
//! Source: seed 001, *Language of trajectories* (admissible trajectories of degree 2).

use super::{
    system::{ComplexSystem, Gait, Point, PointSet},
    trajectory::{Bundle, Trajectory},
};

/// When trajectories of degree 2 are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Degree2 {
    /// Never.
    Off,
    /// If no shortest trajectory is free.
    #[default]
    IfAllShortestBlocked,
    /// Always.
    Always,
}

/// `DOCK_l`: the points whose distances from the start and to the end add up to `length`.
pub fn dock<S: ComplexSystem>(system: &S, kind: S::Kind, from: Point, to: Point, length: u32) -> PointSet {
    let (start, end) = (system.map_from(kind, from), system.map_to(kind, Gait::Travel, to));
    (0..system.point_count() as u8)
        .map(Point)
        .filter(|&v| v != from && v != to)
        .filter(|&v| matches!((start.get(v), end.get(v)), (Some(a), Some(b)) if a + b == length))
        .collect()
}

/// The trajectories of exactly this length that are shortest or bend once, in the order of points.
pub fn admissible<S: ComplexSystem>(system: &S, kind: S::Kind, from: Point, to: Point, length: u32) -> Vec<Trajectory> {
    let list = |from, to| -> Vec<Trajectory> {
        Bundle::shortest(system, kind, Gait::Travel, from, to)
            .map(|bundle| bundle.trajectories(system).collect())
            .unwrap_or_default()
    };
    if system.map_from(kind, from).get(to) == Some(length) {
        return list(from, to);
    }
    let mut found = Vec::new();
    for bend in dock(system, kind, from, to, length) {
        let second_legs = list(bend, to);
        for first in list(from, bend) {
            for second in &second_legs {
                let mut points = first.points.clone();
                points.extend_from_slice(&second.points[1..]);
                found.push(Trajectory { points });
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The trajectories that a policy offers to an element when some points are occupied: the shortest
/// ones that avoid them; if the policy says so, also the shortest detours of degree 2.
pub fn detours<S: ComplexSystem>(
    system: &S,
    kind: S::Kind,
    (from, to): (Point, Point),
    occupied: PointSet,
    policy: Degree2,
    longest: u32,
) -> Vec<Trajectory> {
    let free = |trajectory: &Trajectory| trajectory.inner().iter().all(|&point| !occupied.contains(point));
    let Some(distance) = system.map_from(kind, from).get(to).filter(|&distance| distance > 0) else {
        return Vec::new();
    };
    let mut found: Vec<_> = admissible(system, kind, from, to, distance).into_iter().filter(free).collect();
    let wanted = match policy {
        Degree2::Off => false,
        Degree2::IfAllShortestBlocked => found.is_empty(),
        Degree2::Always => true,
    };
    if wanted {
        for length in distance + 1..=longest {
            let longer: Vec<_> = admissible(system, kind, from, to, length).into_iter().filter(free).collect();
            if !longer.is_empty() {
                found.extend(longer);
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Piece, Square},
        geometry::chess_profile::{ChessSystem, point},
    };

    fn walled() -> ChessSystem {
        let wall = ["d3", "d4", "d5", "d6", "e3", "e4", "e5", "e6", "f7", "g7"];
        ChessSystem::empty(&wall.map(|name| name.parse::<Square>().unwrap()))
    }

    fn names(board: &ChessSystem, trajectory: &Trajectory) -> String {
        trajectory.points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join("-")
    }

    /// The worked example of the course handout; the five docks and nine strings are recomputed.
    #[test]
    fn king_walks_around_the_wall() {
        let board = walled();
        let king = Piece::from_char('K').unwrap();
        let (from, to) = (point(Square::H8), point(Square::C6));
        let shortest: Vec<_> = admissible(&board, king, from, to, 5).iter().map(|t| names(&board, t)).collect();
        assert_eq!(shortest, ["h8-g8-f8-e7-d7-c6", "h8-g8-f8-e8-d7-c6"]);
        let docks: Vec<_> = dock(&board, king, from, to, 6).into_iter().map(|point| board.name(point)).collect();
        assert_eq!(docks, ["f6", "g6", "c7", "h7", "d8"]);
        let longer: Vec<_> = admissible(&board, king, from, to, 6).iter().map(|t| names(&board, t)).collect();
        assert_eq!(longer.len(), 9);
        assert!(longer.contains(&"h8-h7-g6-f6-e7-d7-c6".to_owned()));
        assert_eq!(board.map_to(king, Gait::Travel, to).get(point(Square::F1)), Some(6), "the handout says 7");
    }

    #[test]
    fn obstacles_leave_seven_of_the_twenty_five() {
        let obstacles = ["d5", "e6", "f7", "g3", "g4"].map(|name| name.parse::<Square>().unwrap());
        let board = ChessSystem::empty(&obstacles);
        let king = Piece::from_char('K').unwrap();
        assert_eq!(admissible(&board, king, point(Square::F6), point(Square::H1), 5).len(), 7);
    }

    #[test]
    fn the_policy_decides_on_detours() {
        let board = ChessSystem::empty(&[]);
        let rook = Piece::from_char('R').unwrap();
        let ends = (point(Square::A1), point(Square::B2));
        let corners: PointSet = [Square::B1, Square::A2].into_iter().map(point).collect();
        let found = |policy| detours(&board, rook, ends, corners, policy, 4);
        assert!(found(Degree2::Off).is_empty());
        assert!(found(Degree2::IfAllShortestBlocked).iter().all(|trajectory| trajectory.length() == 3));
        assert!(!found(Degree2::IfAllShortestBlocked).is_empty());
    }
}
