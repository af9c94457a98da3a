//! A played move beside the best one, looked at until the judgement holds.
//!
//! One look that says "mistake" is often wrong, and so is one that says "not quite": looks of different length see
//! different things. A move gets a brief look at itself and at the alternative, and what that leaves open a long one;
//! the mean of first sight, brief and long look counts. Only the hardest word asks for more: a blunder is one at
//! every look, or else the mildest counts once more. Where that is neither clearly a mistake nor clearly none, the
//! longest look counts as much as all before it.

use std::ops::Range;

use reti_core::chess::{Move, Position};
use reti_search::{
    advice::{Look, Silence},
    score::Score,
};

use crate::{
    budget::Budget,
    desk::Desk,
    judge::{self, Judgement},
};

/// How many plies the recommended line has at least, unless the game ends. Raised from six when a line broke off
/// before the windmill of Byrne - Fischer, one of the famous moments, could be seen in it; so that moment is no
/// untouched test of it.
pub const MIN_PLIES: usize = 10;

/// The best move and the given one, with their lines.
fn looks(position: &Position, m: Move, desk: &mut Desk<'_>, budget: Budget) -> Result<(Look, Look), Silence> {
    let best = desk.best(position, budget.best())?;
    let played = desk.best_after(position, m, budget.played())?;
    let (best, played) = compared(desk, position, m, (best, played), budget.played())?;
    let best = desk.lengthened(position, best, MIN_PLIES, budget.glance())?;
    Ok((best, desk.lengthened(position, played, MIN_PLIES, budget.glance())?))
}

/// What one look makes of a move: the scores of the best one and of it, both for its mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The best move's.
    pub best: Score,
    /// The given move's.
    pub played: Score,
}

impl Sight {
    fn of((best, played): &(Look, Look)) -> Sight {
        Sight { best: best.score, played: played.score }
    }

    /// Points that the move loses.
    pub fn loss(self) -> f64 {
        judge::loss(self.best, self.played)
    }

    fn judgement(self) -> Judgement {
        Judgement::of(self.best, self.played)
    }

    /// Whether the best score or the move's is no guess.
    fn is_decided(self) -> bool {
        self.best.is_decided() || self.played.is_decided()
    }

    fn mean(sights: &[Sight]) -> Sight {
        let mean = |score: fn(&Sight) -> Score| Score::mean(&sights.iter().map(score).collect::<Vec<_>>());
        Sight { best: mean(|sight| sight.best), played: mean(|sight| sight.played) }
    }
}

/// The best move and the given one, looked at until the judgement holds; `first` is what they seemed at first sight,
/// if somebody has looked. The lines are those of the last look.
pub fn settled_looks(
    position: &Position,
    m: Move,
    first: Option<Sight>,
    desk: &mut Desk<'_>,
    budget: Budget,
) -> Result<(Look, Look), Silence> {
    let brief = looks(position, m, desk, Budget { nodes: budget.nodes / 3 })?;
    if first.is_some_and(|first| is_settled(first.loss(), &brief)) {
        return Ok(brief);
    }
    let long = looks(position, m, desk, Budget { nodes: budget.nodes * 2 })?;
    let sights = [first.unwrap_or(Sight::of(&brief)), Sight::of(&brief), Sight::of(&long)];
    // Who would play the move after a long look sees nothing wrong with it, and what is decided is no guess.
    if long.0.best() == Some(m) || sights.iter().any(|sight| sight.is_decided()) {
        return Ok(long);
    }
    let agreed = agreed(sights);
    // Without a first sight this is a lesson, whose long look is longer than a review's longest.
    if first.is_none() || !CLOSE.contains(&agreed.loss()) {
        return Ok(with_scores(long, agreed));
    }
    let longest = looks(position, m, desk, Budget { nodes: budget.nodes * 3 })?;
    if longest.0.best() == Some(m) || Sight::of(&longest).is_decided() {
        return Ok(longest);
    }
    let together = Sight::mean(&[agreed, Sight::of(&longest)]);
    Ok(with_scores(longest, together))
}

/// Points that a move seems to lose where one more look, the longest, may make a mistake of it or none.
const CLOSE: Range<f64> = 7.0..13.0;

