//! A slider looks through an enemy piece at another enemy piece that it would win.
//!
//! # Roles
//! - `slider`: a bishop, rook or queen.
//! - `intervening`: the enemy piece that stops it for now.
//! - `beyond`: the enemy piece behind it.
//!
//! # Predicate
//! Both pieces are enemies of `slider`; the line is neither a pin nor a skewer; `beyond` is at least
//! a minor piece, not the king; and with `intervening` gone its capture would win material. Through
//! an own piece it would be a battery or a discovered attack (D-22).
//!
//! # Value
//! None by itself: the intervening piece has to leave first.
//!
//! # Source
//! Seed 000, section 3.4.

use super::{
    BLANK, Bonus, Cast, Kind, Motif, PatternEdge, Role, Teaching, absolute_skewer, line_casts, relative_pin,
    relative_skewer,
};
use crate::relation::{RayTriple, Relations};

const ROLES: [Role; 3] = [Role::Slider, Role::Intervening, Role::Beyond];

pub(super) static X_RAY_ATTACK: Motif = Motif {
    name: "x-ray-attack",
    number: 7,
    family: "x-ray-attack",
    kind: Kind::Tactic,
    summary: "A slider looks through one enemy piece at another that it would win.",
    teaching: Some(Teaching { word: "xray", base: 2.0, bonus: Bonus::Moderate }),
    roles: &ROLES,
    detect,
    pattern,
    examples: &[("7k/8/5r2/4r3/8/8/1B6/6K1 b - - 0 1", "white: slider=b2 intervening=e5 beyond=f6")],
    near_misses: &[
        ("4k3/8/8/p7/p7/8/8/R3K3 w - - 0 1", "a pawn behind is too little"),
        ("7k/8/5q2/4r3/8/8/1B6/6K1 b - - 0 1", "the piece behind is dearer and the rook may move: a relative pin"),
    ],
    source: include_str!("x_ray_attack.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    line_casts(relations, ROLES, |triple| holds(relations, triple))
}

fn holds(relations: &Relations, triple: RayTriple) -> bool {
    let board = relations.board();
    let worthless = board.pawns() | board.kings();
    !worthless.contains(triple.target)
        && !board.kings().contains(triple.blocker)
        && absolute_skewer::wins(relations, triple)
        && !relative_pin::holds(relations, triple)
        && !relative_skewer::holds(relations, triple)
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let triple = RayTriple {
        slider: cast.one(Role::Slider),
        blocker: cast.one(Role::Intervening),
        target: cast.one(Role::Beyond),
    };
    super::line_pattern("attack", triple)
}
