//! One glance at every move: what the learned evaluation says after it, the enemy's best exchange counted.
//!
//! Where no zone decides anything, somebody must still move. The smallest set of hooks for the grammar of
//! searches: all legal moves, one ply.

use reti_core::{
    chess::{Move, Position},
    field::score::LEARNED,
};

use super::{ChessGame, Class, Reason, WON, candidates::from_own_side, hooks::ZoneHooks, judgement::best_exchange};
use crate::{
    reduced_search::{Cut, Hooks, Path},
    tree::SearchTree,
};

/// The hooks of a glance.
pub struct Glance<'s, 'a> {
    zones: &'s mut ZoneHooks<'a>,
}

impl<'s, 'a> Glance<'s, 'a> {
    /// A glance at the moves of a root.
    pub fn new(zones: &'s mut ZoneHooks<'a>) -> Glance<'s, 'a> {
        zones.start();
        Glance { zones }
    }
}

/// The worth for the side to move.
fn worth(position: &Position) -> i32 {
    if position.is_checkmate() {
        return -WON;
    }
    if position.is_stalemate() || position.is_dead() {
        return 0;
    }
    LEARNED.score_for(position.turn(), position.board()) + best_exchange(position)
}

impl Hooks<ChessGame> for Glance<'_, '_> {
    type Note = Vec<Move>;

    fn moves(&mut self, _: &ChessGame, path: &Path<ChessGame, Vec<Move>>, _: &SearchTree<Move>) -> Vec<Move> {
        let position = &path[path.len() - 1].state;
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        // The last one is played first.
        moves.sort_by_key(|&m| std::cmp::Reverse(from_own_side(position.turn(), m)));
        moves
    }

    fn next_move(
        &mut self,
        _: &ChessGame,
        path: &mut Path<ChessGame, Vec<Move>>,
        tree: &SearchTree<Move>,
    ) -> Option<Move> {
        let m = path.last_mut()?.note.as_mut()?.pop()?;
        self.zones.note_play(tree.len() + 1, m, Class::Other);
        Some(m)
    }

    fn cut(&mut self, _: &ChessGame, path: &Path<ChessGame, Vec<Move>>, tree: &SearchTree<Move>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        self.zones.note_visit(node.branch, tree);
        (path.len() > 1).then(|| self.zones.record_cut(&node.state, node.branch, worth(&node.state), Reason::Limit))
    }
}
