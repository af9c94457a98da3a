//! The question of a win by proof numbers: a fourth set of hooks for the grammar of searches.
//!
//! Lines of growing length treat a check with one answer like a quiet move with twenty. Proof
//! numbers do not: every position counts how many more positions must be shown to be won before it
//! is won itself (its *proof number*), and how many must be shown not to be (its *disproof
//! number*). The search always goes where the fewest are left. A line of forced answers costs
//! nothing, however long it is: the bridge of the Lucena position, a hunt with checks.
//!
//! The side that asks moves along zones as in the other searches (with few men it may do anything);
//! its enemy may answer with every legal move. A branch is won where the library says so, or where
//! the aim is reached after the enemy's best exchange; it fails where the library says so, at a
//! repetition and at the end of the longest line. So a yes is as good as the judgement at its
//! leaves, and a no means nothing.
//!
//! The method is that of [`crate::proof`], depth-first with thresholds, here with the number of
//! answers as the first guess.

use std::collections::HashMap;

use reti_core::chess::{Color, Move, Position};

use super::{
    ChessGame, Class, Reason,
    candidates::{self, Geometry, from_own_side},
    hooks::{PROBED_MEN, ZoneHooks},
    judgement::judge,
    library::{Entry, Trust},
};
use crate::{
    reduced_search::{Cut, Game as _, Hooks, Path},
    tree::SearchTree,
};

/// More than every sum of numbers.
const NEVER: u32 = 100_000_000;
/// What a position counts at first in which the side that asks must find one more move; more than
/// one, so that short lines are looked at before long ones. Chosen among 1, 3, 6, 10, 20 and 40 on 40 won endings
/// (mined at random: rook, queen or pawn against pawn, queen against rook, nothing decided within seven plies);
/// 40 others were looked at only after the choice (`docs/performance-geometry.md`).
const ONE_MORE_MOVE: u32 = 6;
/// The longest line, in plies.
const DEEPEST: usize = 60;

/// How much is left to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// Until the position is won for the side that asks.
    proof: u32,
    /// Until it is known not to be.
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { proof: 0, disproof: NEVER };
    const FAILED: Numbers = Numbers { proof: NEVER, disproof: 0 };

    fn exceed(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// A move of a node, with the position it leads to.
struct Child {
    m: Move,
    class: Class,
    key: u64,
    first_guess: Numbers,
}

/// What is remembered at a node: its moves.
pub struct Note {
    children: Vec<Child>,
}

/// The hooks of the proof-number search.
pub struct ProofHooks<'s, 'a> {
    zones: &'s mut ZoneHooks<'a>,
    /// Who wants to win.
    side: Color,
    aim: i32,
    budget: usize,
    table: HashMap<u64, Numbers>,
    /// What the node at every depth may spend before it is left.
    limits: Vec<Numbers>,
    /// The keys of the nodes on the path.
    keys: Vec<u64>,
    /// The winning move at the root.
    pub key: Option<Move>,
    /// Whether the answer is yes.
    pub proven: bool,
    /// Whether the budget was spent.
    capped: bool,
}

impl<'s, 'a> ProofHooks<'s, 'a> {
    /// Asks whether the root is worth at least `aim` for a side, adding branches up to number
    /// `budget`.
    pub fn new(zones: &'s mut ZoneHooks<'a>, side: Color, aim: i32, budget: usize) -> ProofHooks<'s, 'a> {
        let limits = vec![Numbers { proof: NEVER, disproof: NEVER }];
        ProofHooks {
            zones,
            side,
            aim,
            budget,
            table: HashMap::new(),
            limits,
            keys: Vec::new(),
            key: None,
            proven: false,
            capped: false,
        }
    }

    fn asks(&self, position: &Position) -> bool {
        position.turn() == self.side
    }

    /// The score for the side to move that stands for numbers.
    fn score(&self, position: &Position, numbers: Numbers) -> i32 {
        let score = if numbers.proof == 0 { self.aim } else { self.aim - 1 };
        if self.asks(position) { score } else { -score }
    }

    /// What is known about a child; a repetition fails.
    fn numbers_of(&self, child: &Child) -> Numbers {
        if self.keys.contains(&child.key) {
            return Numbers::FAILED;
        }
        self.table.get(&child.key).copied().unwrap_or(child.first_guess)
    }

    /// The numbers of a node from those of its children.
    fn sum_up(&self, children: &[Child], asks: bool) -> Numbers {
        let (mut least, mut sum) = (NEVER, 0);
        for numbers in children.iter().map(|child| self.numbers_of(child)) {
            let (own, other) = if asks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
            least = least.min(own);
            sum = NEVER.min(sum + other);
        }
        if asks { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } }
    }

    /// The first guess: for the enemy's answers half their number (many fail at once), and
    /// what is missing to the aim.
    fn guess(&self, after: &Position) -> Numbers {
        // With few men the library often knows without a visit.
        if after.board().occupied().count() <= PROBED_MEN
            && let Some(value) = self.zones.library.imminent(after, Trust::Rules)
        {
            let score = Entry::score_of(if self.asks(after) { value } else { -value });
            return if score >= self.aim { Numbers::WON } else { Numbers::FAILED };
        }
        let replies = after.legal_moves().len() as u32;
        if self.asks(after) {
            return Numbers { proof: ONE_MORE_MOVE, disproof: 1 };
        }
        let missing = (self.aim + ChessGame.evaluate(after)).clamp(0, 900) as u32 / 100;
        // A stalemate has no answers and is no win.
        Numbers { proof: (replies / 2 + missing).max(1), disproof: 1 }
    }

    /// The end of a branch: its numbers and the score for the side to move.
    fn end(&mut self, path: &Path<ChessGame, Note>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        let asks = self.asks(&node.state);
        if let Some(cut) = self.zones.known(path) {
            let Cut::Value(score) = cut else { return Some(cut) };
            let won = if asks { score >= self.aim } else { -score >= self.aim };
            self.table.insert(node.state.key(), if won { Numbers::WON } else { Numbers::FAILED });
            return Some(cut);
        }
        let quiet = !asks && !node.state.is_check();
        let score = if quiet { judge(&node.state) } else { 0 };
        let (numbers, reason) = if quiet && -score >= self.aim {
            (Numbers::WON, Reason::Enough)
        } else if path.len() > DEEPEST {
            (Numbers::FAILED, Reason::Limit)
        } else {
            return None;
        };
        self.table.insert(node.state.key(), numbers);
        let score = if numbers == Numbers::WON { score } else { self.score(&node.state, numbers) };
        Some(self.zones.record_cut(&node.state, node.branch, score, reason))
    }
}

