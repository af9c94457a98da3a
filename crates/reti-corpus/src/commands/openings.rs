//! `reti-corpus openings`: how openings end, and how sharp they become.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use reti_corpus::{
    report,
    sql::{Corpus, Format},
};

use super::{Failure, sql::FormatArgument};

/// Arguments of `openings`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder of the corpus
    dir: PathBuf,
    /// Openings with fewer games are left out
    #[arg(long, default_value_t = 1, value_name = "N")]
    least: usize,
    /// How to write them
    #[arg(long, value_enum, default_value_t = FormatArgument::Table)]
    format: FormatArgument,
}

/// Tells.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let format = match arguments.format {
        FormatArgument::Table => Format::Table,
        FormatArgument::Csv => Format::Csv,
        FormatArgument::Json => Format::Json,
        FormatArgument::Parquet => {
            let message = "openings are written as table, csv or json; sql writes Parquet".to_owned();
            return Err(reti_corpus::CorpusError::Usage(message).into());
        }
    };
    let corpus = Corpus::open(&arguments.dir)?;
    let answer = corpus.ask(&report::openings_query(&corpus, arguments.least))?;
    let text = answer.text(format)?;
    Ok(io::stdout().write_all(reti::for_terminal(&text, false).as_bytes())?)
}
