//! The complex system: points, elements that move over them, and reachability.
//!
//! Two sides move elements from point to point; an element that arrives on an enemy's point removes
//! it. That is all the languages need to know of a game, so it is all this trait asks. A system has
//! at most 64 points, which lets sets of points be machine words; the names of points belong to the
//! profile. As in the paper, friends may share a point, and a turn may be skipped.
//!
//! Source: seed 001, *Class of problems* (the eight-tuple), and *A geometry of complex system*.

use std::{fmt, iter::FusedIterator, ops};

use super::distance::Map;

/// A point of a complex system, by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u8);

impl Point {
    /// The point's place in an array.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points, iterated in the order of their numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet(pub u64);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);

    /// The set of one point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        PointSet(1 << point.0)
    }

    /// Whether the point belongs to the set.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// Whether the set has no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of points.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0 |= 1 << point.0;
    }

    /// The points of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(|point| point.0)).finish()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
    }
}

impl ops::BitOr for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl ops::BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0 |= other.0;
    }
}

impl ops::BitAnd for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

/// Iterates over the points of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Points(u64);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Points {}
impl FusedIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    #[inline]
    fn into_iter(self) -> Points {
        Points(self.0)
    }
}

/// One of the two opposing sides: P1 (in chess White) or P2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The elements of P1; White in chess.
    First,
    /// The elements of P2; Black in chess.
    Second,
}

impl ops::Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How an element intends to arrive.
///
/// Only a chess pawn tells the two apart: it *travels* by pushes, and it *strikes* with any number
/// of pushes followed by one diagonal step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gait {
    /// Every step, the last one too, is an ordinary move.
    Travel,
    /// The last step captures or controls its point.
    Strike,
}

/// An element on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element<K> {
    /// The side that it belongs to.
    pub side: Side,
    /// How it moves.
    pub kind: K,
    /// Where it stands.
    pub at: Point,
    /// What it is worth, in the paper's units (pawn 1, king 200).
    pub value: u32,
    /// The letter that stands for it in the paper's notation.
    pub letter: char,
}

/// Why a transition is not applicable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransitionError {
    /// No element stands on the starting point.
    #[error("no element stands on {0}")]
    NothingThere(String),
    /// The element's reachability does not connect the two points.
    #[error("the element on {from} does not reach {to} in one step")]
    NotReachable {
        /// The starting point's name.
        from: String,
        /// The name of the point that cannot be reached.
        to: String,
    },
}

/// A game of elements on points: the eight-tuple of the paper, less the start and target states,
/// which are the caller's.
pub trait ComplexSystem: Clone {
    /// What makes two elements move alike.
    type Kind: Copy + Eq + fmt::Debug;

    /// The number *n* of points, obstacles included; at most 64.
    fn point_count(&self) -> usize;

    /// The name of a point.
    fn name(&self, point: Point) -> String;

    /// The elements on the board (`ON`), in the order of their points.
    fn elements(&self) -> &[Element<Self::Kind>];

    /// The points one ordinary step away, obstacles respected, other elements ignored.
    fn reach(&self, kind: Self::Kind, from: Point) -> PointSet;

    /// The points one ordinary step away from any point of a set.
    fn reach_all(&self, kind: Self::Kind, from: PointSet) -> PointSet {
        from.into_iter().fold(PointSet::EMPTY, |all, point| all | self.reach(kind, point))
    }

    /// The points that one step would capture on or control; for most elements the same.
    fn strike(&self, kind: Self::Kind, from: Point) -> PointSet {
        self.reach(kind, from)
    }

    /// Whether ordinary steps and strikes are the same relation for this kind.
    fn is_uniform(&self, _kind: Self::Kind) -> bool {
        true
    }

    /// Whether the main element of a zone may also support itself at higher negations (the paper's
    /// zone of the c-pawn contains the pawn's own strike on b7).
    fn supports_itself(&self, _kind: Self::Kind) -> bool {
        false
    }

    /// `MAP`: distances from a point to all points.
    fn map_from(&self, kind: Self::Kind, from: Point) -> Map {
        Map::from_point(self, kind, from)
    }

    /// Distances from all points to one, the relation read backwards.
    fn map_to(&self, kind: Self::Kind, gait: Gait, to: Point) -> Map {
        Map::to_point(self, kind, gait, to)
    }

    /// The points from which an element needs exactly `distance` moves to a point.
    fn ring_to(&self, kind: Self::Kind, gait: Gait, to: Point, distance: u32) -> PointSet {
        self.map_to(kind, gait, to).ring(distance)
    }

    /// The distance between two points; `None` if there is no path.
    fn distance(&self, kind: Self::Kind, gait: Gait, from: Point, to: Point) -> Option<u32> {
        self.map_to(kind, gait, to).get(from)
    }

    /// The system with the elements of another state; used by [`ComplexSystem::transition`].
    #[must_use]
    fn with_elements(&self, elements: Vec<Element<Self::Kind>>) -> Self;

    /// `TRANSITION(p, from, to)`: the state after the move; an enemy on `to` is removed.
    fn transition(&self, from: Point, to: Point) -> Result<Self, TransitionError> {
        let mover = *self
            .elements()
            .iter()
            .find(|element| element.at == from)
            .ok_or_else(|| TransitionError::NothingThere(self.name(from)))?;
        let capture = self.elements().iter().any(|element| element.at == to && element.side != mover.side);
        let steps = if capture { self.strike(mover.kind, from) } else { self.reach(mover.kind, from) };
        if !steps.contains(to) {
            return Err(TransitionError::NotReachable { from: self.name(from), to: self.name(to) });
        }
        let mut elements: Vec<_> = self
            .elements()
            .iter()
            .filter(|element| **element != mover && (element.at != to || element.side == mover.side))
            .copied()
            .collect();
        elements.push(Element { at: to, ..mover });
        elements.sort_by_key(|element| (element.at, element.side));
        Ok(self.with_elements(elements))
    }

    /// `m(S)`: the values of the first side's elements less those of the second's.
    fn balance(&self) -> i64 {
        self.elements()
            .iter()
            .map(|element| match element.side {
                Side::First => i64::from(element.value),
                Side::Second => -i64::from(element.value),
            })
            .sum()
    }
}
