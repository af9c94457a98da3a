//! Statements in English sentences.
//!
//! A text is taken apart into tokens (`token`), sentences and clauses. A clause is read if a line of the
//! `grammar` accounts for every word of it; a name without a square is looked up on the board. What no
//! line accounts for comes back as unread, and where an unread part could change the meaning of the rest (*if*,
//! *would*, *perhaps*, a question) the whole sentence does: what was not understood was not checked.
//!
//! Moves shift the board: after `After Nxe5 dxe5` a clause speaks about the position then, and a move that
//! is a subject (`Nc7+ forks king and rook`) about the position after it.

mod build;
mod grammar;
mod noun;
mod opening;
mod pattern;
mod rewrite;
mod token;
mod turned;
mod verbs;

use std::ops::Range;

use reti_core::chess::Position;
use reti_search::advice::Stop;

use super::{Man, Said, Statement};
use build::{Context, build};
use noun::Text;
use opening::{OPAQUE, skip_openers};
use pattern::{RULES, Words, matches, separates};
use token::{Class, Token, tokens};
use turned::{Turned, turned};

/// What was read in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Statements with the bytes of the text that make them.
    pub claims: Vec<(Said, Range<usize>)>,
    /// Bytes that were not understood.
    pub unread: Vec<Range<usize>>,
}

/// How often a clause is turned before it is given up.
const TURNS: usize = 1;

/// Longer sentences are not read.
const MAX_TOKENS: usize = 120;

/// Reads a text about a position.
pub fn read(position: &Position, text: &str) -> Reading {
    read_until(position, text, &|| false)
}

/// The same, which gives up when it is told to: what it says then is not to be used.
pub fn read_until(position: &Position, text: &str, stop: Stop<'_>) -> Reading {
    let all = tokens(text);
    let mut reading = Reading::default();
    let mut start = 0;
    while start < all.len() && !stop() {
        let ends = |token: &Token| matches!(token.class, Class::End | Class::Question);
        let end = all[start..].iter().position(ends).map_or(all.len(), |length| start + length);
        let asks = all.get(end).is_some_and(|token| token.class == Class::Question);
        sentence(position, &rewrite::rewrite(&all[start..end]), asks, &mut reading);
        start = end + 1;
    }
    reading
}

/// Names for both sides, and whether they deny what is said of them.
const BOTH_SIDES: &[(&str, bool)] = &[
    ("both sides", false),
    ("both players", false),
    ("each side", false),
    ("each player", false),
    ("the two sides", false),
    ("white and black", false),
    ("both white and black", false),
    ("neither side", true),
    ("neither player", true),
    ("neither white nor black", true),
];

/// What is known while a sentence is read.
#[derive(Clone)]
struct State<'p> {
    here: Position,
    after: Vec<String>,
    /// The subject of the last clause, for a clause without one.
    subject: Vec<Token>,
    it: Option<Man>,
    /// The piece that was named right before the clause, and its words.
    before: Option<(Man, Vec<Token>)>,
    recent: Vec<Man>,
    last: Option<String>,
    start: &'p Position,
}

/// Reads one sentence.
fn sentence(position: &Position, all: &[Token], asks: bool, reading: &mut Reading) {
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
    let whole = first.start..last.end;
    if asks || all.len() > MAX_TOKENS {
        reading.unread.push(whole);
        return;
    }
    let mut state = State {
        here: position.clone(),
        after: Vec::new(),
        subject: Vec::new(),
        it: None,
        before: None,
        recent: Vec::new(),
        last: None,
        start: position,
    };
    let mut claims = Vec::new();
    let mut unread: Vec<(usize, usize)> = Vec::new();
    let (mut at, denied) = skip_openers(position, all);
    while at < all.len() {
        if is_joint(&all[at]) {
            at += 1;
            continue;
        }
        state.before =
            if matches!(all[at].text.as_str(), "which" | "who") { state.man_before(&all[..at]) } else { None };
        let ends = (at + 1..=all.len()).rev().filter(|&end| end == all.len() || separates(&all[end]));
        let found = ends.into_iter().find_map(|end| Some((end, state.clause(&all[at..end])?)));
        let (end, said) = match found {
            Some((end, said)) => (end, Some(said)),
            None => (next_joint(all, at + 1), None),
        };
        match said {
            Some(mut said) => {
                if denied {
                    for said in &mut said {
                        said.not ^= true;
                    }
                }
                let last = (at..end).rev().find(|&last| all[last].class != Class::Comma).unwrap_or(at);
                let from = if denied { 0 } else { at };
                let span = all[from].start..all[last].end;
                claims.extend(said.into_iter().map(|said| (said, span.clone())));
            }
            None => unread.push((at, end)),
        }
        at = end;
    }
    // A move that was not understood may have changed the board for the rest.
    let opaque = |token: &Token| {
        OPAQUE.contains(&token.text.to_lowercase().as_str()) || token.class == Class::Move && token.square().is_none()
    };
    // What denies must deny one thing.
    let unclear = denied && (claims.len() != 1 || !unread.is_empty());
    if unclear || unread.iter().any(|&(from, to)| all[from..to].iter().any(opaque)) {
        reading.unread.push(whole);
        return;
    }
    reading.unread.extend(unread.into_iter().map(|(from, to)| all[from].start..all[to - 1].end));
    reading.claims.extend(claims);
}

