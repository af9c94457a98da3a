//! Which motifs does a line use?
//!
//! A [`Line`] is a position and the legal moves that were played from it, as in a puzzle's
//! solution: one side, the *solver*, looks for the good moves, the other answers. Each [`Theme`]
//! is a named predicate over the whole line (a fork that is cashed in two plies later, a mate with
//! a knight in a smothered corner) and reports every [`Use`]: at which ply, and which squares play
//! which role, so that a claim can be replayed. Nothing is searched: the line says what happened,
//! the board says whether the words fit.
//!
//! The themes carry the name of the Lichess puzzle theme that means the same (`labels`), so that
//! labelled puzzles can be compared with us. Definitions come from what the words mean; where a
//! label says something else, `docs/label-disagreements.md` has the position.

mod attraction;
mod back_rank_mate;
mod bishop_pair_mates;
mod blind_swine_mate;
mod capturing_defender;
mod clearance;
mod deflection;
mod discovered_attack;
mod double_check;
mod epaulette_mate;
mod fork;
mod hanging_piece;
mod interference;
mod intermezzo;
mod king_attacks;
mod knight_and_rook_mates;
mod mate;
mod mate_in;
mod pin;
mod play;
mod queen_mates;
mod rook_and_bishop_mates;
mod sacrifice;
mod skewer;
mod smothered_mate;
mod special_moves;
mod trapped_piece;
mod x_ray;

use crate::chess::{Color, Move, MoveError, Position, Square};

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

/// Whose word a use is: ours and the labels', ours alone, or theirs alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// True on the board, and puzzle labels use the word in the same way.
    Common,
    /// True on the board, but labels leave such cases out; the theme's header says which.
    Board,
    /// Labels use the word more widely than the board supports; never told to a reader as a fact.
    Wide,
}

impl Reading {
    /// Whether the claim holds on the board.
    pub fn is_true(self) -> bool {
        self != Reading::Wide
    }

    /// Whether puzzle labels would name it.
    pub fn is_labelled(self) -> bool {
        self != Reading::Board
    }
}

/// Who plays which role: role names and squares.
pub type Cast = Vec<(&'static str, Square)>;

/// One use of a theme in a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The ply of the move that uses it, counted from 0 at the start of the line.
    pub ply: usize,
    /// Who plays which role, on the squares where they stand after that move.
    pub cast: Cast,
    /// Whose word it is.
    pub reading: Reading,
}

impl Use {
    fn common(ply: usize, cast: Cast) -> Use {
        Use { ply, cast, reading: Reading::Common }
    }
}

impl std::fmt::Debug for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Theme({})", self.name)
    }
}

/// A named predicate over a line.
pub struct Theme {
    /// Kebab-case and permanent.
    pub name: &'static str,
    /// The puzzle labels that mean this theme; any of them counts.
    pub labels: &'static [&'static str],
    /// One line for listings.
    pub summary: &'static str,
    /// The role names, in display order.
    pub roles: &'static [&'static str],
    /// All uses, by ply.
    pub find: fn(&Line) -> Vec<Use>,
}

/// All themes: first what wins material, then how the king is mated.
pub static THEMES: &[&Theme] = &[
    &fork::FORK,
    &pin::PIN,
    &skewer::SKEWER,
    &discovered_attack::DISCOVERED_ATTACK,
    &double_check::DOUBLE_CHECK,
    &hanging_piece::HANGING_PIECE,
    &trapped_piece::TRAPPED_PIECE,
    &capturing_defender::CAPTURING_DEFENDER,
    &x_ray::X_RAY,
    &deflection::DEFLECTION,
    &attraction::ATTRACTION,
    &intermezzo::INTERMEZZO,
    &interference::INTERFERENCE,
    &clearance::CLEARANCE,
    &sacrifice::SACRIFICE,
    &special_moves::PROMOTION,
    &special_moves::UNDERPROMOTION,
    &special_moves::EN_PASSANT,
    &special_moves::CASTLING,
    &special_moves::ADVANCED_PAWN,
    &king_attacks::EXPOSED_KING,
    &king_attacks::KINGSIDE_ATTACK,
    &king_attacks::ATTACKING_F2_F7,
    &mate_in::MATE_IN_1,
    &mate_in::MATE_IN_2,
    &mate_in::MATE_IN_3,
    &mate_in::MATE_IN_4,
    &mate_in::MATE_IN_5,
    &back_rank_mate::BACK_RANK_MATE,
    &smothered_mate::SMOTHERED_MATE,
    &knight_and_rook_mates::ARABIAN_MATE,
    &knight_and_rook_mates::HOOK_MATE,
    &knight_and_rook_mates::ANASTASIA_MATE,
    &bishop_pair_mates::BODEN_MATE,
    &bishop_pair_mates::DOUBLE_BISHOP_MATE,
    &queen_mates::DOVETAIL_MATE,
    &epaulette_mate::EPAULETTE_MATE,
    &rook_and_bishop_mates::OPERA_MATE,
    &rook_and_bishop_mates::PILLSBURYS_MATE,
    &rook_and_bishop_mates::MORPHYS_MATE,
    &knight_and_rook_mates::VUKOVIC_MATE,
    &knight_and_rook_mates::CORNER_MATE,
    &queen_mates::KILL_BOX_MATE,
    &queen_mates::TRIANGLE_MATE,
    &queen_mates::SWALLOWS_TAIL_MATE,
    &queen_mates::BALESTRA_MATE,
    &blind_swine_mate::BLIND_SWINE_MATE,
];

/// The theme with this name or label.
pub fn theme(name: &str) -> Option<&'static Theme> {
    THEMES.iter().copied().find(|theme| theme.name == name || theme.labels.contains(&name))
}
