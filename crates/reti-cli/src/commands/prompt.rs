//! `reti prompt`: what to tell a language model about a position.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use reti::{
    check::Checker,
    explain::{Budget, Explainer},
    prompt,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    language::Wording,
    terminal,
};

/// What to tell a language model about a position, and what it must not claim
///
/// The facts of a lesson, most important first, each with how it is known; then what looks true and is false or
/// not known. All of it fits into so many tokens, which are estimated: every model counts them differently.
#[derive(Debug, Parser)]
#[command(
    name = "prompt",
    after_help = "\
Examples:
  reti prompt '4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1'
  reti prompt 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --tokens 300"
)]
pub struct Arguments {
    /// The position as FEN, startpos, or - for standard input
    fen: String,
    /// How long the text may be, in estimated tokens
    #[arg(long, value_name = "N", default_value_t = prompt::TOKENS, value_parser = tokens)]
    tokens: usize,
    /// Nodes for the search
    #[arg(long, value_name = "N", default_value_t = Budget::default().nodes, value_parser = clap::value_parser!(u64).range(1_000..))]
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
    /// As a model should read it
    Text,
    /// The same as data
    Json,
}

fn tokens(text: &str) -> Result<usize, String> {
    let range = prompt::MIN_TOKENS..=prompt::MAX_TOKENS;
    let number = text.parse::<usize>().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let words = self.wording.words()?;
        let position = arguments::position(&self.fen)?;
        let tables = super::table::exact_values(self.tables.as_deref())?;
        let waiting = terminal::Waiting::with("thinking");
        let explainer = Explainer::new().tables(&tables).budget(Budget { nodes: self.nodes }).everything(true);
        let lesson = explainer.explain(&position)?;
        let checker = Checker::new().tables(&tables).words(&words);
        let options = prompt::Options { tokens: self.tokens, words: &words, ..prompt::Options::default() };
        let told = prompt::prompt(&lesson, &options.with_checker(checker))?;
        super::table::tell_problem(&tables)?;
        drop(waiting);
        self.output.write(match self.format {
            Format::Text => told.text,
            Format::Json => reti::wire::to_json(&told),
        })
    }
}
