//! `reti annotate` as its users meet it.

use crate::support;

use support::{OPERA, reti, reti_with, scratch};

/// A text without its ends of lines, which fall elsewhere when scores have other digits.
fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_sample_needs_nothing() {
    let run = reti(&["annotate", "--sample", "--fast"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("[Event \"Opera House\"]\n"), "{}", run.out);
    assert!(run.out.contains("[%eval ") && flowing(&run.out).contains("17. Rd8# { Mate. } 1-0"), "{}", run.out);
    let text = reti(&["annotate", "--sample", "--fast", "--format", "text"]);
    let better = flowing(&text.out).contains("Better was 8. Qxb7");
    assert!(text.out.contains("\n8. Nc3?") && better, "{}", text.out);
}

#[test]
fn json_is_one_object_a_game() {
    let two = format!("{OPERA}\n{OPERA}");
    let run = reti_with(&["annotate", "-", "--fast", "--format", "json", "--order", "--fragility"], two.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let games: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    for (index, game) in games.iter().enumerate() {
        assert_eq!((game["schema"].as_str(), game["game"].as_u64()), (Some("reti/2"), Some(index as u64 + 1)));
        let moves = game["moves"].as_array().unwrap();
        assert_eq!((moves.len(), moves[32]["san"].as_str()), (33, Some("Rd8#")));
        assert!(moves.iter().all(|told| told["order"].is_u64() && told["fragility"].is_number()));
        assert!(game["summary"]["white"]["accuracy"].is_number());
        assert_eq!(game["opening"]["eco"], "C41");
    }
}

#[test]
fn a_bad_game_is_named_and_the_others_annotated() {
    let text = format!("{OPERA}\n1. e4 e5 2. Ke3 1-0\n\n{OPERA}");
    let run = reti_with(&["annotate", "-", "--fast"], text.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(run.err.starts_with("game 2, move 2. (line 7): illegal move; no legal move goes to e3\n"), "{}", run.err);
    let flowing = flowing(&run.out);
    assert_eq!(flowing.matches("17. Rd8# { Mate. } 1-0").count(), 2);
    assert!(flowing.contains("{ Reti stops here: game 2"), "{}", run.out);
}

#[test]
fn bad_usage_and_empty_input_are_told() {
    for (arguments, input, code) in [
        (&["annotate", "-"][..], "", 3),
        (&["annotate", "-"], "\n\n", 3),
        (&["annotate", "/does/not/exist.pgn"], "", 3),
        (&["annotate", "/"], "", 3),
        (&["annotate"], "", 2),
        (&["annotate", "--sample", "x.pgn"], "", 2),
        (&["annotate", "--sample", "--split", "64"], "", 2),
        (&["annotate", "--sample", "--nodes", "0"], "", 2),
        (&["annotate", "--sample", "--game", "2"], "", 3),
        (&["annotate", "--sample", "--engine", "/does/not/exist"], "", 3),
    ] {
        let run = reti_with(arguments, input.as_bytes());
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.err);
        assert!(!run.err.is_empty());
    }
}

#[test]
fn games_are_split_into_files() {
    let path = scratch("study.pgn");
    let text = format!("{}*\n", "1. e4 e5 *\n\n".repeat(4));
    let run = reti_with(&["annotate", "-", "--fast", "--split", "2", "-o", path.to_str().unwrap()], text.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    for (part, count) in [(1, 2), (2, 2), (3, 1)] {
        let text = std::fs::read_to_string(scratch(&format!("study-{part}.pgn"))).unwrap();
        assert_eq!(text.matches("Annotated by Reti").count(), count, "{text}");
    }
}

#[test]
fn a_page_stands_alone() {
    let path = scratch("opera.html");
    let run = reti(&["annotate", "--sample", "--fast", "--report", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("Morphy, Paul") && page.contains("\"kind\":\"annotated-game\""));
    assert!(!page.contains("src=") && !page.contains("<link") && !page.contains("@import"), "it loads nothing");
    assert!(page.contains("default-src 'none'; script-src 'sha256-"), "and may not");
    assert!(!page.contains("\"fragility\":0") && !run.out.contains("[%order"), "only if it is asked for");
}

/// Two games of one player, with clocks, comments of its own and a hard name.
const GAMES: &str = include_str!("../../../../web/test/games.pgn");

#[test]
fn a_players_games_end_with_a_table() {
    let path = scratch("players.pgn");
    let games = GAMES.replace("<script>alert(1)</script>", "Morphy, Paul");
    std::fs::write(&path, &games).unwrap();
    let name = path.to_str().unwrap();
    let run = reti_with(&["annotate", "-", "--fast"], format!("{games}\n{games}\n{games}").as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("Morphy, Paul: 6 games") && run.err.contains("accuracy"), "{}", run.err);
    let run = reti(&["annotate", name, "--fast", "--player", "saint \"brie\" & sons", "--format", "json"]);
    let last: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!((last["kind"].as_str(), last["games"].as_u64()), (Some("player-report"), Some(1)));
    assert_eq!(last["all"]["moves"], 6);
    assert_eq!(last["colors"]["black"]["moves"], 6);
    assert_eq!(last["times"]["trouble"]["moves"], 3, "{last}");
    let sum: u64 = ["opening", "middlegame", "endgame"]
        .map(|phase| last["phases"][phase]["moves"].as_u64().unwrap_or(0))
        .iter()
        .sum();
    assert_eq!(sum, 6);
    assert!(last["study"][0]["lost"].as_f64().unwrap() > 0.0 && run.err.contains("To study first: "), "{last}");
    let run = reti(&["annotate", name, "--fast", "--player", "nobody"]);
    assert!(run.err.contains("no game is nobody's"), "{}", run.err);
}

#[test]
fn annotated_files_open_in_python_chess() {
    let (before, after) = (scratch("before.pgn"), scratch("after.pgn"));
    let told = "[Event \"told\"]\n[Result \"*\"]\n\n1. e4 $1 { a comment [%clk 0:01:00] } e5 (1... c5 2. Nf3 d6) 2. Bc4 Nc6 3. Qh5 Nf6 { hm } *\n";
    std::fs::write(&before, format!("{GAMES}\n{told}")).unwrap();
    let run = reti(&["annotate", before.to_str().unwrap(), "--fast", "-o", after.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess.py");
    let found = std::process::Command::new("python3").arg(script).args([&before, &after]).output();
    match found {
        Ok(output) if output.status.success() => {
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "3 games");
        }
        Ok(output) if !String::from_utf8_lossy(&output.stderr).contains("ModuleNotFoundError") => {
            panic!("{}", String::from_utf8_lossy(&output.stderr));
        }
        _ => eprintln!("skipped: python3 with chess is not installed"),
    }
}

#[test]
fn our_own_engine_can_be_asked_over_uci() {
    // The program itself speaks UCI behind a small script.
    let script = scratch("engine.sh");
    std::fs::write(&script, format!("#!/bin/sh\nexec {} uci\n", env!("CARGO_BIN_EXE_reti"))).unwrap();
    let run = std::process::Command::new("chmod").arg("+x").arg(&script).status();
    if !run.is_ok_and(|status| status.success()) {
        return;
    }
    let run = reti_with(
        &["annotate", "-", "--fast", "--engine", script.to_str().unwrap(), "--format", "text"],
        b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("3... Nf6??"), "{}", run.out);
    assert!(run.out.contains("evaluated by Reti 0."), "{}", run.out);
}

#[test]
fn comments_can_be_worded_otherwise() {
    let folder = scratch("comment-templates");
    std::fs::create_dir_all(&folder).unwrap();
    let english = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../reti-lessons/lessons/en");
    for file in std::fs::read_dir(english).unwrap().map(Result::unwrap) {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let text = text.replace("Better was {{ line }}.", "Besser war {{ line }}.");
        std::fs::write(folder.join(file.file_name()), text).unwrap();
    }
    let game = b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    let name = folder.to_str().unwrap();
    let run = reti_with(&["annotate", "-", "--fast", "--templates", name], game);
    assert!(run.out.contains("Besser war 3... "), "{}{}", run.out, run.err);
    let run = reti_with(&["annotate", "-", "--templates", "no-such-folder"], game);
    assert!(run.code == Some(3) && run.err.contains("no-such-folder"), "{}", run.err);
}
