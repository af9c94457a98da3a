//! Every kind of document that the program writes, in one list: the library's and the laboratory's.
//!
//! From the list come `reti schema`, the files of `docs/schema/` and the page `docs/json.md`.

pub use reti::documents::{commands, documents_in, kind_of, misfits};
use reti::{documents, wire::DocumentType};

use crate::wire;

/// All kinds, in the order of the documentation.
pub fn all() -> impl Iterator<Item = &'static DocumentType> {
    reti::wire::DOCUMENTS.iter().chain(wire::DOCUMENTS)
}

/// The kind with a name.
pub fn named(kind: &str) -> Option<&'static DocumentType> {
    all().find(|document| document.kind == kind)
}

/// All JSON Schemas, by kind.
pub fn schemas() -> String {
    documents::schemas(all())
}

/// The files of `docs/schema/`: names and texts.
pub fn schema_files() -> Vec<(String, String)> {
    all().map(|document| (format!("{}.json", document.kind), document.schema())).collect()
}

/// The page `docs/json.md`. `run` gets the arguments of `reti` and returns what it writes.
pub fn page(run: impl FnMut(&[String]) -> Result<String, String>) -> Result<String, String> {
    documents::page(all(), run)
}
