//! When has the attacker got what was claimed?
//!
//! Mate is simple. A material gain is not: being a knight up counts only if the knight stays won.
//! The test runs with the attacker to move and knows three ways to say yes (seed 000, section 6.1;
//! decision D-42, made stricter):
//!
//! 1. *Settled.* The gain is on the board. The attacker passes; whatever the defender then tries
//!    with captures, promotions and three rounds of checks, the gain stays.
//! 2. *Secured.* The gain is on the board, and one attacker move makes it stay in that sense; after
//!    every quiet reply to that move it is settled, or another move makes it stay.
//! 3. *Cashed.* A capture or promotion brings the gain and keeps it like that, and every plain check
//!    in reply has an answer that secures it. So a piece that takes and is then trapped, a quiet
//!    counter-threat, or a check that prepares one, is seen.
//!
//! The little fight that decides is [`GoalTest::assault`] (defender to move) and
//! `GoalTest::repair` (attacker to move). Either side may stop when it is not in check; a side in
//! check must answer with any legal move. A gain that leaves too little material to win with does
//! not count, nor does a stalemate. The checker has its own implementation of the same definition.

use std::cell::Cell;

use reti_core::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Rank, Square, attacks},
    exchange::see_fast,
    value::{Value, balance, worth},
};

use super::forcing::{is_threat, may_check};
use crate::probe::{Exact, Probe};

/// A gain larger than any material: the value of mate in the little fight.
pub const MATE: i32 = 30_000;

/// Plies of the little fight before it is cut off by a static exchange.
pub const FIGHT_PLIES: u32 = 6;

/// Plies of the little fight in which the defender may also give plain checks.
pub const CHECK_PLIES: u32 = 5;

/// What a proof is to show for the attacker, the side to move in the first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Checkmate, in at most so many of the attacker's moves if a number is given.
    Mate {
        /// The most moves of the attacker.
        within: Option<u32>,
    },
    /// At least so many centipawns that stay won, or checkmate; from 1 to [`MAX_GAIN`].
    Gain(i32),
}

/// The largest gain that can be asked for: more than all pieces of one side are worth.
pub const MAX_GAIN: i32 = 20_000;

impl Goal {
    /// Whether anything can be meant by it: gains are positive, and no larger than a board of queens.
    pub fn is_possible(self) -> bool {
        match self {
            Goal::Mate { .. } => true,
            Goal::Gain(gain) => (1..=MAX_GAIN).contains(&gain),
        }
    }
}

/// The plies without a capture or pawn move after which the game is drawn: either player may claim
/// it, and a proof must hold against players who do.
pub const DRAWN_CLOCK: u32 = 100;

/// Whether the clock has run out here; checkmate on the last move comes before it.
pub fn is_out_of_moves(position: &Position) -> bool {
    position.halfmoves() >= DRAWN_CLOCK && !position.is_checkmate()
}

/// Whether a table's win can be played out before the clock runs out. Without a distance only a
/// clock that has just begun will do, and only where no win takes fifty moves: with four men.
pub fn wins_in_time(position: &Position, exact: Exact) -> bool {
    let clock = position.halfmoves();
    let is_short = || clock == 0 && position.board().occupied().count() <= 4;
    exact.mate_in.map_or_else(is_short, |plies| clock.saturating_add(plies) <= DRAWN_CLOCK)
}

/// Whether a lead of `side` can be used: it has pawns, or enough pieces more than the other side.
///
/// Without pawns a lead of less than four pawns is usually a draw (rook against bishop, rook and
/// knight against rook); two knights are never enough.
pub fn is_usable(board: &Board, side: Color) -> bool {
    let own = board.by_color(side);
    if (own & board.pawns()).any() {
        return true;
    }
    let only_knights = (own & !board.knights() & !board.kings()).is_empty();
    !only_knights && balance(board, side) >= 400
}

