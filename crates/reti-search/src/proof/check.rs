//! The checker: is this certificate a proof?
//!
//! Small on purpose, and without a line of the search: it knows the rules of chess, what the goals
//! mean, and the exchange on one square. It walks the tree once. Every attacker move must be legal,
//! every legal reply must be answered exactly once, and every leaf's reason must hold on the board
//! with exactly the gain that is stated (seed 000, section 6.3; decisions D-42 and D-44).

use std::cell::Cell;

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position, Rank, Square, attacks},
    exchange::see_fast,
    value::Value,
};

use super::{
    certificate::{Attack, Certificate, Defense, Payoff},
    goal::Goal,
};
use crate::probe::Probe;

/// Why a certificate is no proof; `line` leads to the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {}: {fault}", if .line.is_empty() { "no move".to_owned() } else { .line.join(" ") })]
pub struct Fault {
    /// The moves to the faulty place, in UCI.
    pub line: Vec<String>,
    /// What is wrong there.
    pub fault: FaultKind,
}

/// What can be wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// A move that the rules do not allow.
    #[error("an illegal move")]
    Illegal,
    /// A legal reply without an answer.
    #[error("a legal reply is missing")]
    MissingReply,
    /// A reply that is answered twice or does not exist.
    #[error("a reply too many")]
    ExtraReply,
    /// Called mate, but it is not.
    #[error("this is not checkmate")]
    NotMate,
    /// The defender has no move and is not mated.
    #[error("the game ends here without a win")]
    GameOver,
    /// The gain stated at a leaf is not the goal's.
    #[error("the leaf states {stated}, the goal is {wanted}")]
    WrongGain {
        /// What the leaf says.
        stated: i32,
        /// What the goal asks for.
        wanted: i32,
    },
    /// The gain can be taken back.
    #[error("the gain does not stay won")]
    NotKept,
    /// A leaf that does not reach the goal.
    #[error("the leaf does not reach the goal")]
    ShortOfGoal,
    /// A reason that cannot be used here.
    #[error("this reason does not apply here")]
    BadReason,
    /// A table was cited and does not say so.
    #[error("the table does not confirm this")]
    NotInTable,
    /// The claim at the top is not what the leaves support.
    #[error("the claim is not what the leaves support")]
    WrongClaim,
    /// The tree is deeper than any honest proof.
    #[error("the tree is too deep")]
    TooDeep,
    /// Nothing can be meant by the goal.
    #[error("a gain of {0} is no goal: expected 1 to 20000")]
    BadGoal(i32),
    /// Fifty moves of each side without a capture or pawn move: the game is drawn.
    #[error("the game is drawn by the fifty-move rule")]
    FiftyMoves,
    /// A position that was on the board before in the same line.
    #[error("the position repeats an earlier one")]
    Repetition,
    /// The leaves need more work than any honest proof.
    #[error("the captures behind the leaves are too many to check")]
    TooMuch,
}

/// So many positions may be looked at behind the leaves of one certificate.
const MAX_WORK: u64 = 20_000_000;

/// After so many positions is asked whether to stop.
const ASK_EVERY: u64 = 256;

/// Accepts or rejects a proof.
pub fn check(certificate: &Certificate, probe: Option<&dyn Probe>) -> Result<(), Fault> {
    check_until(certificate, probe, &|| false)
}

/// The same, and rejects what it has no time to finish.
pub fn check_until(certificate: &Certificate, probe: Option<&dyn Probe>, stop: &dyn Fn() -> bool) -> Result<(), Fault> {
    check_within(certificate, probe, stop, MAX_WORK)
}

/// The same, and rejects what needs a look at more than so many positions behind its leaves.
pub fn check_within(
    certificate: &Certificate,
    probe: Option<&dyn Probe>,
    stop: &dyn Fn() -> bool,
    work: u64,
) -> Result<(), Fault> {
    let mut checker = Checker::new(certificate, probe, stop);
    checker.left = Cell::new(work.min(MAX_WORK));
    checker.run(certificate)
}

struct Checker<'a> {
    attacker: Color,
    base: i32,
    goal: Goal,
    probe: Option<&'a dyn Probe>,
    line: Vec<String>,
    /// The positions of the line.
    seen: Vec<u64>,
    worst: Option<Payoff>,
    stop: &'a dyn Fn() -> bool,
    /// How many positions may still be looked at behind the leaves.
    left: Cell<u64>,
}

