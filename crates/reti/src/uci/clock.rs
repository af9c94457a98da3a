//! How long to think, and the watch that ends a search in time.
//!
//! A move gets its share of the clock and most of the increment; between two depths the search may
//! end after a part of that, within a depth it must end after a multiple of it, and it always leaves
//! the overhead of moving untouched. The part is smaller while the best move stays the same and
//! takes most of the nodes, and larger after the score fell ([`Judgement`]).

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use reti_core::chess::Move;
use reti_search::engine::{Report, Score};

use super::command::Go;

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allotment {
    /// No new depth is begun after this.
    pub soft: Duration,
    /// The search is broken off after this.
    pub hard: Duration,
}

impl Allotment {
    /// The time for a move of White (0) or Black (1); `None` if the clock does not matter.
    pub fn new(go: &Go, side: usize, overhead: u64) -> Option<Allotment> {
        let limits = |soft: u64, hard: u64| {
            Some(Allotment { soft: Duration::from_millis(soft.max(1)), hard: Duration::from_millis(hard.max(1)) })
        };
        if let Some(time) = go.move_time {
            let time = time.saturating_sub(overhead);
            return limits(time, time);
        }
        // A program that tells only the other clock is taken to mean both.
        let left = go.time[side].or(go.time[1 - side])?.saturating_sub(overhead);
        let moves = go.moves_left.unwrap_or(22).clamp(1, 40);
        let share = (left / moves).saturating_add(go.increment[side].saturating_mul(3) / 4);
        // On the last move before a time control all of it may be used, else at most a part.
        let most = if moves == 1 { left.saturating_mul(9) / 10 } else { left.saturating_mul(2) / 5 };
        limits((share.saturating_mul(6) / 10).min(most), share.saturating_mul(3).min(most))
    }
}

/// How much of the time a move deserves, by how the search went so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    best: Option<Move>,
    /// For how many depths the best move has been the same.
    steady: u32,
    score: Option<i32>,
}

impl Judgement {
    /// A factor for the time between two depths, from about a third to about two.
    pub fn factor(&mut self, report: &Report<'_>) -> f64 {
        let Some(line) = report.lines.first() else { return 1.0 };
        let best = line.moves.first().copied();
        self.steady = if best == self.best { (self.steady + 1).min(8) } else { 0 };
        self.best = best;
        let score = match line.score {
            Score::Centipawns(score) => Some(score),
            _ => None,
        };
        let fallen = self.score.zip(score).map_or(0, |(before, now)| before - now).clamp(0, 60);
        self.score = score;
        if report.depth < 6 {
            return 1.0;
        }
        (1.25 - 0.06 * f64::from(self.steady)) * (1.6 - 0.9 * report.best_share) * (1.0 + f64::from(fallen) / 120.0)
    }
}

/// What the outside tells a running search.
#[derive(Debug)]
pub(super) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether the search ends only when it is told to.
    open: AtomicBool,
    done: AtomicBool,
    /// Since when our own clock runs.
    since: Mutex<Instant>,
}

impl Signals {
    pub fn new(pondering: bool, open: bool) -> Signals {
        Signals {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            open: AtomicBool::new(open),
            done: AtomicBool::new(false),
            since: Mutex::new(Instant::now()),
        }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: our clock runs from now on.
    pub fn ponder_hit(&self) {
        if self.is_pondering() {
            self.begin();
            self.pondering.store(false, Ordering::Release);
            self.open.store(false, Ordering::Release);
        }
    }

    /// The clock runs from now on.
    pub fn begin(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// The answer was given.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Release);
    }

    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Whether a time has passed on our clock.
    pub fn has_passed(&self, time: Duration) -> bool {
        !self.is_pondering() && self.since.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(go: &Go, soft: u64, hard: u64) {
        let found = Allotment::new(go, 0, 10).unwrap();
        assert_eq!((found.soft.as_millis(), found.hard.as_millis()), (soft.into(), hard.into()));
    }

    #[test]
    fn a_move_gets_its_share() {
        let clock = |left, moves_left| Go { time: [Some(left), None], moves_left, ..Go::default() };
        check(&clock(10_010, None), 272, 1_362);
        check(&clock(10_010, Some(1)), 6_000, 9_000);
        check(&clock(0, None), 1, 1);
        check(&Go { increment: [100, 0], ..clock(70, None) }, 24, 24);
        check(&Go { move_time: Some(100), ..Go::default() }, 90, 90);
        assert_eq!(Allotment::new(&Go::default(), 0, 10), None);
        // With White's clock alone, Black has the same time.
        assert_eq!(Allotment::new(&clock(100, None), 1, 10), Allotment::new(&clock(100, None), 0, 10));
        check(
            &Go { increment: [u64::MAX, 0], ..clock(u64::MAX, Some(1)) },
            1_844_674_407_370_955_161,
            1_844_674_407_370_955_161,
        );
    }

    #[test]
    fn no_time_passes_while_pondering() {
        let signals = Signals::new(true, true);
        assert!(!signals.has_passed(Duration::ZERO));
        signals.ponder_hit();
        assert!(signals.has_passed(Duration::ZERO) && !signals.is_stopped());
        signals.stop();
        assert!(signals.is_stopped());
    }
}
