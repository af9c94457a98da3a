//! Exact knowledge from outside: what a search asks an endgame table.

use reti_core::{chess::Position, value::Value};

/// The truth about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The value for the side to move.
    pub value: Value,
    /// Plies to mate with best play, where known.
    pub mate_in: Option<u32>,
}

/// A source of exact values, such as endgame tables.
pub trait Probe {
    /// The truth about a position; `None` if this source does not know it.
    fn probe(&self, position: &Position) -> Option<Exact>;
}
