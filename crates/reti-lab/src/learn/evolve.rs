//! Learning by matches alone: simultaneous perturbation *[Spall 1992]*.
//!
//! There are several hundred weights and a game says little, so what evolves is one *dial* for each named group of
//! weights: a number that multiplies a shape which is written down here, such as "more for every safe square" or
//! "more for passed pawns that are further". The start has all dials at zero. In every step all dials are turned at
//! once by chance, up for one player and down for the other; the two play some pairs of games, and all dials
//! move a little towards the winner. No score and no label is used, only results.

use reti_core::field::learned::{
    Kernels,
    layout::{self, GROUPS, Group},
};

use super::{
    Course, Round, Taught, WEIGHTS,
    course::{Judge, evaluation, weights},
};
use crate::self_play;

/// A number that evolves: what one unit of it adds to the weights, in centipawns.
pub struct Dial {
    /// The group of weights.
    pub name: &'static str,
    shape: Vec<f64>,
}

/// All dials, for kernels to start from.
pub fn dials(start: &Kernels) -> Vec<Dial> {
    let own = weights(start);
    let mut dials: Vec<Dial> = Vec::new();
    for (place, group) in GROUPS.iter().enumerate() {
        let first = layout::offset(place);
        let mut shape = vec![0.0; WEIGHTS];
        for index in 0..group.len() {
            let (middle, end) = unit(group, index);
            shape[2 * (first + index)] = middle;
            shape[2 * (first + index) + 1] = end;
        }
        if first < layout::TABLES {
            let cells = 2 * first..2 * (first + group.len());
            influence(&mut shape[cells.clone()], &own[cells]);
        }
        if shape.iter().any(|weight| *weight != 0.0) {
            dials.push(Dial { name: group.name, shape });
        }
    }
    dials
}

/// Of a table: a third of what its squares have above their mean, so that a unit makes the seed's influence larger
/// by a third and leaves the worth of the piece alone.
fn influence(shape: &mut [f64], own: &[f64]) {
    for half in 0..2 {
        let cells = || own.iter().skip(half).step_by(2);
        let mean = cells().sum::<f64>() / (own.len() / 2) as f64;
        for (shape, cell) in shape.iter_mut().skip(half).step_by(2).zip(cells()) {
            *shape = (cell - mean) / 3.0;
        }
    }
}

/// What one unit of a group's dial adds to its weights, for middlegame and endgame; the names say what is counted.
fn unit(group: &Group, index: usize) -> (f64, f64) {
    let (row, column) = (index / group.columns, (index % group.columns) as f64);
    // Above the middle of the group's columns.
    let above = column - (group.columns as f64 - 1.0) / 2.0;
    let both = |value: f64| (value, value);
    match group.name {
        "knight-norm" | "bishop-norm" | "rook-norm" => both(above),
        "queen-norm" => both(above / 2.0),
        "targets" | "turn-targets" => both(2.0),
        "hanging" => both(if row == 0 { 3.0 } else { 8.0 }),
        "danger" => (column * column / 20.0 * if row == 1 { 1.0 } else { 0.5 }, 0.0),
        "checks" => (4.0, 2.0),
        "near-king" => (-above, -above / 2.0),
        "shelter" => (if (1.0..=2.0).contains(&column) { 5.0 } else { 0.0 }, 0.0),
        "storm" => (if (1.0..=3.0).contains(&column) { -4.0 } else { 0.0 }, 0.0),
        "passed" => (column * column / 2.0, column * column),
        "passed-free" | "passed-safe" => (column, 2.0 * column),
        "passed-own-king" => (0.0, -2.0 * above),
        "passed-enemy-king" => (0.0, 2.0 * above),
        "phalanx" => both(2.0 + column),
        "weak-pawns" => both(-4.0),
        "defended" | "territory" => both(1.0),
        "rook-files" => (6.0, 3.0),
        "outposts" => (6.0, 4.0),
        "bishops" => {
            if index == 0 {
                both(8.0)
            } else {
                both(-1.0)
            }
        }
        "tempo" => (5.0, 3.0),
        _ => (0.0, 0.0),
    }
}

