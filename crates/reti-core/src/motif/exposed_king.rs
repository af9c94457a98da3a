//! A king without its pawns in front of it, with an enemy rook or queen bearing on it.
//!
//! # Roles
//! - `attacker`: each enemy piece that attacks the king or a square next to it.
//! - `king`: the king that is weak.
//!
//! # Predicate
//! The enemy has the force for an attack: a queen and one more piece, or two rooks and one more
//! piece (pawns and king are not pieces here). On the king's file and the files beside it no own
//! pawn stands one or two ranks in front of it, and at least one of these files has no own pawn at
//! all in front of the king. A rook or queen of the enemy attacks the king's square or one next to
//! it; with it, every enemy piece that does so is an `attacker`.
//!
//! # Source
//! Seed 003, "Teachability" and "Rendering"; decision D-15.

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, Role, Teaching, casts_against_kings, pawns};
use crate::{
    chess::{Bitboard, Board, Color, Square, attacks},
    line,
    relation::Relations,
};

pub(super) static EXPOSED_KING: Motif = Motif {
    name: "exposed-king",
    number: 54,
    family: "exposed-king",
    kind: Kind::Observation,
    summary: "A king has no pawn in front of it while an enemy rook or queen bears on it.",
    teaching: Some(Teaching { word: "exposed_king", base: 2.0, bonus: Bonus::Moderate }),
    roles: &[Role::Attacker, Role::King],
    detect,
    weight,
    examples: &[("6k1/8/8/7Q/8/3B4/8/6K1 b - - 0 1", "white: attacker=d3 attacker=h5 king=g8")],
    near_misses: &[
        ("6k1/5p2/8/7Q/8/3B4/8/6K1 b - - 0 1", "a pawn covers the king"),
        ("6k1/8/8/7Q/8/8/8/6K1 b - - 0 1", "a queen alone is not enough force"),
        ("6k1/8/8/8/Q7/3B4/8/6K1 b - - 0 1", "the queen is far away: only the bishop bears on h7"),
    ],
    theme: Some(line::exposed_king::THEME),
    played: &[("8/8/5K1k/6P1/8/8/2n5/8 b - - 0 69", "Kh7 Kf7 Ne3 g6+ Kh6 g7", "g6+ white: attacker=g6 king=h7")],
    label: Some(Label::same(&["exposedKing"])),
    source: include_str!("exposed_king.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    casts_against_kings(relations, |owner, king| {
        if !has_force(board, owner) || is_covered(board, king, !owner) {
            return None;
        }
        let ring = attacks::king_attacks(king).with(king);
        let pieces = board.by_color(owner) & !board.pawns() & !board.kings();
        let near: Bitboard = pieces.into_iter().filter(|&piece| (relations.attacks_from(piece) & ring).any()).collect();
        let parts = near.into_iter().map(|attacker| (Role::Attacker, attacker));
        (near & board.rooks_and_queens()).any().then(|| Cast::new(owner, parts.chain([(Role::King, king)])))
    })
}

/// Whether a side has enough pieces for an attack on a king.
fn has_force(board: &Board, color: Color) -> bool {
    let own = board.by_color(color);
    let pieces = own & !board.pawns() & !board.kings();
    ((own & board.queens()).any() && pieces.count() >= 2) || ((own & board.rooks()).count() >= 2 && pieces.count() >= 3)
}

/// Whether pawns cover the king: one close in front of it, or one on every file ahead.
fn is_covered(board: &Board, king: Square, color: Color) -> bool {
    let place = Bitboard::from_square(king);
    let base = place | pawns::beside(place);
    let front = pawns::ahead(color, base);
    let own = pawns::of(board, color);
    let step = color.fold_wb(8, -8);
    let close = base.shift(step) | base.shift(2 * step);
    let bare_files = base & !pawns::ahead(!color, own & front);
    (own & close).any() || bare_files.is_empty()
}

/// Without a queen the attack is seldom dangerous.
fn weight(relations: &Relations, cast: &Cast) -> f64 {
    let board = relations.board();
    if (board.queens() & board.by_color(cast.owner)).any() { 0.8 } else { 0.2 }
}
