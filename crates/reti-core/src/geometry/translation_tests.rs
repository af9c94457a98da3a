//! The worked tables, and translation against recomputation.

use super::*;
use crate::{
    chess::Position,
    geometry::{
        chess_profile::{ChessSystem, Lines},
        system::{ComplexSystem, Side},
        zone::{Target, ZoneRules, zones_of},
    },
};

/// A zone from rows of (element, side, negation, time, path); points are plain numbers.
fn zone(rows: &[(usize, Side, u32, u32, &[u8])]) -> Zone {
    let symbols = rows
        .iter()
        .map(|&(element, side, negation, time, points)| ZoneSymbol {
            element,
            side,
            negation,
            time,
            trajectory: Trajectory { points: points.iter().map(|&point| Point(point)).collect() },
        })
        .collect();
    Zone { symbols }
}

/// What is left: element, length and time.
fn left(zone: &Zone) -> Vec<(usize, usize, u32)> {
    zone.symbols.iter().map(|symbol| (symbol.element, symbol.trajectory.length(), symbol.time)).collect()
}

fn step(zone: &Zone, element: usize, from: u8, to: u8) -> Translated {
    let transition = Transition { element, from: Point(from), to: Point(to), captured: None };
    translate(zone, transition, Strikes::OnMainOnly)
}

const P: Side = Side::First;
const Q: Side = Side::Second;
// Elements of the first table.
const P0: usize = 0;
const Q3: usize = 1;
const Q2: usize = 2;
const Q1: usize = 3;
const Q5: usize = 4;
const P1: usize = 5;

/// A move (element, from, to) and what is left after it: element, length and time.
type Row<'a> = (usize, u8, u8, &'a [(usize, usize, u32)]);

/// Stilman's course handouts, lecture on translations; the numbers are the specification's.
#[test]
fn first_timer_table() {
    let start = zone(&[
        (P0, P, 0, 5, &[1, 2, 3, 4, 5]),
        (Q3, Q, 1, 4, &[6, 7, 4]),
        (Q2, Q, 1, 4, &[8, 9, 4]),
        (Q1, Q, 2, 3, &[10, 11, 12, 9]),
        (Q5, Q, 2, 3, &[15, 16, 9]),
        (P1, P, 2, 3, &[18, 9]),
    ]);
    let rows: [Row<'_>; 6] = [
        (Q1, 10, 11, &[(P0, 4, 5), (Q3, 2, 4), (Q2, 2, 4), (Q1, 2, 3), (Q5, 2, 3), (P1, 1, 3)]),
        (P0, 1, 2, &[(P0, 3, 4), (Q3, 2, 3), (Q2, 2, 3), (Q1, 2, 2), (Q5, 2, 2), (P1, 1, 2)]),
        (Q1, 11, 12, &[(P0, 3, 4), (Q3, 2, 3), (Q2, 2, 3), (Q1, 1, 2), (Q5, 2, 2), (P1, 1, 2)]),
        (P0, 2, 3, &[(P0, 2, 3), (Q3, 2, 2), (Q2, 2, 2), (Q1, 1, 1), (P1, 1, 1)]),
        (Q2, 8, 9, &[(P0, 2, 3), (Q3, 2, 2), (Q2, 1, 2)]),
        (P0, 3, 4, &[(P0, 1, 2), (Q2, 1, 1)]),
    ];
    let mut now = start;
    for (element, from, to, expected) in rows {
        now = step(&now, element, from, to).zone.unwrap();
        assert_eq!(left(&now), expected, "after {from}-{to}");
    }
}

#[test]
fn freezing_says_why() {
    let start =
        zone(&[(P0, P, 0, 3, &[3, 4, 5]), (Q3, Q, 1, 2, &[6, 7, 4]), (Q2, Q, 1, 2, &[9, 4]), (P1, P, 2, 1, &[18, 7])]);
    let after = step(&start, P0, 3, 4);
    assert_eq!(left(after.zone.as_ref().unwrap()), [(P0, 1, 2), (Q2, 1, 1)]);
    // The late interceptor takes the one who would have stopped it along.
    let disconnected = after.frozen[1].1;
    assert!(matches!(disconnected, Frozen::Late { time: 0 } | Frozen::Disconnected));
    assert_eq!(after.frozen[0].0, 1);
}

/// The second timer example: two trajectories claim point 11.
#[test]
fn second_timer_example() {
    let start = zone(&[
        (0, P, 0, 5, &[1, 2, 3, 4, 5]),
        (4, Q, 1, 4, &[6, 7, 4]),
        (2, Q, 1, 4, &[12, 11, 4]),
        (3, Q, 1, 3, &[9, 10, 11, 3]),
        (1, Q, 2, 3, &[14, 15, 11]),
        (5, P, 2, 3, &[13, 11]),
    ]);
    let after = step(&start, 0, 1, 2);
    assert_eq!(left(after.zone.as_ref().unwrap()), [(0, 3, 4), (4, 2, 3), (2, 2, 3), (1, 2, 2), (5, 1, 2)]);
    assert_eq!(after.frozen, [(3, Frozen::Late { time: 2 })]);
    let after = step(&start, 3, 9, 10);
    assert_eq!(left(after.zone.as_ref().unwrap())[4], (1, 2, 3));
    assert!(after.frozen.is_empty());
}

fn squares(names: &str) -> Vec<u8> {
    names.split('-').map(|name| name.parse::<crate::chess::Square>().unwrap() as u8).collect()
}

