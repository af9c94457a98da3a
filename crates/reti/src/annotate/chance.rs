//! From scores to judgements: winning chances, what a move loses of them, and accuracy.
//!
//! A pawn matters more in a level position than in a won one, so moves are judged by the winning
//! chance that they lose, not by centipawns. The curve from centipawns to chances and the formula of
//! the accuracy are those that Lichess publishes (lichess.org/page/accuracy): 50 + 50 (2 / (1 +
//! exp(-0.00368208 cp)) - 1) per cent, and 103.1668 exp(-0.04354 loss) - 3.1669. The thresholds are
//! Lichess's (a tenth, two and three tenths of the scale from -1 to 1) or those that Chess.com
//! describes for its expected points (0.05, 0.1 and 0.2 of the scale from 0 to 1).

use reti_core::value::Value;
use reti_search::engine::Score;

use super::evaluator::Opinion;

/// Which thresholds make a mistake.
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

    /// The least losses of an inaccuracy, a mistake and a blunder, on the scale from -1 to 1.
    const fn thresholds(self) -> [f64; 3] {
        match self {
            Scheme::Lichess => [0.1, 0.2, 0.3],
            Scheme::ChessCom => [0.1, 0.2, 0.4],
        }
    }
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All, the mildest first.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// Its name in documents and text.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// Its numeric annotation glyph.
    pub const fn glyph(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// The glyph as people write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// Scores beyond this are all the same for a judgement.
const CAP: i32 = 1_000;

/// The winning chance of a score in centipawns, from -1, lost, to 1, won.
pub fn chance_of(centipawns: i32) -> f64 {
    let capped = f64::from(centipawns.clamp(-CAP, CAP));
    2.0 / (1.0 + (-0.003_682_08 * capped).exp()) - 1.0
}

/// The winning chance of the side to move, from -1 to 1.
pub fn chance(opinion: &Opinion) -> f64 {
    match (opinion.value, opinion.score) {
        (Some(Value::Win), _) => 1.0,
        (Some(Value::Draw), _) => 0.0,
        (Some(Value::Loss), _) => -1.0,
        (None, score) => chance_of(centipawns(score)),
    }
}

/// A score as centipawns, mates as the largest.
pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score.clamp(-CAP, CAP),
        Score::MateIn(_) => CAP,
        Score::MatedIn(_) => -CAP,
    }
}

/// What a move did: how things stood for its mover before it, and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The mover's winning chance before, with the best move.
    pub before: f64,
    /// The mover's winning chance after the move.
    pub after: f64,
    /// The mover's score before.
    pub score_before: Score,
    /// The mover's score after.
    pub score_after: Score,
}

impl Step {
    /// A move from one position to the next. If the evaluator would have played it, or sees after it
    /// that it was better than thought, nothing is lost.
    pub fn new(before: &Opinion, after: &Opinion, is_best: bool) -> Step {
        let score_after = turned(after.score);
        let (chance_before, chance_after) = (chance(before), -chance(after));
        // A mate found only after the move was there before it too.
        if is_best || chance_after >= chance_before {
            return Step { before: chance_after, after: chance_after, score_before: score_after, score_after };
        }
        Step { before: chance_before, after: chance_after, score_before: before.score, score_after }
    }

