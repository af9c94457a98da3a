//! `reti check`: is it true what somebody says about a position?

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use reti::check::{self, Checker, Input};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
    terminal,
};

/// Whether it is true what somebody says about a position: a sentence, a claim, the comments of a game
///
/// English sentences are read; each statement in them is true, false or cannot be told, with what shows it,
/// and what was not understood is named and not checked. Statements may also be given as data, one JSON
/// object a line or a list (`reti schema checked`). Exit code 4 means that one is false.
#[derive(Debug, Parser)]
#[command(
    name = "check",
    after_help = "\
Examples:
  reti check 'rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3' 'The knight on f6 is pinned to the queen.'
  reti check '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' 'White has mate in one. It is White to move.'
  reti check startpos '{\"claim\": \"legal\", \"line\": [\"e4\", \"e5\", \"Nf3\"]}'
  reti check --pgn game.pgn"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    #[arg(required_unless_present = "pgn")]
    fen: Option<String>,
    /// What is said: sentences, or claims as JSON; standard input if it is - or missing
    text: Option<String>,
    /// Check the comments of the games in FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "text"])]
    pgn: Option<PathBuf>,
    /// Only this game of the file
    #[arg(long, value_name = "N", requires = "pgn")]
    game: Option<usize>,
    /// Nodes for each statement that must be played out
    #[arg(long, value_name = "N", default_value_t = check::NODES, value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// A folder with larger tables than the program's own
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    wording: Wording,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each statement
    Text,
    /// The same as data
    Json,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let words = self.wording.words()?;
        let tables = super::table::exact_values(self.tables.as_deref())?;
        let checker = Checker::new().tables(&tables).nodes(self.nodes).words(&words);
        let waiting = terminal::Waiting::with("checking");
        let mut problems = Vec::new();
        let statements = if let Some(path) = &self.pgn {
            let mut found = Vec::new();
            problems = arguments::each_game(path, self.game, |game| {
                found.extend(checker.check_game(game)?);
                Ok(())
            })?;
            found
        } else {
            self.refuse_two_inputs()?;
            let position = arguments::position(self.fen.as_deref().unwrap_or("-"))?;
            checker.check(&position, &self.inputs()?)?.statements
        };
        super::table::tell_problem(&tables)?;
        drop(waiting);
        self.output.write(match self.format {
            Format::Text => check::text(&statements, &words),
            Format::Json => reti::wire::to_json(&check::document(statements.clone())),
        })?;
        arguments::tell_problems(problems)?;
        if check::has_false(&statements) {
            Err(Failure::Refuted("at least one statement is false".to_owned()))
        } else {
            Ok(())
        }
    }
}

impl Arguments {
    /// Standard input can be read once.
    fn refuse_two_inputs(&self) -> Result<(), Failure> {
        let both = self.fen.as_deref() == Some("-") && self.text.as_deref().is_none_or(|text| text == "-");
        let message = "standard input cannot be both the position and what is said".to_owned();
        if both { Err(Failure::Usage(message)) } else { Ok(()) }
    }

    fn inputs(&self) -> Result<Vec<Input>, Failure> {
        let inputs = check::read_inputs(&terminal::text_or_input(self.text.as_deref().unwrap_or("-"))?)?;
        let nothing = || Failure::Usage("nothing is said: give sentences or claims".to_owned());
        if inputs.is_empty() { Err(nothing()) } else { Ok(inputs) }
    }
}
