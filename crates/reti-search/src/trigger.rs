//! Triggers: the moves that make a tactic appear.
//!
//! Looking at a position before the move finds few of the forks that real games contain: the tactic
//! appears *after* a move. So each legal move is tried, its Delta(m) is taken (the tactics that it
//! creates for the mover, seed 000, section 4.3), and its *promise* is what exchanges, checks and
//! the created tactics suggest. A promise orders the work; it claims nothing.

use std::cmp::Reverse;

use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_fast,
    relation::Relations,
    tactic::{Tactic, change, tactics},
};

/// A move with the tactics that it creates for its mover.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The move.
    pub m: Move,
    /// The tactics of the mover that were not there before.
    pub created: Vec<Tactic>,
    /// What exchanges and the created tactics suggest, in centipawns.
    pub promise: i32,
}

/// All legal moves as triggers, the most promising first.
pub fn triggers(position: &Position) -> Vec<Trigger> {
    let before = Relations::new(position);
    let old = tactics(&before);
    let mut found: Vec<Trigger> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let created = created_by(position, m, &before, &old);
            let promise = promise(position, m, &created);
            Trigger { m, created, promise }
        })
        .collect();
    found.sort_by_key(|trigger| (Reverse(trigger.promise), trigger.m.from(), trigger.m.to()));
    found
}

/// Delta(m) for the mover.
pub fn created(position: &Position, m: Move) -> Vec<Tactic> {
    let before = Relations::new(position);
    let old = tactics(&before);
    created_by(position, m, &before, &old)
}

fn owned(tactics: Vec<Tactic>, owner: Color) -> Vec<Tactic> {
    tactics.into_iter().filter(|tactic| tactic.cast.owner == owner).collect()
}

fn created_by(position: &Position, m: Move, before: &Relations, old: &[Tactic]) -> Vec<Tactic> {
    let after = Relations::new(&position.play(m));
    let mut new = tactics(&after);
    let indices = change((before, old), (&after, &new)).created;
    let mut index = 0;
    new.retain(|_| {
        index += 1;
        indices.contains(&(index - 1))
    });
    owned(new, position.turn())
}

/// What the move wins or loses on its square, and the dearest tactic that it creates.
fn promise(position: &Position, m: Move, created: &[Tactic]) -> i32 {
    let after = position.play(m);
    let relations = Relations::new(&after);
    let values = created.iter().map(|tactic| tactic.value(&relations));
    let best = values.filter(|value| value.is_sound).map(|value| value.material_delta).max().unwrap_or(0);
    let check = if after.is_check() { 50 } else { 0 };
    see_fast(position, m) + best.max(0) / 2 + check
}
