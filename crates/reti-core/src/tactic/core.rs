//! The core of a position: what is left when everything without a part in a tactic is taken away.
//!
//! The seed asks for the smallest subgraph that keeps the whole tactical order (section 5), but its
//! predicates read the board, so "the order of a subgraph" needs a meaning. There are two (D-36):
//!
//! *Support.* Keep the pieces and relations that the tactics themselves name. Monotone, so the
//! smallest such part is unique, whether tactics interact or not: [`core()`].
//!
//! *Detecting again.* Put only some pieces and the kings on an empty board and look again; every
//! tactic must be found. [`stable_core`] takes pieces away one by one while that holds. The result
//! is minimal in the sense that no single further piece can go, but neither smallest nor unique.
//!
//! Proposition 5.1 of the seed ("unique if and only if the interaction graph is connected") is false
//! in both readings: in the first the core is always unique, in the second it is not unique even for
//! a single tactic. `docs/order-and-core.md` tells the story; the counterexample is a test.

use std::{collections::HashSet, hash::BuildHasher};

use super::{Tactic, TacticKey, tactics};
use crate::{
    chess::{Bitboard, Board, PieceType, Position, Square},
    motif::PatternEdge,
    relation::Relations,
    value::worth,
};

/// The part of the position graph that the tactics name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The pieces with a part in some tactic: roles and context.
    pub squares: Bitboard,
    /// The relations of their patterns, sorted.
    pub edges: Vec<PatternEdge>,
}

/// The core by support: the union of all roles, contexts and pattern edges.
pub fn core(relations: &Relations, tactics: &[Tactic]) -> Core {
    let squares = tactics.iter().fold(Bitboard::EMPTY, |all, tactic| all | tactic.support());
    let mut edges: Vec<PatternEdge> =
        tactics.iter().flat_map(|tactic| (tactic.motif.pattern)(relations, &tactic.cast)).collect();
    edges.sort_unstable();
    edges.dedup();
    Core { squares, edges }
}

/// How many tactics live wholly within a set of squares: the order of a part by support.
pub fn supported_order(tactics: &[Tactic], squares: Bitboard) -> usize {
    tactics.iter().filter(|tactic| tactic.support().is_subset(squares)).count()
}

/// Whether a board with only the pieces on `squares` and the kings shows all these tactics.
pub fn is_stable(position: &Position, keys: &HashSet<TacticKey, impl BuildHasher>, squares: Bitboard) -> bool {
    let Some(reduced) = reduced(position, squares) else {
        return false;
    };
    let relations = Relations::new(&reduced);
    let found: HashSet<TacticKey> = tactics(&relations).iter().map(|tactic| tactic.key(&relations)).collect();
    keys.iter().all(|key| found.contains(key))
}

/// A part of the position that still shows every tactic, and from which no single piece can go.
///
/// Pieces outside the core are tried in order of worth, then square, until none can be dropped.
pub fn stable_core(position: &Position) -> Bitboard {
    let relations = Relations::new(position);
    let all = tactics(&relations);
    let keys: HashSet<TacticKey> = all.iter().map(|tactic| tactic.key(&relations)).collect();
    let board = position.board();
    let needed = core(&relations, &all).squares | board.kings();
    let mut kept = board.occupied();
    loop {
        let mut candidates: Vec<Square> = (kept & !needed).into_iter().collect();
        candidates.sort_by_key(|&square| (board.role_at(square).map_or(0, worth), square));
        let before = kept;
        for square in candidates {
            if is_stable(position, &keys, kept.without(square)) {
                kept.discard(square);
            }
        }
        if kept == before {
            return kept;
        }
    }
}

/// The position with only some pieces and the kings; `None` if that is not legal.
fn reduced(position: &Position, squares: Bitboard) -> Option<Position> {
    let mut board = Board::empty();
    for (square, piece) in position.board() {
        if squares.contains(square) || piece.role == PieceType::King {
            board.set_piece_at(square, piece);
        }
    }
    Position::from_board(board, position.turn())
}
