//! JSON documents, their schemas, and the program that writes them.

use std::{env, fs, process::Command};

use reti_corpus::{documents::schema_files, wire::DOCUMENTS};

use crate::{Scratch, repository};

#[test]
fn schemas_are_committed() {
    let folder = repository("docs/schema-corpus");
    if env::var_os("RETI_BLESS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in schema_files() {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    for (name, text) in schema_files() {
        let committed = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        assert!(committed == text, "docs/schema-corpus/{name} is out of date: run this test with RETI_BLESS=1");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), DOCUMENTS.len());
}

/// Runs the program; returns what it prints, and its exit code.
fn run(scratch: &Scratch, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_reti-corpus")).args(arguments).current_dir(&scratch.0).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn the_program_answers_in_documents() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.path("testdata/games")).unwrap();
    fs::copy(repository("testdata/games/scholars-mate.pgn"), scratch.path("testdata/games/scholars-mate.pgn")).unwrap();
    for document in DOCUMENTS {
        // The words of the example; the only quoted one is a pattern.
        let mut words: Vec<&str> = Vec::new();
        for (index, piece) in document.example.split('\'').enumerate() {
            if index % 2 == 1 {
                words.push(piece);
            } else {
                words.extend(piece.split_whitespace());
            }
        }
        let (out, error, code) = run(&scratch, &words);
        assert_eq!((error.as_str(), code), ("", Some(0)), "{}", document.example);
        assert!(!out.is_empty());
        let schema: serde_json::Value = serde_json::from_str(&document.schema()).unwrap();
        for line in out.lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&value["schema"], &value["kind"]), (&"reti/2".into(), &document.kind.into()));
            assert_eq!(reti::documents::misfits(&schema, &value), Vec::<String>::new());
            let again: serde_json::Value = serde_json::from_str(&document.rewrite(line).unwrap()).unwrap();
            assert_eq!(again, value);
        }
    }
    let (csv, ..) = run(&scratch, &["sql", "corpus", "SELECT Result, plies FROM games", "--format", "csv"]);
    assert_eq!(csv, "Result,plies\n1-0,7\n");
    let (json, ..) = run(&scratch, &["sql", "corpus", "SELECT Result, ECO FROM games", "--format", "json"]);
    assert_eq!(json, "{\"Result\":\"1-0\",\"ECO\":null}\n");
    let (.., code) =
        run(&scratch, &["sql", "corpus", "SELECT plies FROM games", "--format", "parquet", "--output", "x.parquet"]);
    assert_eq!(code, Some(0));
    assert!(fs::read(scratch.path("x.parquet")).unwrap().starts_with(b"PAR1"));
    let (sql, ..) = run(&scratch, &["find", "corpus", "fork, White to move", "--explain"]);
    assert!(sql.starts_with("SELECT DISTINCT p.game, p.ply FROM (SELECT game, ply, turn FROM tactics"), "{sql}");
}

#[test]
fn a_player_is_told_by_the_library_with_the_clock() {
    let scratch = Scratch::new();
    let text = "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 { [%clk 0:01:00] } e5 { [%clk 0:01:00] } \
                2. g4 { [%clk 0:00:03] } Qh4# { [%clk 0:00:50] } 0-1\n";
    scratch.file("games.pgn", text.as_bytes());
    let tables = ["--tables", "games,positions"];
    run(&scratch, &[&["import", "games.pgn", "--out", "corpus"][..], &tables].concat());
    let (out, error, code) = run(&scratch, &["player", "corpus", "ann", "--format", "json"]);
    assert_eq!((error.as_str(), code), ("", Some(0)));
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["kind"], &report["games"]), (&"player-report".into(), &1.into()));
    assert_eq!(report["times"]["plenty"]["moves"], 1, "{out}");
    assert_eq!(report["times"]["trouble"]["moves"], 1, "{out}");
    let (_, error, code) = run(&scratch, &["player", "corpus", "nobody"]);
    assert_eq!((error.as_str(), code), ("nobody in this corpus is called 'nobody'\n", Some(2)));
}

#[test]
fn what_is_wrong_is_said_and_has_its_code() {
    let scratch = Scratch::new();
    let check = |arguments: &[&str], code: i32, message: &str| {
        let (_, error, found) = run(&scratch, arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    };
    check(&["import", "nothing.pgn", "--out", "x"], 3, "nothing.pgn");
    check(&["sql", "nowhere", "SELECT 1"], 3, "manifest.json");
    check(&["import", "a.pgn", "--out", "x", "--tables", "games,moves"], 2, "no table is called 'moves'");
    check(&["find", "nowhere", "fork by"], 3, "a piece is expected here");
    check(&[], 2, "Usage");
}
