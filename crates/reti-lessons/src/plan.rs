//! Plans: what several good lines have in common.
//!
//! A single line is one way among many; what the best line and the best of the other moves share is what
//! the position asks for: the piece that goes to the same square, the pawn that is pushed in both. A piece
//! that travels over several squares in both is told by its way, a trajectory (seed 001).
//!
//! In a race of one pawn each the plan comes from the search along zones: a king that goes for two goals at
//! once, with a line for each that an exact table confirms.

use reti_core::{
    chess::{Move, PieceType, Position, Square},
    value::Value,
};
use reti_search::{
    probe::Probe,
    score::Score,
    zone_search::{self, Purpose},
};

use crate::claim::{Claim, Evidence, What};

/// What is aimed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// A piece goes to a square, over others.
    Travels {
        /// The piece.
        piece: PieceType,
        /// From where, over which squares, to where.
        way: Vec<Square>,
    },
    /// A pawn is pushed.
    Pushes {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// The king castles.
    Castles,
    /// The king goes for two goals at once; the line of the claim shows that the enemy's pawn is stopped.
    TwoGoals {
        /// Where the king stands and the squares that it visits whichever goal is needed.
        way: Vec<Square>,
        /// The enemy's pawn that it stops.
        stopped: Square,
        /// The own pawn that becomes a queen if the enemy leaves it alone.
        supported: Square,
        /// The line in which it does.
        queens: Vec<Move>,
    },
}

impl Plan {
    /// The steps of its way.
    pub fn steps(&self) -> Vec<(Square, Square)> {
        match self {
            Plan::Travels { way, .. } | Plan::TwoGoals { way, .. } => {
                way.windows(2).map(|pair| (pair[0], pair[1])).collect()
            }
            Plan::Pushes { from, to } => vec![(*from, *to)],
            Plan::Castles => Vec::new(),
        }
    }
}

/// The plan of a king between two pawns, by the search along zones: only where a table confirms every move
/// of both lines.
pub fn two_goals(position: &Position, tables: &dyn Probe) -> Option<Claim> {
    let found = zone_search::plan(position, tables).filter(|plan| plan.is_double() && plan.value == Value::Draw)?;
    let goal = |purpose: Purpose| found.goals.iter().find(|goal| goal.purpose == purpose);
    let (stop, support) = (goal(Purpose::Stop)?, goal(Purpose::Support)?);
    let walk = |line: &[Move]| -> Vec<Square> {
        let own = line.iter().step_by(2).filter(|m| m.role() == PieceType::King);
        own.map(|m| m.to()).collect()
    };
    let (one, other) = (walk(&stop.line), walk(&support.line));
    let common = one.iter().zip(&other).take_while(|(a, b)| a == b).map(|(&square, _)| square);
    let way: Vec<Square> = std::iter::once(found.king).chain(common).collect();
    let plan = Plan::TwoGoals { way, stopped: stop.pawn, supported: support.pawn, queens: support.line.clone() };
    let evidence = Evidence::Exact(Score::Exact(Value::Draw));
    Some(Claim::of_line(position, &stop.line, What::Plan(plan), evidence))
}

/// How many plies of a line count.
const PLIES: usize = 8;

/// The own moves of a line after its first, with where each piece stood at the start.
fn own(position: &Position, line: &[Move]) -> Vec<(Move, Vec<Square>)> {
    let mut ways: Vec<Vec<Square>> = Vec::new();
    let mut moves = Vec::new();
    for &m in line.iter().take(PLIES).step_by(2) {
        let Some(from) = m.from().filter(|_| !m.is_castle()) else {
            moves.push((m, Vec::new()));
            continue;
        };
        let known = ways.iter().position(|way| way.last() == Some(&from));
        let index = known.unwrap_or_else(|| {
            ways.push(vec![from]);
            ways.len() - 1
        });
        ways[index].push(m.to());
        moves.push((m, ways[index].clone()));
    }
    debug_assert!(moves.first().is_none_or(|(m, _)| position.is_legal(*m)));
    moves
}

/// What two lines from the same position share that is not played at once.
pub fn shared(position: &Position, best: &[Move], second: &[Move]) -> Option<Plan> {
    let (one, other) = (own(position, best), own(position, second));
    let quiet = |m: &Move| !m.is_capture() && !m.is_promotion();
    let mut found = None;
    for (m, way) in one.iter().skip(1).filter(|(m, _)| quiet(m)) {
        let recurs = |(again, route): &(Move, Vec<Square>)| {
            let same_start = route.first() == way.first();
            again.role() == m.role() && again.to() == m.to() && again.is_castle() == m.is_castle() && same_start
        };
        if !other.iter().any(recurs) {
            continue;
        }
        let plan = match m {
            m if m.is_castle() => Plan::Castles,
            m if m.role() == PieceType::Pawn => {
                let Some(&from) = way.first() else { continue };
                Plan::Pushes { from, to: m.to() }
            }
            // A rook that has castled begins where nothing stands yet.
            _ if way.first().is_none_or(|from| position.board().role_at(*from) != Some(m.role())) => continue,
            // Who comes back where he has been goes nowhere.
            _ if way.iter().enumerate().any(|(index, square)| way[..index].contains(square)) => continue,
            _ => Plan::Travels { piece: m.role(), way: way.clone() },
        };
        // The longest way says most; of equals the first.
        let length = |plan: &Plan| if let Plan::Travels { way, .. } = plan { way.len() } else { 2 };
        if found.as_ref().is_none_or(|known| length(&plan) > length(known)) {
            found = Some(plan);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn shared_by(fen: &str, one: &str, other: &str) -> Option<Plan> {
        let position = Position::from_fen(fen).unwrap();
        let line = |text: &str| -> Vec<Move> {
            let mut here = position.clone();
            let mut moves = Vec::new();
            for word in text.split(' ') {
                let m = here.parse_move(word).unwrap();
                here = here.play(m);
                moves.push(m);
            }
            moves
        };
        shared(&position, &line(one), &line(other))
    }

    const CASTLES: &str = "r1bq1rk1/pp3ppp/2n1p3/3n4/1b1P4/2NB1N2/PP1B1PPP/R2QK2R w KQ - 3 10";

    #[test]
    fn a_rook_that_castled_stands_nowhere_yet() {
        assert_eq!(shared_by(CASTLES, "O-O Be7 Re1 Bf6", "O-O Nf6 Re1 b6"), None);
        assert_eq!(shared_by(CASTLES, "a3 Be7 O-O Bf6", "h3 Be7 O-O Nf6"), Some(Plan::Castles));
    }

    #[test]
    fn the_longer_way_is_told() {
        let way = vec![Square::D3, Square::B1, Square::A2];
        let plan = Plan::Travels { piece: PieceType::Bishop, way };
        assert_eq!(shared_by(CASTLES, "a3 Be7 Bb1 Bf6 Ba2 b6", "a3 Nf6 Bb1 Be7 Ba2 b6"), Some(plan));
    }
}
