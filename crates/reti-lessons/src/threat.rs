//! What the opponent would do if it were his move.
//!
//! A pass shows it: what is proven for the other side after a pass is a threat (seed 000, section 6).
//! Where nothing is proven an advisor looks too, and its answer is a threat only if having the move would
//! be worth much more than having the move usually is. What a threat wins by calculation is the material
//! on the board when the line has come to rest.

use std::collections::HashMap;

use reti_core::{
    chess::{Move, Position, Square},
    exchange::{see_exact, see_fast, simple::victim_square},
    value::{balance, worth},
};
use reti_search::{
    advice::{Look, Silence},
    proof::Payoff,
    score::Score,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, View, What},
    desk::Desk,
    reason,
};

/// How many threats are told.
pub const MAX_THREATS: usize = 2;

/// By how many points of winning chances a free move must help to be a threat.
const LEAST_HELP: f64 = 15.0;

/// By how many points a threat may be worse than the best use of the free move.
const MAX_WORSE: f64 = 10.0;

/// What the other side threatens, and what it would play after a pass, threat or not; `score` is what the
/// position is worth for the side to move.
pub fn threats(
    desk: &mut Desk<'_>,
    position: &Position,
    score: Score,
    budget: Budget,
    level: Level,
) -> Result<(Vec<Claim>, Option<Move>), Silence> {
    let Some(passed) = position.pass().filter(|passed| !passed.legal_moves().is_empty()) else {
        return Ok((Vec::new(), None));
    };
    let look = desk.advisor().best(&passed, budget.threat(), 1)?;
    let effort = reti_search::opportunity::Effort { tries: MAX_THREATS, ..budget.effort() };
    let mut claims = Vec::new();
    for found in desk.opportunities(&passed, effort) {
        let Some(proof) = found.proof() else { continue };
        let worth = proof.claim.gain().is_none_or(|gain| gain >= level.threshold.max(100));
        if !worth || claims.len() >= MAX_THREATS {
            continue;
        }
        // A win of material that is not the point of the free move is no threat.
        if proof.claim.gain().is_some() && look.best() != Some(found.trigger) {
            let after = desk.after(&passed, found.trigger, budget.glance())?;
            if look.score.chance() - after.score.chance() > MAX_WORSE {
                continue;
            }
        }
        let what = What::Wins { view: View::Threat, payoff: proof.claim };
        let mut line = proof.line();
        if proof.claim.mate().is_none() {
            line.truncate(level.max_plies());
        }
        // Two ways to win the same man are one threat.
        let is_told = |told: &Claim| {
            matches!(told.what, What::Wins { payoff: Payoff::Gain(_), .. })
                && prey(&passed, &told.line).is_some_and(|man| Some(man) == prey(&passed, &line))
        };
        if claims.iter().any(is_told) {
            continue;
        }
        let claim = Claim::of_line(&passed, &line, what, Evidence::Proven(Box::new(proof.clone())));
        claims.push(claim.using(&found.tactics, level.max_points()));
    }
    if claims.is_empty() {
        claims.extend(calculated(&passed, &look, score, level));
    }
    Ok((claims, look.best()))
}

/// A threat that only a look supports.
fn calculated(passed: &Position, look: &Look, score: Score, level: Level) -> Option<Claim> {
    let help = look.score.chance() - score.turned().chance();
    if help < LEAST_HELP || look.is_exact() {
        return None;
    }
    // What is won must be seen within the plies that are shown.
    let shown = match look.score {
        Score::MateIn(_) => look.line(),
        _ => &look.line()[..reason::shown_plies(passed, look.line(), level.max_plies())],
    };
    let payoff = payoff_within(passed, look, shown.len())?;
    let plies = match payoff {
        Payoff::Mate(_) => shown.len(),
        _ => settled(passed, shown)?.0,
    };
    let what = What::Wins { view: View::Threat, payoff };
    Some(Claim::of_line(passed, &shown[..plies], what, Evidence::of(look)).using(&[], level.max_points()))
}

