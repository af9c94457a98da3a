//! The solver has to hold something: the point of the line is a move that defends.
//!
//! # Roles
//! - `piece`: the piece that moves, where it stands afterwards.
//!
//! # Predicate
//! There were at least three legal moves, and it is one of two moves of the solver. The first one answers a
//! check, without capture, promotion or check of its own. The last one has no capture, promotion or check
//! either, attacks no enemy from its new square, and is no pawn's step to the sixth rank or beyond: the line
//! ends with it because everything is held.
//!
//! # Source
//! Lichess theme "defensiveMove": "a precise move or sequence of moves that is needed to avoid losing material
//! or another advantage".

use super::{
    Line, Moment, Step, Theme,
    quiet_move::{is_unforced, threatens_nothing},
};
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static DEFENSIVE_MOVE: Motif = Motif {
    name: "defensive-move",
    number: 88,
    family: "defensive-move",
    summary: "A move that holds everything, chosen among several.",
    theme: Some(Theme::only(&[Role::Piece], find)),
    played: &[
        ("8/8/6p1/8/5K1k/7P/8/8 w - - 0 63", "Kf3 Kxh3 Kf4 Kh4", "Kh4 black: piece=h4"),
        ("7R/5k2/8/3K2p1/6P1/6r1/8/8 w - - 3 47", "Rh7+ Kg6 Rh8 Rxg4", "Kg6 black: piece=g6"),
    ],
    label: Some(Label::same(&["defensiveMove"])),
    source: include_str!("defensive_move.rs"),
    ..BLANK
};

/// With fewer legal moves there is little to choose.
const CHOICE: usize = 3;

fn find(line: &Line) -> Vec<Moment> {
    let mut steps = line.solver_steps();
    let first = steps.next().filter(|step| step.before.is_check() && is_unforced(step));
    let last = line.solver_steps().next_back().filter(threatens_nothing);
    let mut plies = Vec::new();
    let chosen = |step: &Step| step.before.legal_moves().len() >= CHOICE;
    for step in [first, last].into_iter().flatten().filter(chosen) {
        if !plies.iter().any(|moment: &Moment| moment.ply == step.ply) {
            plies.push(Moment::common(step.ply, vec![(Role::Piece, step.to())]));
        }
    }
    plies
}
