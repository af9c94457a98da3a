//! Patterns from text, with a caret under what is wrong.

use std::ops::Range;

use reti::{Problem, wire::Phase};
use reti_core::{
    chess::{Color, Piece, PieceType, Position, Square},
    motif::{CATALOGUE, Kind, Motif},
};

use super::{
    Comparison, Condition, GAME_NUMBERS, MotifCondition, NumberField, POSITION_NUMBERS, Pattern, TAGS, TagField,
};

/// A word, a quoted text or a sign, and where it stands.
struct Token<'a> {
    text: &'a str,
    is_quoted: bool,
    span: Range<usize>,
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
}

/// How alike two graphs must be if nobody says.
const LIKE: f64 = 0.5;

pub(super) fn read(text: &str) -> Result<Pattern, Problem> {
    let mut reader = Reader { text, tokens: tokens(text)?, at: 0 };
    if reader.tokens.is_empty() {
        return Err(reader.problem("a pattern is expected, such as 'fork by knight of king and queen'"));
    }
    let mut conditions: Vec<(Condition, bool)> = Vec::new();
    loop {
        if reader.takes("proven") || reader.takes("sound") {
            reader.at -= 1;
            let last = conditions.iter_mut().rev().find_map(|(condition, _)| match condition {
                Condition::Motif(motif) => Some(motif),
                _ => None,
            });
            let Some(motif) = last else { return Err(reader.problem("no motif stands before this")) };
            motif.proven = true;
            reader.at += 1;
        } else {
            let negated = reader.takes("not");
            conditions.push((reader.condition()?, negated));
        }
        if reader.at == reader.tokens.len() {
            return Ok(Pattern { text: text.to_owned(), conditions });
        }
        if !(reader.takes(",") | reader.takes("and")) {
            return Err(reader.problem("',' or 'and' is expected here"));
        }
        reader.takes("and");
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        let mut end = start + first.len_utf8();
        match first {
            space if space.is_whitespace() => continue,
            '"' | '\'' => {
                let Some((close, _)) = rest.by_ref().find(|(_, ch)| *ch == first) else {
                    return Err(problem(text, start..text.len(), "this quote is never closed"));
                };
                found.push(Token { text: &text[start + 1..close], is_quoted: true, span: start..close + 1 });
                continue;
            }
            '<' | '>' => {
                if let Some((next, _)) = rest.next_if(|(_, ch)| *ch == '=') {
                    end = next + 1;
                }
            }
            ',' | '=' => {}
            _ => {
                while let Some((next, ch)) = rest.next_if(|(_, ch)| !ch.is_whitespace() && !",<>=\"'".contains(*ch)) {
                    end = next + ch.len_utf8();
                }
            }
        }
        found.push(Token { text: &text[start..end], is_quoted: false, span: start..end });
    }
    Ok(found)
}

fn problem(text: &str, span: Range<usize>, message: &str) -> Problem {
    Problem { subject: "bad pattern".to_owned(), message: message.to_owned(), text: text.to_owned(), span }
}

impl<'a> Reader<'a> {
    fn word(&self, ahead: usize) -> Option<&'a str> {
        self.tokens.get(self.at + ahead).filter(|token| !token.is_quoted).map(|token| token.text)
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.word(0).is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn problem(&self, message: &str) -> Problem {
        let end = self.text.len();
        let span = self.tokens.get(self.at).map_or(end..end, |token| token.span.clone());
        problem(self.text, span, message)
    }

