//! The grammar: what clauses look like, and what they say.
//!
//! One file for each thing that sentences are about. [`super::pattern`] explains how a line is written. The
//! lines are English as players write it, not a list of wordings to be recognised: verbs, names and harmless
//! words vary by themselves. What is not here is not understood.

mod more;
mod more_sides;
mod moves;
mod pawns;
mod pieces;
mod position;
mod sides;

/// A line: what a clause looks like, and what it says.
pub(super) type Line = (&'static str, &'static str);

/// All parts.
pub(super) const ALL: &[&[Line]] =
    &[pieces::LINES, pawns::LINES, moves::LINES, sides::LINES, position::LINES, more::LINES, more_sides::LINES];
