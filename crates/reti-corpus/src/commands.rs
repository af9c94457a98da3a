//! The commands of `reti-corpus`, one file each.

#[cfg(feature = "cluster")]
mod cluster;
mod import;
mod schema;
#[cfg(feature = "sql")]
mod find;
#[cfg(feature = "sql")]
mod openings;
#[cfg(feature = "sql")]
mod player;
#[cfg(feature = "sql")]
mod plot;
#[cfg(feature = "sql")]
mod sql;

use std::io;

use clap::{Parser, Subcommand};
use reti_corpus::CorpusError;

/// Many games at once: from PGN to columns, and questions about them.
#[derive(Debug, Parser)]
#[command(name = "reti-corpus", version, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Turn PGN into tables.
    Import(import::Arguments),
    /// Ask questions in SQL.
    #[cfg(feature = "sql")]
    Sql(sql::Arguments),
    /// Find positions by a pattern.
    #[cfg(feature = "sql")]
    Find(find::Arguments),
    /// Tell what a player misses and allows.
    #[cfg(feature = "sql")]
    Player(player::Arguments),
    /// Tell how openings end.
    #[cfg(feature = "sql")]
    Openings(openings::Arguments),
    /// Draw the answer to a question.
    #[cfg(feature = "sql")]
    Plot(plot::Arguments),
    /// Work with other machines.
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    Cluster(cluster::Command),
    /// Print the JSON Schema of a kind of document.
    Schema(schema::Arguments),
}

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The library says why.
    Corpus(CorpusError),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<CorpusError> for Failure {
    fn from(error: CorpusError) -> Failure {
        Failure::Corpus(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Runs a command.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Import(arguments) => import::run(&arguments),
        #[cfg(feature = "sql")]
        Command::Sql(arguments) => sql::run(&arguments),
        #[cfg(feature = "sql")]
        Command::Find(arguments) => find::run(&arguments),
        #[cfg(feature = "sql")]
        Command::Player(arguments) => player::run(&arguments),
        #[cfg(feature = "sql")]
        Command::Openings(arguments) => openings::run(&arguments),
        #[cfg(feature = "sql")]
        Command::Plot(arguments) => plot::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Cluster(command) => cluster::run(&command),
        Command::Schema(arguments) => schema::run(&arguments),
    }
}