/// How many pawns of `side` run through: passed, nothing in front of them, no enemy piece looks at
/// their way, and the enemy king outside their square.
fn runners(board: &Board, side: Color) -> i32 {
    let pawns = board.pawns() & board.by_color(side);
    let half = side.fold_wb(Bitboard(0xffff_ffff_0000_0000), Bitboard(0x0000_0000_ffff_ffff));
    let mut count = 0;
    for pawn in pawns & half {
        let last = side.relative_rank(Rank::Eighth);
        let goal = Square::from_coords(pawn.file(), last);
        let way = attacks::between(pawn, goal).with(goal);
        if (way & board.occupied()).any() || !is_passed(board, pawn, side) {
            continue;
        }
        let steps = way.count() as u32;
        let caught = board.king_of(!side).is_none_or(|king| king.distance(goal) <= steps);
        if !caught && way.into_iter().all(|square| board.attacks_to(square, !side, board.occupied()).is_empty()) {
            count += 1;
        }
    }
    count
}

/// Whether no enemy pawn stands in front of a pawn or beside its way.
fn is_passed(board: &Board, pawn: Square, side: Color) -> bool {
    let enemies = board.pawns() & board.by_color(!side);
    enemies.into_iter().all(|enemy| {
        let ahead = match side {
            Color::White => enemy.rank() > pawn.rank(),
            Color::Black => enemy.rank() < pawn.rank(),
        };
        !ahead || pawn.file().distance(enemy.file()) > 1
    })
}

/// What the knights and bishops of `side` are worth that took too deep inside: on the enemy's last
/// two ranks, defended by nobody, and without a square where they are safe or taken for their price.
fn stranded(board: &Board, side: Color) -> i32 {
    let far = side.fold_wb(Bitboard(0xffff_0000_0000_0000), Bitboard(0x0000_0000_0000_ffff));
    let inside = board.by_color(side) & (board.knights() | board.bishops()) & far;
    let is_stranded = |&square: &Square| {
        let occupied = board.occupied().without(square);
        let price = board.role_at(square).map_or(0, worth);
        let escapes = |to: Square| {
            board.attacks_to(to, !side, occupied).is_empty()
                || board.role_at(to).is_some_and(|victim| victim == PieceType::King || worth(victim) >= price)
        };
        board.attacks_to(square, side, board.occupied()).is_empty()
            && !(board.attacks_from(square) & !board.by_color(side)).into_iter().any(escapes)
    };
    inside.into_iter().filter(is_stranded).map(|square| board.role_at(square).map_or(0, worth)).sum()
}

/// The goal of one search, with what it is measured against.
pub struct GoalTest<'a> {
    /// The side that claims.
    pub attacker: Color,
    /// What is claimed.
    pub goal: Goal,
    /// The attacker's balance in the first position.
    pub base: i32,
    /// Exact values, if there are any.
    pub probe: Option<&'a dyn Probe>,
    /// Asked inside the little fights whether to stop.
    stop: &'a dyn Fn() -> bool,
    /// How many positions the little fights may still look at; none once it was time to stop.
    fight_left: Cell<u64>,
}

/// Positions of little fights for each node of a budget, and in any case: without a bound a single
/// node on a board full of queens may take longer than anyone waits.
const FIGHT_PER_NODE: u64 = 2_000;
const FIGHT_AT_LEAST: u64 = 400_000;

/// After so many positions of a fight is asked whether to stop.
const ASK_EVERY: u64 = 256;

/// What a leaf shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The gain stays won even if the attacker passes.
    Settled,
    /// The gain stays won, or is won, by this move.
    By(Move),
}

