//! `reti bench tactics`: is a puzzle's solution our best opportunity?

use std::fmt::Write as _;

use std::path::PathBuf;

use clap::Args;
use reti::proof::Effort;
use reti_lab::{
    proofs::{Hits, prover, sample_key},
    puzzle, wire,
};

use crate::{arguments::Report, failure::Failure, terminal};

/// How often the best opportunity of a position is the solution of a puzzle
///
/// Only the position is given, after the opponent's first move. Hits count the first move: best, or
/// among the best three. Of puzzles with a theme that we know, the share whose theme our line has.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench tactics --puzzles lichess_db_puzzle.csv.zst --sample 5000 --seed 1")]
pub struct Arguments {
    /// Puzzles as Lichess publishes them, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE")]
    puzzles: PathBuf,
    /// How many puzzles, taken at random
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Positions to test for each proof
    #[arg(long, value_name = "N", default_value_t = Effort::default().proof_nodes)]
    nodes: u64,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut records = Vec::new();
        for record in puzzle::records(terminal::open(&self.puzzles)?)? {
            records.push(record?);
        }
        records.sort_by_key(|record| sample_key(&record.id, self.seed));
        records.truncate(self.sample);
        let mut hits = Hits::default();
        let mut prover = prover(4 << 20);
        let effort = Effort { proof_nodes: self.nodes, ..Effort::default() };
        for record in &records {
            hits.add(record, &mut prover, effort)?;
        }
        let report = hits.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }
}

fn text(report: &wire::TacticsBench) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut out = format!("{:<10} {:>6} {:>8} {:>8}\n", "rating", "n", "first", "three");
    for (band, hits) in &report.by_rating {
        let _ = writeln!(out, "{band:<10} {:>6} {:>8} {:>8}", hits.n, percent(hits.hit1), percent(hits.hit3));
    }
    let _ = writeln!(out, "{:<10} {:>6} {:>8} {:>8}", "all", report.n, percent(report.hit1), percent(report.hit3));
    let _ = writeln!(
        out,
        "theme {}, proven {}, proof {:.2} ms and {} nodes, triggers {:.2} ms, scan {:.1} ms (medians)",
        percent(report.theme),
        percent(report.proven),
        report.median_ms,
        report.median_nodes,
        report.median_trigger_ms,
        report.median_scan_ms
    );
    out
}
