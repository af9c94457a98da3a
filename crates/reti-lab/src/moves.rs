//! What another engine says about our engine's moves.
//!
//! Our engine chooses a move with a fixed number of nodes, afresh for every position. The other engine looks
//! longer at the position and at the chosen move; what the move loses is counted in points of Lichess's curve of
//! winning chances, as everywhere. A move within five points is good enough for advice.

use reti_core::{chess::Position, field::score::Evaluation};
use reti_search::{
    advice::{Advisor, Silence},
    engine::{Budget, Engine, Game, Unwatched},
    score::Score,
};

use crate::wire;

/// Points of winning chances that a good move may lose.
const GOOD: f64 = 5.0;
/// Centipawns up to which scores of the two engines are compared.
const NEAR: i32 = 500;
/// The engine's table in mebibytes, the size that engines are asked to have by default.
const HASH: usize = 16;

/// What was chosen so far.
pub struct Choices {
    engine: Engine,
    nodes: Vec<u64>,
    engine_nodes: u64,
    found: Vec<Choice>,
    notes: Vec<wire::MovesNote>,
}

/// A chosen move: points that it loses, and what both engines think of the position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Choice {
    source: &'static str,
    nodes: u64,
    lost: f64,
    ours: Score,
    theirs: Score,
}

impl Choice {
    /// How far the two engines' winning chances are apart.
    fn distance(&self) -> f64 {
        (self.theirs.chance() - self.ours.chance()).abs()
    }
}

impl Choices {
    /// Nothing yet: our engine's evaluation and nodes, and the nodes of the other one.
    pub fn new(evaluation: &'static Evaluation, nodes: &[u64], engine_nodes: u64) -> Choices {
        let engine = Engine::new(evaluation, HASH);
        Choices { engine, nodes: nodes.to_vec(), engine_nodes, found: Vec::new(), notes: Vec::new() }
    }

    /// Chooses a move in a position and puts it to the other engine.
    pub fn add(
        &mut self,
        source: &'static str,
        id: &str,
        position: &Position,
        engine: &mut dyn Advisor,
    ) -> Result<(), Silence> {
        engine.forget();
        let truth = engine.best(position, self.engine_nodes, 1)?;
        let Some(better) = truth.best() else { return Ok(()) };
        // Two budgets often choose the same move.
        let mut known = vec![(better, 0.0)];
        for &nodes in &self.nodes {
            self.engine.clear();
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let answer = self.engine.search(&Game::new(position.clone()), &budget, &mut Unwatched);
            let Some((line, m)) = answer.lines.first().zip(answer.best()) else { continue };
            let lost = if let Some((_, lost)) = known.iter().find(|(other, _)| *other == m) {
                *lost
            } else {
                let after = engine.after(position, m, self.engine_nodes)?;
                let lost = (truth.score.chance() - after.score.chance()).max(0.0);
                known.push((m, lost));
                lost
            };
            let ours = line.score.usual(self.engine.evaluation(), position.board());
            self.found.push(Choice { source, nodes, lost, ours, theirs: truth.score });
            if lost > GOOD {
                self.notes.push(wire::MovesNote {
                    id: id.to_owned(),
                    fen: position.fen(),
                    nodes,
                    san: position.san(m),
                    better_san: position.san(better),
                    lost: hundredths(lost),
                });
            }
        }
        Ok(())
    }

    /// The figures, for each budget by source and for all together.
    pub fn report(&self) -> wire::MovesBench {
        let mut sources: Vec<&str> = self.found.iter().map(|choice| choice.source).collect();
        sources.dedup();
        if sources.len() > 1 {
            sources.push("all");
        }
        let rows = self.nodes.iter().flat_map(|&nodes| sources.iter().map(move |&source| (nodes, source)));
        let row = |(nodes, source): (u64, &str)| {
            let is_wanted = |choice: &&Choice| choice.nodes == nodes && (source == "all" || choice.source == source);
            row(nodes, source, &self.found.iter().filter(is_wanted).copied().collect::<Vec<_>>())
        };
        wire::MovesBench {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            engine_nodes: self.engine_nodes,
            rows: rows.map(row).collect(),
            notes: self.notes.clone(),
        }
    }
}

