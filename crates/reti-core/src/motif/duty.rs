//! Guarding: a piece on which another one's safety depends.
//!
//! A defender *guards* a piece if it may legally recapture there, the piece is attacked, capturing it
//! wins nothing now, and would win something with the defender gone (D-29). Overloaded pieces and
//! capturable defenders are both about guards.

use crate::{
    chess::{Bitboard, Square},
    exchange::Arena,
    relation::Relations,
};

/// The pieces that the piece on `defender` guards.
pub(crate) fn duties(relations: &Relations, defender: Square) -> Bitboard {
    let board = relations.board();
    let Some(color) = board.color_at(defender) else {
        return Bitboard::EMPTY;
    };
    let safety = relations.safety(color);
    let without = Arena::new(board).without(defender);
    let candidates = relations.attacks_from(defender) & board.by_color(color) & !board.kings();
    let mut guarded = Bitboard::EMPTY;
    for piece in candidates {
        let guards = relations.attackers(piece, !color).any()
            && relations.price(piece).is_none_or(|gain| gain <= 0)
            && safety.allows(board, defender, piece)
            && without.wins_on(piece, !color);
        guarded.set(piece, guards);
    }
    guarded
}

/// The pieces that would capture a guarded piece at a profit with its guard gone.
pub(super) fn capturers(relations: &Relations, defender: Square, guarded: Square) -> Bitboard {
    let board = relations.board();
    let Some(color) = board.color_at(guarded) else {
        return Bitboard::EMPTY;
    };
    let without = Arena::new(board).without(defender);
    let wins = |&from: &Square| without.wins_from(from, guarded);
    relations.attackers(guarded, !color).into_iter().filter(wins).collect()
}
