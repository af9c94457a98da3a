//! Learning by playing: what its two ways have in common.
//!
//! Both go in rounds of games, start from kernels that exist (the seed's, unless others are named) and ask after
//! every round how many points of Elo the kernels are above that start, by pairs of games with openings of their
//! own. At the end a sequential test says whether they are stronger at all.

use reti_core::field::{
    learned::{Kernels, layout::COUNT, text},
    score::Evaluation,
};

use super::WEIGHTS;
use crate::{
    matches::{self, Decision, Opening, Sprt},
    self_play::{self, Plan},
};

/// How to learn by playing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Rounds of games.
    pub rounds: usize,
    /// Games of a round.
    pub games: usize,
    /// Nodes of a move.
    pub nodes: u64,
    /// Games against the start after every round, and ten times as many at the end, at most.
    pub test_games: usize,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for Course {
    fn default() -> Course {
        Course { rounds: 20, games: 500, nodes: 300, test_games: 100, seed: 1 }
    }
}

/// Where learning stands after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// From 1.
    pub number: usize,
    /// Games learned from so far.
    pub games: usize,
    /// How far above the start.
    pub advantage: Advantage,
}

/// What learning by playing ends with.
pub struct Taught {
    /// The kernels of the last round.
    pub kernels: Kernels,
    /// All rounds.
    pub rounds: Vec<Round>,
    /// The last match against the start.
    pub last: Advantage,
    /// What the sequential test says about it.
    pub decision: Option<Decision>,
}

impl Taught {
    /// The kernels file; `about` becomes a comment at its top.
    pub fn file(&self, about: &str) -> String {
        text::write(&self.kernels, about)
    }
}

/// A difference in strength, in points of Elo.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advantage {
    /// The likeliest one.
    pub elo: f64,
    /// 95 % of the differences that fit lie between this and the next number.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many games.
    pub games: usize,
}

impl Advantage {
    /// From the points of pairs of games, 0 to 2 each.
    pub fn of(pairs: &[f64]) -> Advantage {
        let n = pairs.len().max(1) as f64;
        // Half a drawn pair more, so that nothing is infinite.
        let mean = (pairs.iter().sum::<f64>() / 2.0 + 0.25) / (n + 0.5);
        let variance = pairs.iter().map(|points| (points / 2.0 - mean).powi(2)).sum::<f64>() / n;
        let error = 1.96 * (variance / n).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        Advantage { elo: elo(mean), low: elo(mean - error), high: elo(mean + error), games: 2 * pairs.len() }
    }
}

impl std::fmt::Display for Advantage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.0} ({:.0} to {:.0}, {} games)", self.elo, self.low, self.high, self.games)
    }
}

/// Weights in centipawns, middlegame and endgame in turns.
pub(super) fn weights(kernels: &Kernels) -> Vec<f64> {
    let pairs = (0..COUNT).map(|index| kernels.weight(index));
    pairs.flat_map(|(middle, end)| [middle, end]).map(|tenths| f64::from(tenths) / 10.0).collect()
}

/// Kernels of weights, rounded to tenths of centipawns.
pub(super) fn kernels(weights: &[f64]) -> Kernels {
    debug_assert_eq!(weights.len(), WEIGHTS);
    let tenths = |index: usize| (weights[index] * 10.0).round() as i32;
    Kernels::new(&std::array::from_fn(|index| (tenths(2 * index), tenths(2 * index + 1))))
}

/// An evaluation by weights; it lives as long as the program, and a course makes some thousands.
pub(super) fn evaluation(weights: &[f64]) -> &'static Evaluation {
    Evaluation::from_kernels("being learned", kernels(weights))
}

/// The judge of a course: matches against its start.
pub(super) struct Judge {
    start: &'static Evaluation,
    openings: Vec<Opening>,
    plan: Plan,
    course: Course,
}

/// The sequential test at the end: whether the kernels are ten points stronger, or not at all.
const TEST: Sprt = Sprt { lower: 0.0, upper: 10.0, error: 0.05 };

/// Pairs between two looks at the test.
const BATCH: usize = 50;

impl Judge {
    pub fn new(start: &[f64], course: &Course) -> Judge {
        let plan = Plan { nodes: course.nodes, decided: Some(1_000), ..Plan::default() };
        Judge { start: evaluation(start), openings: matches::built_in(), plan, course: *course }
    }

    /// How the games that teach are played: from the same openings, and two moves astray, so that there is more
    /// to see than what is played well.
    pub fn lessons(&self) -> (&[Opening], Plan) {
        (&self.openings, Plan { strays: 2, ..self.plan })
    }

    /// Games against the start; the seed is none of those that games to learn from have.
    fn pairs(&self, weights: &[f64], numbers: std::ops::Range<usize>, salt: u64) -> Vec<f64> {
        let seed = self.course.seed ^ 0x7e57_0000_0000_0000 ^ salt;
        self_play::pairs([evaluation(weights), self.start], &self.openings, &self.plan, numbers, seed)
    }

    /// Where learning stands after a round.
    pub fn round(&self, number: usize, weights: &[f64]) -> Round {
        let pairs = self.pairs(weights, 0..self.course.test_games.div_ceil(2), number as u64);
        Round { number, games: number * self.course.games, advantage: Advantage::of(&pairs) }
    }

    /// The last match, until the test knows or all games are played.
    pub fn last(&self, weights: &[f64], rounds: Vec<Round>) -> Taught {
        let most = self.course.test_games * 5;
        let (mut pairs, mut decision) = (Vec::new(), None);
        while pairs.len() < most && !decision.is_some_and(|decision: Decision| decision.is_final()) {
            let next = pairs.len()..most.min(pairs.len() + BATCH);
            pairs.extend(self.pairs(weights, next, 0));
            decision = TEST.decide(&pairs);
        }
        Taught { kernels: kernels(weights), rounds, last: Advantage::of(&pairs), decision }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_are_191_points_and_rounding_keeps_tenths() {
        let pairs: Vec<f64> = (0..400).map(|index| f64::from(1 + index % 2)).collect();
        let found = Advantage::of(&pairs);
        assert!((found.elo - 190.8).abs() < 1.0 && found.low < 180.0 && found.high > 200.0, "{found}");
        assert!(Advantage::of(&[2.0; 10]).elo < 1_300.0);
        let seed = reti_core::field::score::SEED.as_kernels().unwrap();
        let again = kernels(&weights(&seed));
        assert!((0..COUNT).all(|index| seed.weight(index) == again.weight(index)));
    }
}
