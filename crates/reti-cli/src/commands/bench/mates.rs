//! `reti bench mates`: how many mates or gains are proven, and with how many nodes.

use std::fmt::Write as _;

use std::{
    io::{BufRead as _, BufReader},
    path::PathBuf,
};

use clap::Args;
use reti::proof::Goal;
use reti_lab::{
    proofs::{Mates, Task, mate_task, prover, read_epd, sample_key},
    puzzle, wire,
};

use crate::{arguments::Report, commands::prove::goal, failure::Failure, terminal};

/// How many test positions are proven within a node budget
///
/// From an EPD file every position counts; from a puzzle file those that are labelled mateIn1 to
/// mateIn5. With --goal gain=200 an EPD file measures material instead of mates.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reti bench mates --puzzles lichess_db_puzzle.csv.zst --sample 5000
  reti bench mates --epd wac.epd --goal gain=200")]
pub struct Arguments {
    /// Test positions with bm and id operations
    #[arg(long, value_name = "FILE", required_unless_present = "puzzles", conflicts_with = "puzzles")]
    epd: Option<PathBuf>,
    /// Only positions with these ids, separated by commas
    #[arg(long, value_name = "IDS", value_delimiter = ',', requires = "epd")]
    ids: Vec<String>,
    /// Puzzles as Lichess publishes them, plain or .zst
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Take so many puzzles at random
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// What to prove: mate or gain=CP
    #[arg(long, value_name = "GOAL", default_value = "mate", value_parser = goal)]
    goal: Goal,
    /// Positions to test for each task
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    table: u32,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let tasks = self.tasks()?;
        let mut mates = Mates::default();
        let mut prover = prover((self.table as usize) << 20);
        for task in &tasks {
            mates.add(task, self.goal, self.nodes, &mut prover);
        }
        let report = mates.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }

    fn tasks(&self) -> Result<Vec<Task>, Failure> {
        let mut tasks = Vec::new();
        if let Some(path) = &self.epd {
            for line in BufReader::new(terminal::open(path)?).lines() {
                let line = line.map_err(|error| Failure::File(path.display().to_string(), error))?;
                tasks.extend(read_epd(&line)?.filter(|task| self.ids.is_empty() || self.ids.contains(&task.id)));
            }
        }
        if let Some(path) = &self.puzzles {
            for record in puzzle::records(terminal::open(path)?)? {
                tasks.extend(mate_task(&record?)?);
            }
            tasks.sort_by_key(|task| sample_key(&task.id, self.seed));
            tasks.truncate(self.sample);
        }
        Ok(tasks)
    }
}

fn text(report: &wire::MateBench) -> String {
    let mut out = format!(
        "{:<10} {:>6} {:>7} {:>8} {:>8} {:>7} {:>7} {:>6} {:>6}\n",
        "", "n", "proven", "refuted", "unknown", "median", "p90", "size", "book"
    );
    let parts = report.by_label.iter().map(|(label, part)| (label.as_str(), part));
    for (name, part) in parts.chain([("all", &report.all)]) {
        let _ = writeln!(
            out,
            "{name:<10} {:>6} {:>7} {:>8} {:>8} {:>7} {:>7} {:>6} {:>6}",
            part.n,
            part.proven,
            part.refuted,
            part.unknown,
            part.median_nodes,
            part.p90_nodes,
            part.median_size,
            part.book_first.map_or("-".to_owned(), |count| count.to_string())
        );
    }
    if !report.unproven.is_empty() {
        let _ = writeln!(out, "not proven: {}", report.unproven.join(" "));
    }
    out
}
