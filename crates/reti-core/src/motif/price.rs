//! What a tactic is worth: the valuation of seed 003 with its traps removed (decision D-60).
//!
//! The seed prices skewers and discovered attacks by an exchange on the piece behind, which on the
//! real board is not attacked at all: every such tactic would be worth nothing. They are priced on
//! the board *without* the piece in front. An absolute pin is not a gain by itself: what counts is
//! what capturing the pinned piece wins now.

use crate::{
    chess::{Board, Square},
    exchange::{Arena, DefenseNote, defense_notes},
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

    /// The same with the defenders of `victims` that could not recapture.
    #[must_use]
    pub fn noting(mut self, relations: &Relations, victims: impl IntoIterator<Item = Square>) -> TacticValue {
        for victim in victims {
            self.notes.extend(idle_defenders_of(relations, victim));
        }
        self
    }
}

/// The defenders that may not recapture after any best capture of the victim.
///
/// Asked on the board after the capture: a king that "defends" next to the piece that attacks it can
/// recapture once that piece has taken, although the square is covered before (D-14 read with care).
fn idle_defenders_of(relations: &Relations, victim: Square) -> Vec<DefenseNote> {
    let board = relations.board();
    let (Some(color), Some(price)) = (board.color_at(victim), relations.price(victim)) else {
        return Vec::new();
    };
    if relations.attackers(victim, color).is_empty() {
        return Vec::new();
    }
    let arena = Arena::new(board);
    let mut idle: Option<Vec<DefenseNote>> = None;
    for capturer in relations.attackers(victim, !color) {
        if arena.capture_from(capturer, victim) != Some(price) {
            continue;
        }
        let notes = defense_notes(&board_with_moved(board, capturer, victim), victim, color);
        idle = Some(match idle {
            None => notes,
            Some(before) => before.into_iter().filter(|note| notes.contains(note)).collect(),
        });
    }
    idle.unwrap_or_default()
}

/// The placement after the piece on `from` has taken on `to`.
fn board_with_moved(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    if let Some(piece) = after.remove_piece_at(from) {
        after.set_piece_at(to, piece);
    }
    after
}
