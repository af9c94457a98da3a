//! The engine against itself inside one process: games by the thousand, to fit and to learn from.
//!
//! A game needs no clock, no protocol and no second process here, so that some dozens are played in a second.
//! Chance enters in two places, both from the game's own seed: the first moves after the opening may be any
//! legal ones, and the nodes of a move vary by a quarter, because engines that repeat themselves would play
//! few different games. The same seed gives the same game, on any number of cores.

use rayon::prelude::*;
use reti_core::{
    chess::{Color, Move, Position},
    field::score::Evaluation,
};
use reti_search::{
    engine::{Budget, Engine, Game, Unwatched},
    score::Score,
};

use reti::pgn::Outcome;

use crate::matches::{self, Opening};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes of a move, more or less.
    pub nodes: u64,
    /// So many moves after the opening are any legal ones.
    pub strays: usize,
    /// A game is decided when both sides see one of them so far ahead for two moves each, in centipawns;
    /// `None` plays everything out.
    pub decided: Option<i32>,
    /// A game that is longer is a draw.
    pub most_plies: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { nodes: 300, strays: 0, decided: None, most_plies: 400 }
    }
}

/// What a side thought about a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The position.
    pub position: Position,
    /// Its score for the side to move.
    pub score: Score,
    /// The move that was played.
    pub played: Move,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every position after the opening.
    pub thoughts: Vec<Thought>,
    /// White's points.
    pub white: f64,
}

/// Plies in a row in which both sides must see a game as decided.
const AGREED: i32 = 4;

/// The opening with some moves that nobody would think of; fewer, if the game would end.
fn astray(opening: &Opening, count: usize, dice: &mut fastrand::Rng) -> Opening {
    let mut opening = opening.clone();
    let mut position = opening.position();
    for _ in 0..count {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let Some(&m) = moves.get(dice.usize(..moves.len().max(1))) else { break };
        let after = position.play(m);
        if after.legal_moves().is_empty() {
            break;
        }
        opening.moves.push(m);
        position = after;
    }
    opening
}

/// Plays a game: White's evaluation, then Black's.
pub fn play(sides: [&'static Evaluation; 2], opening: &Opening, plan: &Plan, seed: u64) -> Played {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut engines = sides.map(|evaluation| {
        let mut engine = Engine::new(evaluation, 1);
        engine.set_tables(Some(reti::syzygy::embedded()));
        engine
    });
    let mut keys = opening.keys();
    let mut game = Game::new(opening.start.clone());
    for &m in &opening.moves {
        game.play(m);
    }
    let mut played = Played { thoughts: Vec::new(), white: 0.5 };
    let mut agreed: i32 = 0;
    while played.thoughts.len() < plan.most_plies {
        let position = game.position().clone();
        if let Some((outcome, _)) = matches::over(&position, &keys) {
            played.white = points(outcome);
            break;
        }
        if agreed.abs() >= AGREED {
            played.white = if agreed > 0 { 1.0 } else { 0.0 };
            break;
        }
        let nodes = dice.u64(3 * plan.nodes / 4..=5 * plan.nodes / 4).max(1);
        let engine = &mut engines[position.turn().fold_wb(0, 1)];
        let answer = engine.search(&game, &Budget { nodes: Some(nodes), ..Budget::default() }, &mut Unwatched);
        let Some(line) = answer.lines.into_iter().next() else { break };
        agreed = plan.decided.map_or(0, |bound| agreement(agreed, line.score, position.turn(), bound));
        game.play(line.moves[0]);
        keys.push(game.position().key());
        played.thoughts.push(Thought { position, score: line.score, played: line.moves[0] });
    }
    played
}

/// For how many plies in a row both sides saw White winning; negative for Black.
fn agreement(before: i32, score: Score, turn: Color, bound: i32) -> i32 {
    let white = turn.fold_wb(score.rank(), -score.rank());
    match white {
        _ if white >= bound => before.max(0) + 1,
        _ if white <= -bound => before.min(0) - 1,
        _ => 0,
    }
}

fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => 0.0,
        _ => 0.5,
    }
}

/// The openings of games or pairs with these numbers, in an order that the seed decides, and a seed for each.
fn plans(openings: &[Opening], plan: &Plan, numbers: std::ops::Range<usize>, seed: u64) -> Vec<(Opening, u64)> {
    let mut shuffled = openings.to_vec();
    matches::shuffle(&mut shuffled, seed);
    let one = |number: usize| {
        let mut dice = fastrand::Rng::with_seed(seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (astray(&shuffled[number % shuffled.len()], plan.strays, &mut dice), dice.u64(..))
    };
    numbers.map(one).collect()
}

/// Games of an evaluation against itself, in order.
pub fn games(
    evaluation: &'static Evaluation,
    openings: &[Opening],
    plan: &Plan,
    count: usize,
    seed: u64,
) -> Vec<Played> {
    let plans = plans(openings, plan, 0..count, seed);
    plans.par_iter().map(|(opening, seed)| play([evaluation; 2], opening, plan, *seed)).collect()
}

/// Pairs of games between two evaluations, one opening with both colours each: the first one's points, from 0 to 2.
pub fn pairs(
    [first, second]: [&'static Evaluation; 2],
    openings: &[Opening],
    plan: &Plan,
    numbers: std::ops::Range<usize>,
    seed: u64,
) -> Vec<f64> {
    let pair = |(opening, seed): &(Opening, u64)| {
        let white = play([first, second], opening, plan, *seed).white;
        white + 1.0 - play([second, first], opening, plan, !*seed).white
    };
    plans(openings, plan, numbers, seed).par_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::field::score;

    use super::*;

    fn plan() -> Plan {
        Plan { nodes: 60, strays: 2, decided: Some(900), most_plies: 200 }
    }

    #[test]
    fn games_are_legal_differ_and_repeat_on_any_number_of_threads() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| games(&score::SEED, &matches::built_in(), &plan(), 6, 3))
        };
        let moves = |games: &[Played]| -> Vec<Vec<Move>> {
            games.iter().map(|game| game.thoughts.iter().map(|thought| thought.played).collect()).collect()
        };
        let first = on(1);
        assert_eq!(moves(&first), moves(&on(3)));
        assert_ne!(moves(&first), moves(&games(&score::SEED, &matches::built_in(), &plan(), 6, 4)));
        for game in &first {
            assert!([0.0, 0.5, 1.0].contains(&game.white) && game.thoughts.len() > 10);
            for two in game.thoughts.windows(2) {
                assert_eq!(two[0].position.play(two[0].played), two[1].position);
            }
        }
    }

    #[test]
    fn who_knows_what_pieces_are_worth_beats_who_does_not() {
        // A king is worth nothing there, and nothing else is either.
        let nothing = Evaluation::from_kernels("nothing", reti_core::field::learned::Kernels::new(&[(0, 0); COUNT]));
        let found = pairs([&score::SEED, nothing], &matches::built_in(), &plan(), 0..4, 1);
        assert!(found.iter().sum::<f64>() > 6.0, "{found:?}");
        let turned = pairs([nothing, &score::SEED], &matches::built_in(), &plan(), 0..4, 1);
        assert!(turned.iter().sum::<f64>() < 2.0, "{turned:?}");
    }

    use reti_core::field::learned::layout::COUNT;

    #[test]
    fn both_must_see_it_for_a_while() {
        let (white, black) = (Color::White, Color::Black);
        let mut agreed = 0;
        for (score, turn) in [(900, white), (-900, black), (900, white), (-900, black)] {
            agreed = agreement(agreed, Score::Centipawns(score), turn, 800);
        }
        assert_eq!(agreed, 4);
        assert_eq!(agreement(agreed, Score::Centipawns(10), white, 800), 0);
        assert_eq!(agreement(agreed, Score::MatedIn(2), white, 800), -1);
    }
}
