//! A king on its back rank has no way off it, and a rook or queen could profit.
//!
//! # Roles
//! - `blocker`: the king's own men in front of it.
//! - `king`: the king that is weak.
//!
//! # Predicate
//! `king` stands on its back rank. Every square next to it on the second rank is taken by a man of
//! its own, a `blocker`, or attacked by the enemy; at least one `blocker` is a pawn. The enemy owns
//! a rook or queen. And the rank is not held well, in one of two ways. Either it is empty: no other
//! man of the king's side stands on it, and no rook or queen of the king's side guards a square from
//! which a rook would check. Or it is barely held: a rook or queen of the enemy attacks a square of
//! the rank from which a rook would check, and there the enemy's rooks and queens are at least as
//! many as the guards, batteries counted on both sides, so that luring away one guard is enough.
//!
//! The enemy's rooks and queens are the context. Pins are ignored, and so are the side to move and
//! men that could step in between: whether it works is for a search to say.
//!
//! # Source
//! Seed 003, "Teachability" and "Rendering"; decision D-15.

use super::{BLANK, Bonus, Cast, Kind, Motif, Role, Teaching, casts_against_kings, pawns};
use crate::{
    chess::{Bitboard, Board, Color, Rank, Square, attacks},
    legality::attackers,
    relation::Relations,
};

pub(super) static BACK_RANK_WEAKNESS: Motif = Motif {
    name: "back-rank-weakness",
    number: 53,
    family: "back-rank-weakness",
    kind: Kind::Observation,
    summary: "A king is shut in on its back rank, and the rank is hardly held.",
    teaching: Some(Teaching { word: "back_rank", base: 2.0, bonus: Bonus::None }),
    roles: &[Role::Blocker, Role::King],
    detect,
    weight: |_, _| 0.3,
    examples: &[
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "white: blocker=f7 blocker=g7 blocker=h7 king=g8"),
        ("r2r2k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "white: blocker=f7 blocker=g7 blocker=h7 king=g8"),
    ],
    near_misses: &[
        ("6k1/5pp1/7p/8/8/8/8/3R2K1 w - - 0 1", "the king has h7"),
        ("r2r2k1/4qppp/8/8/8/8/8/3R2K1 w - - 0 1", "one rook against two guards of d8"),
        ("6k1/5ppp/8/8/8/8/8/3B2K1 w - - 0 1", "no rook or queen to profit"),
    ],
    source: include_str!("back_rank_weakness.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    casts_against_kings(relations, |owner, king| {
        let heavy = pawns::heavy_pieces(board, owner);
        let back_rank = Bitboard::from_rank((!owner).relative_rank(Rank::First));
        if heavy.is_empty() || !back_rank.contains(king) {
            return None;
        }
        let blockers = shutting_in(board, king, owner)?;
        let entries = attacks::rook_attacks(king, board.occupied()) & back_rank;
        let is_weak = is_empty(relations, back_rank, entries, owner) || is_barely_held(board, entries, owner);
        let parts = blockers.into_iter().map(|blocker| (Role::Blocker, blocker));
        is_weak.then(|| Cast::new(owner, parts.chain([(Role::King, king)])).with_context(heavy))
    })
}

/// The king's own men in front of it, if it cannot leave its rank and a pawn is among them.
fn shutting_in(board: &Board, king: Square, enemy: Color) -> Option<Bitboard> {
    let second = Bitboard::from_rank((!enemy).relative_rank(Rank::Second));
    let front = attacks::king_attacks(king) & second;
    let blockers = front & board.by_color(!enemy);
    let without_king = board.occupied().without(king);
    let is_shut = (blockers & board.pawns()).any()
        && (front & !blockers).into_iter().all(|square| board.attacks_to(square, enemy, without_king).any());
    is_shut.then_some(blockers)
}

fn is_empty(relations: &Relations, back_rank: Bitboard, entries: Bitboard, enemy: Color) -> bool {
    let board = relations.board();
    let alone = !(back_rank & board.by_color(!enemy)).more_than_one();
    alone
        && pawns::heavy_pieces(board, !enemy)
            .into_iter()
            .all(|guard| (relations.attacks_from(guard) & entries).is_empty())
}

fn is_barely_held(board: &Board, entries: Bitboard, enemy: Color) -> bool {
    let heavy = pawns::heavy_pieces(board, enemy);
    entries.into_iter().any(|entry| {
        let strikers = in_turn(board, entry, enemy, heavy);
        strikers > 0 && strikers >= in_turn(board, entry, !enemy, board.by_color(!enemy))
    })
}

/// How many of `men` reach a square one after the other, men behind others included.
fn in_turn(board: &Board, square: Square, color: Color, men: Bitboard) -> usize {
    let mut all = Bitboard::EMPTY;
    loop {
        let next = attackers(board, square, color, board.occupied() & !all) & men;
        if next.is_empty() {
            return all.count();
        }
        all |= next;
    }
}
