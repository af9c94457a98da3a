//! `reti-corpus player`: what a player misses and allows.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use reti_corpus::{report, sql::Corpus};

use super::Failure;

/// Arguments of `player`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder of the corpus
    dir: PathBuf,
    /// The player's name as the games have it; letter case does not matter
    name: String,
    /// At most so many games, the last ones of the corpus; each is played through by the engine
    #[arg(long, default_value_t = 20, value_name = "N")]
    games: usize,
    /// How to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How to tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Tells.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let corpus = Corpus::open(&arguments.dir)?;
    let report = report::player(&corpus, &arguments.name, arguments.games)?;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{}", reti::for_terminal(&report.text, false))?,
        Format::Json => write!(out, "{}", reti::wire::to_json(&report))?,
    }
    Ok(())
}
