//! `reti-corpus schema`: what JSON documents look like.

use std::io::{self, Write as _};

use reti_corpus::{CorpusError, documents, wire::DOCUMENTS};

use super::Failure;

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The kind; without one their names are listed
    kind: Option<String>,
}

/// Prints a schema.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let Some(kind) = &arguments.kind else {
        for document in DOCUMENTS {
            writeln!(out, "{}", document.kind)?;
        }
        return Ok(());
    };
    let schema =
        documents::schema(kind).ok_or_else(|| CorpusError::Usage(format!("no kind of document is called '{kind}'")))?;
    Ok(writeln!(out, "{schema}")?)
}
