//! The endgame library: where a branch may end because the result is known.
//!
//! Exact values come through a [`Probe`]. So that the search has something to do, the library keeps
//! silent about the material of the position it is asked to solve, unless that has three men or
//! fewer; it speaks after the first capture or promotion. In the pioneer tier the rules of thumb of
//! the pawn race are consulted as well, as PIONEER did at every node.

use reti_core::{
    chess::{Color, Move, PieceType, Position, Square},
    value::Value,
};

use super::{Tier, WON, race};
use crate::probe::Probe;

/// What the library says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the side to move.
    pub value: Value,
    /// Whether it is exact.
    pub exact: bool,
    /// The source, in words.
    pub reason: &'static str,
}

impl Entry {
    /// The score for the side to move.
    pub fn score(self) -> i32 {
        match self.value {
            Value::Win => WON,
            Value::Draw => 0,
            Value::Loss => -WON,
        }
    }
}

/// The men of both sides, counted.
type Material = [[u8; 6]; 2];

fn material(position: &Position) -> Material {
    Color::ALL.map(|color| {
        PieceType::ALL
            .map(|piece_type| (position.board().by_color(color) & position.board().by_role(piece_type)).count() as u8)
    })
}

/// The value of a finished game.
fn terminal(position: &Position) -> Option<(Value, &'static str)> {
    if position.is_checkmate() {
        Some((Value::Loss, "checkmate"))
    } else if position.is_stalemate() {
        Some((Value::Draw, "stalemate"))
    } else if position.is_dead() {
        Some((Value::Draw, "nobody can win"))
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
}

impl<'a> Library<'a> {
    /// The library for solving a position.
    pub fn new(probe: &'a dyn Probe, root: &Position, tier: Tier) -> Library<'a> {
        let silent = (root.board().occupied().count() > 3).then(|| material(root));
        Library { probe, tier, silent }
    }

    /// A capture that keeps the exact value: it is played out, so that the tree shows the exchange
    /// and inspection can learn from it.
    pub fn keeping_capture(&self, position: &Position, value: Value) -> Option<Move> {
        let mut captures = position.legal_moves().into_iter().filter(|m| m.is_capture());
        captures.find(|&m| self.probe.probe(&position.play(m)).is_some_and(|after| -after.value == value))
    }

    /// The capture to play where the library knows the value but wants the exchange to be seen.
    pub fn exchange(&self, position: &Position) -> Option<Move> {
        if self.silent == Some(material(position)) {
            return None;
        }
        let known = self.probe.probe(position)?;
        self.keeping_capture(position, known.value)
    }

    /// The least that a capture or promotion gives the side to move at once, by exact values:
    /// the exchange looked at without playing it.
    fn conversion(&self, position: &Position) -> Option<Value> {
        let converts = |m: &Move| m.is_capture() || m.promotion().is_some();
        let after = |m: Move| -> Option<Value> {
            let next = position.play(m);
            if self.silent == Some(material(&next)) {
                return None;
            }
            terminal(&next).map(|(value, _)| value).or_else(|| Some(self.probe.probe(&next)?.value)).map(|v| -v)
        };
        position.legal_moves().into_iter().filter(converts).filter_map(after).max()
    }

    /// What is proven without searching: an entry, a conversion that wins, or that every move loses
    /// to one. The value is exact.
    pub fn imminent(&self, position: &Position) -> Option<Value> {
        if let Some(entry) = self.entry(position).filter(|entry| entry.exact) {
            return Some(entry.value);
        }
        if self.conversion(position) == Some(Value::Win) {
            return Some(Value::Win);
        }
        let loses = |m: Move| {
            let next = position.play(m);
            self.entry(&next).is_some_and(|entry| entry.exact && entry.value == Value::Win)
                || self.conversion(&next) == Some(Value::Win)
        };
        position.legal_moves().into_iter().all(loses).then_some(Value::Loss)
    }

    /// Where a capture or promotion wins at once, by exact values.
    pub fn winning_square(&self, position: &Position) -> Option<Square> {
        let converts = |m: &Move| m.is_capture() || m.promotion().is_some();
        let wins = |m: &Move| {
            let next = position.play(*m);
            self.silent != Some(material(&next))
                && self.probe.probe(&next).is_some_and(|known| known.value == Value::Loss)
        };
        position.legal_moves().into_iter().filter(converts).find(wins).map(Move::to)
    }

    /// Whether the side to move can have a draw at once.
    pub fn draws_at_once(&self, position: &Position) -> bool {
        self.conversion(position).is_some_and(|value| value >= Value::Draw)
    }

    /// What is known about a position.
    pub fn entry(&self, position: &Position) -> Option<Entry> {
        let exact = |value, reason| Some(Entry { value, exact: true, reason });
        if let Some((value, reason)) = terminal(position) {
            return exact(value, reason);
        }
        let men = position.board().occupied().count();
        if self.silent != Some(material(position))
            && let Some(known) = self.probe.probe(position)
            && (men <= 3 || self.keeping_capture(position, known.value).is_none())
        {
            return exact(known.value, "endgame table");
        }
        if self.tier == Tier::Pioneer
            && let Some((value, reason)) = race::rule(position)
        {
            return Some(Entry { value, exact: false, reason });
        }
        None
    }
}
