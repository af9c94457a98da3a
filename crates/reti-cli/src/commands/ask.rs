//! `reti ask`: one request of the interface for programs, without a server.

use std::{sync::atomic::Ordering, time::Instant};

use clap::{Parser, builder::PossibleValuesParser};
use reti::requests::{self, Call, ENDPOINTS, Event, Refusal};

use super::Run;
use crate::{arguments::Output, failure::Failure, interrupt, terminal};

/// One request of the interface for programs, without a server
///
/// The answer is the document that `reti serve` gives at /api/v1/NAME; docs/serve.md has the requests.
#[derive(Debug, Parser)]
#[command(
    name = "ask",
    after_help = "\
Examples:
  reti ask position '{\"moves\": [\"e4\", \"e5\"]}'
  reti ask play '{\"fen\": \"startpos\", \"elo\": 1200}'"
)]
pub struct Arguments {
    /// What is asked
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(ENDPOINTS.iter().map(|endpoint| endpoint.name)))]
    name: String,
    /// The request as JSON, or - for standard input
    #[arg(value_name = "JSON", default_value = "{}")]
    request: String,
    #[command(flatten)]
    output: Output,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let body = terminal::text_or_input(&self.request)?;
        let stopped = interrupt::signal();
        let began = Instant::now();
        let stop = || stopped.load(Ordering::Relaxed);
        let clock = || began.elapsed();
        let tables = super::table::folder_in_use(None)?;
        let call =
            Call { stop: &stop, clock: &clock, tell: &|_: &Event| (), tables: tables.as_deref(), ..Call::default() };
        let endpoint = requests::named(&self.name)
            .ok_or_else(|| Failure::Usage(format!("no request is called '{}'", self.name)))?;
        match endpoint.answer(body.as_bytes(), &call) {
            Ok(document) => self.output.write(document),
            Err(refusal) => Err(failure(refusal)),
        }
    }
}

fn failure(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Unusable(field, problem) => {
            Failure::Input(reti::Problem { subject: format!("{field}: {}", problem.subject), ..problem })
        }
        Refusal::Malformed { message, column, text, .. } => {
            let at = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
            Failure::Input(reti::Problem { subject: "bad request".to_owned(), message, span: at..at + 1, text })
        }
        Refusal::Wrong(field, message) => {
            Failure::Input(reti::Problem { subject: field, message, text: String::new(), span: 0..0 })
        }
        refusal => Failure::Output(std::io::Error::other(refusal.to_string())),
    }
}
