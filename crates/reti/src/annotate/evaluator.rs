//! Who says how good a position is: Reti's engine, another program, or a table.
//!
//! Annotating needs one answer for each position: a score and the line behind it. [`Evaluator`] is
//! that question; [`Own`] asks `reti_search::engine` with a node budget and is repeatable;
//! [`WithTables`] asks tables first, which know the truth when few men are left, and anyone else
//! behind them. The command line adds engines that speak UCI.

use std::io;

use reti_core::{
    chess::{Color, Move, Position},
    value::Value,
};
use reti_search::{
    engine::{Budget, Engine, Unwatched},
    probe::{Exact, Probe},
};

pub use reti_search::engine::{Game, Score};

/// How good a position is, in the eyes of one evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// For the side to move.
    pub score: Score,
    /// What a table knows for the side to move; it overrules the score.
    pub value: Option<Value>,
    /// The best line; empty if the game is over or nobody knows one.
    pub line: Vec<Move>,
}

impl Opinion {
    /// What the rules say about a finished game.
    pub fn of_finished(position: &Position) -> Option<Opinion> {
        let score = match () {
            () if position.is_checkmate() => Score::MatedIn(0),
            () if position.is_stalemate() || position.is_dead() => Score::Centipawns(0),
            () => return None,
        };
        Some(Opinion { score, value: None, line: Vec::new() })
    }
}

/// Someone who judges positions.
pub trait Evaluator: Send {
    /// Who it is and how long it thinks, for people: `Reti's engine, 50000 nodes a move`.
    fn name(&self) -> String;

    /// A new game begins: nothing of the last one may change what is said about it.
    fn start_game(&mut self);

    /// The opinion about the last position of a game; `nodes` is what it may spend.
    fn evaluate(&mut self, game: &Game, nodes: u64) -> io::Result<Opinion>;
}

/// Reti's own engine.
pub struct Own {
    engine: Engine,
    nodes: u64,
}

impl Own {
    /// The engine with a table of so many mebibytes; `nodes` only goes into its name.
    pub fn new(mebibytes: usize, nodes: u64) -> Own {
        Own { engine: Engine::new(crate::engine::DEFAULT, mebibytes), nodes }
    }
}

impl Evaluator for Own {
    fn name(&self) -> String {
        format!("Reti's engine, {} nodes a move", self.nodes)
    }

    fn start_game(&mut self) {
        self.engine.clear();
    }

    fn evaluate(&mut self, game: &Game, nodes: u64) -> io::Result<Opinion> {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let answer = self.engine.search(game, &budget, &mut Unwatched);
        let line = answer.lines.into_iter().next();
        let (score, line) = line.map_or((Score::Centipawns(0), Vec::new()), |line| (line.score, line.moves));
        Ok(Opinion { score, value: None, line })
    }
}

/// Tables first, and another evaluator for what they do not know.
pub struct WithTables<'t, E> {
    /// The tables.
    pub tables: &'t (dyn Probe + Sync),
    /// Who else is asked.
    pub other: E,
}

impl<E: Evaluator> Evaluator for WithTables<'_, E> {
    fn name(&self) -> String {
        self.other.name()
    }

    fn start_game(&mut self) {
        self.other.start_game();
    }

    fn evaluate(&mut self, game: &Game, nodes: u64) -> io::Result<Opinion> {
        let position = game.position();
        let Some(exact) = self.tables.probe(position) else { return self.other.evaluate(game, nodes) };
        Ok(Opinion { score: score_of(exact), value: Some(exact.value), line: best_line(position, self.tables) })
    }
}

/// The score that a table's value is shown as.
fn score_of(exact: Exact) -> Score {
    match (exact.value, exact.mate_in) {
        (Value::Draw, _) => Score::Centipawns(0),
        (Value::Win, Some(plies)) => Score::MateIn(plies.div_ceil(2)),
        (Value::Loss, Some(plies)) => Score::MatedIn(plies / 2),
        (Value::Win, None) => Score::Centipawns(KNOWN_WIN),
        (Value::Loss, None) => Score::Centipawns(-KNOWN_WIN),
    }
}

/// The score of a win whose length is not known.
const KNOWN_WIN: i32 = 5_000;

/// The first move that keeps the value, fastest first where the table counts moves.
fn best_line(position: &Position, tables: &dyn Probe) -> Vec<Move> {
    let strength = |m: &&Move| match tables.probe(&position.play(**m)) {
        Some(Exact { value: Value::Loss, mate_in }) => 1_000_000 - i64::from(mate_in.unwrap_or(0)),
        Some(Exact { value: Value::Draw, .. }) => 0,
        Some(Exact { value: Value::Win, mate_in }) => -1_000_000 + i64::from(mate_in.unwrap_or(0)),
        None => -2_000_000,
    };
    let moves = position.legal_moves();
    // The first of equals, so that the answer does not depend on how a maximum is found.
    moves.iter().rev().max_by_key(strength).copied().into_iter().collect()
}

/// The opinion seen by White: centipawns, or moves to mate with a sign.
pub(super) fn for_white(score: Score, turn: Color) -> (Option<i32>, Option<i32>) {
    let sign = if turn.is_white() { 1 } else { -1 };
    match score {
        Score::Centipawns(score) => (Some(sign * score), None),
        Score::MateIn(moves) => (None, Some(sign * moves as i32)),
        Score::MatedIn(moves) => (None, Some(-sign * moves as i32)),
    }
}
