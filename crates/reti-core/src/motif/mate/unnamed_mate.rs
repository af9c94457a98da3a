//! A mate without a name: most mates are not named after anybody.
//!
//! # Roles
//! - `king`: the mated king.
//!
//! The checkers and the smallest net are context and not roles.
//!
//! # Predicate
//! Checkmate, and no other mate of the catalogue fits.
//!
//! # Source
//! Decision D-33.

use super::{MATE, Motif, names_of_mate};

pub(in crate::motif) static UNNAMED_MATE: Motif = Motif {
    name: "unnamed-mate",
    number: 51,
    family: "unnamed-mate",
    summary: "A checkmate to which no named pattern fits.",
    detect: |relations| {
        let names = names_of_mate(relations).into_iter();
        names.filter(|(motif, _)| **motif == UNNAMED_MATE).map(|(_, cast)| cast).collect()
    },
    examples: &[
        ("k7/1Q6/8/8/8/8/6B1/6K1 b - - 0 1", "white: king=a8"),
        ("4k3/4Q3/8/8/8/4R3/8/6K1 b - - 0 1", "white: king=e8"),
    ],
    near_misses: &[
        ("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", "it has a name: support mate"),
        ("4k3/4Q3/8/8/8/8/8/6K1 b - - 0 1", "no mate: the king takes the queen"),
    ],
    source: include_str!("unnamed_mate.rs"),
    ..MATE
};
