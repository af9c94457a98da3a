//! Do exercises have exactly one good answer, by another engine's word?
//!
//! The engine looks at the position of every exercise with all moves, and again without our answer. An
//! exercise is confirmed if our answer is its best move and every other one is a mistake, ten points of
//! winning chances worse; fifteen, as the exercises promise, are counted apart.

use reti::{
    advice::{Advisor, Silence},
    chess::{Move, Position},
    pgn::Game,
};
use reti_lessons::exercise;

use crate::{
    reviews::{Bench, own_seconds},
    wire,
};

/// Points by which every other move must be worse.
const ONE_ANSWER: f64 = 10.0;
/// The same as exercises promise it.
const CLEAR: f64 = exercise::MARGIN;

/// Counts of exercises.
#[derive(Default)]
pub struct Exercises {
    figures: wire::ExercisesBench,
}

impl Exercises {
    /// Makes the exercises of a game and puts each to the engine.
    pub fn add(&mut self, game: &Game, bench: &mut Bench<'_>) -> Result<(), Silence> {
        let positions = game.positions();
        let (review, seconds) = bench.review(game, &positions)?;
        let Bench { tables, effort, engine, nodes, .. } = bench;
        let before = own_seconds();
        let wanted = (effort.besides(), effort.level);
        let made = exercise::exercises(&positions, &game.moves, &review, *tables, wanted, &|| false)?;
        self.figures.cpu_seconds += seconds + own_seconds() - before;
        self.figures.games += 1;
        for made in made {
            let Some(&answer) = made.solution.first() else { continue };
            let margin = margin(&mut **engine, &made.position, answer, *nodes)?;
            let figures = &mut self.figures;
            figures.exercises += 1;
            figures.best += usize::from(margin > 0.0);
            figures.one_answer += usize::from(margin >= ONE_ANSWER);
            figures.one_clear_answer += usize::from(margin >= CLEAR);
            if margin < CLEAR {
                figures.notes.push(wire::ExerciseNote {
                    game: game.number,
                    ply: made.ply,
                    fen: made.position.fen(),
                    san: made.position.san(answer),
                    margin: rounded(margin),
                    ours: rounded(made.margin),
                });
            }
        }
        Ok(())
    }

    /// The figures.
    pub fn report(&self) -> wire::ExercisesBench {
        self.figures.clone()
    }
}

/// By how many points a move is better than the best other one; negative if another one is better.
fn margin(engine: &mut dyn Advisor, position: &Position, answer: Move, nodes: u64) -> Result<f64, Silence> {
    engine.forget();
    let best = engine.best(position, nodes, 1)?;
    let others: Vec<Move> = position.legal_moves().into_iter().filter(|m| *m != answer).collect();
    let ours = if best.best() == Some(answer) { best } else { engine.best_of(position, &[answer], nodes)? };
    let second = engine.best_of(position, &others, nodes)?;
    Ok(ours.score.chance() - second.score.chance())
}

fn rounded(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}
