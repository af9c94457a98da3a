//! `reti man`: the manual page.

use clap::Parser;

use super::Run;
use crate::{failure::Failure, help, terminal};

/// The manual page, of the program or of one command
#[derive(Debug, Parser)]
#[command(
    name = "man",
    after_help = "\
Example:
  reti man | man -l -"
)]
pub struct Arguments {
    /// A command; the whole program if left out
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let program = help::program();
        let page = match self.command {
            None => program,
            Some(name) => program
                .find_subcommand(&name)
                .cloned()
                .map(|command| command.display_name(format!("reti-{name}")))
                .ok_or_else(|| Failure::Usage(format!("there is no command '{name}'; see reti --help\n")))?,
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text).map_err(Failure::Output)?;
        terminal::write(None, &text)
    }
}
