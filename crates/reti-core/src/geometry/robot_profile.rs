//! The same languages without chess: robots on a grid with obstacles.
//!
//! The theory claims to be about any board of elements that hunt each other, and its later texts
//! retell the Réti study with aircraft. Here a *bomber* flies straight to the far edge, a *fighter*
//! steps to any neighbour, a *missile* flies along diagonals until an obstacle; obstacles are points
//! that nobody enters or flies over. The file also holds the retold study itself.
//!
//! Source: seed 001, *Introduction* (applications beyond chess), and the specification's robot zone.

use crate::value::Value;

use super::system::{ComplexSystem, Element, Point, PointSet, Side};

/// What a robot can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robot {
    /// One step towards the far edge: up for the first side, down for the second.
    Bomber(Side),
    /// One step in any direction.
    Fighter,
    /// Any number of points along a diagonal.
    Missile,
}

/// A square grid with robots and obstacles.
#[derive(Clone, Debug)]
pub struct RobotGrid {
    size: u8,
    obstacles: PointSet,
    robots: Vec<Element<Robot>>,
}

/// A name that is no point of the grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point of this grid")]
pub struct UnknownPoint(pub String);

impl RobotGrid {
    /// An empty grid of up to 8 by 8 points, with obstacles.
    pub fn new(size: u8, obstacles: &[&str]) -> Result<RobotGrid, UnknownPoint> {
        let mut grid = RobotGrid { size: size.clamp(1, 8), obstacles: PointSet::EMPTY, robots: Vec::new() };
        for name in obstacles {
            let point = grid.point(name)?;
            grid.obstacles.insert(point);
        }
        Ok(grid)
    }

    /// Adds a robot.
    pub fn place(&mut self, side: Side, kind: Robot, at: &str, value: u32) -> Result<(), UnknownPoint> {
        let letter = match kind {
            Robot::Bomber(_) => 'B',
            Robot::Fighter => 'F',
            Robot::Missile => 'M',
        };
        let at = self.point(at)?;
        self.robots.push(Element { side, kind, at, value, letter });
        self.robots.sort_by_key(|robot| (robot.at, robot.side));
        Ok(())
    }

    /// The point of a name such as `c6`.
    pub fn point(&self, name: &str) -> Result<Point, UnknownPoint> {
        let unknown = || UnknownPoint(name.to_owned());
        let mut chars = name.bytes();
        let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(unknown());
        };
        let file = file.wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'1');
        if file < self.size && rank < self.size { Ok(Point(rank * self.size + file)) } else { Err(unknown()) }
    }

    /// The number of files, which is the number of ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The points that nobody enters.
    pub fn obstacles(&self) -> PointSet {
        self.obstacles
    }

    fn shifted(&self, from: Point, files: i8, ranks: i8) -> Option<Point> {
        let (file, rank) = ((from.0 % self.size) as i8 + files, (from.0 / self.size) as i8 + ranks);
        let inside = |coordinate: i8| (0..self.size as i8).contains(&coordinate);
        let point = Point((rank * self.size as i8 + file) as u8);
        (inside(file) && inside(rank) && !self.obstacles.contains(point)).then_some(point)
    }
}

impl ComplexSystem for RobotGrid {
    type Kind = Robot;

    fn point_count(&self) -> usize {
        usize::from(self.size) * usize::from(self.size)
    }

    fn name(&self, point: Point) -> String {
        format!("{}{}", char::from(b'a' + point.0 % self.size), point.0 / self.size + 1)
    }

    fn elements(&self) -> &[Element<Robot>] {
        &self.robots
    }

    fn reach(&self, kind: Robot, from: Point) -> PointSet {
        match kind {
            Robot::Bomber(side) => {
                self.shifted(from, 0, if side == Side::First { 1 } else { -1 }).into_iter().collect()
            }
            Robot::Fighter => (-1..=1)
                .flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)))
                .filter(|&step| step != (0, 0))
                .filter_map(|(files, ranks)| self.shifted(from, files, ranks))
                .collect(),
            Robot::Missile => [(1, 1), (1, -1), (-1, -1), (-1, 1)]
                .into_iter()
                .flat_map(|(files, ranks)| {
                    std::iter::successors(self.shifted(from, files, ranks), move |&point| {
                        self.shifted(point, files, ranks)
                    })
                })
                .collect(),
        }
    }

    fn strike(&self, kind: Robot, from: Point) -> PointSet {
        match kind {
            Robot::Bomber(side) => {
                let forward = if side == Side::First { 1 } else { -1 };
                [-1, 1].into_iter().filter_map(|files| self.shifted(from, files, forward)).collect()
            }
            Robot::Fighter | Robot::Missile => self.reach(kind, from),
        }
    }

    fn is_uniform(&self, kind: Robot) -> bool {
        !matches!(kind, Robot::Bomber(_))
    }

    fn with_elements(&self, robots: Vec<Element<Robot>>) -> RobotGrid {
        RobotGrid { robots, ..self.clone() }
    }
}

