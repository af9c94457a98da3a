//! Tags and moves of one game, read line by line.

use std::{mem, ops::Range};

use super::{Game, MoveSpan, Outcome, start_position};
use crate::{Problem, problem::read_move};
use reti_core::chess::Position;

/// A game that is being read.
pub(super) struct Scanner {
    game: Game,
    /// Set when the first word of movetext has arrived: the position reached.
    position: Option<Position>,
    /// How many variations are open.
    depth: usize,
    /// The text of an open comment.
    comment: Option<String>,
    /// Where the open comment begins.
    comment_start: Option<Opening>,
    /// Where the open variations begin, the outer ones only.
    variation_starts: Vec<Opening>,
    /// Whether the last word of the main line was a move number.
    numbered: bool,
    /// Where the current line begins in the text of the game.
    base: usize,
    /// Whether the line is a comment to its end.
    in_rest: bool,
    is_over: bool,
}

/// Which part of a line is read: very long ones come in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Its beginning.
    First,
    /// What follows a part that was read before.
    Later,
}

/// Where something was opened: its line, the number of that, and the place in it.
type Opening = (String, usize, usize);

/// Of so many variations inside each other the beginning is known.
const DEEPEST: usize = 16;

/// Words that say something about a move and are no moves.
const GLYPHS: &str = "!?=+-/\u{b1}\u{2213}\u{2a72}\u{2a71}\u{221e}\u{25a1}#~^";

impl Scanner {
    pub(super) fn new(number: usize, line: usize) -> Scanner {
        let game = Game { number, line, ..Game::default() };
        Scanner {
            game,
            position: None,
            depth: 0,
            comment: None,
            comment_start: None,
            variation_starts: Vec::new(),
            numbered: false,
            base: 0,
            in_rest: false,
            is_over: false,
        }
    }

    pub(super) fn in_comment(&self) -> bool {
        self.comment.is_some()
    }

    pub(super) fn has_movetext(&self) -> bool {
        self.position.is_some()
    }

