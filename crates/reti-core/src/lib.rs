//! Understanding one chess position, without playing it out.
//!
//! Everything here is a pure function of a position: same input, same output; mirrored input,
//! mirrored output; results in a canonical order. No clock, no files, no threads, no search
//! deeper than an exchange. Modules are declared in the order in which a newcomer should read them.
#![forbid(unsafe_code)]

pub mod chess;
pub mod value;
pub mod legality;
pub mod relation;
pub mod exchange;
pub mod fragility;
pub mod motif;
pub mod tactic;
pub mod line;
pub mod ending;
pub mod geometry;
pub mod field;
