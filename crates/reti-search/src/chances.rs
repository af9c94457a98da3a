//! What a score means in results: how often games with it are won, drawn and lost, for `UCI_ShowWDL`.
//!
//! A side wins as often as a logistic curve of its score says, and loses as often as the curve of the turned
//! score; the rest are draws. A curve has two numbers, which depend on the officers that are left, because a small
//! advantage becomes a win more often while there is something left to win with. Two things are the same
//! throughout: whoever is to move thinks a little too much of the position, and around nought there are more draws
//! than the curves say, because a score of nought is often a repetition or a dead end that the search has seen. All
//! of it is fitted to games of the engine against itself (`reti bench wdl`); words for scores and losses of moves use
//! Lichess's curve instead ([`Score::chance`](crate::score::Score::chance)).

/// The two numbers of a logistic curve, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score with which half of the games are won.
    pub half: f64,
    /// So much more score makes the odds grow e-fold.
    pub step: f64,
}

/// How often scores of the side to move are won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Curves for boards without officers, with half of them and with all; between these they are mixed.
    pub curves: [Curve; 3],
    /// Centipawns that whoever is to move thinks too much of the position.
    pub hope: f64,
    /// So many points of 100 of the wins and losses at nought are draws.
    pub calm: f64,
    /// How many centipawns from nought an e-th of that is left.
    pub width: f64,
}

impl Chances {
    /// Fitted to the engine's own games with the evaluation `network`; `docs/performance-engine.md` has the command
    /// and how well it fits.
    pub const OURS: Chances = Chances {
        curves: [
            Curve { half: 191.0, step: 51.0 },
            Curve { half: 99.0, step: 90.0 },
            Curve { half: 72.0, step: 152.0 },
        ],
        hope: 9.0,
        calm: 13.0,
        width: 112.0,
    };

    /// The curve for a share of officers that are left, from 0 to 1.
    pub fn curve(&self, officers: f64) -> Curve {
        let [none, some, all] = self.curves;
        let place = 2.0 * officers.clamp(0.0, 1.0);
        let (from, to, share) = if place < 1.0 { (none, some, place) } else { (some, all, place - 1.0) };
        let mix = |from: f64, to: f64| (1.0 - share) * from + share * to;
        Curve { half: mix(from.half, to.half), step: mix(from.step, to.step) }
    }

    /// How often a score in centipawns is won, drawn and lost by the side to move, as shares of 1.
    pub fn of(&self, score: f64, officers: f64) -> [f64; 3] {
        let Curve { half, step } = self.curve(officers);
        let score = score - self.hope;
        let decided = 1.0 - self.calm / 100.0 * (-(score / self.width).powi(2)).exp();
        let wins = |score: f64| decided / (1.0 + ((half - score) / step).exp());
        let (win, loss) = (wins(score), wins(-score));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_symmetric_and_depends_on_the_officers_evenly() {
        let chances = Chances {
            curves: [(100.0, 50.0), (140.0, 60.0), (200.0, 100.0)].map(|(half, step)| Curve { half, step }),
            hope: 0.0,
            calm: 0.0,
            width: 100.0,
        };
        assert_eq!(chances.curve(0.25), Curve { half: 120.0, step: 55.0 });
        assert_eq!(chances.curve(2.0), chances.curves[2]);
        // What the side to move hopes for is taken off first, and then both sides are alike.
        let hopeful = Chances { hope: 10.0, calm: 20.0, ..chances };
        for officers in [0.0, 0.3, 0.5, 1.0] {
            for score in [-900.0, -20.0, 0.0, 77.0] {
                for (chances, hope) in [(chances, 0.0), (hopeful, 10.0)] {
                    let [win, draw, loss] = chances.of(hope + score, officers);
                    let [turned_win, turned_draw, turned_loss] = chances.of(hope - score, officers);
                    assert!((win + draw + loss - 1.0).abs() < 1e-12 && draw > 0.0);
                    assert!((win - turned_loss).abs() + (draw - turned_draw).abs() + (loss - turned_win).abs() < 1e-12);
                }
            }
        }
        assert!((chances.of(100.0, 0.0)[0] - 0.5).abs() < 1e-12);
        // A fifth of the wins and losses at nought are draws; far from it nothing changes.
        let [plain, calm] = [chances.of(0.0, 0.5), hopeful.of(10.0, 0.5)];
        assert!((calm[0] - 0.8 * plain[0]).abs() < 1e-12 && (calm[2] - 0.8 * plain[2]).abs() < 1e-12);
        assert!((chances.of(700.0, 0.5)[0] - hopeful.of(710.0, 0.5)[0]).abs() < 1e-12);
    }
}