    /// Whether the line is a comment to its end.
    pub(super) fn in_rest(&self) -> bool {
        self.in_rest
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads a line that begins at `base` of the game's text; returns where the next game begins in
    /// it, if it does. `read` is the line with its end.
    pub(super) fn read_line(
        &mut self,
        line: &str,
        read: &str,
        number: usize,
        base: usize,
        part: Part,
    ) -> Option<usize> {
        self.base = base;
        self.in_rest &= part == Part::Later;
        if self.in_rest {
            self.rest_comment(read);
            return None;
        }
        let mut at = if self.has_movetext() || self.in_comment() { 0 } else { self.tags(line) };
        while at < line.len() {
            if self.comment.is_some() {
                at = self.continue_comment(line, at);
                continue;
            }
            let rest = &line[at..];
            let Some(first) = rest.chars().next() else { break };
            if !first.is_whitespace() && !self.is_over {
                self.game.layout.moves_start.get_or_insert(base + at);
            }
            at += match first {
                '{' => {
                    self.comment = Some(String::new());
                    self.comment_start = Some(opening(line, number, at));
                    1
                }
                ';' => {
                    self.rest_comment(read);
                    rest.len()
                }
                '(' => {
                    self.depth += 1;
                    if self.depth <= DEEPEST {
                        self.variation_starts.push(opening(line, number, at));
                    }
                    1
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.variation_starts.truncate(self.depth);
                    self.belongs_to_move(base + at + 1, false);
                    1
                }
                '}' | '.' => 1,
                space if space.is_whitespace() => space.len_utf8(),
                _ => {
                    let word = rest.find(ends_word).map_or(rest, |end| &rest[..end.max(first.len_utf8())]);
                    if self.depth == 0 {
                        if self.is_over {
                            return Some(at);
                        }
                        self.word(word, at..at + word.len(), line, number);
                    }
                    word.len()
                }
            };
        }
        if let Some(comment) = &mut self.comment {
            comment.push(' ');
        }
        None
    }

    /// The rest of the line is a comment.
    fn rest_comment(&mut self, read: &str) {
        self.in_rest = true;
        // What is inserted after it must stand on the next line.
        let end = if read.ends_with('\n') { read.len() } else { read.len() + 1 };
        self.belongs_to_move(self.base + end, true);
    }

    /// A comment or variation that ends here belongs to the last move of the main line, unless it stands in a
    /// variation or after the result: what is added to the move comes before that.
    fn belongs_to_move(&mut self, end: usize, is_comment: bool) {
        if self.depth == 0 && !self.is_over {
            self.game.layout.extend(end, is_comment);
        }
    }

    /// Reads the tags at the start of a line; returns where they end.
    fn tags(&mut self, line: &str) -> usize {
        let mut at = line.len() - line.trim_start().len();
        while line[at..].starts_with('[') {
            let inside = &line[at + 1..];
            let Some(quote) = inside.find(['"', ']']).filter(|&end| inside[end..].starts_with('"')) else {
                // Not a tag as we know it: step over the bracket.
                at += inside.find(']').map_or(line.len() - at, |end| end + 2);
                continue;
            };
            let name = inside[..quote].trim().to_owned();
            let (value, used) = quoted(&inside[quote + 1..]);
            self.game.tags.push((name, value));
            at += 1 + quote + 1 + used;
            let after = &line[at..];
            at += after.find(']').filter(|&end| after[..end].trim().is_empty()).map_or(0, |end| end + 1);
            self.game.layout.tags_end = Some(self.base + at);
            at += line[at..].len() - line[at..].trim_start().len();
        }
        at
    }

    fn continue_comment(&mut self, line: &str, at: usize) -> usize {
        let rest = &line[at..];
        let end = rest.find('}');
        if let Some(comment) = &mut self.comment {
            comment.push_str(&rest[..end.unwrap_or(rest.len())]);
        }
        let Some(end) = end else { return line.len() };
        self.comment_start = None;
        self.end_comment();
        self.belongs_to_move(self.base + at + end + 1, true);
        at + end + 1
    }

    fn end_comment(&mut self) {
        let comment = self.comment.take().unwrap_or_default();
        if self.depth == 0 && self.game.problem.is_none() {
            let text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            self.game.comments.push((self.game.moves.len(), text));
        }
    }

    /// One word of the main line.
    fn word(&mut self, word: &str, span: Range<usize>, line: &str, line_number: usize) {
        if self.position.is_none() {
            let start = start_position(&self.game).unwrap_or_else(|problem| {
                self.game.problem = Some(problem);
                Position::start()
            });
            self.game.start = start.clone();
            self.position = Some(start);
        }
        if let Some(outcome) = Outcome::read(word) {
            self.game.outcome = outcome;
            self.is_over = true;
            return;
        }
        let text = without_number(word);
        if self.game.problem.is_some() || is_no_move(word) {
            let judges = matches!(word, "$1" | "$2" | "$3" | "$4" | "$5" | "$6") || is_judgement(word);
            if let (false, Some(place)) = (self.game.problem.is_some(), self.game.layout.places.last_mut()) {
                place.judged |= judges;
                if word.starts_with('$') || (!text.is_empty() && text != "e.p.") {
                    self.game.layout.extend(self.base + span.end, true);
                }
            }
            self.numbered = text.is_empty();
            return;
        }
        let Some(position) = &self.position else { return };
        let plain = plain_move(text);
        match read_move(position, &plain) {
            Ok(m) => {
                self.position = Some(position.play(m));
                self.game.moves.push(m);
                let start = self.base + span.start + (word.len() - text.len());
                let judged = plain.ends_with(['!', '?']);
                let numbered = self.numbered || text.len() < word.len();
                self.game.layout.places.push(MoveSpan::new(start, self.base + span.end, numbered, judged));
                self.numbered = false;
            }
            Err(problem) => {
                let number = self.game.move_number(self.game.moves.len());
                self.game.layout.problem = Some(self.base + span.start + (word.len() - text.len()));
                let (text, span) = around(line, span.start + (word.len() - text.len())..span.end);
                self.game.problem = Some(Problem {
                    subject: format!("game {}, move {number} (line {line_number})", self.game.number),
                    message: problem.message,
                    text,
                    span,
                });
            }
        }
    }

    /// The game, with its text.
    pub(super) fn finish(mut self, mut text: String) -> Game {
        // The end of the text ends a comment to the end of the line as well.
        let ends = self.game.layout.places.last().map_or(0, |place| place.variations_end);
        if ends > text.len() {
            text.push('\n');
        }
        self.game.text = text;
        if let Some((line, number, at)) = self.comment_start.take().or_else(|| self.variation_starts.pop()) {
            let what = if self.comment.is_some() { "comment" } else { "variation" };
            let after = self.game.move_number(self.game.moves.len().saturating_sub(1));
            let problem = Problem {
                subject: format!("game {}, after move {after} (line {number})", self.game.number),
                message: format!("this {what} is never closed"),
                text: line,
                span: at..at + 1,
            };
            if self.comment.is_some() {
                self.end_comment();
                self.game.layout.unclosed.push('}');
            }
            self.game.layout.unclosed.push_str(&")".repeat(self.depth));
            self.game.problem.get_or_insert(problem);
        }
        if self.position.is_none() {
            match start_position(&self.game) {
                Ok(start) => self.game.start = start,
                Err(problem) => self.game.problem = Some(problem),
            }
        }
        if self.game.outcome == Outcome::Unknown {
            self.game.outcome = self.game.tag("Result").and_then(Outcome::read).unwrap_or_default();
        }
        mem::take(&mut self.game)
    }
}

/// A word without the move number that may stand before the move.
fn without_number(word: &str) -> &str {
    if word.starts_with("0-0") {
        return word;
    }
    word.trim_start_matches(|ch: char| ch.is_ascii_digit()).trim_start_matches(['.', '…'])
}

/// Whether a word is a number or says something about a move. A null move is written with dashes only, and is a
/// move, if an illegal one.
pub(super) fn is_no_move(word: &str) -> bool {
    let text = without_number(word);
    let skipped =
        text.is_empty() || word.starts_with('$') || text == "e.p." || text.chars().all(|ch| GLYPHS.contains(ch));
    skipped && !text.starts_with("--")
}

/// The move of a word, as it is read.
pub(super) fn plain_move(word: &str) -> String {
    let text = without_number(word).trim_end_matches("e.p.");
    if text.starts_with("0-0") { text.replace('0', "O") } else { text.to_owned() }
}

fn opening(line: &str, number: usize, at: usize) -> Opening {
    let (text, span) = around(line, at..at + 1);
    (text, number, span.start)
}

/// `!`, `??`, `!?` and the like.
fn is_judgement(word: &str) -> bool {
    matches!(word, "!" | "?" | "!!" | "??" | "!?" | "?!")
}

pub(super) fn ends_word(ch: char) -> bool {
    ch.is_whitespace() || matches!(ch, '{' | '}' | '(' | ')' | ';' | '$')
}

/// The text up to the closing quote, escapes undone, and how many bytes that took.
fn quoted(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut escaped = false;
    for (at, ch) in text.char_indices() {
        match ch {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '"' if !escaped => return (value, at + 1),
            ch => {
                if escaped && ch != '"' && ch != '\\' {
                    value.push('\\');
                }
                value.push(ch);
            }
        }
        escaped = false;
    }
    (value, text.len())
}

/// The line, or the neighbourhood of the span in a very long one.
fn around(line: &str, span: Range<usize>) -> (String, Range<usize>) {
    const NEAR: usize = 400;
    if line.len() <= 4 * NEAR {
        return (line.to_owned(), span);
    }
    let boundary = |mut index: usize| {
        while !line.is_char_boundary(index) {
            index -= 1;
        }
        index
    };
    let start = boundary(span.start.saturating_sub(NEAR));
    let end = boundary((span.end + NEAR).min(line.len()));
    let stop = span.end.min(end);
    (line[start..end].to_owned(), span.start - start..stop - start)
}
