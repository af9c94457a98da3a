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
    value::balance,
};

use crate::engine::{Budget, Engine, Game, Score, Unwatched};

/// Gains above a rook count as a rook: an engine's score does not grow with material.
const MOST: i32 = 500;
/// What the engine may miss of the gain: a lead is not worth its full count in every position.
const MARGIN: i32 = 50;

/// Men besides the king that a counterattack needs: a lone one does nothing that the little fight
/// would miss, and in such endings a proof sees further than the engine.
const ATTACKERS: usize = 2;

/// The engine's view of one first move.
pub struct Opinion {
    engine: Engine,
    game: Game,
    /// What the mover has more before his move, in centipawns.
    lead: i32,
}

impl Opinion {
    /// About a legal move; `None` where the engine need not be asked.
    pub fn about(position: &Position, trigger: Move) -> Option<Opinion> {
        let after = position.play(trigger);
        let board = after.board();
        let men = board.by_color(after.turn()) & !board.kings();
        if men.count() < ATTACKERS {
            return None;
        }
        // Seen with White to move, so that the opinion does not depend on colours.
        let seen = if after.turn() == Color::Black { Symmetry::Mirror.position(&after) } else { None };
        let lead = balance(position.board(), position.turn());
        Some(Opinion { engine: Engine::new(&LEARNED, 1), game: Game::new(seen.unwrap_or(after)), lead })
    }

    /// The largest gain, in centipawns, that the engine does not doubt after so many nodes.
    pub fn allows(&mut self, nodes: u64) -> i32 {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let answer = self.engine.search(&self.game, &budget, &mut Unwatched);
        let seen = match answer.lines.first().map(|line| line.score) {
            Some(Score::Centipawns(score)) => MARGIN - score - self.lead,
            Some(Score::MateIn(_)) => return i32::MIN,
            Some(Score::MatedIn(_)) | None => return i32::MAX,
        };
        if seen >= MOST { i32::MAX } else { seen }
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
        assert!(Opinion::about(&position, promotes).unwrap().allows(8_000) < 700, "Black attacks with checks");
        let position = Position::from_fen("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37").unwrap();
        let forks = position.parse_move("Ne2+").unwrap();
        assert!(Opinion::about(&position, forks).unwrap().allows(8_000) >= 600);
        let position = Position::from_fen("8/8/4k3/8/8/4K3/4P3/7r w - - 0 1").unwrap();
        let quiet = position.parse_move("Kd2").unwrap();
        assert!(Opinion::about(&position, quiet).is_none(), "a lone rook needs no opinion");
    }
}
