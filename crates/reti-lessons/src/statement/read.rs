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
mod pattern;
mod rewrite;
mod token;
mod verbs;

use std::ops::Range;

use reti_core::chess::Position;
use reti_search::advice::Stop;

use super::{Man, Said, Statement};
use build::{Context, build};
use noun::Text;
use pattern::{RULES, matches, separates};
use token::{Class, Token, tokens};

/// What was read in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Statements with the bytes of the text that make them.
    pub claims: Vec<(Said, Range<usize>)>,
    /// Bytes that were not understood.
    pub unread: Vec<Range<usize>>,
}

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

/// Words that change the meaning of a whole sentence if they are not understood.
const OPAQUE: &[&str] = &[
    "if",
    "unless",
    "would",
    "could",
    "might",
    "may",
    "should",
    "were",
    "was",
    "had",
    "been",
    "when",
    "once",
    "until",
    "before",
    "whenever",
    "suppose",
    "supposing",
    "imagine",
    "assume",
    "assuming",
    "perhaps",
    "maybe",
    "probably",
    "possibly",
    "likely",
    "seems",
    "seem",
    "seemed",
    "looks",
    "hope",
    "hopes",
    "wish",
    "think",
    "thinks",
    "thought",
    "believe",
    "believes",
    "wonder",
    "whether",
    "pretend",
    "otherwise",
    "almost",
    "nearly",
    "hardly",
    "barely",
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "none",
    "nobody",
    "nothing",
    "without",
    "except",
    "will",
    "did",
    "why",
    "how",
    "what",
    "let",
    "provided",
    "hypothetically",
    "after",
    "then",
    "later",
    "soon",
    "next",
    "eventually",
    "says",
    "said",
    "claims",
    "claimed",
    "false",
    "wrong",
    "untrue",
    "doubt",
    "instead",
    "rather",
    "can",
    "cannot",
    "tempting",
    "wanted",
    "wants",
    "hoped",
    "trying",
    "tries",
    "tried",
    "plan",
    "plans",
    "idea",
    "intends",
];

/// Phrases with which a sentence may begin, and which say nothing about the board.
const OPENERS: &[&str] = &[
    "note that",
    "notice that",
    "notice how",
    "remember that",
    "keep in mind that",
    "observe that",
    "observe how",
    "as you can see",
    "you can see that",
    "we can see that",
    "one can see that",
    "look again",
    "be careful",
    "despite appearances",
    "yes",
    "as things stand",
    "an important detail is that",
    "it is clear that",
    "the fact is that",
    "in short",
    "note",
    "notice",
    "see how",
    "see that",
    "mind you",
    "bear in mind that",
    "in addition",
    "moreover",
    "furthermore",
    "also",
    "objectively",
    "objectively speaking",
    "materially",
    "materially speaking",
    "importantly",
    "crucially",
    "interestingly",
    "of course",
    "clearly",
    "the engine thinks",
    "the engine says",
    "the engine thinks that",
    "the engine says that",
    "stockfish thinks",
    "stockfish says",
    "stockfish thinks that",
    "stockfish says that",
    "according to the engine",
    "according to stockfish",
    "do not forget that",
    "don't overlook that",
    "do not overlook that",
    "it is worth noting that",
    "it should be noted that",
    "it is important that",
    "it is true that",
    "the point is that",
    "the important thing is that",
    "the key feature is that",
    "what matters is that",
    "first of all",
    "in my view",
    "in my opinion",
    "if you count the pieces",
    "if you check the diagram",
    "if you look at the board",
    "if you look at the diagram",
    "if you look closely",
    "if you count material",
    "if you count the material",
    "you will see that",
    "you will notice that",
    "you will find that",
    "on closer inspection",
    "looking at the board",
    "looking at the position",
    "looking at the diagram",
    "unfortunately",
    "fortunately",
    "luckily",
    "by the rules",
    "by the rules of chess",
    "under the rules",
    "strictly speaking",
    "technically",
    "at first glance it is hard to see but",
    "the position shows that",
    "the board shows that",
    "the diagram shows that",
    "it turns out that",
    "as a matter of fact",
    "for the record",
    "to be clear",
    "to be precise",
    "to sum up",
    "in summary",
    "it is a fact that",
    "the truth is that",
    "here",
    "now",
    "in this position",
    "at the moment",
    "at present",
    "currently",
    "right now",
    "as it stands",
    "overall",
    "one thing to note is that",
    "a detail worth noting is that",
    "an important point is that",
    "careful",
    "look",
    "listen",
    "contrary to what was said above",
    "contrary to first impressions",
    "contrary to appearances",
    "contrary to what one might think",
    "contrary to popular belief",
    "in contrast",
    "on the other hand",
    "on the one hand",
    "meanwhile",
    "in fact",
    "actually",
    "indeed",
    "evidently",
    "obviously",
    "plainly",
    "simply put",
    "put simply",
    "legally",
    "legally speaking",
    "by rule",
    "we see that",
    "we note that",
    "you should know that",
    "let us note that",
    "i note that",
    "i see that",
    "i can see that",
    "as we can see",
    "as can be seen",
    "as one can see",
    "you may notice that",
    "you might notice that",
    "do not miss that",
    "never forget that",
    "recall that",
    "pay attention",
];

