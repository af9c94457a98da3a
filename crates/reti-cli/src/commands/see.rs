//! `reti see`: what a capture is worth, told step by step.

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
};

/// What a move is worth by the captures on its square, and why
///
/// Both sides may capture on the move's destination as long as it pays, or stop. The answer tells
/// who captures what, who had better stop, and which defender does not count.
#[derive(Debug, Parser)]
#[command(
    name = "see",
    after_help = "\
Example:
  reti see '4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1' Bxd5"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// The move, such as Bxd5 or b3d5
    #[arg(value_name = "MOVE")]
    played: String,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Sentences
    Text,
    /// Value, fast value, sequence and steps
    Json,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let played = reti::read_move(&position, &self.played)?;
        self.output.write(match self.format {
            Format::Text => reti::exchange::text(&position, played, &*self.wording.words()?),
            Format::Json => reti::wire::to_json(&reti::exchange::exchange(&position, played)),
        })
    }
}
