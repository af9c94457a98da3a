//! A piece can be captured at a profit.
//!
//! # Roles
//! - `piece`: the piece that hangs.
//!
//! # Predicate
//! The best exchange on its square wins material for the other side, whoever is to move; or it is a
//! pawn that can be captured en passant at a profit now (D-27, D-05). Its capturers are the context.
//!
//! # Value
//! That exchange.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Hanging pieces".

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, PatternEdge, Property, Role, TacticValue, Teaching};
use crate::{
    chess::{Bitboard, Color, PieceType, Square},
    exchange::{Arena, see_exact},
    line,
    relation::Relations,
};

pub(crate) static HANGING_PIECE: Motif = Motif {
    name: "hanging-piece",
    number: 9,
    family: "hanging-piece",
    kind: Kind::Tactic,
    summary: "A piece can be captured at a profit.",
    teaching: Some(Teaching { word: "hanging", base: 3.0, bonus: Bonus::None }),
    roles: &[Role::Piece],
    detect,
    pattern,
    price,
    examples: &[
        ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "white: piece=e5"),
        ("4k3/8/8/4p3/3P4/5N2/8/4K3 b - - 0 1", "white: piece=e5"),
    ],
    near_misses: &[
        ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "the pawn is protected, the knight would be lost"),
        ("4k3/8/8/4p3/8/5N2/8/4K2r w - - 0 1", "the check comes first: no capture on e5 is legal"),
    ],
    theme: Some(line::hanging_piece::THEME),
    played: &[("8/8/5k2/1KP5/8/4b3/8/5n2 b - - 0 79", "Bxc5 Kxc5", "Kxc5 white: attacker=c5 piece=c5")],
    label: Some(Label::same(&["hangingPiece"])),
    source: include_str!("hanging_piece.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let turn = relations.position().turn();
    let may_pass = relations.position().en_passant_square().is_some();
    let mut casts = Vec::new();
    for square in board.occupied() {
        let Some(owner) = board.color_at(square).map(|color| !color) else { continue };
        let direct = relations.price(square).filter(|&gain| gain > 0);
        let passing = if may_pass { en_passant_gain(relations, square).filter(|&gain| gain > 0) } else { None };
        let Some(gain) = direct.max(passing) else { continue };
        let cast = Cast::new(owner, [(Role::Piece, square)])
            .with_context(winners(relations, square, owner))
            .with(Property::See(gain))
            .with(Property::EnPriseNow(owner == turn));
        casts.push(cast);
    }
    casts
}

/// The pieces whose capture on `square` wins material (shared with the trapped piece).
pub(super) fn winners(relations: &Relations, square: Square, by: Color) -> Bitboard {
    let arena = Arena::new(relations.board());
    let mut winners = Bitboard::EMPTY;
    for from in relations.attackers(square, by) {
        winners.set(from, arena.wins_from(from, square));
    }
    if en_passant_gain(relations, square).is_some_and(|gain| gain > 0) {
        winners |= relations.en_passant().map_or(Bitboard::EMPTY, |(_, capturers)| capturers);
    }
    winners
}

/// The best value of capturing the pawn on `square` en passant, if that is legal now.
fn en_passant_gain(relations: &Relations, square: Square) -> Option<i32> {
    let position = relations.position();
    // Only the pawn that has just made a double step: its square lies beside the target's.
    let target = position.en_passant_square()?;
    if target.file() != square.file() || target.distance(square) != 1 {
        return None;
    }
    let (victim, _) = relations.en_passant().filter(|&(victim, _)| victim == square)?;
    debug_assert!(relations.board().role_at(victim) == Some(PieceType::Pawn));
    position.legal_moves().iter().filter(|m| m.is_en_passant()).map(|&m| see_exact(position, m)).max()
}

/// Shared with the trapped piece.
pub(super) fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let piece = cast.one(Role::Piece);
    cast.context.into_iter().map(|attacker| (attacker, "attack", piece)).collect()
}

/// Shared with the trapped piece.
pub(super) fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let piece = cast.one(Role::Piece);
    let gain = relations.price(piece).max(en_passant_gain(relations, piece)).unwrap_or(0);
    TacticValue::see(gain).noting(relations, [piece])
}
