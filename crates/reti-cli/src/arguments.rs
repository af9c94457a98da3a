//! Arguments that several commands share.

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use reti::{
    Problem,
    advice::{Advisor, Silence},
    chess::{self, Position},
    pgn::Game,
    uci::advisor::UciAdvisor,
};

use crate::{
    failure::Failure,
    output::{Sink, refuse_same},
    terminal::{self, Color},
};

/// A number of threads that a machine can start.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let most = reti::limits::MAX_THREADS;
    let count = text.parse::<NonZeroUsize>().ok().filter(|count| count.get() <= most);
    count.ok_or_else(|| format!("expected a number from 1 to {most}"))
}

/// Where the answer goes, and whether it is coloured.
#[derive(Debug, Args)]
pub struct Output {
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Colours in text
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: Color,
}

impl Output {
    /// Whether text should be coloured.
    pub fn colored(&self) -> bool {
        self.color.wanted() && (self.output.is_none() || self.color == Color::Always)
    }

    /// Where a long answer can be written bit by bit; it must be finished.
    pub fn open(&self) -> Result<Sink, Failure> {
        Sink::create(self.output.as_deref())
    }

    /// Refuses to write over what is read.
    pub fn keeps(&self, input: &Path) -> Result<(), Failure> {
        self.output.as_deref().map_or(Ok(()), |output| refuse_same(input, output))
    }

    /// Writes the answer.
    pub fn write(&self, answer: impl AsRef<[u8]>) -> Result<(), Failure> {
        terminal::write(self.output.as_deref(), answer.as_ref())
    }
}

/// How a measurement is told, and where.
#[derive(Debug, Args)]
pub struct Report {
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: ReportFormat,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReportFormat {
    /// A table
    Text,
    /// The same as data
    Json,
}

impl Report {
    /// Writes the measurement, for people or for programs.
    pub fn write(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> Result<(), Failure> {
        self.output.write(match self.format {
            ReportFormat::Text => text(),
            ReportFormat::Json => json(),
        })
    }
}

/// Reads the position that an argument names: a FEN, `startpos`, or `-` for standard input.
pub fn position(argument: &str) -> Result<Position, Failure> {
    Ok(reti::read_position(&terminal::text_or_input(argument)?)?)
}

/// A picture as PNG data, twice as large as the SVG says.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    reti::draw::png::png(svg, 2.0).map_err(|error| Failure::Output(std::io::Error::other(error)))
}

/// Without the feature there is no PNG.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Result<Vec<u8>, Failure> {
    let how = "this reti was built without PNG: use --format svg, or build with --features png";
    Err(Failure::Usage(how.to_owned()))
}

/// Starts an engine; a program that is none is an input that cannot be used.
pub fn start_engine(path: &Path) -> Result<UciAdvisor, Failure> {
    let own = (path == Path::new("reti")).then(std::env::current_exe).and_then(Result::ok);
    let started = match own {
        Some(own) => UciAdvisor::start_with(&own, &["uci".to_owned()]),
        None => UciAdvisor::start(path),
    };
    started.map_err(|fault| Failure::File(format!("engine {}", path.display()), fault.into()))
}

/// An engine as an advisor.
pub fn advisor<'a>(path: &Path) -> Result<Box<dyn Advisor + 'a>, Silence> {
    let started = UciAdvisor::start(path);
    match started {
        Ok(engine) => Ok(Box::new(engine)),
        Err(fault) => Err(Silence { who: path.display().to_string(), why: fault.to_string() }),
    }
}

/// The position of a game in which a move is to be played, and the move before it: after `ply` plies, at a
/// moment such as `12b`, where Black is to play the 12th move, or at the end of the game.
pub fn moment(
    path: &Path,
    game: usize,
    ply: Option<usize>,
    at: Option<&str>,
) -> Result<(Position, Option<chess::Move>), Failure> {
    let mut found = None;
    let problems = each_game(path, Some(game), |game| {
        let positions = game.positions();
        let wanted = |position: &Position| match at.and_then(read_moment) {
            Some((number, color)) => position.fullmoves() == number && position.turn() == color,
            None => false,
        };
        let index = match (ply, at) {
            (Some(ply), _) => Some(ply).filter(|ply| *ply < positions.len()),
            (None, Some(_)) => positions.iter().position(wanted),
            (None, None) => positions.len().checked_sub(1),
        };
        found = index.map(|index| (positions[index].clone(), index.checked_sub(1).map(|last| game.moves[last])));
        let (last, count) = (game.move_number(game.moves.len()), game.moves.len());
        match found {
            Some(_) => Ok(()),
            None => Err(Failure::Usage(match (ply, at) {
                (Some(ply), _) => format!("there is no ply {ply}: the game has {count}"),
                (None, at) => format!("there is no moment {}: the game ends before {last}", at.unwrap_or_default()),
            })),
        }
    })?;
    match found {
        Some(place) => Ok(place),
        None => Err(Failure::Inputs(problems)),
    }
}

/// `12b` as number and colour.
pub fn read_moment(text: &str) -> Option<(u32, chess::Color)> {
    let (number, side) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let color = match side {
        "w" | "W" => chess::Color::White,
        "b" | "B" => chess::Color::Black,
        _ => return None,
    };
    number.trim_end_matches('.').parse().ok().map(|number| (number, color))
}

/// Reads the games of a PGN file, or of standard input for `-`, and hands over each one that has
/// moves or no problem; returns the problems of the rest. A file without games is a problem.
pub fn each_game(
    path: &Path,
    only: Option<usize>,
    mut each: impl FnMut(&Game) -> Result<(), Failure>,
) -> Result<Vec<Problem>, Failure> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let mut problems = Vec::new();
    let mut count = 0;
    for game in terminal::games(path)? {
        let game = game.map_err(|error| Failure::File(name.clone(), error))?;
        count = game.number;
        if only.is_some_and(|only| only != game.number) {
            continue;
        }
        if game.problem.is_none() || !game.moves.is_empty() {
            each(&game)?;
        }
        problems.extend(game.problem.filter(|_| problems.len() < MAX_PROBLEMS));
        if only == Some(count) {
            return Ok(problems);
        }
    }
    let message = match only {
        Some(only) => format!("there is no game {only}, the file has {count}"),
        None if count == 0 => "no games found: expected PGN such as 1. e4 e5 2. Nf3 Nc6 *".to_owned(),
        None => return Ok(problems),
    };
    Err(Failure::Input(Problem { subject: name, message, text: String::new(), span: 0..0 }))
}

/// So many problems are remembered; a file with more is no PGN.
pub const MAX_PROBLEMS: usize = 1_000;

/// Problems that were met on the way end a command with their exit code, after the answer.
pub fn tell_problems(problems: Vec<Problem>) -> Result<(), Failure> {
    if problems.is_empty() { Ok(()) } else { Err(Failure::Inputs(problems)) }
}

/// An evaluation by its name, or that of a file that `reti learn` wrote.
pub fn evaluation(name: &str) -> Result<&'static reti::engine::Evaluation, Failure> {
    if let Some(known) = reti::engine::evaluation(name) {
        return Ok(known);
    }
    let path = Path::new(name);
    if !path.exists() {
        let names: Vec<&str> = reti::engine::evaluations().map(|(name, _)| name).collect();
        let message = format!("there is no evaluation and no file '{name}': choose one of {}", names.join(", "));
        return Err(Failure::Usage(message));
    }
    Ok(reti::engine::from_file(name, &terminal::read_bytes(path)?)?)
}
