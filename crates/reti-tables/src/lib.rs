//! Endgame tables: generate, probe, verify and certify the values of all positions with few men.
//!
//! Files carry magic, version and checksums; a damaged file is an error, never a panic and never
//! a wrong answer. The verifiers import nothing from the generator and trust nothing it says.
//! To read it: `material`, `layout` and `table` say what a table is, `simple` and `generate` make
//! one, `verify` and `forge` doubt it, `format`, `store` and `build` keep it, `embedded` are those of
//! up to four men that the program brings along, `probe` asks.
//! `platform` is what WebAssembly does otherwise.

pub mod build;
pub mod certificate;
pub mod chain;
pub mod checksum;
pub mod embedded;
pub mod fifty;
pub mod fold;
pub mod forge;
pub mod format;
pub mod generate;
pub mod lanes;
pub mod layout;
pub mod material;
pub mod mmap;
pub mod platform;
pub mod probe;
pub mod published;
pub mod rulebook;
pub mod rules;
pub mod simple;
pub mod stats;
pub mod store;
pub mod syzygy;
pub mod table;
pub mod verify;
