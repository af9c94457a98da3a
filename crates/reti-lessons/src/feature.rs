//! What matters on the board: the few features that carry the evaluation.
//!
//! Every observation is true; few are worth a sentence. Each motif says what
//! it weighs, in pawns as good players count them, corrected by what stands around it: an isolated pawn matters
//! when it can be attacked on its file, a passed pawn the more the further it is, a bare king while queens are
//! there. Features that have to do with
//! the lines that are told come first, and in a sharp or decided position quiet ones step back (seed 003, the
//! position-adaptive threshold).

use reti_core::{
    chess::{Bitboard, Position},
    field::score::phase,
    relation::Relations,
    tactic::{self, Tactic},
};

use crate::{
    budget::Level,
    claim::{Claim, What},
};

/// The least weight that is worth a sentence.
pub const LEAST: f64 = 0.25;

/// How much else there is to say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Features are what it is about.
    Quiet,
    /// Tactics rule.
    Sharp,
    /// One side is so far ahead that little else matters.
    Decided,
}

impl Temper {
    /// The least weight that is worth a sentence here.
    fn least(self) -> f64 {
        match self {
            Temper::Quiet => LEAST,
            Temper::Sharp => 2.0 * LEAST,
            Temper::Decided => 4.0 * LEAST,
        }
    }
}

/// The features of a position, the weightiest first; sharp positions have few and decided ones hardly any, and
/// squares that the told lines touch make a feature weightier.
pub fn features(position: &Position, touched: Bitboard, temper: Temper, level: Level) -> Vec<Claim> {
    let relations = Relations::new(position);
    let mut found: Vec<(f64, Tactic)> = Vec::new();
    for tactic in tactic::observations(&relations) {
        let near = (tactic.cast.squares() & touched).any();
        found.push((tactic.weight(&relations) * if near { 1.5 } else { 1.0 }, tactic));
    }
    for tactic in tactic::tactics(&relations) {
        if matches!(tactic.motif.name, "absolute-pin" | "relative-pin") && (tactic.cast.squares() & touched).any() {
            found.push((0.6, tactic));
        }
    }
    // Where few men are left a file is open for everybody.
    let late = phase(position.board()) > 0.7;
    found.retain(|(_, tactic)| !(late && matches!(tactic.motif.name, "open-file" | "half-open-file" | "battery")));
    found.retain(|(weight, _)| *weight >= temper.least());
    // Stable, so that equals stay in the order of the catalogue.
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut told: Vec<Tactic> = Vec::new();
    for (_, tactic) in found {
        // Two of a kind are enough, and a pawn that is isolated is weak anyway.
        let same = told.iter().any(|known| known.motif.name != "passed-pawn" && known.cast.parts == tactic.cast.parts);
        if !same && told.iter().filter(|known| known.motif == tactic.motif).count() < 2 {
            told.push(tactic);
        }
    }
    told.into_iter().take(level.max_features()).map(|tactic| Claim::on_board(position, What::Stands(tactic))).collect()
}
