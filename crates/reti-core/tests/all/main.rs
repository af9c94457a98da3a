//! What the core promises, one module for each part.

mod exchange;
mod fields;
mod fragility;
mod learned;
mod network;
mod lines;
mod mates;
mod observations;
mod perft;
mod relations;
mod several;
mod signature;
mod support;
mod tactics;
