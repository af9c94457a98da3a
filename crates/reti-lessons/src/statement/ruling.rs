//! What becomes of a statement: true, false or cannot tell, and what shows it.

use reti_core::chess::{Bitboard, Color, Move, PieceType, Position, Square};
use reti_search::score::Score;

use crate::claim::Evidence;

/// Whether a statement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    True,
    /// It does not.
    False,
    /// What was looked at does not decide it.
    CannotTell,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 3] = [Verdict::True, Verdict::False, Verdict::CannotTell];

    /// Its name in documents and templates.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::CannotTell => "cannot-tell",
        }
    }

    /// The verdict about the opposite.
    #[must_use]
    pub const fn denied(self) -> Verdict {
        match self {
            Verdict::True => Verdict::False,
            Verdict::False => Verdict::True,
            Verdict::CannotTell => Verdict::CannotTell,
        }
    }
}

/// A verdict with what shows it.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Whether it holds.
    pub verdict: Verdict,
    /// How that is known; nothing where it is not.
    pub known: Option<Evidence>,
    /// The board that was looked at; the line begins there.
    pub base: Position,
    /// Moves that show it; empty where nothing is played.
    pub line: Vec<Move>,
    /// The squares that show it.
    pub squares: Bitboard,
    /// Why, for words.
    pub note: Note,
}

/// Why a statement was ruled so: a template of `check.txt` and what fills it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The template's name.
    pub name: &'static str,
    /// What fills it.
    pub values: Vec<(&'static str, NoteValue)>,
}

/// What fills a template.
#[derive(Clone, Debug, PartialEq)]
pub enum NoteValue {
    /// Pieces on the ruling's board, or squares where none stands.
    Pieces(Vec<Square>),
    /// A side.
    Side(Color),
    /// A piece type without a place.
    Kind(PieceType),
    /// How many.
    Count(u64),
    /// Centipawns.
    Sum(i32),
    /// A score for White.
    Score(Score),
    /// A move or name as it was written.
    Text(String),
    /// Moves from the ruling's board.
    Moves(Vec<Move>),
}

impl Note {
    /// A note without values.
    pub const fn new(name: &'static str) -> Note {
        Note { name, values: Vec::new() }
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: NoteValue) -> Note {
        self.values.push((name, value));
        self
    }

    /// The same with pieces.
    #[must_use]
    pub fn pieces(self, name: &'static str, squares: impl IntoIterator<Item = Square>) -> Note {
        self.with(name, NoteValue::Pieces(squares.into_iter().collect()))
    }

    /// The same with a side.
    #[must_use]
    pub fn side(self, side: Color) -> Note {
        self.with("side", NoteValue::Side(side))
    }

    /// The same with a number.
    #[must_use]
    pub fn count(self, count: usize) -> Note {
        self.with("count", NoteValue::Count(count as u64))
    }

    /// The same with a text of the one who made the statement.
    #[must_use]
    pub fn text(self, name: &'static str, text: &str) -> Note {
        self.with(name, NoteValue::Text(text.to_owned()))
    }
}

impl Ruling {
    /// A ruling that the board supports.
    pub fn board(verdict: Verdict, base: &Position, note: Note) -> Ruling {
        let shown = note.values.iter().filter_map(|(_, value)| match value {
            NoteValue::Pieces(squares) => Some(squares.iter().copied()),
            _ => None,
        });
        let squares = shown.flatten().collect();
        let known = (verdict != Verdict::CannotTell).then_some(Evidence::Board);
        Ruling { verdict, known, base: base.clone(), line: Vec::new(), squares, note }
    }

    /// True or false by the board.
    pub fn if_so(holds: bool, base: &Position, note: Note) -> Ruling {
        Ruling::board(if holds { Verdict::True } else { Verdict::False }, base, note)
    }

    /// True by the board.
    pub fn yes(base: &Position, note: Note) -> Ruling {
        Ruling::board(Verdict::True, base, note)
    }

    /// False by the board.
    pub fn no(base: &Position, note: Note) -> Ruling {
        Ruling::board(Verdict::False, base, note)
    }

    /// Not known.
    pub fn unsure(base: &Position, note: Note) -> Ruling {
        Ruling::board(Verdict::CannotTell, base, note)
    }

    /// The same by other evidence than the board.
    #[must_use]
    pub fn by(mut self, evidence: Evidence) -> Ruling {
        self.known = Some(evidence);
        self
    }

    /// The same with moves that show it.
    #[must_use]
    pub fn line(mut self, line: &[Move]) -> Ruling {
        self.line = line.to_vec();
        self
    }

    /// The ruling about the opposite.
    #[must_use]
    pub fn denied(mut self) -> Ruling {
        self.verdict = self.verdict.denied();
        self
    }
}
