//! A slider protects its own piece through an enemy piece that attacks it.
//!
//! # Roles
//! - `slider`: a bishop, rook or queen.
//! - `intervening`: the enemy piece on the line, which attacks the defended piece.
//! - `defended`: the own piece behind it, not the king.
//!
//! # Predicate
//! `intervening` is the first piece that `slider` meets and an enemy; `defended` is the second, its
//! own; and `intervening` itself attacks `defended`, so that if it takes it is retaken along its own
//! line. Without that condition every rook behind an enemy pawn would count (D-23).
//!
//! # Value
//! None by itself.
//!
//! # Source
//! Seed 000, section 3.4.

use super::{BLANK, Bonus, Cast, Kind, Motif, PatternEdge, Role, Teaching};
use crate::relation::{RayTriple, Relations};

pub(super) static X_RAY_DEFENSE: Motif = Motif {
    name: "x-ray-defense",
    number: 8,
    family: "x-ray-defense",
    kind: Kind::Tactic,
    summary: "A slider protects its own piece through the enemy piece that attacks it.",
    teaching: Some(Teaching { word: "x-ray-defense", base: 1.0, bonus: Bonus::None }),
    roles: &[Role::Slider, Role::Intervening, Role::Defended],
    detect,
    pattern,
    examples: &[("4k3/8/8/4N3/4r3/8/8/4RK2 w - - 0 1", "white: slider=e1 intervening=e4 defended=e5")],
    near_misses: &[
        ("4k3/8/8/4N3/4b3/8/8/4RK2 w - - 0 1", "the bishop between does not attack the knight"),
        ("4k3/8/8/4N3/4B3/8/8/4RK2 w - - 0 1", "the piece between is a friend"),
    ],
    source: include_str!("x_ray_defense.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for &RayTriple { slider, blocker, target } in relations.triples() {
        let Some(owner) = board.color_at(slider) else { continue };
        if board.by_color(!owner).contains(blocker)
            && board.by_color(owner).contains(target)
            && !board.kings().contains(target)
            && relations.attacks_from(blocker).contains(target)
        {
            let parts = [(Role::Slider, slider), (Role::Intervening, blocker), (Role::Defended, target)];
            casts.push(Cast::new(owner, parts));
        }
    }
    casts
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let (intervening, defended) = (cast.one(Role::Intervening), cast.one(Role::Defended));
    let triple = RayTriple { slider: cast.one(Role::Slider), blocker: intervening, target: defended };
    let mut edges = super::line_pattern("attack", triple);
    edges.push((intervening, "attack", defended));
    edges
}
