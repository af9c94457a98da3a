//! `reti bench lessons`: are lessons right, by another engine's word, and are blunders explained by their
//! cause?

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;
use reti::{
    chess::Position,
    explain::{Budget, Explainer},
    tables::Embedded,
};
use reti_lab::{lessons::Causes, proofs::sample_key, puzzle, second_opinion::Opinions, wire};

use super::samples;
use crate::{
    arguments::{self, Report},
    failure::Failure,
};

/// How often lessons are right: by another engine (--engine), or by the labels of puzzles
///
/// With --engine every lesson about a position of the games, or after the first move of the puzzles, is put
/// to that engine: words, advice, gains, refutations and reasons. Without it, the lesson about a puzzle's
/// first move must name what that move allows; rows count puzzles with any label that we know, with a
/// tactic among them, and with a tactic other than the distance to mate.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reti bench lessons --puzzles lichess_db_puzzle.csv.zst --sample 1000 --seed 1
  reti bench lessons --engine stockfish --games games.pgn --sample 500")]
pub struct Arguments {
    /// Puzzles as Lichess publishes them, plain or .zst, or - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "games")]
    puzzles: Option<PathBuf>,
    /// Games as PGN: one position of each, between moves 8 and 40
    #[arg(long, value_name = "FILE", requires = "engine")]
    games: Option<PathBuf>,
    /// A UCI engine that gives a second opinion on every lesson
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// The engine's nodes for each look
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    engine_nodes: u64,
    /// Ask the coach too, and put every move that he shows to the engine
    #[arg(long, requires = "engine")]
    coach: bool,
    /// How many puzzles or games, taken at random
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
        let explainer = Explainer::new().tables(&Embedded).budget(Budget { nodes: self.nodes });
        if let Some(path) = &self.engine {
            let mut engine = arguments::start_engine(path)?;
            let mut opinions = Opinions::default();
            for (id, position) in self.positions()? {
                let chance = sample_key(&id, self.seed + 1);
                opinions.add(&id, &position, &explainer, &mut engine, self.engine_nodes, chance)?;
                if self.coach {
                    let budget = Budget { nodes: self.nodes };
                    opinions.add_coach(&id, &position, budget, &mut engine, self.engine_nodes)?;
                }
            }
            let report = opinions.report();
            return self.report.write(|| opinions_text(&report), || wire::to_json(&report));
        }
        let mut causes = Causes::default();
        for record in self.records()? {
            causes.add(&record, &explainer)?;
        }
        let report = causes.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }

    fn records(&self) -> Result<Vec<puzzle::Record>, Failure> {
        self.puzzles.as_deref().map_or(Ok(vec![]), |path| samples::puzzles(path, self.sample, self.seed))
    }

    /// Positions by name: after the first move of puzzles, and one of each game.
    fn positions(&self) -> Result<Vec<(String, Position)>, Failure> {
        let mut found = Vec::new();
        if let Some(path) = &self.puzzles {
            found.extend(samples::of_puzzles(path, self.sample, self.seed)?);
        }
        if let Some(path) = &self.games {
            found.extend(samples::of_games(path, usize::MAX, self.sample, self.seed)?);
        }
        Ok(found)
    }
}

fn opinions_text(report: &wire::LessonOpinions) -> String {
    let mut out = String::new();
    let mut row = |name: &str, hits: usize, of: usize| {
        let share = 100.0 * hits as f64 / of.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<34} {hits:>5} of {of:>5}  {share:>5.1} %");
    };
    let n = report.positions;
    row("same word for the evaluation", report.same_word, n);
    row("at most one step off", report.near_word, n);
    row("recommended move within 5 points", report.good_advice, n);
    row("said to win, loses over 10 points", report.false_wins, report.wins);
    row("headline, line and a reason", report.complete, n);
    row("reasons that fit a random move", report.random_reasons, report.reasons);
    row("refuted moves that fail", report.confirmed, report.refutations);
    row("why not, where a move tempts", report.told_why_not, report.tempting);
    if report.coached > 0 {
        row("coach shows a move within 5 points", report.coach_has_best, report.coached);
        row("coach's moves over 10 points worse", report.coach_bad, report.coach_moves);
    }
    for (reason, rate) in &report.by_reason {
        row(&format!("  {reason} of a random move"), rate.random, rate.told);
    }
    for note in &report.notes {
        let _ = writeln!(out, "{}: {} {} ({:.0}) {}", note.what, note.fen, note.san, note.lost, note.id);
    }
    out
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
