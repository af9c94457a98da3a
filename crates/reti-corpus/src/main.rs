//! The `reti-corpus` program: games to columns, and questions about them.
//!
//! It reads arguments, asks the library and prints. Exit codes: 0 done, 1 failure, 2 wrong usage, 3 input that
//! cannot be read.

mod commands;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let arguments = match commands::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nothing can be said where nothing can be printed.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match commands::run(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(commands::Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(commands::Failure::Output(error)) => {
            eprintln!("cannot write the answer: {error}");
            ExitCode::FAILURE
        }
        Err(commands::Failure::Corpus(error)) => {
            eprintln!("{}", reti::for_terminal(error.to_string().trim_end(), false));
            ExitCode::from(error.code())
        }
    }
}
