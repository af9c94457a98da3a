//! Text in tokens: words, squares, moves and signs, each with its place.
//!
//! Hyphens between words say nothing (`half-open`, `f6-knight`) and fall away; contractions come apart
//! (`isn't` is `is not`, `White's` is `white 's`), so that the grammar meets one form of each.

use reti_core::chess::{PieceType, Square};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A word or a number.
    Word,
    /// Something that is written like a move; a pawn's move may also be a square.
    Move,
    /// The number of a move, as in `12.` or `12...`.
    MoveNumber,
    /// A comma, a colon, a dash: what may end a clause.
    Comma,
    /// A bracket.
    Bracket,
    /// The end of a sentence.
    End,
    /// A question mark, which takes back what the sentence says.
    Question,
}

/// A token and the bytes that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub class: Class,
    /// In small letters, except for moves.
    pub text: String,
    pub start: usize,
    pub end: usize,
}

impl Token {
    /// The square that it names.
    pub fn square(&self) -> Option<Square> {
        if self.text.len() == 2 { self.text.parse().ok() } else { None }
    }

    /// The piece that it names as in `Nf6`.
    pub fn piece(&self) -> Option<(PieceType, Square)> {
        let (letter, square) = self.text.split_at_checked(1).filter(|_| self.class == Class::Move)?;
        let kind = match letter {
            "K" => PieceType::King,
            "Q" => PieceType::Queen,
            "R" => PieceType::Rook,
            "B" => PieceType::Bishop,
            "N" => PieceType::Knight,
            _ => return None,
        };
        if square.len() == 2 { Some((kind, square.parse().ok()?)) } else { None }
    }

    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        matches!(self.class, Class::Word | Class::Comma | Class::Bracket) && self.text == word
    }
}

/// Takes a text apart.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(ch) = text[at..].chars().next() {
        let end = at + ch.len_utf8();
        let class = match ch {
            '.' | '!' | '…' => Some(Class::End),
            '?' => Some(Class::Question),
            ',' | ';' | ':' | '—' | '–' | '"' | '“' | '”' => Some(Class::Comma),
            '(' | ')' | '[' | ']' => Some(Class::Bracket),
            _ => None,
        };
        if let Some(class) = class {
            found.push(Token { class, text: ch.to_string(), start: at, end });
            at = end;
        } else if ch.is_whitespace() || ch == '-' {
            at = end;
        } else {
            at = run(text, at, &mut found);
        }
    }
    glyphs(&mut found);
    found
}

/// What ends a run of letters and digits. A full stop belongs to it only between digits and what follows.
fn ends_run(ch: char) -> bool {
    ch.is_whitespace() || ",;:—–\"“”()[]!?…".contains(ch)
}

/// Reads one run that begins at a byte; returns where it ends.
fn run(text: &str, start: usize, found: &mut Vec<Token>) -> usize {
    let end = text[start..].find(ends_run).map_or(text.len(), |length| start + length);
    let whole = &text[start..end];
    // `12.Nf3`, `12...`, `12.`
    let digits = whole.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(whole.len());
    let dots = whole[digits..].find(|ch: char| ch != '.').map_or(whole.len(), |length| digits + length);
    if digits > 0 && dots > digits {
        let rest = text[start + dots..].trim_start();
        let next = rest.split(ends_run).next().unwrap_or_default().trim_end_matches('.');
        if is_move(next) {
            let number = whole[..dots].to_owned();
            found.push(Token { class: Class::MoveNumber, text: number, start, end: start + dots });
            return start + dots;
        }
    }
    let kept = whole.trim_end_matches('.').len().max(1);
    let whole = &whole[..kept];
    if is_move(whole) {
        found.push(Token { class: Class::Move, text: whole.to_owned(), start, end: start + kept });
        return start + kept;
    }
    let mut at = start;
    for part in whole.split_inclusive(['-', '/']) {
        let word = part.trim_end_matches(['-', '/']);
        if is_move(word) {
            found.push(Token { class: Class::Move, text: word.to_owned(), start: at, end: at + word.len() });
        } else if !word.is_empty() {
            contraction(word, at, found);
        }
        at += part.len();
    }
    start + kept
}

