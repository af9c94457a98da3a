//! A defender guards two pieces and cannot do both.
//!
//! # Roles
//! - `defender`: the piece with too much to do; kings and pawns included.
//! - `duty`: each piece that it guards and could not keep after answering at another.
//!
//! # Predicate
//! `defender` guards two pieces i and j (it may legally recapture, the piece is attacked, safe now,
//! and lost without the defender), and once it has been dragged to i, where it recaptured, j can be
//! captured at a profit. A rook that guards two pieces on its own file is not overloaded (D-29).
//! The capturers of the duties are the context.
//!
//! # Value
//! The cheapest duty; a rule of thumb.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Overloaded pieces".

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, PatternEdge, Role, TacticValue, Teaching, duty};
use crate::{
    chess::{Bitboard, Square},
    exchange::Arena,
    line,
    relation::Relations,
    value::worth,
};

pub(super) static OVERLOADED_PIECE: Motif = Motif {
    name: "overloaded-piece",
    number: 11,
    family: "overloaded-piece",
    kind: Kind::Tactic,
    summary: "A defender guards two pieces and cannot do both.",
    teaching: Some(Teaching { word: "overloaded", base: 2.0, bonus: Bonus::Moderate }),
    roles: &[Role::Defender, Role::Duty],
    detect,
    pattern,
    price,
    examples: &[("4k3/7p/5n2/R2b4/8/3B4/8/6K1 w - - 0 1", "white: defender=f6 duty=d5 duty=h7")],
    near_misses: &[
        ("3rk3/8/8/3n4/8/3b4/8/3R2K1 w - - 0 1", "both duties lie on the rook's own file"),
        ("4k3/7p/5n2/3b4/8/3B4/8/6K1 w - - 0 1", "only the pawn is attacked"),
    ],
    theme: Some(line::overloaded_piece::THEME),
    played: &[(
        "4k3/7p/8/R2b4/4n3/3B4/8/6K1 b - - 0 1",
        "Nf6 Rxd5 Nxd5 Bxh7",
        "Rxd5 white: defender=f6 duty=d5 duty=h7",
    )],
    label: Some(Label::same(&["overloading"])),
    source: include_str!("overloaded_piece.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for defender in board.occupied() {
        let guarded = duty::duties(relations, defender);
        if !guarded.more_than_one() {
            continue;
        }
        let Some(color) = board.color_at(defender) else { continue };
        let overloaded = conflicting(relations, defender, guarded);
        if overloaded.more_than_one() {
            let parts = overloaded.into_iter().map(|square| (Role::Duty, square));
            let context = overloaded
                .into_iter()
                .map(|square| duty::capturers(relations, defender, square))
                .fold(Bitboard::EMPTY, |all, some| all | some);
            casts.push(Cast::new(!color, parts.chain([(Role::Defender, defender)])).with_context(context));
        }
    }
    casts
}

/// The duties that fall when the defender answers at another one.
fn conflicting(relations: &Relations, defender: Square, guarded: Bitboard) -> Bitboard {
    let board = relations.board();
    let mut conflicting = Bitboard::EMPTY;
    for dragged_to in guarded {
        let mut dragged = board.clone();
        let Some(piece) = dragged.remove_piece_at(defender) else { continue };
        dragged.set_piece_at(dragged_to, piece);
        for abandoned in guarded.without(dragged_to) {
            if Arena::new(&dragged).wins_on(abandoned, !piece.color) {
                conflicting |= Bitboard::from_square(dragged_to).with(abandoned);
            }
        }
    }
    conflicting
}

fn pattern(relations: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let defender = cast.one(Role::Defender);
    let mut edges = Vec::new();
    for square in cast.all(Role::Duty) {
        edges.push((defender, "defend", square));
        let capturers = duty::capturers(relations, defender, square);
        edges.extend(capturers.into_iter().map(|capturer| (capturer, "attack", square)));
    }
    edges
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let board = relations.board();
    let cheapest = cast.all(Role::Duty).filter_map(|square| board.role_at(square)).map(worth).min();
    TacticValue::heuristic(cheapest.unwrap_or(0)).noting(relations, cast.all(Role::Duty))
}
