//! Crowded positions: a search along zones that are about to succeed.
//!
//! With many men there are hundreds of zones, and almost all of them are slow. What decides is what happens
//! *now*: a trajectory of length one that reaches its target (a capture, a check, a mate), or one whose first
//! step leaves such a threat. So the side that asks moves only along main trajectories that are at most two
//! steps long: it takes, it checks, or it threatens to win as much as it wants with the move after. A move
//! that threatens nothing has a dead zone behind it and is dropped: nothing can be gained by it, which is the
//! paper's cut by losses against the expected gain.
//!
//! The enemy may answer with whatever negates the threat: take the attacker, stand in the way, guard or move
//! the target, strike back. An answer after which the threat can be carried out all the same is no negation
//! and is dropped too. If no negation is left, the zone succeeds. Where several zones are alive, the one with
//! the fewest negations goes first: it is the least vulnerable.
//!
//! What is dropped is found without playing on: a move *wins at once* if it mates, or if it captures or
//! promotes and the balance of material, after the enemy's best exchange and with running pawns counted, is
//! what was asked for while the enemy does not mate at once. Such looks are no branches, but they are counted
//! ([`ThreatHooks::looks`]).
//!
//! It is a fifth set of hooks for the grammar of searches. A yes is as good as the judgement at its leaves; a
//! no means nothing.
//!
//! Source: seed 001, the search procedure of the language of translations.

use std::{cmp::Reverse, collections::HashMap, rc::Rc};

use reti_core::{
    chess::{Color, Move, Position},
    value::worth,
};

use super::{
    ChessGame, Class, Reason, WON,
    candidates::{from_own_side, is_minor_promotion},
    hooks::ZoneHooks,
    judgement::judge,
};
use crate::{
    reduced_search::{Cut, Hooks, Path},
    tree::SearchTree,
};

/// Moves that come into question at a node, best first.
type Queue = Rc<[(Move, Class)]>;

/// The hooks of the search along threats.
pub struct ThreatHooks<'s, 'a> {
    zones: &'s mut ZoneHooks<'a>,
    /// Who wants to win.
    side: Color,
    /// How much, as a score.
    aim: i32,
    /// The longest line, in plies.
    limit: usize,
    /// No branch is added after so many.
    pub budget: usize,
    /// What was searched: how many plies were left, and the score for the side that asks, if it was enough.
    seen: HashMap<u64, (usize, Option<i32>)>,
    /// The moves of the positions that were looked at.
    queues: HashMap<u64, Queue>,
    /// The moves of the node that was just entered.
    found: Queue,
    /// The keys of the nodes on the path.
    keys: Vec<u64>,
    /// How many positions were looked at without a branch.
    pub looks: u64,
    /// Whether the budget was spent.
    pub capped: bool,
}

impl<'s, 'a> ThreatHooks<'s, 'a> {
    /// Hooks for the questions of one side about one root, with branches up to number `budget`.
    pub fn new(zones: &'s mut ZoneHooks<'a>, side: Color, budget: usize) -> ThreatHooks<'s, 'a> {
        ThreatHooks {
            zones,
            side,
            aim: 0,
            limit: 0,
            budget,
            seen: HashMap::new(),
            queues: HashMap::new(),
            found: Rc::new([]),
            keys: Vec::new(),
            looks: 0,
            capped: false,
        }
    }

    /// The next question: whether the side gets `aim` in lines of `limit` plies.
    pub fn ask(&mut self, aim: i32, limit: usize) {
        if aim != self.aim {
            self.seen.clear();
            self.queues.clear();
        }
        (self.aim, self.limit) = (aim, limit);
        self.capped = false;
        self.keys.clear();
        self.zones.start();
    }

    fn asks(&self, position: &Position) -> bool {
        position.turn() == self.side
    }

    /// A score for the side that asks, seen from the side to move.
    fn seen_from(&self, position: &Position, score: i32) -> i32 {
        if self.asks(position) { score } else { -score }
    }

