//! Queries and their answers as text: the files of `tests/sql`, in the manner of sqllogictest.
//!
//! ```text
//! query
//! SELECT count(*) FROM games
//! ----
//! 3
//!
//! error no such
//! SELECT x FROM games
//! ```
//!
//! Rows are compared as they come, values separated by `|`, null as nothing. Lines that begin with `#` say why.

use std::fs;

use reti_corpus::sql::{Corpus, Format};

use crate::{ALL, Scratch, committed_games, imported, options, repository};

/// A query, and what it must answer or complain about.
struct Case {
    line: usize,
    query: String,
    expected: Result<Vec<String>, String>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((index, head)) = lines.next() {
        if head.trim().is_empty() || head.starts_with('#') {
            continue;
        }
        let mut block = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
            block.push(line);
        }
        let rule = block.iter().position(|line| *line == "----");
        let query = block[..rule.unwrap_or(block.len())].join("\n");
        let expected = match (head.strip_prefix("error "), rule) {
            (Some(message), _) => Err(message.to_owned()),
            (None, Some(rule)) => Ok(block[rule + 1..].iter().map(|line| (*line).to_owned()).collect()),
            (None, None) => panic!("line {}: a query without '----'", index + 1),
        };
        found.push(Case { line: index + 1, query, expected });
    }
    found
}

fn rows(corpus: &Corpus, query: &str) -> Result<Vec<String>, String> {
    let answer = corpus.ask(query).map_err(|error| error.to_string())?;
    let text = answer.text(Format::Csv).map_err(|error| error.to_string())?;
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    Ok(reader.records().map(|row| row.unwrap().iter().collect::<Vec<_>>().join("|")).collect())
}

#[test]
fn every_query_has_its_answer() {
    let scratch = Scratch::new();
    let mut text = fs::read_to_string(repository("testdata/games/scholars-mate.pgn")).unwrap();
    text.push_str("\n\n");
    text.push_str(&committed_games()[..20].concat());
    let source = scratch.file("games.pgn", text.as_bytes());
    imported(&source, &scratch.path("out"), &options(&ALL, 65_536));
    let corpus = Corpus::open(&scratch.path("out")).unwrap();
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(repository("crates/reti-corpus/tests/sql")).unwrap() {
        let path = entry.unwrap().path();
        for Case { line, query, expected } in cases(&fs::read_to_string(&path).unwrap()) {
            count += 1;
            let found = rows(&corpus, &query);
            let fits = match (&expected, &found) {
                (Ok(expected), Ok(found)) => expected == found,
                (Err(part), Err(message)) => message.contains(part),
                _ => false,
            };
            if !fits {
                wrong
                    .push(format!("{}:{line}: {query}\n  expected {expected:?}\n  found    {found:?}", path.display()));
            }
        }
    }
    assert!(count >= 15, "{count} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
