//! A checked king must step aside and leave the piece behind it to the slider.
//!
//! # Roles
//! - `attacker`: an enemy bishop, rook or queen that gives check.
//! - `front`: the king.
//! - `behind`: the piece behind it on the same line.
//!
//! # Predicate
//! `front` is the king, the first piece that `attacker` meets; `behind` is the second and belongs to
//! the same side; with the king off the line the capture of `behind` by `attacker` would win
//! material (D-21).
//!
//! # Value
//! The worth of the piece behind; a rule of thumb, since the king chooses where it goes.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Skewers".

use super::{BLANK, Bonus, Cast, Kind, Motif, PatternEdge, Role, TacticValue, Teaching, line_casts};
use crate::{
    exchange::Arena,
    relation::{RayTriple, Relations},
    value::worth,
};

const ROLES: [Role; 3] = [Role::Attacker, Role::Front, Role::Behind];

pub(super) static ABSOLUTE_SKEWER: Motif = Motif {
    name: "absolute-skewer",
    number: 2,
    family: "skewer",
    kind: Kind::Tactic,
    summary: "A slider checks the king and wins the piece behind it when it steps aside.",
    teaching: Some(Teaching { word: "skewer", base: 3.0, bonus: Bonus::None }),
    roles: &ROLES,
    victims: &[Role::Front],
    detect,
    pattern,
    price,
    examples: &[("3q4/8/8/3k4/8/8/8/3R2K1 b - - 0 1", "white: attacker=d1 front=d5 behind=d8")],
    near_misses: &[
        ("3n3r/8/8/3k4/8/8/8/3R2K1 b - - 0 1", "the knight behind is protected, taking it would cost the rook"),
        ("3q4/3p4/8/3k4/8/8/8/3R2K1 b - - 0 1", "another piece stands between king and queen"),
    ],
    source: include_str!("absolute_skewer.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let kings = relations.board().kings();
    line_casts(relations, ROLES, |triple| kings.contains(triple.blocker) && wins(relations, triple))
}

/// What the slider wins on the piece behind with the front gone.
pub(super) fn gain(relations: &Relations, triple: RayTriple) -> i32 {
    let without = Arena::new(relations.board()).without(triple.blocker);
    without.capture_from(triple.slider, triple.target).unwrap_or(0)
}

/// Whether that is something.
pub(super) fn wins(relations: &Relations, triple: RayTriple) -> bool {
    Arena::new(relations.board()).without(triple.blocker).wins_from(triple.slider, triple.target)
}

/// Shared with the relative skewer.
pub(super) fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    super::line_pattern("attack", triple(cast))
}

/// Shared with the relative skewer.
pub(super) fn triple(cast: &Cast) -> RayTriple {
    RayTriple { slider: cast.one(Role::Attacker), blocker: cast.one(Role::Front), target: cast.one(Role::Behind) }
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let behind = cast.one(Role::Behind);
    let worth = relations.board().role_at(behind).map_or(0, worth);
    let value = if wins(relations, triple(cast)) { worth } else { 0 };
    TacticValue::heuristic(value).noting(relations, [behind])
}
