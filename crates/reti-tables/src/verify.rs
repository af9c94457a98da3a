//! Verifiers. They share the rules and the order of places with the generator, nothing else.
//!
//! Where the generator works on sets, winner by winner and round by round, a verifier looks at
//! each position once: it takes the best code among all successors ([`successors`]) and compares.
//! [`cqd`] checks labels only, as the seed does; passing it is necessary, not sufficient.
//! [`certified`] checks labels with ranks, which is sufficient. [`peel`] finds ranks for labels
//! that come without them, where that is possible. [`quiet`] finds all labels again by undoing quiet moves.
//! [`audit`] verifies files, with all that they rest on.

pub mod audit;
pub mod certified;
pub mod cqd;
pub mod peel;
pub mod quiet;
pub mod successors;

use reti_core::chess::Color;

use crate::material::Material;

/// Why a table could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table that captures or promotions lead to is not there.
    #[error("to verify {material}, the table of {missing} is needed")]
    Missing {
        /// The endgame to verify.
        material: Material,
        /// The table that is not there.
        missing: Material,
    },
    /// A needed table counts something else.
    #[error("to verify moves to mate of {material}, the table of {other} would have to count them too")]
    OtherMetric {
        /// The endgame to verify.
        material: Material,
        /// The endgame with the other metric.
        other: Material,
    },
}

/// A place of a table that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The side to move.
    pub turn: Color,
    /// The place.
    pub index: usize,
    /// What stands there.
    pub found: u8,
    /// What its successors say.
    pub expected: u8,
}

const SIDES: [Color; 2] = [Color::White, Color::Black];
