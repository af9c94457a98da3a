//! `reti-corpus player`: what a player misses and allows.

use std::{
    io::{self, Write as _},
    ops::RangeInclusive,
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
    /// Only games against opponents of these ratings: 2700-2799, 2700- or -2599
    #[arg(long, value_parser = ratings, allow_hyphen_values = true, value_name = "FROM-TO")]
    against: Option<RangeInclusive<i32>>,
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

/// A range of ratings, either end of which may be left open.
fn ratings(text: &str) -> Result<RangeInclusive<i32>, String> {
    let wrong = || format!("'{text}' is no range of ratings such as 2700-2799");
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let end = |text: &str, open: i32| if text.is_empty() { Ok(open) } else { text.parse().map_err(|_| wrong()) };
    let range = end(from, 0)?..=end(to, i32::MAX)?;
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// Tells.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let corpus = Corpus::open(&arguments.dir)?;
    let report = report::player(&corpus, &arguments.name, arguments.games, arguments.against.as_ref())?;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{}", reti::for_terminal(&report.text, false))?,
        Format::Json => write!(out, "{}", reti::wire::to_json(&report))?,
    }
    Ok(())
}
