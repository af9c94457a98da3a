//! Endgame tables: generate, probe, verify and certify the values of all positions with few men.
//!
//! Files carry magic, version and checksums; a damaged file is an error, never a panic and never
//! a wrong answer. The verifiers import nothing from the generator and trust nothing it says.
//! Modules are declared in the order in which a newcomer should read them.

pub mod material;
pub mod rules;
pub mod layout;
pub mod table;
pub mod simple;
pub mod generate;
pub mod chain;
pub mod verify;
pub mod stats;
pub mod forge;
pub mod fold;
pub mod mmap;
pub mod format;
pub mod store;
pub mod build;
pub mod syzygy;
pub mod probe;
