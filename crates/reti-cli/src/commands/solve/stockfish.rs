//! Stockfish as a yardstick: from which node on does it keep the key move?

use std::{
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// How many nodes it may search.
const NODES: u64 = 1_000_000;

/// How long it may be silent.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program by its usual name, or where Debian puts games.
pub fn find() -> PathBuf {
    let games = Path::new("/usr/games/stockfish");
    let on_path = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("stockfish").is_file()));
    if !on_path && games.is_file() { games.to_owned() } else { PathBuf::from("stockfish") }
}

/// Runs it on a position with one thread.
pub fn ask(program: &Path, fen: &str, key: Option<&str>) -> io::Result<reti::wire::Compared> {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut input = child.stdin.take().ok_or_else(|| io::Error::other("no standard input"))?;
    let output = child.stdout.take().ok_or_else(|| io::Error::other("no standard output"))?;
    write!(
        input,
        "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\nucinewgame\nposition fen {fen}\n\
         go nodes {NODES}\n"
    )?;
    input.flush()?;
    let mut who = "Stockfish".to_owned();
    // From where on the first move of its line is the key, and what it has searched so far.
    let mut since: Option<(u64, u64)> = None;
    let (mut nodes, mut depth) = (0, 0);
    // A program that is no engine may never answer, so lines are read aside and waited for.
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    while let Ok(line) = lines.recv_timeout(PATIENCE) {
        if let Some(name) = line.strip_prefix("id name ") {
            name.clone_into(&mut who);
        }
        if line.starts_with("bestmove") {
            break;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)).copied();
        let number = |name: &str| after(name).and_then(|text| text.parse::<u64>().ok());
        if let (Some(first), Some(now), Some(plies)) = (after("pv"), number("nodes"), number("depth")) {
            (nodes, depth) = (now, plies);
            since = if Some(first) == key { since.or(Some((now, plies))) } else { None };
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    if nodes == 0 {
        return Err(io::Error::other("it does not answer as a UCI engine"));
    }
    let agrees = since.is_some();
    let (nodes, depth) = since.unwrap_or((nodes, depth));
    Ok(reti::wire::Compared { who, nodes, depth, agrees })
}