impl<'a> Checker<'a> {
    fn new(certificate: &Certificate, probe: Option<&'a dyn Probe>, stop: &'a dyn Fn() -> bool) -> Checker<'a> {
        let attacker = certificate.position.turn();
        Checker {
            attacker,
            base: lead(&certificate.position, attacker),
            goal: certificate.goal,
            probe,
            line: Vec::new(),
            seen: Vec::new(),
            worst: None,
            stop,
            left: Cell::new(MAX_WORK),
        }
    }

    fn run(&mut self, certificate: &Certificate) -> Result<(), Fault> {
        if let Goal::Gain(gain) = self.goal
            && !(1..=20_000).contains(&gain)
        {
            return self.fault(FaultKind::BadGoal(gain));
        }
        self.enter(&certificate.position)?;
        self.play(&certificate.position, certificate.first, &certificate.then, 1)?;
        if self.worst != Some(certificate.claim) {
            return self.fault(FaultKind::WrongClaim);
        }
        Ok(())
    }

    fn fault<T>(&self, fault: FaultKind) -> Result<T, Fault> {
        Err(Fault { line: self.line.clone(), fault })
    }

    /// Steps to a position of the tree: the game goes on there, and it is new in its line.
    fn enter(&mut self, position: &Position) -> Result<(), Fault> {
        if position.halfmoves() >= 100 && !position.is_checkmate() {
            return self.fault(FaultKind::FiftyMoves);
        }
        if self.seen.contains(&position.key()) {
            return self.fault(FaultKind::Repetition);
        }
        self.seen.push(position.key());
        Ok(())
    }

    fn leaf(&mut self, claim: Payoff) -> Result<(), Fault> {
        let reached = match (self.goal, claim) {
            (Goal::Mate { within }, Payoff::Mate(moves)) => within.is_none_or(|within| moves <= within),
            (Goal::Mate { within: None } | Goal::Gain(_), Payoff::Win) | (Goal::Gain(_), Payoff::Mate(_)) => true,
            (Goal::Gain(wanted), Payoff::Gain(gain)) => gain >= wanted,
            (Goal::Mate { .. }, _) => false,
        };
        if !reached {
            return self.fault(FaultKind::ShortOfGoal);
        }
        // A gain is worse than a win, a win worse than a mate, a slow mate worse than a fast one.
        let rank = |claim: Payoff| match claim {
            Payoff::Gain(gain) => (0, i64::from(gain)),
            Payoff::Win => (1, 0),
            Payoff::Mate(moves) => (2, -i64::from(moves)),
        };
        if self.worst.is_none_or(|worst| rank(claim) < rank(worst)) {
            self.worst = Some(claim);
        }
        Ok(())
    }

    /// The attacker plays `m`, his `moves`-th move.
    fn play(&mut self, position: &Position, m: Move, then: &Defense, moves: u32) -> Result<(), Fault> {
        if !position.legal_moves().contains(&m) {
            return self.fault(FaultKind::Illegal);
        }
        if moves > 100 {
            return self.fault(FaultKind::TooDeep);
        }
        self.line.push(position.uci(m));
        let next = position.play(m);
        self.enter(&next)?;
        self.defense(&next, then, moves)?;
        self.seen.pop();
        self.line.pop();
        Ok(())
    }

    fn defense(&mut self, position: &Position, defense: &Defense, moves: u32) -> Result<(), Fault> {
        let legal = position.legal_moves();
        let replies = match defense {
            Defense::Mated if legal.is_empty() && position.is_check() => return self.leaf(Payoff::Mate(moves)),
            Defense::Mated => return self.fault(FaultKind::NotMate),
            Defense::Table => return self.table(position),
            Defense::Replies(replies) => replies,
        };
        if legal.is_empty() {
            return self.fault(FaultKind::GameOver);
        }
        for (index, (reply, attack)) in replies.iter().enumerate() {
            if !legal.contains(reply) || replies[..index].iter().any(|(earlier, _)| earlier == reply) {
                return self.fault(FaultKind::ExtraReply);
            }
            self.line.push(position.uci(*reply));
            let next = position.play(*reply);
            self.enter(&next)?;
            self.attack(&next, attack, moves + 1)?;
            self.seen.pop();
            self.line.pop();
        }
        if replies.len() < legal.len() {
            return self.fault(FaultKind::MissingReply);
        }
        Ok(())
    }

    fn attack(&mut self, position: &Position, attack: &Attack, moves: u32) -> Result<(), Fault> {
        match *attack {
            Attack::Play(m, ref then) => self.play(position, m, then, moves),
            Attack::Table => self.table(position),
            Attack::Settled(gain) => {
                let wanted = self.material_goal(gain)?;
                if !self.is_settled(position, wanted) {
                    return self.not_kept();
                }
                self.leaf(Payoff::Gain(gain))
            }
            Attack::Kept(m, gain) => {
                let wanted = self.material_goal(gain)?;
                if !position.legal_moves().contains(&m) {
                    return self.fault(FaultKind::Illegal);
                }
                let next = position.play(m);
                if next.halfmoves() >= 100 {
                    return self.fault(FaultKind::FiftyMoves);
                }
                let ahead = self.standing(position) >= wanted;
                let cashing = m.is_capture() || m.is_promotion();
                let kept = self.secures(&next, wanted) && (ahead || cashing && self.stands_checks(&next, wanted));
                if !kept {
                    return self.not_kept();
                }
                self.leaf(Payoff::Gain(gain))
            }
        }
    }

    /// A leaf that does not hold, or for which there was no time.
    fn not_kept(&self) -> Result<(), Fault> {
        self.fault(if self.left.get() == 0 { FaultKind::TooMuch } else { FaultKind::NotKept })
    }

    /// A material leaf states exactly the gain that the goal asks for.
    fn material_goal(&self, stated: i32) -> Result<i32, Fault> {
        match self.goal {
            Goal::Gain(wanted) if wanted == stated => Ok(wanted),
            Goal::Gain(wanted) => self.fault(FaultKind::WrongGain { stated, wanted }),
            Goal::Mate { .. } => self.fault(FaultKind::BadReason),
        }
    }

    /// The gain is on the board and stays even if the attacker passes. A side with only king and
    /// pawns may be in zugzwang: there passing proves nothing.
    fn is_settled(&self, position: &Position, wanted: i32) -> bool {
        let board = position.board();
        let pieces = board.by_color(self.attacker) & !board.pawns() & !board.kings();
        self.standing(position) >= wanted
            && pieces.any()
            && position.pass().is_some_and(|passed| self.survives(&passed, wanted))
    }

    /// The defender, to move, can neither fight the gain back nor prepare that with a quiet move:
    /// after each one that gives no check the gain is settled, or one attacker move survives.
    fn secures(&self, position: &Position, wanted: i32) -> bool {
        self.survives(position, wanted)
            && quiet_replies(position).filter(|next| !next.is_check()).all(|next| {
                self.is_settled(&next, wanted)
                    || next.legal_moves().into_iter().any(|m| self.survives(&next.play(m), wanted))
            })
    }

    /// Every plain check of the defender, to move, has an answer that secures the gain.
    fn stands_checks(&self, position: &Position, wanted: i32) -> bool {
        quiet_replies(position)
            .filter(Position::is_check)
            .all(|next| next.legal_moves().into_iter().any(|m| self.secures(&next.play(m), wanted)))
    }

    /// The defender, to move, cannot bring the gain below what is wanted.
    fn survives(&self, position: &Position, wanted: i32) -> bool {
        self.fight(position, ROUNDS, wanted - 1, wanted) >= wanted
    }

    fn table(&mut self, position: &Position) -> Result<(), Fault> {
        let Some(exact) = self.probe.and_then(|probe| probe.probe(position)) else {
            return self.fault(FaultKind::NotInTable);
        };
        let won = if position.turn() == self.attacker { Value::Win } else { Value::Loss };
        if exact.value != won {
            return self.fault(FaultKind::NotInTable);
        }
        // The win must be played out before the clock runs out; without a distance the clock must stand
        // at zero and the men be so few that no win takes fifty moves.
        let in_time = match exact.mate_in {
            Some(plies) => position.halfmoves().saturating_add(plies) <= 100,
            None => position.halfmoves() == 0 && position.board().occupied().count() <= 4,
        };
        if in_time { self.leaf(Payoff::Win) } else { self.fault(FaultKind::FiftyMoves) }
    }

    /// What the attacker has gained as the board stands; nothing that cannot be won with counts.
    fn standing(&self, position: &Position) -> i32 {
        let board = position.board();
        let own = board.by_color(self.attacker);
        let lead = lead(position, self.attacker);
        let pawns = (own & board.pawns()).any();
        let more_than_knights = (own & (board.bishops() | board.rooks_and_queens())).any();
        if pawns || more_than_knights && lead >= 400 {
            lead - self.base - 800 * self.runaway_pawns(position) - 300 * self.stranded_pieces(position)
        } else {
            -LOST
        }
    }

    /// Defender's pawns in the attacker's half that would queen if nobody else moved: a free file
    /// ahead, no attacker pawn on it or beside it, no attacker piece that sees a square of it, and
    /// the attacker's king too far away.
    fn runaway_pawns(&self, position: &Position) -> i32 {
        let board = position.board();
        let (own, king) = (board.by_color(self.attacker), position.king(self.attacker));
        let step: i32 = if self.attacker == Color::White { -8 } else { 8 };
        let runs = |start: Square| {
            let mut here = start;
            let mut steps = 0;
            while let Some(next) = here.offset(step) {
                let beside = Bitboard::from_rank(next.rank()) & attacks::king_attacks(next);
                if board.occupied().contains(next)
                    || (beside & own & board.pawns()).any()
                    || board.attacks_to(next, self.attacker, board.occupied()).any()
                {
                    return false;
                }
                here = next;
                steps += 1;
            }
            king.distance(here) > steps
        };
        let near = |square: &Square| match self.attacker {
            Color::White => square.rank() <= Rank::Fourth,
            Color::Black => square.rank() >= Rank::Fifth,
        };
        let pawns = board.by_color(!self.attacker) & board.pawns();
        pawns.into_iter().filter(near).filter(|&square| runs(square)).count() as i32
    }

    /// Knights and bishops of the attacker on the defender's last two ranks that nobody defends and
    /// that have no way out: each square they reach is held by a friend, or is covered by the
    /// defender and holds no piece of their price.
    fn stranded_pieces(&self, position: &Position) -> i32 {
        let board = position.board();
        let (own, minor) = (board.by_color(self.attacker), board.knights() | board.bishops());
        let deep = |square: &Square| match self.attacker {
            Color::White => square.rank() >= Rank::Seventh,
            Color::Black => square.rank() <= Rank::Second,
        };
        let is_trapped = |square: &Square| {
            let without = board.occupied() ^ Bitboard::from_square(*square);
            board.attacks_from(*square).into_iter().all(|to| {
                let covered = board.attacks_to(to, !self.attacker, without).any();
                own.contains(to) || covered && !(board.by_color(!self.attacker) & !board.pawns()).contains(to)
            })
        };
        let alone = |square: &Square| board.attacks_to(*square, self.attacker, board.occupied()).is_empty();
        (own & minor).into_iter().filter(deep).filter(alone).filter(is_trapped).count() as i32
    }

    /// The definition of the little fight, side by side: the defender minimises, the attacker
    /// maximises; who is not in check may stop; otherwise captures and promotions, for the defender
    /// in the first five plies also checks; in check every legal move.
    fn fight(&self, position: &Position, rounds: u32, mut low: i32, mut high: i32) -> i32 {
        let mut left = self.left.get().saturating_sub(1);
        if left.is_multiple_of(ASK_EVERY) && (self.stop)() {
            left = 0;
        }
        self.left.set(left);
        if left == 0 {
            return -LOST;
        }
        let attacking = position.turn() == self.attacker;
        let check = position.is_check();
        let legal = position.legal_moves();
        let standing = self.standing(position);
        if legal.is_empty() {
            return if check && !attacking { LOST } else { -LOST };
        }
        if rounds == 0 {
            let captures = legal.iter().filter(|m| !attacking && m.is_capture());
            return standing - captures.map(|&m| see_fast(position, m)).max().unwrap_or(0).max(0);
        }
        let mut result = match (check, attacking) {
            (false, _) => standing,
            (true, true) => -INFINITE,
            (true, false) => INFINITE,
        };
        for &m in &legal {
            if attacking {
                low = low.max(result);
            } else {
                high = high.min(result);
            }
            if low >= high {
                break;
            }
            let next = position.play(m);
            let plain_check = !attacking && ROUNDS - rounds < 5 && next.is_check();
            if check || m.is_capture() || m.is_promotion() || plain_check {
                let value = self.fight(&next, rounds - 1, low, high);
                result = if attacking { result.max(value) } else { result.min(value) };
            }
        }
        result
    }
}

