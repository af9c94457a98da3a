//! Trajectories: the shortest paths of one element between two points.
//!
//! A king has 393 shortest ways from e1 to e8, so they are not listed until somebody asks. A
//! [`Bundle`] keeps one set of points per step; every path through these sets is a trajectory and
//! every trajectory is such a path. Counting multiplies along the steps, listing walks them lazily
//! in the order of the points. The grammar of the paper (module `grammar`) generates the same
//! strings and is the oracle for this fast form.
//!
//! Source: seed 001, *Language of trajectories*.

use super::system::{ComplexSystem, Gait, Point, PointSet, Points};

/// A path of one element: the points in order, the first one where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Trajectory {
    /// The points `x0, x1, ..., xl`; never empty.
    pub points: Vec<Point>,
}

impl Trajectory {
    /// The number of moves.
    pub fn length(&self) -> usize {
        self.points.len() - 1
    }

    /// The point that the element starts from.
    pub fn start(&self) -> Point {
        self.points[0]
    }

    /// The point that the element wants to reach.
    pub fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    /// The stops between start and end.
    pub fn inner(&self) -> &[Point] {
        &self.points[1..self.points.len().max(2) - 1]
    }

    /// `P(t)`: the set of its points.
    pub fn point_set(&self) -> PointSet {
        self.points.iter().copied().collect()
    }

    /// The string of the paper, `a(f6)a(e5)...`.
    pub fn notation<S: ComplexSystem>(&self, system: &S) -> String {
        self.points.iter().map(|&point| format!("a({})", system.name(point))).collect::<Vec<_>>().concat()
    }
}

/// All shortest trajectories of one kind of element with the same ends (and perhaps some excluded).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle<K> {
    /// How the element moves.
    pub kind: K,
    /// How it arrives.
    pub gait: Gait,
    /// Where the element stands.
    pub from: Point,
    /// The common end.
    pub to: Point,
    /// The number of moves of every trajectory.
    pub length: u32,
    /// All stops between start and end. The step at which a stop is visited is its distance to the
    /// end, counted backwards.
    pub inner: PointSet,
}

impl<K: Copy> Bundle<K> {
    /// The shortest trajectories between two points; `None` if there is none.
    ///
    /// The empty path of an element that is already there is no trajectory.
    pub fn shortest<S>(system: &S, kind: K, gait: Gait, from: Point, to: Point) -> Option<Bundle<K>>
    where
        S: ComplexSystem<Kind = K>,
    {
        Bundle::avoiding(system, kind, gait, (from, to), |_| PointSet::EMPTY)
    }

    /// The shortest trajectories that visit no excluded point on the way; `None` if there is none.
    /// `excluded` tells the points to avoid at a step.
    pub fn avoiding<S>(
        system: &S,
        kind: K,
        gait: Gait,
        (from, to): (Point, Point),
        excluded: impl Fn(u32) -> PointSet,
    ) -> Option<Bundle<K>>
    where
        S: ComplexSystem<Kind = K>,
    {
        let length = system.distance(kind, gait, from, to)?;
        let mut bundle = Bundle { kind, gait, from, to, length, inner: PointSet::EMPTY };
        match length {
            0 => return None,
            1 => return bundle.steps(system, 0, from).contains(to).then_some(bundle),
            _ => {}
        }
        // Forward: what can be reached from the start in the right number of steps.
        let mut layer = PointSet::of(from);
        for step in 1..length {
            layer = system.reach_all(kind, layer) & system.ring_to(kind, gait, to, length - step);
            layer = layer.without(excluded(step));
            bundle.inner |= layer;
        }
        // Backward: what leads to the end.
        let mut next = PointSet::of(to);
        let mut inner = PointSet::EMPTY;
        for step in (1..length).rev() {
            next = (bundle.inner & system.ring_to(kind, gait, to, length - step))
                .into_iter()
                .filter(|&point| !(bundle.steps(system, step, point) & next).is_empty())
                .collect();
            inner |= next;
        }
        bundle.inner = inner;
        (!next.is_empty()).then_some(bundle)
    }

