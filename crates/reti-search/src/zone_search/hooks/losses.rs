//! What went wrong below a node: the squares where inspection looks for help.

use std::collections::HashMap;

use reti_core::chess::{Bitboard, Move, Position, Square};

use super::{Plan, ZoneHooks};
use crate::{
    reduced_search::{Node, Path},
    tree::SearchTree,
    zone_search::{ChessGame, candidates::is_small, race},
};

impl ZoneHooks<'_> {
    /// The squares where the side to move lost men or let a queen be made, in the tree below a node,
    /// nearest first.
    pub(super) fn losses(&self, path: &Path<ChessGame, Plan>, tree: &SearchTree<Move>) -> Vec<Square> {
        let here = &path[path.len() - 1];
        let ahead = race::own_path_squares(&here.state, here.state.turn());
        let mut found: Vec<(usize, usize, Square)> = Vec::new();
        self.collect_losses(tree, here.branch, tree.len() + 1, 0, ahead, &mut found);
        found.sort_by_key(|&(depth, order, _)| (depth, order));
        let mut squares = Vec::new();
        for (_, _, square) in found {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }

    /// Walks the branches from `branch + 1` to `end`; `parity` is the distance of that node from the
    /// one that asks.
    pub(super) fn collect_losses(
        &self,
        tree: &SearchTree<Move>,
        branch: usize,
        end: usize,
        start_depth: usize,
        ahead: Bitboard,
        found: &mut Vec<(usize, usize, Square)>,
    ) {
        let mut depths: HashMap<usize, usize> = HashMap::from([(branch, start_depth)]);
        for number in branch + 1..end {
            let Some(edge) = tree.get(number) else { break };
            let depth = depths.get(&edge.father).copied().unwrap_or(0) + 1;
            depths.insert(number, depth);
            let m = edge.transition;
            // Even plies below the node are the enemy's.
            if depth % 2 == 0 && (m.is_capture() || m.promotion().is_some() || ahead.contains(m.to())) {
                found.push((depth, number, m.to()));
            }
            if depth % 2 == 1
                && let Some(&square) = self.looming.get(&number)
            {
                found.push((depth + 1, number, square));
            }
            let reference = self.same_as.get(number).copied().unwrap_or(0);
            if reference != 0 && start_depth == 0 {
                self.collect_losses(tree, reference, tree.end_of(reference), depth, ahead, found);
            }
        }
    }

    /// Whether a node outside races is inspected: near the root, on the side that asks, once what
    /// the zones ask for has failed, and where that is not every legal move anyway.
    pub(super) fn is_inspected(&self, node: &Node<Position, Move, Plan>, near_root: bool) -> bool {
        let exhausted = node.note.as_ref().is_some_and(|plan| plan.queue.is_empty());
        near_root && exhausted && node.state.turn() == self.root_side && !is_small(&node.state)
    }
}
