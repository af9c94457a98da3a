//! The tree: principal variation search down to quiet positions.
//!
//! The first move of a node is searched with the whole window, the others only to show that they are
//! no better, deeper again if they are. What is unlikely to matter is cut: a side that could even
//! pass (null move), positions far above or below the window, late quiet moves. At the end only
//! captures that do not lose material are played, until nothing is left to take.
//!
//! *[Seed 004, section 4]* keeps the search classical and exchanges the evaluation; so does this
//! module, which knows an evaluation only as an accumulator.

use reti_core::{
    chess::{Color, Move, MoveList, Position},
    field::score::Accumulator,
    value::worth,
};

use super::{
    Watch,
    order::{Experience, LOSING, Picker, code, is_quiet},
    score::{LARGEST, LONGEST, MATE},
    table::{Bound, Code, Table},
};

/// A window that contains every score.
pub(super) const INFINITE: i32 = MATE + 1;
/// Scores beyond this are mates.
const NEAR_MATE: i32 = MATE - LONGEST as i32;

/// A position with what the search keeps beside it.
pub(super) struct Place {
    pub position: Position,
    sums: Accumulator,
    key: u64,
    in_check: bool,
}

impl Place {
    pub fn new(position: &Position, sums: Accumulator) -> Place {
        Place { key: position.key(), in_check: position.is_check(), position: position.clone(), sums }
    }

    fn after(&self, m: Move) -> Place {
        let position = self.position.play(m);
        let mut sums = self.sums;
        sums.play(self.position.turn(), m);
        let key = self.position.key_after(self.key, m).unwrap_or_else(|| position.key());
        Place { in_check: position.is_check(), position, sums, key }
    }

    fn after_pass(&self) -> Option<Place> {
        let position = self.position.pass()?;
        Some(Place { key: position.key(), in_check: false, position, sums: self.sums })
    }

    /// The evaluation for the side to move.
    fn evaluate(&self) -> i32 {
        self.sums.score_for(self.position.turn(), self.position.board()).clamp(-LARGEST, LARGEST)
    }

    fn has_officers(&self) -> bool {
        let board = self.position.board();
        (board.by_color(self.position.turn()) & !board.pawns() & !board.kings()).any()
    }
}

/// One search from one root.
pub(super) struct Tree<'e> {
    pub table: &'e mut Table,
    pub experience: &'e mut Experience,
    pub watch: &'e mut dyn Watch,
    /// Nodes that may be visited.
    pub node_budget: Option<u64>,
    pub nodes: u64,
    /// The deepest ply that was reached.
    pub deepest: usize,
    pub stopped: bool,
    /// The moves that are considered at the root.
    pub root_moves: Vec<Move>,
    /// The score of the line, also when the search is broken off after finding it.
    pub root_score: i32,
    /// Keys of the game so far and of the line under the search, the current position last.
    keys: Vec<u64>,
    /// How many keys belong to the game, the root included.
    game_length: usize,
    evaluations: [Option<i32>; LONGEST],
    lines: Vec<Vec<Move>>,
}