    /// The points that can be visited at a step, 0 for the start.
    pub fn stops<S: ComplexSystem<Kind = K>>(&self, system: &S, step: u32) -> PointSet {
        match step {
            0 => PointSet::of(self.from),
            step if step == self.length => PointSet::of(self.to),
            step => self.inner & system.ring_to(self.kind, self.gait, self.to, self.length - step),
        }
    }

    /// How many trajectories there are, without listing them; saturates.
    pub fn count<S: ComplexSystem<Kind = K>>(&self, system: &S) -> u64 {
        let mut ways = [0u64; 64];
        ways[self.from.index()] = 1;
        let mut layer = PointSet::of(self.from);
        for step in 0..self.length {
            let allowed = self.stops(system, step + 1);
            let mut next = [0u64; 64];
            for point in layer {
                for to in self.steps(system, step, point) & allowed {
                    next[to.index()] = next[to.index()].saturating_add(ways[point.index()]);
                }
            }
            ways = next;
            layer = allowed;
        }
        ways[self.to.index()]
    }

    /// The trajectories one after the other, in the order of their points.
    pub fn trajectories<'a, S: ComplexSystem<Kind = K>>(&self, system: &'a S) -> Trajectories<'a, S> {
        Trajectories { bundle: *self, system, points: Vec::new(), choices: vec![PointSet::of(self.from).into_iter()] }
    }

    /// The points that the element may step to from a point of a layer.
    fn steps<S: ComplexSystem<Kind = K>>(&self, system: &S, step: u32, point: Point) -> PointSet {
        if self.gait == Gait::Strike && step + 1 == self.length {
            system.strike(self.kind, point)
        } else {
            system.reach(self.kind, point)
        }
    }
}

/// Lists the trajectories of a bundle.
#[derive(Clone, Debug)]
pub struct Trajectories<'a, S: ComplexSystem> {
    bundle: Bundle<S::Kind>,
    system: &'a S,
    points: Vec<Point>,
    /// What is still to be tried at each step.
    choices: Vec<Points>,
}

impl<S: ComplexSystem> Iterator for Trajectories<'_, S> {
    type Item = Trajectory;

    fn next(&mut self) -> Option<Trajectory> {
        loop {
            let step = self.points.len();
            if let Some(point) = self.choices.last_mut()?.next() {
                self.points.push(point);
                if step == self.bundle.length as usize {
                    let found = Trajectory { points: self.points.clone() };
                    self.points.pop();
                    return Some(found);
                }
                let step = step as u32;
                let next = self.bundle.steps(self.system, step, point) & self.bundle.stops(self.system, step + 1);
                self.choices.push(next.into_iter());
            } else {
                self.choices.pop();
                self.points.pop();
            }
        }
    }
}

/// Distances and numbers of shortest trajectories from one point to every point.
#[derive(Clone, Debug)]
pub struct Census {
    /// The distance of every point, `None` if it cannot be reached.
    pub distance: [Option<u32>; 64],
    /// The number of shortest trajectories to every point; saturates.
    pub count: [u64; 64],
}

