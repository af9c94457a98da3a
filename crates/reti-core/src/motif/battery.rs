//! Two sliders stand behind each other on a line along which both move, aiming at something.
//!
//! # Roles
//! - `front`: the slider in front.
//! - `slider`: the friendly slider behind it.
//! - `target`: the enemy piece at the end of the line.
//! - `square`: without such a piece, each empty square on the line next to the enemy king.
//!
//! # Predicate
//! `slider` and `front` are bishops, rooks or queens of one side, nothing stands between them, and
//! both move along the line that joins them. Looking on from `front`, the first man is an enemy:
//! `target`, if it is the king, a piece, or a pawn next to the king. Or else the line crosses empty
//! squares next to the enemy king, each a `square`.
//!
//! A battery is neither an x-ray attack, whose intervening piece is an enemy (D-22), nor a discovered
//! attack, whose front piece does not attack the target itself (D-24).
//!
//! # Source
//! Decisions D-15, D-22 and D-24.

use super::{BLANK, Cast, Kind, Motif, PatternEdge, Role};
use crate::{
    chess::{Color, PieceType, Square, attacks},
    relation::{RayTriple, Relations},
};

pub(super) static BATTERY: Motif = Motif {
    name: "battery",
    number: 55,
    family: "battery",
    kind: Kind::Observation,
    summary: "Two sliders stand behind each other and aim along the same line.",
    roles: &[Role::Front, Role::Slider, Role::Target, Role::Square],
    detect,
    weight: |_, cast| if cast.all(Role::Target).next().is_some() { 0.3 } else { 0.15 },
    pattern,
    examples: &[
        ("3q2k1/8/8/8/3R4/8/8/3R2K1 w - - 0 1", "white: front=d4 slider=d1 target=d8"),
        ("6k1/5ppp/8/8/8/3B4/2Q5/6K1 w - - 0 1", "white: front=d3 slider=c2 target=h7"),
        ("6k1/5pp1/7p/8/8/3B4/2Q5/6K1 w - - 0 1", "white: front=d3 slider=c2 square=h7"),
    ],
    near_misses: &[
        ("6k1/3p4/8/8/3R4/8/8/3R2K1 w - - 0 1", "the line ends at a pawn far from the king"),
        ("3q2k1/8/8/8/3B4/8/8/3R2K1 w - - 0 1", "the bishop does not move along the file"),
    ],
    source: include_str!("battery.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let sliders = board.sliders() & board.by_color(owner);
        if !sliders.more_than_one() {
            continue;
        }
        let king = relations.safety(!owner).king;
        for slider in sliders {
            for front in relations.attacks_from(slider) & sliders {
                if !relations.attacks_from(front).contains(slider) {
                    continue;
                }
                let goals = goals(relations, slider, front, king);
                if !goals.is_empty() {
                    let pair = [(Role::Front, front), (Role::Slider, slider)];
                    casts.push(Cast::new(owner, goals.into_iter().chain(pair)));
                }
            }
        }
    }
    casts
}

/// What a battery aims at: the piece at the end of the line, or the empty squares next to the king.
fn goals(relations: &Relations, slider: Square, front: Square, king: Square) -> Vec<(Role, Square)> {
    let board = relations.board();
    let back = attacks::between(slider, front).with(slider);
    let aim = relations.attacks_from(front) & attacks::ray(slider, front) & !back;
    let ring = attacks::king_attacks(king);
    let enemies = board.color_at(king).map(|enemy| board.by_color(enemy)).unwrap_or_default();
    match (aim & enemies).first() {
        Some(end) if board.role_at(end) != Some(PieceType::Pawn) || ring.contains(end) => vec![(Role::Target, end)],
        _ => (aim & ring & !board.occupied()).into_iter().map(|square| (Role::Square, square)).collect(),
    }
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let (slider, blocker) = (cast.one(Role::Slider), cast.one(Role::Front));
    let Some(target) = cast.all(Role::Target).next() else {
        return vec![(slider, "defend", blocker)];
    };
    let mut edges = super::line_pattern("defend", RayTriple { slider, blocker, target });
    edges.push((blocker, "attack", target));
    edges
}
