//! The certificates in `docs/certificates`: they agree with each other and with published totals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All lines, by endgame.
fn lines() -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    for entry in fs::read_dir(root().join("docs/certificates")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            for line in fs::read_to_string(path).expect("text").lines() {
                let endgame = text_after(line, "\"endgame\":\"");
                assert!(lines.insert(endgame.clone(), line.to_owned()).is_none(), "{endgame} twice");
            }
        }
    }
    lines
}

fn after<'a>(text: &'a str, key: &str) -> &'a str {
    text.split_once(key).unwrap_or_else(|| panic!("{key} in {text}")).1
}

fn text_after(text: &str, key: &str) -> String {
    after(text, key).split('"').next().unwrap_or_default().to_owned()
}

fn number_after(text: &str, key: &str) -> u64 {
    after(text, key).split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().parse().expect("a number")
}

/// Wins, draws and losses of white and of black to move.
fn outcomes(text: &str) -> [u64; 6] {
    let (white, black) = (after(text, "\"white\":"), after(text, "\"black\":"));
    let of = |side: &str| ["\"win\":", "\"draw\":", "\"loss\":"].map(|key| number_after(side, key));
    let ([a, b, c], [d, e, f]) = (of(white), of(black));
    [a, b, c, d, e, f]
}

#[test]
fn nothing_was_found_wrong_and_all_names_are_endgames() {
    let lines = lines();
    assert_eq!(lines.len(), 510);
    for (name, line) in &lines {
        assert_eq!(number_after(line, "\"violations\":"), 0, "{name}");
        let material = reti_tables::material::Material::named(name, 6).expect("an endgame");
        assert_eq!(material.to_string(), *name);
    }
}

/// A table that another rests on has the checksum that its own certificate names.
#[test]
fn certificates_rest_on_each_other() {
    let lines = lines();
    let mut labels = BTreeMap::new();
    for (name, line) in &lines {
        let (white, black) = name.split_once('v').expect("two sides");
        let checksums = after(line, "\"checksums\":").split("\"rests_on\"").next().unwrap_or_default().to_owned();
        for (side, table) in [("\"white\":", format!("{white}-{black}")), ("\"black\":", format!("{black}-{white}"))] {
            if checksums.contains(side) {
                labels.insert(table, text_after(after(&checksums, side), "\"labels\":\""));
            }
        }
    }
    let mut links = 0;
    for (name, line) in &lines {
        let rests = after(line, "\"rests_on\":{").trim_end_matches('}');
        for link in rests.split(',').filter(|link| !link.is_empty()) {
            let (table, checksum) = link.trim_matches('"').split_once("\":\"").expect("a pair");
            assert_eq!(labels.get(table).map(String::as_str), Some(checksum), "{name} rests on {table}");
            links += 1;
        }
    }
    assert_eq!(links, 5999);
}

/// Draws as they are, wins and losses with the fifty-move rule: the published totals of six men.
#[test]
fn published_totals_are_reproduced() {
    let lines = lines();
    let totals = fs::read_to_string(root().join("testdata/tables/six-men-totals.tsv")).expect("text");
    let mut equal = 0;
    let mut missing = Vec::new();
    for row in totals.lines().filter(|row| row.starts_with('K')) {
        let name = row.split('\t').next().unwrap_or_default();
        let published: Vec<u64> = row.split('\t').skip(1).filter_map(|n| n.parse().ok()).collect();
        let Some(line) = lines.get(name) else {
            missing.push(name);
            continue;
        };
        let plain = outcomes(after(after(line, "\"counts\":"), "\"orbits_ordered\":"));
        let fifty = outcomes(after(after(line, "\"fifty_move_rule\":"), "\"orbits_ordered\":"));
        assert_eq!([fifty[0], plain[1], fifty[2], fifty[3], plain[4], fifty[5]], published[..], "{name}");
        equal += 1;
    }
    assert_eq!((equal, missing), (70, Vec::<&str>::new()));
}

/// The endgames in which the fifty-move rule changes something are those that probing knows.
#[test]
fn the_fifty_move_rule_changes_what_probing_says_it_does() {
    let changed: Vec<String> = lines()
        .into_iter()
        .filter(|(name, line)| {
            let plain = outcomes(after(after(line, "\"counts\":"), "\"orbits_ordered\":"));
            let fifty = outcomes(after(after(line, "\"fifty_move_rule\":"), "\"orbits_ordered\":"));
            name.len() <= "KQRvKR".len() && plain != fifty
        })
        .map(|(name, _)| name)
        .collect();
    let mut known = reti_tables::fifty::CHANGED.map(str::to_owned);
    known.sort();
    assert_eq!(changed, known);
}
