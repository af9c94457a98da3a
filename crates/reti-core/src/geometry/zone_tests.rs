//! The zones of the paper's figures, and symmetry.

use super::*;
use crate::{
    chess::Symmetry,
    geometry::{chess_profile::point, system::Element, zone_text::Notation},
};

/// A system given by its arrows: the kind of an element is its own number.
#[derive(Clone, Debug)]
struct Arrows {
    elements: Vec<Element<usize>>,
    arrows: Vec<(usize, u8, u8)>,
}

impl ComplexSystem for Arrows {
    type Kind = usize;

    fn point_count(&self) -> usize {
        20
    }

    fn name(&self, point: Point) -> String {
        point.0.to_string()
    }

    fn elements(&self) -> &[Element<usize>] {
        &self.elements
    }

    fn reach(&self, kind: usize, from: Point) -> PointSet {
        self.arrows.iter().filter(|arrow| (arrow.0, arrow.1) == (kind, from.0)).map(|arrow| Point(arrow.2)).collect()
    }

    fn with_elements(&self, elements: Vec<Element<usize>>) -> Arrows {
        Arrows { elements, ..self.clone() }
    }
}

/// Figure 9 of seed 001: p0 on 1 wants q4 on 5.
fn figure_9() -> Arrows {
    let paths: [(Side, &[u8]); 7] = [
        (Side::First, &[1, 2, 3, 4, 5]),
        (Side::Second, &[5]),
        (Side::Second, &[6, 7, 4]),
        (Side::Second, &[8, 9, 4]),
        (Side::First, &[10, 12]),
        (Side::Second, &[11, 12, 9]),
        (Side::First, &[13, 9]),
    ];
    let letter = |side| if side == Side::First { 'p' } else { 'q' };
    let element = |(kind, &(side, path)): (usize, &(Side, &[u8]))| Element {
        side,
        kind,
        at: Point(path[0]),
        value: 1,
        letter: letter(side),
    };
    let elements = paths.iter().enumerate().map(element).collect();
    let arrows = paths
        .iter()
        .enumerate()
        .flat_map(|(kind, (_, path))| path.windows(2).map(move |pair| (kind, pair[0], pair[1])))
        .collect();
    Arrows { elements, arrows }
}

#[test]
fn figure_9_in_both_conventions() {
    let system = figure_9();
    let zone = |time| {
        let rules = ZoneRules { time, ..ZoneRules::default() };
        ZoneGenerator::new(&system, rules).zone(0, Target::Element(1), Point(5), 1).unwrap()
    };
    let modern = zone(TimeConvention::ProtectorMoves);
    assert_eq!(
        modern.text(&system, Notation::Modern),
        "t(p, a(1)a(2)a(3)a(4)a(5), 5)t(q, a(6)a(7)a(4), 4)t(q, a(8)a(9)a(4), 4)\
         t(q, a(11)a(12)a(9), 3)t(p, a(13)a(9), 3)t(p, a(10)a(12), 2)"
    );
    // The string that the draft prints, but for the order of the two second negations.
    assert_eq!(
        zone(TimeConvention::AttackerMoves).text(&system, Notation::Legacy),
        "t(p, a(1)a(2)a(3)a(4)a(5), 4)t(q, a(6)a(7)a(4), 3)t(q, a(8)a(9)a(4), 3)\
         t(q, a(11)a(12)a(9), 2)t(p, a(13)a(9), 1)t(p, a(10)a(12), 1)"
    );
    let times: Vec<_> = zone(TimeConvention::AttackerMoves).tracks.iter().map(|track| track.time).collect();
    assert_eq!(times, [4, 3, 3, 2, 2, 1]);
}

/// The symbols of a zone as `K a6-b7-c8 3`, in the order of the string.
#[track_caller]
fn check(fen: &str, attacker: Square, target: Square, horizon: u32, expected: &[&str]) {
    let position = Position::from_fen(fen).unwrap();
    let system = ChessSystem::new(&position, Lines::Open);
    let zones = zones_of(&system, horizon, ZoneRules::default());
    let zone = zones
        .iter()
        .find(|zone| (zone.main().bundle.from, zone.main().bundle.to) == (point(attacker), point(target)))
        .expect("the zone exists");
    let found: Vec<String> = zone
        .symbols(&system)
        .iter()
        .map(|symbol| {
            let stops: Vec<_> = symbol.trajectory.points.iter().map(|&point| system.name(point)).collect();
            format!("{} {} {}", system.elements()[symbol.element].letter, stops.join("-"), symbol.time)
        })
        .collect();
    let mut sorted = (found.clone(), expected.to_vec());
    sorted.0.sort();
    sorted.1.sort_unstable();
    assert_eq!(sorted.0, sorted.1, "{found:#?}");
}

/// The white king on b1 is in the diagram, not in the text.
const FIGURE_10: &str = "8/1k4n1/8/4p3/6P1/8/5B1P/1K6 b - - 0 1";

