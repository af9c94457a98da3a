//! The opponent would be well off without a move, and has to move.
//!
//! # Roles
//! - `king`: the king of the side that is in zugzwang.
//!
//! # Predicate
//! After a move of the solver that gives no check the opponent has a legal move, at most twelve of them.
//! Could he pass, no capture and no promotion of the solver would win anything by the exchange on its square;
//! after each of his legal moves one would. Zugzwangs in which something is lost later than at once are not
//! seen, because nothing is searched.
//!
//! # Source
//! Lichess theme "zugzwang": "the opponent is limited in the moves they can make, and all moves worsen their
//! position".

use super::{Line, Moment, Step, Theme};
use crate::{
    chess::Position,
    exchange::see_exact,
    motif::{BLANK, Label, Motif, Role},
};

pub(crate) static ZUGZWANG: Motif = Motif {
    name: "zugzwang",
    number: 89,
    family: "zugzwang",
    summary: "Every move loses something that a pass would keep.",
    theme: Some(Theme::only(&[Role::King], find)),
    played: &[("8/8/8/4K3/1k1p4/3P4/8/8 b - - 0 55", "Kc3 Ke4 Kc2 Kxd4", "Ke4 white: king=c3")],
    label: Some(Label::same(&["zugzwang"])),
    source: include_str!("zugzwang.rs"),
    ..BLANK
};

/// With more moves than this something can surely be moved without harm.
const FEW: usize = 12;

fn find(line: &Line) -> Vec<Moment> {
    let in_zugzwang = |step: &Step| is_zugzwang(step.after);
    let found = line.solver_steps().filter(in_zugzwang);
    found.map(|step| Moment::common(step.ply, vec![(Role::King, step.after.king(!step.mover()))])).collect()
}

fn is_zugzwang(position: &Position) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() || moves.len() > FEW {
        return false;
    }
    // There is no pass in check.
    let Some(passed) = position.pass() else { return false };
    !wins_something(&passed) && moves.into_iter().all(|m| wins_something(&position.play(m)))
}

/// Whether a capture or promotion of the side to move wins something.
fn wins_something(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.into_iter().any(|m| (m.is_capture() || m.is_promotion()) && see_exact(position, m) > 0)
}
