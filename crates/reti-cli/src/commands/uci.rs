//! `reti uci`: the engine, for chess programs.

use std::{
    io::{self, BufRead, Read as _, Write as _},
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
            if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
                // Nobody listens any more, and nothing that the engine finds out can be told.
                std::process::exit(0);
            }
        }));
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::File("standard input".to_owned(), error))? == 0 {
                session.end();
                return Ok(());
            }
            if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
                skip_line(&mut input).map_err(|error| Failure::File("standard input".to_owned(), error))?;
                line.splice(.., *b"(a line of more than a mebibyte)");
            }
            if session.line(&String::from_utf8_lossy(&line)) == Flow::Quit {
                return Ok(());
            }
        }
    }
}

/// Longer than any game; a program that says more in one line is no chess program.
const MAX_LINE: u64 = 1 << 20;

/// Reads to the end of the line, and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}
