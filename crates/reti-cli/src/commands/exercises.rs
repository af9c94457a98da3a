//! `reti exercises`: what games missed or allowed, to be found again.

use std::{
    io::{self, Read, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use clap::{Parser, ValueEnum};
use reti::{
    Problem,
    advice::Own,
    annotate::{self, Effort, many::in_order},
    exercises::{self, sheet},
    explain::{self, Words},
    pgn::Game,
    tables::Embedded,
    wire::Exercise,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    terminal,
};

/// Exercises from games: what was missed or allowed and has exactly one good answer
///
/// Every mistake leaves positions behind in which a tactic could be found. They become exercises if one
/// move is better than every other by 15 points of winning chances, by three looks that agree. Each has a
/// hint, a solution with its reason, and a difficulty. Exit code 3 means that some games could not be
/// read to their end; they are named, and used as far as possible.
#[derive(Debug, Parser)]
#[command(
    name = "exercises",
    after_help = "\
Examples:
  reti exercises --sample --fast
  reti exercises games.pgn --format html -o sheet.html
  reti exercises games.pgn.zst --fast --format csv -o puzzles.csv"
)]
pub struct Arguments {
    /// The games as PGN, plain or compressed with zstd; - for standard input
    #[arg(required_unless_present = "sample")]
    file: Option<PathBuf>,
    /// Use a built-in game: Légal in Paris, 1750
    #[arg(long, conflicts_with = "file")]
    sample: bool,
    /// Only this game of the file
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Several games a second, with small budgets: fewer exercises, and less certain ones
    #[arg(long)]
    fast: bool,
    /// At most so many exercises
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// Words from a folder of templates instead of the English ones
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Games at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "pgn", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A game each that begins with the position
    Pgn,
    /// One object a line and exercise
    Json,
    /// The columns of Lichess's puzzles
    Csv,
    /// A sheet to print: diagrams, hints, solutions
    Html,
}

type Found = Result<(Vec<Exercise>, Option<Problem>), Failure>;

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let own = self.templates.as_deref().map(explain::read_words).transpose()?;
        let words = own.as_ref().unwrap_or(Words::english());
        self.output.keeps(self.file.as_deref().unwrap_or(Path::new("-")))?;
        let (name, source) = self.source()?;
        let wanted = |game: &io::Result<Game>| match (self.game, game) {
            (Some(only), Ok(game)) => game.number == only,
            _ => true,
        };
        let last = |game: &io::Result<Game>| matches!((self.game, game), (Some(only), Ok(game)) if game.number > only);
        let games = reti::pgn::games(source).with_limit(terminal::limit());
        let mut games = games.take_while(|game| !last(game)).filter(wanted).peekable();
        if games.peek().is_none() {
            return Err(self.no_games(name));
        }
        self.collect(games, &name, words)
    }
}

impl Arguments {
    /// The name of the input, and the input.
    fn source(&self) -> Result<(String, Box<dyn Read + Send>), Failure> {
        match &self.file {
            None => Ok(("the sample".to_owned(), Box::new(exercises::SAMPLE.as_bytes()))),
            Some(path) if path == Path::new("-") => Ok(("standard input".to_owned(), terminal::open(path)?)),
            Some(path) => Ok((path.display().to_string(), terminal::open(path)?)),
        }
    }

    fn no_games(&self, subject: String) -> Failure {
        let message = match self.game {
            Some(number) => format!("there is no game {number}"),
            None => "no games found: expected PGN such as 1. e4 e5 2. Nf3 Nc6 *".to_owned(),
        };
        Failure::Input(Problem { subject, message, text: String::new(), span: 0..0 })
    }

    fn effort(&self) -> Effort {
        Effort { parallel: false, ..if self.fast { Effort::FAST } else { Effort::default() } }
    }

    fn collect(
        &self,
        games: impl Iterator<Item = io::Result<Game>> + Send,
        name: &str,
        words: &Words,
    ) -> Result<(), Failure> {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers = self.threads.map_or_else(cores, NonZeroUsize::get);
        let mut out = self.output.open()?;
        let mut keep = Vec::new();
        let (mut problems, mut failed, mut count) = (Vec::new(), None, 0);
        let progress = terminal::progress(None, "{pos} games, {per_sec}, {elapsed}");
        if self.format == Format::Csv {
            out.write_all(exercises::HEADER.as_bytes()).map_err(Failure::Output)?;
        }
        let most = self.limit.map_or(usize::MAX, NonZeroUsize::get);
        let work = |advisor: &mut Own<'_>, game: io::Result<Game>| -> Found {
            let game = game.map_err(|error| Failure::File(name.to_owned(), error))?;
            let found = exercises::exercises(&game, advisor, &Embedded, &self.effort(), words)?;
            Ok((found, game.problem))
        };
        in_order(
            games,
            workers,
            || annotate::own_advisor(if self.fast { 2 } else { 32 }),
            work,
            |found: Found| {
                progress.inc(1);
                let written = found.and_then(|(found, problem)| {
                    problems.extend(problem.filter(|_| problems.len() < arguments::MAX_PROBLEMS));
                    for exercise in found.into_iter().take(most - count) {
                        count += 1;
                        match self.text(&exercise, words) {
                            Some(text) => out.write_all(text.as_bytes()).map_err(Failure::Output)?,
                            None => keep.push(exercise),
                        }
                    }
                    out.flush().map_err(Failure::Output)
                });
                failed = written.err();
                failed.is_none() && count < most
            },
        );
        progress.finish();
        if let Some(failure) = failed {
            return Err(failure);
        }
        if self.format == Format::Html {
            out.write_all(sheet::sheet(&keep, words).as_bytes()).map_err(Failure::Output)?;
        }
        out.finish()?;
        if count == 0 {
            terminal::report("no exercises found\n");
        }
        arguments::tell_problems(problems)
    }

    /// An exercise in a form that is written one by one; a sheet needs all of them.
    fn text(&self, exercise: &Exercise, words: &Words) -> Option<String> {
        match self.format {
            Format::Pgn => Some(exercises::pgn(exercise, words)),
            Format::Json => Some(reti::wire::to_line(exercise)),
            Format::Csv => Some(exercises::row(exercise).unwrap_or_default()),
            Format::Html => None,
        }
    }
}