/// Phrases that deny the one thing that follows.
const DENIALS: &[&str] = &[
    "it is not true that",
    "it is not the case that",
    "it is false that",
    "it is untrue that",
    "it is wrong that",
    "it is wrong to say that",
    "it is a mistake to say that",
    "it is incorrect that",
    "it is incorrect to say that",
    "it is not correct that",
    "it is not correct to say that",
    "it is a mistake to think that",
    "it is wrong to think that",
    "it would be wrong to say that",
    "it would be a mistake to say that",
    "it can not be said that",
];

/// What is known while a sentence is read.
struct State<'p> {
    here: Position,
    after: Vec<String>,
    /// The subject of the last clause, for a clause without one.
    subject: Vec<Token>,
    it: Option<Man>,
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

/// Steps over what a sentence begins with.
fn skip_openers(here: &Position, all: &[Token]) -> (usize, bool) {
    let text = Text { tokens: all, here, it: None, recent: &[] };
    let (mut at, mut denied) = (0, false);
    loop {
        while at < all.len() && all[at].class == Class::Comma {
            at += 1;
        }
        let longest = |list: &[&str]| {
            let ends = list.iter().filter_map(|words| text.phrase(at, words));
            ends.max().filter(|end| *end < all.len())
        };
        match (longest(DENIALS), longest(OPENERS)) {
            (Some(end), _) => {
                denied = !denied;
                at = end;
            }
            (None, Some(end)) => at = end,
            (None, None) => return (at, denied),
        }
    }
}

impl State<'_> {
    /// Reads a clause; what it says, or nothing if no line of the grammar accounts for all of it.
    fn clause(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        if let Some(said) = self.plain(tokens) {
            return Some(said);
        }
        if let Some(said) = self.after_moves(tokens) {
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
        let subject = self.subject.clone();
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

    /// Reads a clause that stands for itself.
    fn plain(&mut self, tokens: &[Token]) -> Option<Vec<Said>> {
        let here = self.here.clone();
        let recent = self.recent.clone();
        let text = Text { tokens, here: &here, it: self.it, recent: &recent };
        let context = Context { here: &here, after: &self.after, last: self.last.as_deref() };
        for rule in RULES.iter() {
            let Some(found) = matches(rule, &text) else { continue };
            let Some(said) = build(rule.says, &found, &context) else { continue };
            let subject = text.man(0).map(|(end, _)| end);
            let subject = subject.or_else(|| text.single_move(0).map(|(end, _)| end));
            let subject = subject.or_else(|| text.side(0).map(|(end, _)| end));
            if let Some(end) = subject {
                self.subject = tokens[..end].to_vec();
            }
            let man = |index: usize| found.men[index].as_ref().map(|named| named.man);
            self.it = man(1).or_else(|| man(2)).or(self.it);
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
        let text = Text { tokens, here: &here, it: self.it, recent: &[] };
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
