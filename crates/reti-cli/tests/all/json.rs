//! Every kind of document: a real one is made, fits its schema, is read back without loss, and is the
//! one that `docs/json.md` shows.

use crate::support;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use reti_lab::documents;
use serde_json::Value;
use support::{reti, reti_in, scratch};

/// Runs `reti` in a folder where it may write, with the repository's test data.
fn run(folder: &Path, arguments: &[String]) -> Result<String, String> {
    let data = |argument: &String| match argument.strip_prefix("testdata/") {
        Some(rest) => format!("{}/../../testdata/{rest}", env!("CARGO_MANIFEST_DIR")),
        None => argument.clone(),
    };
    let arguments: Vec<String> = arguments.iter().map(data).collect();
    let run = reti_in(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    if run.code == Some(0) { Ok(run.out) } else { Err(format!("{arguments:?}: {}", run.err)) }
}

/// Commands whose documents have parts that the page's examples lack.
const FURTHER: [&str; 15] = [
    "explain 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --move Nf6 --format json",
    "explain 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 3 3' --coach --format json",
    "explain '8/8/8/8/8/2k5/7Q/K7 w - - 0 1' --format json",
    "annotate --sample --fast --order --fragility --format json",
    "tactics '4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1' --core --interactions --observations --format json",
    "tactics '3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1' --format json",
    "motifs --format json",
    "see '1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1' axb8=Q --format json",
    "graph 'r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6' --format json",
    "solve '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' --compare alphabeta --format json",
    "table verify KRvK --cqd --format json",
    "trajectories B a1 b1 --format json",
    "ask prove '{\"fen\": \"r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1\", \"tree\": true, \"certificate\": true}'",
    "ask position '{\"pgn\": \"{a} 1. e4 {b} e5 (1... c5 $1 2. Nf3) 2. a8 * 1. d4 *\"}'",
    "ask forge '{\"endgame\": \"KBvK\"}'",
];

#[test]
fn documents_fit_their_schemas_are_read_back_and_are_those_of_the_page() {
    // The page runs every example once; what was written is kept for the other checks.
    let mut outputs = Vec::new();
    let folder = scratch("json");
    // What is left from an earlier run would not be made again.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let page = documents::page(|arguments| {
        let output = run(&folder, arguments)?;
        outputs.push(output.clone());
        Ok(output)
    })
    .unwrap();
    for example in FURTHER {
        for command in documents::commands(example) {
            outputs.push(run(&folder, &command).unwrap());
        }
    }
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
