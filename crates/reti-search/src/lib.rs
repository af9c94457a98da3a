//! Finding out by playing.
//!
//! Patterns propose, a search over forcing lines disposes, and what it calls proven comes with a
//! proof that a separate small checker accepts; a zone search plans over distances that
//! a tactical search cannot see, and an alpha-beta engine judges what is not forced. Every search is
//! repeatable: the same position, the same node budget and the same table size give the same answer.
//! Nothing here prints, reads files or looks at a clock; who wants to stop a search by time watches
//! it from outside. Modules are declared in the order in which a newcomer should read them.

pub mod chances;
pub mod score;
pub mod probe;
pub mod advice;
pub mod proof;
pub mod trigger;
mod opinion;
pub mod opportunity;
pub mod soundness;
pub mod relevance;
pub mod engine;
pub mod bitbase;
pub mod tree;
pub mod reduced_search;
pub mod zone_search;
