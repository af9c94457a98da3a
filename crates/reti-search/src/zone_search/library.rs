//! The endgame library: where a branch may end because the result is known.
//!
//! Exact values come through a [`Probe`]. So that the search has something to do, the library keeps
//! silent about the material of the position it is asked to solve, unless that has three men or
//! fewer; it speaks after the first capture or promotion. Outside races of one pawn each, where
//! there is no forecast to lead the search, it also speaks at the ends of lines longer than
//! [`SILENT_PLIES`]. In the pioneer tier the rules of thumb of
//! the pawn race are consulted as well, as PIONEER did at every node.

use std::cell::Cell;

use reti_core::{
    chess::{Color, File, Move, PieceType, Position, Rank, Square},
    value::Value,
};

use super::{Reason, Tier, WON, race};
use crate::probe::{Exact, Probe};

/// What the library says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the side to move.
    pub value: Value,
    /// Whether it is exact.
    pub exact: bool,
    /// The source.
    pub reason: Reason,
}

impl Entry {
    /// The score for the side to move.
    pub fn score(self) -> i32 {
        Entry::score_of(self.value)
    }

    /// A value as a score.
    pub fn score_of(value: Value) -> i32 {
        match value {
            Value::Win => WON,
            Value::Draw => 0,
            Value::Loss => -WON,
        }
    }
}

/// What may be relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Exact values only: for what is called decided.
    Tables,
    /// Rules of thumb too: for what is tried.
    Rules,
}

/// Outside races the library speaks about the root's own material after so many plies.
pub const SILENT_PLIES: usize = 6;

/// The men of both sides, counted.
type Material = [[u8; 6]; 2];

fn material(position: &Position) -> Material {
    Color::ALL.map(|color| {
        PieceType::ALL
            .map(|piece_type| (position.board().by_color(color) & position.board().by_role(piece_type)).count() as u8)
    })
}

/// The value of a finished game.
fn terminal(position: &Position) -> Option<(Value, Reason)> {
    if position.is_checkmate() {
        Some((Value::Loss, Reason::Checkmate))
    } else if position.is_stalemate() {
        Some((Value::Draw, Reason::Stalemate))
    } else if position.is_dead() {
        Some((Value::Draw, Reason::Dead))
    } else {
        None
    }
}

/// The knowledge of a search.
pub struct Library<'a> {
    probe: &'a dyn Probe,
    tier: Tier,
    /// The material about which it keeps silent.
    silent: Option<Material>,
    /// How often the probe was asked.
    probes: Cell<u64>,
}

