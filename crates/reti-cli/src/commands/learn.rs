//! `reti learn`: kernels from labelled positions or from play, and labelled positions from games.

mod play;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use clap::Parser;
use reti::engine::{self, network_format as format};
use reti_lab::learn::{self, Epoch, GROUPS, Group, Labels, Options, Terms, network};

use super::Run;
use crate::{
    arguments,
    failure::Failure,
    output::{Sink, refuse_same},
    terminal,
};

/// Learn the kernels of the evaluation from labelled positions
///
/// Fits the learned evaluation to game results and an engine's scores, by gradient descent on all
/// cores, and writes a kernels file. One game in ten is kept aside to judge by and to stop in time;
/// a position without a result belongs to the game of the position it was made from. The same data,
/// options and seed give the same file, whatever the number of cores.
///
/// A line of data is: FEN | centipawns for White | best move | move played | result for White, where
/// a result of -1 means none. Positions in check, or whose best move captures or promotes, are left
/// out.
///
/// Without data the engine learns from its own games, in rounds: with --self-play from its scores and results, with
/// --evolve from results alone. Both begin with the seed's kernels unless others are named, tell after every
/// round how many points of Elo they are above that, and end with a sequential test.
#[derive(Debug, Parser)]
#[command(
    name = "learn",
    after_help = "\
Examples:
  reti learn --data quiet.txt.zst perturbed.txt.zst --out kernels.toml --curve loss.svg
  reti learn --network --data quiet.txt.zst --out network.bin
  reti learn --from-games games.pgn.zst --nodes 2000 --out labelled.txt
  reti learn --self-play --rounds 30 --games 500 --test-games 200 --out own.toml --curve elo.svg
  reti learn --evolve --rounds 30 --games 500 --test-games 200 --out evolved.toml
  reti field --kernels kernels.toml"
)]
pub struct Arguments {
    /// Labelled positions, plain or .zst
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present_any = ["from_games", "self_play", "evolve"])]
    data: Vec<PathBuf>,
    /// Make labelled positions from games instead of kernels: PGN, plain or .zst
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    from_games: Option<PathBuf>,
    #[command(flatten)]
    play: play::OwnGames,
    /// Learn a network instead of kernels: stronger, and not readable
    #[arg(long, conflicts_with = "from_games")]
    network: bool,
    /// Go on from a network that was learned before
    #[arg(long, value_name = "FILE", requires = "network")]
    start: Option<PathBuf>,
    /// Where the kernels, or the labelled positions, go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Also draw the loss curve, or that of the rounds, as SVG
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// The seed of all chance
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
    /// Leave out groups of weights, such as passed or near-king: they stay zero
    #[arg(long, value_name = "GROUP", num_args = 1.., conflicts_with_all = ["from_games", "network", "self_play", "evolve"], help_heading = "Descent")]
    without: Vec<String>,
    /// Passes over the data, at most [default: 80, of a network 20]
    #[arg(long, value_name = "N", help_heading = "Descent")]
    epochs: Option<usize>,
    /// End after so many passes without progress on held-out games
    #[arg(long, value_name = "N", default_value_t = Options::default().patience, help_heading = "Descent")]
    patience: usize,
    /// Positions for each step
    #[arg(long, value_name = "N", default_value_t = Options::default().batch, help_heading = "Descent")]
    batch: usize,
    /// The first step's size: in centipawns, of a network in its own units [default: 8, of a network 0.002]
    #[arg(long, value_name = "X", help_heading = "Descent")]
    rate: Option<f64>,
    /// How strongly weights are pulled towards zero
    #[arg(long, value_name = "X", default_value_t = Options::default().decay, help_heading = "Descent")]
    decay: f64,
    /// The part of the game's result in the aim, from 0 to 1; the rest is the engine's
    #[arg(long, value_name = "X", default_value_t = Options::default().result_share, help_heading = "Descent")]
    result_share: f64,
    /// Keep one game in so many aside
    #[arg(long, value_name = "N", default_value_t = Options::default().held_out, value_parser = clap::value_parser!(u64).range(2..), help_heading = "Descent")]
    held_out: u64,
    /// Centipawns of the engine's scores by which the odds of winning grow e-fold
    #[arg(long, value_name = "CP", default_value_t = Options::default().engine_scale, help_heading = "Descent")]
    engine_scale: f64,
    /// The same of the learned score; larger values make all weights larger
    #[arg(long, value_name = "CP", default_value_t = Options::default().scale, help_heading = "Descent")]
    scale: f64,
    /// Skip the fits of material and of tables alone, which are made to compare with
    #[arg(long, help_heading = "Descent")]
    no_comparison: bool,
    /// Nodes for each position [default: 2000, of a move in own games 300]
    #[arg(long, value_name = "N", help_heading = "Games")]
    nodes: Option<u64>,
    /// One ply in so many is looked at
    #[arg(long, value_name = "N", default_value_t = Labels::default().every, help_heading = "Games")]
    every: usize,
    /// Only the first games; of own games those of a round [default: all, of own games 500]
    #[arg(long, value_name = "N", help_heading = "Games")]
    games: Option<usize>,
    /// How positions are evaluated; for own games, what to begin with: a name or a kernels file [default: network, for
    /// own games seed]
    #[arg(long, value_name = "NAME|FILE", help_heading = "Games")]
    evaluation: Option<String>,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        for input in self.data.iter().chain(&self.from_games) {
            for output in std::iter::once(&self.out).chain(&self.curve) {
                refuse_same(input, output)?;
            }
        }
        match &self.from_games {
            Some(path) => self.label(path),
            None if self.play.self_play || self.play.evolve => self.learn_by_playing(),
            None if self.network => self.learn_network(),
            None => self.learn(),
        }
    }
}

