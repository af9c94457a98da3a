//! `reti bench epd`: how much of a test suite the engine solves.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use reti::engine;
use reti_lab::epd::{self, Effort};

use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// How many positions of a test suite the engine solves
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench epd --epd wac.epd --nodes 20000 --evaluation seed")]
pub struct Arguments {
    /// The suite as EPD, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE")]
    epd: PathBuf,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds for each position, instead of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    movetime: Option<u64>,
    /// How positions are evaluated: a name, or a kernels file
    #[arg(long, value_name = "NAME|FILE", default_value = engine::DEFAULT.name)]
    evaluation: String,
    /// How quiet moves are ordered
    #[arg(long, value_enum, default_value = "experience")]
    order: super::engine::QuietOrder,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Searches all positions and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let entries = epd::read(&terminal::read(&self.epd)?)?;
        if entries.is_empty() {
            let subject = self.epd.display().to_string();
            let message = "no positions found: expected EPD such as 6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;".to_owned();
            return Err(Failure::Input(reti::Problem { subject, message, text: String::new(), span: 0..0 }));
        }
        let effort = self.movetime.map_or(Effort::Nodes(self.nodes), |time| Effort::Time(Duration::from_millis(time)));
        let evaluation = arguments::evaluation(&self.evaluation)?;
        let suite = epd::solve(&entries, evaluation, effort, self.order.into());
        self.report.write(|| epd::text(&suite), || reti::wire::to_json(&suite))
    }
}