/// The lines of looks with other scores.
fn with_scores((best, played): (Look, Look), sight: Sight) -> (Look, Look) {
    (Look { score: sight.best, ..best }, Look { score: sight.played, ..played })
}

/// What three sights make of a move together: their mean, or if that is a blunder and one of them sees none, the mean
/// of it and the mildest.
fn agreed(sights: [Sight; 3]) -> Sight {
    let mean = Sight::mean(&sights);
    let mildest = sights.into_iter().fold(mean, |one, other| if other.loss() < one.loss() { other } else { one });
    let is_doubted = mean.judgement() == Judgement::Blunder && mildest.judgement() < Judgement::Blunder;
    if is_doubted { Sight::mean(&[mean, mildest]) } else { mean }
}

/// Points between a loss and the next threshold at which a brief look is believed. This and the next two were set
/// by hand on three rated games, by what they cost; `docs/performance-annotate.md` has what they bring on others.
const CLEAR: f64 = 1.5;
/// From how many lost points on a blunder is one, whatever a longer look says.
const CLEAR_BLUNDER: f64 = 20.0;
/// Points by which first sight and brief look may differ where nothing seems wrong.
const CLEAR_DOUBT: f64 = 5.0;

/// Whether a brief look at a move decides what it deserves, together with the points that it seemed to lose at
/// first sight. An inaccuracy that seemed to be more than that is looked at longer.
fn is_settled(suspected: f64, (best, played): &(Look, Look)) -> bool {
    let loss = judge::loss(best.score, played.score);
    match Judgement::of(best.score, played.score) {
        _ if best.is_exact() && played.is_exact() => true,
        Judgement::Best | Judgement::Good => suspected - loss <= CLEAR_DOUBT,
        Judgement::Inaccuracy => {
            let seemed_worse = Judgement::of_loss(suspected) > Judgement::Inaccuracy;
            !seemed_worse && Judgement::margin(loss) >= CLEAR && (suspected - loss).abs() <= CLEAR_DOUBT
        }
        Judgement::Mistake => false,
        Judgement::Blunder => loss.min(suspected) >= CLEAR_BLUNDER,
    }
}

/// What seems a fault, or nearly one, is compared once more, both moves played: a look at all moves of a position and
/// one at the position after a move do not see equally far.
fn compared(
    desk: &mut Desk<'_>,
    position: &Position,
    m: Move,
    (mut best, mut played): (Look, Look),
    nodes: u64,
) -> Result<(Look, Look), Silence> {
    let seems_bad =
        Judgement::of(best.score, played.score).is_fault() || judge::loss(best.score, played.score) >= NEARLY_A_FAULT;
    if let Some(better) = best.best().filter(|better| *better != m && seems_bad && !best.is_exact()) {
        played = desk.after(position, m, nodes)?;
        let again = desk.after(position, better, nodes)?;
        best = Look { score: again.score, depth: again.depth, nodes: best.nodes + again.nodes, ..best };
    }
    // The advisor's own line is the better look at the move.
    if best.best() == Some(m) {
        return Ok((best.clone(), best));
    }
    if played.score.rank() > best.score.rank() { Ok((played.clone(), played)) } else { Ok((best, played)) }
}

/// From how many lost points on a move is compared with the best one at equal depth.
const NEARLY_A_FAULT: f64 = 3.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_counts_and_a_blunder_is_one_at_every_look() {
        let sight = |played| Sight { best: Score::Centipawns(50), played: Score::Centipawns(played) };
        let judged = |played: [i32; 3]| agreed(played.map(sight)).judgement();
        assert_eq!(judged([-160, -170, -300]), Judgement::Blunder);
        assert_eq!(judged([-50, -90, -130]), Judgement::Mistake);
        assert_eq!(judged([-40, 20, 20]), Judgement::Good);
        let (doubted, plain) = ([-70, -160, -200].map(sight), Sight::mean(&[-70, -160, -200].map(sight)));
        assert!(plain.judgement() == Judgement::Blunder && agreed(doubted).judgement() == Judgement::Mistake);
        // The order does not matter.
        assert_eq!(agreed(doubted), agreed([doubted[2], doubted[0], doubted[1]]));
    }
}
