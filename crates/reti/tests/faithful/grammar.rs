//! Sentences read back: patterns with places for pieces, squares, moves, sums and lines.
//!
//! A pattern is a sentence with places in braces. Matching returns every way in which the beginning of a
//! text can be read, because lists and lines may end in several places.

use reti_core::chess::{Color, Move, PieceType, Position, Square};

/// What a place was read as.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// `{P}` or `{PS}`: pieces with their squares.
    Pieces(Vec<(PieceType, Square)>),
    /// `{S}`: squares.
    Squares(Vec<Square>),
    /// `{M}`: a move.
    Move(String),
    /// `{G}`: a sum in words, by the least centipawns that it stands for.
    Sum(i32),
    /// `{A}`: a score in pawns with its sign, in centipawns.
    Score(i32),
    /// `{W}`: how often, in words.
    Times(u32),
    /// `{B}`: who has what more than the other.
    Material(Material),
    /// `{N}`: a number.
    Number(u32),
    /// `{L}`: numbered moves.
    Line(Vec<Token>),
    /// `{C}`: a side.
    Side(Color),
    /// `{K}`: a kind of piece.
    Kind(PieceType),
    /// `{KN}`: a kind of piece without its article.
    KindName(PieceType),
    /// `{T}`: anything up to the full stop.
    Text(String),
}

/// Material in chess words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The side that has more; none where it is level.
    pub side: Option<Color>,
    /// What it has more.
    pub more: Vec<(PieceType, usize)>,
    /// What the other side has more.
    pub less: Vec<(PieceType, usize)>,
    /// A rook against a minor piece, which is not named.
    pub exchange: bool,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `12.` or `12...`; true if Black is to move.
    Number(u32, bool),
    /// A move.
    San(String),
}

/// All ways to read the beginning of `text` as `pattern`: what was read, and the rest.
pub fn readings<'t>(pattern: &str, text: &'t str) -> Vec<(Vec<Read>, &'t str)> {
    let Some(open) = pattern.find('{') else {
        return text.strip_prefix(pattern).map(|rest| (Vec::new(), rest)).into_iter().collect();
    };
    let close = open + pattern[open..].find('}').expect("a place is closed");
    let Some(rest) = text.strip_prefix(&pattern[..open]) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (read, rest) in place(&pattern[open + 1..close], rest) {
        for (mut others, rest) in readings(&pattern[close + 1..], rest) {
            others.insert(0, read.clone());
            found.push((others, rest));
        }
    }
    found
}

fn place<'t>(kind: &str, text: &'t str) -> Vec<(Read, &'t str)> {
    match kind {
        "P" => piece(text).map(|(piece, rest)| (Read::Pieces(vec![piece]), rest)).into_iter().collect(),
        "PS" => list(text, piece).into_iter().map(|(pieces, rest)| (Read::Pieces(pieces), rest)).collect(),
        "S" => list(text, square).into_iter().map(|(squares, rest)| (Read::Squares(squares), rest)).collect(),
        "M" => san(text),
        "G" => sum(text),
        "A" => score(text).into_iter().collect(),
        "W" => by_name(text, &TIMES).into_iter().map(|(times, rest)| (Read::Times(times), rest)).collect(),
        "B" => material(text),
        "N" => number(text).map(|(number, rest)| (Read::Number(number), rest)).into_iter().collect(),
        "L" => line(text).into_iter().collect(),
        "C" => [("White", Color::White), ("Black", Color::Black)]
            .into_iter()
            .filter_map(|(name, color)| text.strip_prefix(name).map(|rest| (Read::Side(color), rest)))
            .collect(),
        "KN" => by_name(text, &KINDS).into_iter().map(|(kind, rest)| (Read::KindName(kind), rest)).collect(),
        "K" => KINDS
            .iter()
            .filter_map(|&(name, kind)| {
                text.strip_prefix("a ")?.strip_prefix(name).map(|rest| (Read::Kind(kind), rest))
            })
            .collect(),
        "T" => text.find('.').map(|at| (Read::Text(text[..at].to_owned()), &text[at..])).into_iter().collect(),
        _ => panic!("unknown place {kind}"),
    }
}

