//! A second look at a win that was found along threats.
//!
//! The search along threats looks where somebody takes, checks or threatens, and counts material where a line
//! ends. What it overlooks (a quiet defence, a counterattack that takes longer than an exchange) a small
//! ordinary search often sees. So before a win is claimed the engine of this crate, with the learned
//! evaluation, looks at the position after the move. It can only take a claim away: the move stays, its value
//! becomes unknown.

use reti_core::{
    chess::{Move, Position},
    field::score::LEARNED,
};

use crate::{
    engine::{Budget, Engine, Game, Unwatched},
    score::Score,
};

/// How many positions the engine visits. Not tuned: a hundredth of a second.
pub const NODES: u64 = 10_000;

/// Whether the engine sees less than half of what a move is said to win.
pub fn is_doubtful(position: &Position, m: Move, aim: i32) -> bool {
    let mut engine = Engine::new(&LEARNED, 1);
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let answer = engine.search(&Game::new(position.play(m)), &budget, &mut Unwatched);
    // No line: the enemy has no move, and the rules have spoken already.
    answer.lines.first().is_some_and(|line| match line.score.turned() {
        Score::Centipawns(score) => 2 * score < aim,
        score => score.rank() <= 0,
    })
}
