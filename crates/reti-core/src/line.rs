//! Which motifs does a line use?
//!
//! A [`Line`] is a position and the legal moves that were played from it, as in a puzzle's
//! solution: one side, the *solver*, looks for the good moves, the other answers. The [`Theme`] of a
//! motif is a predicate over the whole line (a fork that is cashed in two plies later) and reports
//! every [`Use`]: at which ply, and which squares play which role, so that a claim can be replayed.
//! Nothing is searched: the line says what happened, the board says whether the words fit.
//!
//! [`uses`] asks the whole catalogue. A line that ends with the solver's mate uses the mate that the
//! last position is ([`crate::motif`]): mates have no theme of their own, so the name that a line
//! gets and the name that a position gets are one.
//!
//! [`labels`] answers another question: what would puzzle databases call the line? It is asked to
//! compare us with them, never to tell a reader anything. A theme's moment may be ours alone or
//! theirs alone (`Reading`), and a mate's label may follow a rule of its own; definitions come from
//! what the words mean, and where a label says something else, `docs/label-disagreements.md` has the
//! position.

pub(crate) mod attraction;
pub(crate) mod capturing_defender;
pub(crate) mod clearance;
pub(crate) mod defensive_move;
pub(crate) mod deflection;
pub(crate) mod discovered_attack;
pub(crate) mod double_check;
pub(crate) mod exposed_king;
pub(crate) mod fork;
pub(crate) mod hanging_piece;
pub(crate) mod interference;
pub(crate) mod intermezzo;
pub(crate) mod king_attacks;
pub(crate) mod mate_in;
pub(crate) mod overloaded_piece;
pub(crate) mod pin;
mod play;
pub(crate) mod quiet_move;
pub(crate) mod sacrifice;
pub(crate) mod skewer;
pub(crate) mod special_moves;
pub(crate) mod trapped_piece;
pub(crate) mod x_ray;
pub(crate) mod zugzwang;

use crate::{
    chess::{Color, Move, MoveError, Position, Square},
    motif::{CATALOGUE, Cast, Kind, MatedKing, Motif, Role, names_of_mate},
    relation::Relations,
};

pub use play::Step;

/// Whether a line starts with the move of the other side that sets the solver's task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// The first move belongs to the opponent, as in the Lichess puzzle database.
    Included,
    /// The solver moves first.
    Absent,
}

/// A position and the legal moves played from it, with all positions on the way.
#[derive(Clone, Debug)]
pub struct Line {
    positions: Vec<Position>,
    moves: Vec<Move>,
    set_up: SetUp,
}

/// A move of a line that could not be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {error}")]
pub struct LineError {
    /// The number of the bad move in the list, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

impl Line {
    /// Plays the moves, in UCI or SAN, separated by blanks; the error names the first bad one.
    ///
    /// ```
    /// use reti_core::{chess::Position, line::{Line, SetUp}};
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    /// let line = Line::read(&position, "a1a8", SetUp::Absent).unwrap();
    /// assert!(line.end().is_checkmate());
    /// ```
    pub fn read(start: &Position, moves: &str, set_up: SetUp) -> Result<Line, LineError> {
        let mut line = Line { positions: vec![start.clone()], moves: Vec::new(), set_up };
        for (index, text) in moves.split_whitespace().enumerate() {
            let m = line.end().parse_move(text).map_err(|error| LineError { number: index + 1, error })?;
            line.push(m);
        }
        Ok(line)
    }

    /// A line of moves that are known to be legal, each in the position that the ones before lead to.
    pub fn new(start: &Position, moves: &[Move], set_up: SetUp) -> Line {
        let mut line = Line { positions: vec![start.clone()], moves: Vec::new(), set_up };
        for &m in moves {
            line.push(m);
        }
        line
    }

    fn push(&mut self, m: Move) {
        let next = self.end().play(m);
        self.moves.push(m);
        self.positions.push(next);
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position in which ply `ply` is played; the last one is [`Line::end`].
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The position after the last move.
    pub fn end(&self) -> &Position {
        self.positions.last().expect("a line has a start")
    }

    /// The ply of the solver's first move.
    pub fn first(&self) -> usize {
        match self.set_up {
            SetUp::Included => 1,
            SetUp::Absent => 0,
        }
    }

    /// The side that solves.
    pub fn solver(&self) -> Color {
        let first = self.positions[0].turn();
        match self.set_up {
            SetUp::Included => !first,
            SetUp::Absent => first,
        }
    }

    /// One ply with the positions before and after it.
    pub fn step(&self, ply: usize) -> Option<Step<'_>> {
        let m = *self.moves.get(ply)?;
        Some(Step { ply, before: &self.positions[ply], m, after: &self.positions[ply + 1] })
    }

