//! What becomes of a statement, in words.

use minijinja::value::Value;

use super::{Filling, Words, tell::number};
use crate::statement::{NoteValue, Ruling, Verdict};

impl Words {
    /// What players call a verdict.
    pub fn verdict(&self, verdict: Verdict) -> String {
        self.fill(&format!("check/{}", verdict.name()), Filling::new())
    }

    /// Why a statement was ruled so.
    pub fn why(&self, ruling: &Ruling) -> String {
        let mut filling = Filling::new();
        for (name, value) in &ruling.note.values {
            filling = filling.with(name, self.note_value(ruling, value));
        }
        self.say(&format!("check/{}", ruling.note.name), filling)
    }

    fn note_value(&self, ruling: &Ruling, value: &NoteValue) -> Value {
        match value {
            NoteValue::Pieces(squares) => self.pieces(ruling.base.board(), squares),
            NoteValue::Side(side) => self.side(*side).into(),
            NoteValue::Kind(kind) => self.kind(*kind).into(),
            NoteValue::Count(count) => Value::from(*count),
            NoteValue::Sum(centipawns) => self.sum_or_pawns(ruling, *centipawns),
            NoteValue::Score(score) => number(*score).into(),
            NoteValue::Text(text) => text.clone().into(),
            NoteValue::Moves(moves) => Words::numbered(&ruling.base, ruling.base.fullmoves(), moves).into(),
        }
    }

    /// What is ahead is told in pawns with a sign, what is gained in chess words.
    fn sum_or_pawns(&self, ruling: &Ruling, centipawns: i32) -> Value {
        if ruling.note.name == "material" { self.balance(centipawns).into() } else { self.sum(centipawns).into() }
    }

    /// A statement's line in a list: verdict, what was said, why, and how it is known, both by their names in
    /// documents.
    pub fn ruled(&self, claim: &str, verdict: &str, known: Option<&str>, why: &str) -> String {
        let filling = Filling::new()
            .with("verdict", self.fill(&format!("check/{verdict}"), Filling::new()))
            .with("claim", claim)
            .with("why", why.trim_end_matches('.').to_owned());
        match known {
            Some(known) => {
                let mark = self.fill(&format!("lesson/mark-{known}"), Filling::new());
                self.fill("check/verdict", filling.with("mark", mark))
            }
            None => self.fill("check/verdict-open", filling),
        }
    }

    /// A part of a text that was not read.
    pub fn unread(&self, text: &str) -> String {
        self.fill("check/unread", Filling::new().with("text", text))
    }

    /// What to say of a text of which nothing was read.
    pub fn nothing_read(&self) -> String {
        self.say("check/nothing-read", Filling::new())
    }

    /// How many were true, false and open.
    pub fn ruled_in_all(&self, right: usize, wrong: usize, open: usize) -> String {
        self.say("check/summary", Filling::new().with("right", right).with("wrong", wrong).with("open", open))
    }

    /// Where a comment of a game stands: after which move.
    pub fn comment_place(&self, number_and_move: Option<&str>) -> String {
        match number_and_move {
            Some(text) => self.say("check/at-move", Filling::new().with("move", text)),
            None => self.say("check/at-start", Filling::new()),
        }
    }
}
