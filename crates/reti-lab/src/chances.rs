//! How often scores are won, drawn and lost: the curve of `UCI_ShowWDL`, fitted to games and judged on others.
//!
//! The engine plays itself, and every position with a guess for a score is one look at the curve
//! ([`Chances`]): its score, the officers that are left, and what the game ended with for the side to move. The
//! likeliest curve is found on every other game; how true it is shows on the games between, in bins of score.
//! The games are played out, because a game that ends by scores would confirm the scores.

use std::{collections::BTreeMap, fmt::Write as _};

use reti_core::field::score;
pub use reti_search::chances::{Chances, Curve};
use reti_search::score::Score;

use crate::self_play::Played;

/// How often a score came with so many officers, and how its games ended: won, drawn, lost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks(BTreeMap<(i32, u32), [f64; 3]>);

/// Scores are counted in steps of so many centipawns.
const STEP: i32 = 4;
/// Scores beyond this are all counted here.
const MOST: i32 = 2_000;
/// All officers of both sides, as the phase of the game counts them.
const OFFICERS: f64 = 24.0;

impl Looks {
    /// What games show, all with a number for which `wanted` holds.
    pub fn of(games: &[Played], wanted: impl Fn(usize) -> bool) -> Looks {
        let mut looks = Looks::default();
        for (_, game) in games.iter().enumerate().filter(|(number, _)| wanted(*number)) {
            for thought in &game.thoughts {
                let Score::Centipawns(score) = thought.score else { continue };
                let points = thought.position.turn().fold_wb(game.white, 1.0 - game.white);
                let left = OFFICERS * (1.0 - score::phase(thought.position.board()));
                looks.add(score, left.round() as u32, points);
            }
        }
        looks
    }

    fn add(&mut self, score: i32, officers: u32, points: f64) {
        let place = ((score.clamp(-MOST, MOST) as f64 / f64::from(STEP)).round() as i32, officers);
        let end = if points > 0.75 { 0 } else { usize::from(points < 0.25) + 1 };
        self.0.entry(place).or_default()[end] += 1.0;
    }

    /// Scores, shares of officers and counts of results.
    fn all(&self) -> impl Iterator<Item = (f64, f64, &[f64; 3])> {
        self.0.iter().map(|(&(score, officers), ends)| (f64::from(score * STEP), f64::from(officers) / OFFICERS, ends))
    }

    /// How many positions.
    pub fn count(&self) -> f64 {
        self.0.values().flatten().sum()
    }

    /// How unlikely the results are under a curve: the mean of minus the logarithm.
    fn surprise(&self, chances: &Chances) -> f64 {
        let sum: f64 = self
            .all()
            .map(|(score, officers, ends)| {
                let shares = chances.of(score, officers);
                ends.iter().zip(shares).map(|(n, share)| -n * share.max(1e-6).ln()).sum::<f64>()
            })
            .sum();
        sum / self.count().max(1.0)
    }

    /// The curve under which the results are likeliest: one number after another is moved while that helps, in
    /// steps that become smaller.
    pub fn fit(&self) -> Chances {
        let mut numbers = vec![150.0, 90.0, 150.0, 90.0, 150.0, 90.0, 0.0, 5.0, 100.0];
        let chances = |numbers: &[f64]| {
            let curve = |at: usize| Curve { half: numbers[at].max(1.0), step: numbers[at + 1].max(5.0) };
            Chances {
                curves: [curve(0), curve(2), curve(4)],
                hope: numbers[6],
                calm: numbers[7].clamp(0.0, 90.0),
                width: numbers[8].max(10.0),
            }
        };
        let mut least = self.surprise(&chances(&numbers));
        let mut step = 32.0;
        while step > 0.4 {
            let mut is_better = false;
            for at in 0..numbers.len() {
                for change in [step, -step] {
                    let mut next = numbers.clone();
                    next[at] += change;
                    let surprise = self.surprise(&chances(&next));
                    if surprise < least - 1e-9 {
                        (numbers, least, is_better) = (next, surprise, true);
                    }
                }
            }
            if !is_better {
                step /= 2.0;
            }
        }
        chances(&numbers)
    }
}

/// Lower ends of the bins of score; the first and the last one are open.
const BINS: [i32; 12] = [-800, -400, -250, -150, -80, -30, 30, 80, 150, 250, 400, 800];

/// What a curve says about a bin of scores, and what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Positions.
    pub n: f64,
    /// Won, drawn and lost as the curve says, as shares of 1.
    pub told: [f64; 3],
    /// As it happened.
    pub seen: [f64; 3],
}

/// How true a curve is.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// By score, the lowest first.
    pub bins: Vec<Bin>,
}

impl Truth {
    /// Holds a curve against looks.
    pub fn of(chances: &Chances, looks: &Looks) -> Truth {
        let mut bins = vec![Bin::default(); BINS.len() + 1];
        for (score, officers, ends) in looks.all() {
            let bin = &mut bins[BINS.iter().take_while(|&&low| score >= f64::from(low)).count()];
            let n: f64 = ends.iter().sum();
            bin.n += n;
            for (index, share) in chances.of(score, officers).into_iter().enumerate() {
                bin.told[index] += n * share;
                bin.seen[index] += ends[index];
            }
        }
        for bin in &mut bins {
            let n = bin.n.max(1.0);
            bin.told = bin.told.map(|sum| sum / n);
            bin.seen = bin.seen.map(|sum| sum / n);
        }
        Truth { bins }
    }