fn row(nodes: u64, source: &str, choices: &[Choice]) -> wire::MovesRow {
    let n = choices.len();
    let within = choices.iter().filter(|choice| choice.lost <= GOOD).count();
    let mean = |number: fn(&Choice) -> f64| hundredths(choices.iter().map(number).sum::<f64>() / n.max(1) as f64);
    let guesses = choices.iter().filter_map(|choice| match (choice.ours, choice.theirs) {
        (Score::Centipawns(ours), Score::Centipawns(theirs)) if ours.abs().max(theirs.abs()) <= NEAR => {
            Some((f64::from(ours), f64::from(theirs)))
        }
        _ => None,
    });
    let (squares, products) = guesses
        .fold((0.0, 0.0), |(squares, products), (ours, theirs)| (squares + ours * ours, products + ours * theirs));
    wire::MovesRow {
        nodes,
        source: source.to_owned(),
        n,
        within,
        percent: hundredths(100.0 * within as f64 / n.max(1) as f64),
        mean_loss: mean(|choice| choice.lost),
        mean_distance: mean(Choice::distance),
        scale: (squares > 0.0).then(|| hundredths(products / squares)),
    }
}

fn hundredths(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::{chess::Color, field::score};
    use reti_search::advice::Own;

    #[test]
    fn a_mate_in_one_is_found_and_rows_add_up() {
        let mate = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let mut choices = Choices::new(&score::CLASSICAL, &[200, 400], 2_000);
        let mut engine = Own::new(1, Color::White);
        choices.add("puzzles", "mate", &mate, &mut engine).unwrap();
        choices.add("games", "start", &Position::start(), &mut engine).unwrap();
        // Nobody chooses where the game is over.
        let over = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        choices.add("games", "over", &over, &mut engine).unwrap();
        let report = choices.report();
        let found: Vec<(u64, &str, usize)> =
            report.rows.iter().map(|row| (row.nodes, row.source.as_str(), row.n)).collect();
        assert_eq!(
            found,
            [
                (200, "puzzles", 1),
                (200, "games", 1),
                (200, "all", 2),
                (400, "puzzles", 1),
                (400, "games", 1),
                (400, "all", 2)
            ]
        );
        assert!(report.rows[0].within == 1 && report.rows[0].mean_loss < 1e-9, "{report:?}");
    }

    #[test]
    fn shares_and_means_are_those_of_the_choices() {
        let choice = |lost, ours, theirs| Choice { source: "games", nodes: 7, lost, ours, theirs };
        let level = Score::Centipawns(0);
        let guesses = [(0.0, 100, 120), (5.0, -200, -250), (10.0, 50, 50)];
        let mut choices = guesses
            .map(|(lost, ours, theirs)| choice(lost, Score::Centipawns(ours), Score::Centipawns(theirs)))
            .to_vec();
        let found = row(7, "games", &choices);
        assert_eq!((found.n, found.within), (3, 2));
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(close(found.percent, 66.67) && close(found.mean_loss, 5.0));
        // (100 x 120 + 200 x 250 + 50 x 50) / (100 x 100 + 200 x 200 + 50 x 50)
        assert!(found.scale.is_some_and(|scale| close(scale, 1.23)), "{found:?}");
        // What is decided, or far from level, says nothing about the scale, but a lot about the distance.
        choices.push(choice(0.0, level, Score::MateIn(3)));
        choices.push(choice(0.0, Score::Centipawns(600), level));
        let wider = row(7, "games", &choices);
        assert!(wider.scale == found.scale && wider.mean_distance > found.mean_distance + 10.0, "{wider:?}");
        assert!(row(7, "games", &[]).scale.is_none() && close(row(7, "games", &[]).percent, 0.0));
    }
}
