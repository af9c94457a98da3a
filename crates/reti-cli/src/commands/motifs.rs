//! `reti motifs`: the catalogue.

use clap::{Parser, ValueEnum};

use super::Run;
use crate::{arguments::Output, failure::Failure};

/// The catalogue of motifs: definitions, roles, examples and near misses
#[derive(Debug, Parser)]
#[command(
    name = "motifs",
    after_help = "\
Example:
  reti motifs fork"
)]
pub struct Arguments {
    /// A motif's name; without one, all of them are listed
    name: Option<String>,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For reading
    Text,
    /// For programs
    Json,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let Some(name) = &self.name else {
            return self.output.write(match self.format {
                Format::Text => reti::motifs::listing(),
                Format::Json => reti::wire::to_json(&reti::motifs::catalogue()),
            });
        };
        let answer = match self.format {
            Format::Text => reti::motifs::text(name, self.output.colored()),
            Format::Json => reti::motifs::motif(name).map(|motif| reti::wire::to_json(&motif)),
        };
        self.output.write(answer.ok_or_else(|| unknown(name))?)
    }
}

fn unknown(name: &str) -> Failure {
    let similar = reti::motifs::similar(name);
    let hint = match similar.as_slice() {
        [] => "'reti motifs' lists them".to_owned(),
        names => format!("did you mean {}?", names.join(", ")),
    };
    Failure::Usage(format!("no motif is called '{name}': {hint}"))
}
