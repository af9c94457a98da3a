//! A played move beside the best one, looked at until the judgement holds.
//!
//! One look that says "mistake" is often wrong, and so is one that says "not quite". A move gets a brief look at
//! itself and at the alternative; what that leaves open gets a longer one, and what still seems a fault and is no
//! clear blunder the longest. Then the middle one of first sight, long and longest look counts: what any of them
//! overlooks or imagines, the other two outvote.

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

    fn is_decided(self) -> bool {
        self.best.is_decided() || self.played.is_decided()
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
    let long = looks(position, m, desk, budget)?;
    if !is_open(&long) {
        return Ok(long);
    }
    let longest = looks(position, m, desk, Budget { nodes: budget.nodes * 2 })?;
    let sights = [first.unwrap_or(Sight::of(&brief)), Sight::of(&long), Sight::of(&longest)];
    // Who would play the move after the longest look sees nothing wrong with it, and what is decided is no guess.
    if longest.0.best() == Some(m) || sights.iter().any(|sight| sight.is_decided()) {
        return Ok(longest);
    }
    let Sight { best, played } = middle(sights);
    Ok((Look { score: best, ..longest.0 }, Look { score: played, ..longest.1 }))
}

/// The one with neither the largest nor the smallest loss.
fn middle(mut sights: [Sight; 3]) -> Sight {
    sights.sort_by(|one, other| one.loss().total_cmp(&other.loss()));
    sights[1]
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

/// Whether a long look at a move leaves open what it deserves: a fault, and no clear blunder.
fn is_open((best, played): &(Look, Look)) -> bool {
    let is_known = best.is_exact() && played.is_exact();
    let is_clear = judge::loss(best.score, played.score) >= CLEAR_BLUNDER;
    !is_known && !is_clear && Judgement::of(best.score, played.score).is_fault()
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
    fn two_looks_outvote_the_third() {
        let sight = |played| Sight { best: Score::Centipawns(50), played: Score::Centipawns(played) };
        for sights in [[-300, 40, 0], [0, -300, 40], [40, 0, -300]] {
            assert_eq!(middle(sights.map(sight)), sight(0));
        }
        assert!(sight(-300).loss() > 15.0 && sight(60).loss().abs() < f64::EPSILON);
    }
}
