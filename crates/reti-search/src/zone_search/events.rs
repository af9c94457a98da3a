//! What the search did, in the order in which it happened: play, cut, climb, inspect.
//!
//! The words are `reti`'s; here are only the facts.
//!
//! Source: seed 001, *Reti endgame search*, which tells the first thirty events of PIONEER's tree.

use reti_core::{
    chess::{Color, Move, Position, Square},
    geometry::chess_profile::square,
};

use super::{Class, along::Step};
use crate::tree::SearchTree;

/// Something that the search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was tried.
    Play {
        /// The branch.
        branch: usize,
        /// The move.
        m: Move,
        /// Why it came into question.
        class: Class,
    },
    /// A branch was ended.
    Cut {
        /// The branch that leads to the position, 0 for the root.
        branch: usize,
        /// The score, for White.
        white_score: i32,
        /// What ended it.
        reason: Reason,
    },
    /// The search went back to the position after a branch.
    Climb {
        /// The branch, 0 for the root.
        branch: usize,
    },
    /// Inspection brought in a control zone.
    Inspect {
        /// Who asked.
        side: Color,
        /// The piece that could take part, and where something was lost.
        from: Square,
        /// The place of the loss.
        to: Square,
        /// The first step.
        step: Square,
        /// Whether the step serves another goal as well.
        gains_time: bool,
    },
}

/// The events of a search along zones; a control step is told with the inspection that brought it in.
pub(super) fn of_steps(root: &Position, steps: &[Step<Move>], tree: &SearchTree<Move>) -> Vec<Event> {
    let mut events = Vec::new();
    for step in steps {
        match *step {
            Step::Play { branch, m, class, ref purposes } => {
                if class == Class::Control
                    && let Some(purpose) = purposes.first()
                {
                    let odd = tree.depth_of(branch) % 2 == 1;
                    let side = if odd { root.turn() } else { !root.turn() };
                    let (from, to) = (square(purpose.from), square(purpose.to));
                    events.push(Event::Inspect { side, from, to, step: m.to(), gains_time: purposes.len() > 1 });
                }
                events.push(Event::Play { branch, m, class });
            }
            Step::Cut { branch, score, reason } => events.push(Event::Cut { branch, white_score: score, reason }),
            Step::Climb { branch } => events.push(Event::Climb { branch }),
        }
    }
    events
}

/// Why a branch was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Nobody can win.
    Dead,
    /// A table knows the position.
    Table,
    /// A queen ending without a table at hand: a rule of thumb.
    QueenEnding,
    /// Square rule: the race is won.
    RaceWon,
    /// Square rule: the king stands in the other pawn's way.
    RaceBlocked,
    /// Square rule: an escorted pawn draws the race.
    RaceDrawn,
    /// The next capture or promotion wins.
    NextWins,
    /// Every move loses at once.
    AllLose,
    /// The next capture or promotion draws.
    NextDraws,
    /// No promotion zone is alive.
    NoPromotion,
    /// The race is over, and no table is at hand.
    RaceOver,
    /// The position was there before.
    Repetition,
    /// It was searched before.
    Searched,
    /// The limit is reached.
    Limit,
    /// Enough is won.
    Enough,
    /// The budget is spent.
    Budget,
    /// The side that asks threatens nothing that it asked for.
    NoThreat,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 19] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Dead,
        Reason::Table,
        Reason::QueenEnding,
        Reason::RaceWon,
        Reason::RaceBlocked,
        Reason::RaceDrawn,
        Reason::NextWins,
        Reason::AllLose,
        Reason::NextDraws,
        Reason::NoPromotion,
        Reason::RaceOver,
        Reason::Repetition,
        Reason::Searched,
        Reason::Limit,
        Reason::Enough,
        Reason::Budget,
        Reason::NoThreat,
    ];

    /// The name by which words are found.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Dead => "dead",
            Reason::Table => "table",
            Reason::QueenEnding => "queen-ending",
            Reason::RaceWon => "race-won",
            Reason::RaceBlocked => "race-blocked",
            Reason::RaceDrawn => "race-drawn",
            Reason::NextWins => "next-wins",
            Reason::AllLose => "all-lose",
            Reason::NextDraws => "next-draws",
            Reason::NoPromotion => "no-promotion",
            Reason::RaceOver => "race-over",
            Reason::Repetition => "repetition",
            Reason::Searched => "searched",
            Reason::Limit => "limit",
            Reason::Enough => "enough",
            Reason::Budget => "budget",
            Reason::NoThreat => "no-threat",
        }
    }
}