/// Where the most valuable man that the first side of a line takes stood when the line began.
fn prey(position: &Position, line: &[Move]) -> Option<Square> {
    let mut stood: HashMap<Square, Square> = HashMap::new();
    let mut taken: Vec<(i32, Square)> = Vec::new();
    for (index, m) in line.iter().enumerate() {
        if let (0, Some(man), Some(square)) = (index % 2, m.capture(), victim_square(*m)) {
            taken.push((worth(man), stood.get(&square).copied().unwrap_or(square)));
        }
        if let Some(from) = m.from() {
            let origin = stood.remove(&from).unwrap_or(from);
            stood.insert(m.to(), origin);
        }
    }
    taken.into_iter().filter(|(_, square)| position.board().piece_at(*square).is_some()).max().map(|(_, man)| man)
}

/// What a look says to be won: a mate, or the material when its line has come to rest, if the score
/// agrees that it is kept.
pub fn payoff(position: &Position, look: &Look) -> Option<Payoff> {
    payoff_within(position, look, look.line().len())
}

/// The same with so many plies of the line.
pub fn payoff_within(position: &Position, look: &Look, plies: usize) -> Option<Payoff> {
    if let Score::MateIn(moves) = look.score {
        return Some(Payoff::Mate(moves));
    }
    let (_, gain) = settled(position, &look.line()[..plies.min(look.line().len())])?;
    let lead = balance(position.board(), position.turn());
    // A lead on the board that the score does not show is about to be lost again.
    (gain >= 100 && look.score.rank() >= kept(lead + gain)).then_some(Payoff::Gain(gain))
}

/// What the score must show of a lead on the board for the lead to be kept.
fn kept(lead: i32) -> i32 {
    lead / 2 + 50 * lead.signum()
}

/// The longest part of a line after which nothing hangs, and what its first side has won by then in
/// centipawns.
pub fn settled(position: &Position, line: &[Move]) -> Option<(usize, i32)> {
    let side = position.turn();
    let before = balance(position.board(), side);
    let mut here = position.clone();
    let mut best = None;
    for (index, &m) in line.iter().enumerate() {
        here = here.play(m);
        if is_quiet(&here) {
            best = Some((index + 1, balance(here.board(), side) - before));
        }
    }
    best
}

/// What the first side of a line has lost where nothing hangs, in centipawns; nothing if by its end, where it may just
/// be taking back, less than half of that is left.
pub fn lost(position: &Position, line: &[Move]) -> Option<i32> {
    let (_, gain) = settled(position, line)?;
    let side = position.turn();
    let end = line.iter().fold(position.clone(), |here, &m| here.play(m));
    let takes = |m: Move| (m.is_capture() || m.is_promotion()).then(|| see_exact(&end, m));
    let next = if end.turn() == side { end.legal_moves().into_iter().filter_map(takes).max() } else { None };
    let at_end = balance(position.board(), side) - balance(end.board(), side) - next.unwrap_or(0).max(0);
    Some(-gain).filter(|lost| 2 * at_end >= *lost)
}

/// Whether the side to move has no check to answer and no capture or promotion that wins something.
pub fn is_quiet(position: &Position) -> bool {
    let loud = |m: &Move| (m.is_capture() || m.is_promotion()) && see_fast(position, *m) > 0;
    !position.is_check() && !position.legal_moves().iter().any(loud)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_behind_a_line_is_not_lost() {
        let position = Position::from_fen("4k3/8/8/8/1p6/P7/8/4K2R w - - 0 1").expect("a position");
        let lost_by = |line: &str| {
            let mut here = position.clone();
            let moves = line.split(' ').map(|uci| {
                let m = here.legal_moves().into_iter().find(|&m| here.uci(m) == uci).expect("a move");
                here = here.play(m);
                m
            });
            let moves: Vec<Move> = moves.collect();
            lost(&position, &moves)
        };
        assert_eq!(lost_by("h1h2 b4a3 e1d1"), Some(100));
        assert_eq!(lost_by("h1h2 b4a3 e1d1 a3a2"), None);
    }
}