impl Hooks<ChessGame> for ProofHooks<'_, '_> {
    type Note = Note;

    fn moves(&mut self, _: &ChessGame, path: &Path<ChessGame, Note>, _: &SearchTree<Move>) -> Note {
        let position = &path[path.len() - 1].state;
        let mut moves: Vec<(Move, Class)> = Vec::new();
        if self.asks(position) {
            let geometry = Geometry::new(position, self.zones.settings.horizon);
            moves = candidates::queue(position, &candidates::candidates(position, &geometry));
        } else {
            moves.extend(position.legal_moves().into_iter().map(|m| (m, Class::Other)));
            moves.sort_by_key(|&(m, _)| from_own_side(position.turn(), m));
        }
        let child = |(m, class): (Move, Class)| {
            let after = position.play(m);
            Child { m, class, key: after.key(), first_guess: self.guess(&after) }
        };
        Note { children: moves.into_iter().map(child).collect() }
    }

    fn next_move(&mut self, _: &ChessGame, path: &mut Path<ChessGame, Note>, tree: &SearchTree<Move>) -> Option<Move> {
        let depth = path.len() - 1;
        let node = &path[depth];
        let asks = self.asks(&node.state);
        let children = &node.note.as_ref()?.children;
        let all = self.sum_up(children, asks);
        if all.exceed(self.limits[depth]) {
            self.table.insert(self.keys[depth], all);
            return None;
        }
        let own = |numbers: Numbers| if asks { numbers.proof } else { numbers.disproof };
        let mut ranked: Vec<(u32, usize)> =
            children.iter().enumerate().map(|(order, child)| (own(self.numbers_of(child)), order)).collect();
        ranked.sort_unstable();
        let &(_, first) = ranked.first()?;
        let second = ranked.get(1).map_or(NEVER, |&(number, _)| number);
        let numbers = self.numbers_of(&children[first]);
        // A little more than the second best, so that the search does not change its mind too often.
        let patience = NEVER.min(second + second / 4 + 1);
        let limits = self.limits[depth];
        let limits = if asks {
            Numbers {
                proof: limits.proof.min(patience),
                disproof: NEVER.min(limits.disproof - all.disproof + numbers.disproof),
            }
        } else {
            Numbers {
                proof: NEVER.min(limits.proof - all.proof + numbers.proof),
                disproof: limits.disproof.min(patience),
            }
        };
        self.limits.truncate(depth + 1);
        self.limits.push(limits);
        let Child { m, class, .. } = children[first];
        self.zones.note_play(tree.len() + 1, m, class);
        Some(m)
    }

    fn cut(&mut self, _: &ChessGame, path: &Path<ChessGame, Note>, tree: &SearchTree<Move>) -> Option<Cut> {
        let depth = path.len() - 1;
        let node = &path[depth];
        self.zones.note_visit(node.branch, tree);
        let key = node.state.key();
        self.keys.truncate(depth);
        if node.note.is_none() {
            if let Some(cut) = self.end(path) {
                return Some(cut);
            }
            if tree.len() >= self.budget || self.zones.library.is_over() {
                self.capped = true;
                let open = Numbers { proof: 1, disproof: 1 };
                return Some(self.zones.record_cut(
                    &node.state,
                    node.branch,
                    self.score(&node.state, open),
                    Reason::Budget,
                ));
            }
            self.keys.push(key);
            return None;
        }
        self.keys.push(key);
        let children = node.note.as_ref().map_or(&[][..], |note| &note.children);
        let numbers = self.sum_up(children, self.asks(&node.state));
        self.table.insert(key, numbers);
        if depth == 0 && numbers.proof == 0 {
            self.key = children.iter().find(|child| self.numbers_of(child).proof == 0).map(|child| child.m);
        }
        self.proven = depth == 0 && numbers.proof == 0;
        let left = numbers.exceed(self.limits[depth]) || self.capped;
        left.then(|| Cut::Value(self.score(&node.state, numbers)))
    }
}
