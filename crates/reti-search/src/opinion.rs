//! A second opinion on a proven gain.
//!
//! A gain is proven for what its definition says: what happens in the little fight and after one
//! quiet reply. An attack by several quiet moves, or a passed pawn that decides, lies beyond. So
//! before a proven gain becomes a claim, the playing engine looks at the position after the trigger,
//! with a fixed number of nodes; where it does not see most of the gain, Reti says nothing. The
//! opinion can only silence a claim, never support one.

use reti_core::{
    chess::{Color, Move, Position, Symmetry},
    field::score::LEARNED,
};

use crate::{
    engine::{Budget, Engine, Game, Score, Unwatched},
    proof::goal::balance,
};

/// Gains above a rook count as a rook: an engine's score does not grow with material.
const MOST: i32 = 500;
/// What the engine may miss of the gain: a lead is not worth its full count in every position.
const MARGIN: i32 = 75;

/// Officers that an attack needs: a lone piece does nothing that the little fight would miss, and
/// in such endings a proof sees further than the engine.
const ATTACKERS: usize = 2;

/// Whether the engine, after so many nodes, does not see most of a gain that was proven for a move.
pub fn doubts(position: &Position, trigger: Move, gain: i32, nodes: u64) -> bool {
    let after = position.play(trigger);
    let board = after.board();
    let officers = board.by_color(after.turn()) & !board.pawns() & !board.kings();
    if nodes == 0 || officers.count() < ATTACKERS {
        return false;
    }
    let lead = balance(position.board(), position.turn());
    let mut engine = Engine::new(&LEARNED, 1);
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    // Seen with White to move, so that the opinion does not depend on colours.
    let seen = if after.turn() == Color::Black { Symmetry::Mirror.position(&after) } else { None };
    let answer = engine.search(&Game::new(seen.unwrap_or(after)), &budget, &mut Unwatched);
    match answer.lines.first().map(|line| line.score) {
        Some(Score::Centipawns(score)) => -score < lead + gain.min(MOST) - MARGIN,
        Some(Score::MateIn(_)) => true,
        Some(Score::MatedIn(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_new_queen_that_walks_into_mate_is_no_gain() {
        let position = Position::from_fen("8/p1p1P1k1/3p1p2/2pQ1Ppq/P5r1/1P3K2/2P5/4R3 w - - 2 38").unwrap();
        let promotes = position.parse_move("e8=Q").unwrap();
        assert!(doubts(&position, promotes, 700, 8_000), "Black attacks with checks");
        assert!(!doubts(&position, promotes, 700, 0), "nobody is asked");
        let position = Position::from_fen("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37").unwrap();
        assert!(!doubts(&position, position.parse_move("Ne2+").unwrap(), 600, 8_000));
    }
}
