//! Finding out by playing.
//!
//! Patterns propose, a search over forcing lines disposes, and what it calls proven comes with a
//! proof that a separate small checker accepts. Every search is repeatable: the same position, the
//! same node budget and the same table size give the same answer. Nothing here prints, reads files
//! or looks at a clock. Modules are declared in the order in which a newcomer should read them.

pub mod opportunity;
pub mod probe;
pub mod proof;
pub mod relevance;
pub mod trigger;
pub mod bitbase;
pub mod tree;
pub mod reduced_search;
pub mod zone_search;
