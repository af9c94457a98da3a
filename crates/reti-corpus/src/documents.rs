//! The kinds of documents that `reti-corpus` writes, and their schemas.

use crate::wire;

/// The files of `docs/schema-corpus/`: names and texts.
pub fn schema_files() -> Vec<(String, String)> {
    wire::DOCUMENTS.iter().map(|document| (format!("{}.json", document.kind), document.schema() + "\n")).collect()
}

/// The schema of a kind.
pub fn schema(kind: &str) -> Option<String> {
    wire::DOCUMENTS.iter().find(|document| document.kind == kind).map(reti::wire::DocumentType::schema)
}
