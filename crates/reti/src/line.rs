//! What a line uses: the themes of `reti-core` as plain data and as text.
//!
//! ```
//! let position = reti::read_position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let line = reti::line::read(&position, "Ra8#", reti::line::SetUp::Absent)?;
//! let told = reti::line::tag(&line);
//! assert!(told.uses.iter().any(|used| used.theme == "back-rank-mate"));
//! # Ok::<(), reti::Problem>(())
//! ```

use std::{collections::BTreeMap, fmt::Write as _};

pub use reti_core::line::{Line, LineError, SetUp};
use reti_core::{
    chess::{Move, Position},
    line,
};

use reti_lessons::words::{Filling, Words};

use crate::{Problem, wire};

/// Reads the moves of a line; the problem points at the first bad one.
pub fn read(position: &Position, moves: &str, set_up: SetUp) -> Result<Line, Problem> {
    Line::read(position, moves, set_up).map_err(|error| line_problem(&error, moves))
}

/// Reads moves from the start of a game, numbers allowed, as in `1. e4 e5 2. Nf3`: the position they lead to
/// and the last of them.
pub fn read_game(text: &str) -> Result<(Position, Option<Move>), Problem> {
    let is_move = |word: &&str| !word.trim_end_matches('.').chars().all(|ch| ch.is_ascii_digit());
    // `1.e4` is a number and a move.
    let apart = text.replace('.', ". ");
    let moves: Vec<&str> = apart.split_whitespace().filter(is_move).collect();
    let line = read(&Position::start(), &moves.join(" "), SetUp::Absent)?;
    Ok((line.end().clone(), line.moves().last().copied()))
}

/// A line that cannot be read, with the move that is wrong.
pub fn line_problem(error: &LineError, moves: &str) -> Problem {
    Problem {
        subject: format!("move {} of the line", error.number),
        message: error.error.problem.to_string(),
        text: moves.to_owned(),
        span: word_span(moves, error.number - 1),
    }
}

/// Where the word with this index stands; the end of the text if there is none.
fn word_span(text: &str, index: usize) -> std::ops::Range<usize> {
    let mut start = text.len() - text.trim_start().len();
    for _ in 0..index {
        let word = text[start..].find(char::is_whitespace).map_or(text.len(), |end| start + end);
        start = text[word..].find(|ch: char| !ch.is_whitespace()).map_or(text.len(), |gap| word + gap);
    }
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |end| start + end);
    start..end
}

/// All themes that the line uses, as far as they hold on the board.
pub fn tag(line: &Line) -> wire::Line {
    let uses = line::uses(line).into_iter().map(|used| {
        let mut roles: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (role, square) in used.cast.parts {
            roles.entry(role.name().to_owned()).or_default().push(square.to_string());
        }
        let label = used.motif.label.as_ref().map(|label| label.names[0].to_owned());
        wire::ThemeUse { theme: used.motif.name.to_owned(), label, ply: used.ply, roles }
    });
    let uses = uses.collect();
    wire::Line {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: line.positions()[0].fen(),
        solver: line.solver().into(),
        line: line.moves().iter().zip(line.positions()).map(|(&m, position)| position.uci(m)).collect(),
        line_san: sans(line),
        uses,
    }
}

/// The moves of a line in SAN.
pub fn sans(line: &Line) -> Vec<String> {
    line.moves().iter().zip(line.positions()).map(|(&m, position)| position.san(m)).collect()
}

/// The same for people: the moves, then a sentence for each use.
pub fn text(line: &Line, words: &Words) -> String {
    let moves = sans(line);
    let mut out = format!("{}\n", moves.join(" "));
    let uses = line::uses(line);
    for used in &uses {
        let told = words.has(&format!("themes/{}", used.motif.name));
        let sentence = if told { words.theme(line, std::slice::from_ref(used), &[]) } else { String::new() };
        let filling = Filling::new()
            .with("move", moves[used.ply].clone())
            .with("theme", words.motif(used.motif.name))
            .with("sentence", sentence);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {}", words.fill("tactics/uses", filling));
    }
    if uses.is_empty() {
        let _ = writeln!(out, "  {}", words.fill("tactics/no-theme", Filling::new()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bad_move_is_pointed_at() {
        let start = Position::start();
        let problem = read(&start, "  e4  e5 Ke3 ", SetUp::Absent).unwrap_err();
        assert_eq!(&problem.text[problem.span.clone()], "Ke3");
        assert_eq!(problem.to_string(), "move 3 of the line: illegal move");
        assert_eq!(word_span("a b", 7), 3..3);
    }

    #[test]
    fn a_fork_is_told_with_its_pieces() {
        let position = Position::from_fen("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").unwrap();
        let line = read(&position, "Nc7+ Kd7 Nxa8", SetUp::Absent).unwrap();
        let told = "Nc7+ Kd7 Nxa8\n  Nc7+: fork. Nc7+ forks the rook on a8 and the king on e8.\n";
        assert_eq!(text(&line, Words::english()), told);
    }
}
