//! What a person typed and why it cannot be used: one shape for FEN, moves and game files.
//!
//! A [`Problem`] holds the text, the bytes that are wrong and a sentence that says what was
//! expected. [`Problem::report`] sets a caret under the place. Texts can be long or contain odd
//! characters, so only the neighbourhood of the place is shown, and what has no width on a
//! terminal is shown as a replacement character.

use std::{fmt::Write as _, ops::Range};

use reti_core::chess::{FenError, Move, MoveError, Position};

/// Input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{subject}: {message}")]
pub struct Problem {
    /// What was being read, such as `bad FEN` or `game 3, move 12...`.
    pub subject: String,
    /// What is wrong, and what was expected.
    pub message: String,
    /// The text that was read.
    pub text: String,
    /// The bytes of the text that are wrong; empty where something is missing.
    pub span: Range<usize>,
}

/// How many characters are shown on each side of the bad place.
const CONTEXT: usize = 60;

impl Problem {
    /// The message, the text and a caret under the bad part, as three lines.
    ///
    /// ```
    /// let problem = reti::read_position("k7/8/8/8/8/8/8/K7 x").unwrap_err();
    /// assert_eq!(
    ///     problem.report(),
    ///     "bad FEN: 'x' is not a side to move: expected 'w' or 'b'\n  \
    ///        k7/8/8/8/8/8/8/K7 x\n                    ^\n"
    /// );
    /// ```
    pub fn report(&self) -> String {
        let (before, bad, after) = self.parts();
        let mut shown = String::new();
        let kept: Vec<char> = before.chars().collect();
        if kept.len() > CONTEXT {
            shown.push('…');
        }
        shown.extend(kept.iter().skip(kept.len().saturating_sub(CONTEXT)).map(|&ch| visible(ch)));
        let indent = shown.chars().count();
        let long = bad.chars().count() > 2 * CONTEXT;
        shown.extend(bad.chars().take(2 * CONTEXT).map(visible));
        let carets = (shown.chars().count() - indent).max(1);
        if long || after.chars().count() > CONTEXT {
            shown.extend(after.chars().take(if long { 0 } else { CONTEXT }).map(visible));
            shown.push('…');
        } else {
            shown.extend(after.chars().map(visible));
        }
        let mut report = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(report, "{}", self.to_string().chars().map(visible).collect::<String>());
        if !self.text.trim().is_empty() {
            let _ = writeln!(report, "  {}\n  {}{}", shown.trim_end(), " ".repeat(indent), "^".repeat(carets));
        }
        report
    }

    /// The text before, in and after the bad span, whatever the span is.
    fn parts(&self) -> (&str, &str, &str) {
        let start = floor_boundary(&self.text, self.span.start);
        let end = floor_boundary(&self.text, self.span.end).max(start);
        (&self.text[..start], &self.text[start..end], &self.text[end..])
    }
}

fn floor_boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

fn visible(ch: char) -> char {
    match ch {
        ch if ch.is_whitespace() => ' ',
        ch if is_hidden(ch) => '\u{fffd}',
        ch => ch,
    }
}

