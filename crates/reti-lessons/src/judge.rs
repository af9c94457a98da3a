//! What a played move deserves.
//!
//! A move is measured by the winning chances that it loses compared with the best one, in points of
//! Lichess's curve from 0 to 100: 5, 10 and 15 points are an inaccuracy, a mistake and a blunder (DESIGN,
//! "Units"). A mate that only became longer is no fault; one that was lost or allowed weighs less where the
//! rest was decided anyway, as Lichess judges it.

use reti_search::score::Score;

/// What a move deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// The best move, or as good as it.
    Best,
    /// Nothing to complain about.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// Which losses make a mistake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As lichess.org judges.
    #[default]
    Lichess,
    /// As chess.com describes its judgements.
    ChessCom,
}

impl Scheme {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Lichess => "lichess",
            Scheme::ChessCom => "chesscom",
        }
    }

    /// Points from which on a loss is a blunder, a mistake, an inaccuracy.
    const fn thresholds(self) -> [(f64, Judgement); 3] {
        let blunder = match self {
            Scheme::Lichess => 15.0,
            Scheme::ChessCom => 20.0,
        };
        [(blunder, Judgement::Blunder), (10.0, Judgement::Mistake), (5.0, Judgement::Inaccuracy)]
    }

    /// What a loss of so many points deserves, where no mate plays a part.
    fn of_loss(self, loss: f64) -> Judgement {
        let fault = self.thresholds().into_iter().find(|(least, _)| loss >= *least).map(|(_, judgement)| judgement);
        fault.unwrap_or(if loss < BEST { Judgement::Best } else { Judgement::Good })
    }
}

/// A loss under this is none.
const BEST: f64 = 1.0;

impl Judgement {
    /// Its permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// Its numeric annotation glyph, if it has one.
    pub const fn glyph(self) -> Option<u8> {
        match self {
            Judgement::Best | Judgement::Good => None,
            Judgement::Inaccuracy => Some(6),
            Judgement::Mistake => Some(2),
            Judgement::Blunder => Some(4),
        }
    }

    /// Whether something is wrong with the move.
    pub fn is_fault(self) -> bool {
        self >= Judgement::Inaccuracy
    }

    /// What a move deserves by the score of the best move and its own, both for its mover.
    pub fn of(best: Score, played: Score) -> Judgement {
        Judgement::by(Scheme::Lichess, best, played)
    }

    /// The same by another scheme.
    pub fn by(scheme: Scheme, best: Score, played: Score) -> Judgement {
        let by_rest = |rest: i32| match rest {
            1_000.. => Judgement::Inaccuracy,
            701.. => Judgement::Mistake,
            _ => Judgement::Blunder,
        };
        match (best, played) {
            (Score::MateIn(_), Score::MateIn(_)) | (Score::MatedIn(_), Score::MatedIn(_)) => {
                if played.rank() >= best.rank() { Judgement::Best } else { Judgement::Good }
            }
            (Score::MateIn(_), Score::Centipawns(rest)) => by_rest(rest),
            (Score::Centipawns(rest), Score::MatedIn(_)) => by_rest(-rest),
            _ => scheme.of_loss(loss(best, played)),
        }
    }

    /// What a loss of so many points deserves, where no mate plays a part.
    pub fn of_loss(loss: f64) -> Judgement {
        Scheme::Lichess.of_loss(loss)
    }

    /// How far a loss is from the nearest threshold, in points: what a second look must beat.
    pub fn margin(loss: f64) -> f64 {
        Scheme::Lichess.thresholds().iter().map(|(least, _)| (loss - least).abs()).fold(f64::INFINITY, f64::min)
    }
}

/// Winning chances that a move loses, in points; never negative.
pub fn loss(best: Score, played: Score) -> f64 {
    (best.chance() - played.chance()).max(0.0)
}

/// How good a move was, from 0 to 100, by the points that it lost.
pub fn accuracy(loss: f64) -> f64 {
    if loss <= 0.0 { 100.0 } else { (103.1668 * (-0.043_54 * loss).exp() - 3.1669).clamp(0.0, 100.0) }
}

/// The accuracy of a side over a game: the mean of a mean weighted by how much the chances swing
/// around each move, and of the harmonic mean (as Lichess describes it). `chances` are White's in points,
/// one more than there are moves; `moves` are the side's moves as indices and accuracies.
pub fn game_accuracy(chances: &[f64], moves: &[(usize, f64)]) -> Option<f64> {
    if moves.is_empty() || chances.len() < 2 {
        return None;
    }
    let size = (chances.len() / 10).clamp(2, 8).min(chances.len());
    let weight = |index: usize| {
        // The window that ends after the move; the first moves share the first window.
        let end = (index + 2).max(size).min(chances.len());
        deviation(&chances[end - size..end]).clamp(0.5, 12.0)
    };
    let weights: f64 = moves.iter().map(|&(index, _)| weight(index)).sum();
    let weighted = moves.iter().map(|&(index, accuracy)| weight(index) * accuracy).sum::<f64>() / weights;
    let harmonic = moves.len() as f64 / moves.iter().map(|&(_, accuracy)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(f64::midpoint(weighted, harmonic))
}

fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(best: Score, played: Score, expected: Judgement) {
        assert_eq!(Judgement::of(best, played), expected, "{best:?} {played:?}");
    }

    #[test]
    fn judgements_go_by_lost_chances() {
        use Score::{Centipawns, MateIn, MatedIn};
        check(Centipawns(0), Centipawns(-5), Judgement::Best);
        check(Centipawns(0), Centipawns(-40), Judgement::Good);
        check(Centipawns(0), Centipawns(-60), Judgement::Inaccuracy);
        check(Centipawns(0), Centipawns(-120), Judgement::Mistake);
        check(Centipawns(0), Centipawns(-200), Judgement::Blunder);
        check(Centipawns(900), Centipawns(700), Judgement::Good);
        check(MateIn(2), MateIn(9), Judgement::Good);
        check(MatedIn(9), MatedIn(2), Judgement::Good);
        check(MateIn(2), Centipawns(300), Judgement::Blunder);
        check(MateIn(2), Centipawns(800), Judgement::Mistake);
        check(MateIn(2), Centipawns(1_200), Judgement::Inaccuracy);
        check(Centipawns(0), MatedIn(4), Judgement::Blunder);
        check(Centipawns(-1_100), MatedIn(4), Judgement::Inaccuracy);
        check(MateIn(3), MatedIn(3), Judgement::Blunder);
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        let accuracies = [0.0, 5.0, 15.0, 60.0].map(accuracy);
        assert!(accuracies.windows(2).all(|pair| pair[0] > pair[1]), "{accuracies:?}");
        assert_eq!(game_accuracy(&[50.0], &[]), None);
        let perfect = game_accuracy(&[50.0; 21], &[(0, 100.0), (2, 100.0)]);
        assert!(perfect.is_some_and(|accuracy| (accuracy - 100.0).abs() < 1e-9));
    }
}
