//! `reti bench`: measurements that anyone can repeat, one subcommand a file.

mod mates;
mod engine;
mod epd;
mod exercises;
mod lessons;
mod fields;
mod motifs;
mod moves;
mod noise;
mod review;
mod samples;
mod soundness;
mod tactics;
mod truth;
mod wdl;

use clap::{Parser, Subcommand};

use super::Run;
use crate::failure::Failure;

/// Measurements: how well answers agree with data, and how fast they come
///
/// Without a command: the engine's nodes and speed, as `reti bench engine` has them.
#[derive(Debug, Parser)]
#[command(name = "bench")]
pub struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    Engine(engine::Arguments),
    Epd(epd::Arguments),
    Exercises(exercises::Arguments),
    Lessons(lessons::Arguments),
    Fields(fields::Arguments),
    Motifs(motifs::Arguments),
    Moves(moves::Arguments),
    Noise(noise::Arguments),
    Review(review::Arguments),
    Soundness(soundness::Arguments),
    Mates(mates::Arguments),
    Tactics(tactics::Arguments),
    Truth(truth::Arguments),
    Wdl(wdl::Arguments),
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        match self.what.unwrap_or_else(|| What::Engine(engine::Arguments::default())) {
            What::Engine(arguments) => arguments.run(),
            What::Epd(arguments) => arguments.run(),
            What::Exercises(arguments) => arguments.run(),
            What::Lessons(arguments) => arguments.run(),
            What::Fields(arguments) => arguments.run(),
            What::Motifs(arguments) => arguments.run(),
            What::Moves(arguments) => arguments.run(),
            What::Noise(arguments) => arguments.run(),
            What::Review(arguments) => arguments.run(),
            What::Soundness(arguments) => arguments.run(),
            What::Mates(arguments) => arguments.run(),
            What::Tactics(arguments) => arguments.run(),
            What::Truth(arguments) => arguments.run(),
            What::Wdl(arguments) => arguments.run(),
        }
    }
}