/// The Réti study told with robots: each side has a bomber on its way and a fighter to stop the
/// other's; a bomber can be hit where it stands, and it strikes at the end of its path.
pub fn reti_with_robots() -> RobotGrid {
    let mut grid = RobotGrid::new(8, &[]).expect("no obstacle");
    let pieces = [
        (Side::First, Robot::Fighter, "h8", 200),
        (Side::First, Robot::Bomber(Side::First), "c6", 1),
        (Side::Second, Robot::Fighter, "a6", 200),
        (Side::Second, Robot::Bomber(Side::Second), "h5", 1),
    ];
    for (side, kind, at, value) in pieces {
        grid.place(side, kind, at, value).expect("points of an 8 by 8 grid");
    }
    grid
}

/// A problem of two fighters and two bombers, for [`problems`].
pub struct Problem {
    /// Its name.
    pub name: &'static str,
    /// The robots and obstacles; the first side moves.
    pub grid: RobotGrid,
    /// The value for the first side.
    pub value: Value,
    /// A step that keeps it.
    pub key: &'static str,
}

/// Two problems with obstacles. The first is the Réti study with walls in it; in the second a fighter must
/// step back behind its own bomber.
///
/// # Panics
/// Never: the points are those of the grids.
pub fn problems() -> Vec<Problem> {
    let problem = |name, size, obstacles: &[&str], places: [&str; 4], value, key| {
        let mut grid = RobotGrid::new(size, obstacles).expect("points of the grid");
        let (first, second) = (Side::First, Side::Second);
        let robots = [
            (first, Robot::Fighter, 200),
            (first, Robot::Bomber(first), 1),
            (second, Robot::Fighter, 200),
            (second, Robot::Bomber(second), 1),
        ];
        for ((side, kind, value), at) in robots.into_iter().zip(places) {
            grid.place(side, kind, at, value).expect("points of the grid");
        }
        Problem { name, grid, value, key }
    };
    let walls: &[&str] = &["d4", "e6", "f7"];
    let corner: &[&str] = &["b5", "d1", "e2", "e6", "f1", "f3"];
    vec![
        problem("walls", 8, walls, ["h8", "c6", "a6", "h5"], Value::Draw, "h8g7"),
        problem("corner", 6, corner, ["c5", "c4", "e5", "b3"], Value::Draw, "c5b6"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{
        Gait,
        trajectory::Bundle,
        zone::{Target, ZoneGenerator, ZoneRules},
        zone_text::Notation,
    };

    #[test]
    fn robots_fly_around_obstacles() {
        let grid = RobotGrid::new(8, &["d5", "e6", "f7", "g3", "g4"]).unwrap();
        let at = |name| grid.point(name).unwrap();
        let length = |kind, from, to| grid.distance(kind, Gait::Travel, at(from), at(to));
        assert_eq!(length(Robot::Missile, "d7", "h1"), Some(4));
        assert_eq!(length(Robot::Fighter, "f6", "h1"), Some(5));
        assert_eq!(length(Robot::Bomber(Side::Second), "h5", "h1"), Some(4));
        assert_eq!(length(Robot::Bomber(Side::Second), "g5", "g1"), None);
        let paths = Bundle::shortest(&grid, Robot::Fighter, Gait::Travel, at("f6"), at("h1")).unwrap();
        assert_eq!(paths.count(&grid), 7);
        assert_eq!(grid.point("i1"), Err(UnknownPoint("i1".to_owned())));
    }

    /// The zone of the bomber on c6, as in the chess version.
    #[test]
    fn the_robot_study_has_the_zones_of_the_chess_study() {
        let grid = reti_with_robots();
        let generator = ZoneGenerator::new(&grid, ZoneRules::default());
        let bomber = grid.elements().iter().position(|robot| grid.name(robot.at) == "c6").unwrap();
        let zone = generator.zone(bomber, Target::Promotion, grid.point("c8").unwrap(), 8).unwrap();
        assert_eq!(
            zone.text(&grid, Notation::Modern),
            "t(B, a(c6)a(c7)a(c8), 3)t(F, a(a6)a(b6)a(c7), 2)t(F, a(a6)a(b7)a(c7), 2)t(F, a(a6)a(b7)a(c8), 3)"
        );
    }

    #[test]
    fn transitions_remove_the_enemy() {
        let grid = reti_with_robots();
        let at = |name| grid.point(name).unwrap();
        assert!(grid.transition(at("h8"), at("h6")).is_err());
        assert!(grid.transition(at("d4"), at("d5")).is_err());
        let mut state = grid.clone();
        for (from, to) in [("h8", "h7"), ("h7", "h6"), ("h6", "h5")] {
            state = state.transition(at(from), at(to)).unwrap();
        }
        assert_eq!((state.elements().len(), grid.balance(), state.balance()), (3, 0, 1));
    }
}