impl<'a> Library<'a> {
    /// The library for solving a position.
    pub fn new(probe: &'a dyn Probe, root: &Position, tier: Tier) -> Library<'a> {
        let silent = (root.board().occupied().count() > 3).then(|| material(root));
        Library { probe, tier, silent, probes: Cell::new(0) }
    }

    /// How often a table was asked so far.
    pub fn probes(&self) -> u64 {
        self.probes.get()
    }

    /// Whether nobody wants the answer of the search any more.
    pub fn is_over(&self) -> bool {
        self.probe.is_over()
    }

    fn ask(&self, position: &Position) -> Option<Exact> {
        self.probes.set(self.probes.get() + 1);
        self.probe.probe(position)
    }

    /// A capture that keeps the exact value: it is played out, so that the tree shows the exchange
    /// and inspection can learn from it.
    pub fn keeping_capture(&self, position: &Position, value: Value) -> Option<Move> {
        let mut captures = position.legal_moves().into_iter().filter(|m| m.is_capture());
        captures.find(|&m| self.ask(&position.play(m)).is_some_and(|after| -after.value == value))
    }

    /// The capture to play where the library knows the value but wants the exchange to be seen.
    pub fn exchange(&self, position: &Position) -> Option<Move> {
        if self.silent == Some(material(position)) {
            return None;
        }
        let known = self.ask(position)?;
        self.keeping_capture(position, known.value)
    }

    /// What a rule or table says after a move, for the side that made it.
    fn after(&self, position: &Position, m: Move, trust: Trust) -> Option<Value> {
        let entry = self.entry(&position.play(m))?;
        (entry.exact || trust == Trust::Rules).then(|| -entry.value)
    }

    /// The least that a capture or promotion gives the side to move at once: the exchange looked at
    /// without playing it.
    fn conversion(&self, position: &Position, trust: Trust) -> Option<Value> {
        let converts = |m: &Move| m.is_capture() || m.promotion().is_some();
        position.legal_moves().into_iter().filter(converts).filter_map(|m| self.after(position, m, trust)).max()
    }

    /// What is known without searching: an entry, a conversion that wins, or that every move loses
    /// to one. With `Trust::Tables` the value is exact.
    pub fn imminent(&self, position: &Position, trust: Trust) -> Option<Value> {
        if let Some(entry) = self.entry(position).filter(|entry| entry.exact || trust == Trust::Rules) {
            return Some(entry.value);
        }
        if self.conversion(position, trust) == Some(Value::Win) {
            return Some(Value::Win);
        }
        let loses = |m: Move| {
            self.after(position, m, trust) == Some(Value::Loss)
                || self.conversion(&position.play(m), trust) == Some(Value::Win)
        };
        position.legal_moves().into_iter().all(loses).then_some(Value::Loss)
    }

    /// Where a capture or promotion wins at once.
    pub fn winning_square(&self, position: &Position) -> Option<Square> {
        let converts = |m: &Move| m.is_capture() || m.promotion().is_some();
        let wins = |m: &Move| self.after(position, *m, Trust::Rules) == Some(Value::Win);
        position.legal_moves().into_iter().filter(converts).find(wins).map(Move::to)
    }

    /// Whether the side to move can have a draw at once.
    pub fn draws_at_once(&self, position: &Position) -> bool {
        self.conversion(position, Trust::Rules).is_some_and(|value| value >= Value::Draw)
    }

    /// The exact value of a position, the root's material not excepted.
    pub fn table(&self, position: &Position) -> Option<Entry> {
        let value = self.ask(position)?.value;
        Some(Entry { value, exact: true, reason: Reason::Table })
    }

    /// What is known about a position.
    pub fn entry(&self, position: &Position) -> Option<Entry> {
        let exact = |value, reason| Some(Entry { value, exact: true, reason });
        if let Some((value, reason)) = terminal(position) {
            return exact(value, reason);
        }
        if self.silent != Some(material(position))
            && let Some(known) = self.ask(position)
        {
            return exact(known.value, Reason::Table);
        }
        if self.silent != Some(material(position))
            && let Some(value) = queen_ending(position)
        {
            return Some(Entry { value, exact: false, reason: Reason::QueenEnding });
        }
        if self.tier == Tier::Pioneer
            && let Some((value, reason)) = race::rule(position)
        {
            return Some(Entry { value, exact: false, reason });
        }
        None
    }
}

/// A queen against a pawn or a queen, where no table is at hand; never exact. A queen wins against
/// a pawn, but for a rook's or bishop's pawn about to queen with its king beside it and the other
/// king far away; queens draw. Nothing is said while something can be taken or promoted.
fn queen_ending(position: &Position) -> Option<Value> {
    let board = position.board();
    let busy = |m: &Move| m.is_capture() || m.promotion().is_some();
    let single = |piece_type: PieceType| board.by_role(piece_type).count() == 1;
    if board.occupied().count() != 4 || position.legal_moves().iter().any(busy) {
        return None;
    }
    let queens = board.queens();
    if queens.count() == 2 && Color::ALL.into_iter().all(|color| (queens & board.by_color(color)).count() == 1) {
        return Some(Value::Draw);
    }
    let (queen, pawn) = (queens.single_square()?, board.pawns().single_square()?);
    let side = board.color_at(queen)?;
    if !single(PieceType::Queen) || board.color_at(pawn)? == side {
        return None;
    }
    let goal = Square::from_coords(pawn.file(), side.relative_rank(Rank::First));
    let drawish = matches!(pawn.file(), File::A | File::C | File::F | File::H)
        && pawn.distance(goal) == 1
        && position.king(!side).distance(goal) <= 1
        && position.king(side).distance(goal) > 4;
    Some(match (drawish, position.turn() == side) {
        (true, _) => Value::Draw,
        (false, true) => Value::Win,
        (false, false) => Value::Loss,
    })
}
