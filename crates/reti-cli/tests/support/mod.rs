//! Real runs of the program.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses its own part")]

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub bytes: Vec<u8>,
    pub err: String,
}

/// Runs `reti` with arguments and nothing on standard input.
pub fn reti(arguments: &[&str]) -> Run {
    reti_with(arguments, b"")
}

/// Runs `reti` with arguments and bytes on standard input.
pub fn reti_with(arguments: &[&str], input: &[u8]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_reti")).env("XDG_CACHE_HOME", cache_of(arguments)), arguments, input)
}

/// Runs `reti` in a folder, with its cache there.
pub fn reti_in(folder: &Path, arguments: &[&str]) -> Run {
    reti_fed_in(folder, arguments, b"")
}

/// Runs `reti` in a folder with bytes on standard input.
pub fn reti_fed_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reti"));
    run(command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")), arguments, input)
}

/// The words of a command line, quoted ones kept together, as a shell would.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Starts `reti` with pipes at all three ends.
pub fn start(arguments: &[&str]) -> Child {
    piped(&mut Command::new(env!("CARGO_BIN_EXE_reti")), arguments)
}

fn piped(command: &mut Command, arguments: &[&str]) -> Child {
    let command = command.args(arguments).env_remove("NO_COLOR").env("RETI_LANGUAGE", "en");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn run(command: &mut Command, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = piped(command, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end without reading everything: then the pipe is broken, and that is fine.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        bytes: output.stdout,
        err,
    }
}

/// A cache folder of the tests' own: what people keep in theirs changes what the program knows. Only
/// commands that make tables share a folder with tables.
fn cache_of(arguments: &[&str]) -> PathBuf {
    let makes_tables = matches!(arguments.first(), Some(&("solve" | "table")));
    scratch(if makes_tables { "cache-with-tables" } else { "cache-without-tables" })
}

/// A file for the test to write to.
pub fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// The game that Morphy won at the opera, Paris 1858.
pub const OPERA: &str = "[White \"Morphy\"]\n[Black \"Brunswick\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 \
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

/// A match of this program against itself whose games go to a file.
pub fn self_play<'a>(nodes: &'a str, games: &'a str, file: &'a str) -> Vec<&'a str> {
    let engines = ["match", "--engine", "reti", "--engine", "reti; name=b", "--quiet", "--concurrency", "1"];
    [&engines[..], &["--nodes", nodes, "--games", games, "--pgn", file]].concat()
}
