//! A UCI engine as a second opinion: started by path, asked for evaluations, never trusted blindly.

use std::{io, path::Path, time::Duration};

use reti::{
    annotate::evaluator::{Evaluator, Game, Opinion, Score},
    chess::{CastlingSide, Color, File, Position},
    coaching::{Judge, Judged},
    uci::client::{Client, Info},
};

/// The number that stands for mate; a mate in n is n less.
pub const MATE: i32 = 20_000;

/// How long a question may take.
const LONGEST: Duration = Duration::from_mins(10);

/// A running engine.
pub struct Engine(Client);

impl Engine {
    /// Starts the engine with one thread and a small table.
    pub fn start(path: &Path) -> io::Result<Engine> {
        let options = [("Threads", "1"), ("Hash", "32")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Engine(Client::start(path, &[], &options)?))
    }

    /// What it says about a position, in its order.
    fn ask(&mut self, position: &Position, nodes: u64) -> io::Result<Vec<Info>> {
        let mut told = Vec::new();
        let place = format!("position fen {}", position.fen());
        self.0.think(&place, &format!("go nodes {nodes}"), LONGEST, |info| told.push(info))?;
        Ok(told)
    }

    /// The evaluation for the side to move in centipawns, mates near [`MATE`].
    pub fn evaluate(&mut self, position: &Position, nodes: u64) -> io::Result<i32> {
        if position.legal_moves().is_empty() {
            return Ok(if position.is_check() { -MATE } else { 0 });
        }
        self.0.new_game()?;
        let told = self.ask(position, nodes)?;
        Ok(match told.iter().rev().find_map(Info::exact) {
            None => 0,
            Some(Score::Centipawns(score)) => score,
            Some(Score::MateIn(moves)) => MATE - moves as i32,
            Some(Score::MatedIn(moves)) => moves as i32 - MATE,
        })
    }

    /// The engine as an evaluator; `nodes` only goes into its name.
    pub fn thinking(self, nodes: u64) -> Thinking {
        Thinking { engine: self, nodes }
    }

    /// The score for the side to move and the line behind it.
    fn analyse(&mut self, position: &Position, nodes: u64) -> io::Result<Opinion> {
        self.0.set("UCI_Chess960", if has_odd_castling(position) { "true" } else { "false" })?;
        let told = self.ask(position, nodes)?;
        let last = told.iter().rev().find_map(|info| Some((info.exact()?, info)));
        Ok(last.map_or(Opinion { score: Score::Centipawns(0), value: None, line: Vec::new() }, |(score, info)| {
            Opinion { score, value: None, line: info.moves(position) }
        }))
    }
}

/// An engine that evaluates games.
pub struct Thinking {
    engine: Engine,
    nodes: u64,
}

impl Evaluator for Thinking {
    fn name(&self) -> String {
        format!("{}, {} nodes a move", self.engine.0.name(), self.nodes)
    }

    fn start_game(&mut self) {
        // If the engine is gone, the next question tells.
        let _ = self.engine.0.new_game();
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
        let asked = self.0.set("MultiPV", &count.to_string()).map_err(io::Error::from);
        let Ok(told) = asked.and_then(|()| self.ask(position, nodes)) else {
            return Vec::new();
        };
        let mut found: Vec<Option<Judged>> = vec![None; count];
        for info in &told {
            if let Some(judged) = judged(position, info)
                && let Some(place) = found.get_mut(info.place - 1)
            {
                *place = Some(judged);
            }
        }
        found.into_iter().flatten().collect()
    }

    fn name(&self, _: &Position) -> &'static str {
        "uci"
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
