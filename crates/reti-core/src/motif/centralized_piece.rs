//! A piece stands in the centre and cannot be driven away cheaply.
//!
//! # Roles
//! - `piece`: the knight, bishop, queen or king in the centre.
//!
//! # Predicate
//! A knight, bishop or queen stands on d4, e4, d5 or e5, and no enemy man of lesser worth attacks
//! it. Or a king stands on one of the sixteen squares from c3 to f6 in an endgame: neither side has
//! pieces worth more than a rook and a minor piece, and there are pawns left to fight for. Rooks
//! work from afar and are not counted.
//!
//! # Source
//! Seed 003, "Teachability" (positional motifs); the usual textbook term.

use super::{BLANK, Cast, Kind, Motif, Role};
use crate::{
    chess::{Bitboard, Board, Color, PieceType, Square},
    relation::Relations,
    value::worth,
};

pub(super) static CENTRALIZED_PIECE: Motif = Motif {
    name: "centralized-piece",
    number: 62,
    family: "centralized-piece",
    kind: Kind::Observation,
    summary: "A piece stands in the centre and cannot be driven away cheaply.",
    roles: &[Role::Piece],
    detect,
    weight: |_, _| 0.1,
    examples: &[
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "white: piece=d5"),
        ("4k3/p7/8/8/3K4/8/8/8 w - - 0 1", "white: piece=d4"),
    ],
    near_misses: &[
        ("4k3/8/4p3/3N4/8/8/8/4K3 w - - 0 1", "the pawn drives the knight away"),
        ("4k3/8/5n2/3Q4/8/8/8/4K3 w - - 0 1", "the knight drives the queen away"),
        ("3qk3/p7/8/8/8/2K5/8/3Q4 w - - 0 1", "with queens on the board a king in the centre is no asset"),
    ],
    source: include_str!("centralized_piece.rs"),
    ..BLANK
};

/// d4, e4, d5, e5.
const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// c3 to f6.
const WIDE_CENTER: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let pieces = CENTER & (board.knights() | board.bishops() | board.queens());
    let kings = WIDE_CENTER & board.kings();
    let mut casts = Vec::new();
    for owner in Color::ALL {
        let own = board.by_color(owner);
        let held = (pieces & own).into_iter().filter(|&piece| !can_be_driven_away(relations, piece, !owner));
        casts.extend(held.map(|piece| Cast::new(owner, [(Role::Piece, piece)])));
        if let Some(king) = (kings & own).first().filter(|_| is_endgame(board)) {
            casts.push(Cast::new(owner, [(Role::Piece, king)]));
        }
    }
    casts
}

/// Whether a cheaper man attacks the piece.
fn can_be_driven_away(relations: &Relations, piece: Square, by: Color) -> bool {
    let cost = |square| relations.board().role_at(square).map_or(0, worth);
    relations.attackers(piece, by).into_iter().any(|attacker| cost(attacker) < cost(piece))
}

/// Whether pawns are left and neither side has more than a rook and a minor piece.
fn is_endgame(board: &Board) -> bool {
    let most = worth(PieceType::Rook) + worth(PieceType::Bishop);
    let light = |color| {
        let pieces = board.by_color(color) & !board.pawns() & !board.kings();
        pieces.into_iter().filter_map(|square| board.role_at(square)).map(worth).sum::<i32>() <= most
    };
    board.pawns().any() && Color::ALL.into_iter().all(light)
}
