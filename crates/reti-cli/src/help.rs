//! The program as `clap` sees it, with the commands grouped in the help.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::commands::{COMMANDS, Group};

/// What bare `reti` prints: examples that can be pasted.
pub const EXAMPLES: &str = "\
Reti understands chess positions and proves what it says. Try:

  reti explain 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 4 4'
  reti see 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4' Qxf7
  reti graph startpos --format svg -o start.svg

reti --help lists all commands.
";

/// The option that raises the limit of what is read.
pub const MAX_INPUT: &str = "max-input";

/// The whole program.
pub fn program() -> Command {
    let mut program = Command::new("reti")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Understands chess positions and proves what it says")
        .disable_help_subcommand(true)
        .arg(
            Arg::new(MAX_INPUT)
                .long(MAX_INPUT)
                .value_name("MIB")
                .global(true)
                .default_value("256")
                .value_parser(clap::value_parser!(u32).range(1..))
                .hide_default_value(true)
                .hide_short_help(true)
                .help("The largest game, and the largest file that is read as a whole, after decompression [default: 256]"),
        )
        .help_template("{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}\n")
        .after_help(commands_by_group());
    for entry in COMMANDS {
        program = program.subcommand((entry.command)());
    }
    program
}

fn commands_by_group() -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let commands: Vec<Command> =
            COMMANDS.iter().filter(|entry| entry.group == group).map(|entry| (entry.command)()).collect();
        if commands.is_empty() {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{group:?}:");
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<12} {about}", command.get_name());
        }
        text.push('\n');
    }
    text.push_str("reti COMMAND --help tells more about a command. A FEN or a file may be - for standard input.");
    text
}
