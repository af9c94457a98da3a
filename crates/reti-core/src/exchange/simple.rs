//! The definition of an exchange, played out with whole positions.
//!
//! Slow and obvious: it asks the rules library for legal moves and recurses. Fast code is tested
//! against it.

use super::{en_passant_victim, promotion_gain};
use crate::{
    chess::{Bitboard, Move, Position},
    value::worth,
};

/// [`super::see_exact`] by playing every legal capture on the destination square.
pub fn see_simple(position: &Position, m: Move) -> i32 {
    if m.is_castle() {
        return 0;
    }
    let gain = m.capture().map_or(0, worth) + promotion_gain(m.promotion());
    let after = position.play(m);
    let square = m.to();
    let replies = after.legal_moves();
    let recaptures =
        replies.iter().filter(|reply| reply.is_capture() && !reply.is_en_passant() && reply.to() == square);
    gain - recaptures.map(|&reply| see_simple(&after, reply)).max().unwrap_or(0).max(0)
}

/// The value of [`super::several()`] by its definition: every capture, and waiting, to the end.
pub fn several_simple(position: &Position, squares: Bitboard, waited: bool) -> i32 {
    let wait = match position.pass() {
        Some(passed) if !waited => -several_simple(&passed, squares, true),
        _ => 0,
    };
    let captures =
        position.legal_moves().into_iter().filter(|m| victim_square(*m).is_some_and(|square| squares.contains(square)));
    let values = captures.map(|m| {
        let gain = m.capture().map_or(0, worth) + promotion_gain(m.promotion());
        gain - several_simple(&position.play(m), squares, false)
    });
    values.max().unwrap_or(i32::MIN).max(wait)
}

/// The square of the piece that a capture removes.
pub fn victim_square(m: Move) -> Option<crate::chess::Square> {
    match m {
        Move::EnPassant { from, to } => Some(en_passant_victim(from, to)),
        _ if m.is_capture() => Some(m.to()),
        _ => None,
    }
}