/// Characters that a terminal obeys instead of showing: controls, and those that turn the direction of
/// writing or have no width, with which a text can pretend to be another.
fn is_hidden(ch: char) -> bool {
    ch.is_control()
        || matches!(ch,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A text as it may be shown on a terminal, whoever wrote it: line ends and tabs stay, and so do the
/// colours that Reti uses itself (`ESC [ numbers m`) if they are asked for; everything else that is
/// hidden becomes a replacement character.
///
/// ```
/// assert_eq!(reti::for_terminal("Caf\u{e9}\n\u{1b}[31mred\u{1b}]0;title\u{7}", false), "Caf\u{e9}\n\u{fffd}[31mred\u{fffd}]0;title\u{fffd}");
/// assert_eq!(reti::for_terminal("\u{1b}[1;31mred\u{1b}[0m\u{1b}[2J", true), "\u{1b}[1;31mred\u{1b}[0m\u{fffd}[2J");
/// ```
pub fn for_terminal(text: &str, colored: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        let length = if colored { color_length(rest) } else { 0 };
        let (shown, used) = rest.split_at(if length > 0 { length } else { ch.len_utf8() });
        match ch {
            _ if length > 0 => out.push_str(shown),
            '\n' | '\t' | '\r' => out.push(ch),
            ch if is_hidden(ch) => out.push('\u{fffd}'),
            ch => out.push(ch),
        }
        rest = used;
    }
    out
}

/// How many bytes a change of colour takes at the start of a text; 0 if there is none.
fn color_length(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = numbers.find(|ch: char| !ch.is_ascii_digit() && ch != ';');
    end.filter(|&end| numbers[end..].starts_with('m')).map_or(0, |end| end + 3)
}

impl From<FenError> for Problem {
    fn from(error: FenError) -> Problem {
        let message = shorten(&error.problem.to_string());
        Problem { subject: "bad FEN".to_owned(), message, text: error.fen, span: error.span }
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Problem {
        let span = 0..error.text.len();
        Problem { subject: "bad move".to_owned(), message: error.problem.to_string(), text: error.text, span }
    }
}

/// A sentence that quotes a huge input is cut in the middle.
fn shorten(message: &str) -> String {
    let length = message.chars().count();
    if length <= 4 * CONTEXT {
        return message.to_owned();
    }
    let head: String = message.chars().take(2 * CONTEXT).collect();
    let tail: String = message.chars().skip(length - CONTEXT).collect();
    format!("{head} … {tail}")
}

/// Reads a FEN, or `startpos` for the start of a game.
pub fn read_position(text: &str) -> Result<Position, Problem> {
    if text.trim() == "startpos" {
        return Ok(Position::start());
    }
    Ok(Position::from_fen(text)?)
}

/// Reads a legal move in SAN or UCI notation; the error names some moves that would be legal.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Problem> {
    position.parse_move(text).map_err(|error| {
        let mut problem = Problem::from(error);
        problem.message.push_str(&suggestion(position, text));
        problem
    })
}

/// Legal moves that go to the square which the text names last.
fn suggestion(position: &Position, text: &str) -> String {
    let bytes = text.as_bytes();
    let goal = bytes.windows(2).rev().find(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let Some(goal) = goal else { return String::new() };
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|m| m.to().to_string().as_bytes() == goal)
        .map(|&m| position.san(m))
        .collect();
    moves.sort();
    let goal = String::from_utf8_lossy(goal);
    match moves.as_slice() {
        [] => format!("; no legal move goes to {goal}"),
        moves => format!("; legal moves to {goal}: {}", moves.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_bad_part_even_in_odd_text() {
        let problem = read_position("é7/8/8/8/8/8/8/8 w").unwrap_err();
        assert_eq!(problem.report().lines().nth(2), Some("  ^"));
        let colored = read_position("k7/8/8/8/8/8/8/K7 \u{1b}[31m").unwrap_err();
        assert!(!colored.report().contains('\u{1b}'), "no control character reaches the terminal");
        let huge = format!("{} w", "8/".repeat(100_000));
        assert!(read_position(&huge).unwrap_err().report().len() < 1000);
        let junk = format!("k7/8/8/8/8/8/8/K7 {}", "w".repeat(100_000));
        assert!(read_position(&junk).unwrap_err().report().len() < 1500);
    }

    #[test]
    fn a_wrong_move_is_answered_with_the_right_ones() {
        let start = Position::start();
        let message = |text| read_move(&start, text).unwrap_err().message;
        assert_eq!(message("Bf3"), "illegal move; legal moves to f3: Nf3, f3");
        assert_eq!(message("e5"), "illegal move; no legal move goes to e5");
        assert_eq!(message("hello"), "not a move (expected SAN such as Nf3 or UCI such as g1f3)");
    }
}
