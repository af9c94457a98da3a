//! Many games at once: from PGN to columns, and questions about them.
//!
//! The one home of Arrow, Parquet and SQL. [`import`] cuts sources into parts ([`source`]), turns every part
//! into rows ([`rows`]) and those into files ([`table`]) that are complete or not there ([`manifest`]). A *corpus*
//! is the folder with these files; [`sql`] opens it for queries, [`pattern`] is a small language over our own
//! words that is compiled to them, and [`report`] asks the questions that players ask; [`plot`] draws answers.
//!
//! With the feature `sql` switched off only the import is left, which needs a small part of the dependencies; with
//! `cluster` switched on imports and queries also run on several machines (`cluster`).

pub mod source;
pub mod table;
pub mod edges;
pub mod rows;
pub mod manifest;
pub mod import;
pub mod wire;
pub mod documents;
#[cfg(feature = "sql")]
pub mod sql;
#[cfg(feature = "sql")]
pub mod functions;
#[cfg(feature = "sql")]
pub mod pattern;
#[cfg(feature = "sql")]
pub mod report;
#[cfg(feature = "sql")]
pub mod plot;
#[cfg(feature = "cluster")]
pub mod cluster;

use std::{io, path::PathBuf};

/// Why something could not be done with a corpus.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A folder is no corpus, or not the one that is wanted.
    #[error("{}: {message}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// Rows could not be written as a table.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        error: parquet::errors::ParquetError,
    },
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// Other machines do not do what they were asked for.
    #[cfg(feature = "sql")]
    #[error("{0}")]
    Cluster(String),
    /// A pattern or a position that cannot be read.
    #[error("{}", .0.report())]
    Input(#[from] reti::Problem),
    /// The query engine refused or failed.
    #[cfg(feature = "sql")]
    #[error("{}", sql::first_line(.0))]
    Query(#[from] datafusion::error::DataFusionError),
}

impl CorpusError {
    /// An error about a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> CorpusError {
        let path = path.into();
        move |error| CorpusError::File { path, error }
    }

    /// The exit code that says so: 2 wrong usage, 3 input that cannot be read, 1 anything else.
    pub fn code(&self) -> u8 {
        match self {
            CorpusError::Usage(_) => 2,
            CorpusError::Input(_) | CorpusError::Folder { .. } => 3,
            CorpusError::File { error, .. } if error.kind() == io::ErrorKind::NotFound => 3,
            _ => 1,
        }
    }
}
