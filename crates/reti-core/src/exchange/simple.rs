//! The definition of an exchange, played out with whole positions.
//!
//! Slow and obvious: it asks the rules library for legal moves and recurses. Fast code is tested
//! against it.

use super::{en_passant_victim, promotion_gain};
use crate::{
    chess::{Move, Position},
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

/// The square of the piece that a capture removes.
pub fn victim_square(m: Move) -> Option<crate::chess::Square> {
    match m {
        Move::EnPassant { from, to } => Some(en_passant_victim(from, to)),
        _ if m.is_capture() => Some(m.to()),
        _ => None,
    }
}
