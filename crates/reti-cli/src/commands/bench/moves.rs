//! `reti bench moves`: what another engine says about our engine's moves.

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;
use reti::engine;
use reti_lab::{moves::Choices, wire};

use super::samples;
use crate::{
    arguments::{self, Report},
    failure::Failure,
};

/// How much our engine's moves lose by another engine's word, in points of winning chances
///
/// One position of each game, between moves 8 and 40, and puzzles after the opponent's first move. Our engine
/// chooses with a fixed number of nodes; the other one looks at the position and at the chosen move. The scale is
/// how many of its centipawns one of ours is worth, within five pawns.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench moves --engine stockfish --games masters.pgn.zst --first 4000 --puzzles puzzles.csv.zst --sample 500")]
pub struct Arguments {
    /// The other engine's program; `reti` is this one
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Games as PGN, plain or .zst
    #[arg(long, value_name = "FILE", required_unless_present = "puzzles")]
    games: Option<PathBuf>,
    /// Only the first N games of the file, as far as they are not learned from
    #[arg(long, value_name = "N", requires = "games")]
    first: Option<usize>,
    /// Puzzles as Lichess publishes them, plain or .zst
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// How many games and how many puzzles, taken at random
    #[arg(long, value_name = "N", default_value_t = 500)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Our engine's nodes for each move; several numbers with commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "50000,200000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// The other engine's nodes for each look
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    engine_nodes: u64,
    /// How positions are evaluated: a name, or a file that `reti learn` wrote
    #[arg(long, value_name = "NAME|FILE", default_value = engine::DEFAULT.name)]
    evaluation: String,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut engine = arguments::start_engine(&self.engine)?;
        let mut choices = Choices::new(arguments::evaluation(&self.evaluation)?, &self.nodes, self.engine_nodes);
        if let Some(path) = &self.games {
            let first = self.first.unwrap_or(usize::MAX);
            for (id, position) in samples::of_games(path, first, self.sample, self.seed)? {
                choices.add("games", &id, &position, &mut engine)?;
            }
        }
        if let Some(path) = &self.puzzles {
            for (id, position) in samples::of_puzzles(path, self.sample, self.seed)? {
                choices.add("puzzles", &id, &position, &mut engine)?;
            }
        }
        let report = choices.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }
}

fn text(report: &wire::MovesBench) -> String {
    let mut out = String::from("nodes     positions       within 5 points   mean loss   mean distance   scale\n");
    for row in &report.rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:<9} {:<8} {:>6} {:>8} {:>6.1} % {:>11.2} {:>15.2} {:>7}",
            row.nodes,
            row.source,
            row.n,
            row.within,
            row.percent,
            row.mean_loss,
            row.mean_distance,
            row.scale.map_or("-".to_owned(), |scale| format!("{scale:.2}"))
        );
    }
    for note in &report.notes {
        let _ = writeln!(
            out,
            "{}: {} {} nodes: {} loses {:.1}, better {}",
            note.id, note.fen, note.nodes, note.san, note.lost, note.better_san
        );
    }
    out
}
