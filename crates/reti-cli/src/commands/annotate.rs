//! `reti annotate`: games with judgements, comments, better lines and a summary.

mod players;
mod writer;

use std::{
    io::{self, Read},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use clap::{Parser, ValueEnum, builder::PossibleValue};
use indicatif::ProgressBar;
use reti::{
    Probe, Problem,
    advice::{Advisor, Silence},
    annotate::{self, Effort, Options, Scheme, Watch, many::in_order, report},
    explain::Words,
    pgn::Game,
    tables::ExactValues,
    wire::AnnotatedGame,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
    output::refuse_same,
    terminal,
};
use players::Players;
use writer::{Mark, Writer, Written};

/// Games with judgements, comments, better lines and a summary
///
/// Every position is evaluated, moves that lose winning chances get a glyph and a better line, and
/// what was missed, allowed, found or punished is told where it is proven against every reply. Tags,
/// comments and variations of the input stay as they are. Many games of one player end with a table on
/// standard error: what was missed and allowed, where and when, and what to study first. Exit code 3 means that some games could
/// not be read to their end; they are named, and annotated as far as possible.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    name = "annotate",
    after_help = "\
Examples:
  reti annotate --sample
  reti annotate game.pgn -o annotated.pgn
  reti annotate games.pgn.zst --fast --format json -o games.jsonl
  reti annotate game.pgn --report game.html -o annotated.pgn
  reti annotate my-games.pgn --player DrNykterstein --report games.html -o annotated.pgn
  reti annotate games.pgn --split 64 -o study.pgn"
)]
pub struct Arguments {
    /// The games as PGN, plain or compressed with zstd; - for standard input
    #[arg(required_unless_present = "sample")]
    file: Option<PathBuf>,
    /// Annotate a built-in game: Morphy at the opera, 1858
    #[arg(long, conflicts_with = "file")]
    sample: bool,
    /// Only this game of the file
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Several games a second, with small budgets
    #[arg(long)]
    fast: bool,
    /// Nodes for a first look at each position; doubtful moves are looked at longer [default: 100000, with --fast 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,
    /// Evaluate with this UCI engine instead of Reti's own
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Tables of more than four men, whose truth the program does not bring along
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Which losses make a mistake
    #[arg(long, value_enum, default_value = "lichess")]
    scheme: SchemeArgument,
    /// A table over this player's games at the end [default: who plays in every game of a file]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Also the order of every position: how many tactics are on the board
    #[arg(long)]
    order: bool,
    /// Also the fragility of every position: how much hangs on attacked pieces
    #[arg(long)]
    fragility: bool,
    /// Games at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "pgn", help_heading = "Output")]
    format: Format,
    /// Continue a run that was interrupted: FILE.part holds the games that it got done
    #[arg(long, requires = "output", conflicts_with_all = ["split", "report", "game"], help_heading = "Output")]
    resume: bool,
    /// At most N games a file: out-1.pgn, out-2.pgn and so on (a Lichess study has 64 chapters)
    #[arg(long, value_name = "N", requires = "output", help_heading = "Output")]
    split: Option<NonZeroUsize>,
    /// Also write a page with a board to play through the games, and exercises from them, to FILE
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemeArgument {
    /// A tenth, two or three tenths of the winning chances from -1 to 1
    Lichess,
    /// 0.05, 0.1 or 0.2 expected points
    Chesscom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The game with glyphs, comments and variations
    Pgn,
    /// One object a line and game
    Json,
    /// The moves that have something to them
    Text,
}

/// What is left of a game when it is done.
struct Done {
    text: String,
    section: String,
    annotated: AnnotatedGame,
    /// How much of the input it was; nothing where progress is told from within.
    bytes: usize,
    /// The game as it was read.
    source: String,
    problem: Option<Problem>,
}

type Source = Box<dyn Read + Send>;

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let words = self.wording.words()?;
        let options = self.options(&words);
        let tables = match &self.tables {
            Some(folder) => super::table::exact_values(Some(folder))?,
            None => ExactValues::embedded(),
        };
        for output in self.output.output.iter().chain(&self.report) {
            refuse_same(self.file.as_deref().unwrap_or(Path::new("-")), output)?;
        }
        let (name, source) = self.source()?;
        let mut games = reti::pgn::games(source).with_limit(terminal::limit());
        let earlier = self.earlier(&mut games, &name, options.effort.nodes)?;
        // One game uses all cores itself; more games share them.
        let mut games = games
            .filter(|game| self.game.is_none() || game.as_ref().map_or(true, |game| Some(game.number) == self.game));
        let first: Vec<io::Result<Game>> = games.by_ref().take(if self.game.is_some() { 1 } else { 2 }).collect();
        if first.is_empty() && !self.resume {
            return Err(self.no_games(name));
        }
        let mut options = options;
        let is_alone = first.len() == 1 && earlier.games == 0;
        options.effort.parallel = is_alone && self.threads.is_none_or(|count| count.get() > 1);
        let workers = if is_alone { 1 } else { self.workers() };
        let rest: Box<dyn Iterator<Item = io::Result<Game>> + Send> =
            if self.game.is_some() { Box::new(std::iter::empty()) } else { Box::new(games) };
        if let Some(path) = &self.engine {
            // A path that is wrong is told before any work is done.
            arguments::start_engine(path)?;
        }
        let progress = self.progress(is_alone);
        let tell = |share: f64| progress.set_position((1000.0 * share) as u64);
        if is_alone {
            options.watch = Watch { tell: &tell, ..Watch::default() };
        }
        let counted = Players::after(self.player.as_deref(), earlier.games, &earlier.players);
        let players = counted.unwrap_or_else(|| Players::new(self.player.as_deref()));
        let writer =
            Writer::new(&self.output, self.split, self.report.as_deref(), earlier, options.words, progress.clone())?;
        self.annotate_all(first.into_iter().chain(rest), workers, &tables, &options, &name, (writer, players))?;
        if let used @ [_, ..] = tables.used().folder.as_slice() {
            terminal::report(&format!("{}\n", options.words.tables_used(used)));
        }
        super::table::tell_problem(&tables)
    }
}

