//! The laboratory: measuring what Reti says, and learning from games.
//!
//! Nothing here is needed to explain a position. Matches between engines, learned kernels, datasets for
//! graph learning, labelled puzzles, test suites and the measurements behind the documented figures live
//! here, so that the library stays small. Only programs depend on this crate. Modules are declared in the
//! order in which they build upon each other.

pub mod puzzle;
pub mod epd;
pub mod noise;
pub mod proofs;
pub mod soundness;
pub mod lessons;
pub mod second_opinion;
pub mod verdicts;
pub mod reviews;
pub mod exercises;
pub mod evaluations;
pub mod moves;
pub mod dataset;
pub mod matches;
pub mod self_play;
pub mod chances;
pub mod learn;
pub mod wire;
pub mod documents;
