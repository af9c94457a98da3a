//! The rules as bit patterns: where a man attacks from a square, and what lies between squares.
//!
//! Generator and verifiers share this and nothing else about moves. Squares are 0 (a1) to 63 (h8)
//! as bit numbers; sets of squares are `u64`.

use reti_core::chess::{Bitboard, Color, Piece, PieceType, Square, attacks};

use crate::material::Man;

/// The bit of a square.
#[inline]
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// The squares that a man attacks.
#[inline]
pub fn attacks_of(man: Man, square: usize, occupied: u64) -> u64 {
    let piece = Piece { color: man.color, role: man.kind };
    attacks::attacks(Square::new(square as u32), piece, Bitboard(occupied)).0
}

/// The squares strictly between two squares on a line; none if they are not on a line.
#[inline]
pub fn between(a: usize, b: usize) -> u64 {
    attacks::between(Square::new(a as u32), Square::new(b as u32)).0
}

/// Whether a man moves along lines and can be blocked.
#[inline]
pub const fn is_slider(kind: PieceType) -> bool {
    matches!(kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen)
}

/// The square in front of a pawn, the one after it if the pawn has not moved, and whether the
/// first is on the last rank.
#[inline]
pub fn pushes(color: Color, square: usize) -> (usize, Option<usize>, bool) {
    let rank = square / 8;
    match color {
        Color::White => (square + 8, (rank == 1).then(|| square + 16), rank == 6),
        Color::Black => (square - 8, (rank == 6).then(|| square - 16), rank == 1),
    }
}

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}
