//! The `reti` program.
//!
//! It reads arguments, asks the library and shows the answer; no chess is decided here. Commands
//! live in [`commands`], one file each, listed in one place. Exit codes: 0 done, 1 failure,
//! 2 wrong usage, 3 input that cannot be read, 4 a claim was refuted or a verification failed.

mod arguments;
mod commands;
mod failure;
mod help;
mod interrupt;
mod language;
mod output;
mod terminal;

use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = match help::program().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return failure::usage(&error),
    };
    match commands::run(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.show(),
    }
}
