//! A played move beside the best one, looked at until the judgement holds.
//!
//! One look that says "mistake" is often wrong: what is looked at because its loss seems large seems larger than
//! it is. So every doubtful move gets more looks, at itself and at the alternative, each with more nodes than the
//! last, and a brief and a long look count alike.

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

/// The best move and the given one, looked at until the judgement is stable.
fn looks(position: &Position, m: Move, desk: &mut Desk<'_>, budget: Budget) -> Result<(Look, Look), Silence> {
    let best = desk.best(position, budget.best())?;
    let played = desk.best_after(position, m, budget.played())?;
    let (best, played) = stable(desk, position, m, best, played, budget)?;
    let best = desk.lengthened(position, best, MIN_PLIES, budget.glance())?;
    Ok((best, desk.lengthened(position, played, MIN_PLIES, budget.glance())?))
}

/// A brief and a long look at the best move and the given one: the scores are the means of both, as winning chances,
/// because a loss is looked at where it seems large, and so seems larger than it is. That both count, and alike, was
/// chosen on rated games and master games; `docs/performance-annotate.md` has what it brings on others. The brief one
/// alone counts if it settles what was suspected.
pub fn two_looks(
    position: &Position,
    m: Move,
    suspected: Option<f64>,
    desk: &mut Desk<'_>,
    budget: Budget,
) -> Result<(Look, Look), Silence> {
    let brief = looks(position, m, desk, Budget { nodes: budget.nodes / 3 })?;
    if suspected.is_some_and(|suspected| is_settled(suspected, &brief)) {
        return Ok(brief);
    }
    let (best, played) = looks(position, m, desk, budget)?;
    // A longer look that would play the move sees nothing wrong with it.
    if best.best() == Some(m) {
        return Ok((best, played));
    }
    let with = |look: Look, brief: Score| Look { score: brief.mean(look.score), ..look };
    Ok((with(best, brief.0.score), with(played, brief.1.score)))
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

/// How often a judgement is looked at again before the milder one is taken.
const ROUNDS: u64 = 2;

/// Looks again at a move that seems to be a fault, at both it and the alternative, until two looks in a row
/// judge it alike, each with more nodes than the last. Of two that differ the milder one counts, because a
/// fault that a longer look does not see is none.
fn stable(
    desk: &mut Desk<'_>,
    position: &Position,
    m: Move,
    best: Look,
    played: Look,
    budget: Budget,
) -> Result<(Look, Look), Silence> {
    let (mut best, mut played) = (best, played);
    for round in 1..=ROUNDS {
        if best.best() == Some(m) {
            // The advisor's own line is the better look at the move.
            return Ok((best.clone(), best));
        }
        if played.score.rank() > best.score.rank() {
            return Ok((played.clone(), played));
        }
        let judgement = Judgement::of(best.score, played.score);
        let loss = judge::loss(best.score, played.score);
        let doubtful = loss >= 3.0 && Judgement::margin(loss) <= 2.5;
        let Some(better) = best.best().filter(|_| !best.is_exact() && (judgement.is_fault() || doubtful)) else {
            break;
        };
        let nodes = budget.played() * round;
        let again = desk.after(position, m, nodes)?;
        let other = desk.after(position, better, nodes)?;
        let is_same = Judgement::of(other.score, again.score) == judgement;
        let is_milder = judge::loss(other.score, again.score) < loss;
        if is_milder || round == 1 && is_same {
            best = Look { score: other.score, depth: other.depth, nodes: best.nodes + other.nodes, ..best };
            played = again;
        }
        if is_same {
            break;
        }
    }
    if played.score.rank() > best.score.rank() { Ok((played.clone(), played)) } else { Ok((best, played)) }
}