impl<'a> GoalTest<'a> {
    /// A goal for the side to move.
    pub fn new(position: &Position, goal: Goal, probe: Option<&'a dyn Probe>) -> GoalTest<'a> {
        let attacker = position.turn();
        let base = balance(position.board(), attacker);
        GoalTest { attacker, goal, base, probe, stop: &|| false, fight_left: Cell::new(u64::MAX) }
    }

    /// Bounds what the little fights may cost in a search of so many nodes.
    #[must_use]
    pub fn within(self, nodes: u64, stop: &'a dyn Fn() -> bool) -> GoalTest<'a> {
        let fight_left = Cell::new(nodes.saturating_mul(FIGHT_PER_NODE).max(FIGHT_AT_LEAST));
        GoalTest { stop, fight_left, ..self }
    }

    /// Whether the little fights were broken off: what they say since then counts for nothing.
    pub fn is_spent(&self) -> bool {
        self.fight_left.get() == 0
    }

    /// Counts a position of a little fight; `false` if it is time to stop.
    fn may_look(&self) -> bool {
        let mut left = self.fight_left.get().saturating_sub(1);
        if left.is_multiple_of(ASK_EVERY) && (self.stop)() {
            left = 0;
        }
        self.fight_left.set(left);
        left > 0
    }

    /// The attacker's gain on the board, nothing pending considered, except that each defender's
    /// pawn that nothing stops is counted as a queen and each stranded piece of the attacker as
    /// lost; a loss of everything where the lead could not be used.
    pub fn gain(&self, board: &Board) -> i32 {
        if !is_usable(board, self.attacker) {
            return -MATE;
        }
        let queens = runners(board, !self.attacker) * (worth(PieceType::Queen) - worth(PieceType::Pawn));
        balance(board, self.attacker) - self.base - queens - stranded(board, self.attacker)
    }

    /// What a table says: `Some(true)` if the goal is reached, `Some(false)` if it never will be. A win
    /// that the clock may spoil is neither.
    pub fn table(&self, position: &Position) -> Option<bool> {
        let exact = self.probe?.probe(position)?;
        let value = if position.turn() == self.attacker { exact.value } else { -exact.value };
        match self.goal {
            Goal::Mate { within: None } | Goal::Gain(_) if value == Value::Win => {
                wins_in_time(position, exact).then_some(true)
            }
            Goal::Mate { within: None } | Goal::Gain(_) => Some(false),
            Goal::Mate { within: Some(_) } => None,
        }
    }

    /// Whether the goal is reached with the attacker to move.
    pub fn leaf(&self, position: &Position) -> Option<Leaf> {
        let Goal::Gain(goal) = self.goal else {
            return None;
        };
        let gain = self.gain(position.board());
        let leaf =
            if gain >= goal { self.held(position, goal) } else { self.cashed(position, gain, goal).map(Leaf::By) };
        leaf.filter(|_| !self.is_spent())
    }

    /// The gain is on the board: does it stay?
    fn held(&self, position: &Position, goal: i32) -> Option<Leaf> {
        if self.is_settled(position, goal) {
            return Some(Leaf::Settled);
        }
        self.secured(position, goal).map(Leaf::By)
    }

    fn is_settled(&self, position: &Position, goal: i32) -> bool {
        let board = position.board();
        // A side with only king and pawns may be in zugzwang: passing proves nothing.
        let has_pieces = (board.by_color(self.attacker) & !board.pawns() & !board.kings()).any();
        has_pieces && position.pass().is_some_and(|passed| self.survives(&passed, goal))
    }

    fn survives(&self, position: &Position, goal: i32) -> bool {
        self.assault(position, goal - 1, goal, FIGHT_PLIES) >= goal
    }

    /// A move that keeps the gain on the board against noisy and quiet replies.
    fn secured(&self, position: &Position, goal: i32) -> Option<Move> {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&m| -quick_order(m));
        moves.into_iter().find(|&m| {
            let next = position.play(m);
            self.survives(&next, goal) && self.stands_quiet_replies(&next, goal)
        })
    }

    /// A capture or promotion that brings the gain for good.
    fn cashed(&self, position: &Position, gain: i32, goal: i32) -> Option<Move> {
        let moves = position.legal_moves();
        let noisy = moves.iter().copied().filter(|m| m.is_capture() || m.is_promotion());
        let mut tries: Vec<(i32, Move)> = noisy.map(|m| (see_fast(position, m), m)).collect();
        tries.retain(|&(value, _)| gain + value >= goal);
        tries.sort_by_key(|&(value, m)| (-value, -quick_order(m)));
        tries.into_iter().map(|(_, m)| m).find(|&m| {
            let next = position.play(m);
            self.survives(&next, goal) && self.stands_quiet_replies(&next, goal) && self.stands_checks(&next, goal)
        })
    }

    /// Whether the gain is settled, or can be kept by one move, after every quiet reply that is no
    /// check. Replies that threaten nothing new are not looked at: the fight has already answered
    /// what the defender threatened before. A reply that shuts a piece in or lets a pawn run takes
    /// from the gain without a threat, and is looked at.
    fn stands_quiet_replies(&self, position: &Position, goal: i32) -> bool {
        quiet_moves(position).all(|m| {
            let next = position.play(m);
            next.is_check()
                || self.gain(next.board()) >= goal && !is_threat(position, m, &next)
                || self.is_settled(&next, goal)
                || next.legal_moves().into_iter().any(|answer| self.survives(&next.play(answer), goal))
        })
    }

    /// Whether every plain check has an answer that keeps the gain against quiet replies, too.
    fn stands_checks(&self, position: &Position, goal: i32) -> bool {
        let king = position.king(self.attacker);
        quiet_moves(position).filter(|&m| may_check(position, m, king)).all(|m| {
            let next = position.play(m);
            !next.is_check() || self.secured(&next, goal).is_some()
        })
    }

    /// The gain that is left for the attacker when the defender, to move, fights on.
    pub fn assault(&self, position: &Position, alpha: i32, mut beta: i32, plies: u32) -> i32 {
        if !self.may_look() {
            return -MATE;
        }
        let in_check = position.is_check();
        let gain = self.gain(position.board());
        if !in_check && gain <= alpha {
            return gain;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { MATE } else { -MATE };
        }
        if plies == 0 {
            let loss = moves.iter().filter(|m| m.is_capture()).map(|&m| see_fast(position, m)).max();
            return gain - loss.unwrap_or(0).max(0);
        }
        let mut worst = if in_check { 2 * MATE } else { gain };
        beta = beta.min(worst);
        let mut tries = noisy(&moves);
        let king = position.king(self.attacker);
        let with_checks = plies + CHECK_PLIES > FIGHT_PLIES;
        if in_check || with_checks {
            let quiet = moves.iter().copied().filter(|m| !m.is_capture() && !m.is_promotion());
            tries.extend(quiet.filter(|&m| in_check || may_check(position, m, king)));
        }
        for m in tries {
            let next = position.play(m);
            if !in_check && !m.is_capture() && !m.is_promotion() && !next.is_check() {
                continue;
            }
            worst = worst.min(self.repair(&next, alpha, beta, plies - 1));
            if worst <= alpha {
                return worst;
            }
            beta = beta.min(worst);
        }
        worst
    }

    /// The gain that the attacker, to move, can keep in the little fight.
    fn repair(&self, position: &Position, mut alpha: i32, beta: i32, plies: u32) -> i32 {
        let in_check = position.is_check();
        let gain = self.gain(position.board());
        if !in_check && plies > 0 && gain >= beta && !position.is_stalemate() {
            return gain;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return -MATE;
        }
        if plies == 0 {
            return gain;
        }
        let mut best = if in_check { -2 * MATE } else { gain };
        alpha = alpha.max(best);
        let mut tries = noisy(&moves);
        if in_check {
            tries.extend(moves.iter().copied().filter(|m| !m.is_capture() && !m.is_promotion()));
        }
        for m in tries {
            if best >= beta {
                break;
            }
            let next = position.play(m);
            best = best.max(self.assault(&next, alpha, beta, plies - 1));
            alpha = alpha.max(best);
        }
        best
    }
}

fn quiet_moves(position: &Position) -> impl Iterator<Item = Move> {
    position.legal_moves().into_iter().filter(|m| !m.is_capture() && !m.is_promotion())
}

/// Captures and promotions, dearest victim first.
fn noisy(moves: &[Move]) -> Vec<Move> {
    let mut noisy: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture() || m.is_promotion()).collect();
    noisy.sort_unstable_by_key(|&m| (-quick_order(m), m.from(), m.to()));
    noisy
}

/// Dear victims first, then cheap capturers; quiet moves last.
pub(super) fn quick_order(m: Move) -> i32 {
    let victim = m.capture().map_or(0, worth);
    let promotion = m.promotion().map_or(0, worth);
    let mover = if m.role() == PieceType::King { 1000 } else { worth(m.role()) };
    if victim + promotion == 0 { 0 } else { 16 * (victim + promotion) - mover }
}
