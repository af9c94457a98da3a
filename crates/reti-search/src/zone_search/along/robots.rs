//! Robots on a grid for the search along zones: fighters hunt, bombers run.
//!
//! A side that loses a fighter has lost. A bomber that arrives wins, unless it is taken at once or the
//! enemy's bomber arrives with the very next move: then nobody has won. The square rule counts: a bomber
//! is stopped where a fighter can take it in time on a point that no fighter of its own side guards.
//! Problems have at most one bomber a side, and obstacles anywhere.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use reti_core::{
    geometry::{
        ComplexSystem, Element, Gait, Point, Side,
        robot_profile::{Robot, RobotGrid},
    },
    value::Value,
};

use super::{ZoneGame, seen_from};
use crate::{reduced_search::Game, zone_search::Reason};

/// A state of the robots' game.
#[derive(Clone, Debug)]
pub struct RobotState {
    /// The robots.
    pub grid: RobotGrid,
    /// The side to move.
    pub turn: Side,
}

/// A move: from a point to a point.
pub type RobotMove = (Point, Point);

/// The rules of the robots' game, for a start.
#[derive(Clone, Debug)]
pub struct RobotGame {
    fighters: [usize; 2],
}

impl RobotGame {
    /// The game that starts with some robots.
    pub fn new(start: &RobotGrid) -> RobotGame {
        RobotGame { fighters: [Side::First, Side::Second].map(|side| count_fighters(start, side)) }
    }

    fn has_arrived(&self, grid: &RobotGrid, side: Side) -> bool {
        let runner = runner(grid, side);
        runner.is_some_and(|(index, bomber)| self.goal(grid, index) == Some(bomber.at))
    }
}

fn count_fighters(grid: &RobotGrid, side: Side) -> usize {
    grid.elements().iter().filter(|robot| robot.side == side && !is_bomber(robot.kind)).count()
}

fn is_bomber(kind: Robot) -> bool {
    matches!(kind, Robot::Bomber(_))
}

/// Whether a fighter of a side can be taken where it stands.
fn is_struck(grid: &RobotGrid, side: Side) -> bool {
    let enemies = || grid.elements().iter().filter(|robot| robot.side != side);
    let struck = |point: Point| enemies().any(|robot| grid.strike(robot.kind, robot.at).contains(point));
    grid.elements().iter().any(|robot| robot.side == side && !is_bomber(robot.kind) && struck(robot.at))
}

fn runner(grid: &RobotGrid, side: Side) -> Option<(usize, Element<Robot>)> {
    let mut robots = grid.elements().iter().copied().enumerate();
    robots.find(|(_, robot)| robot.side == side && is_bomber(robot.kind))
}

impl Game for RobotGame {
    type State = RobotState;
    type Move = RobotMove;

    fn play(&self, state: &RobotState, (from, to): RobotMove) -> RobotState {
        let grid = state.grid.transition(from, to).unwrap_or_else(|_| state.grid.clone());
        RobotState { grid, turn: !state.turn }
    }

    fn evaluate(&self, state: &RobotState) -> i32 {
        let balance = state.grid.balance() as i32;
        if state.turn == Side::First { balance } else { -balance }
    }
}

impl ZoneGame for RobotGame {
    type System = RobotGrid;

    fn system(&self, state: &RobotState) -> RobotGrid {
        state.grid.clone()
    }

    fn side(&self, state: &RobotState) -> Side {
        state.turn
    }

