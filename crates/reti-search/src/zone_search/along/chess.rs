//! Pawn races for the search along zones: kings hunt, pawns run.
//!
//! The generalised square rule is exact here: whether a pawn beats the bare king is read from the set of
//! all such positions, with the other pawn taken off the board.

use std::cell::Cell;

use reti_core::{
    chess::{Color, Move, PieceType, Position, Rank, Square, color_index},
    geometry::{
        ChessSystem, ComplexSystem, Point, Side,
        chess_profile::{Lines, color, point, side, square},
    },
    value::Value,
};

use super::{ZoneGame, seen_from};
use crate::{
    bitbase::Bitbases,
    reduced_search::Game,
    zone_search::{ChessGame, Library, Reason, candidates::is_minor_promotion, judgement::judge},
};

/// A race of one pawn each.
pub struct ChessRace<'a> {
    library: &'a Library<'a>,
    /// How often the set of pawn against king was asked.
    pub asked: Cell<u64>,
}

impl<'a> ChessRace<'a> {
    /// Races judged by a library.
    pub fn new(library: &'a Library<'a>) -> ChessRace<'a> {
        ChessRace { library, asked: Cell::new(0) }
    }
}

/// What is left on the board after a race counts as won from here on, in hundredths of a pawn.
pub const CLEARLY: i32 = 300;

impl Game for ChessRace<'_> {
    type State = Position;
    type Move = Move;

    fn play(&self, state: &Position, m: Move) -> Position {
        state.play(m)
    }

    fn evaluate(&self, state: &Position) -> i32 {
        ChessGame.evaluate(state)
    }
}

/// The only pawn of a side.
fn runner(position: &Position, side: Color) -> Option<Square> {
    (position.board().pawns() & position.board().by_color(side)).single_square()
}

impl ZoneGame for ChessRace<'_> {
    type System = ChessSystem;

    fn system(&self, state: &Position) -> ChessSystem {
        ChessSystem::new(state, Lines::Geometric)
    }

    fn side(&self, state: &Position) -> Side {
        side(state.turn())
    }

    fn key(&self, state: &Position) -> u64 {
        state.key()
    }

    fn moves(&self, state: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = state.legal_moves().into_iter().filter(|&m| !is_minor_promotion(m)).collect();
        seen_from(&mut moves, side(state.turn()), 8, |&m| self.ends(m));
        moves
    }

    fn ends(&self, m: Move) -> (Point, Point) {
        (point(m.from().unwrap_or(m.to())), point(m.to()))
    }

    fn converts(&self, _: &Position, m: Move) -> bool {
        m.is_capture() || m.promotion().is_some()
    }

    fn must_answer(&self, state: &Position) -> bool {
        state.is_check()
    }

    fn goal(&self, system: &ChessSystem, element: usize) -> Option<Point> {
        let man = system.elements()[element];
        let last = color(man.side).relative_rank(Rank::Eighth);
        (man.kind.role == PieceType::Pawn).then(|| point(Square::from_coords(square(man.at).file(), last)))
    }

    fn known(&self, state: &Position) -> Option<(Value, Reason)> {
        if let Some(entry) = self.library.entry(state) {
            return Some((entry.value, entry.reason));
        }
        // A race that is over and no table to ask: what is left on the board decides.
        let over = Color::ALL.into_iter().any(|side| runner(state, side).is_none());
        over.then(|| match judge(state) {
            CLEARLY.. => (Value::Win, Reason::RaceOver),
            score if score <= -CLEARLY => (Value::Loss, Reason::RaceOver),
            _ => (Value::Draw, Reason::RaceOver),
        })
    }

    fn gets_through(&self, state: &Position, runs: Side, moved: Option<(usize, Point)>, turn: Side) -> Option<bool> {
        let pawn = runner(state, color(runs))?;
        let mut kings = Color::ALL.map(|color| state.king(color));
        if let Some((element, to)) = moved {
            // Elements are the men in the order of their squares.
            let man = state.board().occupied().into_iter().nth(element)?;
            kings[color_index(state.board().color_at(man)?)] = square(to);
        }
        self.asked.set(self.asked.get() + 1);
        Bitbases::shared().pawn_wins(pawn, color(runs), kings, color(turn))
    }
}
