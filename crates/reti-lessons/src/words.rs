//! Sentences from templates that people can edit.
//!
//! A sentence says no more than the fact behind it: its template is keyed by the motif, theme or claim
//! and filled from the cast. Templates live in one folder a language (`lessons/en`), a line each, in the
//! language of minijinja; [`Words::read`] takes another language and refuses it, naming file and line, if a
//! sentence is missing, unknown or cannot be filled (seed 003, "Rendering").

mod document;
mod exercise;
mod remark;
mod tell;
mod templates;

use std::{fmt, sync::Arc};

use minijinja::value::{Enumerator, Object, ObjectRepr, Value};
use reti_core::{
    chess::{Board, Color, Move, PieceType, Position, Square},
    motif::{Kind, Property, Role},
    tactic::Tactic,
};

use crate::{material::Sum, point::names_of};

pub use document::{Paragraph, Section};
pub use tell::Mark;
pub use templates::{OTHER_BOARDS, TemplateError, Words};

/// The values that a template is filled with.
#[derive(Clone, Debug, Default)]
pub struct Filling(Vec<(&'static str, Value)>);

impl Filling {
    /// Nothing yet.
    pub fn new() -> Filling {
        Filling::default()
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Filling {
        self.0.push((name, value.into()));
        self
    }
}

/// Pieces or squares as a template meets them: their names, how many they are, their squares.
#[derive(Debug)]
struct Named {
    names: String,
    squares: String,
    count: usize,
    /// The same squares on other boards, by name.
    elsewhere: Vec<(&'static str, String)>,
}

impl Object for Named {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "count" => Some(Value::from(self.count)),
            "squares" => Some(Value::from(self.squares.clone())),
            other => {
                self.elsewhere.iter().find(|(name, _)| *name == other).map(|(_, names)| Value::from(names.clone()))
            }
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::NonEnumerable
    }

    fn is_true(self: &Arc<Self>) -> bool {
        self.count > 0
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names)
    }
}

impl Words {
    /// What a tactic or observation is, in a sentence about the board.
    pub fn tactic(&self, board: &Board, tactic: &Tactic) -> String {
        let (template, filling) = self.tactic_filling(board, tactic);
        self.say(&template, filling)
    }

    /// The same inside a sentence: without a capital.
    pub fn tactic_inside(&self, board: &Board, tactic: &Tactic) -> String {
        let (template, filling) = self.tactic_filling(board, tactic);
        self.fill(&template, filling).trim().to_owned()
    }

    fn tactic_filling(&self, board: &Board, tactic: &Tactic) -> (String, Filling) {
        let own = format!("motifs/{}", tactic.motif.name);
        let template = if self.has(&own) { own } else { format!("motifs/{}", tactic.motif.kind.name()) };
        let mut filling = Filling::new().with("name", self.names_of(tactic));
        for &role in tactic.motif.roles {
            let squares: Vec<Square> = tactic.cast.all(role).collect();
            let named = if role == Role::Square { self.squares(&squares) } else { self.pieces(board, &squares) };
            filling = filling.with(role.name(), named);
        }
        let see = tactic.cast.properties.iter().find_map(|property| match property {
            Property::See(see) if tactic.motif.kind == Kind::Tactic => Some(*see),
            _ => None,
        });
        (template, filling.with("gain", see.map_or(String::new(), |gain| self.sum(gain))))
    }

    /// The names of a mate, the best known first.
    fn names_of(&self, tactic: &Tactic) -> String {
        let mut told: Vec<String> = Vec::new();
        for name in names_of(tactic) {
            let name = self.motif(name);
            if !told.contains(&name) {
                told.push(name);
            }
        }
        self.list(&told)
    }

    /// What players call a motif: `scholar's mate`.
    pub fn motif(&self, name: &str) -> String {
        let template = format!("words/{name}");
        if self.has(&template) { self.fill(&template, Filling::new()) } else { name.replace('-', " ") }
    }

    /// Pieces as players name them: `the rook on a8 and the king on e8`; an empty square by its name.
    pub fn pieces(&self, board: &Board, squares: &[Square]) -> Value {
        self.pieces_on(board, &[], squares)
    }

    /// The same, with how other boards name these squares.
    pub fn pieces_on(&self, board: &Board, others: &[(&'static str, &Board)], squares: &[Square]) -> Value {
        let names = |board: &Board| {
            let name = |&square| board.role_at(square).map_or(square.to_string(), |kind| self.piece(kind, square));
            self.list(&squares.iter().map(name).collect::<Vec<_>>())
        };
        let plain: Vec<String> = squares.iter().map(ToString::to_string).collect();
        Value::from_object(Named {
            names: names(board),
            squares: self.list(&plain),
            count: squares.len(),
            elsewhere: others.iter().map(|(name, board)| (*name, names(board))).collect(),
        })
    }

    /// Squares by their names.
    pub fn squares(&self, squares: &[Square]) -> Value {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        let names = self.list(&names);
        Value::from_object(Named { squares: names.clone(), names, count: squares.len(), elsewhere: Vec::new() })
    }

    /// A piece and its square: `the rook on a8`.
    pub fn piece(&self, kind: PieceType, square: Square) -> String {
        let template = format!("words/{}", type_name(kind));
        self.fill(&template, Filling::new().with("square", square.to_string()))
    }

    /// Names in a row: `a, b and c`.
    pub fn list(&self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                self.fill("words/list", Filling::new().with("first", first.join(", ")).with("last", last.clone()))
            }
        }
    }

    /// A sum in chess words: `a rook`.
    pub fn sum(&self, centipawns: i32) -> String {
        self.fill(&format!("words/sum-{}", Sum::of(centipawns).name()), Filling::new())
    }

    /// Pieces by number: `a rook and two pawns`.
    pub fn some(&self, pieces: &[(PieceType, usize)]) -> String {
        let each = pieces.iter().map(|&(kind, count)| {
            let number = self.fill(&format!("words/number-{}", count.min(8)), Filling::new());
            let filling = Filling::new().with("count", count).with("number", number);
            self.fill(&format!("words/some-{}", type_name(kind)), filling)
        });
        self.list(&each.collect::<Vec<_>>())
    }

    /// Moves with their numbers: `12. Nc7+ Kd8 13. Nxa8`. A side that moves after a pass moves at the next
    /// number if it is White.
    pub fn numbered(position: &Position, number: u32, moves: &[Move]) -> String {
        let mut here = position.clone();
        let mut number = number;
        let mut words = Vec::new();
        for (index, &m) in moves.iter().enumerate() {
            let san = here.san(m);
            words.push(match (here.turn(), index) {
                (Color::White, _) => format!("{number}. {san}"),
                (Color::Black, 0) => format!("{number}... {san}"),
                (Color::Black, _) => san,
            });
            number += u32::from(here.turn().is_black());
            here = here.play(m);
        }
        words.join(" ")
    }

    /// White or Black.
    pub fn side(&self, color: Color) -> String {
        self.fill(&format!("words/{}", color_name(color)), Filling::new())
    }
}

/// The name of a piece type in templates and documents.
pub const fn type_name(piece_type: PieceType) -> &'static str {
    match piece_type {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// The name of a colour in templates and documents.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::{motif::CATALOGUE, relation::Relations, tactic};

    use super::*;

    /// The first sentence about this motif in the position.
    fn said(fen: &str, motif: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let relations = Relations::new(&position);
        let all = tactic::tactics(&relations).into_iter().chain(tactic::observations(&relations));
        let tactic = all.into_iter().find(|tactic| tactic.motif.name == motif).unwrap();
        Words::english().tactic(position.board(), &tactic)
    }

    #[test]
    fn sentences_read_naturally() {
        assert_eq!(
            said("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "fork"),
            "The knight on c7 forks the rook on a8 and the king on e8."
        );
        assert_eq!(
            said("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "absolute-pin"),
            "The bishop on b4 pins the knight on c3 to the king on e1: it may not leave the line."
        );
        assert_eq!(
            said("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "mate-threat"),
            "The queen on h5 could go to f7 and mate the king on e8."
        );
        assert_eq!(
            said("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "back-rank-mate"),
            "The king on g8 is checkmated: back-rank mate."
        );
        assert_eq!(
            said("4k3/8/3p4/8/8/8/8/3RK3 w - - 0 1", "hanging-piece"),
            "The d6-pawn hangs: capturing it wins a pawn."
        );
    }

    #[test]
    fn every_motif_has_a_sentence_that_its_examples_fill() {
        for motif in CATALOGUE.iter().filter(|motif| motif.kind != Kind::Theme) {
            let own = Words::english().has(&format!("motifs/{}", motif.name));
            assert!(own || motif.kind == Kind::Mate, "{} has no sentence", motif.name);
            for (fen, _) in motif.examples.iter().filter(|_| own) {
                let text = said(fen, motif.name);
                assert!(text.ends_with('.') && !text.contains(['{', '[', '}', ']']), "{}: {text}", motif.name);
                let named = text.split([' ', ',', '.', ':', '-']).filter(|word| word.parse::<Square>().is_ok()).count();
                assert!(named >= 1, "{}: {text}", motif.name);
            }
        }
    }
}
