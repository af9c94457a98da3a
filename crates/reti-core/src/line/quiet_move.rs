//! The solver wins without force: a move that takes nothing, checks nothing and attacks nothing.
//!
//! # Roles
//! - `piece`: the piece that moves, where it stands afterwards.
//!
//! # Predicate
//! A move of the solver before the last one, with the king not in check: it is no capture, no promotion and
//! no check, the piece attacks no enemy from its new square, and it is neither the king nor a pawn on the
//! sixth rank or beyond, whose threat is to promote.
//!
//! # Source
//! Lichess theme "quietMove": "a move that does neither make a check or capture, nor an immediate threat to
//! capture, but does prepare a more hidden unavoidable threat for a later move".

use super::{Line, Moment, Step, Theme};
use crate::{
    chess::{PieceType, Rank},
    motif::{BLANK, Label, Motif, Role},
};

pub(crate) static QUIET_MOVE: Motif = Motif {
    name: "quiet-move",
    number: 87,
    family: "quiet-move",
    summary: "A move without check, capture or threat to capture.",
    theme: Some(Theme::only(&[Role::Piece], find)),
    played: &[("8/8/3k4/p1p5/2K5/1P6/P7/8 b - - 5 56", "Kc6 a4 Kb6 Kd5", "a4 white: piece=a4")],
    label: Some(Label::same(&["quietMove"])),
    source: include_str!("quiet_move.rs"),
    ..BLANK
};

fn find(line: &Line) -> Vec<Moment> {
    let last = line.moves().len().saturating_sub(1);
    let quiet = line.solver_steps().filter(|step| step.ply != last && !step.before.is_check());
    let quiet = quiet.filter(|step| threatens_nothing(step) && step.m.role() != PieceType::King);
    quiet.map(|step| Moment::common(step.ply, vec![(Role::Piece, step.to())])).collect()
}

/// Whether a move takes nothing, checks nothing, promotes nothing and attacks nothing from where it ends;
/// a pawn that has come far threatens to promote.
pub(super) fn threatens_nothing(step: &Step) -> bool {
    is_unforced(step) && !has_come_far(step) && (step.attacks() & step.after.board().by_color(!step.mover())).is_empty()
}

/// Whether a move is no capture, no promotion and no check.
pub(super) fn is_unforced(step: &Step) -> bool {
    !step.m.is_capture() && !step.m.is_promotion() && !step.gives_check()
}

fn has_come_far(step: &Step) -> bool {
    step.m.role() == PieceType::Pawn && step.mover().relative_rank(step.to().rank()) >= Rank::Sixth
}
