//! `reti bench lessons`: is a blunder explained by its cause?

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;
use reti::explain::{Budget, Explainer};
use reti_lab::{lessons::Causes, proofs::sample_key, puzzle, wire};

use crate::{arguments::Report, failure::Failure, terminal};

/// How often the lesson about a puzzle's first move names what that move allows
///
/// Only the position before the first move and that move are given. A lesson is right if it names a
/// label of the puzzle; rows count puzzles with any label that we know, with a tactic among them, and
/// with a tactic other than the distance to mate.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench lessons --puzzles lichess_db_puzzle.csv.zst --sample 1000 --seed 1")]
pub struct Arguments {
    /// Puzzles as Lichess publishes them, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE")]
    puzzles: PathBuf,
    /// How many puzzles, taken at random
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Nodes for each lesson
    #[arg(long, value_name = "N", default_value_t = Budget::default().nodes)]
    nodes: u64,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Explains and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut records = Vec::new();
        for record in puzzle::records(terminal::open(&self.puzzles)?)? {
            records.push(record?);
        }
        records.sort_by_key(|record| sample_key(&record.id, self.seed));
        records.truncate(self.sample);
        let mut causes = Causes::default();
        let explainer = Explainer::new().budget(Budget { nodes: self.nodes });
        for record in &records {
            causes.add(record, &explainer)?;
        }
        let report = causes.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }
}

fn text(report: &wire::LessonsBench) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut out = format!("{:<20} {:>6} {:>8}\n", "label", "n", "named");
    let sums = [("any label", report.any), ("a tactic", report.tactic), ("a motif", report.motif)];
    let rows = report.by_label.iter().map(|(label, share)| (label.as_str(), *share)).chain(sums);
    for (label, share) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{label:<20} {:>6} {:>8}", share.n, percent(share.share));
    }
    let _ = writeln!(
        out,
        "{} lessons, {} with a proven cause, {} with the solution as the first reply, median {:.0} ms",
        report.n,
        percent(report.proven),
        percent(report.solution),
        report.median_ms
    );
    out
}