impl<'e> Tree<'e> {
    pub fn new(
        root: &Place,
        earlier: &[u64],
        table: &'e mut Table,
        experience: &'e mut Experience,
        watch: &'e mut dyn Watch,
    ) -> Tree<'e> {
        let mut keys = earlier.to_vec();
        keys.push(root.key);
        Tree {
            table,
            experience,
            watch,
            node_budget: None,
            nodes: 0,
            deepest: 0,
            stopped: false,
            root_moves: Vec::new(),
            root_score: 0,
            game_length: keys.len(),
            keys,
            evaluations: [None; LONGEST],
            lines: vec![Vec::new(); LONGEST + 1],
        }
    }

    /// The principal variation of the last search from the root.
    pub fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// Counts a node; false if the search must end.
    fn enter(&mut self, ply: usize) -> bool {
        if self.node_budget.is_some_and(|budget| self.nodes >= budget)
            || (self.nodes.is_multiple_of(1024) && self.watch.is_over())
        {
            self.stopped = true;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        !self.stopped
    }

    /// Whether the game is drawn here by repetition or for lack of material. A position that came up
    /// since the root counts at once, an earlier one when it comes up for the third time.
    fn is_draw(&self, place: &Place) -> bool {
        if place.position.is_dead() {
            return true;
        }
        let reversible = place.position.halfmoves() as usize;
        let last = self.keys.len() - 1;
        let mut before = 0;
        for distance in (4..=reversible.min(last)).step_by(2) {
            if self.keys[last - distance] == place.key {
                before += 1;
                if last - distance >= self.game_length || before == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn child(&mut self, place: &Place, depth: i32, alpha: i32, beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.keys.push(place.key);
        let score = -self.node(place, depth, -beta, -alpha, ply + 1, may_pass);
        self.keys.pop();
        score
    }

    /// The score of a place for the side to move, to a depth and within a window.
    pub fn node(
        &mut self,
        place: &Place,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        // A check must be answered: look one ply further.
        depth += i32::from(place.in_check);
        if depth <= 0 {
            return self.quiet(place, alpha, beta, ply);
        }
        self.lines[ply].clear();
        if !self.enter(ply) {
            return 0;
        }
        let is_root = ply == 0;
        let is_principal = beta - alpha > 1;
        if !is_root {
            if self.is_draw(place) {
                return 0;
            }
            // Nothing below can be better than mating now or worse than being mated now.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
            if ply >= LONGEST - 1 {
                return place.evaluate();
            }
        }
        // 1. What the table knows.
        let known = self.table.get(place.key);
        if let Some(entry) = known.filter(|entry| !is_principal && entry.depth() >= depth) {
            let score = entry.score(ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides && place.position.halfmoves() < 90 {
                return score;
            }
        }
        let best_known = known.map_or(0, |entry| entry.code);
        // 2. Cuts before any move is tried.
        let evaluation = (!place.in_check).then(|| place.evaluate());
        self.evaluations[ply] = evaluation;
        let improves = match (evaluation, ply.checked_sub(2).and_then(|earlier| self.evaluations[earlier])) {
            (Some(now), Some(earlier)) => now > earlier,
            _ => false,
        };
        if let Some(evaluation) = evaluation
            && !is_principal
            && beta.abs() < NEAR_MATE
            && let Some(score) = self.cut(place, depth, beta, ply, may_pass, evaluation, improves)
        {
            return score;
        }
        // Without a known move the order is poor, and so is a deep search of it.
        if best_known == 0 && depth >= 4 {
            depth -= 1;
        }
        self.moves(place, depth, alpha, beta, ply, best_known, evaluation, improves)
    }

    /// Positions so far above the window that they need no search.
    #[allow(clippy::too_many_arguments, reason = "the state of one node")]
    fn cut(
        &mut self,
        place: &Place,
        depth: i32,
        beta: i32,
        ply: usize,
        may_pass: bool,
        evaluation: i32,
        improves: bool,
    ) -> Option<i32> {
        if depth <= 6 && evaluation - 85 * (depth - i32::from(improves)) >= beta {
            return Some(evaluation);
        }
        if may_pass && depth >= 3 && evaluation >= beta && place.has_officers() {
            let passed = place.after_pass()?;
            let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
            let score = self.child(&passed, depth - 1 - reduction, beta - 1, beta, ply, false);
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                // A mate that needs a pass is none.
                return Some(if score >= NEAR_MATE { beta } else { score });
            }
        }
        None
    }

    /// Tries the moves of a node.
    #[allow(clippy::too_many_arguments, reason = "the state of one node")]
    fn moves(
        &mut self,
        place: &Place,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        best_known: Code,
        evaluation: Option<i32>,
        improves: bool,
    ) -> i32 {
        let mut moves = place.position.legal_moves();
        if moves.is_empty() {
            return if place.in_check { ply as i32 - MATE } else { 0 };
        }
        let (is_root, is_principal) = (ply == 0, beta - alpha > 1);
        let all = moves.len();
        if is_root {
            moves.retain(|m| self.root_moves.contains(m));
        } else if place.position.halfmoves() >= 100 {
            return 0;
        }
        let is_part = moves.len() < all;
        let side = place.position.turn();
        let (first_alpha, mut best, mut best_move) = (alpha, -INFINITE, None);
        let mut failed = MoveList::new();
        for (index, (m, rank)) in Picker::new(&place.position, &mut moves, best_known, self.experience, ply).enumerate()
        {
            let quiet = is_quiet(m);
            let after = place.after(m);
            if !is_principal && best > -NEAR_MATE && !place.in_check && !after.in_check {
                // Late quiet moves near the leaves, and captures that lose there; never a check.
                let late = (3 + depth * depth) as usize / if improves { 1 } else { 2 };
                let hopeless = evaluation.is_some_and(|now| now + 110 + 90 * depth <= alpha);
                let skipped =
                    if quiet { depth <= 5 && (failed.len() >= late || hopeless) } else { depth <= 2 && rank < LOSING };
                if skipped {
                    continue;
                }
            }
            let next = depth - 1;
            let score = if index == 0 {
                self.child(&after, next, alpha, beta, ply, true)
            } else {
                let reduced = self.reduction(depth, index, quiet, side, m, is_principal, improves, &after, rank);
                let mut score = self.child(&after, next - reduced, alpha, alpha + 1, ply, true);
                if score > alpha && reduced > 0 {
                    score = self.child(&after, next, alpha, alpha + 1, ply, true);
                }
                if score > alpha && score < beta {
                    score = self.child(&after, next, alpha, beta, ply, true);
                }
                score
            };
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    self.extend_line(ply, m);
                    if is_root {
                        self.root_score = score;
                    }
                    if alpha >= beta {
                        if quiet {
                            self.experience.learn(side, depth, ply, m, &failed);
                        }
                        break;
                    }
                }
            }
            if quiet {
                failed.push(m);
            }
        }
        let bound = match best_move {
            Some(_) if best >= beta => Bound::Lower,
            Some(_) if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // What holds for a part of the moves says nothing about the position.
        if !is_part {
            self.table.put(place.key, best_move.map_or(0, code), best, depth, bound, ply);
        }
        best
    }

    /// By how much the first look at a late move is shortened.
    #[allow(clippy::too_many_arguments, reason = "everything that is known about the move")]
    fn reduction(
        &self,
        depth: i32,
        index: usize,
        quiet: bool,
        side: Color,
        m: Move,
        is_principal: bool,
        improves: bool,
        after: &Place,
        rank: i32,
    ) -> i32 {
        if depth < 3 || index < 2 || (!quiet && rank > LOSING) {
            return 0;
        }
        let mut reduction = slow_growth(depth as u32, index as u32);
        reduction -= i32::from(is_principal) + i32::from(after.in_check);
        reduction += i32::from(!improves);
        if quiet {
            reduction -= self.experience.history(side, m) / 6_000;
        }
        reduction.clamp(0, depth - 2)
    }

    fn extend_line(&mut self, ply: usize, m: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }

    /// The score once nothing is left to take: captures that do not lose, or all answers to a check.
    fn quiet(&mut self, place: &Place, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if !self.enter(ply) {
            return 0;
        }
        if self.is_draw(place) {
            return 0;
        }
        if ply >= LONGEST - 1 {
            return place.evaluate();
        }
        let known = self.table.get(place.key);
        if let Some(entry) = known.filter(|_| beta - alpha == 1) {
            let score = entry.score(ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return score;
            }
        }
        let first_alpha = alpha;
        // In check there is no standing still: every answer is tried, and none may be left out.
        let stand = if place.in_check { ply as i32 - MATE } else { place.evaluate() };
        let mut best = stand;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = place.position.legal_moves();
        if moves.is_empty() {
            return if place.in_check { ply as i32 - MATE } else { 0 };
        }
        let mut best_move = None;
        let best_known = known.map_or(0, |entry| entry.code);
        let picker = if place.in_check {
            Picker::new(&place.position, &mut moves, best_known, self.experience, ply)
        } else {
            Picker::captures(&place.position, &mut moves, best_known)
        };
        for (m, rank) in picker {
            // Not even the captured piece for nothing would reach the window.
            let most = stand + m.capture().map_or(0, worth) + 150;
            if !place.in_check && (rank < LOSING || (!m.is_promotion() && most <= alpha)) {
                continue;
            }
            let after = place.after(m);
            self.keys.push(after.key);
            let score = -self.quiet(&after, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    self.extend_line(ply, m);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let bound = match best_move {
            Some(_) if best >= beta => Bound::Lower,
            Some(_) if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(place.key, best_move.map_or(0, code), best, 0, bound, ply);
        best
    }
}

/// Roughly 0.75 + ln(depth) ln(index) / 2.25, in whole numbers so that every machine agrees.
fn slow_growth(depth: u32, index: u32) -> i32 {
    // The binary logarithm in sixteenths, straight between powers of two.
    let logarithm = |value: u32| {
        let whole = value.ilog2();
        16 * whole + 16 * (value - (1 << whole)) / (1 << whole)
    };
    ((logarithm(depth) * logarithm(index + 1) * 55 / 256 + 192) / 256) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_slowly() {
        assert_eq!([(3, 2), (6, 5), (10, 20), (20, 40)].map(|(d, i)| slow_growth(d, i)), [1, 2, 3, 5]);
    }
}
