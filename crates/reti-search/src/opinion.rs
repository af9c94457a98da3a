//! A second opinion on a proven gain.
//!
//! A gain is proven for what its definition says: what happens in the little fight and after one
//! quiet reply. An attack by several quiet moves, or a passed pawn that decides, lies beyond. So
//! before a proven gain becomes a claim, an advisor looks at the position after the trigger,
//! with a fixed number of nodes; where it does not see most of the gain, Reti says nothing. The
//! opinion can only silence a claim, never support one.

use reti_core::{
    chess::{Move, Position},
    value::balance,
};

use crate::{advice::Advisor, score::Score};

/// Gains above a rook count as a rook: an engine's score does not grow with material.
const MOST: i32 = 500;
/// What the engine may miss of the gain: a lead is not worth its full count in every position.
const MARGIN: i32 = 50;

/// Men besides the king that a counterattack needs: a lone one does nothing that the little fight
/// would miss, and in such endings a proof sees further than the engine.
const ATTACKERS: usize = 2;

/// A first move that an advisor may doubt.
pub struct Doubt {
    after: Position,
    /// What the mover has more before his move, in centipawns.
    lead: i32,
}

impl Doubt {
    /// About a legal move; `None` where nobody need be asked.
    pub fn about(position: &Position, trigger: Move) -> Option<Doubt> {
        let after = position.play(trigger);
        let board = after.board();
        let men = board.by_color(after.turn()) & !board.kings();
        (men.count() >= ATTACKERS).then(|| Doubt { lead: balance(position.board(), position.turn()), after })
    }

    /// The largest gain, in centipawns, that the advisor does not doubt after so many nodes. One that
    /// gives no answer silences the claim.
    pub fn allows(&self, advisor: &mut dyn Advisor, nodes: u64) -> i32 {
        let Ok(look) = advisor.best(&self.after, nodes, 1) else { return i32::MIN };
        match look.score {
            Score::MateIn(_) => i32::MIN,
            Score::MatedIn(_) => i32::MAX,
            score => {
                let seen = MARGIN - score.rank() - self.lead;
                if seen >= MOST { i32::MAX } else { seen }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::advice::Own;

    #[test]
    fn a_new_queen_that_walks_into_mate_is_no_gain() {
        let allows = |fen: &str, san: &str| {
            let position = Position::from_fen(fen).unwrap();
            let doubt = Doubt::about(&position, position.parse_move(san).unwrap());
            doubt.map(|doubt| doubt.allows(&mut Own::new(1, position.turn()), 8_000))
        };
        let seen = allows("8/p1p1P1k1/3p1p2/2pQ1Ppq/P5r1/1P3K2/2P5/4R3 w - - 2 38", "e8=Q");
        assert!(seen.unwrap() < 700, "Black attacks with checks");
        assert!(allows("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37", "Ne2+").unwrap() >= 600);
        assert_eq!(allows("8/8/4k3/8/8/4K3/4P3/7r w - - 0 1", "Kd2"), None, "a lone rook needs no opinion");
    }
}
