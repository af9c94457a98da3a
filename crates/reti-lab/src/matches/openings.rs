//! Where games begin: a built-in list, EPD or FEN lines, or the first moves of PGN games.

use std::fmt::Write as _;

use reti_core::chess::{Move, Position};

use reti::Problem;

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position after the moves.
    pub fn position(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &m| position.play(m))
    }

    /// The keys of all its positions, the last one included.
    pub(crate) fn keys(&self) -> Vec<u64> {
        let mut position = self.start.clone();
        let mut keys = vec![position.key()];
        for &m in &self.moves {
            position = position.play(m);
            keys.push(position.key());
        }
        keys
    }

    /// The UCI command that sets it up.
    pub(super) fn command(&self) -> String {
        let mut text = if self.start == Position::start() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", self.start.fen())
        };
        let mut position = self.start.clone();
        for (index, &m) in self.moves.iter().enumerate() {
            let _ = write!(text, "{}{}", if index == 0 { " moves " } else { " " }, position.uci(m));
            position = position.play(m);
        }
        text
    }
}

/// Four moves each that masters play and that are about even; the file says how they were chosen.
pub fn built_in() -> Vec<Opening> {
    read(include_str!("openings.txt"), 8).expect("the built-in openings are legal")
}

/// Reads openings: PGN if there is a tag or a numbered move, else a line each, EPD or FEN or moves from the
/// start in SAN. Of PGN games the first `plies` plies are taken. Lines that begin with `#` are
/// skipped.
pub fn read(text: &str, plies: usize) -> Result<Vec<Opening>, Problem> {
    let content = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_pgn = content.clone().next().is_some_and(|line| line.starts_with('[') || line.starts_with("1."));
    let found: Vec<Opening> = if is_pgn {
        let mut found = Vec::new();
        for game in reti::pgn::games(text.as_bytes()).flatten() {
            if let Some(problem) = game.problem {
                return Err(problem);
            }
            let moves = game.moves.iter().copied().take(plies).collect();
            found.push(Opening { start: game.start, moves });
        }
        found
    } else {
        content.map(line).collect::<Result<_, _>>()?
    };
    if found.is_empty() {
        let message = "no openings found: expected EPD, FEN or PGN".to_owned();
        return Err(Problem { subject: "openings".to_owned(), message, text: String::new(), span: 0..0 });
    }
    Ok(found)
}

fn line(text: &str) -> Result<Opening, Problem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words[0].contains('/') {
        // Six fields are a FEN; otherwise the first four, and operations may follow.
        let counters = words.get(4..6).is_some_and(|rest| rest.iter().all(|word| word.parse::<u32>().is_ok()));
        let fields = if counters { 6 } else { words.len().min(4) };
        return Ok(Opening { start: reti::read_position(&words[..fields].join(" "))?, moves: vec![] });
    }
    let start = Position::start();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for word in words {
        let m = reti::read_move(&position, word)?;
        moves.push(m);
        position = position.play(m);
    }
    Ok(Opening { start, moves })
}

/// Shuffled by a number, so that the same number gives the same order.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    fastrand::Rng::with_seed(seed).shuffle(openings);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_openings_are_many_and_different() {
        let openings = built_in();
        let mut fens: Vec<String> = openings.iter().map(|opening| opening.position().fen()).collect();
        let count = fens.len();
        fens.sort();
        fens.dedup();
        assert!(count >= 200 && fens.len() == count, "{count}");
        assert!(openings.iter().all(|opening| opening.moves.len() == 8));
    }

    #[test]
    fn openings_are_read_in_every_form() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(read(fen, 8).unwrap()[0].command(), format!("position fen {fen}"));
        assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";", 8).unwrap()[0].position().fen(), fen);
        assert_eq!(read("e4 e5 Nf3", 8).unwrap()[0].command(), "position startpos moves e2e4 e7e5 g1f3");
        let pgn = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
        let found: Vec<usize> = read(pgn, 3).unwrap().iter().map(|opening| opening.moves.len()).collect();
        assert_eq!(found, [3, 2]);
        for bad in ["", "# only a comment", "e5", "8/8 w - -", "1. e4 e6 2. Ke3 *"] {
            assert!(read(bad, 8).is_err(), "{bad}");
        }
    }
}
