//! `reti schema`: what JSON documents look like, for programs that read them.

use clap::Parser;
use reti_lab::documents;

use super::Run;
use crate::{arguments::Output, failure::Failure};

/// The JSON Schema of the documents that --format json writes
///
/// With a kind its schema, without one an object of all schemas by kind. The field "kind" of a document
/// says which one it follows.
#[derive(Debug, Parser)]
#[command(
    name = "schema",
    after_help = "\
Examples:
  reti schema --list
  reti schema lesson
  reti schema -o schemas.json"
)]
pub struct Arguments {
    /// The kind of document
    kind: Option<String>,
    /// List the kinds, and what each is about
    #[arg(long, conflicts_with = "kind")]
    list: bool,
    #[command(flatten)]
    output: Output,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        if self.list {
            let line = |document: &reti::wire::DocumentType| format!("{:<20} {}\n", document.kind, document.about);
            return self.output.write(documents::all().map(line).collect::<String>());
        }
        let Some(kind) = &self.kind else { return self.output.write(documents::schemas()) };
        let Some(document) = documents::named(kind) else {
            return Err(Failure::Usage(format!("no kind of document is called '{kind}': reti schema --list has all")));
        };
        self.output.write(document.schema())
    }
}
