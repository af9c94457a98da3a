//! Statements of others about a position: read, checked, and told.
//!
//! [`Checker`] takes English text or claims as data and answers with a [document](wire::CheckedStatements);
//! [`text`] tells it to people. Every face of the program that checks statements calls this.
//!
//! ```
//! let position = reti::read_position("rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3")?;
//! let checked = reti::check::check(&position, "The knight on f6 is pinned to the queen.").expect("our engine answers");
//! assert_eq!(checked.statements[0].claims[0].verdict, reti::wire::StatementVerdict::True);
//! # Ok::<(), reti::Problem>(())
//! ```

use std::{fmt::Write as _, ops::Range};

use reti_core::chess::Position;
use reti_lessons::{
    statement::{Checker as Judge, KINDS, Ruling, Said, read, rule},
    words::Words,
};
use reti_search::{
    advice::{Silence, Stop},
    probe::Probe,
};
use serde_json::Value;

use crate::{Problem, explain::evidence, pgn::Game, proof, wire};

pub use reti_lessons::desk::Desk;

/// Nodes for each statement that must be played out, if nobody says otherwise.
pub const NODES: u64 = rule::NODES;

/// The largest text that is checked at once, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Something that was said.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// In English.
    Text(String),
    /// As data, with the JSON that it was.
    Claim(Box<Said>, String),
}

/// Reads what people hand over: a JSON claim or a list of them, or text; several lines are several statements.
pub fn read_inputs(text: &str) -> Result<Vec<Input>, Problem> {
    let trimmed = text.trim();
    if let Some(value) = json(trimmed) {
        return claims(&value, trimmed);
    }
    let mut inputs = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match json(line) {
            Some(value) => inputs.extend(claims(&value, line)?),
            None => inputs.push(Input::Text(line.to_owned())),
        }
    }
    Ok(inputs)
}

/// Reads claims that are data already; a string is text.
pub fn read_claims(values: &[Value]) -> Result<Vec<Input>, Problem> {
    let each = values.iter().map(|value| claims(value, &value.to_string()));
    Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
}

/// What begins like JSON and is JSON.
fn json(text: &str) -> Option<Value> {
    if text.starts_with(['{', '[']) { serde_json::from_str(text).ok() } else { None }
}

fn claims(value: &Value, text: &str) -> Result<Vec<Input>, Problem> {
    let list = match value {
        Value::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let one = |value: &Value| match value {
        Value::String(text) => Ok(Input::Text(text.clone())),
        value => {
            let claim = wire::StatedClaim::from_value(value).map_err(|message| Problem {
                subject: "bad claim".to_owned(),
                message,
                span: 0..text.len(),
                text: text.to_owned(),
            })?;
            Ok(Input::Claim(Box::new(claim.0), value.to_string()))
        }
    };
    list.iter().map(one).collect()
}

/// Someone who checks statements.
pub struct Checker<'t> {
    tables: &'t dyn Probe,
    nodes: u64,
    words: &'t Words,
    stop: Stop<'t>,
}

impl Checker<'static> {
    /// A checker that knows the tables in the program and speaks English.
    pub fn new() -> Checker<'static> {
        Checker { tables: &crate::tables::Embedded, nodes: NODES, words: Words::english(), stop: &|| false }
    }
}

impl Default for Checker<'static> {
    fn default() -> Self {
        Checker::new()
    }
}

impl<'t> Checker<'t> {
    /// The same with other tables.
    #[must_use]
    pub fn tables(self, tables: &'t dyn Probe) -> Checker<'t> {
        Checker { tables, ..self }
    }

    /// The same with so many nodes for each statement that must be played out.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Checker<'t> {
        Checker { nodes, ..self }
    }

