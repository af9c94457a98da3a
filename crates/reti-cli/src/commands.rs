//! The commands: one file each, listed once.
//!
//! To add a command, write a file with a `clap` struct and [`Run`] for it, and add a line to
//! [`COMMANDS`]. Help, completions, man page and the tests that walk the list follow.

mod annotate;
mod ask;
mod bench;
mod check;
mod completions;
mod doctor;
mod exercises;
mod explain;
mod field;
mod graph;
mod learn;
mod man;
mod matches;
mod mcp;
mod motifs;
mod prompt;
mod prove;
mod schema;
mod see;
mod serve;
mod solve;
mod table;
mod tactics;
mod trajectories;
mod uci;
mod zones;

use clap::{ArgMatches, Parser};

use crate::failure::Failure;

/// The list, in the order of `reti --help`.
pub static COMMANDS: &[Entry] = &[
    entry::<explain::Arguments>(Group::Understand),
    entry::<annotate::Arguments>(Group::Understand),
    entry::<tactics::Arguments>(Group::Understand),
    entry::<graph::Arguments>(Group::Understand),
    entry::<prove::Arguments>(Group::Understand),
    entry::<see::Arguments>(Group::Understand),
    entry::<field::Arguments>(Group::Understand),
    entry::<trajectories::Arguments>(Group::Understand),
    entry::<zones::Arguments>(Group::Understand),
    entry::<motifs::Arguments>(Group::Understand),
    entry::<exercises::Arguments>(Group::Teach),
    entry::<check::Arguments>(Group::Teach),
    entry::<prompt::Arguments>(Group::Teach),
    entry::<uci::Arguments>(Group::Play),
    entry::<matches::Arguments>(Group::Play),
    entry::<bench::Arguments>(Group::Play),
    entry::<learn::Arguments>(Group::Play),
    entry::<solve::Arguments>(Group::Play),
    entry::<table::Arguments>(Group::Endgames),
    entry::<serve::Arguments>(Group::Serve),
    entry::<mcp::Arguments>(Group::Serve),
    entry::<ask::Arguments>(Group::Serve),
    entry::<doctor::Arguments>(Group::House),
    entry::<schema::Arguments>(Group::House),
    entry::<completions::Arguments>(Group::House),
    entry::<man::Arguments>(Group::House),
];

/// What a command can do with its arguments.
pub trait Run: Parser {
    /// Does it, and writes the answer.
    fn run(self) -> Result<(), Failure>;
}

/// A command in the list.
pub struct Entry {
    /// Under which heading `reti --help` shows it.
    pub group: Group,
    /// Its name, arguments and help.
    pub command: fn() -> clap::Command,
    run: fn(&ArgMatches) -> Result<(), Failure>,
}

/// The headings of `reti --help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What is going on in a position or game.
    Understand,
    /// What to learn from games.
    Teach,
    /// Engines.
    Play,
    /// Tables.
    Endgames,
    /// Many games.
    Databases,
    /// For other programs.
    Serve,
    /// About the program itself.
    House,
}

impl Group {
    /// All headings, in order.
    pub const ALL: [Group; 7] =
        [Group::Understand, Group::Teach, Group::Play, Group::Endgames, Group::Databases, Group::Serve, Group::House];
}

const fn entry<C: Run>(group: Group) -> Entry {
    Entry {
        group,
        command: C::command,
        run: |matches| {
            let arguments = C::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
            arguments.run()
        },
    }
}

/// Runs the command that the arguments name.
pub fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let most = matches.get_one::<u32>(crate::help::MAX_INPUT).copied();
    crate::terminal::set_limit(most.unwrap_or(crate::terminal::DEFAULT_LIMIT));
    let Some((name, arguments)) = matches.subcommand() else {
        return crate::terminal::write(None, crate::help::EXAMPLES.as_bytes());
    };
    let found = COMMANDS.iter().find(|entry| (entry.command)().get_name() == name);
    found.map_or(Ok(()), |entry| (entry.run)(arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_listed_once_and_has_a_summary() {
        let names: Vec<String> = COMMANDS.iter().map(|entry| (entry.command)().get_name().to_owned()).collect();
        for (index, entry) in COMMANDS.iter().enumerate() {
            let command = (entry.command)();
            assert!(!names[..index].contains(&names[index]), "{} is listed twice", names[index]);
            assert!(command.get_about().is_some(), "{} has no summary", names[index]);
        }
        crate::help::program().debug_assert();
    }

    #[test]
    fn every_heading_is_known() {
        assert!(COMMANDS.iter().all(|entry| Group::ALL.contains(&entry.group)));
    }
}
