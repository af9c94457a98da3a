//! Exchanges over several squares: desperadoes, captures in between, two pieces that hang at once.
//!
//! An exchange on one square cannot see that a piece which is lost anyway sells its life elsewhere, or that
//! the side which is to recapture takes something better first. Here both sides may capture, in turn, any
//! piece on any of some squares, whoever stands there by then. Who does not want to capture *waits*; when one
//! side has waited and the other does, too, the fight is over. So a threat to capture counts, and one reply
//! does not parry two. A side in check that has no capture to its liking leaves the fight.
//!
//! [`several`] is the value for the side to move; [`after_any_reply`] gives the other side one legal reply
//! of any kind first and tells what is still won: the fork's worst reply, for any pieces. Neither moves an
//! attacked piece away *during* the fight, and neither sees what the pieces do elsewhere: they are
//! exchanges, not a search. What a fight leaves behind besides material (doubled pawns, the pair of bishops)
//! is told apart, as [`Bonus`], and never added to the value.

use std::collections::HashMap;

use super::{promotion_gain, simple::victim_square};
use crate::{
    chess::{Bitboard, Color, Move, Position},
    motif::Motif,
    relation::Relations,
    tactic::observations,
    value::worth,
};

/// The outcome of a fight over several squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Several {
    /// What the side to move gains, in centipawns.
    pub value: i32,
    /// The captures, as both sides play them; [`None`] where a side waits for the other.
    pub line: Vec<Option<Move>>,
    /// What else the captures change for the side to move.
    pub bonuses: Vec<Bonus>,
}

/// What captures change besides material.
#[derive(Clone, Debug, PartialEq)]
pub struct Bonus {
    /// The observation that appears or disappears.
    pub motif: &'static Motif,
    /// What that weighs for the side to move, in centipawns.
    pub value: i32,
}

/// So many positions are looked at before a fight is given up as too large.
pub const LIMIT: usize = 50_000;

/// The fight over `squares` with best play, for the side to move; `None` if it is too large.
///
/// ```
/// use reti_core::{chess::{Bitboard, Position}, exchange::several};
/// // Both queens hang. White is to move and takes; Black's queen is gone before it can take.
/// let position = Position::from_fen("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
/// assert_eq!(several(&position, Bitboard::FULL).unwrap().value, 0);
/// ```
pub fn several(position: &Position, squares: Bitboard) -> Option<Several> {
    let mut fight = Fight { squares, known: HashMap::new(), left: LIMIT };
    let value = fight.best(position, false, -INFINITE, INFINITE)?;
    let line = fight.line(position)?;
    let end = line.iter().fold(position.clone(), |here, m| match m {
        Some(m) => here.play(*m),
        None => here.pass().unwrap_or(here),
    });
    Some(Several { value, line, bonuses: bonuses(position, &end, position.turn()) })
}

/// What the side that is *not* to move still wins on `squares` after the best legal reply, and that reply; at
/// least nothing. `None` if there is no legal reply, or a fight is too large.
pub fn after_any_reply(position: &Position, squares: Bitboard) -> Option<(i32, Move)> {
    let mut worst: Option<(i32, Move)> = None;
    for reply in position.legal_moves() {
        let after = position.play(reply);
        // A piece that runs is followed: where it goes the fight goes on.
        let squares =
            if reply.from().is_some_and(|from| squares.contains(from)) { squares.with(reply.to()) } else { squares };
        let lost = several(&after, squares)?.value - gain_of(reply);
        if worst.is_none_or(|(value, _)| lost < value) {
            worst = Some((lost, reply));
        }
    }
    worst
}

const INFINITE: i32 = 1_000_000;

/// What a capture takes at once.
pub(super) fn gain_of(m: Move) -> i32 {
    m.capture().map_or(0, worth) + promotion_gain(m.promotion())
}

