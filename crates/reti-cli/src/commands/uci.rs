//! `reti uci`: the engine, for chess programs.

use std::{
    io::{self, BufRead as _, Write as _},
    sync::Arc,
};

use clap::Parser;
use reti::uci::{Flow, Session};

use super::Run;
use crate::failure::Failure;

/// The engine, for chess programs: speaks the universal chess interface
///
/// Besides the protocol it knows `eval` (where the score comes from) and `d` (the board).
#[derive(Debug, Parser)]
#[command(
    name = "uci",
    after_help = "\
Example:
  printf 'position startpos\\ngo nodes 100000\\n' | reti uci"
)]
pub struct Arguments {}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut session = Session::new(Arc::new(|line: &str| {
            let mut out = io::stdout().lock();
            // Nothing can be done about a program that has stopped listening.
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }));
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::File("standard input".to_owned(), error))? == 0 {
                session.end();
                return Ok(());
            }
            if session.line(&String::from_utf8_lossy(&line)) == Flow::Quit {
                return Ok(());
            }
        }
    }
}
