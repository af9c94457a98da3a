//! `reti bench noise`: how much the detectors say on ordinary positions.

use std::path::PathBuf;

use clap::Args;
use reti_lab::noise::{self, Noise};

use crate::{
    arguments::{self, Report},
    failure::Failure,
};

/// How many tactics are reported on ordinary positions, by motif and by soundness flag
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench noise --games masters.pgn.zst --every 8")]
pub struct Arguments {
    /// Games as PGN, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Look at every Nth ply, beginning with the Nth
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Stop after this many positions
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    positions: usize,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Counts and writes the answer; games with problems count as far as they can be read, and are
    /// named afterwards.
    pub fn run(self) -> Result<(), Failure> {
        let mut noise = Noise::default();
        let mut left = self.positions;
        let every = usize::from(self.every);
        let problems = arguments::each_game(&self.games, None, |game| {
            for position in game.positions().iter().skip(every).step_by(every).take(left) {
                noise.add(position);
                left -= 1;
            }
            Ok(())
        })?;
        let report = noise.report();
        self.report.write(|| noise::text(&report), || reti::wire::to_json(&report))?;
        arguments::tell_problems(problems)
    }
}
