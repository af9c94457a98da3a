//! Arguments that several commands share.

use std::path::PathBuf;

use clap::Args;

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

    /// Writes the answer.
    pub fn write(&self, answer: impl AsRef<[u8]>) -> Result<(), Failure> {
        terminal::write(self.output.as_deref(), answer.as_ref())
    }
}

/// Reads the position that an argument names: a FEN, `startpos`, or `-` for standard input.
pub fn position(argument: &str) -> Result<reti::chess::Position, Failure> {
    Ok(reti::read_position(&terminal::text_or_input(argument)?)?)
}