    /// A move of the side to move that mates, or after which everything it asked for is there.
    fn wins_at_once(&mut self, position: &Position, aim: i32) -> Option<Move> {
        let (us, board) = (position.turn(), position.board());
        let balance = reti_core::value::material(board, us) - reti_core::value::material(board, !us);
        let mut best: Option<(i32, Move)> = None;
        for m in position.legal_moves() {
            let gain = m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - PAWN);
            let enough = gain > 0 && balance + gain + RUNNER >= aim;
            self.looks += 1;
            let after = position.play(m);
            if after.is_checkmate() {
                return Some(m);
            }
            if enough {
                let score = -judge(&after);
                let better = best.is_none_or(|(known, _)| score > known);
                if score >= aim && better && !after.is_stalemate() && !mates_at_once(&after) {
                    best = Some((score, m));
                }
            }
        }
        best.map(|(_, m)| m)
    }

    /// Whether the side that asks would win if its enemy, to move, did nothing.
    fn threatens(&mut self, position: &Position) -> bool {
        position.pass().is_some_and(|passed| self.wins_at_once(&passed, self.aim).is_some())
    }

    /// Whether the enemy, to move, mates at once, or has a check or a capture after which every answer lets
    /// him win back what was asked for, but for a pawn.
    fn strikes_back(&mut self, position: &Position) -> bool {
        let aim = 1 - (self.aim - SLACK);
        position.legal_moves().into_iter().any(|m| {
            let after = position.play(m);
            if !after.is_check() && !m.is_capture() {
                return false;
            }
            after.is_checkmate()
                || after.legal_moves().into_iter().all(|answer| self.wins_at_once(&after.play(answer), aim).is_some())
                    && !after.is_stalemate()
        })
    }

    /// The enemy's answers that are negations: after them nothing wins at once.
    fn answers(&mut self, position: &Position) -> Queue {
        let key = position.key();
        if let Some(known) = self.queues.get(&key) {
            return Rc::clone(known);
        }
        let mut found: Vec<(i32, Move)> = Vec::new();
        for m in position.legal_moves() {
            let after = position.play(m);
            if self.wins_at_once(&after, self.aim).is_none() {
                // What leaves the side that asks with least is tried first.
                found.push((judge(&after), m));
            }
        }
        found.sort_by_key(|&(left, m)| (left, from_own_side(position.turn(), m)));
        let class = |m: Move| match m {
            m if m.is_capture() => Class::Strike,
            _ if position.is_check() => Class::Evasion,
            _ => Class::Negation,
        };
        let queue: Queue = found.into_iter().map(|(_, m)| (m, class(m))).collect();
        self.queues.insert(key, Rc::clone(&queue));
        queue
    }

    /// The moves of the side that asks: what wins at once, or the steps that leave a threat, the least
    /// vulnerable first.
    fn steps(&mut self, position: &Position) -> Queue {
        let key = position.key();
        if let Some(known) = self.queues.get(&key) {
            return Rc::clone(known);
        }
        let queue: Queue = match self.wins_at_once(position, self.aim) {
            Some(m) => Rc::new([(m, step_class(m))]),
            None => self.all_steps(position),
        };
        self.queues.insert(key, Rc::clone(&queue));
        queue
    }

    /// The steps that take, check or threaten, the least vulnerable first.
    fn all_steps(&mut self, position: &Position) -> Queue {
        let mut found: Vec<(usize, Reverse<i32>, Move)> = Vec::new();
        for m in position.legal_moves().into_iter().filter(|&m| !is_minor_promotion(m)) {
            let after = position.play(m);
            let left = -judge(&after);
            if after.is_check() || left >= self.aim || self.threatens(&after) {
                found.push((self.answers(&after).len(), Reverse(left), m));
            }
        }
        found.sort_by_key(|&(answers, left, m)| (answers, left, from_own_side(position.turn(), m)));
        found.into_iter().map(|(_, _, m)| (m, step_class(m))).collect()
    }

    /// The end of a branch: the score for the side that asks and the reason; or its moves.
    fn end(&mut self, path: &Path<ChessGame, Note>) -> Result<Queue, (i32, Reason)> {
        let node = &path[path.len() - 1];
        let (position, asks) = (&node.state, self.asks(&node.state));
        let no = self.aim - 1;
        let left = (self.limit + 1).saturating_sub(path.len());
        if let Some(entry) = self.zones.library.entry(position) {
            return Err((self.seen_from(position, entry.score()), entry.reason));
        }
        if self.keys.contains(&position.key()) {
            return Err((no, Reason::Repetition));
        }
        match self.seen.get(&position.key()) {
            Some(&(_, Some(score))) => return Err((score, Reason::Searched)),
            Some(&(looked, None)) if looked >= left => return Err((no, Reason::Searched)),
            _ => {}
        }
        if asks {
            if left == 0 {
                return Err((no, Reason::Limit));
            }
            let queue = self.steps(position);
            return if queue.is_empty() { Err((no, Reason::NoThreat)) } else { Ok(queue) };
        }
        if !position.is_check() {
            let score = -judge(position);
            if score >= self.aim && !self.strikes_back(position) {
                return Err((score, Reason::Enough));
            }
            if path.len() == 1 && !self.threatens(position) {
                return Err((no, Reason::NoThreat));
            }
        }
        let queue = self.answers(position);
        if queue.is_empty() {
            return Err((self.aim, Reason::AllLose));
        }
        if left == 0 { Err((no, Reason::Limit)) } else { Ok(queue) }
    }
}

