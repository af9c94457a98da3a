//! Who evaluates: Reti's engine, another one, or tables where few men are left.

use reti_core::{
    chess::{Color, Move, Position, Symmetry},
    value::Value,
};
use reti_search::{
    engine::{Budget, Engine, Game, Score, Unwatched},
    probe::Probe,
};

/// The number that stands for mate; a mate in n plies is n less.
pub(super) const MATE: i32 = 10_000;

/// A line and its score for the side to move, in centipawns; a mate in n plies is 10,000 - n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The score.
    pub score: i32,
    /// Legal moves from the judged position.
    pub line: Vec<Move>,
}

/// Someone who evaluates positions.
pub trait Judge {
    /// The best lines of a position, at most `count`, the best first; none if the game is over.
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged>;

    /// What judges this position: `reti`, `uci` or `table`.
    fn name(&self, position: &Position) -> &'static str;
}

impl Judge for Box<dyn Judge> {
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged> {
        self.as_mut().judge(position, nodes, count)
    }

    fn name(&self, position: &Position) -> &'static str {
        self.as_ref().name(position)
    }
}

/// Reti's own engine.
pub struct OwnEngine(Engine);

impl Default for OwnEngine {
    fn default() -> OwnEngine {
        OwnEngine(Engine::new(crate::engine::DEFAULT, 8))
    }
}

impl Judge for OwnEngine {
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged> {
        if position.legal_moves().is_empty() {
            return Vec::new();
        }
        self.0.set_line_count(count);
        // A search that stops at a node count depends on the order of moves, and that on colours. So
        // the engine sees every position with White to move.
        let mirror = Some(Symmetry::Mirror).filter(|_| position.turn() == Color::Black);
        let seen = mirror.and_then(|mirror| mirror.position(position)).unwrap_or_else(|| position.clone());
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let answer = self.0.search(&Game::new(seen), &budget, &mut Unwatched);
        let lines = answer.lines.into_iter().map(|line| Judged {
            score: match line.score {
                Score::Centipawns(score) => score,
                Score::MateIn(moves) => MATE - 2 * moves as i32 + 1,
                Score::MatedIn(moves) => 2 * moves as i32 - MATE,
            },
            line: line.moves.into_iter().map(|m| mirror.map_or(m, |mirror| mirror.apply_to_move(m))).collect(),
        });
        lines.collect()
    }

    fn name(&self, _: &Position) -> &'static str {
        "reti"
    }
}

/// Tables where they know the position, another judge elsewhere.
pub struct WithTables<'a, J> {
    /// The tables.
    pub probe: &'a dyn Probe,
    /// Who is asked otherwise.
    pub otherwise: J,
}

/// How many plies of a table's line are shown.
const LONGEST: usize = 12;

impl<J: Judge> WithTables<'_, J> {
    /// The exact score of each move, if all are known.
    fn exact(&self, position: &Position) -> Option<Vec<Judged>> {
        let mut judged = Vec::new();
        for m in position.legal_moves() {
            judged.push(Judged { score: -self.value(&position.play(m))?, line: vec![m] });
        }
        // The sort is stable, so that equal moves stay in the order of generation.
        judged.sort_by_key(|judged| std::cmp::Reverse(judged.score));
        Some(judged)
    }

    fn value(&self, position: &Position) -> Option<i32> {
        if position.is_checkmate() {
            return Some(-MATE);
        }
        if position.is_stalemate() || position.is_dead() {
            return Some(0);
        }
        let exact = self.probe.probe(position)?;
        let plies = exact.mate_in.unwrap_or(100) as i32;
        Some(match exact.value {
            Value::Win => MATE - plies,
            Value::Draw => 0,
            Value::Loss => plies - MATE,
        })
    }
}

impl<J: Judge> Judge for WithTables<'_, J> {
    fn judge(&mut self, position: &Position, nodes: u64, count: usize) -> Vec<Judged> {
        let known = self.probe.probe(position).and_then(|_| self.exact(position));
        let Some(mut judged) = known else {
            return self.otherwise.judge(position, nodes, count);
        };
        judged.truncate(count);
        for line in judged.iter_mut().map(|judged| &mut judged.line) {
            let mut here = position.play(line[0]);
            while line.len() < LONGEST
                && let Some(best) = self.exact(&here).and_then(|judged| judged.into_iter().next())
            {
                here = here.play(best.line[0]);
                line.push(best.line[0]);
            }
        }
        judged
    }

    fn name(&self, position: &Position) -> &'static str {
        if self.probe.probe(position).is_some() { "table" } else { self.otherwise.name(position) }
    }
}
