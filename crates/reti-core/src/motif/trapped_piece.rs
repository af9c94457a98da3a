//! An attacked piece has no move that saves it.
//!
//! # Roles
//! - `piece`: a knight, bishop, rook or queen.
//!
//! # Predicate
//! The piece can be captured at a profit, its side is not in check, and every legal move that it has
//! (were it to move) loses material on arrival. "No safe square" alone would make the rooks of the
//! start position trapped (D-28). Its capturers are the context.
//!
//! # Value
//! The exchange on its square.
//!
//! # Source
//! Seed 000, section 3.4.

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, Property, Role, Teaching, hanging_piece};
use crate::{
    chess::{PieceType, Square},
    exchange::Arena,
    line,
    relation::Relations,
};

pub(super) static TRAPPED_PIECE: Motif = Motif {
    name: "trapped-piece",
    number: 10,
    family: "trapped-piece",
    kind: Kind::Tactic,
    summary: "An attacked piece has no move that saves it.",
    teaching: Some(Teaching { word: "trapped", base: 3.0, bonus: Bonus::High }),
    roles: &[Role::Piece],
    victims: &[Role::Piece],
    detect,
    pattern: hanging_piece::pattern,
    price: hanging_piece::price,
    examples: &[("4k3/8/8/8/8/1P6/bK6/8 b - - 0 1", "white: piece=a2")],
    near_misses: &[
        ("4k3/8/8/8/8/8/bK6/8 b - - 0 1", "the bishop can leave along the diagonal"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the rooks cannot move, but nothing attacks them"),
    ],
    theme: Some(line::trapped_piece::THEME),
    played: &[("8/8/8/8/8/2kp4/p7/N1K5 w - - 2 72", "Kd1 Kb2 Kd2 Kxa1", "Kb2 black: attacker=b2 piece=a1")],
    label: Some(Label::same(&["trappedPiece"])),
    source: include_str!("trapped_piece.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for square in board.occupied() {
        let Some(piece) = board.piece_at(square) else { continue };
        if matches!(piece.role, PieceType::Pawn | PieceType::King) {
            continue;
        }
        let Some(gain) = relations.price(square).filter(|&gain| gain > 0) else { continue };
        if relations.safety(piece.color).checkers.any() || has_escape(relations, square) {
            continue;
        }
        let cast = Cast::new(!piece.color, [(Role::Piece, square)])
            .with_context(hanging_piece::winners(relations, square, !piece.color))
            .with(Property::See(gain));
        casts.push(cast);
    }
    casts
}

fn has_escape(relations: &Relations, square: Square) -> bool {
    let arena = Arena::new(relations.board());
    relations.moves_from(square).iter().any(|m| arena.arrival(square, m.to(), None) >= 0)
}
