//! Matches between engines, and what they say about strength.
//!
//! Engines are programs that speak UCI; Reti itself is one of them. Every opening is played twice
//! with colours reversed, as one *pair*: the two games are not independent, so errors are estimated
//! by drawing whole pairs (`rating`). Everything that an engine may do wrong ends its game with a
//! reason and is counted: an illegal move, a flag, a crash, a silence. *[Seed 004, section 8]* asks
//! for such matches.

mod game;
mod joint;
mod openings;
mod player;
mod rating;
mod report;
mod spec;
mod sprt;

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

pub(crate) use game::over;
pub use game::{Ending, Record, Rules};
pub use joint::{JoinError, join, text as joint_text};
pub use openings::{Opening, built_in, read as read_openings, shuffle};
pub use rating::{Anchors, Fit, Pair, fit};
pub use report::{pgn, text, wire};
pub use spec::{Contestant, Limit, SpecError};
pub use sprt::{Decision, Sprt};

use player::Player;
use reti::Probe;

/// A whole match.
pub struct Schedule {
    /// Who plays; at least two.
    pub contestants: Vec<Contestant>,
    /// How much thinking a move gets, unless a contestant has its own limit.
    pub limit: Limit,
    /// Pairs of games for each pairing.
    pub pairs: usize,
    /// Only the first contestant meets the others.
    pub is_gauntlet: bool,
    /// Where games begin, in the order of use; repeated when they run out.
    pub openings: Vec<Opening>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// When games end.
    pub rules: Rules,
    /// A test that may end the match early; only for two contestants.
    pub sprt: Option<Sprt>,
}

/// What was played.
pub struct Played {
    /// The games, two for each finished pair, in the order of the plan.
    pub games: Vec<Record>,
    /// What the test decided.
    pub decision: Option<Decision>,
}

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    first: usize,
    second: usize,
    opening: usize,
}

impl Schedule {
    /// All pairs: round by round, so that a match that is stopped early is balanced. A round uses one
    /// opening for all pairings; so no pairing meets an opening again before all were used.
    fn jobs(&self) -> Vec<Job> {
        let count = self.contestants.len();
        let firsts = if self.is_gauntlet { 1 } else { count };
        let pairings: Vec<(usize, usize)> =
            (0..firsts).flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect();
        let rounds = (0..self.pairs).map(|round| round % self.openings.len().max(1));
        rounds.flat_map(|opening| pairings.iter().map(move |&(first, second)| Job { first, second, opening })).collect()
    }

    /// How many games are planned.
    pub fn game_count(&self) -> usize {
        2 * self.jobs().len()
    }

    /// Plays the match. `watch` is told after every game; `stop` ends the match after the running games.
    pub fn play(
        &self,
        tables: Option<&(dyn Probe + Send + Sync)>,
        stop: &AtomicBool,
        watch: &(dyn Fn(&Record, usize) + Sync),
    ) -> Played {
        let jobs = self.jobs();
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, [Record; 2])>> = Mutex::new(Vec::new());
        let decision = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, jobs.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&job) = jobs.get(index) else { break };
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let Some(pair) = self.play_pair(job, tables, stop, &done, watch) else { break };
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        done.push((index, pair));
                        if let Some(sprt) = &self.sprt {
                            let pairs: Vec<f64> = done.iter().map(|(_, pair)| pair_points(pair)).collect();
                            if let Some(found) = sprt.decide(&pairs).filter(Decision::is_final) {
                                *decision.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                                stop.store(true, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        let pairs: Vec<f64> = done.iter().map(|(_, pair)| pair_points(pair)).collect();
        let decision = decision.into_inner().unwrap_or_else(PoisonError::into_inner);
        let decision = decision.or_else(|| self.sprt.as_ref().and_then(|sprt| sprt.decide(&pairs)));
        Played { games: done.into_iter().flat_map(|(_, pair)| pair).collect(), decision }
    }

    /// Both games of a pair, by fresh processes; `None` if the match was stopped in between.
    fn play_pair(
        &self,
        job: Job,
        tables: Option<&(dyn Probe + Send + Sync)>,
        stop: &AtomicBool,
        done: &Mutex<Vec<(usize, [Record; 2])>>,
        watch: &(dyn Fn(&Record, usize) + Sync),
    ) -> Option<[Record; 2]> {
        let opening = &self.openings[job.opening];
        let sides = [job.first, job.second];
        let mut players = sides.map(|side| Player::start(&self.contestants[side]));
        let mut play = |white: usize| {
            let limits = [white, 1 - white].map(|side| self.contestants[sides[side]].limit.unwrap_or(self.limit));
            let names = [white, 1 - white].map(|side| sides[side]);
            let [first, second] = &mut players;
            let both = if white == 0 { [first, second] } else { [second, first] };
            let record = game::play(both, names, limits, opening, job.opening, &self.rules, tables);
            for (player, side) in players.iter_mut().zip(sides) {
                // Who crashed, hung or never started gets a new process for the next game.
                if player.as_ref().map_or(true, Player::is_lost) {
                    *player = Player::start(&self.contestants[side]);
                }
            }
            let finished = 2 * done.lock().unwrap_or_else(PoisonError::into_inner).len() + 1 + white;
            watch(&record, finished);
            record
        };
        let first = play(0);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        Some([first, play(1)])
    }
}

/// The points of the first contestant of a pair, from 0 to 2.
fn pair_points(pair: &[Record; 2]) -> f64 {
    pair[0].white_points() + 1.0 - pair[1].white_points()
}

/// How many games differ from all others in start or moves.
pub fn distinct(games: &[Record]) -> usize {
    let texts: BTreeSet<String> = games.iter().map(Record::fingerprint).collect();
    texts.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(contestants: usize, pairs: usize, is_gauntlet: bool) -> Schedule {
        let contestant = |index| Contestant::read(&format!("engine{index}"), "reti".as_ref()).unwrap();
        Schedule {
            contestants: (0..contestants).map(contestant).collect(),
            limit: Limit::Nodes(1),
            pairs,
            is_gauntlet,
            openings: built_in()[..3].to_vec(),
            concurrency: 1,
            rules: Rules::default(),
            sprt: None,
        }
    }

    #[test]
    fn everyone_meets_everyone_with_every_opening_before_any_repeats() {
        let jobs = plan(4, 5, false).jobs();
        assert_eq!(jobs.len(), 6 * 5);
        for pairing in &jobs[..6] {
            let met: Vec<usize> = jobs
                .iter()
                .filter(|job| (job.first, job.second) == (pairing.first, pairing.second))
                .map(|job| job.opening)
                .collect();
            assert_eq!(met, [0, 1, 2, 0, 1]);
        }
        assert!(plan(4, 1, true).jobs().iter().all(|job| job.first == 0));
        assert_eq!(plan(3, 7, true).game_count(), 2 * 2 * 7);
    }
}
