//! Stockfish as a yardstick: from which node on does it keep the key move?

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use reti::uci::client::Client;

/// How many nodes it may search.
const NODES: u64 = 1_000_000;

/// How long that may take.
const LONGEST: Duration = Duration::from_mins(1);

/// The program by its usual name, or where Debian puts games.
pub fn find() -> PathBuf {
    let games = Path::new("/usr/games/stockfish");
    let on_path = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("stockfish").is_file()));
    if !on_path && games.is_file() { games.to_owned() } else { PathBuf::from("stockfish") }
}

/// Runs it on a position with one thread.
pub fn ask(program: &Path, fen: &str, key: Option<&str>) -> io::Result<reti::wire::Compared> {
    let options = [("Threads", "1"), ("Hash", "16")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut engine = Client::start(program, &[], &options)?;
    // From where on the first move of its line is the key, and what it has searched so far.
    let mut since: Option<(u64, u64)> = None;
    let (mut nodes, mut depth) = (0, 0);
    engine.think(&format!("position fen {fen}"), &format!("go nodes {NODES}"), LONGEST, |info| {
        if let (Some(first), Some(now), Some(plies)) = (info.line.first(), info.nodes, info.depth) {
            (nodes, depth) = (now, u64::from(plies));
            since = if Some(first.as_str()) == key { since.or(Some((nodes, depth))) } else { None };
        }
    })?;
    let agrees = since.is_some();
    let (nodes, depth) = since.unwrap_or((nodes, depth));
    Ok(reti::wire::Compared { who: engine.name().to_owned(), nodes, depth, agrees })
}