impl Arguments {
    fn options(&self) -> Result<Options, Failure> {
        let defaults = Options::default();
        let rate = self.rate.unwrap_or(defaults.rate);
        let positive = [("--rate", rate), ("--engine-scale", self.engine_scale), ("--scale", self.scale)];
        for (name, value) in positive {
            if !value.is_finite() || value <= 0.0 {
                return Err(Failure::Usage(format!("{name} {value}: expected a number above 0")));
            }
        }
        if !(0.0..=1.0).contains(&self.result_share) {
            let message = format!("--result-share {}: expected a number from 0 to 1", self.result_share);
            return Err(Failure::Usage(message));
        }
        if !self.decay.is_finite() || self.decay < 0.0 {
            return Err(Failure::Usage(format!("--decay {}: expected 0 or a number above it", self.decay)));
        }
        Ok(Options {
            epochs: self.epochs.unwrap_or(defaults.epochs).max(1),
            patience: self.patience,
            batch: self.batch.max(1),
            rate,
            result_share: self.result_share,
            engine_scale: self.engine_scale,
            scale: self.scale,
            held_out: self.held_out,
            decay: self.decay,
            seed: self.seed,
        })
    }

    /// The groups of weights that shall stay zero.
    fn left_out(&self) -> Result<Vec<&'static Group>, Failure> {
        let find = |name: &String| {
            GROUPS.iter().find(|group| group.name == name.as_str()).ok_or_else(|| {
                Failure::Usage(format!("--without {name}: no such group of weights; `reti field --kernels` names them"))
            })
        };
        self.without.iter().map(find).collect()
    }

    fn learn(&self) -> Result<(), Failure> {
        let options = self.options()?;
        let left_out = self.left_out()?;
        let mut files = Vec::new();
        for path in &self.data {
            files.push((name_of(path), terminal::read(path)?));
        }
        let data = learn::read(&files)
            .map_err(|error| bad_data(format!("{}, line {}", error.file, error.line), error.message))?
            .without(&left_out);
        drop(files);
        if data.is_empty() {
            return Err(bad_data("the data".to_owned(), "no quiet positions to learn from".to_owned()));
        }
        terminal::report(&format!(
            "{} quiet positions of {} games; {} left out (check, or the best move captures)\n",
            data.len(),
            data.games,
            data.noisy
        ));
        let (white, mover) = data.agreement();
        if mover > white {
            let message = format!(
                "the scores seem to be the side to move's: with Black to move and material ahead they disagree \
                 {mover} times of {}; expected scores for White",
                white + mover
            );
            return Err(bad_data("the data".to_owned(), message));
        }
        let learned = learn::learn(&data, &options, watcher(options.epochs));
        let mut fits = Vec::new();
        if !self.no_comparison {
            for terms in [Terms::Material, Terms::Tables] {
                let fit = learn::learn(&data.only(terms), &options, watcher(options.epochs));
                fits.push((terms, fit.quality));
            }
        }
        fits.push((Terms::All, learned.quality.clone()));
        let comparison = learn::comparison(&fits);
        terminal::report(&format!("\n{comparison}"));
        if let Some(path) = &self.curve {
            terminal::write(Some(path), learn::svg(&learned.epochs, learned.best).as_bytes())?;
        }
        let about = format!(
            "Learned kernels of Reti, in centipawns; middle and end are mixed by the officers that are left.\n\
             Made by `reti learn` with seed {}, {} positions of {} games, pass {} of {}:\n\
             result share {}, engine scale {:.1}, scale {}, batch {}, rate {}, decay {:e}.\n\
             {}{}",
            options.seed,
            data.len(),
            data.games,
            learned.best,
            learned.epochs.len(),
            options.result_share,
            options.engine_scale,
            options.scale,
            options.batch,
            options.rate,
            options.decay,
            if self.without.is_empty() { String::new() } else { format!("Left out: {}.\n", self.without.join(", ")) },
            comparison.trim_end()
        );
        terminal::write(Some(&self.out), learned.file(&about).as_bytes())
    }

    fn learn_network(&self) -> Result<(), Failure> {
        // What may not be typed for kernels may not be typed here.
        self.options()?;
        let mut positions = network::Positions::default();
        for path in &self.data {
            positions
                .add(&name_of(path), &terminal::read(path)?)
                .map_err(|error| bad_data(format!("{}, line {}", error.file, error.line), error.message))?;
        }
        if positions.is_empty() {
            return Err(bad_data("the data".to_owned(), "no quiet positions to learn from".to_owned()));
        }
        let (n, noisy) = (positions.len(), positions.noisy);
        terminal::report(&format!("{n} quiet positions; {noisy} left out (check, or the best move captures)\n"));
        let start = match &self.start {
            Some(path) => Some(
                format::numbers(&terminal::read_bytes(path)?)
                    .map_err(|error| bad_data(path.display().to_string(), error.to_string()))?,
            ),
            None => None,
        };
        let defaults = network::Options::default();
        let options = network::Options {
            epochs: self.epochs.unwrap_or(defaults.epochs).max(1),
            rate: self.rate.unwrap_or(defaults.rate),
            seed: self.seed,
            start,
            ..defaults
        };
        let mut watch = watcher(options.epochs);
        let file = network::learn(&positions, &options, |epoch| {
            let network::Epoch { number, learned, held_out } = *epoch;
            watch(&Epoch { number, learned, held_out, engine: held_out })
        });
        terminal::write(Some(&self.out), &file)
    }

    fn label(&self, path: &Path) -> Result<(), Failure> {
        let evaluation = arguments::evaluation(self.evaluation.as_deref().unwrap_or(engine::DEFAULT.name))?;
        let defaults = Labels::default();
        let nodes = self.nodes.unwrap_or(defaults.nodes).max(1);
        let labels = Labels { nodes, every: self.every.max(1), ..defaults };
        let (mut games, mut done, mut count) = (Vec::new(), 0, 0);
        let mut out = Sink::create(Some(&self.out))?;
        let mut flush = |games: &mut Vec<reti::pgn::Game>, done: &mut usize| -> Result<(), Failure> {
            let lines = learn::label(games, evaluation, labels);
            *done += games.len();
            count += lines.len();
            games.clear();
            for line in lines {
                writeln!(out, "{line}").map_err(Failure::Output)?;
            }
            terminal::report(&format!("{done} games, {count} positions\n"));
            Ok(())
        };
        let limit = self.games.unwrap_or(usize::MAX);
        let mut seen = 0;
        let problems = arguments::each_game(path, None, |game| {
            seen += 1;
            if seen > limit {
                return Ok(());
            }
            games.push(game.clone());
            if games.len() >= 64 { flush(&mut games, &mut done) } else { Ok(()) }
        })?;
        if !games.is_empty() {
            flush(&mut games, &mut done)?;
        }
        out.finish()?;
        arguments::tell_problems(problems)
    }
}

/// A bar on a terminal, a line for each pass otherwise.
fn watcher(passes: usize) -> impl FnMut(&Epoch) -> bool {
    let bar = terminal::progress(Some(passes), "[{bar:24}] {pos:>3} of {len}  {msg}");
    move |epoch| {
        let numbers =
            format!("error {:.5}, held out {:.5} (engine {:.5})", epoch.learned, epoch.held_out, epoch.engine);
        if bar.is_hidden() {
            terminal::report(&format!("{:>3} of {passes}  {numbers}\n", epoch.number));
        }
        bar.set_message(numbers);
        bar.set_position(epoch.number as u64);
        true
    }
}

/// A file's name without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into())
}

/// What is wrong with a file of positions, and where.
fn bad_data(subject: String, message: String) -> Failure {
    Failure::Input(reti::Problem { subject, message, text: String::new(), span: 0..0 })
}
