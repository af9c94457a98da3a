//! Tags and moves of one game, read line by line.

use std::{mem, ops::Range};

use super::{Game, Outcome, start_position};
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
    is_over: bool,
}

/// Words that say something about a move and are no moves.
const GLYPHS: &str = "!?=+-/\u{b1}\u{2213}\u{2a72}\u{2a71}\u{221e}\u{25a1}#~^";

impl Scanner {
    pub(super) fn new(number: usize, line: usize) -> Scanner {
        let game = Game { number, line, ..Game::default() };
        Scanner { game, position: None, depth: 0, comment: None, is_over: false }
    }

    pub(super) fn in_comment(&self) -> bool {
        self.comment.is_some()
    }

    pub(super) fn has_movetext(&self) -> bool {
        self.position.is_some()
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads a line; returns the rest if it belongs to the next game.
    pub(super) fn read_line(&mut self, line: &str, number: usize) -> Option<String> {
        let mut at = if self.has_movetext() || self.in_comment() { 0 } else { self.tags(line) };
        while at < line.len() {
            if self.comment.is_some() {
                at = self.continue_comment(line, at);
                continue;
            }
            let rest = &line[at..];
            let Some(first) = rest.chars().next() else { break };
            at += match first {
                '{' => {
                    self.comment = Some(String::new());
                    1
                }
                ';' => rest.len(),
                '(' => {
                    self.depth += 1;
                    1
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    1
                }
                '}' | '.' => 1,
                space if space.is_whitespace() => space.len_utf8(),
                _ => {
                    let word = rest.find(ends_word).map_or(rest, |end| &rest[..end.max(first.len_utf8())]);
                    if self.is_over {
                        return Some(rest.to_owned());
                    }
                    if self.depth == 0 {
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
        let comment = self.comment.take().unwrap_or_default();
        if self.depth == 0 && self.game.problem.is_none() {
            let text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            self.game.comments.push((self.game.moves.len(), text));
        }
        at + end + 1
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
        let castles = word.starts_with("0-0");
        let text = if castles {
            word
        } else {
            word.trim_start_matches(|ch: char| ch.is_ascii_digit()).trim_start_matches(['.', '…'])
        };
        let skipped =
            text.is_empty() || word.starts_with('$') || text == "e.p." || text.chars().all(|ch| GLYPHS.contains(ch));
        // A null move is written with dashes only, and is a move, if an illegal one.
        if self.game.problem.is_some() || (skipped && !text.starts_with("--")) {
            return;
        }
        let Some(position) = &self.position else { return };
        let plain = text.trim_end_matches("e.p.");
        let plain = if castles { plain.replace('0', "O") } else { plain.to_owned() };
        match read_move(position, &plain) {
            Ok(m) => {
                self.position = Some(position.play(m));
                self.game.moves.push(m);
            }
            Err(problem) => {
                let number = self.game.move_number(self.game.moves.len());
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

    pub(super) fn finish(mut self) -> Game {
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

fn ends_word(ch: char) -> bool {
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
