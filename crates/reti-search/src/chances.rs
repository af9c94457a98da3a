//! What a score means in results: how often games with it are won, drawn and lost, for `UCI_ShowWDL`.
//!
//! A side wins as often as a logistic curve of its score says, and loses as often as the curve of the turned
//! score; the rest are draws. The curve has three numbers: the score with which half of the games are won, and how
//! much more score makes the odds grow e-fold, beyond that score and below it. All depend on the officers that are
//! left, because a small advantage becomes a win more often while there is something left to win with. They are
//! fitted to games of the engine against itself (`reti bench wdl`); words for scores and losses of moves use
//! Lichess's curve instead ([`Score::chance`](crate::score::Score::chance)).

/// The three numbers of a bent logistic curve, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score with which half of the games are won.
    pub half: f64,
    /// So much more score makes the odds grow e-fold, beyond that.
    pub step: f64,
    /// The same below it.
    pub below: f64,
}

/// Curves for boards without officers, with half of them and with all; between these they are mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances(pub [Curve; 3]);

impl Chances {
    /// Fitted to the engine's own games with the evaluation `network`; `docs/performance-engine.md` has the command
    /// and how well it fits.
    pub const OURS: Chances = Chances([
        Curve { half: 218.0, step: 58.0, below: 58.0 },
        Curve { half: 98.0, step: 82.0, below: 82.0 },
        Curve { half: 95.0, step: 165.0, below: 165.0 },
    ]);

    /// The curve for a share of officers that are left, from 0 to 1.
    pub fn curve(&self, officers: f64) -> Curve {
        let Chances([none, some, all]) = *self;
        let place = 2.0 * officers.clamp(0.0, 1.0);
        let (from, to, share) = if place < 1.0 { (none, some, place) } else { (some, all, place - 1.0) };
        let mix = |from: f64, to: f64| (1.0 - share) * from + share * to;
        Curve { half: mix(from.half, to.half), step: mix(from.step, to.step), below: mix(from.below, to.below) }
    }

    /// How often a score in centipawns is won, drawn and lost, as shares of 1.
    pub fn of(&self, score: f64, officers: f64) -> [f64; 3] {
        let Curve { half, step, below } = self.curve(officers);
        let wins = |score: f64| 1.0 / (1.0 + ((half - score) / if score < half { below } else { step }).exp());
        let (win, loss) = (wins(score), wins(-score));
        // Far from nought the side behind may have the flatter curve: there are never fewer draws than none.
        let (win, loss) = (win.min(1.0 - loss.min(win)), loss.min(1.0 - win.min(loss)));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_symmetric_and_depends_on_the_officers_evenly() {
        let chances = Chances([
            Curve { half: 100.0, step: 50.0, below: 50.0 },
            Curve { half: 140.0, step: 60.0, below: 60.0 },
            Curve { half: 200.0, step: 100.0, below: 100.0 },
        ]);
        assert_eq!(chances.curve(0.25), Curve { half: 120.0, step: 55.0, below: 55.0 });
        assert_eq!(chances.curve(2.0), chances.0[2]);
        for officers in [0.0, 0.3, 0.5, 1.0] {
            for score in [-900.0, -20.0, 0.0, 77.0] {
                let [win, draw, loss] = chances.of(score, officers);
                let [turned_win, turned_draw, turned_loss] = chances.of(-score, officers);
                assert!((win + draw + loss - 1.0).abs() < 1e-12 && draw > 0.0);
                assert!((win - turned_loss).abs() + (draw - turned_draw).abs() + (loss - turned_win).abs() < 1e-12);
            }
        }
        assert!((chances.of(100.0, 0.0)[0] - 0.5).abs() < 1e-12);
        // Bent: below the middle by a scale of its own, and never fewer draws than none.
        let bent = Chances([Curve { half: 100.0, step: 20.0, below: 200.0 }; 3]);
        let odds = |score: f64| (1.0 / bent.of(score, 0.5)[0] - 1.0).ln();
        assert!((odds(80.0) - 0.1).abs() < 1e-9 && (odds(120.0) + 1.0).abs() < 1e-9);
        for score in [-3_000.0, -700.0, 700.0, 3_000.0] {
            let shares = bent.of(score, 0.5);
            assert!(shares.iter().all(|share| *share >= 0.0) && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
