//! How fast games are read, and how much memory that takes (`docs/pgn.md` has the figures).
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    io::{self, Read},
    path::Path,
    time::Instant,
};

/// The most memory that this process has had, in mebibytes; `None` where the system does not tell.
fn peak() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kibibytes| kibibytes / 1024)
}

/// Games without end, as if from a file of any size.
struct Endless {
    game: Vec<u8>,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.game[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at = (self.at + count) % self.game.len();
        Ok(count)
    }
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let Some(before) = peak() else {
        println!("skipped: this system does not tell how much memory was used");
        return;
    };
    for game in ["[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n", "1. e4 e5 2. Nf3 Nc6 * ", "* "] {
        let source =
            Endless { game: game.as_bytes().to_vec(), at: 0 }.take(if game.len() > 2 { 16 << 20 } else { 4 << 20 });
        let moves: usize = reti::pgn::games(source).map(|game| game.unwrap().moves.len()).sum();
        assert_eq!(moves > 0, game.len() > 2);
    }
    let after = peak().unwrap();
    assert!(after < before + 60, "{before} MiB became {after} MiB");
}

#[test]
#[ignore = "slow: reads the games in the folder RETI_DATA"]
fn games_a_second() {
    let Ok(data) = std::env::var("RETI_DATA") else {
        println!("skipped: RETI_DATA names no folder");
        return;
    };
    for name in ["masters.pgn.zst", "lichess_sample.pgn"] {
        let Ok(file) = fs::File::open(Path::new(&data).join("pgn").join(name)) else { continue };
        let mut bytes = Vec::new();
        reti::packed::unpacked(file).unwrap().read_to_end(&mut bytes).unwrap();
        let start = Instant::now();
        let (mut games, mut moves, mut bad) = (0, 0, 0);
        for game in reti::pgn::games(&bytes[..]).map(Result::unwrap) {
            games += 1;
            moves += game.moves.len();
            bad += usize::from(game.problem.is_some());
        }
        let time = start.elapsed().as_secs_f64();
        println!(
            "{name}: {games} games, {moves} moves, {bad} with problems, {:.0} games a second",
            f64::from(games) / time
        );
    }
}
