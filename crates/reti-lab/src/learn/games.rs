//! Labelled positions from games, made by our own engine.
//!
//! From every game some positions are taken: past the opening, not in check, with nothing to win by a
//! capture (by the static exchange). The engine searches each for a fixed number of nodes, and the
//! line that [`read`](super::read) reads is written, with the move played and the game's result.

use rayon::prelude::*;
use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_fast,
    field::score::Evaluation,
};
use reti_search::engine::{Budget, Engine, Game as Start, Score, Unwatched};

use reti::pgn::Game;

/// Which positions are labelled, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Plies of the opening that are left out.
    pub opening: usize,
    /// One ply in so many is looked at.
    pub every: usize,
    /// Nodes for each position.
    pub nodes: u64,
}

impl Default for Labels {
    fn default() -> Labels {
        Labels { opening: 12, every: 4, nodes: 2_000 }
    }
}

/// Labels the games' quiet positions with an evaluation; lines in the order of the games.
pub fn label(games: &[Game], evaluation: &'static Evaluation, labels: Labels) -> Vec<String> {
    let of_games: Vec<Vec<String>> = games.par_iter().map(|game| of_game(game, evaluation, labels)).collect();
    of_games.into_iter().flatten().collect()
}

fn of_game(game: &Game, evaluation: &'static Evaluation, labels: Labels) -> Vec<String> {
    let result = match game.outcome.text() {
        "1-0" => "1.0",
        "0-1" => "0.0",
        "1/2-1/2" => "0.5",
        _ => "-1",
    };
    let mut engine = Engine::new(evaluation, 1);
    let mut lines = Vec::new();
    let mut position = game.start.clone();
    for (ply, &m) in game.moves.iter().enumerate() {
        if ply >= labels.opening && ply % labels.every.max(1) == 0 && is_quiet(&position) {
            engine.clear();
            let budget = Budget { nodes: Some(labels.nodes), ..Budget::default() };
            let answer = engine.search(&Start::new(position.clone()), &budget, &mut Unwatched);
            if let (Some(best), Some(line)) = (answer.best(), answer.lines.first()) {
                let score = centipawns(line.score, position.turn());
                let [best, played] = [best, m].map(|m| position.uci(m));
                lines.push(format!("{} | {score} | {best} | {played} | {result}", position.fen()));
            }
        }
        position = position.play(m);
    }
    lines
}

/// Nothing hangs: no check, and no capture or promotion that wins material.
fn is_quiet(position: &Position) -> bool {
    let wins = |m: &Move| (m.is_capture() || m.is_promotion()) && see_fast(position, *m) > 0;
    !position.is_check() && !position.legal_moves().iter().any(wins)
}

/// The score for White; a mate is worth about 30,000.
fn centipawns(score: Score, turn: Color) -> i32 {
    let mover = score.rank();
    turn.fold_wb(mover, -mover)
}
