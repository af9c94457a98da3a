//! A dear piece is attacked on a line and, when it steps aside, uncovers a cheaper one behind it.
//!
//! # Roles
//! - `attacker`: an enemy bishop, rook or queen.
//! - `front`: the dearer piece, which must leave.
//! - `behind`: the cheaper piece behind it on the same line.
//!
//! # Predicate
//! `front` is worth strictly more than `behind`; capturing `front` with `attacker` would win
//! material, so it has to go; and with `front` gone the capture of `behind` would win material too.
//! Equal values, as a bishop that looks through a rook at a rook, are an x-ray attack (D-21).
//!
//! # Value
//! The exchange on `behind` with `front` gone.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Skewers".

use super::{BLANK, Bonus, Cast, Kind, Motif, Role, TacticValue, Teaching, absolute_skewer, line_casts};
use crate::{
    chess::PieceType,
    exchange::Arena,
    relation::{RayTriple, Relations},
    value::worth,
};

const ROLES: [Role; 3] = [Role::Attacker, Role::Front, Role::Behind];

pub(super) static RELATIVE_SKEWER: Motif = Motif {
    name: "relative-skewer",
    number: 3,
    family: "skewer",
    kind: Kind::Tactic,
    summary: "A slider attacks a dear piece that must step aside and uncover a cheaper one.",
    teaching: Some(Teaching { word: "skewer", base: 3.0, bonus: Bonus::None }),
    roles: &ROLES,
    victims: &[Role::Front],
    detect,
    pattern: absolute_skewer::pattern,
    price,
    examples: &[("7k/8/5r2/4q3/8/8/1B6/6K1 b - - 0 1", "white: attacker=b2 front=e5 behind=f6")],
    near_misses: &[
        ("7k/8/5r2/4r3/8/8/1B6/6K1 b - - 0 1", "front and behind are worth the same: an x-ray attack"),
        ("7k/8/5q2/4r3/8/8/1B6/6K1 b - - 0 1", "the dearer piece stands behind: a pin"),
    ],
    source: include_str!("relative_skewer.rs"),
    ..BLANK
};

/// Whether a ray triple between enemies of the slider's owner is a relative skewer.
pub(super) fn holds(relations: &Relations, triple: RayTriple) -> bool {
    let board = relations.board();
    let (Some(front), Some(behind)) = (board.role_at(triple.blocker), board.role_at(triple.target)) else {
        return false;
    };
    front != PieceType::King
        && worth(front) > worth(behind)
        && Arena::new(board).wins_from(triple.slider, triple.blocker)
        && absolute_skewer::wins(relations, triple)
}

fn detect(relations: &Relations) -> Vec<Cast> {
    line_casts(relations, ROLES, |triple| holds(relations, triple))
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let gain = absolute_skewer::gain(relations, absolute_skewer::triple(cast));
    TacticValue::see(gain).noting(relations, [cast.one(Role::Front), cast.one(Role::Behind)])
}
