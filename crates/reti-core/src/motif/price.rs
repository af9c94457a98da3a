//! What a tactic is worth: the valuation of seed 003 with its traps removed (decision D-60).
//!
//! The seed prices skewers and discovered attacks by an exchange on the piece behind, which on the
//! real board is not attacked at all: every such tactic would be worth nothing. They are priced on
//! the board *without* the piece in front. An absolute pin is not a gain by itself: what counts is
//! what capturing the pinned piece wins now.

use crate::{
    chess::Square,
    exchange::{DefenseNote, idle_defenders},
    relation::Relations,
};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PriceSource {
    /// An exchange on one square.
    See,
    /// A rule of thumb; the opponent moves in between.
    Heuristic,
}

impl PriceSource {
    /// The name in output.
    pub const fn name(self) -> &'static str {
        match self {
            PriceSource::See => "see",
            PriceSource::Heuristic => "heuristic",
        }
    }
}

/// What a tactic is worth to its owner, before any search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TacticValue {
    /// Estimated material gain in centipawns.
    pub material_delta: i32,
    /// Whether the estimate says that it wins something.
    pub is_sound: bool,
    /// Defenders of the victims that do not count, and why.
    pub notes: Vec<DefenseNote>,
    /// Where the estimate comes from.
    pub source: PriceSource,
}

impl TacticValue {
    /// The value of an exchange; sound if it wins something.
    pub fn see(material_delta: i32) -> TacticValue {
        TacticValue { material_delta, is_sound: material_delta > 0, notes: Vec::new(), source: PriceSource::See }
    }

    /// A rule of thumb; sound if it wins something.
    pub fn heuristic(material_delta: i32) -> TacticValue {
        TacticValue { source: PriceSource::Heuristic, ..TacticValue::see(material_delta) }
    }

    /// Nothing to price.
    pub fn none() -> TacticValue {
        TacticValue::heuristic(0)
    }

    /// The same with the defenders of `victims` that do not count.
    #[must_use]
    pub fn noting(mut self, relations: &Relations, victims: impl IntoIterator<Item = Square>) -> TacticValue {
        let board = relations.board();
        for victim in victims {
            let Some(color) = board.color_at(victim) else { continue };
            if victim != relations.safety(color).king {
                let defenders = relations.attackers(victim, color);
                self.notes.extend(idle_defenders(board, relations.safety(color), defenders, victim));
            }
        }
        self
    }
}
