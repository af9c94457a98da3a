//! `reti completions`: commands and options for the Tab key.

use clap::Parser;
use clap_complete::Shell;

use super::Run;
use crate::{failure::Failure, help, terminal};

/// Completions for a shell
#[derive(Debug, Parser)]
#[command(
    name = "completions",
    after_help = "\
Example:
  reti completions bash > ~/.local/share/bash-completion/completions/reti"
)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut help::program(), "reti", &mut script);
        terminal::write(None, &script)
    }
}