    /// The solver's plies.
    pub fn solver_steps(&self) -> impl DoubleEndedIterator<Item = Step<'_>> {
        let first = self.first();
        let count = self.moves.len().saturating_sub(first).div_ceil(2);
        (0..count).filter_map(move |i| self.step(first + 2 * i))
    }
}

/// Whose word a moment is: ours and the labels', ours alone, or theirs alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// True on the board, and puzzle labels use the word in the same way.
    Common,
    /// True on the board, but labels leave such cases out; the theme's header says which.
    Board,
    /// Labels use the word more widely than the board supports; never told to a reader.
    Wide,
}

/// Where a theme is used, and whose word it is.
pub(crate) struct Moment {
    /// The ply of the move that uses it, counted from 0 at the start of the line.
    ply: usize,
    parts: Vec<(Role, Square)>,
    reading: Reading,
}

impl Moment {
    fn common(ply: usize, parts: Vec<(Role, Square)>) -> Moment {
        Moment { ply, parts, reading: Reading::Common }
    }
}

/// How a motif is found in lines.
pub struct Theme {
    /// The roles in a line, in display order.
    pub roles: &'static [Role],
    /// All moments, by ply. Those that only labels see are in it, so nobody but this module asks.
    pub(crate) find: fn(&Line) -> Vec<Moment>,
    /// The file that finds it, where the motif has another one for the board.
    pub(crate) source: Option<&'static str>,
}

impl Theme {
    /// The theme of a motif that exists in lines only: the motif's file is the theme's.
    const fn only(roles: &'static [Role], find: fn(&Line) -> Vec<Moment>) -> Theme {
        Theme { roles, find, source: None }
    }
}

/// One use of a motif in a line; it holds on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What is used.
    pub motif: &'static Motif,
    /// The ply of the move that uses it, counted from 0 at the start of the line.
    pub ply: usize,
    /// Who plays which role, on the squares where they stand after that move; the solver owns it.
    pub cast: Cast,
}

/// Everything that a line uses, in the order of the catalogue, a motif's uses by ply. A mate is there
/// under each name that fits it, the first of which is the one to tell.
pub fn uses(line: &Line) -> Vec<Use> {
    let mut found = mates(line);
    for motif in CATALOGUE {
        found.extend(uses_of(motif, line));
    }
    found
}

/// The uses of one theme; none for a motif without one.
fn uses_of(motif: &'static Motif, line: &Line) -> Vec<Use> {
    let moments = motif.theme.as_ref().map_or_else(Vec::new, |theme| (theme.find)(line));
    let real = moments.into_iter().filter(|moment| moment.reading != Reading::Wide);
    real.map(|Moment { ply, parts, .. }| Use { motif, ply, cast: Cast::new(line.solver(), parts) }).collect()
}

/// The names of the mate with which the solver ends the line.
fn mates(line: &Line) -> Vec<Use> {
    let Some(ply) = mating_ply(line) else { return Vec::new() };
    let names = names_of_mate(&Relations::new(line.end()));
    names.into_iter().map(|(motif, cast)| Use { motif, ply, cast }).collect()
}

/// The ply of the solver's mate, if the line ends with it.
fn mating_ply(line: &Line) -> Option<usize> {
    let last = line.solver_steps().last()?;
    (line.end().turn() != line.solver() && line.end().is_checkmate()).then_some(last.ply)
}

/// The motifs that puzzle labels would name in a line, by the labels' own rules, in the order of the
/// catalogue. For comparison with labels only: what they mean need not be true on the board.
pub fn labels(line: &Line) -> Vec<&'static Motif> {
    let relations = mating_ply(line).map(|_| Relations::new(line.end()));
    let king = relations.as_ref().and_then(MatedKing::new);
    let is_labelled = |motif: &&&'static Motif| {
        let Some(label) = &motif.label else { return false };
        match (&motif.theme, label.rule, &king, &relations) {
            (Some(theme), ..) => (theme.find)(line).iter().any(|moment| moment.reading != Reading::Board),
            (None, Some(rule), Some(king), _) => rule(king),
            (None, None, _, Some(relations)) if motif.kind == Kind::Mate => !(motif.detect)(relations).is_empty(),
            _ => false,
        }
    };
    CATALOGUE.iter().filter(is_labelled).copied().collect()
}