#[test]
fn figure_10_with_the_trajectory_that_the_paper_omits() {
    check(
        FIGURE_10,
        Square::F2,
        Square::E5,
        2,
        &[
            "B f2-g3-e5 3",
            "B f2-d4-e5 3",
            "N g7-f5-g3 2",
            "N g7-h5-g3 2",
            "N g7-e6-d4 2",
            "N g7-f5-d4 2",
            "K b7-c6-d5-e5 3",
            "K b7-c7-d6-e5 3",
            "K b7-c6-d6-e5 3",
            "P h2-g3 2",
            "P g4-h5 1",
            "P g4-f5 1",
        ],
    );
}

#[test]
fn figure_10_has_one_pair_within_two_steps() {
    let position = Position::from_fen(FIGURE_10).unwrap();
    let pairs: Vec<_> = chess_zones(&position, 2, ZoneRules::default())
        .iter()
        .map(|zone| (chess_profile::square(zone.main().bundle.from), chess_profile::square(zone.main().bundle.to)))
        .collect();
    assert_eq!(pairs, [(Square::F2, Square::E5)]);
}

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

#[test]
fn reti_has_four_zones() {
    let position = Position::from_fen(RETI).unwrap();
    let system = ChessSystem::new(&position, Lines::Open);
    let zones: Vec<_> = zones_of(&system, 5, ZoneRules::default())
        .iter()
        .map(|zone| {
            let bundle = zone.main().bundle;
            let ends = system.name(bundle.from) + &system.name(bundle.to);
            (ends, bundle.length, bundle.count(&system), zone.value)
        })
        .collect();
    let expected = [("h5h1", 4, 1, 8), ("a6c6", 2, 3, 1), ("c6c8", 2, 1, 8), ("h8h5", 3, 4, 1)];
    assert_eq!(zones, expected.map(|(ends, length, count, value)| (ends.to_owned(), length, count, value)));
}

#[test]
fn reti_promotion_zones() {
    check(
        RETI,
        Square::C6,
        Square::C8,
        5,
        &["P c6-c7-c8 3", "K a6-b7-c8 3", "K a6-b6-c7 2", "K a6-b7-c7 2", "P c6-b7 2"],
    );
    check(RETI, Square::H5, Square::H1, 5, &["P h5-h4-h3-h2-h1 5"]);
}

/// The single zone that the paper prints, in its own notation.
#[test]
fn reti_zone_of_the_paper() {
    let position = Position::from_fen(RETI).unwrap();
    let system = ChessSystem::new(&position, Lines::Open);
    let rules = ZoneRules::default();
    let zones = zones_of(&system, 5, rules);
    let texts: Vec<_> = zones[2].zones(&system, rules).map(|zone| zone.text(&system, Notation::Legacy)).collect();
    assert_eq!(
        texts,
        [
            "t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b6)a(c7), 2)t(K, a(a6)a(b7)a(c8), 3)t(P, a(c6)a(b7), 1)",
            "t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c7), 2)t(K, a(a6)a(b7)a(c8), 3)t(P, a(c6)a(b7), 1)",
        ]
    );
}

#[test]
fn closed_lines_carry_no_zone() {
    let rook = "7k/8/8/r7/P7/8/8/R6K w - - 0 1";
    let zones = |lines| {
        let system = ChessSystem::new(&Position::from_fen(rook).unwrap(), lines);
        zones_of(&system, 1, ZoneRules::default()).len()
    };
    assert_eq!((zones(Lines::Open), zones(Lines::Geometric)), (1, 3));
}

#[test]
fn no_horizon_no_zone() {
    let position = Position::from_fen(RETI).unwrap();
    assert!(chess_zones(&position, 0, ZoneRules::default()).is_empty());
    assert_eq!(chess_zones(&position, 99, ZoneRules::default()).len(), 4);
}

#[test]
fn mirrored_positions_have_mirrored_zones() {
    let fens = [
        RETI,
        FIGURE_10,
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
        "8/5ppp/8/5PPP/8/k7/8/K7 w - - 0 1",
    ];
    for fen in fens {
        let position = Position::from_fen(fen).unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position).unwrap();
            let described = |position: &Position, symmetry: Option<Symmetry>| {
                let system = ChessSystem::new(position, Lines::Open);
                let place = |point: Point| {
                    let square = chess_profile::square(point);
                    symmetry.map_or(square, |symmetry| symmetry.square(square))
                };
                let mut zones: Vec<_> = zones_of(&system, 2, ZoneRules::default())
                    .iter()
                    .map(|zone| {
                        let mut tracks: Vec<_> = zone
                            .tracks
                            .iter()
                            .map(|track| {
                                let bundle = track.bundle;
                                let mut inner: Vec<_> = bundle.inner.into_iter().map(place).collect();
                                inner.sort();
                                (track.negation, place(bundle.from), place(bundle.to), track.time, inner)
                            })
                            .collect();
                        tracks.sort();
                        tracks
                    })
                    .collect();
                zones.sort();
                zones
            };
            assert_eq!(described(&position, Some(symmetry)), described(&image, None), "{fen}");
        }
    }
}
