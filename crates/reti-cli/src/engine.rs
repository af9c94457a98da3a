//! A UCI engine as a second opinion: started by path, asked for evaluations, never trusted blindly.

use std::{
    collections::VecDeque,
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use reti::{
    annotate::evaluator::{Evaluator, Game, Opinion, Score},
    chess::{CastlingSide, Color, File, Position},
    coaching::{Judge, Judged},
    uci::client::{Client, Info},
};

use crate::failure::Failure;

/// The number that stands for mate; a mate in n is n less.
pub const MATE: i32 = 20_000;

/// How long a question may take.
const LONGEST: Duration = Duration::from_mins(10);

/// Of what it says the last lines count; a program that talks without end does not fill the memory.
const MOST_TOLD: usize = 1_000;

/// A running engine.
pub struct Engine {
    client: Client,
    path: String,
    trouble: Trouble,
}

/// What went wrong with an engine, for the one who started it and gave it away.
#[derive(Clone, Debug, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// Fails if the engine did: no advice without an answer.
    pub fn check(&self, engine: &Path) -> Result<(), Failure> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            None => Ok(()),
            Some(what) => Err(Failure::Engine(engine.display().to_string(), what)),
        }
    }
}

impl Engine {
    /// Starts the engine with one thread and a small table.
    pub fn start(path: &Path) -> io::Result<Engine> {
        let options = [("Threads", "1"), ("Hash", "32")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let client = Client::start(path, &[], &options)?;
        Ok(Engine { client, path: path.display().to_string(), trouble: Trouble::default() })
    }

    /// Where the engine's failure can be asked for later.
    pub fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }

    /// What it says about a position, in its order. The error names the engine.
    fn ask(&mut self, position: &Position, nodes: u64) -> io::Result<Vec<Info>> {
        let mut told = VecDeque::new();
        let place = format!("position fen {}", position.fen());
        let answer = self.client.think(&place, &format!("go nodes {nodes}"), LONGEST, |info| {
            told.push_back(info);
            if told.len() > MOST_TOLD {
                told.pop_front();
            }
        });
        answer.map_err(|fault| self.failed(&fault.to_string()))?;
        Ok(told.into())
    }

    fn failed(&self, what: &str) -> io::Error {
        io::Error::other(format!("{}: {what}", self.path))
    }

    /// The last exact score that was told; an engine that tells none has not answered.
    fn last_score<'i>(&self, told: &'i [Info]) -> io::Result<(Score, &'i Info)> {
        let last = told.iter().rev().find_map(|info| Some((info.exact()?, info)));
        last.ok_or_else(|| self.failed("the engine told no score"))
    }

    /// The evaluation for the side to move in centipawns, mates near [`MATE`].
    pub fn evaluate(&mut self, position: &Position, nodes: u64) -> io::Result<i32> {
        if position.legal_moves().is_empty() {
            return Ok(if position.is_check() { -MATE } else { 0 });
        }
        self.client.new_game().map_err(|fault| self.failed(&fault.to_string()))?;
        let told = self.ask(position, nodes)?;
        Ok(match self.last_score(&told)?.0 {
            Score::Centipawns(score) => score,
            Score::MateIn(moves) => MATE - moves as i32,
            Score::MatedIn(moves) => moves as i32 - MATE,
        })
    }

    /// The engine as an evaluator; `nodes` only goes into its name.
    pub fn thinking(self, nodes: u64) -> Thinking {
        Thinking { engine: self, nodes }
    }

    /// The score for the side to move and the line behind it.
    fn analyse(&mut self, position: &Position, nodes: u64) -> io::Result<Opinion> {
        if let Some(opinion) = Opinion::of_finished(position) {
            return Ok(opinion);
        }
        let odd = self.client.set("UCI_Chess960", if has_odd_castling(position) { "true" } else { "false" });
        odd.map_err(|fault| self.failed(&fault.to_string()))?;
        let told = self.ask(position, nodes)?;
        let (score, info) = self.last_score(&told)?;
        Ok(Opinion { score, value: None, line: info.moves(position) })
    }
}

/// An engine that evaluates games.
pub struct Thinking {
    engine: Engine,
    nodes: u64,
}

impl Evaluator for Thinking {
    fn name(&self) -> String {
        format!("{}, {} nodes a move", self.engine.client.name(), self.nodes)
    }

    fn start_game(&mut self) {
        // If the engine is gone, the next question tells.
        let _ = self.engine.client.new_game();
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
    /// An engine that ends or answers nonsense has no lines, and its [`Trouble`] tells why.
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged> {
        if position.legal_moves().is_empty() {
            return Vec::new();
        }
        let asked = self.client.set("MultiPV", &count.to_string()).map_err(io::Error::from);
        let told = match asked.and_then(|()| self.ask(position, nodes)) {
            Ok(told) => told,
            Err(error) => {
                self.note(&error.to_string());
                return Vec::new();
            }
        };
        let mut found: Vec<Option<Judged>> = vec![None; count];
        for info in &told {
            if let Some(judged) = judged(position, info)
                && let Some(place) = found.get_mut(info.place - 1)
            {
                *place = Some(judged);
            }
        }
        let found: Vec<Judged> = found.into_iter().flatten().collect();
        if found.is_empty() {
            self.note("the engine told no line with a score");
        }
        found
    }

    fn name(&self, _: &Position) -> &'static str {
        "uci"
    }
}

impl Engine {
    /// Remembers the first thing that went wrong.
    fn note(&self, what: &str) {
        let what = what.strip_prefix(&format!("{}: ", self.path)).unwrap_or(what);
        self.trouble.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| what.to_owned());
    }
}

/// A line with an exact score and at least one legal move; moves to mate become plies.
fn judged(position: &Position, info: &Info) -> Option<Judged> {
    let score = match info.exact()? {
        Score::Centipawns(score) => score,
        Score::MateIn(moves) => 10_000 - 2 * moves as i32 + 1,
        Score::MatedIn(moves) => 2 * moves as i32 - 10_000,
    };
    let line = Some(info.moves(position)).filter(|moves| !moves.is_empty())?;
    Some(Judged { score, line })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn lines_are_judged() {
        let start = Position::start();
        let read =
            |line: &str| judged(&start, &Info::read(line).unwrap()).map(|judged| (judged.score, judged.line.len()));
        assert_eq!(read("info depth 9 multipv 2 score cp 31 nodes 5 pv e2e4 e7e5 e2e4"), Some((31, 2)));
        assert_eq!(read("info depth 9 score mate 3 pv e2e4"), Some((9_995, 1)));
        assert_eq!(read("info depth 9 score mate -2 pv e2e4"), Some((-9_996, 1)));
        assert_eq!(read("info depth 9 score cp 31"), None);
        assert_eq!(read("info depth 9 score cp 31 upperbound pv e2e4"), None);
    }
}
