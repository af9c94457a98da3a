//! A number that changes exactly when the engine's behaviour does.
//!
//! Fixed positions are searched to a fixed depth by a fresh engine, and the nodes are added up. The
//! positions are from games and studies of all phases; what they are does not matter, that they stay
//! the same does.

use reti_core::{chess::Position, field::score::Evaluation};

use super::{Budget, Engine, Game, Order, Unwatched};

/// The positions.
pub const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 0",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 1 13",
    "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/2N1B3/PPP1BPPP/R2Q1RK1 w - - 6 10",
    "2r3k1/pp3ppp/4p3/3pP3/3P4/1P3N2/P4PPP/2R3K1 w - - 0 22",
    "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
    "8/8/1p1k4/p1p2p1p/P1P2P1P/1P1K4/8/8 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/5pk1/6p1/3R3p/7P/5PP1/r5K1/8 w - - 0 40",
    "6k1/5p2/4b1p1/3pP2p/3P3P/2B2PP1/6K1/8 b - - 0 35",
];

/// The depth of the signature, in plies.
pub const DEPTH: u32 = 12;

/// The nodes of all positions together, to the depth given.
pub fn nodes(evaluation: &'static Evaluation, depth: u32) -> u64 {
    nodes_in_order(evaluation, depth, Order::default())
}

/// The same with quiet moves in another order.
pub fn nodes_in_order(evaluation: &'static Evaluation, depth: u32, order: Order) -> u64 {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    POSITIONS
        .iter()
        .map(|fen| {
            let position = Position::from_fen(fen).expect("the positions of the signature are legal");
            let mut engine = Engine::new(evaluation, 16);
            engine.set_order(order);
            engine.search(&Game::new(position), &budget, &mut Unwatched).nodes
        })
        .sum()
}
