//! Why a command did not succeed, and the exit code that says so.

use std::{
    fmt,
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use crate::{
    arguments::MAX_PROBLEMS,
    terminal::{report, show_colored},
};

/// What went wrong.
#[derive(Debug)]
pub enum Failure {
    /// Input that cannot be used: FEN, move, game. Exit code 3.
    Input(reti::Problem),
    /// Several of them, with the rest read. Exit code 3.
    Inputs(Vec<reti::Problem>),
    /// A file that cannot be read. Exit code 3.
    File(String, io::Error),
    /// Arguments that do not go together. Exit code 2.
    Usage(String),
    /// A claim was refuted or a verification failed. Exit code 4.
    Refuted(String),
    /// The answer could not be written. Exit code 1.
    Output(io::Error),
    /// An advisor gave no answer. Exit code 1.
    Silent(reti::advice::Silence),
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Output(_) | Failure::Silent(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Input(_) | Failure::Inputs(_) | Failure::File(..) => 3,
            Failure::Refuted(_) => 4,
        }
    }

    /// Tells the user on standard error. A reader that has seen enough, as `head` has, is no error.
    pub fn show(&self) -> ExitCode {
        if self.code() != 0 {
            report(&self.to_string());
        }
        ExitCode::from(self.code())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(problem) => write!(f, "{}", problem.report()),
            Failure::Inputs(problems) => {
                const SHOWN: usize = 10;
                for problem in problems.iter().take(SHOWN) {
                    write!(f, "{}", problem.report())?;
                }
                match problems.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more if problems.len() >= MAX_PROBLEMS => writeln!(f, "... and at least {more} more problems"),
                    more => writeln!(f, "... and {more} more problems"),
                }
            }
            Failure::File(name, error) if error.kind() == io::ErrorKind::FileTooLarge => {
                writeln!(f, "cannot read {name}: {error}; --max-input MIB raises the limit")
            }
            Failure::File(name, error) => writeln!(f, "cannot read {name}: {error}"),
            Failure::Usage(message) | Failure::Refuted(message) => writeln!(f, "{message}"),
            Failure::Output(error) => writeln!(f, "cannot write the answer: {error}"),
            Failure::Silent(silence) => writeln!(f, "engine {}: {}", silence.who, silence.why),
        }
    }
}

impl From<reti::Problem> for Failure {
    fn from(problem: reti::Problem) -> Failure {
        Failure::Input(problem)
    }
}

impl From<reti::advice::Silence> for Failure {
    fn from(silence: reti::advice::Silence) -> Failure {
        Failure::Silent(silence)
    }
}

/// Shows what clap has to say: help and version are answers, the rest is wrong usage.
pub fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.render();
        let is_colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        show_colored(&if is_colored { text.ansi().to_string() } else { text.to_string() });
    } else {
        // Nothing can be done about a closed terminal.
        let _ = error.print();
    }
    let is_bare_fen = |argument: String| argument.matches('/').count() >= 7 && !argument.contains(' ');
    if error.kind() == clap::error::ErrorKind::UnknownArgument && std::env::args().any(is_bare_fen) {
        report("\n  tip: a FEN has spaces, so put it in quotes\n");
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
