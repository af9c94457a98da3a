//! `reti bench motifs`: our themes of a line against labelled puzzles.

use std::{fmt::Write as _, path::PathBuf};

use clap::{Args, builder::PossibleValuesParser};
use reti_lab::{
    puzzle::{self, Agreement, Comparison},
    wire,
};

use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// How well the themes that we see in a line agree with the labels of puzzles
///
/// For each theme: how many puzzles carry the label (n), which part of our tags has it (precision),
/// which part of the labels we find (recall) and the mean of both (F1). The column "board" is the F1
/// of what we would claim to a reader, where labels use a word more loosely or more narrowly than
/// the board does. A bad row is reported and the rest still counts.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench motifs --puzzles lichess_db_puzzle.csv.zst --theme fork --misses 5")]
pub struct Arguments {
    /// Puzzles as Lichess publishes them, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE")]
    puzzles: PathBuf,
    /// Only one theme
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(puzzle::theme_labels()))]
    theme: Option<String>,
    /// Show up to N puzzles of either kind on which we differ
    #[arg(long, value_name = "N", default_value_t = 0)]
    misses: usize,
    /// Count the rows by which columns are filled: merged exports of different age differ
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Compares and writes the answer; bad rows are told afterwards.
    pub fn run(self) -> Result<(), Failure> {
        let records = puzzle::records(terminal::open(&self.puzzles)?)?;
        let (comparisons, problems) = puzzle::compare(records, self.theme.as_deref(), self.misses);
        self.report.write(|| self.text(&comparisons), || json(&comparisons))?;
        arguments::tell_problems(problems)
    }

    fn text(&self, comparisons: &[Comparison]) -> String {
        let mut out =
            format!("{:<20} {:>7} {:>10} {:>7} {:>7} {:>7}\n", "theme", "n", "precision", "recall", "F1", "board");
        for comparison in comparisons {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{} {:>7}", row(comparison.label, &comparison.all), percent(comparison.board.f1()));
            if self.groups {
                for (filled, agreement) in &comparison.groups {
                    let columns: String = filled.iter().map(|&filled| if filled { 'x' } else { '.' }).collect();
                    let _ = writeln!(out, "{}", row(&format!("  {columns}"), agreement));
                }
            }
        }
        for miss in
            comparisons.iter().flat_map(|comparison| comparison.misses.iter().map(move |miss| (comparison.label, miss)))
        {
            let (label, miss) = miss;
            let what = if miss.labelled { "labelled, not tagged" } else { "tagged, not labelled" };
            let _ = writeln!(out, "\n{label}: {what}: {} (row {})", miss.record.id, miss.record.row);
            let _ = writeln!(out, "  {}\n  {}", miss.record.fen, miss.moves.join(" "));
            for found in &miss.found {
                let _ = writeln!(out, "  {found}");
            }
        }
        out
    }
}

fn row(name: &str, agreement: &Agreement) -> String {
    let numbers = [agreement.precision(), agreement.recall(), agreement.f1()].map(percent);
    format!("{name:<20} {:>7} {:>10} {:>7} {:>7}", agreement.labelled, numbers[0], numbers[1], numbers[2])
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{share:.4}"))
}

fn json(comparisons: &[Comparison]) -> String {
    let one = |found: &Comparison| (found.label.to_owned(), found.all.document(Some(&found.board)));
    wire::to_json(&wire::MotifsBench {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        by_label: comparisons.iter().map(one).collect(),
    })
}
