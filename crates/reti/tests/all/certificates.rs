//! The committed certificates are documents of the published schema.

#![allow(clippy::unwrap_used, reason = "tests")]

use reti::wire::{self, TableCertificate};

#[test]
fn every_committed_line_is_a_document_and_nothing_else() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates");
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let document: TableCertificate = serde_json::from_str(line).unwrap();
            // Nothing is left out: what is written again says the same.
            let again: serde_json::Value = serde_json::from_str(&wire::to_line(&document)).unwrap();
            assert_eq!(again, serde_json::from_str::<serde_json::Value>(line).unwrap(), "{}", path.display());
            assert_eq!(document.violations, 0);
            lines += 1;
        }
    }
    assert_eq!(lines, 510);
}
