//! What a tactic promises, and whether a line keeps the promise.
//!
//! A tactic is about pieces: those that its owner uses and those that he is after. A first move belongs
//! to it if one of its own pieces moves, if it takes one of the pieces that the tactic is after, or if it
//! attacks one of them anew (decision D-41). A line keeps the promise if one of these pieces falls on the
//! way, wherever it has gone by then, or if the line ends in mate and the tactic had a part in that.
//! Without this every pin would be sound whose pinner can take something else on the far side of the board.

use reti_core::{
    chess::{Bitboard, Color, Move, Position, Square},
    motif::Property,
    tactic::Tactic,
    value::balance,
};

use crate::{
    advice::Look,
    proof::{Payoff, forcing::best_capture},
    score::Score,
};

/// The pieces of a tactic, as they stand in one position.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    owner: Color,
    /// Pieces of the other side that have a role, without its king.
    prey: Bitboard,
    /// The owner's pieces that have a role.
    own: Bitboard,
    /// Whether the other side's king has a role.
    has_king: bool,
    /// Moves that the detector named.
    named: Vec<Move>,
}

/// The square that a move captures on.
fn captured_on(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ if m.is_capture() => Some(m.to()),
        _ => None,
    }
}

/// Where the moving piece stands afterwards; of a castling the king.
fn arrival(m: Move, after: &Position) -> Square {
    if m.is_castle() { after.king(!after.turn()) } else { m.to() }
}

impl Promise {
    /// The promise of a tactic of this position.
    pub(super) fn new(position: &Position, tactic: &Tactic) -> Promise {
        let board = position.board();
        let (owner, squares) = (tactic.cast.owner, tactic.cast.squares());
        let theirs = squares & board.by_color(!owner);
        let named = tactic.cast.properties.iter().filter_map(|property| match property {
            Property::Moves(moves) => Some(moves.clone()),
            _ => None,
        });
        Promise {
            owner,
            prey: theirs & !board.kings(),
            own: squares & board.by_color(owner),
            has_king: (theirs & board.kings()).any(),
            named: named.flatten().collect(),
        }
    }

    /// The legal moves that belong to the tactic; its owner is to move.
    pub(super) fn first_moves(&self, position: &Position) -> Vec<Move> {
        position.legal_moves().into_iter().filter(|&m| self.begins(position, m)).collect()
    }

    fn begins(&self, position: &Position, m: Move) -> bool {
        let takes = captured_on(m).is_some_and(|square| self.prey.contains(square));
        let moves = m.from().is_some_and(|from| self.own.contains(from));
        takes || moves || self.named.contains(&m) || self.attacks_anew(position, m)
    }

    /// Whether the piece that moves attacks one of the pieces that it did not attack before.
    fn attacks_anew(&self, position: &Position, m: Move) -> bool {
        let Some(from) = m.from() else { return false };
        let after = position.play(m);
        let seen = after.board().attacks_from(arrival(m, &after)) & !position.board().attacks_from(from);
        (seen & self.prey).any()
    }

    /// Whether a line of legal moves keeps the promise.
    pub(super) fn is_kept_by(&self, start: &Position, line: &[Move]) -> bool {
        let part = self.follow(start, line);
        part.takes || part.mates && part.helps
    }

    /// Follows the pieces of the tactic through a line.
    fn follow(&self, start: &Position, line: &[Move]) -> Part {
        let mut here = start.clone();
        let (mut prey, mut own) = (self.prey, self.own);
        let mut part = Part { takes: false, helps: self.has_king, mates: false };
        for &m in line {
            let by_owner = here.turn() == self.owner;
            let after = here.play(m);
            let (movers, others) = if by_owner { (&mut own, &mut prey) } else { (&mut prey, &mut own) };
            if let Some(square) = captured_on(m).filter(|&square| others.contains(square)) {
                part.takes |= by_owner;
                others.discard(square);
            }
            if let Some(from) = m.from().filter(|&from| movers.contains(from)) {
                part.helps |= by_owner;
                movers.discard(from);
                movers.add(arrival(m, &after));
            }
            here = after;
        }
        part.mates = here.is_checkmate() && here.turn() != self.owner;
        part
    }

    /// What an advisor's line from `start` says about the tactic.
    pub(super) fn read(&self, start: &Position, look: &Look, threshold: i32) -> Reading {
        let line = look.line();
        let line = &line[..line.len().min(HORIZON)];
        let score = if start.turn() == self.owner { look.score } else { look.score.turned() };
        let part = self.follow(start, line);
        match score {
            Score::MatedIn(_) => return Reading::Nothing,
            Score::MateIn(moves) if part.takes || part.helps => return Reading::Wins(Payoff::Mate(moves)),
            Score::MateIn(_) => return Reading::Other,
            _ => {}
        }
        let gain = gained(start, line, self.owner);
        if gain < threshold {
            return Reading::Nothing;
        }
        match (is_seen(start, self.owner, score, gain), part.takes) {
            (true, true) => Reading::Wins(Payoff::Gain(gain)),
            (true, false) => Reading::Other,
            (false, true) => Reading::Unclear,
            (false, false) => Reading::Nothing,
        }
    }
}

/// What an advisor's line wins for the side to move, if its score shows it, too.
pub(super) fn wins(start: &Position, look: &Look, threshold: i32) -> Option<Payoff> {
    if let Score::MateIn(moves) = look.score {
        return Some(Payoff::Mate(moves));
    }
    let gain = gained(start, look.line(), start.turn());
    (gain >= threshold && is_seen(start, start.turn(), look.score, gain)).then_some(Payoff::Gain(gain))
}

/// Later plies of a line do not count: what an advisor sees there has little to do with the tactic.
pub(super) const HORIZON: usize = 10;

/// What a side has won by the first plies of a line, with the best capture at their end settled.
fn gained(start: &Position, line: &[Move], side: Color) -> i32 {
    let end = line.iter().take(HORIZON).fold(start.clone(), |here, &m| here.play(m));
    settled(&end, side) - balance(start.board(), side)
}

/// Whether a score for a side shows a gain.
pub(super) fn is_seen(start: &Position, side: Color, score: Score, gain: i32) -> bool {
    score.rank() - balance(start.board(), side) + MARGIN >= gain.min(MOST)
}

/// What the pieces of a tactic did in a line.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// A piece that the tactic is after was taken.
    takes: bool,
    /// One of its own pieces moved, or it is about the king.
    helps: bool,
    /// The line ends in mate for the owner.
    mates: bool,
}

/// Gains above a rook count as a rook: an engine's score does not grow with material.
const MOST: i32 = 500;
/// What the score may miss of the gain.
const MARGIN: i32 = 50;

/// What a line says about a tactic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The line keeps the promise and brings this.
    Wins(Payoff),
    /// The line wins something, but not by this tactic.
    Other,
    /// The line wins material by the tactic, and the score does not show it.
    Unclear,
    /// Nothing is won.
    Nothing,
}

/// A side's material with the best capture of the side to move settled.
fn settled(position: &Position, side: Color) -> i32 {
    let pending = best_capture(position);
    let balance = balance(position.board(), side);
    if position.turn() == side { balance + pending } else { balance - pending }
}
