//! `reti bench exercises`: do exercises have exactly one good answer?

use std::fmt::Write as _;

use clap::Args;
use reti_lab::{exercises::Exercises, wire};

use super::review::Sampled;
use crate::{arguments::Report, failure::Failure};

/// Whether a UCI engine agrees that exercises have exactly one good answer
///
/// An exercise is confirmed if our answer is the engine's best move and every other move is at least ten
/// points of winning chances worse.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench exercises --engine stockfish --games games.pgn --sample 100 --seed 1")]
pub struct Arguments {
    #[command(flatten)]
    games: Sampled,
    /// The engine's nodes for a look
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    engine_nodes: u64,
    #[command(flatten)]
    report: Report,
}

impl Arguments {
    /// Makes exercises, asks, and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut exercises = Exercises::default();
        self.games.each(self.engine_nodes, false, |game, bench| exercises.add(game, bench))?;
        let report = exercises.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }
}

fn text(report: &wire::ExercisesBench) -> String {
    let wire::ExercisesBench { games, exercises, best, one_answer, one_clear_answer, cpu_seconds, .. } = report;
    let share = |hits: &usize| 100.0 * *hits as f64 / (*exercises).max(1) as f64;
    let mut out = format!("{exercises} exercises of {games} games, {cpu_seconds:.0} CPU seconds\n");
    for (name, hits) in [
        ("our answer is the engine's best move", best),
        ("every other move is 10 points worse", one_answer),
        ("every other move is 15 points worse", one_clear_answer),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<44} {hits:>5}  {:>5.1} %", share(hits));
    }
    for note in &report.notes {
        let wire::ExerciseNote { game, ply, fen, san, margin, ours } = note;
        let _ = writeln!(out, "game {game} ply {ply} {san} ({margin:.0} points, ours {ours:.0}) {fen}");
    }
    out
}
