//! The question that a search asks when few men are left.
//!
//! Searches do not know endgame tables; they know this trait, and the library that people use plugs
//! the tables in.

use reti_core::{chess::Position, value::Value};

/// A source of exact values; several searches may ask it at once.
pub trait Probe: Sync {
    /// The truth about a position, if the source has it.
    fn probe(&self, position: &Position) -> Option<Exact>;
}

/// What a table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The value for the side to move.
    pub value: Value,
    /// The distance to mate in plies, where the table counts it.
    pub mate_in: Option<u32>,
}
