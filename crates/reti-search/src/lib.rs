//! Finding out by playing.
//!
//! Every search is repeatable: the same position, the same node budget and the same table size give
//! the same answer. Nothing here prints, reads files or looks at a clock; who wants to stop a search
//! by time watches it from outside. Modules are declared in the order in which a newcomer should
//! read them.

pub mod engine;
