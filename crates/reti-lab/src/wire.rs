//! What the laboratory's measurements look like as JSON, in the schema of [`reti::wire`].

mod dataset;
mod evaluations;
mod lessons;
mod matches;
mod proofs;
mod suite;

pub use dataset::DatasetLine;
pub use evaluations::{Comparison, ComparisonRow, Reached};
pub use lessons::{Agreement, LessonNote, LessonOpinions, LessonsBench, MotifNoise, Noise, ReasonRate, Share};
pub use matches::{Match, MatchEngine, MatchPairing, MatchTest};
pub use proofs::{Disagreement, MateBench, RatingBand, TacticsBench, TruthBench};
pub use reti::wire::{SCHEMA, to_json, to_line};
pub use suite::{Suite, SuitePosition};
