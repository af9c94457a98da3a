//! `reti annotate`: games with judgements, comments, better lines and a summary.

mod writer;

use std::{
    io::{self, Read},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use clap::{Parser, ValueEnum};
use reti::{
    Probe, Problem,
    annotate::{
        self, Options,
        chance::Scheme,
        evaluator::{Evaluator, Own, WithTables},
        many::in_order,
        report,
    },
    pgn::Game,
    sentence::Words,
    tables::ExactValues,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    engine::Engine,
    failure::Failure,
    output::refuse_same,
    terminal,
};
use writer::{Mark, Writer};

/// Games with judgements, comments, better lines and a summary
///
/// Every position is evaluated, moves that lose winning chances get a glyph and a better line, and
/// what was missed, allowed, found or punished is told where it is proven against every reply. Tags,
/// comments and variations of the input stay as they are. Exit code 3 means that some games could
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
    /// Nodes for each position; doubtful moves get four times as many [default: 50000, with --fast 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,
    /// Evaluate with this UCI engine instead of Reti's own
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Tables that know the truth about few men; those of up to four men are made there on first need
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Comments from a folder of templates instead of the English ones
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Which losses make a mistake
    #[arg(long, value_enum, default_value = "lichess")]
    scheme: SchemeArgument,
    /// Also the order of every position
    #[arg(long)]
    order: bool,
    /// Also the fragility of every position
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
    /// Also write a page with boards and curves to FILE
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,
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
    name: String,
    problem: Option<Problem>,
}

type Source = Box<dyn Read + Send>;

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let own = self.templates.as_deref().map(Words::read).transpose()?;
        let options = self.options(own.as_ref().unwrap_or(Words::english()));
        let tables = self.tables.as_deref().map(open_tables).transpose()?;
        let probe: &(dyn Probe + Sync) = tables.as_ref().map_or(&reti::ThreeMen, |tables| tables);
        for output in self.output.output.iter().chain(&self.report) {
            refuse_same(self.file.as_deref().unwrap_or(Path::new("-")), output)?;
        }
        let (name, source) = self.source()?;
        let earlier = if self.resume { Mark::read(self.output.output.as_deref())? } else { Mark::default() };
        // One game uses all cores itself; more games share them.
        let mut games = reti::pgn::games(source)
            .with_limit(terminal::limit())
            .skip(earlier.games)
            .filter(|game| self.game.is_none() || game.as_ref().map_or(true, |game| Some(game.number) == self.game));
        let first: Vec<io::Result<Game>> = games.by_ref().take(if self.game.is_some() { 1 } else { 2 }).collect();
        if first.is_empty() && !self.resume {
            return Err(self.no_games(name));
        }
        let options =
            Options { parallel: first.len() == 1 && self.threads.is_none_or(|count| count.get() > 1), ..options };
        let workers = if first.len() == 1 { 1 } else { self.workers() };
        let rest: Box<dyn Iterator<Item = io::Result<Game>> + Send> =
            if self.game.is_some() { Box::new(std::iter::empty()) } else { Box::new(games) };
        if let Some(path) = &self.engine {
            // A path that is wrong is told before any work is done.
            Engine::start(path).map_err(|error| Failure::File(path.display().to_string(), error))?;
        }
        let writer = Writer::new(&self.output, self.split, self.report.as_deref(), earlier)?;
        self.annotate_all(first.into_iter().chain(rest), workers, probe, &options, &name, writer)
    }
}

impl Arguments {
    fn options<'w>(&self, words: &'w Words) -> Options<'w> {
        let budgets = if self.fast { Options::fast() } else { Options::default() };
        let mut options = Options { words, ..budgets };
        options.nodes = self.nodes.unwrap_or(options.nodes);
        options.scheme = match self.scheme {
            SchemeArgument::Lichess => Scheme::Lichess,
            SchemeArgument::Chesscom => Scheme::ChessCom,
        };
        options.order = self.order || self.report.is_some();
        options.fragility = self.fragility || self.report.is_some();
        options
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

    fn evaluator<'t>(&self, tables: &'t (dyn Probe + Sync), nodes: u64) -> io::Result<Box<dyn Evaluator + 't>> {
        if let Some(path) = &self.engine {
            return Ok(Box::new(WithTables { tables, other: Engine::start(path)?.thinking(nodes) }));
        }
        let mebibytes = if self.fast { 2 } else { 32 };
        Ok(Box::new(WithTables { tables, other: Own::new(mebibytes, nodes) }))
    }

    fn annotate_all(
        &self,
        games: impl Iterator<Item = io::Result<Game>> + Send,
        workers: usize,
        tables: &(dyn Probe + Sync),
        options: &Options<'_>,
        name: &str,
        mut writer: Writer,
    ) -> Result<(), Failure> {
        let mut problems = Vec::new();
        let mut failed = None;
        in_order(
            games,
            workers,
            || self.evaluator(tables, options.nodes),
            |evaluator, game| {
                let game = game.map_err(|error| Failure::File(name.to_owned(), error))?;
                let evaluator = evaluator.as_mut().map_err(|error| engine_failed(error))?;
                self.one(game, evaluator.as_mut(), tables, options)
            },
            |done: Result<Done, Failure>| {
                let written = done.and_then(|done| {
                    problems.extend(done.problem.filter(|_| problems.len() < arguments::MOST_PROBLEMS));
                    writer.write(&done.name, &done.text, &done.section)
                });
                failed = written.err();
                failed.is_none()
            },
        );
        if let Some(failure) = failed {
            writer.tell_what_is_kept();
            return Err(failure);
        }
        writer.finish()?;
        arguments::tell_problems(problems)
    }

    fn one(
        &self,
        game: Game,
        evaluator: &mut dyn Evaluator,
        tables: &(dyn Probe + Sync),
        options: &Options<'_>,
    ) -> Result<Done, Failure> {
        let annotated = annotate::annotate(&game, evaluator, tables, options).map_err(|error| engine_failed(&error))?;
        let text = match self.format {
            Format::Pgn => annotate::pgn(&game, &annotated),
            Format::Json => reti::wire::to_line(&annotated),
            Format::Text => annotate::text(&annotated, self.output.colored()),
        };
        let section = if self.report.is_some() { report::section(&annotated) } else { String::new() };
        Ok(Done { text, section, name: annotated.name, problem: game.problem })
    }
}

fn engine_failed(error: &io::Error) -> Failure {
    let what = error.to_string();
    let (path, what) = what.split_once(": ").unwrap_or(("", &what));
    Failure::Engine(path.to_owned(), what.to_owned())
}

fn open_tables(folder: &Path) -> Result<ExactValues, Failure> {
    ExactValues::open(folder, 5).map_err(|error| Failure::File(folder.display().to_string(), io::Error::other(error)))
}
