//! The shape of a field: slopes, curvature, and squares that stand out.
//!
//! Definitions of *[Seed 004, section 3]* on a grid. The gradient is the difference of the two
//! neighbours on each axis; beyond the edge the field is continued by its last value, so a square at
//! the edge compares itself with its only neighbour. A critical point is a square where the field
//! neither rises nor falls through it: on each axis it is at least as high as both neighbours, or
//! at least as low, and differs from one of them. High on both axes is a maximum, low on both a
//! minimum, one of each a saddle.

use super::{Field, Grid};
use crate::chess::{Move, Square};

/// The slope of a field on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// The rise towards the next row, that is towards rank 1.
    pub down: f64,
    /// The rise towards the next column, that is towards the h-file.
    pub right: f64,
}

/// What kind of critical point a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Strongly controlled.
    Maximum,
    /// A weakness.
    Minimum,
    /// Contested.
    Saddle,
}

/// A square that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticalPoint {
    /// Where.
    pub square: Square,
    /// How.
    pub kind: Kind,
    /// The field there.
    pub value: f64,
}

/// A square's neighbours above, below, left and right, the edge continued.
fn neighbours(field: &Field, row: i32, column: i32, value: f64) -> [f64; 4] {
    let look = |row, column| field.get(row, column).unwrap_or(value);
    [look(row - 1, column), look(row + 1, column), look(row, column - 1), look(row, column + 1)]
}

/// The gradient on every square.
pub fn gradient(field: &Field) -> Grid<Slope> {
    field.map(|row, column, value| {
        let [up, down, left, right] = neighbours(field, row, column, value);
        Slope { down: down - up, right: right - left }
    })
}

/// Where a piece drifts that avoids what the field measures: down the gradient (section 3.3, with
/// the opponent's field).
pub fn flow(field: &Field) -> Grid<Slope> {
    gradient(field).map(|_, _, slope| Slope { down: -slope.down, right: -slope.right })
}

/// The discrete Laplacian: the sum of the four neighbours less four times the square.
pub fn laplacian(field: &Field) -> Field {
    field.map(|row, column, value| neighbours(field, row, column, value).iter().sum::<f64>() - 4.0 * value)
}

/// All critical points, by square.
pub fn critical_points(field: &Field) -> Vec<CriticalPoint> {
    Square::ALL
        .into_iter()
        .filter_map(|square| {
            let (row, column) = super::cell(square);
            let value = field.at(square);
            let [up, down, left, right] = neighbours(field, row, column, value);
            let kind = match (bend(up, value, down)?, bend(left, value, right)?) {
                (Bend::High, Bend::High) => Kind::Maximum,
                (Bend::Low, Bend::Low) => Kind::Minimum,
                _ => Kind::Saddle,
            };
            Some(CriticalPoint { square, kind, value })
        })
        .collect()
}

enum Bend {
    High,
    Low,
}

/// Whether the middle is high or low between its neighbours; `None` on a slope or a plain.
fn bend(before: f64, value: f64, after: f64) -> Option<Bend> {
    let (first, second) = (value - before, value - after);
    match (first + second, first * second >= 0.0) {
        (sum, true) if sum > 0.0 => Some(Bend::High),
        (sum, true) if sum < 0.0 => Some(Bend::Low),
        _ => None,
    }
}

/// How much stronger the field is where a move goes than where it comes from: the ordering that
/// *[Seed 004, section 7.3]* proposes.
pub fn priority(field: &Field, m: Move) -> f64 {
    m.from().map_or(0.0, |from| field.at(m.to()) - field.at(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hill(sign: f64) -> Field {
        Grid::from_fn(|row, column| -sign * f64::from((row - 3).pow(2) + (column - 4).pow(2)))
    }

    fn kinds(field: &Field) -> Vec<(Square, Kind)> {
        critical_points(field).into_iter().map(|point| (point.square, point.kind)).collect()
    }

    #[test]
    fn a_hill_has_one_top_and_slopes_towards_it() {
        let field = hill(1.0);
        let tops: Vec<_> = kinds(&field).into_iter().filter(|(_, kind)| *kind == Kind::Maximum).collect();
        assert_eq!(tops, [(Square::E5, Kind::Maximum)]);
        let slope = gradient(&field);
        assert!(
            slope.at(Square::E8).down > 0.0 && slope.at(Square::A5).right > 0.0 && slope.at(Square::H5).right < 0.0
        );
        assert_eq!(slope.at(Square::E5), Slope::default());
        assert_eq!(flow(&field).at(Square::A5).right, -slope.at(Square::A5).right);
        assert_eq!(laplacian(&field).at(Square::E5), -4.0);
    }

    #[test]
    fn corners_of_a_hill_are_its_lows_and_edges_its_saddles() {
        let found = kinds(&hill(1.0));
        assert!(found.contains(&(Square::A1, Kind::Minimum)) && found.contains(&(Square::E8, Kind::Saddle)));
        assert_eq!(found.len(), 9);
    }

    #[test]
    fn a_plain_has_no_critical_points() {
        assert_eq!(kinds(&Grid::default()), []);
        assert_eq!(kinds(&Grid::from_fn(|row, _| f64::from(row))), []);
    }

    #[test]
    fn turning_the_field_over_turns_tops_into_lows() {
        let swap = |kind| match kind {
            Kind::Maximum => Kind::Minimum,
            Kind::Minimum => Kind::Maximum,
            Kind::Saddle => Kind::Saddle,
        };
        let turned: Vec<_> = kinds(&hill(-1.0)).into_iter().map(|(square, kind)| (square, swap(kind))).collect();
        assert_eq!(turned, kinds(&hill(1.0)));
    }
}