/// Counts the shortest trajectories of an element to all points in one sweep.
pub fn census<S: ComplexSystem>(system: &S, kind: S::Kind, from: Point) -> Census {
    let mut census = Census { distance: [None; 64], count: [0; 64] };
    census.distance[from.index()] = Some(0);
    census.count[from.index()] = 1;
    let mut seen = PointSet::of(from);
    let mut layer = seen;
    for distance in 1.. {
        let mut next = PointSet::EMPTY;
        for point in layer {
            let ways = census.count[point.index()];
            let fresh = system.reach(kind, point).without(seen);
            next |= fresh;
            for to in fresh {
                census.count[to.index()] = census.count[to.index()].saturating_add(ways);
            }
        }
        if next.is_empty() {
            break;
        }
        for point in next {
            census.distance[point.index()] = Some(distance);
        }
        seen |= next;
        layer = next;
    }
    // The empty path is no trajectory.
    census.count[from.index()] = 0;
    census
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Piece, Square, Symmetry},
        geometry::chess_profile::{ChessSystem, point, square},
    };

    fn bundle(piece: char, from: &str, to: &str) -> Option<Bundle<Piece>> {
        let board = ChessSystem::empty(&[]);
        let at = |name: &str| point(name.parse::<Square>().unwrap());
        Bundle::shortest(&board, Piece::from_char(piece).unwrap(), Gait::Travel, at(from), at(to))
    }

    /// Length and number of the shortest trajectories.
    #[track_caller]
    fn check(piece: char, from: &str, to: &str, length: u32, count: u64) {
        let board = ChessSystem::empty(&[]);
        let found = bundle(piece, from, to).expect("reachable");
        assert_eq!((found.length, found.count(&board)), (length, count));
        let listed: Vec<_> = found.trajectories(&board).collect();
        assert_eq!(listed.len() as u64, count);
        assert!(listed.is_sorted());
        let census = census(&board, found.kind, found.from);
        assert_eq!(census.count[found.to.index()], count);
        assert_eq!(census.distance[found.to.index()], Some(length));
    }

    /// Computed independently for the specification of this module.
    #[test]
    fn counts_are_the_known_ones() {
        check('K', "f6", "h1", 5, 25);
        check('K', "a4", "h4", 7, 393);
        check('K', "e1", "e8", 7, 393);
        check('K', "h8", "h5", 3, 4);
        check('K', "a6", "c6", 2, 3);
        check('K', "h8", "c8", 5, 21);
        check('K', "h8", "c7", 5, 30);
        check('K', "g7", "c7", 4, 18);
        check('K', "a1", "h8", 7, 1);
        check('N', "g7", "g3", 2, 2);
        check('N', "g7", "d4", 2, 2);
        check('N', "a1", "b2", 4, 10);
        check('N', "a1", "h8", 6, 108);
        check('B', "f2", "e5", 2, 2);
        check('Q', "a1", "b3", 2, 7);
        check('R', "a1", "h8", 2, 2);
    }

    #[track_caller]
    fn first_steps(piece: char, from: &str, to: &str) -> Vec<(String, usize)> {
        let board = ChessSystem::empty(&[]);
        let mut steps: Vec<(String, usize)> = Vec::new();
        for trajectory in bundle(piece, from, to).unwrap().trajectories(&board) {
            let name = square(trajectory.points[1]).to_string();
            match steps.iter_mut().find(|(step, _)| *step == name) {
                Some((_, count)) => *count += 1,
                None => steps.push((name, 1)),
            }
        }
        steps
    }

    #[test]
    fn trajectories_divide_over_their_first_steps() {
        let named = |steps: &[(&str, usize)]| -> Vec<_> { steps.iter().map(|&(s, n)| (s.to_owned(), n)).collect() };
        assert_eq!(first_steps('K', "h8", "c8"), named(&[("g7", 12), ("g8", 9)]));
        assert!(first_steps('K', "g7", "c7").contains(&("f6".to_owned(), 6)));
        assert_eq!(first_steps('N', "g7", "g3"), named(&[("f5", 1), ("h5", 1)]));
        assert_eq!(first_steps('N', "g7", "d4"), named(&[("f5", 1), ("e6", 1)]));
        assert_eq!(first_steps('B', "f2", "e5"), named(&[("g3", 1), ("d4", 1)]));
    }

    #[test]
    fn unreachable_and_already_there_give_nothing() {
        assert!(bundle('B', "f2", "e2").is_none());
        assert!(bundle('P', "e4", "e3").is_none());
        assert!(bundle('K', "e4", "e4").is_none());
    }

    #[test]
    fn mirrored_ends_give_mirrored_trajectories() {
        let board = ChessSystem::empty(&[]);
        for piece in ['K', 'Q', 'R', 'B', 'N', 'P'].map(|letter| Piece::from_char(letter).unwrap()) {
            for from in Square::ALL {
                for to in Square::ALL {
                    for symmetry in Symmetry::ALL {
                        let image = Piece { color: symmetry.color(piece.color), ..piece };
                        for gait in [Gait::Travel, Gait::Strike] {
                            let here = Bundle::shortest(&board, piece, gait, point(from), point(to));
                            let there = Bundle::shortest(
                                &board,
                                image,
                                gait,
                                point(symmetry.square(from)),
                                point(symmetry.square(to)),
                            );
                            let size = |bundle: Option<Bundle<Piece>>| {
                                bundle.map(|bundle| (bundle.length, bundle.count(&board)))
                            };
                            assert_eq!(size(here), size(there));
                        }
                    }
                }
            }
        }
    }
}