/// Kinds of pieces by their names.
pub const KINDS: [(&str, PieceType); 6] = [
    ("pawn", PieceType::Pawn),
    ("knight", PieceType::Knight),
    ("bishop", PieceType::Bishop),
    ("rook", PieceType::Rook),
    ("queen", PieceType::Queen),
    ("king", PieceType::King),
];

fn square(text: &str) -> Option<(Square, &str)> {
    let name = text.get(..2)?;
    name.parse().ok().map(|square| (square, &text[2..]))
}

/// `the knight on c7`, `The f5-pawn`.
fn piece(text: &str) -> Option<((PieceType, Square), &str)> {
    let rest = text.strip_prefix("the ").or_else(|| text.strip_prefix("The "))?;
    if let Some((at, rest)) = square(rest)
        && let Some(rest) = rest.strip_prefix("-pawn")
    {
        return Some(((PieceType::Pawn, at), rest));
    }
    let (name, kind) = KINDS.iter().find(|(name, _)| rest.starts_with(name))?;
    let (at, rest) = square(rest[name.len()..].strip_prefix(" on ")?)?;
    Some(((*kind, at), rest))
}

/// `x`, `x and y`, `x, y and z`: every prefix of the list is a reading.
fn list<T: Clone>(text: &str, item: fn(&str) -> Option<(T, &str)>) -> Vec<(Vec<T>, &str)> {
    let mut found = Vec::new();
    let Some((first, mut rest)) = item(text) else {
        return found;
    };
    let mut items = vec![first];
    found.push((items.clone(), rest));
    while let Some((next, after, last)) = [(", ", false), (" and ", true)]
        .into_iter()
        .find_map(|(joint, last)| item(rest.strip_prefix(joint)?).map(|(next, after)| (next, after, last)))
    {
        items.push(next);
        rest = after;
        if last {
            found.push((items, rest));
            break;
        }
    }
    found
}

/// A word that looks like a move; a full stop or colon after it does not belong to it.
fn san(text: &str) -> Vec<(Read, &str)> {
    let end = text.find([' ', ',', ':', ';']).unwrap_or(text.len());
    let word = text[..end].trim_end_matches('.');
    let looks = word.contains(|ch: char| ch.is_ascii_digit()) || word.starts_with("O-O");
    if looks { vec![(Read::Move(word.to_owned()), &text[word.len()..])] } else { Vec::new() }
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().map(|number| (number, &text[end..]))
}

/// Sums in words, each with the least centipawns that it stands for.
pub const SUMS: [(&str, i32); 11] = [
    ("less than a pawn", 0),
    ("a pawn", 100),
    ("two pawns", 200),
    ("a piece", 300),
    ("a piece and a pawn", 400),
    ("a rook", 500),
    ("two pieces", 600),
    ("a rook and two pawns", 700),
    ("a rook and a piece", 800),
    ("a queen", 900),
    ("a queen and more", 1_000),
];

/// Whether the words for a sum are the largest that it reaches.
pub fn is_sum(step: i32, centipawns: i32) -> bool {
    let reached = SUMS.iter().map(|(_, least)| *least).filter(|least| *least <= centipawns).max();
    centipawns >= 0 && reached == Some(step)
}

/// How often.
pub const TIMES: [(&str, u32); 9] = [
    ("not at all", 0),
    ("once", 1),
    ("twice", 2),
    ("three times", 3),
    ("four times", 4),
    ("five times", 5),
    ("six times", 6),
    ("seven times", 7),
    ("eight times", 8),
];

/// All names that a text begins with.
fn by_name<'t, T: Copy>(text: &'t str, names: &[(&str, T)]) -> Vec<(T, &'t str)> {
    names.iter().filter_map(|&(name, value)| text.strip_prefix(name).map(|rest| (value, rest))).collect()
}

fn sum(text: &str) -> Vec<(Read, &str)> {
    by_name(text, &SUMS).into_iter().map(|(least, rest)| (Read::Sum(least), rest)).collect()
}

/// `+0.35`.
fn score(text: &str) -> Option<(Read, &str)> {
    let sign = if text.starts_with('+') { 1 } else { -1 };
    let rest = text.strip_prefix(['+', '-'])?;
    let (whole, rest) = number(rest)?;
    let rest = rest.strip_prefix('.')?;
    let hundredths: i32 = rest.get(..2)?.parse().ok()?;
    Some((Read::Score(sign * (whole as i32 * 100 + hundredths)), &rest[2..]))
}