/// `isn't` as `is not`, `cannot` as `can not`, `White's` as `white 's`.
fn contraction(word: &str, start: usize, found: &mut Vec<Token>) {
    let lower = word.to_lowercase().replace('’', "'");
    let mut push = |text: &str, from: usize, to: usize| {
        found.push(Token { class: Class::Word, text: text.to_owned(), start: start + from, end: start + to });
    };
    let length = word.len();
    let cut = |tail: usize| length.saturating_sub(tail);
    if let Some(stem) = lower.strip_suffix("n't") {
        let stem = match stem {
            "ca" => "can",
            "wo" => "will",
            other => other,
        };
        let tail = if word.contains('’') { 5 } else { 3 };
        push(stem, 0, cut(tail));
        push("not", cut(tail), length);
    } else if lower == "cannot" {
        push("can", 0, 3);
        push("not", 3, length);
    } else if let Some((stem, tail)) = lower.split_once('\'') {
        let at = word.find(['\'', '’']).unwrap_or(length);
        push(stem, 0, at);
        // `it's` and `there's` are verbs, `White's` owns something; `the pieces'` owns too.
        let tail = match tail {
            "" => "'s",
            "ll" => "will",
            "ve" => "have",
            "re" => "are",
            "d" => "would",
            "m" => "am",
            _ => &lower[stem.len()..],
        };
        push(tail, at, length);
    } else {
        push(&lower, 0, length);
    }
}

/// Whether a text is written like a move.
pub(super) fn is_move(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    if matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    if !text.is_ascii() || text.len() < 2 || text.len() > 8 {
        return false;
    }
    let uci = text.trim_end_matches(['q', 'r', 'b', 'n']);
    let is_square = |text: &str| text.len() == 2 && text.parse::<Square>().is_ok();
    if uci.len() == 4 && is_square(&uci[..2]) && is_square(&uci[2..]) {
        return true;
    }
    let san = match text.split_once('=') {
        Some((san, "Q" | "R" | "B" | "N")) => san,
        Some(_) => return false,
        None => text,
    };
    let san = san.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(san);
    let Some((from, to)) = san.len().checked_sub(2).map(|at| san.split_at(at)) else { return false };
    is_square(to) && from.len() <= 3 && from.chars().all(|ch| matches!(ch, 'a'..='h' | '1'..='8' | 'x'))
}

/// Signs such as `!` and `!?` behind a move praise it and end no sentence.
fn glyphs(tokens: &mut Vec<Token>) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut all = std::mem::take(tokens).into_iter().peekable();
    while let Some(token) = all.next() {
        let sign = token.class == Class::Question || token.text == "!";
        let behind = kept.last().is_some_and(|last| last.class == Class::Move && last.end == token.start);
        if sign && behind {
            let mut end = token.end;
            while let Some(next) = all.next_if(|next| next.start == end && matches!(next.text.as_str(), "!" | "?")) {
                end = next.end;
            }
            // At the very end it may end the sentence too.
            if all.peek().is_some() {
                continue;
            }
        }
        kept.push(token);
    }
    *tokens = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn moves_squares_and_words_come_apart() {
        assert_eq!(shown("The Nf6 isn't pinned."), ["the", "Nf6", "is", "not", "pinned", "."]);
        assert_eq!(shown("12.Nxe5 dxe5 13. Qxd8+!"), ["12.", "Nxe5", "dxe5", "13.", "Qxd8+", "!"]);
        assert_eq!(shown("White's f6-knight can't move"), ["white", "'s", "f6", "knight", "can", "not", "move"]);
        assert_eq!(shown("O-O-O, e8=Q# wins"), ["O-O-O", ",", "e8=Q#", "wins"]);
        assert_eq!(shown("mate in 2."), ["mate", "in", "2", "."]);
        assert_eq!(shown("Nf3! wins"), ["Nf3", "wins"]);
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "Black’s queen can’t take e5 — it’s pinned…";
        for token in tokens(text) {
            let there = &text[token.start..token.end];
            let plain = there.to_lowercase().replace('’', "'");
            let same = plain == token.text || plain == "n't" || plain == "ca" || token.text == "not";
            assert!(same, "{there} {token:?}");
        }
    }
}
