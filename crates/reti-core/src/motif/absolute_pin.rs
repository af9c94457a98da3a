//! A piece may not leave a line because its own king stands behind it.
//!
//! # Roles
//! - `pinner`: an enemy bishop, rook or queen.
//! - `pinned`: the only piece between pinner and shielded.
//! - `shielded`: the king behind it.
//!
//! # Predicate
//! On an otherwise empty line `pinner` would attack the king `shielded`; exactly one piece,
//! `pinned`, stands between them, and it belongs to the king's side. Moves along the line remain
//! possible; the pin counts even if `pinned` could not move anyway (D-20).
//!
//! # Value
//! What capturing the pinned piece wins now. The pin alone is no gain.
//!
//! # Source
//! Seed 000, section 3.4; FIDE Laws of Chess, article 3.9.

use super::{BLANK, Bonus, Cast, Kind, Motif, PatternEdge, Role, TacticValue, Teaching, line_casts};
use crate::relation::{RayTriple, Relations};

const ROLES: [Role; 3] = [Role::Pinner, Role::Pinned, Role::Shielded];

pub(super) static ABSOLUTE_PIN: Motif = Motif {
    name: "absolute-pin",
    number: 0,
    family: "pin",
    kind: Kind::Tactic,
    summary: "A piece shields its own king from a slider and may not leave the line.",
    teaching: Some(Teaching { word: "pin", base: 3.0, bonus: Bonus::None }),
    roles: &ROLES,
    victims: &[Role::Pinned],
    detect,
    pattern,
    price,
    examples: &[("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "black: pinner=b4 pinned=c3 shielded=e1")],
    near_misses: &[
        ("4k3/8/8/8/1b6/2N5/3P4/4K3 w - - 0 1", "two pieces stand between"),
        ("4k3/8/8/8/1b6/2n5/8/4K3 w - - 0 1", "the shield belongs to the attacker"),
    ],
    source: include_str!("absolute_pin.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let kings = relations.board().kings();
    line_casts(relations, ROLES, |triple| kings.contains(triple.target))
}

/// Shared with the relative pin.
pub(super) fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let (pinner, pinned) = (cast.one(Role::Pinner), cast.one(Role::Pinned));
    let triple = RayTriple { slider: pinner, blocker: pinned, target: cast.one(Role::Shielded) };
    let mut edges = super::line_pattern("attack", triple);
    edges.push((pinner, "pin", pinned));
    edges
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let pinned = cast.one(Role::Pinned);
    TacticValue::see(relations.price(pinned).unwrap_or(0).max(0)).noting(relations, [pinned])
}
