//! `reti bench soundness`: what an engine says about the verdicts on tactics.

use std::{
    fmt::Write as _,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    time::Instant,
};

use clap::Args;
use reti::{
    chess::{Move, Position},
    tactics::{self, Effort},
};
use reti_lab::{proofs::sample_key, soundness::Tally, wire};

use super::samples;
use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// Whether a UCI engine confirms the verdicts on tactics: sound, refuted
///
/// Every tactic is judged as `reti tactics --prove` does it. A sound one is confirmed if the engine's score
/// after its first move reaches what the material says with the gain, less a pawn, or the move is its own
/// choice and as much better than a pass; a refuted one is real if the engine, made to begin it, wins
/// material by it. Of puzzles, how often a tactic of the solution is sound. Without --engine only the
/// verdicts are counted.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench soundness --engine /usr/games/stockfish --puzzles puzzles.csv.zst --positions quiet.txt --sample 500")]
pub struct Arguments {
    /// The engine's program; `reti` is this one
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Puzzles: positions after the opponent's first move
    #[arg(long, value_name = "FILE", required_unless_present = "positions")]
    puzzles: Option<PathBuf>,
    /// Positions: a FEN at the beginning of each line, up to a |
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How many positions of each file, taken at random
    #[arg(long, value_name = "N", default_value_t = 500)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only one of so many equal parts of the sample; the counts of all parts add up
    #[arg(long, value_name = "K/N")]
    part: Option<samples::Part>,
    /// The engine's nodes for each look
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    engine_nodes: u64,
    /// Our engine's nodes for each tactic
    #[arg(long, value_name = "N", default_value_t = Effort::default().look_nodes)]
    nodes: u64,
    #[command(flatten)]
    report: Report,
}

/// A position with its name and, of a puzzle, the solution's first move.
type Sample = (String, Position, Option<Move>);

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut engine = self.engine.as_deref().map(arguments::start_engine).transpose()?;
        let mut tally = Tally::default();
        let mut times = Vec::new();
        for (id, position, solution) in self.samples()? {
            let start = Instant::now();
            let survey = tactics::prove(&position, Effort::of(self.nodes)).survey;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            tally.add(&survey, &position, solution);
            if let Some(engine) = &mut engine {
                tally.ask(&id, &survey, &position, engine, self.engine_nodes)?;
            }
        }
        times.sort_by(f64::total_cmp);
        let report = figures(tally, times.get(times.len() / 2).copied().unwrap_or_default());
        self.report.write(|| text(&report), || wire::to_json(&report))
    }

    fn samples(&self) -> Result<Vec<Sample>, Failure> {
        let mut all = Vec::new();
        if let Some(path) = &self.puzzles {
            for record in samples::puzzles(path, self.sample, self.seed)? {
                let line = record.line()?;
                let solution = line.moves().get(line.first()).copied();
                all.push((record.id.clone(), line.positions()[line.first()].clone(), solution));
            }
        }
        if let Some(path) = &self.positions {
            let mut lines = Vec::new();
            for line in BufReader::new(terminal::open(path)?).lines() {
                let line = line.map_err(|error| Failure::File(path.display().to_string(), error))?;
                let fen = line.split('|').next().unwrap_or_default().trim().to_owned();
                if !fen.is_empty() {
                    lines.push(fen);
                }
            }
            lines.sort_by_cached_key(|fen| sample_key(fen, self.seed));
            for fen in lines.into_iter().take(self.sample) {
                all.push((format!("position {}", all.len() + 1), reti::read_position(&fen)?, None));
            }
        }
        Ok(match self.part {
            Some(part) => part.take(all),
            None => all,
        })
    }
}

fn figures(tally: Tally, median_ms: f64) -> wire::SoundnessBench {
    let [sound, likely, refuted, unknown] = tally.verdicts;
    wire::SoundnessBench {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        positions: tally.positions,
        tactics: tally.tactics,
        sound,
        likely,
        refuted,
        unknown,
        made: tally.made,
        sound_checked: tally.sound_checked,
        sound_wrong: tally.sound_wrong,
        refuted_checked: tally.refuted_checked,
        refuted_real: tally.refuted_real,
        certificates: tally.certificates,
        accepted: tally.accepted,
        puzzles: tally.puzzles,
        solutions_sound: tally.solutions_sound,
        solutions_proven: tally.solutions_proven,
        median_ms,
        notes: tally.notes.into_iter().map(|(id, text)| wire::SoundnessNote { id, text }).collect(),
    }
}

fn text(report: &wire::SoundnessBench) -> String {
    let mut out = String::new();
    let mut row = |name: &str, hits: usize, of: usize| {
        let share = 100.0 * hits as f64 / of.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<38} {hits:>5} of {of:>5}  {share:>5.1} %");
    };
    row("sound", report.sound, report.tactics);
    row("likely", report.likely, report.tactics);
    row("refuted", report.refuted, report.tactics);
    row("unknown", report.unknown, report.tactics);
    row("sound, not confirmed", report.sound_wrong, report.sound_checked);
    row("refuted, but real", report.refuted_real, report.refuted_checked);
    row("certificates accepted", report.accepted, report.certificates);
    row("solutions with a sound tactic", report.solutions_sound, report.puzzles);
    row("solutions proven", report.solutions_proven, report.puzzles);
    let _ = writeln!(
        out,
        "{} positions, {} more tactics made by proven moves, median {:.0} ms",
        report.positions, report.made, report.median_ms
    );
    for note in &report.notes {
        let _ = writeln!(out, "{}: {}", note.id, note.text);
    }
    out
}