    /// The lost winning chance, on the scale from -1 to 1; never negative.
    pub fn loss(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// Centipawns lost, with scores within 10 pawns.
    pub fn centipawn_loss(&self) -> i32 {
        (centipawns(self.score_before) - centipawns(self.score_after)).max(0)
    }

    /// What is wrong with the move. A mate that only became longer is no fault; a mate that was lost
    /// or allowed weighs less where the rest was decided anyway.
    pub fn judgement(&self, scheme: Scheme) -> Option<Judgement> {
        let by_rest = |rest: i32| match rest {
            1_000.. => Judgement::Inaccuracy,
            701.. => Judgement::Mistake,
            _ => Judgement::Blunder,
        };
        match (self.score_before, self.score_after) {
            (Score::MateIn(_), Score::MateIn(_)) | (Score::MatedIn(_), Score::MatedIn(_)) => None,
            (Score::MateIn(_), Score::Centipawns(rest)) => Some(by_rest(rest)),
            (Score::Centipawns(rest), Score::MatedIn(_)) => Some(by_rest(-rest)),
            _ => {
                let thresholds = scheme.thresholds();
                let reached = thresholds.iter().filter(|&&threshold| self.loss() >= threshold).count();
                reached.checked_sub(1).map(|index| Judgement::ALL[index])
            }
        }
    }

    /// How good the move was, from 0 to 100.
    pub fn accuracy(&self) -> f64 {
        // From chances on -1..1 to per cent.
        let loss = self.loss() * 50.0;
        if loss <= 0.0 { 100.0 } else { (103.1668 * (-0.043_54 * loss).exp() - 3.1669).clamp(0.0, 100.0) }
    }
}

/// The score of the other side.
pub fn turned(score: Score) -> Score {
    match score {
        Score::Centipawns(score) => Score::Centipawns(-score),
        Score::MateIn(moves) => Score::MatedIn(moves),
        Score::MatedIn(moves) => Score::MateIn(moves),
    }
}

/// The accuracy of a side over a game: the mean of a mean weighted by how much the chances swing
/// around each move, and of the harmonic mean (as Lichess describes it). `chances` are White's, one
/// more than there are moves; `moves` are the side's moves as indices and accuracies.
pub fn game_accuracy(chances: &[f64], moves: &[(usize, f64)]) -> Option<f64> {
    if moves.is_empty() || chances.len() < 2 {
        return None;
    }
    let size = (chances.len() / 10).clamp(2, 8).min(chances.len());
    let weight = |index: usize| {
        // The window that ends after the move; the first moves share the first window.
        let end = (index + 2).max(size).min(chances.len());
        let window: Vec<f64> = chances[end - size..end].iter().map(|chance| 50.0 + 50.0 * chance).collect();
        deviation(&window).clamp(0.5, 12.0)
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

    fn opinion(score: Score) -> Opinion {
        Opinion { score, value: None, line: Vec::new() }
    }

    #[track_caller]
    fn check(before: Score, after: Score, expected: Option<&str>) {
        let step = Step::new(&opinion(before), &opinion(turned(after)), false);
        assert_eq!(step.judgement(Scheme::Lichess).map(Judgement::name), expected, "{before:?} {after:?}");
        // The same for the other side is the same.
        assert!(step.loss() >= 0.0);
    }

    #[test]
    fn chances_follow_the_published_curve() {
        // 300 centipawns are 75.1 per cent on Lichess's page about accuracy.
        assert!((50.0 + 50.0 * chance_of(300) - 75.1).abs() < 0.1);
        assert!((chance_of(0)).abs() < 1e-12);
        assert!((chance_of(150) + chance_of(-150)).abs() < 1e-12);
        assert!((chance_of(5_000) - chance_of(1_000)).abs() < 1e-12);
    }

    #[test]
    fn judgements_go_by_lost_chances() {
        use Score::{Centipawns, MateIn, MatedIn};
        check(Centipawns(0), Centipawns(-40), None);
        check(Centipawns(0), Centipawns(-60), Some("inaccuracy"));
        check(Centipawns(0), Centipawns(-120), Some("mistake"));
        check(Centipawns(0), Centipawns(-200), Some("blunder"));
        check(Centipawns(900), Centipawns(700), None);
        check(MateIn(2), MateIn(9), None);
        check(MatedIn(9), MatedIn(2), None);
        check(MateIn(2), Centipawns(300), Some("blunder"));
        check(MateIn(2), Centipawns(800), Some("mistake"));
        check(MateIn(2), Centipawns(1_200), Some("inaccuracy"));
        check(Centipawns(0), MatedIn(4), Some("blunder"));
        check(Centipawns(-1_100), MatedIn(4), Some("inaccuracy"));
        check(MateIn(3), MatedIn(3), Some("blunder"));
    }

    #[test]
    fn the_best_move_loses_nothing() {
        let (before, after) = (opinion(Score::Centipawns(80)), opinion(Score::Centipawns(60)));
        let step = Step::new(&before, &after, true);
        assert_eq!((step.judgement(Scheme::Lichess), step.centipawn_loss()), (None, 0));
        assert!((step.accuracy() - 100.0).abs() < 1e-9);
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        let step = |after| Step::new(&opinion(Score::Centipawns(0)), &opinion(Score::Centipawns(after)), false);
        let accuracies = [20, 100, 300, 900].map(|after| step(after).accuracy());
        assert!(accuracies.windows(2).all(|pair| pair[0] > pair[1]), "{accuracies:?}");
        assert_eq!(game_accuracy(&[0.0], &[]), None);
        let perfect = game_accuracy(&[0.0; 21], &[(0, 100.0), (2, 100.0)]);
        assert!(perfect.is_some_and(|accuracy| (accuracy - 100.0).abs() < 1e-9));
    }
}
