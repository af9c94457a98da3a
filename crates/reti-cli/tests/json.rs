//! Every kind of document: a real one is made, fits its schema, is read back without loss, and is the
//! one that `docs/json.md` shows.

mod support;

use std::{collections::BTreeMap, fs, path::PathBuf};

use reti_lab::documents;
use serde_json::Value;
use support::{reti, reti_in, scratch};

/// A folder in which commands may write, with a cache of its own.
fn run(arguments: &[String]) -> Result<String, String> {
    let data = |argument: &String| match argument.strip_prefix("testdata/") {
        Some(rest) => format!("{}/../../testdata/{rest}", env!("CARGO_MANIFEST_DIR")),
        None => argument.clone(),
    };
    let arguments: Vec<String> = arguments.iter().map(data).collect();
    let folder = scratch("json");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let run = reti_in(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    if run.code == Some(0) { Ok(run.out) } else { Err(format!("{arguments:?}: {}", run.err)) }
}

#[test]
fn documents_fit_their_schemas_are_read_back_and_are_those_of_the_page() {
    // The page runs every example once; what was written is kept for the other checks.
    let mut outputs = Vec::new();
    let page = documents::page(|arguments| {
        let output = run(arguments)?;
        outputs.push(output.clone());
        Ok(output)
    })
    .unwrap();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for document in outputs.iter().filter_map(|output| documents::documents_in(output).ok()).flatten() {
        let kind = documents::kind_of(&document).unwrap_or_else(|| panic!("no kind: {document}"));
        let entry = documents::named(kind).unwrap_or_else(|| panic!("unknown kind {kind}"));
        let schema: Value = serde_json::from_str(&entry.schema()).unwrap();
        assert_eq!(documents::misfits(&schema, &document), Vec::<String>::new(), "{kind}");
        let again = entry.rewrite(&document.to_string()).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), document, "{kind}");
        *seen.entry(kind.to_owned()).or_default() += 1;
    }
    let missing: Vec<&str> =
        documents::all().map(|entry| entry.kind).filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    assert!(fs::read_to_string(path).unwrap() == page, "docs/json.md is out of date: run `cargo xtask docs`");
}

#[test]
fn schemas_are_printed_by_kind_all_together_and_as_a_list() {
    let all: Value = serde_json::from_str(&reti(&["schema"]).out).unwrap();
    let list = reti(&["schema", "--list"]).out;
    for entry in documents::all() {
        assert!(list.lines().any(|line| line.starts_with(&format!("{} ", entry.kind))), "{}", entry.kind);
        assert_eq!(all[entry.kind], serde_json::from_str::<Value>(&entry.schema()).unwrap());
    }
    assert_eq!(reti(&["schema", "lesson"]).out, documents::named("lesson").unwrap().schema());
    let wrong = reti(&["schema", "lessons"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("reti schema --list"), "{}", wrong.err);
}
