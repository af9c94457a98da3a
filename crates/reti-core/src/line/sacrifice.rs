//! The solver gives up material and does not get it back at once.
//!
//! # Roles
//! - `piece`: where the solver's last move went before the balance was read.
//!
//! # Predicate
//! After one of the solver's moves, the first excepted, the solver is behind by two pawns or more
//! compared with the start of the solution, and the opponent has not promoted: what is missing was
//! given, and not taken back with the very next move.
//!
//! # Source
//! Lichess theme "sacrifice": "giving up material in the short-term, to gain an advantage again
//! after a forced sequence of moves".

use super::{Line, Theme, Use};
use crate::{
    chess::{PieceType, Position},
    value::{balance, worth},
};

pub(super) static SACRIFICE: Theme = Theme {
    name: "sacrifice",
    labels: &["sacrifice"],
    summary: "Material is given up and not taken back at once.",
    roles: &["piece"],
    find,
};

fn find(line: &Line) -> Vec<Use> {
    let solver = line.solver();
    let Some(start) = line.positions().get(line.first()).map(|position| balance(position.board(), solver)) else {
        return Vec::new();
    };
    let replies = line.moves().iter().skip(line.first() + 1).step_by(2);
    if replies.into_iter().any(|reply| reply.promotion().is_some()) {
        return Vec::new();
    }
    let behind = |position: &Position| balance(position.board(), solver) - start <= -2 * worth(PieceType::Pawn);
    let given = line.solver_steps().skip(1).find(|step| behind(step.after));
    given.map(|step| Use::common(step.ply, vec![("piece", step.to())])).into_iter().collect()
}
