//! Searches and proofs, one module for each part; clocks have a binary of their own, because they measure time.

mod engine;
mod proofs;
mod robots;
mod second_checker;
mod soundness;
mod zone_search;