/// The positions after the moves that neither capture nor promote.
fn quiet_replies(position: &Position) -> impl Iterator<Item = Position> + '_ {
    let quiet = |m: &Move| !m.is_capture() && !m.is_promotion();
    position.legal_moves().into_iter().filter(quiet).map(|m| position.play(m))
}

const LOST: i32 = 30_000;
const INFINITE: i32 = 60_000;
const ROUNDS: u32 = 6;

fn lead(position: &Position, side: Color) -> i32 {
    let board = position.board();
    let count =
        |color: Color, piece_type: PieceType| (board.by_color(color) & board.by_role(piece_type)).count() as i32;
    [
        (PieceType::Pawn, 100),
        (PieceType::Knight, 300),
        (PieceType::Bishop, 300),
        (PieceType::Rook, 500),
        (PieceType::Queen, 900),
    ]
    .into_iter()
    .map(|(piece_type, worth)| worth * (count(side, piece_type) - count(!side, piece_type)))
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_that_needs_too_much_is_rejected_not_believed() {
        // A queen is won for now; whether it stays so, with thirty queens on the board, would take for ever.
        let position = Position::from_fen("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1").unwrap();
        let first = position.parse_move("a2a7").unwrap();
        let reply = position.play(first).parse_move("h7h3").unwrap();
        let then = Defense::Replies(vec![(reply, Attack::Settled(100))]);
        let certificate = Certificate::new(position, Goal::Gain(100), first, then);
        let mut checker = Checker::new(&certificate, None, &|| false);
        checker.left = Cell::new(1_000);
        assert_eq!(checker.run(&certificate).unwrap_err().fault, FaultKind::TooMuch);
        assert_eq!(check_until(&certificate, None, &|| true).unwrap_err().fault, FaultKind::TooMuch);
    }
}
