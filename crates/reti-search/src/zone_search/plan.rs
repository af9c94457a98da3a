//! A plan: what a king step is good for, told by lines that an exact table confirms.
//!
//! The zone search finds the step and, in its tree, the two kinds of lines that justify it: lines in
//! which the king *stops* the enemy pawn, and lines in which it *supports* its own. A plan holds
//! only what is certain: the table knows the value of the position, the step keeps it, every own
//! move of every line keeps it, and the end of the line shows the purpose.
//!
//! Source: seed 001, *Reti endgame search*: motion along such trajectories allows to approach two
//! goals simultaneously.

use reti_core::{
    chess::{Color, Move, PieceType, Position, Square},
    value::Value,
};

use super::{Settings, forecast::Race, solve};
use crate::probe::Probe;

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// The own pawn falls, and the king is in time to hold the enemy pawn.
    Stop,
    /// The own pawn promotes.
    Support,
}

/// A purpose with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What the line shows.
    pub purpose: Purpose,
    /// The pawn that is stopped or supported, where it stands before the first move.
    pub pawn: Square,
    /// The line from the position; its first move is the step.
    pub line: Vec<Move>,
}

/// A king step and its goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whose plan it is.
    pub side: Color,
    /// Where the king stands.
    pub king: Square,
    /// The step.
    pub step: Move,
    /// The value that it keeps, for that side.
    pub value: Value,
    /// Whether every other move gives a worse value.
    pub only: bool,
    /// What it is good for, at most one of each purpose, the shortest line of each.
    pub goals: Vec<Goal>,
}

impl Plan {
    /// Whether the step serves two goals at once.
    pub fn is_double(&self) -> bool {
        self.goals.len() == 2
    }
}

/// The plan of the side to move in a race of one pawn each; `None` if it is no race, the key is no
/// king step, the probe does not know the position, or no line shows a purpose.
pub fn plan(position: &Position, probe: &dyn Probe) -> Option<Plan> {
    Race::new(position)?;
    let side = position.turn();
    let worth = |position: &Position| {
        let value = probe.probe(position)?.value;
        Some(if position.turn() == side { value } else { -value })
    };
    let value = worth(position).filter(|&value| value >= Value::Draw)?;
    let solution = solve(position, probe, Settings::default());
    let step = solution.key.filter(|key| key.role() == PieceType::King && !key.is_capture())?;
    if worth(&position.play(step)) != Some(value) {
        return None;
    }
    let pawn = |color: Color| (position.board().pawns() & position.board().by_color(color)).single_square();
    let (own, enemy) = (pawn(side)?, pawn(!side)?);
    let tree = &solution.tree;
    // Every branch with its position and line, as far as the side keeps the value.
    let mut reached: Vec<Option<(Position, Vec<Move>)>> = vec![Some((position.clone(), Vec::new()))];
    let mut goals: Vec<Goal> = Vec::new();
    for (_, branch) in tree.branches() {
        let next = reached[branch.father].as_ref().and_then(|(before, line)| {
            if line.is_empty() && branch.transition != step {
                return None;
            }
            let after = before.play(branch.transition);
            let line = [line.as_slice(), &[branch.transition]].concat();
            worth(&after).filter(|&now| now >= value).map(|_| (after, line))
        });
        if let Some((after, line)) = &next {
            let found = shown(after, line, side, &worth, value);
            goals.extend(found.map(|(purpose, line)| Goal {
                purpose,
                pawn: if purpose == Purpose::Stop { enemy } else { own },
                line,
            }));
        }
        reached.push(next);
    }
    goals.sort_by_key(|goal| (goal.purpose, goal.line.len()));
    goals.dedup_by_key(|goal| goal.purpose);
    let only = position
        .legal_moves()
        .into_iter()
        .filter(|&m| m != step)
        .all(|m| worth(&position.play(m)).is_some_and(|other| other < value));
    let king = position.king(side);
    (!goals.is_empty()).then_some(Plan { side, king, step, value, only, goals })
}

/// What a position of a line shows: that the enemy may take the own pawn and wins nothing by it, or
/// that the own pawn promotes and the queen stays.
fn shown(
    position: &Position,
    line: &[Move],
    side: Color,
    worth: &impl Fn(&Position) -> Option<Value>,
    value: Value,
) -> Option<(Purpose, Vec<Move>)> {
    let keeps = |after: &Position| worth(after).is_some_and(|now| now >= value);
    if position.turn() != side {
        let takes = |m: &Move| m.capture() == Some(PieceType::Pawn) && keeps(&position.play(*m));
        let capture = position.legal_moves().into_iter().find(takes)?;
        return Some((Purpose::Stop, [line, &[capture]].concat()));
    }
    let promotes = |m: &Move| {
        let after = position.play(*m);
        let stays = after.legal_moves().into_iter().all(|reply| reply.to() != m.to());
        m.promotion() == Some(PieceType::Queen) && stays && keeps(&after)
    };
    let promotion = position.legal_moves().into_iter().find(promotes)?;
    Some((Purpose::Support, [line, &[promotion]].concat()))
}
