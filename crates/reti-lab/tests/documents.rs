//! The list of all documents: what is committed follows from it, and its words are those of `reti/2`.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{collections::BTreeSet, fs, path::Path};

use reti::wire::{self as library, Color, Score};
use reti_lab::{
    documents::{all, misfits, named, schema_files},
    wire,
};
use serde_json::Value;

/// `docs/schema/` holds exactly the schemas of the documents.
#[test]
fn committed_schemas_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let files = schema_files();
    for (name, text) in &files {
        let committed = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(committed == *text, "docs/schema/{name} is out of date: run `cargo xtask docs`");
    }
    let names: BTreeSet<String> = files.into_iter().map(|file| file.0).collect();
    let found = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(found.collect::<BTreeSet<_>>(), names);
}

#[test]
fn kinds_are_in_kebab_case_and_differ() {
    let kinds: Vec<&str> = all().map(|document| document.kind).collect();
    let good = |kind: &&str| kind.chars().all(|ch| ch.is_ascii_lowercase() || ch == '-');
    assert!(kinds.iter().all(good), "{kinds:?}");
    assert_eq!(kinds.iter().collect::<BTreeSet<_>>().len(), kinds.len());
}

/// Names that `reti/2` has done away with: one thing has one name.
#[test]
fn no_schema_has_an_old_name() {
    for document in all() {
        let schema: Value = serde_json::from_str(&document.schema()).unwrap();
        for name in ["uci", "trigger", "sequence", "material_delta", "fast"] {
            assert!(!has_property(&schema, name), "{} has '{name}'", document.kind);
        }
        // The pairings of a match have a first and a second engine, which are no moves.
        // and the first violations of a table are none either.
        let other = ["match", "ratings", "table-verification", "table-check"].contains(&document.kind);
        assert!(other || !has_property(&schema, "first"), "{}", document.kind);
    }
}

fn has_property(schema: &Value, name: &str) -> bool {
    match schema {
        Value::Object(map) => {
            map.get("properties").is_some_and(|known| known.get(name).is_some())
                || map.values().any(|part| has_property(part, name))
        }
        Value::Array(list) => list.iter().any(|part| has_property(part, name)),
        _ => false,
    }
}

/// No example has an engine that disagrees, so this part is tried here.
#[test]
fn disagreements_fit_and_are_read_back() {
    let item = wire::Disagreement {
        id: "abcde".to_owned(),
        fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".to_owned(),
        turn: Color::White,
        trigger: "a1a8".to_owned(),
        san: "Ra8#".to_owned(),
        gain: None,
        after: Score { mate: Some(-3), ..Score::default() },
        before: Some(Score::centipawns(-20)),
        side: Color::White,
        line: vec!["a1a8".to_owned()],
        line_san: vec!["Ra8#".to_owned()],
    };
    let text = library::to_json(&wire::TruthBench { disagreements: vec![item], ..wire::TruthBench::default() });
    let truth = named("truth-bench").unwrap();
    let schema: Value = serde_json::from_str(&truth.schema()).unwrap();
    assert_eq!(misfits(&schema, &serde_json::from_str(&text).unwrap()), Vec::<String>::new());
    assert_eq!(truth.rewrite(&text).unwrap(), text);
}