    fn key(&self, state: &RobotState) -> u64 {
        let mut hasher = DefaultHasher::new();
        (state.turn == Side::First).hash(&mut hasher);
        for robot in state.grid.elements() {
            (robot.at, robot.side == Side::First, robot.letter).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn moves(&self, state: &RobotState) -> Vec<RobotMove> {
        let grid = &state.grid;
        let mut moves: Vec<RobotMove> = Vec::new();
        let at = |point: Point| grid.elements().iter().find(|robot| robot.at == point);
        for robot in grid.elements().iter().filter(|robot| robot.side == state.turn) {
            let quiet = grid.reach(robot.kind, robot.at).into_iter().filter(|&to| at(to).is_none());
            let enemy = |to: &Point| at(*to).is_some_and(|other| other.side != robot.side);
            let strikes = grid.strike(robot.kind, robot.at).into_iter().filter(enemy);
            moves.extend(quiet.chain(strikes).map(|to| (robot.at, to)));
        }
        seen_from(&mut moves, state.turn, grid.size(), |&m| m);
        moves
    }

    fn ends(&self, m: RobotMove) -> (Point, Point) {
        m
    }

    fn converts(&self, state: &RobotState, (from, to): RobotMove) -> bool {
        let grid = &state.grid;
        let captures = grid.elements().iter().any(|robot| robot.at == to);
        captures
            || runner(grid, state.turn)
                .is_some_and(|(index, bomber)| bomber.at == from && self.goal(grid, index) == Some(to))
    }

    fn must_answer(&self, state: &RobotState) -> bool {
        is_struck(&state.grid, state.turn)
    }

    fn goal(&self, system: &RobotGrid, element: usize) -> Option<Point> {
        let robot = system.elements()[element];
        let file = robot.at.0 % system.size();
        match robot.kind {
            Robot::Bomber(Side::First) => Some(Point((system.size() - 1) * system.size() + file)),
            Robot::Bomber(Side::Second) => Some(Point(file)),
            Robot::Fighter | Robot::Missile => None,
        }
    }

    fn known(&self, state: &RobotState) -> Option<(Value, Reason)> {
        let (grid, us) = (&state.grid, state.turn);
        for (index, side) in [Side::First, Side::Second].into_iter().enumerate() {
            if count_fighters(grid, side) < self.fighters[index] {
                return Some((if side == us { Value::Loss } else { Value::Win }, Reason::Checkmate));
            }
        }
        if is_struck(grid, !us) {
            return Some((Value::Win, Reason::NextWins));
        }
        if self.has_arrived(grid, us) {
            let value = if self.has_arrived(grid, !us) { Value::Draw } else { Value::Win };
            return Some((value, Reason::RaceOver));
        }
        match (runner(grid, us).is_some(), runner(grid, !us).is_some()) {
            (false, false) => Some((Value::Draw, Reason::Dead)),
            (true, true) => None,
            (own, _) => {
                let side = if own { us } else { !us };
                let wins = self.gets_through(state, side, None, us) == Some(true);
                let value = match (wins, own) {
                    (false, _) => Value::Draw,
                    (true, true) => Value::Win,
                    (true, false) => Value::Loss,
                };
                Some((value, Reason::RaceWon))
            }
        }
    }

    fn gets_through(&self, state: &RobotState, side: Side, moved: Option<(usize, Point)>, turn: Side) -> Option<bool> {
        let grid = &state.grid;
        let (index, bomber) = runner(grid, side)?;
        let goal = self.goal(grid, index)?;
        let at = |element: usize, robot: &Element<Robot>| match moved {
            Some((mover, to)) if mover == element => to,
            _ => robot.at,
        };
        let hunters = |of: Side| {
            let robots = grid.elements().iter().enumerate();
            robots.filter(move |(_, robot)| robot.side == of && !is_bomber(robot.kind))
        };
        let near = |robot: (usize, &Element<Robot>), stop: Point| {
            grid.distance(robot.1.kind, Gait::Strike, at(robot.0, robot.1), stop)
        };
        let Some(steps) = grid.distance(bomber.kind, Gait::Travel, bomber.at, goal) else { return Some(false) };
        let mut stop = bomber.at;
        // A fighter may take the bomber where it stands now only if it is to move.
        for step in u32::from(turn == side)..=steps {
            if step > 0 {
                stop = grid.reach(bomber.kind, stop).into_iter().next()?;
            }
            let time = step + u32::from(turn != side);
            let in_time = hunters(!side).any(|hunter| near(hunter, stop).is_some_and(|moves| moves <= time.max(1)));
            let guarded = hunters(side).any(|friend| near(friend, stop).is_some_and(|moves| moves == 1));
            if in_time && !guarded {
                return Some(false);
            }
        }
        Some(true)
    }
}
