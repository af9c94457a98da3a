//! Finding out by playing: searches that stand on what `reti-core` understands of a position.
//!
//! Results are repeatable for a given position and budget. Exact knowledge of endgames comes in
//! through the small [`probe::Probe`] trait; this crate owns the trait and knows no tables.
//! Modules are declared in the order in which a newcomer should read them.
#![forbid(unsafe_code)]

pub mod bitbase;
pub mod probe;
pub mod reduced_search;
pub mod tree;
pub mod zone_search;
