//! Sentences from templates that people can edit.
//!
//! A sentence says no more than the fact behind it: its template is keyed by the motif, theme or claim
//! and filled from the cast. Templates live in one folder a language (`lessons/en`), a line each, in the
//! language of minijinja; [`Words::read`] takes another language and refuses it, naming file and line, if a
//! sentence is missing, unknown or cannot be filled (seed 003, "Rendering").

mod document;
mod exercise;
mod phrase;
mod remark;
pub mod rule;
mod ruling;
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
pub use phrase::{FORMS, Phrase};
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
    names: Phrase,
    squares: String,
    count: usize,
    /// The same squares on other boards, by name.
    elsewhere: Vec<(&'static str, Phrase)>,
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
                let elsewhere = self.elsewhere.iter().find(|(name, _)| *name == other);
                elsewhere.map(|(_, names)| Value::from(names.clone())).or_else(|| self.names.field(other))
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
        write!(f, "{}", self.names)
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
        (template, filling.with("gain", see.map_or_else(Phrase::default, |gain| self.sum(gain))))
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
            let name =
                |&square| board.role_at(square).map_or(square.to_string().into(), |kind| self.piece(kind, square));
            self.list_of(&squares.iter().map(name).collect::<Vec<_>>())
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
        let (count, elsewhere) = (squares.len(), Vec::new());
        Value::from_object(Named { squares: names.clone(), names: names.into(), count, elsewhere })
    }

    /// A piece and its square: `the rook on a8`.
    pub fn piece(&self, kind: PieceType, square: Square) -> Phrase {
        self.phrase(&format!("words/{}", type_name(kind)), &Filling::new().with("square", square.to_string()))
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
    pub fn sum(&self, centipawns: i32) -> Phrase {
        self.phrase(&format!("words/sum-{}", Sum::of(centipawns).name()), &Filling::new())
    }

    /// Pieces by number: `a rook and two pawns`.
    pub fn some(&self, pieces: &[(PieceType, usize)]) -> Phrase {
        let each = pieces.iter().map(|&(kind, count)| {
            let number = self.fill(&format!("words/number-{}", count.min(8)), Filling::new());
            let filling = Filling::new().with("count", count).with("number", number);
            self.phrase(&format!("words/some-{}", type_name(kind)), &filling)
        });
        self.list_of(&each.collect::<Vec<_>>())
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

    /// A piece without a place: `a queen`.
    pub fn a(&self, kind: PieceType) -> Phrase {
        self.phrase(&format!("words/a-{}", type_name(kind)), &Filling::new())
    }

    /// A piece without a place, to be put after an article: `queen`.
    pub fn kind(&self, kind: PieceType) -> Phrase {
        self.phrase(&format!("words/kind-{}", type_name(kind)), &Filling::new())
    }

    /// A piece and its square in short: `rook a8`.
    pub fn man(&self, kind: PieceType, square: Square) -> Phrase {
        self.phrase(&format!("words/short-{}", type_name(kind)), &Filling::new().with("square", square.to_string()))
    }

    /// Both sides' pieces, for those who do not see the board.
    pub fn placement(&self, board: &Board) -> String {
        let side = |color| {
            let mut pieces: Vec<_> = board.iter().filter(|(_, piece)| piece.color == color).collect();
            pieces.sort_by_key(|(square, piece)| (std::cmp::Reverse(piece.role), *square));
            let names: Vec<String> =
                pieces.iter().map(|(square, piece)| self.man(piece.role, *square).to_string()).collect();
            let filling = Filling::new().with("side", self.side(color)).with("pieces", names.join(", "));
            self.fill("words/placement", filling)
        };
        Color::ALL.map(side).join(" ")
    }

    /// Centipawns as pawns, with a sign: `+3 pawns`, `-0.5 pawns`, `0 pawns`.
    pub fn balance(&self, centipawns: i32) -> String {
        let sign = match centipawns {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        self.pawns(sign, centipawns)
    }

    /// The same of a gain, without a sign: `3 pawns`.
    pub fn amount(&self, centipawns: i32) -> String {
        self.pawns(if centipawns < 0 { "-" } else { "" }, centipawns)
    }

    fn pawns(&self, sign: &str, centipawns: i32) -> String {
        let (whole, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
        let rest = if rest == 0 { String::new() } else { format!("{rest:02}").trim_end_matches('0').to_owned() };
        let filling = Filling::new().with("sign", sign).with("whole", whole).with("rest", rest);
        self.fill("words/pawns", filling)
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
    fn sums_read_naturally() {
        let told = [0, 100, -100, 350, -905].map(|sum| Words::english().balance(sum));
        assert_eq!(told, ["0 pawns", "+1 pawn", "-1 pawn", "+3.5 pawns", "-9.05 pawns"]);
        assert_eq!(Words::english().amount(350), "3.5 pawns");
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

    #[test]
    fn every_ending_has_a_sentence_that_its_examples_fill() {
        use crate::{
            claim::{Claim, What},
            knowledge::Known,
        };
        for ending in reti_core::ending::ENDINGS {
            assert!(Words::english().has(&format!("endings/{}", ending.name)), "{}", ending.name);
            for (fen, _) in ending.examples {
                let position = Position::from_fen(fen).unwrap();
                let found = ending.find(&position);
                assert!(!found.is_empty() || position.legal_moves().is_empty(), "{fen}");
                for found in found {
                    let claim = Claim::on_board(&position, What::Known(Known::Ending(found)));
                    let text = Words::english().claim(&claim);
                    let whole = text.ends_with('.') && !text.contains(['{', '[', '}', ']']) && !text.contains("  ");
                    assert!(whole, "{}: {text}", ending.name);
                }
            }
        }
    }
}
