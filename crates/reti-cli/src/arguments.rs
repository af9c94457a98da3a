//! Arguments that several commands share.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;
use reti::{Problem, pgn::Game};

use crate::{
    failure::Failure,
    terminal::{self, Color},
};

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

    /// Where a long answer can be written bit by bit.
    pub fn open(&self) -> Result<Box<dyn Write>, Failure> {
        terminal::create(self.output.as_deref())
    }

    /// Writes the answer.
    pub fn write(&self, answer: impl AsRef<[u8]>) -> Result<(), Failure> {
        terminal::write(self.output.as_deref(), answer.as_ref())
    }
}

/// Reads the position that an argument names: a FEN, `startpos`, or `-` for standard input.
pub fn position(argument: &str) -> Result<reti::chess::Position, Failure> {
    Ok(reti::read_position(&terminal::text_or_input(argument)?)?)
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
    for game in reti::pgn::games(terminal::open(path)?) {
        let game = game.map_err(|error| Failure::File(name.clone(), error))?;
        count = game.number;
        if only.is_some_and(|only| only != game.number) {
            continue;
        }
        if game.problem.is_none() || !game.moves.is_empty() {
            each(&game)?;
        }
        problems.extend(game.problem);
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

/// Problems that were met on the way end a command with their exit code, after the answer.
pub fn tell_problems(problems: Vec<Problem>) -> Result<(), Failure> {
    if problems.is_empty() { Ok(()) } else { Err(Failure::Inputs(problems)) }
}