    /// The same in other words.
    #[must_use]
    pub fn words(self, words: &'t Words) -> Checker<'t> {
        Checker { words, ..self }
    }

    /// The same, which gives up when it is told to: what it says then is not to be used.
    #[must_use]
    pub fn until(self, stop: Stop<'t>) -> Checker<'t> {
        Checker { stop, ..self }
    }

    fn judge(&self, position: &Position) -> Judge<'t> {
        Judge::at(Desk::own_until(position, self.tables, self.stop), self.nodes)
    }

    /// Checks what was said about a position.
    pub fn check(&self, position: &Position, inputs: &[Input]) -> Result<wire::CheckedStatements, Silence> {
        let mut judge = self.judge(position);
        // Reading and judging look whether it is enough, but not every claim needs either for long.
        let wanted = inputs.iter().take_while(|_| !(self.stop)());
        let statements = wanted.map(|input| self.statement(&mut judge, position, input));
        Ok(document(statements.collect::<Result<_, _>>()?))
    }

    /// Checks the comments of a game. A comment speaks about the position after the move it follows. What
    /// begins with moves that can only be played before it (`12...Nf6 was better`) speaks about the position
    /// before that move.
    pub fn check_game(&self, game: &Game) -> Result<Vec<wire::CheckedText>, Silence> {
        let positions = game.positions();
        let mut checked = Vec::new();
        for (ply, comment) in &game.comments {
            let text = without_commands(comment);
            let Some(here) = positions.get(*ply).filter(|_| !text.trim().is_empty()) else { continue };
            let mut judge = self.judge(here);
            let mut found = self.statement(&mut judge, here, &Input::Text(text.clone()))?;
            let before = ply.checked_sub(1).and_then(|ply| positions.get(ply));
            if let Some(before) = before.filter(|before| speaks_of(before, here, &text)) {
                let mut judge = self.judge(before);
                found = self.statement(&mut judge, before, &Input::Text(text))?;
            }
            found.game = Some(game.number);
            found.at = ply
                .checked_sub(1)
                .map(|last| format!("{} {}", game.move_number(last), positions[last].san(game.moves[last])));
            checked.push(found);
        }
        Ok(checked)
    }

    fn statement(
        &self,
        judge: &mut Judge<'_>,
        position: &Position,
        input: &Input,
    ) -> Result<wire::CheckedText, Silence> {
        let (text, found, mut unread) = match input {
            Input::Claim(said, text) => (text, vec![((**said).clone(), 0..text.len())], Vec::new()),
            Input::Text(text) if text.len() > MAX_TEXT => (text, Vec::new(), std::iter::once(0..text.len()).collect()),
            Input::Text(text) => {
                let reading = read::read_until(position, text, self.stop);
                (text, reading.claims, reading.unread)
            }
        };
        let mut claims = Vec::new();
        for (said, span) in found {
            if (self.stop)() {
                break;
            }
            let ruling = judge.rule(position, &said)?;
            // A name that fits several pieces was not understood.
            if ruling.note.name == rule::WHICH && matches!(input, Input::Text(_)) {
                unread.push(span);
                continue;
            }
            claims.push(self.claim(said, &ruling, characters(text, &span)));
        }
        unread.sort_by_key(|span| (span.start, span.end));
        unread.dedup();
        claims.retain(|claim: &wire::CheckedClaim| {
            // What shares its words with an unread part goes with it.
            !unread.iter().any(|span| characters(text, span) == claim.span)
        });
        let unread = unread.iter().map(|span| characters(text, span)).collect();
        Ok(wire::CheckedText { text: text.clone(), fen: position.fen(), game: None, at: None, claims, unread })
    }

    fn claim(&self, said: Said, ruling: &Ruling, span: [usize; 2]) -> wire::CheckedClaim {
        let base = &ruling.base;
        let piece = |square| {
            base.board().piece_at(square).map(|piece| wire::Piece {
                square: square.to_string(),
                color: piece.color.into(),
                piece_type: piece.role.into(),
            })
        };
        wire::CheckedClaim {
            claim: wire::StatedClaim(said),
            verdict: ruling.verdict.into(),
            evidence: wire::Ground {
                known: ruling.known.as_ref().map(evidence),
                fen: base.fen(),
                line: proof::uci_line(base, &ruling.line),
                line_san: proof::san_line(base, &ruling.line),
                pieces: ruling.squares.into_iter().filter_map(piece).collect(),
                text: self.words.why(ruling),
            },
            span,
        }
    }
}

/// A document of statements.
pub fn document(statements: Vec<wire::CheckedText>) -> wire::CheckedStatements {
    wire::CheckedStatements { schema: wire::SCHEMA, kind: wire::Kind::new(), statements }
}

/// Checks an English text about a position, with what the program has.
pub fn check(position: &Position, text: &str) -> Result<wire::CheckedStatements, Silence> {
    Checker::new().check(position, &[Input::Text(text.to_owned())])
}

/// A span of bytes as characters.
fn characters(text: &str, span: &Range<usize>) -> [usize; 2] {
    let count = |end: usize| text.get(..end).map_or(0, |part| part.chars().count());
    [count(span.start), count(span.end)]
}

/// A comment without commands such as `[%eval 0.3]`, which stay as blanks.
fn without_commands(comment: &str) -> String {
    let mut out = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        out.push_str(before);
        let Some((_, next)) = after.split_once(']') else { return out };
        rest = next;
    }
    out.push_str(rest);
    out
}

