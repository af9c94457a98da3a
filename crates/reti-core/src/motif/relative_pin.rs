//! A piece could leave a line, but a dearer piece behind it would then be lost.
//!
//! # Roles
//! - `pinner`: an enemy bishop, rook or queen.
//! - `pinned`: the only piece between pinner and shielded.
//! - `shielded`: a dearer piece of the same side, not the king.
//!
//! # Predicate
//! `pinned` is worth less than `shielded`, has at least one legal move off the line, and without
//! `pinned` the capture of `shielded` by `pinner` would win material. A pawn in front of its own
//! rook on a file is therefore no relative pin: leaving costs nothing (D-20).
//!
//! # Value
//! What capturing the pinned piece wins now, or nothing.
//!
//! # Source
//! Seed 000, section 3.4.

use super::{BLANK, Bonus, Cast, Kind, Motif, Role, TacticValue, Teaching, absolute_pin, line_casts};
use crate::{
    chess::PieceType,
    exchange::Arena,
    relation::{RayTriple, Relations},
    value::worth,
};

const ROLES: [Role; 3] = [Role::Pinner, Role::Pinned, Role::Shielded];

pub(super) static RELATIVE_PIN: Motif = Motif {
    name: "relative-pin",
    number: 1,
    family: "pin",
    kind: Kind::Tactic,
    summary: "A piece shields a dearer one from a slider; moving it off the line would cost material.",
    teaching: Some(Teaching { word: "pin", base: 3.0, bonus: Bonus::None }),
    roles: &ROLES,
    victims: &[Role::Pinned],
    detect,
    pattern: absolute_pin::pattern,
    price,
    examples: &[("3qk3/8/5n2/6B1/8/8/8/4K3 w - - 0 1", "white: pinner=g5 pinned=f6 shielded=d8")],
    near_misses: &[
        ("3bk3/8/5n2/6B1/8/8/8/4K3 w - - 0 1", "the piece behind is not dearer"),
        ("4k3/8/8/8/7r/7P/8/4K2R b - - 0 1", "the pawn cannot leave the file, and the rook behind it is worth no more"),
    ],
    source: include_str!("relative_pin.rs"),
    ..BLANK
};

/// Whether a ray triple between enemies of the slider's owner is a relative pin.
pub(super) fn holds(relations: &Relations, triple: RayTriple) -> bool {
    let board = relations.board();
    let (Some(pinned), Some(shielded)) = (board.role_at(triple.blocker), board.role_at(triple.target)) else {
        return false;
    };
    if shielded == PieceType::King || worth(pinned) >= worth(shielded) {
        return false;
    }
    if !Arena::new(board).without(triple.blocker).wins_from(triple.slider, triple.target) {
        return false;
    }
    let line = triple.line();
    relations.moves_from(triple.blocker).iter().any(|m| !line.contains(m.to()))
}

fn detect(relations: &Relations) -> Vec<Cast> {
    line_casts(relations, ROLES, |triple| holds(relations, triple))
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let pinned = cast.one(Role::Pinned);
    TacticValue::see(relations.price(pinned).unwrap_or(0).max(0)).noting(relations, [pinned])
}