impl Arguments {
    fn options<'w>(&self, words: &'w Words) -> Options<'w> {
        let mut effort = if self.fast { Effort::FAST } else { Effort::default() };
        effort.nodes = self.nodes.unwrap_or(effort.nodes);
        effort.scheme = match self.scheme {
            SchemeArgument::Lichess => Scheme::Lichess,
            SchemeArgument::Chesscom => Scheme::ChessCom,
        };
        let exercises = self.report.is_some();
        Options { words, effort, order: self.order, fragility: self.fragility, exercises, ..Options::default() }
    }

    /// What an interrupted run got done, which is stepped over; nothing without `--resume`.
    fn earlier(
        &self,
        games: &mut impl Iterator<Item = io::Result<Game>>,
        name: &str,
        nodes: u64,
    ) -> Result<Mark, Failure> {
        let path = |path: &Option<PathBuf>| path.as_ref().map_or("none".to_owned(), |path| path.display().to_string());
        let value = |value: Option<PossibleValue>| value.map_or(String::new(), |value| value.get_name().to_owned());
        let options = vec![
            ("reti", env!("CARGO_PKG_VERSION").to_owned()),
            ("--format", value(self.format.to_possible_value())),
            ("--fast", self.fast.to_string()),
            ("--nodes", nodes.to_string()),
            ("--engine", path(&self.engine)),
            ("--tables", path(&self.tables)),
            ("--scheme", value(self.scheme.to_possible_value())),
            ("--player", self.player.clone().unwrap_or_else(|| "none".to_owned())),
            ("--order", self.order.to_string()),
            ("--fragility", self.fragility.to_string()),
            ("--language", self.wording.name()),
        ];
        let Some(output) = self.output.output.as_deref().filter(|_| self.resume) else {
            return Ok(Mark::new(options));
        };
        let earlier = Mark::read(output, options)?;
        earlier.skip(games, name, output)?;
        Ok(earlier)
    }

    /// Progress by what is done of the one game, or by what is read of a plain file of many.
    fn progress(&self, one: bool) -> ProgressBar {
        let packed = |path: &&PathBuf| path.extension().is_some_and(|end| end == "zst");
        let size = self.file.as_ref().filter(|path| !packed(path)).and_then(|path| path.metadata().ok());
        match size.filter(std::fs::Metadata::is_file) {
            _ if one => terminal::progress(Some(1000), "{bar:30} {percent} %, {elapsed}, {eta} left"),
            Some(size) => terminal::progress(
                Some(size.len() as usize),
                "{msg} games, {bar:30} {percent} %, {elapsed}, {eta} left",
            ),
            None => terminal::progress(None, "{msg} games, {elapsed}"),
        }
    }

    /// The name of the input, and the input.
    fn source(&self) -> Result<(String, Source), Failure> {
        match &self.file {
            None => Ok(("the sample".to_owned(), Box::new(annotate::SAMPLE.as_bytes()))),
            Some(path) if path == Path::new("-") => Ok(("standard input".to_owned(), terminal::open(path)?)),
            Some(path) => Ok((path.display().to_string(), terminal::open(path)?)),
        }
    }

    fn workers(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get)
    }

    fn no_games(&self, subject: String) -> Failure {
        let message = match self.game {
            Some(number) => format!("there is no game {number}"),
            None => "no games found: expected PGN such as 1. e4 e5 2. Nf3 Nc6 *".to_owned(),
        };
        Failure::Input(Problem { subject, message, text: String::new(), span: 0..0 })
    }

    fn advisor(&self) -> Result<Box<dyn Advisor>, Silence> {
        match &self.engine {
            Some(path) => arguments::advisor(path),
            None => Ok(Box::new(annotate::own_advisor(if self.fast { 2 } else { 32 }))),
        }
    }

    fn annotate_all(
        &self,
        games: impl Iterator<Item = io::Result<Game>> + Send,
        workers: usize,
        tables: &dyn Probe,
        options: &Options<'_>,
        name: &str,
        (mut writer, mut players): (Writer<'_>, Players),
    ) -> Result<(), Failure> {
        let mut problems = Vec::new();
        let mut failed = None;
        in_order(
            games,
            workers,
            || self.advisor(),
            |advisor, game| {
                let game = game.map_err(|error| Failure::File(name.to_owned(), error))?;
                let advisor = advisor.as_mut().map_err(|silence| Failure::Silent(silence.clone()))?;
                self.one(game, advisor.as_mut(), tables, options)
            },
            |done: Result<Done, Failure>| {
                let written = done.and_then(|done| {
                    let Done { text, section, annotated, bytes, source, problem } = done;
                    problems.extend(problem.filter(|_| problems.len() < arguments::MAX_PROBLEMS));
                    players.add(&annotated);
                    writer.advance(bytes);
                    let written = Written { name: &annotated.name, source: &source, text: &text, section: &section };
                    writer.write(&written, &players)
                });
                failed = written.err();
                failed.is_none()
            },
        );
        if let Some(failure) = failed {
            writer.tell_what_is_kept();
            return Err(failure);
        }
        let reports = players.reports(options.words);
        if self.format == Format::Json && self.player.is_some() {
            for report in &reports {
                writer.write_more(&reti::wire::to_line(report))?;
            }
        }
        writer.finish(reports.first())?;
        for report in &reports {
            terminal::report(&format!("\n{}", report.text));
        }
        if let Some(name) = self.player.as_ref().filter(|_| reports.is_empty()) {
            terminal::report(&format!("no game is {name}'s\n"));
        }
        arguments::tell_problems(problems)
    }

    fn one(
        &self,
        game: Game,
        advisor: &mut dyn Advisor,
        tables: &dyn Probe,
        options: &Options<'_>,
    ) -> Result<Done, Failure> {
        let annotated = annotate::annotate(&game, advisor, tables, options)?;
        let text = match self.format {
            Format::Pgn => annotate::pgn(&game, &annotated, options.words),
            Format::Json => reti::wire::to_line(&annotated),
            Format::Text => annotate::text(&annotated, options.words, self.output.colored()),
        };
        let section = if self.report.is_some() { report::section(&annotated) } else { String::new() };
        let bytes = if options.effort.parallel { 0 } else { game.text.len() };
        Ok(Done { text, section, annotated, bytes, source: game.text, problem: game.problem })
    }
}
