//! `reti bench review`: do the glyphs and reasons of reviewed games hold, by another engine's word?

use std::{fmt::Write as _, path::PathBuf, str::FromStr};

use clap::Args;
use reti::{
    advice::{Advisor, Silence},
    annotate::Effort,
    pgn::Game,
    tables::ExactValues,
};
use reti_lab::{
    proofs::sample_key,
    reviews::{Bench, Reviews},
    verdicts::Verdicts,
    wire,
};

use super::samples::Part;
use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// Whether a UCI engine confirms the glyphs and reasons of reviewed games
///
/// Mistakes and blunders are confirmed if the engine's own judgement, by the same thresholds, is at most one
/// step milder. The engine glances at every position with a tenth of its nodes and looks again at what it
/// suspects, which gives the share of its blunders that have a glyph. A reason is confirmed if the move that
/// it speaks of loses less than ten points. What is not confirmed is listed, with the points that we think it
/// lost, at first sight and in the end.
///
/// With --verdicts a measurement that is repeated asks the engine only what is new, and the figures are those of
/// a run without it: what an engine once answered is kept, with all that it had been asked before.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench review --engine stockfish --games games.pgn --sample 200 --seed 1
  reti bench review --engine stockfish --games games.pgn --verdicts looks.txt --without 1:200")]
pub struct Arguments {
    #[command(flatten)]
    games: Sampled,
    /// The engine's nodes for a look; a glance has a tenth of them
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    engine_nodes: u64,
    #[command(flatten)]
    report: Report,
}

/// Which games, how hard we look at them, and who has the second opinion.
#[derive(Debug, Args)]
pub struct Sampled {
    /// The engine's program; `reti` is this one
    #[arg(long, value_name = "PATH")]
    pub engine: PathBuf,
    /// Games as PGN, plain or .zst
    #[arg(long, value_name = "FILE")]
    pub games: PathBuf,
    /// How many games, taken at random
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// No game of the sample with this seed and size; given several times, each is drawn from what those before it
    /// leave
    #[arg(long, value_name = "SEED:N")]
    pub without: Vec<Draw>,
    /// Only one of so many equal parts of the sample; the counts of all parts add up
    #[arg(long, value_name = "K/N")]
    pub part: Option<Part>,
    /// Keep the engine's looks in this file, and ask it only what is not there
    #[arg(long, value_name = "FILE")]
    pub verdicts: Option<PathBuf>,
    /// With the small budgets of --fast
    #[arg(long)]
    pub fast: bool,
}

/// So many games at random: which ones.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    seed: u64,
    sample: usize,
}

impl Draw {
    /// Games with the smallest keys are drawn.
    fn key(self, number: usize) -> u64 {
        sample_key(&format!("game {number}"), self.seed)
    }

    /// The numbers that are drawn.
    fn of(self, numbers: &[usize]) -> Vec<usize> {
        let mut drawn = numbers.to_vec();
        drawn.sort_by_cached_key(|number| self.key(*number));
        drawn.truncate(self.sample);
        drawn
    }
}

impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Draw, String> {
        let numbers = text.split_once(':').and_then(|(seed, sample)| Some((seed.parse().ok()?, sample.parse().ok()?)));
        let (seed, sample) = numbers.ok_or("expected a seed and a number of games, such as 7:60")?;
        Ok(Draw { seed, sample })
    }
}

impl Sampled {
    /// The sample: standard games with moves.
    pub fn read(&self) -> Result<Vec<Game>, Failure> {
        let wanted = Draw { seed: self.seed, sample: self.sample };
        // So many may have to be read for the sample, if all that are left out come first.
        let most = self.without.iter().fold(self.sample, |most, other| most.saturating_add(other.sample));
        let (mut numbers, mut games) = (Vec::new(), Vec::new());
        for game in terminal::games(&self.games)? {
            let game = game.map_err(|error| Failure::File(self.games.display().to_string(), error))?;
            if game.problem.is_none() && !game.moves.is_empty() {
                numbers.push(game.number);
                games.push((wanted.key(game.number), game));
                // Large files are not kept in memory.
                if games.len() > most.saturating_mul(4).saturating_add(1_000) {
                    games.sort_by_key(|(key, _)| *key);
                    games.truncate(most);
                }
            }
        }
        for other in &self.without {
            let drawn = other.of(&numbers);
            numbers.retain(|number| !drawn.contains(number));
        }
        games.sort_by_key(|(key, _)| *key);
        games.retain(|(_, game)| numbers.binary_search(&game.number).is_ok());
        games.truncate(self.sample);
        let games = games.into_iter().map(|(_, game)| game).collect();
        Ok(match self.part {
            Some(part) => part.take(games),
            None => games,
        })
    }

    /// Hands every game of the sample to a measurement, with the engine's nodes for a look.
    pub fn each(
        &self,
        nodes: u64,
        praise: bool,
        mut add: impl FnMut(&Game, &mut Bench<'_>) -> Result<(), Silence>,
    ) -> Result<(), Failure> {
        let mut engine: Box<dyn Advisor> = Box::new(arguments::start_engine(&self.engine)?);
        if let Some(path) = &self.verdicts {
            let verdicts = Verdicts::open(engine, path);
            engine = Box::new(verdicts.map_err(|error| Failure::File(path.display().to_string(), error))?);
        }
        let mut advisor = reti::annotate::own_advisor(32);
        let tables = ExactValues::embedded();
        let effort = if self.fast { Effort::FAST } else { Effort::default() };
        let effort = Effort { parallel: false, praise: effort.praise && praise, ..effort };
        let games = self.read()?;
        let bar = terminal::progress(Some(games.len()), "{pos} of {len} games, {elapsed}, {eta} left");
        for game in games {
            add(&game, &mut Bench { advisor: &mut advisor, tables: &tables, effort, engine: &mut engine, nodes })?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

impl Arguments {
    /// Reviews, asks, and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let mut reviews = Reviews::default();
        self.games.each(self.engine_nodes, true, |game, bench| reviews.add(game, bench))?;
        let report = reviews.report();
        self.report.write(|| text(&report), || wire::to_json(&report))
    }
}

fn text(report: &wire::ReviewBench) -> String {
    let mut out = format!("{} games, {} plies\n", report.games, report.plies);
    let mut row = |name: &str, hits: usize, of: usize| {
        let share = 100.0 * hits as f64 / of.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<44} {hits:>5} of {of:>5}  {share:>5.1} %");
    };
    row("mistakes and blunders confirmed", report.confirmed, report.serious);
    row("inaccuracies that lose something", report.confirmed_inaccuracies, report.inaccuracies);
    row("the engine's blunders found", report.found, report.blunders);
    row("the engine's blunders with any glyph", report.marked, report.blunders);
    row("glyphs with a reason", report.reasoned, report.glyphs);
    row("reasons confirmed", report.confirmed_reasons, report.reasons);
    let _ = writeln!(out, "{:<44} {:>8.1} CPU seconds", "40 moves", report.game_seconds);
    for note in &report.notes {
        let wire::ReviewNote { game, ply, fen, what, san, ours, lost, our_loss, at_first } = note;
        let sights = format!("we {our_loss:.0}, at first {at_first:.0}");
        let _ = writeln!(out, "{what}: game {game} ply {ply} {san} ({ours}, loses {lost:.0}; {sights}) {fen}");
    }
    out
}
