//! The program as people run it, one module for each part. One binary, because linking the program's crates
//! once for each file cost minutes.

#[path = "../support/mod.rs"]
mod support;
mod annotate;
mod bench_motifs;
mod bench_review;
mod cache;
mod check;
mod engine;
mod exercises;
mod explain;
mod exports;
mod field;
mod geometry;
mod hardening;
mod help_examples;
mod json;
mod matches;
mod program;
mod serve;
mod table;
mod talk;