/// The robot zone: bomber, fighter and missile.
#[test]
fn robot_zone_moves() {
    let paths = ["h5-h4-h3-h2-h1", "f6-e5-e4-f3-g2-h1", "f6-g5-h4", "d7-b5-f1-g2-h1", "d7-b5-f1-h3"].map(squares);
    let start = zone(&[
        (0, Q, 0, 5, &paths[0]),
        (1, P, 1, 5, &paths[1]),
        (1, P, 1, 2, &paths[2]),
        (2, P, 1, 5, &paths[3]),
        (2, P, 1, 3, &paths[4]),
    ]);
    let play = |zone: &Zone, element, step_text: &str| {
        let points = squares(step_text);
        step(zone, element, points[0], points[1]).zone.unwrap()
    };
    let m1 = play(&start, 2, "d7-b5");
    assert_eq!(left(&m1), [(0, 4, 5), (1, 5, 5), (1, 2, 2), (2, 3, 5), (2, 2, 3)]);
    let m2 = play(&m1, 0, "h5-h4");
    assert_eq!(left(&m2), [(0, 3, 4), (2, 3, 4), (2, 2, 2)]);
    let m3 = play(&start, 1, "f6-e5");
    assert_eq!(left(&m3), [(0, 4, 5), (1, 4, 5), (2, 4, 5), (2, 3, 3)]);
    let m4 = play(&m3, 0, "h5-h4");
    assert_eq!(left(&m4), [(0, 3, 4), (1, 4, 4), (2, 4, 4)]);
}

#[test]
fn strikes_follow_the_story_or_the_table() {
    // The paper: after ...Ka6-b7 the pawn on c6 takes on b7.
    let start = zone(&[(0, P, 0, 3, &[10, 11, 12]), (1, Q, 1, 2, &[20, 21, 11]), (0, P, 2, 1, &[10, 21])]);
    let transition = Transition { element: 1, from: Point(20), to: Point(21), captured: None };
    let told = translate(&start, transition, Strikes::OnAnyNegated).zone.unwrap();
    assert_eq!(told.symbols.len(), 3);
    let table = translate(&start, transition, Strikes::OnMainOnly).zone.unwrap();
    assert_eq!(table.symbols.len(), 2);
}

#[test]
fn taking_back_restores_what_was_frozen() {
    let start = zone(&[(P0, P, 0, 5, &[1, 2, 3, 4, 5]), (Q3, Q, 1, 2, &[6, 7, 2]), (P1, P, 2, 1, &[18, 7])]);
    let mut stack = ZoneStack::new(start.clone(), Strikes::default());
    stack.play(Transition { element: P0, from: Point(1), to: Point(2), captured: None });
    assert_eq!(stack.current().unwrap().symbols.len(), 1);
    stack.play(Transition { element: Q3, from: Point(6), to: Point(2), captured: Some(P0) });
    assert_eq!(stack.current(), None);
    stack.take_back();
    stack.take_back();
    assert_eq!(stack.current(), Some(&start));
}

/// After a step of the main element, translation and recomputation agree on the first negation:
/// the translated symbols are the recomputed ones that existed before, with the same times.
#[test]
fn main_steps_translate_to_what_recomputation_finds() {
    let fens = [
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        "8/1k4n1/8/4p3/6P1/8/5B1P/1K6 b - - 0 1",
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
        "8/6p1/1kP2pKp/8/8/8/8/8 w - - 0 1",
    ];
    let mut compared = 0;
    for fen in fens {
        let system = ChessSystem::new(&Position::from_fen(fen).unwrap(), Lines::Geometric);
        let rules = ZoneRules { deepest_negation: 1, ..ZoneRules::default() };
        for bundle in zones_of(&system, 4, rules).iter().filter(|bundle| bundle.main().bundle.length >= 2) {
            for zone in bundle.zones(&system, rules).take(20) {
                compared += compare_main_step(&system, bundle.target, &zone, rules);
            }
        }
    }
    assert!(compared > 1000, "{compared} symbols compared");
}

fn compare_main_step(system: &ChessSystem, target: Target, before: &Zone, rules: ZoneRules) -> usize {
    let main = &before.symbols[0];
    let (from, to) = (main.trajectory.points[0], main.trajectory.points[1]);
    if system.elements().iter().any(|element| element.at == to) {
        return 0; // A capture on the way changes who is there.
    }
    let Ok(after) = system.transition(from, to) else {
        return 0;
    };
    let image = translate(before, Transition { element: main.element, from, to, captured: None }, Strikes::default());
    let image = image.zone.expect("the main trajectory is longer than one step");
    // Elements are numbered by their squares, so compare by the path's start instead.
    let key = |symbol: &ZoneSymbol| (symbol.trajectory.clone(), symbol.time);
    let element = after.elements().iter().position(|element| element.at == to).unwrap();
    let goal = main.trajectory.end();
    let target = match target {
        Target::Element(_) => Target::Element(after.elements().iter().position(|e| e.at == goal).unwrap()),
        other => other,
    };
    let generator = crate::geometry::zone::ZoneGenerator::new(&after, rules);
    let Some(bundle) = generator.zone(element, target, goal, 0) else {
        return 0;
    };
    let Some(recomputed) =
        bundle.zones(&after, rules).find(|zone| zone.symbols[0].trajectory.points == main.trajectory.points[1..])
    else {
        return 0;
    };
    let times: Vec<_> = recomputed.symbols.iter().map(|symbol| (symbol.trajectory.end(), symbol.time)).collect();
    let mut compared = 0;
    for symbol in image.symbols.iter().filter(|symbol| symbol.trajectory.end() != to) {
        // The choice among equal trajectories may differ; the end and its time may not.
        let (trajectory, time) = key(symbol);
        assert!(times.contains(&(trajectory.end(), time)), "{trajectory:?} {time} in {times:?}");
        compared += 1;
    }
    compared
}