/// What a move of the side that asks is.
fn step_class(m: Move) -> Class {
    if m.is_capture() { Class::Strike } else { Class::Main }
}

/// So much of what was won may be lost again.
const SLACK: i32 = 100;
/// What a pawn is worth, in hundredths.
const PAWN: i32 = 100;
/// The most that running pawns can add to a balance.
const RUNNER: i32 = 800;

/// Whether the side to move mates with its next move.
fn mates_at_once(position: &Position) -> bool {
    position.legal_moves().into_iter().any(|m| position.play(m).is_checkmate())
}

/// What is remembered at a node: its moves and how many of them were tried.
pub struct Note {
    queue: Queue,
    next: usize,
}

impl Hooks<ChessGame> for ThreatHooks<'_, '_> {
    type Note = Note;

    fn moves(&mut self, _: &ChessGame, path: &Path<ChessGame, Note>, _: &SearchTree<Move>) -> Note {
        // `cut` was asked before and found them.
        let queue = std::mem::replace(&mut self.found, Rc::new([]));
        debug_assert!(!queue.is_empty(), "{}", path[path.len() - 1].state.fen());
        Note { queue, next: 0 }
    }

    fn next_move(&mut self, _: &ChessGame, path: &mut Path<ChessGame, Note>, tree: &SearchTree<Move>) -> Option<Move> {
        let note = path.last_mut()?.note.as_mut()?;
        let &(m, class) = note.queue.get(note.next)?;
        note.next += 1;
        self.zones.note_play(tree.len() + 1, m, class);
        Some(m)
    }

    fn cut(&mut self, _: &ChessGame, path: &Path<ChessGame, Note>, tree: &SearchTree<Move>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        self.zones.note_visit(node.branch, tree);
        self.keys.truncate(path.len() - 1);
        if node.note.is_none() {
            let spent = tree.len() >= self.budget || self.zones.library.is_over();
            let end = if spent && path.len() > 1 {
                self.capped = true;
                Err((self.aim - 1, Reason::Budget))
            } else {
                self.end(path)
            };
            self.keys.push(node.state.key());
            return match end {
                Ok(queue) => {
                    self.found = queue;
                    None
                }
                Err((score, reason)) => {
                    let score = self.seen_from(&node.state, score).clamp(-WON, WON);
                    Some(self.zones.record_cut(&node.state, node.branch, score, reason))
                }
            };
        }
        self.keys.push(node.state.key());
        let note = node.note.as_ref()?;
        let reached = node.best.map(|best| self.seen_from(&node.state, best));
        let yes = reached.is_some_and(|score| score >= self.aim);
        let done = if self.asks(&node.state) { yes } else { !yes && reached.is_some() };
        let over = done || note.next >= note.queue.len();
        if over && !self.capped {
            let left = (self.limit + 1).saturating_sub(path.len());
            self.seen.insert(node.state.key(), (left, reached.filter(|_| yes)));
        }
        over.then_some(Cut::Enough)
    }
}
