//! `reti match`: engines against each other, and their ratings.

use std::{
    io::Write as _,
    path::PathBuf,
    sync::{Mutex, PoisonError, atomic::Ordering},
};

use clap::{Parser, ValueEnum};
use reti_lab::{
    matches::{self, Anchors, Contestant, Limit, Record, Rules, Schedule, Sprt},
    wire,
};

use super::Run;
use crate::{arguments::Output, failure::Failure, interrupt, output::Sink, terminal};

/// Engines against each other, with ratings and their errors
///
/// Every opening is played twice with colours reversed. An engine is written as its program and
/// fields behind semicolons: name=, args=, tc=, nodes=, depth=, movetime=, elo= (a known rating),
/// and any UCI option. The program `reti` is this one. With --rate nothing is played: matches that were
/// written with --format json are rated together, joined by the names of the engines that they share.
#[derive(Debug, Parser)]
#[command(
    name = "match",
    after_help = "\
Examples:
  reti match --engine reti --engine 'reti; Evaluation=seed' --nodes 20000 --games 200
  reti match --engine 'reti; Hash=16' --engine '/usr/games/stockfish; name=SF1000; nodes=1000; elo=2518' \\
    --tc 1+0.02 --games 100 --gauntlet --pgn games.pgn
  reti match --rate weak.json strong.json"
)]
pub struct Arguments {
    /// An engine: PROGRAM; key=value; ... (at least two)
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "rate")]
    engines: Vec<String>,
    /// Rate these matches together, instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "limit", "sprt", "pgn"])]
    rate: Vec<PathBuf>,
    /// A clock in seconds: base+increment, or moves/base+increment [default: 1+0.02]
    #[arg(long, value_name = "CLOCK", group = "limit")]
    tc: Option<String>,
    /// Nodes for each move, instead of a clock
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each move, instead of a clock
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds for each move, instead of a clock
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Games for each pairing; rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Only the first engine meets the others
    #[arg(long)]
    gauntlet: bool,
    /// Games at a time [default: half of the processor's threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=512))]
    concurrency: Option<u64>,
    /// Where games begin: EPD, FEN or SAN lines, or PGN [default: a built-in list]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many plies of a PGN opening are played
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,
    /// The order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the games to FILE
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// End early when a difference is clear: two differences in Elo points, such as 0,10
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// How known ratings fix the scale: right on average, or exactly
    #[arg(long, value_enum, default_value = "mean")]
    anchors: Scale,
    /// Milliseconds below zero until a flag falls
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Play every game to its end by the rules of chess
    #[arg(long)]
    no_adjudication: bool,
    /// Endgame tables in Syzygy format that end games
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Do not tell every game on standard error
    #[arg(long)]
    quiet: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A table
    Text,
    /// The same as data
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scale {
    /// Their mean error is zero
    Mean,
    /// Each is exactly right
    Fixed,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match numbers {
        Some((lower, upper)) if lower < upper => Ok(Sprt { lower, upper, error: 0.05 }),
        _ => Err("expected two numbers such as 0,10".to_owned()),
    }
}

impl Arguments {
    fn plan(&self) -> Result<Schedule, Failure> {
        let own = std::env::current_exe().map_err(|error| Failure::File("this program".to_owned(), error))?;
        let usage = |error: matches::SpecError| Failure::Usage(error.to_string());
        let read = |spec: &String| Contestant::read(spec, &own).map_err(usage);
        let contestants = self.engines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if contestants.len() < 2 {
            return Err(Failure::Usage("a match needs two engines: give --engine twice".to_owned()));
        }
        if self.sprt.is_some() && contestants.len() > 2 {
            return Err(Failure::Usage("--sprt compares two engines".to_owned()));
        }
        let limit = match (&self.tc, self.nodes, self.depth, self.movetime) {
            (_, Some(nodes), ..) => Limit::Nodes(nodes),
            (_, _, Some(depth), _) => Limit::Depth(depth),
            (_, _, _, Some(time)) => Limit::MoveTime(time),
            (clock, ..) => clock.as_deref().unwrap_or("1+0.02").parse().map_err(usage)?,
        };
        let mut openings = match &self.openings {
            Some(path) => matches::read_openings(&terminal::read(path)?, self.plies)?,
            None => matches::built_in(),
        };
        matches::shuffle(&mut openings, self.seed);
        let mut rules = Rules { margin: self.margin, ..Rules::default() };
        if self.no_adjudication {
            rules = Rules { draw_count: 0, resign_count: 0, most_plies: usize::MAX, ..rules };
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Schedule {
            contestants,
            limit,
            pairs: self.games.div_ceil(2) as usize,
            is_gauntlet: self.gauntlet,
            openings,
            concurrency: self.concurrency.map_or((cores / 2).max(1), |count| count as usize),
            rules,
            sprt: self.sprt,
        })
    }
}

impl Arguments {
    fn anchors(&self) -> Anchors {
        match self.anchors {
            Scale::Mean => Anchors::Mean,
            Scale::Fixed => Anchors::Fixed,
        }
    }

    /// Rates matches that were played.
    fn rate(&self) -> Result<(), Failure> {
        let read = |path: &PathBuf| -> Result<wire::Match, Failure> {
            Ok(wire::from_json(&path.display().to_string(), &terminal::read(path)?)?)
        };
        let played = self.rate.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let ratings = matches::join(&played, self.anchors()).map_err(|error| Failure::Usage(error.to_string()))?;
        self.output.write(match self.format {
            Format::Text => matches::joint_text(&ratings),
            Format::Json => wire::to_json(&ratings),
        })
    }
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        if !self.rate.is_empty() {
            return self.rate();
        }
        let plan = self.plan()?;
        if let Some(why) = plan.contestants.iter().find_map(Contestant::refusal) {
            return Err(Failure::Usage(why));
        }
        let shelf = self.syzygy.as_ref().map(|folder| reti::syzygy::Shelf::open(&folder.to_string_lossy())).transpose();
        let tables = shelf.map_err(|error| Failure::Usage(error.to_string()))?.map(|shelf| shelf.patient());
        let file = self.pgn.as_deref().map(Sink::create_in_parts).transpose()?;
        let stop = interrupt::signal();
        let total = plan.game_count();
        // How many games were told, where they go, and why they no longer do.
        let told = Mutex::new((0usize, file, None));
        let watch = |game: &Record, _: usize| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let (told, file, failed) = &mut *told;
            *told += 1;
            // A finished game is on the disk before the next one ends.
            if let (Some(file), None) = (file, &failed) {
                let text = matches::pgn(&plan, game, told.div_ceil(2));
                *failed = file.write_all(text.as_bytes()).and_then(|()| file.flush()).err();
                if failed.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let names = game.players.map(|index| plan.contestants[index].name.as_str());
            if !self.quiet || game.ending.is_fault() {
                terminal::report(&format!(
                    "{told}/{total} {} - {}: {} ({})\n",
                    names[0],
                    names[1],
                    game.outcome.text(),
                    game.ending.text()
                ));
            }
        };
        let probe = tables.as_ref().map(|tables| &*tables.probe);
        let played = plan.play(probe, &stop, &watch);
        let (_, file, failed) = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed {
            return Err(Failure::Output(error));
        }
        file.map_or(Ok(()), Sink::finish)?;
        let result = matches::wire(&plan, &played, self.anchors());
        self.output.write(match self.format {
            Format::Text => matches::text(&result),
            Format::Json => wire::to_json(&result),
        })
    }
}
