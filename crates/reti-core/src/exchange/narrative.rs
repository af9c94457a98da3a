//! An exchange told step by step, with the reasons why some defenders do not count.

use super::{Fight, FirstMove, see_exact, see_fast};
use crate::{
    chess::{Bitboard, Board, Color, Move, PieceType, Position, Square},
    legality::{KingSafety, attackers},
    value::worth,
};

/// A whole exchange: its value, and one line of best play by both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The value for the mover, by all legal captures.
    pub value: i32,
    /// The value by the least-valuable-attacker rule.
    pub fast: i32,
    /// The first move and the captures that both sides choose to make.
    pub steps: Vec<Step>,
    /// Captures that would have been possible at the end, but that the side to move declines.
    pub declined: Vec<Square>,
    /// Defenders of the destination that may not recapture, and why.
    pub notes: Vec<DefenseNote>,
}

/// One capture of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who captures.
    pub side: Color,
    /// Where the capturer comes from.
    pub from: Square,
    /// What it is.
    pub piece_type: PieceType,
    /// What it becomes, if it promotes.
    pub promotion: Option<PieceType>,
    /// What it takes; `None` for a quiet first move.
    pub captured: Option<PieceType>,
    /// Balance for the mover of the exchange after this step.
    pub balance: i32,
    /// What this capture gains its side in comparison with stopping before it; `None` for the
    /// first, forced move.
    pub better_by: Option<i32>,
}

/// A defender that does not defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseNote {
    /// The square that it seems to defend.
    pub target: Square,
    /// The piece that seems to defend it.
    pub defender: Square,
    /// Why it may not capture there.
    pub reason: NoDefense,
}

/// Why a defender may not recapture (decision D-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDefense {
    /// It is pinned to its king, and the target is off the line.
    PinnedAbsolute {
        /// The slider that pins it.
        pinner: Square,
        /// The king that it shields.
        king: Square,
    },
    /// Its king is in check, and the capture would not answer it.
    MustAnswerCheck,
    /// It is the king, and the target is covered.
    KingCannotCapture,
}

/// The pieces of `color` that attack `target` on this board but may not legally capture there,
/// were an enemy standing on it.
pub fn defense_notes(board: &Board, target: Square, color: Color) -> Vec<DefenseNote> {
    let Some(safety) = KingSafety::new(board, color) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    for defender in attackers(board, target, color, board.occupied()) {
        if safety.allows(board, defender, target) {
            continue;
        }
        let reason = if defender == safety.king {
            NoDefense::KingCannotCapture
        } else {
            match safety.pinner_of(board, defender) {
                Some(pinner) => NoDefense::PinnedAbsolute { pinner, king: safety.king },
                None => NoDefense::MustAnswerCheck,
            }
        };
        notes.push(DefenseNote { target, defender, reason });
    }
    notes
}

/// Tells the exchange that a legal move begins.
pub fn narrate(position: &Position, m: Move) -> Exchange {
    let (value, fast) = (see_exact(position, m), see_fast(position, m));
    let after = position.play(m);
    let notes = defense_notes(after.board(), m.to(), after.turn());
    let mut told = Exchange { value, fast, steps: Vec::new(), declined: Vec::new(), notes };
    let Some(from) = m.from() else {
        return told;
    };
    let first = FirstMove::of(position, m);
    told.steps.push(Step {
        side: position.turn(),
        from,
        piece_type: m.role(),
        promotion: m.promotion(),
        captured: m.capture(),
        balance: first.map_or(0, |first| first.gain),
        better_by: None,
    });
    if let Some(first) = first {
        tell_recaptures(&mut told, position.board(), first);
    }
    told
}

fn tell_recaptures(told: &mut Exchange, board: &Board, first: FirstMove) {
    let fight = first.fight(board);
    let (mut side, mut occupied, mut prize) = (!first.mover, first.occupied, first.prize);
    let mut standing = told.steps[0].promotion.unwrap_or(told.steps[0].piece_type);
    let mut balance = first.gain;
    loop {
        let best = fight.best(side, occupied, prize);
        let Some(choice) = fight.choice(side, occupied, prize).filter(|_| best > 0) else {
            told.declined = fight.capturers(side, occupied).into_iter().collect();
            return;
        };
        let gain = prize + choice.bonus;
        balance += if side == first.mover { gain } else { -gain };
        told.steps.push(Step {
            side,
            from: choice.from,
            piece_type: choice.piece_type,
            promotion: choice.promotion,
            captured: Some(standing),
            balance,
            better_by: Some(best),
        });
        standing = choice.promotion.unwrap_or(choice.piece_type);
        prize = worth(standing);
        occupied.discard(choice.from);
        side = !side;
    }
}

struct Choice {
    from: Square,
    piece_type: PieceType,
    promotion: Option<PieceType>,
    bonus: i32,
}

impl Fight<'_> {
    /// All legal capturers of a side.
    fn capturers(&self, side: Color, occupied: Bitboard) -> Bitboard {
        let mut legal = Bitboard::EMPTY;
        for from in attackers(self.board, self.square, side, occupied) {
            legal.set(from, self.may_capture(side, from, occupied));
        }
        legal
    }

    /// A capture that is worth as much as [`Fight::best`] says, the cheapest such piece first.
    fn choice(&self, side: Color, occupied: Bitboard, prize: i32) -> Option<Choice> {
        let best = self.best(side, occupied, prize);
        let capturers = self.capturers(side, occupied);
        for piece_type in PieceType::ALL {
            for from in capturers & self.board.by_role(piece_type) {
                for (bonus, next) in self.arrivals(piece_type) {
                    if prize + bonus - self.best(!side, occupied.without(from), next) == best {
                        let promotion = (next != worth(piece_type))
                            .then(|| super::PROMOTIONS.into_iter().find(|&p| super::promotion_gain(Some(p)) == bonus))
                            .flatten();
                        return Some(Choice { from, piece_type, promotion, bonus });
                    }
                }
            }
        }
        None
    }
}