/// The captures of the side to move on some squares, dearest first.
pub(super) fn captures(position: &Position, squares: Bitboard) -> Vec<Move> {
    let moves = position.legal_moves();
    let on = |m: &Move| victim_square(*m).is_some_and(|square| squares.contains(square));
    let mut captures: Vec<Move> = moves.into_iter().filter(on).collect();
    captures.sort_by_key(|m| (-gain_of(*m), worth(m.role()), m.from(), m.to()));
    captures
}

/// What is known about a position: a bound from below and one from above.
type Bounds = (i32, i32);

struct Fight {
    squares: Bitboard,
    known: HashMap<(u64, bool), Bounds>,
    left: usize,
}

impl Fight {
    /// The best value for the side to move, within bounds; `waited` if the other side has just waited.
    fn best(&mut self, position: &Position, waited: bool, alpha: i32, beta: i32) -> Option<i32> {
        let key = (position.key(), waited);
        let known = self.known.get(&key).copied().unwrap_or((-INFINITE, INFINITE));
        if known.0 >= beta || known.0 == known.1 {
            return Some(known.0);
        }
        if known.1 <= alpha {
            return Some(known.1);
        }
        self.left = self.left.checked_sub(1)?;
        let mut best = -INFINITE;
        for m in captures(position, self.squares) {
            let gain = gain_of(m);
            let floor = best.max(alpha);
            let value = gain - self.best(&position.play(m), false, gain - beta, gain - floor)?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        if best < beta {
            let floor = best.max(alpha);
            best = best.max(self.wait(position, waited, floor, beta)?);
        }
        let bounds = (if best > alpha { best } else { known.0 }, if best < beta { best } else { known.1 });
        self.known.insert(key, bounds);
        Some(best)
    }

    /// The value of not capturing.
    fn wait(&mut self, position: &Position, waited: bool, alpha: i32, beta: i32) -> Option<i32> {
        match position.pass() {
            Some(passed) if !waited => Some(-self.best(&passed, true, -beta, -alpha)?),
            _ => Some(0),
        }
    }

    /// The captures of best play; a wait at the end is left out.
    fn line(&mut self, position: &Position) -> Option<Vec<Option<Move>>> {
        let (mut here, mut waited) = (position.clone(), false);
        let mut line = Vec::new();
        loop {
            let value = self.best(&here, waited, -INFINITE, INFINITE)?;
            let mut next = None;
            if self.wait(&here, waited, -INFINITE, INFINITE)? != value {
                for m in captures(&here, self.squares) {
                    if gain_of(m) - self.best(&here.play(m), false, -INFINITE, INFINITE)? == value {
                        next = Some(m);
                        break;
                    }
                }
            }
            match next {
                Some(m) => (here, waited) = (here.play(m), false),
                None => match here.pass().filter(|_| !waited) {
                    Some(passed) => (here, waited) = (passed, true),
                    None => break,
                },
            }
            line.push(next);
        }
        while line.last() == Some(&None) {
            line.pop();
        }
        Some(line)
    }
}

/// What changes between two positions for a side, by observation, in the order of the catalogue.
fn bonuses(before: &Position, after: &Position, side: Color) -> Vec<Bonus> {
    let weigh = |position: &Position| {
        let relations = Relations::new(position);
        let weights = observations(&relations).into_iter().map(|found| {
            let weight = (100.0 * found.weight(&relations)).round() as i32;
            (found.motif, if found.cast.owner == side { weight } else { -weight })
        });
        weights.collect::<Vec<_>>()
    };
    let (old, new) = (weigh(before), weigh(after));
    let mut bonuses: Vec<Bonus> = Vec::new();
    let signed = new.into_iter().chain(old.into_iter().map(|(motif, weight)| (motif, -weight)));
    for (motif, value) in signed {
        match bonuses.iter_mut().find(|bonus| bonus.motif == motif) {
            Some(bonus) => bonus.value += value,
            None => bonuses.push(Bonus { motif, value }),
        }
    }
    bonuses.retain(|bonus| bonus.value != 0);
    bonuses.sort_by_key(|bonus| bonus.motif.number);
    bonuses
}