/// `a rook`, `two pawns`.
fn some(text: &str) -> Option<((PieceType, usize), &str)> {
    const NUMBERS: [&str; 8] = ["a", "two", "three", "four", "five", "six", "seven", "eight"];
    let (index, rest) = NUMBERS
        .iter()
        .enumerate()
        .find_map(|(index, word)| Some((index, text.strip_prefix(word)?.strip_prefix(' ')?)))?;
    let (name, kind) = KINDS.iter().find(|(name, _)| rest.starts_with(name))?;
    let rest = &rest[name.len()..];
    let rest = if index > 0 { rest.strip_prefix('s')? } else { rest };
    Some(((*kind, index + 1), rest))
}

/// `White is the exchange and a pawn up`, `Black has two bishops for a rook`.
fn material(text: &str) -> Vec<(Read, &str)> {
    if let Some(rest) = text.strip_prefix("Material is level") {
        let level = Material { side: None, more: Vec::new(), less: Vec::new(), exchange: false };
        return vec![(Read::Material(level), rest)];
    }
    let mut found = Vec::new();
    for (name, side) in [("White", Color::White), ("Black", Color::Black)] {
        let Some(rest) = text.strip_prefix(name) else { continue };
        let mut add = |more: Vec<(PieceType, usize)>, less: Vec<(PieceType, usize)>, exchange, rest| {
            found.push((Read::Material(Material { side: Some(side), more, less, exchange }), rest));
        };
        if let Some(rest) = rest.strip_prefix(" is the exchange") {
            if let Some(rest) = rest.strip_prefix(" up") {
                for (less, rest) in rest.strip_prefix(" for ").map(|rest| list(rest, some)).unwrap_or_default() {
                    add(Vec::new(), less, true, rest);
                }
                add(Vec::new(), Vec::new(), true, rest);
            }
            for (more, rest) in rest.strip_prefix(" and ").map(|rest| list(rest, some)).unwrap_or_default() {
                let pawns = more.iter().all(|(kind, _)| *kind == PieceType::Pawn);
                if let Some(rest) = rest.strip_prefix(" up").filter(|_| pawns) {
                    add(more, Vec::new(), true, rest);
                }
            }
        } else if let Some(rest) = rest.strip_prefix(" is ") {
            for (more, rest) in list(rest, some) {
                if let Some(rest) = rest.strip_prefix(" up") {
                    add(more, Vec::new(), false, rest);
                }
            }
        } else if let Some(rest) = rest.strip_prefix(" has ") {
            for (more, rest) in list(rest, some) {
                for (less, rest) in rest.strip_prefix(" for ").map(|rest| list(rest, some)).unwrap_or_default() {
                    add(more.clone(), less, false, rest);
                }
            }
        }
    }
    found
}

/// `12. Nc7+ Kd8 13. Nxa8`, up to the full stop that ends the sentence.
fn line(text: &str) -> Option<(Read, &str)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find([' ', ',', ';', ':', ')']).unwrap_or(rest.len());
        let word = &rest[..end];
        if let Some(digits) = word.strip_suffix('.').map(|word| word.trim_end_matches('.'))
            && let Ok(number) = digits.parse()
        {
            tokens.push(Token::Number(number, word.ends_with("...")));
            rest = rest[end..].strip_prefix(' ')?;
            continue;
        }
        let san = word.trim_end_matches('.');
        tokens.push(Token::San(san.to_owned()));
        if san.len() < word.len() || !rest[end..].starts_with(' ') || !is_line_word(&rest[end + 1..]) {
            return Some((Read::Line(tokens), &rest[san.len()..]));
        }
        rest = &rest[end + 1..];
    }
}

fn is_line_word(text: &str) -> bool {
    let word = text.split([' ', ',']).next().unwrap_or_default();
    !word.starts_with('(') && (word.contains(|ch: char| ch.is_ascii_digit()) || word.starts_with("O-O"))
}

/// A move with its number, as it would be read.
pub fn numbered(position: &Position, m: Move) -> Read {
    let number = Token::Number(position.fullmoves(), position.turn().is_black());
    Read::Line(vec![number, Token::San(position.san(m))])
}
