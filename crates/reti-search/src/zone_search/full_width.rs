//! The same question without zones: plain alpha-beta over all legal moves, deeper and deeper.
//!
//! It uses the library and the judgement of the zone search, so that the numbers of branches can be
//! laid side by side. It is the third set of hooks for the grammar of reduced searches.

use std::cmp::Reverse;

use reti_core::{
    chess::{Move, Position},
    value::Value,
};

use super::{ChessGame, Library, Solution, Tier, WON, aims, judgement::judge};
use crate::{
    probe::Probe,
    reduced_search::{self, Cut, Hooks, Path},
    tree::SearchTree,
};

/// How a full-width search compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullWidth {
    /// Branches of all depths together.
    pub edges: usize,
    /// The depth of the last complete search, in plies.
    pub depth: usize,
    /// Whether its value and its first best move were those of the zone search.
    pub agrees: bool,
}

/// Searches deeper and deeper until value and key are those of a solution, or the budget is spent.
pub fn alpha_beta(
    position: &Position,
    probe: &dyn Probe,
    tier: Tier,
    solution: &Solution,
    most_edges: usize,
) -> FullWidth {
    let library = Library::new(probe, position, tier);
    let (winning, holding) = aims(position);
    let verdict = |score: i32| match score {
        _ if score >= winning => Value::Win,
        _ if score >= holding => Value::Draw,
        _ => Value::Loss,
    };
    let mut found = FullWidth { edges: 0, depth: 0, agrees: false };
    if solution.edges() == 0 {
        return FullWidth { agrees: library.entry(position).map(|entry| entry.value) == solution.value, ..found };
    }
    for depth in 1.. {
        let mut hooks = AlphaBeta { library: &library, depth, left: most_edges.saturating_sub(found.edges) };
        let searched = reduced_search::search(&ChessGame, &mut hooks, position.clone());
        found.edges += searched.tree.len();
        if hooks.left == 0 {
            break;
        }
        found.depth = depth;
        found.agrees = Some(verdict(searched.value)) == solution.value && searched.best_move == solution.key;
        if found.agrees {
            break;
        }
    }
    found
}

struct AlphaBeta<'a> {
    library: &'a Library<'a>,
    depth: usize,
    left: usize,
}

impl Hooks<ChessGame> for AlphaBeta<'_> {
    type Note = Vec<Move>;

    fn moves(&mut self, _: &ChessGame, path: &Path<ChessGame, Vec<Move>>, _: &SearchTree<Move>) -> Vec<Move> {
        let mut moves: Vec<Move> = path[path.len() - 1].state.legal_moves().into_iter().collect();
        // The last one is played first.
        moves.sort_by_key(|m| (m.promotion(), m.is_capture(), Reverse(m.to())));
        moves
    }

    fn next_move(
        &mut self,
        _: &ChessGame,
        path: &mut Path<ChessGame, Vec<Move>>,
        _: &SearchTree<Move>,
    ) -> Option<Move> {
        self.left = if self.library.is_over() { 0 } else { self.left.saturating_sub(1) };
        path.last_mut()?.note.as_mut()?.pop()
    }

    fn cut(&mut self, _: &ChessGame, path: &Path<ChessGame, Vec<Move>>, _: &SearchTree<Move>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        if let Some(best) = node.best {
            return (best >= node.beta || best >= WON || self.left == 0).then_some(Cut::Enough);
        }
        if !node.tried.is_empty() {
            return None;
        }
        if let Some(entry) = self.library.entry(&node.state) {
            return Some(Cut::Value(entry.score()));
        }
        let repeated = path[..path.len() - 1].iter().any(|before| before.state.key() == node.state.key());
        if repeated {
            return Some(Cut::Value(0));
        }
        (path.len() > self.depth || self.left == 0).then(|| Cut::Value(judge(&node.state)))
    }
}
