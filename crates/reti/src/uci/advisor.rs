//! Another engine as an advisor: started by path, asked in UCI, never trusted blindly.
//!
//! No answer is no advice: an engine that ends, hangs or says nothing about its score is a [`Silence`] with
//! the engine's name, never a score of zero.

use std::{path::Path, time::Duration};

use reti_core::chess::{CastlingSide, Color, File, Position};
use reti_search::advice::{Advisor, Line, Look, Question, Silence, Source};

use super::client::{Client, Fault, Info};

/// How long a question may take.
const LONGEST: Duration = Duration::from_mins(10);

/// A running engine, and where it was started from.
pub struct UciAdvisor(Client, String);

impl UciAdvisor {
    /// Starts the engine with one thread and a small table.
    pub fn start(path: &Path) -> Result<UciAdvisor, Fault> {
        UciAdvisor::start_with(path, &[])
    }

    /// The same for a program that needs arguments to speak UCI.
    pub fn start_with(path: &Path, arguments: &[String]) -> Result<UciAdvisor, Fault> {
        let options = [("Threads", "1"), ("Hash", "32")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(UciAdvisor(Client::start(path, arguments, &options)?, path.display().to_string()))
    }

    fn silence(&self, why: &dyn std::fmt::Display) -> Silence {
        Silence { who: self.1.clone(), why: why.to_string() }
    }

    /// What it says about a position, in its order.
    fn ask(&mut self, position: &Position, go: &str) -> Result<Vec<Info>, Fault> {
        self.0.set("UCI_Chess960", if has_odd_castling(position) { "true" } else { "false" })?;
        let mut told = Vec::new();
        self.0.think(&format!("position fen {}", position.fen()), go, LONGEST, |info| told.push(info))?;
        Ok(told)
    }
}

impl Advisor for UciAdvisor {
    fn source(&self) -> Source {
        Source::Engine(self.0.name().to_owned())
    }

    fn forget(&mut self) {
        // If the engine is gone, the next question tells.
        let _ = self.0.new_game();
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        let position = question.game.position();
        let set = self.0.set("MultiPV", &question.lines.max(1).to_string());
        set.map_err(|fault| self.silence(&fault))?;
        let mut go = format!("go nodes {}", question.nodes);
        if !question.only.is_empty() {
            go.push_str(" searchmoves");
            for &m in question.only {
                go.push(' ');
                go.push_str(&position.uci(m));
            }
        }
        let told = self.ask(position, &go).map_err(|fault| self.silence(&fault))?;
        let mut found: Vec<Option<Line>> = vec![None; question.lines.max(1)];
        for info in &told {
            match (line(position, info), found.get_mut(info.place - 1)) {
                (Some(line), Some(place)) => *place = Some(line),
                (None, Some(Some(line))) => line.score = info.corrects(line.score),
                _ => {}
            }
        }
        let lines: Vec<Line> = found.into_iter().flatten().collect();
        let score =
            lines.first().map(|line| line.score).ok_or_else(|| self.silence(&"it told no score and no move"))?;
        let last = |number: fn(&Info) -> Option<u64>| told.iter().rev().find_map(number).unwrap_or(0);
        let depth = last(|info| info.depth.map(u64::from)) as u32;
        Ok(Look { by: self.source(), nodes: last(|info| info.nodes), depth, score, lines })
    }
}

/// A line with an exact score and at least one legal move.
fn line(position: &Position, info: &Info) -> Option<Line> {
    let moves = Some(info.moves(position)).filter(|moves| !moves.is_empty())?;
    Some(Line { score: info.exact()?, moves })
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_search::score::Score;

    use super::*;

    #[test]
    fn lines_need_an_exact_score_and_a_legal_move() {
        let start = Position::start();
        let read = |text: &str| line(&start, &Info::read(text).unwrap()).map(|line| (line.score, line.moves.len()));
        let expected = Some((Score::Centipawns(31), 2));
        assert_eq!(read("info depth 9 multipv 2 score cp 31 nodes 5 pv e2e4 e7e5 e2e4"), expected);
        assert_eq!(read("info depth 9 score mate 3 pv e2e4"), Some((Score::MateIn(3), 1)));
        assert_eq!(read("info depth 9 score mate -2 pv e2e4"), Some((Score::MatedIn(2), 1)));
        assert_eq!(read("info depth 9 score cp 31"), None);
        assert_eq!(read("info depth 9 score cp 31 upperbound pv e2e4"), None);
    }
}
