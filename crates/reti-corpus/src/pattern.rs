//! Patterns: positions by what stands on the board, in our own words.
//!
//! `fork by knight of king and queen, White to move, ply < 40` is a list of conditions that must all hold. The
//! grammar is in `docs/corpus.md`; the words are the catalogue's, so a motif that is added there is known here. A
//! [`Pattern`] has two meanings that tests compare: [`Pattern::holds`] looks at one position with the detectors, and
//! [`Pattern::sql`] asks the tables.

mod compile;
mod holds;
mod read;

use reti::Problem;
use reti_core::{
    chess::{Color, Piece, PieceType, Position, Square},
    motif::Motif,
};

pub use holds::{Moment, similarity, stands};

/// Conditions that must all hold.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As it was written.
    pub text: String,
    /// The conditions, and whether each must not hold instead.
    pub conditions: Vec<(Condition, bool)>,
}

/// One condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// A tactic, mate or observation is on the board.
    Motif(MotifCondition),
    /// The side to move.
    Turn(Color),
    /// A number of the position or game.
    Number(NumberField, Comparison, f64),
    /// Opening, middlegame or endgame.
    Phase(reti::wire::Phase),
    /// What stands on the board, for either side: `KRPvKR`.
    Material(String),
    /// A piece on a square.
    Stands(Piece, Square),
    /// A position whose graph is at least so similar.
    Like(Box<Position>, f64),
    /// A word of the game's tags.
    Tag(TagField, String),
}

/// A motif with what plays in it.
#[derive(Clone, Debug)]
pub struct MotifCondition {
    /// Which.
    pub motif: &'static Motif,
    /// A piece type that its owner plays it with.
    pub by: Option<PieceType>,
    /// Piece types of its victims; the same twice means two of them.
    pub of: Vec<PieceType>,
    /// Whose it is.
    pub owner: Option<Color>,
    /// Whether it must be proven.
    pub proven: bool,
}

/// A column of numbers that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberField {
    /// Of the tables of tactics and of positions.
    Ply,
    /// Of positions, by the name of the column.
    Position(&'static str),
    /// Of games, by the name of the column.
    Game(&'static str),
}

/// Columns of positions that patterns may compare.
const POSITION_NUMBERS: [&str; 12] = [
    "men",
    "order",
    "order_white",
    "order_black",
    "order_reduced",
    "fragility",
    "fragility_white",
    "fragility_black",
    "capture_fraction",
    "clock",
    "eval",
    "mate",
];

/// Columns of games that patterns may compare.
const GAME_NUMBERS: [&str; 3] = ["plies", "WhiteElo", "BlackElo"];

/// A column of games that patterns may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagField {
    /// Who played, with either colour.
    Player,
    /// A column by its name.
    Named(&'static str),
}

/// Words of patterns for columns of games.
const TAGS: [(&str, TagField); 7] = [
    ("player", TagField::Player),
    ("white", TagField::Named("White")),
    ("black", TagField::Named("Black")),
    ("result", TagField::Named("Result")),
    ("eco", TagField::Named("ECO")),
    ("opening", TagField::Named("Opening")),
    ("event", TagField::Named("Event")),
];

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

impl Comparison {
    const ALL: [Comparison; 5] =
        [Comparison::AtMost, Comparison::AtLeast, Comparison::Less, Comparison::More, Comparison::Equal];

    /// As it is written, here and in SQL.
    pub const fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
            Comparison::Equal => "=",
        }
    }

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::More => left > right,
            Comparison::AtLeast => left >= right,
            Comparison::Equal => (left - right).abs() < 1e-9,
        }
    }
}

impl Pattern {
    /// Reads a pattern; the problem names the part that is wrong.
    pub fn read(text: &str) -> Result<Pattern, Problem> {
        read::read(text)
    }
}
