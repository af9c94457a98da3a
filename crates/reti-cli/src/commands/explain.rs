//! `reti explain`: what is going on in a position.

use clap::{Parser, ValueEnum};
use reti::explain::{self, Level, Options};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
};

/// What is going on in a position: what can be won, what is threatened, what stands there
///
/// What is said to win or to threaten is proven against every reply; the rest is what stands on the
/// board. Without a position a sample is explained.
#[derive(Debug, Parser)]
#[command(
    name = "explain",
    after_help = "\
Examples:
  reti explain
  reti explain 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: Option<String>,
    /// How much to say
    #[arg(long, value_enum, default_value = "club")]
    level: LevelArgument,
    /// Nodes that each attempt at a proof may take
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    nodes: u64,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelArgument {
    /// What wins, what is threatened, what hangs
    Beginner,
    /// Pins, forks and weaknesses too
    Club,
    /// Everything that was found
    Expert,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Sentences below a board
    Text,
    /// Claims
    Json,
    /// A picture of the first claim
    Svg,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let position = arguments::position(self.fen.as_deref().unwrap_or(explain::SAMPLE))?;
        let mut options = Options {
            level: match self.level {
                LevelArgument::Beginner => Level::Beginner,
                LevelArgument::Club => Level::Club,
                LevelArgument::Expert => Level::Expert,
            },
            ..Options::default()
        };
        options.effort.proof_nodes = self.nodes;
        let told = explain::explain(&position, options);
        self.output.write(match self.format {
            Format::Text => explain::text(&position, &told, self.output.colored()),
            Format::Json => reti::wire::to_json(&told),
            Format::Svg => explain::svg(&position, &told),
        })
    }
}
