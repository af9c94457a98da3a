//! The endgame library: where a branch may end because the result is known.
//!
//! Exact values come through a [`Probe`]. So that the search has something to do, the library keeps
//! silent about the material of the position it is asked to solve, unless that has three men or
//! fewer; it speaks after the first capture or promotion. In the pioneer tier the rules of thumb of
//! the pawn race are consulted as well, as PIONEER did at every node.

use reti_core::{
    chess::{Color, Move, PieceType, Position},
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
        PieceType::ALL.map(|piece_type| {
            (position.board().by_color(color) & position.board().by_role(piece_type)).count() as u8
        })
    })
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

    /// What is known about a position.
    pub fn entry(&self, position: &Position) -> Option<Entry> {
        let exact = |value, reason| Some(Entry { value, exact: true, reason });
        if position.is_checkmate() {
            return exact(Value::Loss, "checkmate");
        }
        if position.is_stalemate() {
            return exact(Value::Draw, "stalemate");
        }
        if position.is_dead() {
            return exact(Value::Draw, "nobody can win");
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
