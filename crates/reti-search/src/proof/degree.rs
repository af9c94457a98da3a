//! How sound is a move? The soundness degree, a number instead of a verdict.
//!
//! `sigma_d` is the best that the attacker's forcing moves achieve against every reply, to d plies,
//! measured in material with the pending captures settled (seed 000, definition 6.4; decision D-43).
//! After his first move the attacker may stop whenever he is not in check. It is found by alpha-beta
//! on the same tree that a proof would use, is cheap, and proves nothing: it ranks first moves, so
//! that the prover is asked about the right ones.

use std::cmp::Reverse;

use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_fast,
    value::balance,
};

use super::{
    forcing::{Class, Width, best_capture, candidates},
    goal::{MATE, quick_order},
};

/// A first move with its degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub m: Move,
    /// What it brings in centipawns, or nearly [`MATE`] for mate. For moves after the first few an
    /// upper bound only.
    pub degree: i32,
}

/// What the degree says about a tactic (decision D-43): words of a quick look, not a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// At least the threshold is won.
    Sound,
    /// Something is won, but less than the threshold.
    Marginal,
    /// Nothing is won: the pattern is there, the gain is not.
    Phantom,
}

/// Classifies a degree against a threshold.
pub fn grade(degree: i32, threshold: i32) -> Grade {
    match degree {
        _ if degree >= threshold => Grade::Sound,
        _ if degree > 0 => Grade::Marginal,
        _ => Grade::Phantom,
    }
}

/// `sigma_now`: the degree for the side to move, with first moves from `first` only, or any forcing one.
pub fn sigma_now(position: &Position, first: &[Move], plies: u32, nodes: u64) -> Option<i32> {
    rank(position, first, 1, plies, nodes).first().map(|ranked| ranked.degree)
}

/// `sigma_move`: the degree for the side that is not to move, were it its turn; `None` in check.
pub fn sigma_move(position: &Position, first: &[Move], plies: u32, nodes: u64) -> Option<i32> {
    sigma_now(&position.pass()?, first, plies, nodes)
}

/// First moves by their degree, best first; the best `count` are exact. Deepens two plies at a time
/// up to `plies`, and stops in the middle of a round when `nodes` are spent.
pub fn rank(position: &Position, first: &[Move], count: usize, plies: u32, nodes: u64) -> Vec<Ranked> {
    let mut search = Degree::new(position, position.turn(), nodes);
    let mut ranked: Vec<Ranked> = first.iter().map(|&m| Ranked { m, degree: see_fast(position, m) }).collect();
    ranked.sort_by_key(|ranked| Reverse(ranked.degree));
    let mut depth = 2;
    while depth <= plies {
        let Some(mut round) = search.round(position, &ranked, count, depth) else {
            break;
        };
        round.sort_by_key(|ranked| Reverse(ranked.degree));
        ranked = round;
        depth += 2;
    }
    ranked
}

struct Degree {
    attacker: Color,
    base: i32,
    nodes: u64,
    limit: u64,
    /// The reply that was best last time at each ply: likely to be good again.
    best_replies: [Option<Move>; 32],
}

impl Degree {
    fn new(position: &Position, attacker: Color, limit: u64) -> Degree {
        let base = balance(position.board(), attacker);
        Degree { attacker, base, nodes: 0, limit, best_replies: [None; 32] }
    }

    fn round(&mut self, position: &Position, order: &[Ranked], count: usize, depth: u32) -> Option<Vec<Ranked>> {
        let mut best: Vec<i32> = Vec::new();
        let mut round = Vec::with_capacity(order.len());
        for &Ranked { m, .. } in order {
            let alpha = if best.len() < count { -2 * MATE } else { best[count - 1] };
            let degree = self.defend(&position.play(m), depth - 1, 1, alpha, 2 * MATE);
            if self.nodes >= self.limit {
                return None;
            }
            best.push(degree);
            best.sort_by_key(|&degree| Reverse(degree));
            round.push(Ranked { m, degree });
        }
        Some(round)
    }

    fn gain(&self, position: &Position) -> i32 {
        balance(position.board(), self.attacker) - self.base
    }

    /// The attacker is to move: he may stop, or force matters further.
    fn attack(&mut self, position: &Position, depth: u32, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let gain = self.gain(position);
        let mut best = match position.pass() {
            Some(passed) => gain - best_capture(&passed),
            None => -2 * MATE,
        };
        if best >= beta || self.nodes >= self.limit {
            return best;
        }
        if depth == 0 {
            return if position.is_check() { gain - 100 } else { best.max(gain + best_capture(position)) };
        }
        alpha = alpha.max(best);
        let width = if depth >= 4 { Width::Threats } else { Width::Forcing };
        let mut moves = candidates(position, width, false);
        if moves.is_empty() && position.legal_moves().is_empty() {
            return if position.is_check() { ply as i32 - MATE } else { -self.base };
        }
        moves.sort_by_cached_key(|candidate| {
            Reverse(match candidate.class {
                Class::Check => 200 + quick_order(candidate.m) / 16,
                Class::Capture(value) => value.max(-150) + quick_order(candidate.m) / 64,
                Class::Threat(worth) => worth.min(900) / 8,
                Class::Quiet => 0,
            })
        });
        for candidate in moves {
            let value = self.defend(&candidate.after, depth - 1, ply + 1, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The defender is to move: every legal reply counts.
    fn defend(&mut self, position: &Position, depth: u32, ply: u32, alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.limit {
            return self.gain(position);
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return if position.is_check() { MATE - ply as i32 } else { -self.base };
        }
        let likely = self.best_replies[ply as usize % 32];
        replies.sort_by_cached_key(|&m| {
            Reverse(if Some(m) == likely {
                50_000
            } else if m.is_capture() {
                16 * see_fast(position, m) + 1 + quick_order(m) / 16
            } else {
                0
            })
        });
        let mut worst = 2 * MATE;
        for m in replies {
            let value = self.attack(&position.play(m), depth - 1, ply + 1, alpha, beta);
            if value < worst {
                worst = value;
                if worst <= alpha {
                    self.best_replies[ply as usize % 32] = Some(m);
                    break;
                }
            }
            beta = beta.min(worst);
        }
        worst
    }
}