/// Whether a token only joins clauses.
fn is_joint(token: &Token) -> bool {
    separates(token) && !matches!(token.text.as_str(), "which" | "who" | "with")
}

fn next_joint(all: &[Token], from: usize) -> usize {
    (from..all.len()).find(|&at| separates(&all[at])).unwrap_or(all.len())
}

impl State<'_> {
    /// The piece that was named, if it was only one.
    fn object(&self) -> Option<Man> {
        let (first, rest) = self.recent.split_first()?;
        self.it.filter(|it| it == first && rest.iter().all(|man| man == first))
    }

    fn which(&self) -> Option<Man> {
        self.before.as_ref().map(|before| before.0)
    }

    /// The piece whose name ends where a clause begins.
    fn man_before(&self, tokens: &[Token]) -> Option<(Man, Vec<Token>)> {
        let end = tokens.iter().rposition(|token| token.class != Class::Comma)? + 1;
        let tokens = &tokens[..end];
        let text = Text { tokens, here: &self.here, it: None, object: None, which: None, recent: &[] };
        (end.saturating_sub(8)..end).find_map(|start| {
            let (_, named) = text.man(start).filter(|(last, _)| *last == end)?;
            Some((named.man, tokens[start..].to_vec()))
        })
    }

    /// `it is mate` behind a move speaks of the move.
    fn of_the_move(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const OF_MOVES: [&str; 4] = ["mate", "checkmate", "stalemate", "check"];
        let named = Token { class: Class::Move, text: self.last.clone()?, ..tokens.first()?.clone() };
        let is =
            |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.iter().any(|word| token.is(word)));
        let rest = if is(2, &["a", "not"]) { 3 } else { 2 };
        let fits = is(0, &["it", "this", "that"]) && is(1, &["is", "'s"]) && is(rest, &OF_MOVES);
        fits.then(|| [named].into_iter().chain(tokens[1..].iter().cloned()).collect())
    }

    /// Reads a clause; what it says, or nothing if no line of the grammar accounts for all of it.
    fn clause(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        if let Some(of_the_move) = self.of_the_move(tokens) {
            return self.plain(&of_the_move);
        }
        if let Some(said) = self.plain(tokens) {
            return Some(said);
        }
        if let Some(said) = self.after_moves(tokens) {
            return Some(said);
        }
        if let Some(said) = self.of_both(tokens) {
            return Some(said);
        }
        if let Some(said) = self.turned(tokens, TURNS) {
            return Some(said);
        }
        // A move may be what *which* stands for.
        if let (Some(first), Some(last)) = (tokens.first(), self.last.clone())
            && (first.is("which") || first.is("it"))
        {
            let named = Token { class: Class::Move, text: last, ..first.clone() };
            let tokens: Vec<Token> = [named].into_iter().chain(tokens[1..].iter().cloned()).collect();
            if let Some(said) = self.plain(&tokens) {
                return Some(said);
            }
        }
        // A clause without a subject goes on with the last one.
        let verb = |text: &str| Token { class: Class::Word, text: text.to_owned(), start: 0, end: 0 };
        if self.subject.is_empty() {
            return None;
        }
        let before = self.before.as_ref().map(|before| before.1.clone());
        let subject = before.unwrap_or_else(|| self.subject.clone());
        let rest = match tokens.first() {
            Some(token) if token.is("which") || token.is("it") || token.is("that") => &tokens[1..],
            _ => tokens,
        };
        for link in [None, Some("is")] {
            let tokens: Vec<Token> =
                subject.iter().cloned().chain(link.map(verb)).chain(rest.iter().cloned()).collect();
            if let Some(said) = self.plain(&tokens) {
                return Some(said);
            }
        }
        None
    }

    /// Reads a clause that has another order than the grammar's.
    fn turned(&mut self, tokens: &[Token], turns: usize) -> Option<Vec<Said>> {
        let (here, recent) = (self.here.clone(), self.recent.clone());
        let text =
            Text { tokens, here: &here, it: self.it, object: self.object(), which: self.which(), recent: &recent };
        turned(&text).into_iter().find_map(|turned| {
            let mut state = self.clone();
            let said = state.all_of(&turned, turns)?;
            *self = state;
            Some(said)
        })
    }

    /// All clauses of a turned one, or nothing.
    fn all_of(&mut self, turned: &Turned, turns: usize) -> Option<Vec<Said>> {
        let mut all = Vec::new();
        for clause in &turned.clauses {
            let said = self.plain(clause).or_else(|| self.after_moves(clause));
            let more = |state: &mut Self| turns.checked_sub(1).and_then(|turns| state.turned(clause, turns));
            let mut said = said.or_else(|| more(self))?;
            if turned.denied {
                // What denies must deny one thing.
                let [only] = said.as_mut_slice() else { return None };
                only.not ^= true;
            }
            all.extend(said);
        }
        if let Some(color) = turned.mover.filter(|_| all.iter().all(|said| !said.not)) {
            let moves = Statement::ToMove { color };
            let known = all.iter().any(|said| said.what == moves);
            all.extend((!known).then(|| Said { after: self.after.clone(), ..moves.into() }));
        }
        Some(all)
    }

    /// What is said of both sides is said of each: `both sides have`, `neither side has`.
    fn of_both(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        let here = self.here.clone();
        let text = Text { tokens, here: &here, it: None, object: None, which: None, recent: &[] };
        let begun = BOTH_SIDES.iter().find_map(|(words, denied)| Some((text.phrase(0, words)?, *denied)));
        let (end, denied) = begun?;
        let mut all = Vec::new();
        for side in ["white", "black"] {
            let side = Token { class: Class::Word, text: side.to_owned(), ..tokens[0].clone() };
            let tokens: Vec<Token> = [side].into_iter().chain(tokens[end..].iter().cloned()).collect();
            let mut said = self.plain(&tokens)?;
            if let (true, [only]) = (denied, said.as_mut_slice()) {
                only.not ^= true;
            } else if denied {
                return None;
            }
            all.extend(said);
        }
        Some(all)
    }

    /// Reads a clause that stands for itself.
    fn plain(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        let here = self.here.clone();
        let recent = self.recent.clone();
        let text =
            Text { tokens, here: &here, it: self.it, object: self.object(), which: self.which(), recent: &recent };
        let context = Context { here: &here, after: &self.after, last: self.last.as_deref() };
        let words = Words::of(tokens);
        for rule in RULES.iter().filter(|rule| rule.may_fit(&words)) {
            let Some(found) = matches(rule, &text) else { continue };
            let Some(said) = build(rule.says, &found, &context) else { continue };
            let subject = text.man(0).map(|(end, _)| end);
            let subject = subject.or_else(|| text.single_move(0).map(|(end, _)| end));
            let subject = subject.or_else(|| text.side(0).map(|(end, _)| end));
            if let Some(end) = subject {
                self.subject = tokens[..end].to_vec();
            }
            let man = |index: usize| found.men[index].as_ref().map(|named| named.man);
            // *It* goes on meaning the same.
            if self.it.is_none() || !tokens.first().is_some_and(|token| token.is("it")) {
                self.it = man(1).or_else(|| man(2)).or(self.it);
            }
            self.recent.extend(found.men.iter().flatten().map(|named| named.man));
            self.recent.extend(found.targets.iter().flatten().filter(|man| man.kind.is_some()));
            self.last = found.moves.iter().flatten().last().cloned().or(self.last.take());
            return Some(said);
        }
        None
    }

    /// Reads `after MOVES` in front of a clause or behind it.
    fn after_moves(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        let here = self.here.clone();
        let text = Text { tokens, here: &here, it: self.it, object: self.object(), which: self.which(), recent: &[] };
        let after = |at: usize, words: &[&str]| {
            let ends = words.iter().filter_map(|words| text.phrase(at, words));
            ends.max().and_then(|at| text.line(at))
        };
        let starts = |at: usize| after(at, &["after", "after the moves", "following", "after the move"]);
        // In front of a clause a move may also be how its subject does it.
        let before = [
            "after",
            "after the moves",
            "after the move",
            "following",
            "with",
            "with the move",
            "by playing",
            "playing",
        ];
        if let Some((end, line)) = after(0, &before) {
            let rest = &tokens[end..];
            let rest = if rest.first().is_some_and(|token| token.class == Class::Comma) { &rest[1..] } else { rest };
            return self.shifted(&line, rest, true);
        }
        let at = (1..tokens.len()).find(|&at| starts(at).is_some_and(|(end, _)| end == tokens.len()))?;
        let (_, line) = starts(at)?;
        self.shifted(&line, &tokens[..at], false)
    }

    /// Reads a clause about the position after some moves; those in front hold for the rest of the sentence.
    fn shifted(&mut self, line: &[String], rest: &[Token], stays: bool) -> Option<Vec<Said>> {
        let mut there = self.here.clone();
        for text in line {
            let Ok(m) = there.parse_move(text) else {
                return Some(vec![Said {
                    after: self.after.clone(),
                    not: false,
                    what: Statement::Legal { line: line.to_vec() },
                }]);
            };
            there = there.play(m);
        }
        let (before, length) = (std::mem::replace(&mut self.here, there), self.after.len());
        self.after.extend(line.iter().cloned());
        let said = self.plain(rest);
        if !stays || said.is_none() {
            self.here = before;
            self.after.truncate(length);
        }
        debug_assert!(!self.after.is_empty() || self.here == *self.start || stays);
        said
    }
}
