//! `reti mcp`: tools for language models over standard input and output.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::Parser;
use reti_server::Options;

use super::Run;
use crate::{arguments, failure::Failure, interrupt};

/// Tools for language models, over the Model Context Protocol
///
/// Speaks the protocol over standard input and output, as clients start it; `reti serve` offers the same at
/// /mcp. The tools explain positions and moves, review games, check statements, list legal moves, prove, count
/// exchanges, look endgames up and draw the board; none reads a file, runs a program or connects to anywhere.
/// docs/mcp.md says how to add it to a client. It ends with its input.
#[derive(Debug, Parser)]
#[command(name = "mcp")]
pub struct Arguments {
    /// Searches at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// A folder with larger tables than the program's own [default: where `reti table build` puts them]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut options =
            Options { tables: super::table::folder_in_use(self.tables.as_deref())?, ..Options::default() };
        if let Some(threads) = self.threads {
            options.threads = threads.get();
        }
        reti_server::mcp_stdio(options, &interrupt::signal()).map_err(Failure::Output)
    }
}
