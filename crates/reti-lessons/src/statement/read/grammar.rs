//! The grammar: what clauses look like, and what they say.
//!
//! One file for each thing that sentences are about. [`super::pattern`] explains how a line is written. The
//! lines are English as players write it, not a list of wordings to be recognised: verbs, names and harmless
//! words vary by themselves. What is not here is not understood.

mod further_men;
mod further_moves;
mod further_sides;
mod move_idioms;
mod moves;
mod pawns;
mod piece_idioms;
mod pieces;
mod position;
mod side_idioms;
mod sides;
mod spoken;

/// A line: what a clause looks like, and what it says.
pub(super) type Line = (&'static str, &'static str);

/// All parts; of two lines that fit a clause the first one counts.
pub(super) const ALL: &[&[Line]] = &[
    pieces::LINES,
    pawns::LINES,
    moves::LINES,
    sides::LINES,
    position::LINES,
    piece_idioms::LINES,
    move_idioms::LINES,
    side_idioms::LINES,
    spoken::LINES,
    further_men::LINES,
    further_moves::LINES,
    further_sides::LINES,
];
