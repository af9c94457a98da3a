//! What to say, why, and in which words.
//!
//! The data walks one way: a position becomes questions to the prover, to tables and to an advisor; the
//! answers become [claims](claim), each with the evidence behind it; claims are ranked, and words, pictures
//! and documents are functions of claims. Nothing here reads a file, starts a process or writes JSON.
//! Modules are declared in the order in which a newcomer should read them.

pub mod claim;
pub mod material;
pub mod budget;
pub mod desk;
pub mod point;
pub mod defence;
pub mod threat;
pub mod temptation;
pub mod reason;
pub mod feature;
pub mod plan;
pub mod knowledge;
pub mod judge;
mod looks;
pub mod explain;
pub mod coach;
pub mod phase;
pub mod review;
pub mod exercise;
pub mod statement;
pub mod words;