    /// The mean distance of told and seen shares over all positions: of expected points, and of wins, draws and
    /// losses.
    pub fn errors(&self) -> [f64; 4] {
        let mut sums = [0.0; 4];
        for bin in &self.bins {
            let points = |[win, draw, _]: [f64; 3]| win + draw / 2.0;
            sums[0] += bin.n * (points(bin.told) - points(bin.seen)).abs();
            for index in 0..3 {
                sums[index + 1] += bin.n * (bin.told[index] - bin.seen[index]).abs();
            }
        }
        let n: f64 = self.bins.iter().map(|bin| bin.n).sum();
        sums.map(|sum| sum / n.max(1.0))
    }

    /// A table for people.
    pub fn text(&self) -> String {
        let mut out = String::from("scores             positions   told: won drawn lost   seen: won drawn lost\n");
        for (index, bin) in self.bins.iter().enumerate() {
            let end = |at: Option<usize>| at.and_then(|at| BINS.get(at)).map_or(String::new(), i32::to_string);
            let percent = |shares: [f64; 3]| shares.map(|share| format!("{:6.1}", 100.0 * share)).join("");
            let name = format!("{:>5} to {:>5}", end(index.checked_sub(1)), end(Some(index)));
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:<16}{:>12.0}      {}      {}", bin.n, percent(bin.told), percent(bin.seen));
        }
        let [points, win, draw, loss] = self.errors().map(|error| 100.0 * error);
        let _ = writeln!(
            out,
            "mean error in points of 100: expected points {points:.2}, won {win:.2}, drawn {draw:.2}, lost {loss:.2}"
        );
        out
    }
}

/// The numbers of a curve for people.
pub fn text(chances: &Chances) -> String {
    let row = |(name, curve): (&str, Curve)| {
        format!(
            "{name}: half of the games won with {:.0} centipawns, e-fold odds with {:.0} more\n",
            curve.half, curve.step
        )
    };
    let rows: String =
        ["no officers", "half of them", "all officers"].into_iter().zip(chances.curves).map(row).collect();
    format!(
        "{rows}side to move: {:.1} centipawns too hopeful; at nought {:.0} of 100 wins and losses are draws, an e-th of \
         that {:.0} centipawns away\n",
        chances.hope, chances.calm, chances.width
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks that follow a curve exactly, with chance from a seed.
    fn looks(chances: &Chances, count: usize, seed: u64) -> Looks {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut looks = Looks::default();
        for _ in 0..count {
            let (score, officers) = (dice.i32(-600..=600), dice.u32(0..=24));
            let [win, draw, _] = chances.of(f64::from(score), f64::from(officers) / OFFICERS);
            let luck = dice.f64();
            let points = if luck < win { 1.0 } else { 0.5 * f64::from(u8::from(luck < win + draw)) };
            looks.add(score, officers, points);
        }
        looks
    }

    fn made(curves: [(f64, f64); 3], hope: f64, calm: f64) -> Chances {
        Chances { curves: curves.map(|(half, step)| Curve { half, step }), hope, calm, width: 80.0 }
    }

    #[test]
    fn a_fit_finds_the_curve_that_made_the_results() {
        let made = made([(90.0, 40.0), (140.0, 70.0), (220.0, 110.0)], 8.0, 30.0);
        let fitted = looks(&made, 60_000, 1).fit();
        for (made, fitted) in made.curves.iter().zip(fitted.curves) {
            assert!((made.half - fitted.half).abs() < 12.0 && (made.step - fitted.step).abs() < 8.0, "{fitted:?}");
        }
        assert!((fitted.hope - 8.0).abs() < 3.0 && (fitted.calm - 30.0).abs() < 8.0, "{fitted:?}");
        // Judged on others it is true, and a wrong curve is not.
        let others = looks(&made, 60_000, 2);
        assert!(Truth::of(&fitted, &others).errors().iter().all(|&error| error < 0.01));
        let wrong = Chances { curves: [Curve { half: 60.0, step: 40.0 }; 3], ..made };
        assert!(Truth::of(&wrong, &others).errors()[1] > 0.03);
    }

    #[test]
    fn bins_have_every_position_once() {
        let made = made([(100.0, 60.0); 3], 0.0, 0.0);
        let looks = looks(&made, 1_000, 3);
        let truth = Truth::of(&made, &looks);
        assert!((truth.bins.iter().map(|bin| bin.n).sum::<f64>() - 1_000.0).abs() < 1e-9);
        assert!(truth.bins.iter().all(|bin| (bin.seen.iter().sum::<f64>() - 1.0).abs() < 1e-9 || bin.n < 0.5));
        assert_eq!(truth.text().lines().count(), BINS.len() + 3);
    }
}
