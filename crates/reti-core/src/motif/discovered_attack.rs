//! A piece can leave the line of its own slider, uncover an attack, and threaten something itself.
//!
//! # Roles
//! - `blocker`: the piece that moves away.
//! - `slider`: the friendly bishop, rook or queen behind it.
//! - `target`: the enemy piece at the end of the line; the king makes it a discovered check.
//!
//! # Predicate
//! `blocker` does not attack `target` already (that would be a battery) and has a legal move off the
//! line. If `target` is the king nothing more is asked. Otherwise the capture of `target` by `slider`
//! must win material with `blocker` gone, and the move must do something of its own: give check,
//! capture without loss, or attack another piece that it would win (D-24).
//!
//! # Value
//! The exchange on `target` with `blocker` gone; a discovered check wins nothing by itself.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Discovered attacks".

use super::{
    BLANK, Bonus, Cast, Kind, Label, Motif, PatternEdge, Property, Role, TacticValue, Teaching, absolute_skewer,
};
use crate::{
    chess::{Board, Color, Move, MoveList, Square},
    exchange::Arena,
    legality::{KingSafety, board_after},
    line,
    relation::{RayTriple, Relations},
};

pub(super) static DISCOVERED_ATTACK: Motif = Motif {
    name: "discovered-attack",
    number: 5,
    family: "discovered-attack",
    kind: Kind::Tactic,
    summary: "A piece can leave the line of a friendly slider and make a threat of its own.",
    teaching: Some(Teaching { word: "discovered", base: 3.0, bonus: Bonus::None }),
    roles: &[Role::Blocker, Role::Slider, Role::Target],
    detect,
    pattern,
    price,
    examples: &[
        ("7k/6q1/8/4N3/8/8/1B6/6K1 w - - 0 1", "white: blocker=e5 slider=b2 target=g7"),
        ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "white: blocker=e4 slider=e1 target=e8"),
    ],
    near_misses: &[
        ("3qk3/8/8/8/3R4/8/8/3RK3 w - - 0 1", "the front rook attacks the queen already: a battery"),
        ("3qk3/8/8/8/3B4/8/8/3RK3 w - - 0 1", "no move of the bishop makes a threat of its own"),
    ],
    theme: Some(line::discovered_attack::THEME),
    played: &[("8/6R1/8/4p3/3b3p/7k/4K3/8 w - - 0 41", "Kf3 e4+ Kxe4 Bxg7", "e4+ black: slider=d4 target=g7 mover=e4")],
    label: Some(Label::same(&["discoveredAttack", "discoveredCheck"])),
    source: include_str!("discovered_attack.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for &triple in relations.triples() {
        let RayTriple { slider, blocker, target } = triple;
        let Some(owner) = board.color_at(slider) else { continue };
        if !board.by_color(owner).contains(blocker)
            || !board.by_color(!owner).contains(target)
            || relations.attacks_from(blocker).contains(target)
        {
            continue;
        }
        let check = board.kings().contains(target);
        if !check && !absolute_skewer::wins(relations, triple) {
            continue;
        }
        let line = triple.line();
        let mut moves = relations.moves_from(blocker);
        moves.retain(|m| !line.contains(m.to()));
        if !check {
            keep_threats(relations, owner, target, &mut moves);
        }
        if !moves.is_empty() {
            let parts = [(Role::Blocker, blocker), (Role::Slider, slider), (Role::Target, target)];
            let cast = Cast::new(owner, parts).with(Property::Check(check));
            casts.push(cast.with(Property::Moves(moves.iter().copied().collect())));
        }
    }
    casts
}

/// Keeps the moves that do something of their own.
fn keep_threats(relations: &Relations, owner: Color, target: Square, moves: &mut MoveList) {
    let board = relations.board();
    let arena = Arena::new(board);
    let enemy_king = relations.safety(!owner).king;
    moves.retain(|&mut m| {
        let Some(from) = m.from() else { return false };
        if is_sound_capture(arena, from, m) {
            return true;
        }
        let after = board_after(board, m);
        let checked = after.attacks_to(enemy_king, owner, after.occupied()).any();
        checked || makes_threat(&after, owner, m.to(), target)
    });
}

fn is_sound_capture(arena: Arena<'_>, from: Square, m: Move) -> bool {
    match m {
        Move::EnPassant { .. } => true,
        _ => m.is_capture() && arena.arrival(from, m.to(), m.promotion()) >= 0,
    }
}

/// Whether the moved piece, now on `square`, would win something other than `target`.
fn makes_threat(after: &Board, owner: Color, square: Square, target: Square) -> bool {
    let arena = Arena::new(after);
    let Some(safety) = KingSafety::new(after, owner) else { return false };
    let victims = after.attacks_from(square) & after.by_color(!owner) & !after.kings();
    victims
        .without(target)
        .into_iter()
        .any(|victim| safety.allows(after, square, victim) && arena.wins_from(square, victim))
}

fn triple(cast: &Cast) -> RayTriple {
    RayTriple { slider: cast.one(Role::Slider), blocker: cast.one(Role::Blocker), target: cast.one(Role::Target) }
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    super::line_pattern("defend", triple(cast))
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let target = cast.one(Role::Target);
    if relations.board().kings().contains(target) {
        return TacticValue::none();
    }
    TacticValue::see(absolute_skewer::gain(relations, triple(cast))).noting(relations, [target])
}
