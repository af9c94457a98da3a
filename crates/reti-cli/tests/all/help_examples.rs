//! Every example in the help of every command works as it is printed.
//!
//! The examples are read out of the help itself, so a new one is tested the moment it is written. Files that
//! examples name exist here under the same names, but small; other engines are this one; and numbers that
//! only say how long something takes are made smaller. What serves until it is stopped is only asked for its
//! help. Commands that take long have a test of their own, beside one for all others, so that they run at once.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{fs, path::PathBuf, process::Command};

use support::{OPERA, reti_fed_in, reti_in};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A few puzzles of the Lichess database (CC0), as in testdata/puzzles.
const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate mateIn2,,\n\
    000Pw,6k1/5p1p/4p3/4q3/3nN3/2Q3P1/PP3P1P/6K1 w - - 2 37,e4d2 d4e2 g1f1 e2c3,1353,74,92,100,crushing fork,,\n";

/// A game that is over soon.
const SHORT: &str =
    "[White \"DrNykterstein\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

/// A game that gets to its ninth move without a mistake.
const QUIET: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";

/// The commands that take long: each has its own test below.
const LONG: [&str; 2] = ["annotate", "bench"];

/// What is made smaller, and other engines: exact words and their replacements.
const SMALLER: &[(&str, &str)] = &[
    ("/usr/games/stockfish", "reti"),
    ("stockfish", "reti"),
    ("200", "2"),
    ("100", "2"),
    ("20000", "200"),
    ("100000", "500"),
    ("1+0.02", "0.3+0.01"),
    ("300000", "500"),
    ("500", "2"),
    ("30", "1"),
];

/// The names of commands in a help text: lines of two blanks, a word, and what it does.
fn listed(help: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_list = false;
    for line in help.lines() {
        if line.ends_with(':') && !line.starts_with(' ') {
            is_list = !["Options:", "Arguments:", "Examples:", "Example:"].contains(&line);
        } else if let Some(rest) =
            line.strip_prefix("  ").filter(|rest| is_list && !rest.starts_with([' ', '-', '<', '[']))
        {
            let name = rest.split_whitespace().next().unwrap_or_default();
            if !name.is_empty() && name != "help" && name.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn help_of(command: &[String]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_reti"));
    // No line of the help is broken in two.
    let output =
        program.args(command).arg("--help").env("COLUMNS", "2000").env("RETI_LANGUAGE", "en").output().unwrap();
    assert!(output.status.success(), "{command:?} --help");
    String::from_utf8(output.stdout).unwrap()
}

/// All examples of a command and its subcommands.
fn examples_of(command: &[String], found: &mut Vec<String>) {
    let help = help_of(command);
    let text = help.split_once("Examples:\n").or_else(|| help.split_once("Example:\n")).map_or("", |parts| parts.1);
    let joined = text.replace("\\\n", " ");
    found.extend(joined.lines().map_while(|line| line.strip_prefix("  ")).map(str::to_owned));
    if command.len() < 2 {
        let section = help.split_once("Commands:\n").map_or(String::new(), |parts| format!("Commands:\n{}", parts.1));
        for name in listed(&section) {
            examples_of(&[command, &[name]].concat(), found);
        }
    }
}

/// The words of an example, up to a pipe or redirection.
fn words(line: &str) -> Vec<String> {
    let mut words = support::words(line);
    let end = words.iter().position(|word| word == "|" || word == ">").unwrap_or(words.len());
    words.truncate(end);
    words
}

/// A folder with everything that examples read.
fn folder(name: &str) -> PathBuf {
    let folder = support::scratch(&format!("help-examples-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    // As many moves as examples ask for.
    write("game.pgn", OPERA.split_once(" 13.").unwrap().0);
    write("games.pgn", &format!("{SHORT}\n{QUIET}"));
    for name in ["my-games.pgn", "games.pgn.zst", "masters.pgn.zst"] {
        write(name, SHORT);
    }
    for name in ["puzzles.csv.zst", "lichess_db_puzzle.csv.zst"] {
        write(name, PUZZLES);
    }
    let suite = fs::read_to_string(format!("{ROOT}/testdata/suite.epd")).unwrap();
    write("wac.epd", &suite);
    for name in ["weak.json", "strong.json"] {
        write(name, &fs::read_to_string(format!("{ROOT}/testdata/matches/{name}")).unwrap());
    }
    let kernels = fs::read_to_string(format!("{ROOT}/crates/reti-core/src/field/learned/kernels.toml")).unwrap();
    write("my.toml", &kernels);
    let labels = ["learn", "--from-games", "game.pgn", "--nodes", "50", "--every", "1", "--out", "first.txt"];
    let labelled = reti_in(&folder, &labels);
    assert_eq!(labelled.code, Some(0), "{}", labelled.err);
    // The same positions many times are enough to descend on.
    let lines = fs::read_to_string(folder.join("first.txt")).unwrap().repeat(20);
    for name in ["quiet.txt.zst", "perturbed.txt.zst", "quiet.txt"] {
        write(name, &lines);
    }
    let built = reti_in(&folder, &["table", "build", "KRvK", "--dir", "tables"]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    folder
}

/// What an example writes to the program's standard input, and the rest of it.
fn fed(example: &str) -> (String, &str) {
    let parts = example.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    parts.map_or((String::new(), example), |(text, command)| (text.replace("\\n", "\n"), command))
}

fn smaller(word: &str) -> String {
    let exact = SMALLER.iter().find(|(long, _)| *long == word).map(|(_, short)| (*short).to_owned());
    // Contestants are one word: program, then options.
    let engine = || word.strip_prefix("/usr/games/stockfish;").map(|rest| format!("reti;{rest}"));
    exact.or_else(engine).unwrap_or_else(|| word.to_owned())
}

/// Runs the examples of some commands, at least so many, in a folder of this name.
#[track_caller]
fn check(folder_name: &str, least: usize, is_wanted: impl Fn(&str) -> bool) {
    let folder = folder(folder_name);
    let mut examples = Vec::new();
    for name in listed(&help_of(&[])).into_iter().filter(|name| is_wanted(name)) {
        examples_of(&[name], &mut examples);
    }
    assert!(examples.len() >= least, "{examples:#?}");
    let mut failed = Vec::new();
    for example in &examples {
        let (input, command) = fed(example);
        let words: Vec<String> = words(command).iter().map(|word| smaller(word)).collect();
        // A variable may stand in front.
        let Some(start) = words.iter().position(|word| word == "reti").filter(|&start| start <= 1) else {
            failed.push(format!("{example}: does not begin with reti"));
            continue;
        };
        let mut words: Vec<&str> = words[start + 1..].iter().map(String::as_str).collect();
        match words[..] {
            ["serve", ..] => words.push("--help"),
            ["table", "build", "--men", _] => words[3] = "3",
            // `solve` compares with Stockfish only, which is not everywhere.
            ["solve", .., "--compare", "reti"] => words.truncate(words.len() - 2),
            _ => {}
        }
        let run = reti_fed_in(&folder, &words, input.as_bytes());
        if run.code != Some(0) {
            failed.push(format!("{example}: exit code {:?}: {}", run.code, run.err));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn all_examples_of_annotate_work() {
    check("annotate", 5, |name| name == "annotate");
}

#[test]
fn all_examples_of_bench_work() {
    check("bench", 15, |name| name == "bench");
}

#[test]
fn all_examples_of_all_other_commands_work() {
    check("others", 60, |name| !LONG.contains(&name));
}
