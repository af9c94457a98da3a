//! A UCI engine as a second opinion: started by path, asked for evaluations, never trusted blindly.

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use reti::{
    annotate::evaluator::{Evaluator, Game, Opinion, Score},
    chess::{CastlingSide, Color, File, Position},
    coaching::{Judge, Judged},
};

/// The number that stands for mate; a mate in n is n less.
pub const MATE: i32 = 20_000;

/// A running engine.
pub struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
}

impl Engine {
    /// Starts the engine with one thread and a small table.
    pub fn start(path: &Path) -> io::Result<Engine> {
        let mut process = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("the engine has no pipes");
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(process.stdout.take().ok_or_else(missing)?);
        let mut engine = Engine { process, input, output, name: "the engine".to_owned() };
        engine.send("uci")?;
        let greeting = engine.read_until("uciok")?;
        if let Some(name) = greeting.iter().find_map(|line| line.strip_prefix("id name ")) {
            name.trim().clone_into(&mut engine.name);
        }
        engine.send("setoption name Threads value 1\nsetoption name Hash value 32\nisready")?;
        engine.read_until("readyok")?;
        Ok(engine)
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.input, "{text}")?;
        self.input.flush()
    }

    fn read_until(&mut self, word: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("the engine ended before {word}")));
            }
            let done = line.starts_with(word);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }

    /// The evaluation for the side to move in centipawns, mates near [`MATE`].
    pub fn evaluate(&mut self, position: &Position, nodes: u64) -> io::Result<i32> {
        if position.legal_moves().is_empty() {
            return Ok(if position.is_check() { -MATE } else { 0 });
        }
        self.send(&format!("ucinewgame\nposition fen {}\ngo nodes {nodes}", position.fen()))?;
        let lines = self.read_until("bestmove")?;
        Ok(lines.iter().rev().find_map(|line| score(line)).unwrap_or(0))
    }
}

impl Engine {
    /// The engine as an evaluator; `nodes` only goes into its name.
    pub fn thinking(self, nodes: u64) -> Thinking {
        Thinking { engine: self, nodes }
    }

    /// The score for the side to move and the line behind it.
    fn analyse(&mut self, position: &Position, nodes: u64) -> io::Result<Opinion> {
        let any_start = has_odd_castling(position);
        self.send(&format!(
            "setoption name UCI_Chess960 value {any_start}\nposition fen {}\ngo nodes {nodes}",
            position.fen()
        ))?;
        let lines = self.read_until("bestmove")?;
        let told = lines.iter().rev().find_map(|line| Some((uci_score(line)?, line)));
        let (score, line) = told.map_or((Score::Centipawns(0), ""), |(score, line)| (score, line.as_str()));
        let mut here = position.clone();
        let mut moves = Vec::new();
        for word in line.split_whitespace().skip_while(|&word| word != "pv").skip(1) {
            let Ok(m) = here.parse_move(word) else { break };
            here = here.play(m);
            moves.push(m);
        }
        Ok(Opinion { score, value: None, line: moves })
    }
}

/// An engine that evaluates games.
pub struct Thinking {
    engine: Engine,
    nodes: u64,
}

impl Evaluator for Thinking {
    fn name(&self) -> String {
        format!("{}, {} nodes a move", self.engine.name, self.nodes)
    }

    fn start_game(&mut self) {
        // If the engine is gone, the next question tells.
        let _ = self.engine.send("ucinewgame");
    }

    fn evaluate(&mut self, game: &Game, nodes: u64) -> io::Result<Opinion> {
        self.engine.analyse(game.position(), nodes)
    }
}

/// Whether castling here is not the castling of ordinary chess.
fn has_odd_castling(position: &Position) -> bool {
    let odd = |color: Color, side: CastlingSide| {
        let corner = if side == CastlingSide::KingSide { File::H } else { File::A };
        position
            .castling_path(color, side)
            .is_some_and(|(rook, _)| rook.file() != corner || position.king(color).file() != File::E)
    };
    Color::ALL.into_iter().any(|color| CastlingSide::ALL.into_iter().any(|side| odd(color, side)))
}

impl Judge for Engine {
    /// An engine that ends or answers nonsense has no lines.
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged> {
        if position.legal_moves().is_empty() {
            return Vec::new();
        }
        let fen = position.fen();
        let asked = self.send(&format!("setoption name MultiPV value {count}\nposition fen {fen}\ngo nodes {nodes}"));
        let Ok(lines) = asked.and_then(|()| self.read_until("bestmove")) else {
            return Vec::new();
        };
        let mut found: Vec<Option<Judged>> = vec![None; count];
        for line in &lines {
            if let Some((index, judged)) = judged(position, line).filter(|(index, _)| *index < count) {
                found[index] = Some(judged);
            }
        }
        found.into_iter().flatten().collect()
    }

    fn name(&self, _: &Position) -> &'static str {
        "uci"
    }
}

/// The place and line of an info line with a score and legal moves.
fn judged(position: &Position, line: &str) -> Option<(usize, Judged)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|&other| other == word).map(|at| &words[at + 1..]);
    let index = after("multipv").and_then(|rest| rest.first()?.parse::<usize>().ok()).unwrap_or(1);
    let score = match score(line)? {
        // Moves to mate become plies, and the number for mate ours.
        mate if mate > MATE - 1_000 => 10_000 - 2 * (MATE - mate) + 1,
        mated if mated < 1_000 - MATE => 2 * (MATE + mated) - 10_000,
        score => score,
    };
    let mut here = position.clone();
    let mut moves = Vec::new();
    for m in after("pv")?.iter().map_while(|uci| {
        let m = here.parse_move(uci).ok()?;
        here = here.play(m);
        Some(m)
    }) {
        moves.push(m);
    }
    let line = Some(moves).filter(|moves| !moves.is_empty())?;
    Some((index.checked_sub(1)?, Judged { score, line }))
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}

/// The exact score of an info line.
fn uci_score(line: &str) -> Option<Score> {
    Some(match score(line)? {
        number if number > MATE - 1_000 => Score::MateIn((MATE - number).unsigned_abs()),
        number if number < 1_000 - MATE => Score::MatedIn((MATE + number).unsigned_abs()),
        number => Score::Centipawns(number),
    })
}

/// The same in centipawns, mates near [`MATE`].
fn score(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "score")?;
    if words[at..].contains(&"lowerbound") || words[at..].contains(&"upperbound") {
        return None;
    }
    let number: i32 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(number),
        "mate" if number > 0 => Some(MATE - number),
        "mate" => Some(-MATE - number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        assert_eq!(score("info depth 9 score cp -31 nodes 5 pv e2e4"), Some(-31));
        assert_eq!(score("info depth 9 score mate 3 pv e2e4"), Some(MATE - 3));
        assert_eq!(score("info depth 9 score mate -2 pv e2e4"), Some(-MATE + 2));
        assert_eq!(score("info depth 9 score cp 9 lowerbound"), None);
        assert_eq!(score("bestmove e2e4"), None);
    }

    #[test]
    fn lines_are_read() {
        let start = Position::start();
        let read = |line: &str| judged(&start, line).map(|(index, judged)| (index, judged.score, judged.line.len()));
        assert_eq!(read("info depth 9 multipv 2 score cp 31 nodes 5 pv e2e4 e7e5 e2e4"), Some((1, 31, 2)));
        assert_eq!(read("info depth 9 score mate 3 pv e2e4"), Some((0, 9_995, 1)));
        assert_eq!(read("info depth 9 score mate -2 pv e2e4"), Some((0, -9_996, 1)));
        assert_eq!(read("info depth 9 score cp 31"), None);
    }
}