/// Whether the first move that a comment names can be played before the move it follows and not after it.
fn speaks_of(before: &Position, here: &Position, text: &str) -> bool {
    let words = text.split(|ch: char| ch.is_whitespace() || ",;()".contains(ch));
    let moves = words.filter_map(|word| {
        let word =
            word.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.').trim_end_matches(['.', '!', '?']);
        // A bare square is more often a square than a pawn's move.
        (word.len() > 2 && word.bytes().any(|byte| byte.is_ascii_digit()) || word.starts_with("O-O")).then_some(word)
    });
    let first = moves.into_iter().find(|word| before.parse_move(word).is_ok() || here.parse_move(word).is_ok());
    first.is_some_and(|word| before.parse_move(word).is_ok() && here.parse_move(word).is_err())
}

/// Whether one of the statements is false.
pub fn has_false(statements: &[wire::CheckedText]) -> bool {
    let mut claims = statements.iter().flat_map(|statement| &statement.claims);
    claims.any(|claim| claim.verdict == wire::StatementVerdict::False)
}

/// The answer in words.
pub fn text(statements: &[wire::CheckedText], words: &Words) -> String {
    let mut out = String::new();
    let mut counts = [0; 3];
    for (index, statement) in statements.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if statement.game.is_some() {
            out.push_str(&words.comment_place(statement.at.as_deref()));
            out.push_str(":\n");
        }
        for claim in &statement.claims {
            counts[claim.verdict as usize] += 1;
            out.push_str(&item(&told(statement, claim, words)));
            out.push('\n');
        }
        let part = |span: &[usize; 2]| statement.text.chars().skip(span[0]).take(span[1] - span[0]).collect::<String>();
        for span in &statement.unread {
            out.push_str(&item(&words.unread(&part(span))));
            out.push('\n');
        }
        if statement.claims.is_empty() {
            out.push_str(&item(&words.nothing_read()));
            out.push('\n');
        }
    }
    if counts.iter().sum::<usize>() > 1 {
        out.push('\n');
        out.push_str(&words.ruled_in_all(counts[0], counts[1], counts[2]));
        out.push('\n');
    }
    out
}

fn item(text: &str) -> String {
    crate::explain::item(text)
}

fn told(statement: &wire::CheckedText, claim: &wire::CheckedClaim, words: &Words) -> String {
    let said: String = statement.text.chars().skip(claim.span[0]).take(claim.span[1] - claim.span[0]).collect();
    words.ruled(
        &said,
        claim.verdict.name(),
        claim.evidence.known.as_ref().map(wire::Evidence::name),
        &claim.evidence.text,
    )
}

/// The page `docs/check.md` has this table: every kind with its fields.
pub fn kinds_table() -> String {
    let mut out = String::from("| claim | fields | it says |\n|---|---|---|\n");
    for kind in KINDS {
        let field = |(name, shape): &(&str, reti_lessons::statement::Shape)| {
            if shape.optional { format!("[`{name}`]") } else { format!("`{name}`") }
        };
        let fields: Vec<String> = kind.fields.iter().map(field).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| `{}` | {} | {} |", kind.name, fields.join(" "), kind.about);
    }
    out
}