/// How dials are turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evolution {
    /// Rounds and games.
    pub course: Course,
    /// Pairs of games for a step.
    pub pairs: usize,
    /// How far a dial is turned to try, at first.
    pub turn: f64,
    /// How far a dial moves if one player wins everything, at first.
    pub rate: f64,
}

impl Default for Evolution {
    fn default() -> Evolution {
        Evolution { course: Course::default(), pairs: 4, turn: 1.0, rate: 0.12 }
    }
}

/// What evolution ends with.
pub struct Evolved {
    /// The kernels and how they came.
    pub taught: Taught,
    /// The dials, by name.
    pub dials: Vec<(&'static str, f64)>,
}

/// Kernels with the dials turned.
fn turned(start: &[f64], dials: &[Dial], values: &[f64]) -> Vec<f64> {
    let mut sum = start.to_vec();
    for (dial, value) in dials.iter().zip(values) {
        for (weight, part) in sum.iter_mut().zip(&dial.shape) {
            *weight += value * part;
        }
    }
    sum
}

/// Evolves kernels; `report` is told after every round and may end it all with false.
pub fn evolve(start: &Kernels, how: &Evolution, mut report: impl FnMut(&Round) -> bool) -> Evolved {
    let (dials, start) = (dials(start), weights(start));
    let judge = Judge::new(&start, &how.course);
    let (openings, plan) = judge.lessons();
    let mut dice = fastrand::Rng::with_seed(how.course.seed);
    let mut values = vec![0.0; dials.len()];
    let (mut rounds, mut step) = (Vec::new(), 0);
    let pairs = how.pairs.max(1);
    let steps = how.course.games.div_ceil(2 * pairs);
    // As Spall recommends: a tenth of all steps before the rate falls in earnest.
    let calm = (how.course.rounds * steps) as f64 / 10.0;
    for number in 1..=how.course.rounds {
        for _ in 0..steps {
            step += 1;
            let rate = how.rate * ((1.0 + calm) / (f64::from(step) + calm)).powf(0.602);
            let turn = how.turn / f64::from(step).powf(0.101);
            let signs: Vec<f64> = values.iter().map(|_| if dice.bool() { 1.0 } else { -1.0 }).collect();
            let players = [turn, -turn].map(|turn| {
                let values: Vec<f64> = values.iter().zip(&signs).map(|(value, sign)| value + turn * sign).collect();
                evaluation(&turned(&start, &dials, &values))
            });
            let points: f64 = self_play::pairs(players, openings, &plan, 0..pairs, dice.u64(..)).iter().sum();
            // From -1 to 1.
            let won = points / pairs as f64 - 1.0;
            for (value, sign) in values.iter_mut().zip(&signs) {
                *value += rate * won * sign;
            }
        }
        let round = judge.round(number, &turned(&start, &dials, &values));
        rounds.push(round);
        if !report(&round) {
            break;
        }
    }
    let taught = judge.last(&turned(&start, &dials, &values), rounds);
    Evolved { taught, dials: dials.iter().map(|dial| dial.name).zip(values).collect() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::field::score;

    use super::*;

    #[test]
    fn dials_are_few_named_and_leave_the_worth_of_pieces_alone() {
        let start = score::SEED.as_kernels().unwrap();
        let dials = dials(&start);
        assert!((20..=33).contains(&dials.len()), "{}", dials.len());
        assert!(dials.iter().all(|dial| GROUPS.iter().any(|group| group.name == dial.name)));
        let knights = dials.iter().find(|dial| dial.name == "knight-table").unwrap();
        assert!(knights.shape.iter().sum::<f64>().abs() < 1e-6);
        let same = turned(&weights(&start), &dials, &vec![0.0; dials.len()]);
        assert_eq!(same, weights(&start));
    }

    #[test]
    fn evolution_repeats_and_moves_all_dials() {
        let course = Course { rounds: 1, games: 16, nodes: 40, test_games: 4, seed: 3 };
        let how = Evolution { course, pairs: 2, ..Evolution::default() };
        let start = score::SEED.as_kernels().unwrap();
        let (first, second) = (evolve(&start, &how, |_| true), evolve(&start, &how, |_| true));
        assert_eq!(first.dials, second.dials);
        assert_eq!(first.taught.rounds, second.taught.rounds);
        assert!(first.dials.iter().all(|(_, value)| *value != 0.0), "{:?}", first.dials);
    }
}
