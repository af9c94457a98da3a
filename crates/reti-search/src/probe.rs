//! The question that a search asks when few men are left.
//!
//! Searches do not know endgame tables; they know this trait, and the library that people use plugs
//! the tables in.

use reti_core::{chess::Position, ending, value::Value};

/// A source of exact values; several searches may ask it at once.
pub trait Probe: Sync {
    /// The truth about a position, if the source has it.
    fn probe(&self, position: &Position) -> Option<Exact>;

    /// Whether nobody wants the answer of the search any more; the zone search asks where it counts its budget.
    fn is_over(&self) -> bool {
        false
    }
}

/// A source for a search that ends when nobody wants its answer any more.
pub struct Until<'a> {
    /// Who knows.
    pub probe: &'a dyn Probe,
    /// Whether nobody wants the answer.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Probe for Until<'_> {
    fn probe(&self, position: &Position) -> Option<Exact> {
        self.probe.probe(position)
    }

    fn is_over(&self) -> bool {
        (self.stop)()
    }
}

/// Endings with names in which nobody can force a win: Philidor's and Vančura's defence, the wrong bishop, ...
///
/// They are exact, and a search cannot find them out by itself: a fortress stands at every depth.
pub struct NamedDraws;

impl Probe for NamedDraws {
    fn probe(&self, position: &Position) -> Option<Exact> {
        ending::is_drawn(position).then_some(Exact { value: Value::Draw, mate_in: None })
    }
}

/// What a table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The value for the side to move.
    pub value: Value,
    /// The distance to mate in plies, where the table counts it.
    pub mate_in: Option<u32>,
}
