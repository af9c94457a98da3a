//! Learning from the engine's own games by temporal differences *[Sutton 1988]*.
//!
//! In every round the engine plays itself with the kernels that it has. What a position was worth is then told by
//! the scores of the searches that followed and by the result, mixed by lambda: with 0 only the search of the
//! position itself counts, with 1 only the result. The kernels are fitted to these *returns* by the same
//! descent that learns from labelled files, going on from what they were. Positions of the last few rounds are
//! kept, because those of one round are few.

use std::collections::VecDeque;

use reti_core::field::learned::Kernels;

use super::{
    Course, Options, Round, Taught,
    course::{Judge, weights},
    data::read,
    descent::learn_from,
    probability,
};
use crate::self_play::{self, Played};

/// How to learn from own games.
#[derive(Clone, Debug, PartialEq)]
pub struct Returns {
    /// Rounds and games.
    pub course: Course,
    /// How much of a position's worth is told by what came later, ply by ply, from 0 to 1.
    pub lambda: f64,
    /// The fit of a round.
    pub fit: Options,
    /// So many rounds of positions are learned from.
    pub kept: usize,
}

impl Default for Returns {
    fn default() -> Returns {
        let options = Options::default();
        Returns {
            course: Course::default(),
            lambda: 0.95,
            // Own scores are not those of another engine: both sigmoids have one scale, or weights would grow
            // from round to round.
            fit: Options {
                epochs: 8,
                rate: 3.0,
                batch: 1024,
                result_share: 0.0,
                engine_scale: options.scale,
                ..options
            },
            kept: 4,
        }
    }
}

/// Learns from the engine's own games, beginning with kernels; `report` is told after every round and may end it all
/// with false.
pub fn by_self_play(start: &Kernels, how: &Returns, mut report: impl FnMut(&Round) -> bool) -> Taught {
    let mut current = weights(start);
    let judge = Judge::new(&current, &how.course);
    let (openings, plan) = judge.lessons();
    let (mut recent, mut rounds): (VecDeque<String>, Vec<Round>) = (VecDeque::new(), Vec::new());
    for number in 1..=how.course.rounds {
        let seed = how.course.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let games = self_play::games(super::course::evaluation(&current), openings, &plan, how.course.games, seed);
        recent.push_back(games.iter().map(|game| labelled(game, how.lambda, how.fit.engine_scale)).collect());
        if recent.len() > how.kept.max(1) {
            recent.pop_front();
        }
        let text: String = recent.iter().map(String::as_str).collect();
        let data = read(&[("own games".to_owned(), text)]).expect("own lines are in the form that is read");
        current = weights(&learn_from(&data, current, &Options { seed, ..how.fit.clone() }, |_| true).kernels);
        let round = judge.round(number, &current);
        rounds.push(round);
        if !report(&round) {
            break;
        }
    }
    judge.last(&current, rounds)
}

/// A score of this many centipawns is as good as won.
const WON: f64 = 2_000.0;

/// The positions of a game as lines of labelled data, with their returns as scores.
fn labelled(game: &Played, lambda: f64, scale: f64) -> String {
    let mut lines = Vec::with_capacity(game.thoughts.len());
    let result = if game.white > 0.75 { "1.0" } else { ["0.0", "0.5"][usize::from(game.white > 0.25)] };
    for (thought, share) in game.thoughts.iter().zip(returns(game, lambda, scale)) {
        let share = share.clamp(probability(-WON, scale), probability(WON, scale));
        let centipawns = scale * (share / (1.0 - share)).ln();
        let m = thought.position.uci(thought.played);
        lines.push(format!("{} | {centipawns:.1} | {m} | {m} | {result}\n", thought.position.fen()));
    }
    lines.concat()
}

/// What every position was worth for White, as a share of 1: its own search, and by lambda what came later.
fn returns(game: &Played, lambda: f64, scale: f64) -> Vec<f64> {
    let mut later = game.white;
    let mut found: Vec<f64> = Vec::with_capacity(game.thoughts.len());
    for thought in game.thoughts.iter().rev() {
        let rank = thought.score.rank();
        let own = probability(f64::from(thought.position.turn().fold_wb(rank, -rank)), scale);
        later = (1.0 - lambda) * own + lambda * later;
        found.push(later);
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::{chess::Position, field::score};
    use reti_search::score::Score;

    use super::*;
    use crate::self_play::Thought;

    #[test]
    fn returns_lie_between_the_own_search_and_the_result() {
        let position = Position::start();
        let played = position.parse_move("e4").unwrap();
        let after = position.play(played);
        let reply = after.parse_move("e5").unwrap();
        let thought = |position: &Position, score, played| Thought {
            position: position.clone(),
            score: Score::Centipawns(score),
            played,
        };
        let thoughts = vec![thought(&position, 0, played), thought(&after, 260, reply)];
        let game = Played { thoughts, white: 1.0 };
        // The second is Black's score: for White 1 / (1 + e).
        let black = 1.0 / (1.0 + std::f64::consts::E);
        let check = |lambda: f64, expected: [f64; 2]| {
            for (found, expected) in returns(&game, lambda, 260.0).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{lambda}: {found} {expected}");
            }
        };
        check(1.0, [1.0, 1.0]);
        check(0.0, [0.5, black]);
        let second = 0.5 * black + 0.5;
        check(0.5, [0.25 + second / 2.0, second]);
    }

    #[test]
    fn a_course_repeats_and_changes_the_kernels() {
        let course = Course { rounds: 2, games: 12, nodes: 60, test_games: 4, seed: 5 };
        let how = Returns { course, ..Returns::default() };
        let start = score::SEED.as_kernels().unwrap();
        let learn = |how: &Returns| by_self_play(&start, how, |_| true);
        let (first, second) = (learn(&how), learn(&how));
        assert_eq!(first.rounds, second.rounds);
        assert_eq!(weights(&first.kernels), weights(&second.kernels));
        assert_ne!(weights(&first.kernels), weights(&start));
        assert_eq!((first.rounds.len(), first.rounds[1].games), (2, 24));
        let other = learn(&Returns { course: Course { seed: 6, ..course }, ..how });
        assert_ne!(weights(&first.kernels), weights(&other.kernels));
    }
}
