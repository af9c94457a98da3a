//! Sentences from templates that people can edit.
//!
//! A sentence says no more than the fact behind it: its template is keyed by the motif, theme or claim
//! and filled from the cast. Templates live in one folder a language (`lessons/en`), a line each, in the
//! language of minijinja; [`Words::read`] takes another folder and refuses it, naming file and line, if a
//! sentence is missing, unknown or cannot be filled (seed 003, "Rendering").

mod templates;

use std::{fmt, sync::Arc};

use minijinja::value::{Enumerator, Object, ObjectRepr, Value};
use reti_core::{
    chess::{Board, Color, PieceType, Square},
    motif::{CATALOGUE, Kind, Role},
};

use crate::{wire, words};

pub(crate) use templates::OTHER_BOARDS;
pub use templates::Words;

/// The values that a template is filled with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filling(Vec<(&'static str, Value)>);

impl Filling {
    pub(crate) fn new() -> Filling {
        Filling::default()
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Filling {
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
    pub fn tactic(&self, board: &Board, tactic: &wire::Tactic) -> String {
        let motif = format!("motifs/{}", tactic.motif);
        let template = if self.has(&motif) { motif } else { format!("motifs/{}", tactic.kind) };
        let mut filling = Filling::new().with("name", self.names_of(tactic));
        let roles = CATALOGUE.iter().find(|motif| motif.name == tactic.motif).map_or(&[][..], |motif| motif.roles);
        for role in roles {
            let squares = tactic.roles.0.iter().find(|(name, _)| *name == role.name());
            let squares = squares.iter().flat_map(|(_, squares)| squares).filter_map(|name| name.parse().ok());
            let squares: Vec<Square> = squares.collect();
            filling = filling.with(
                role.name(),
                if *role == Role::Square { self.squares(&squares) } else { self.pieces(board, &squares) },
            );
        }
        let gain = tactic.properties.see.filter(|_| tactic.kind == Kind::Tactic.name());
        self.say(&template, filling.with("gain", gain.map_or(String::new(), |gain| self.sum(gain))))
    }

    /// The names of a mate, the best known first.
    fn names_of(&self, tactic: &wire::Tactic) -> String {
        let mut names = vec![tactic.motif];
        names.extend(tactic.properties.names.iter().flatten());
        let mut told: Vec<String> = Vec::new();
        for name in names {
            let name = self.motif(name);
            if !told.contains(&name) {
                told.push(name);
            }
        }
        self.list(&told)
    }

    /// What players call a motif: `scholar's mate`.
    pub(crate) fn motif(&self, name: &str) -> String {
        let template = format!("words/{name}");
        if self.has(&template) { self.fill(&template, Filling::new()) } else { name.replace('-', " ") }
    }

    /// Pieces as players name them: `the rook on a8 and the king on e8`; an empty square by its name.
    pub(crate) fn pieces(&self, board: &Board, squares: &[Square]) -> Value {
        self.pieces_on(board, &[], squares)
    }

    /// The same, with how other boards name these squares.
    pub(crate) fn pieces_on(&self, board: &Board, others: &[(&'static str, &Board)], squares: &[Square]) -> Value {
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

    pub(crate) fn squares(&self, squares: &[Square]) -> Value {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        let names = self.list(&names);
        Value::from_object(Named { squares: names.clone(), names, count: squares.len(), elsewhere: Vec::new() })
    }

    pub(crate) fn piece(&self, kind: PieceType, square: Square) -> String {
        let template = format!("words/{}", words::piece_type(kind));
        self.fill(&template, Filling::new().with("square", square.to_string()))
    }

    pub(crate) fn list(&self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                self.fill("words/list", Filling::new().with("first", first.join(", ")).with("last", last.clone()))
            }
        }
    }

    /// `3.5 pawns`, without a sign.
    pub(crate) fn sum(&self, centipawns: i32) -> String {
        let (whole, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
        let number = match rest {
            0 => whole.to_string(),
            rest => format!("{whole}.{}", format!("{rest:02}").trim_end_matches('0')),
        };
        self.fill("words/pawns", Filling::new().with("number", number))
    }

    pub(crate) fn side(&self, color: Color) -> String {
        self.fill(&format!("words/{}", words::color(color)), Filling::new())
    }
}

/// What a tactic or observation is, in English.
pub fn sentence(board: &Board, tactic: &wire::Tactic) -> String {
    Words::english().tactic(board, tactic)
}

#[cfg(test)]
mod tests {
    use reti_core::chess::Position;

    use super::*;
    use crate::tactics::{Wanted, tactics};

    /// The first sentence about this motif in the position.
    fn said(fen: &str, motif: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let wanted = Wanted { observations: true, ..Wanted::default() };
        let found = tactics(&position, wanted);
        let all = found.tactics.iter().chain(found.observations.iter().flatten());
        let tactic = all.into_iter().find(|tactic| tactic.motif == motif).unwrap();
        sentence(position.board(), tactic)
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
            "The d6-pawn hangs: capturing it wins 1 pawn."
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