    fn condition(&mut self) -> Result<Condition, Problem> {
        let Some(word) = self.word(0) else { return Err(self.problem("a condition is expected here")) };
        if let Some(turn) = side(word)
            && self.word(1).is_some_and(|next| next.eq_ignore_ascii_case("to"))
        {
            self.at += 2;
            if !self.takes("move") {
                return Err(self.problem("'move' is expected here"));
            }
            return Ok(Condition::Turn(turn));
        }
        if let Some((_, tag)) = TAGS.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name)) {
            self.at += 1;
            return self.tag(tag);
        }
        if word.eq_ignore_ascii_case("phase") {
            self.at += 1;
            let phase = self.word(0).and_then(|word| Phase::named(&word.to_lowercase()));
            let phase = phase.ok_or_else(|| self.problem("opening, middlegame or endgame is expected here"))?;
            self.at += 1;
            return Ok(Condition::Phase(phase));
        }
        if word.eq_ignore_ascii_case("like") {
            self.at += 1;
            return self.like();
        }
        if let Some(field) = number_field(word) {
            self.at += 1;
            let (comparison, value) = self.comparison()?;
            return Ok(Condition::Number(field, comparison, value));
        }
        if let Some((piece, square)) = placed(word) {
            self.at += 1;
            return Ok(Condition::Stands(piece, square));
        }
        if let Some(material) = material(word) {
            self.at += 1;
            return Ok(Condition::Material(material));
        }
        self.takes("motif");
        self.motif().map(Condition::Motif)
    }

    fn tag(&mut self, tag: TagField) -> Result<Condition, Problem> {
        self.takes("=");
        let Some(token) = self.tokens.get(self.at) else { return Err(self.problem("a name is expected here")) };
        self.at += 1;
        Ok(Condition::Tag(tag, token.text.to_owned()))
    }

    fn like(&mut self) -> Result<Condition, Problem> {
        let Some(token) = self.tokens.get(self.at).filter(|token| token.is_quoted) else {
            return Err(self.problem("a FEN in quotes is expected here"));
        };
        let position: Position = reti::read_position(token.text).map_err(|found| self.problem(&found.to_string()))?;
        self.at += 1;
        let least = if self.word(0) == Some(">=") { self.comparison()?.1 } else { LIKE };
        Ok(Condition::Like(Box::new(position), least))
    }

    fn comparison(&mut self) -> Result<(Comparison, f64), Problem> {
        let sign = self.word(0).and_then(|word| Comparison::ALL.into_iter().find(|one| one.sign() == word));
        let sign = sign.ok_or_else(|| self.problem("one of < <= = >= > is expected here"))?;
        self.at += 1;
        let number = self.word(0).and_then(|word| word.parse::<f64>().ok()).filter(|number| number.is_finite());
        let number = number.ok_or_else(|| self.problem("a number is expected here"))?;
        self.at += 1;
        Ok((sign, number))
    }

    fn motif(&mut self) -> Result<MotifCondition, Problem> {
        let name = self.word(0).unwrap_or_default().to_lowercase();
        let Some(motif) = Motif::named(&name) else { return Err(self.problem(&unknown(&name))) };
        if motif.kind == Kind::Theme {
            return Err(self.problem("this is a theme of lines; a corpus knows what stands on one board"));
        }
        self.at += 1;
        let mut found = MotifCondition { motif, by: None, of: Vec::new(), owner: None, proven: false };
        loop {
            if self.takes("by") {
                found.by = Some(self.piece()?);
            } else if self.takes("of") {
                found.of.push(self.piece()?);
                while self.word(0) == Some("and") && self.word(1).and_then(piece_type).is_some() {
                    self.at += 1;
                    found.of.push(self.piece()?);
                }
            } else if self.takes("for") {
                let owner =
                    self.word(0).and_then(side).ok_or_else(|| self.problem("White or Black is expected here"))?;
                found.owner = Some(owner);
                self.at += 1;
            } else {
                return Ok(found);
            }
        }
    }

    fn piece(&mut self) -> Result<PieceType, Problem> {
        let found = self.word(0).and_then(piece_type);
        let found = found.ok_or_else(|| self.problem("a piece is expected here: pawn, knight, ... king"))?;
        self.at += 1;
        Ok(found)
    }
}

fn unknown(name: &str) -> String {
    let alike = CATALOGUE.iter().filter(|motif| motif.kind != Kind::Theme && !name.is_empty());
    let alike: Vec<&str> = alike
        .map(|motif| motif.name)
        .filter(|known| known.contains(name) || name.split('-').any(|part| part.len() > 2 && known.contains(part)))
        .take(4)
        .collect();
    match alike.as_slice() {
        [] => "nothing is called so; 'reti motifs' lists what is".to_owned(),
        alike => format!("nothing is called so; there is {}", alike.join(", ")),
    }
}

fn side(word: &str) -> Option<Color> {
    match word.to_lowercase().as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

fn piece_type(word: &str) -> Option<PieceType> {
    let named = reti::wire::PieceType::named(&word.to_lowercase())?;
    PieceType::ALL.into_iter().find(|&one| reti::wire::PieceType::from(one) == named)
}

fn number_field(word: &str) -> Option<NumberField> {
    let among = |list: &[&'static str]| list.iter().copied().find(|name| name.eq_ignore_ascii_case(word));
    if word.eq_ignore_ascii_case("ply") {
        return Some(NumberField::Ply);
    }
    among(&POSITION_NUMBERS).map(NumberField::Position).or_else(|| among(&GAME_NUMBERS).map(NumberField::Game))
}

/// `Nd5`, `ke8`: FEN letter and square.
fn placed(word: &str) -> Option<(Piece, Square)> {
    let mut letters = word.chars();
    let piece = Piece::from_char(letters.next()?)?;
    Some((piece, letters.as_str().parse().ok()?))
}

/// `KRPvKR`, in the order of the tables.
fn material(word: &str) -> Option<String> {
    let (white, black) = word.split_once('v')?;
    let sorted = |side: &str| {
        let types: Option<Vec<PieceType>> =
            side.chars().map(|ch| PieceType::from_char(ch).filter(|_| ch.is_ascii_uppercase())).collect();
        let mut types = types?;
        types.sort_unstable_by(|one, other| other.cmp(one));
        let kings = types.iter().filter(|one| **one == PieceType::King).count();
        (kings == 1).then(|| types.iter().map(|one| one.upper_char()).collect::<String>())
    };
    Some(format!("{}v{}", sorted(white)?, sorted(black)?))
}
