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

use super::{Line, Moment, Theme};
use crate::motif::{BLANK, Label, Motif, Role};
use crate::{
    chess::{PieceType, Position},
    value::{balance, worth},
};

pub(crate) static SACRIFICE: Motif = Motif {
    name: "sacrifice",
    number: 74,
    family: "sacrifice",
    summary: "Material is given up and not taken back at once.",
    theme: Some(Theme::only(&[Role::Piece], find)),
    played: &[("8/8/3R4/1k1B1K2/6p1/7p/3r4/8 w - - 1 64", "Bc4+ Kxc4 Rxd2 g3", "g3 black: piece=g3")],
    label: Some(Label::same(&["sacrifice"])),
    source: include_str!("sacrifice.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
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
    given.map(|step| Moment::common(step.ply, vec![(Role::Piece, step.to())])).into_iter().collect()
}
