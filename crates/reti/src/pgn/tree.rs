//! A game with its variations: what [`super::games`] steps over, read as a tree.
//!
//! The main line is taken as it was read. A variation is read from the text of the game as far as its moves are
//! legal; a move that is not ends it, because what follows could be anybody's.

use reti_core::chess::{Move, Position};

use super::{
    Game, Outcome,
    movetext::{ends_word, is_no_move, plain_move},
};

/// A move with what belongs to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub played: Move,
    /// Comments before the move, where a variation or the game begins with some.
    pub preface: Vec<String>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// Numeric glyphs, `!` to `?!` included.
    pub glyphs: Vec<u8>,
    /// What could have been played instead.
    pub variations: Vec<Vec<Node>>,
}

/// So many variations inside each other are read.
const DEEPEST: usize = 32;

/// A line that is being read.
struct Line {
    start: Position,
    nodes: Vec<Node>,
    preface: Vec<String>,
    /// Whether a move could not be read: nothing more is known.
    ended: bool,
}

impl Line {
    fn new(start: Position) -> Line {
        Line { start, nodes: Vec::new(), preface: Vec::new(), ended: false }
    }

    fn end(&self) -> Position {
        self.nodes.last().map_or_else(|| self.start.clone(), |node| node.before.play(node.played))
    }

    fn play(&mut self, m: Move) {
        let (before, preface) = (self.end(), std::mem::take(&mut self.preface));
        self.nodes.push(Node {
            before,
            played: m,
            preface,
            comments: Vec::new(),
            glyphs: Vec::new(),
            variations: Vec::new(),
        });
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.nodes.last_mut() {
            _ if text.is_empty() || self.ended => {}
            Some(node) => node.comments.push(text),
            None => self.preface.push(text),
        }
    }
}

/// The moves of a game with their comments and variations.
pub fn tree(game: &Game) -> Vec<Node> {
    let mut open = vec![Line::new(game.start.clone())];
    let mut rest = game.layout.moves_start.and_then(|start| game.text.get(start..)).unwrap_or_default();
    // Variations that are not read: too deep, or to a move that could not be read.
    let mut skipped = 0;
    while let Some(first) = rest.chars().next() {
        let used = match first {
            '{' => {
                let end = rest.find('}').unwrap_or(rest.len());
                comment(&mut open, skipped, &rest[1..end]);
                (end + 1).min(rest.len())
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                comment(&mut open, skipped, &rest[1..end]);
                end
            }
            '(' => {
                let before = open.last().and_then(|line| line.nodes.last()).map(|node| node.before.clone());
                match before {
                    Some(before) if skipped == 0 && open.len() < DEEPEST => open.push(Line::new(before)),
                    _ => skipped += 1,
                }
                1
            }
            ')' if skipped > 0 => {
                skipped -= 1;
                1
            }
            ')' => {
                close(&mut open);
                1
            }
            first if first.is_whitespace() || matches!(first, '.' | '}') => first.len_utf8(),
            first => {
                let length = first.len_utf8();
                let end = rest[length..].find(ends_word).map_or(rest.len(), |end| length + end);
                if skipped == 0 {
                    word(game, &mut open, &rest[..end]);
                }
                end
            }
        };
        rest = &rest[used..];
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let mut main = open.pop().map_or_else(Vec::new, |line| line.nodes);
    main.truncate(game.moves.len());
    main
}

fn comment(open: &mut [Line], skipped: usize, text: &str) {
    if let Some(line) = open.last_mut().filter(|_| skipped == 0) {
        line.comment(text);
    }
}

/// The last open variation belongs to the last move of the line before it.
fn close(open: &mut Vec<Line>) {
    if open.len() < 2 {
        return;
    }
    let closed = open.pop().map_or_else(Vec::new, |line| line.nodes);
    if let Some(node) = open.last_mut().and_then(|line| line.nodes.last_mut()).filter(|_| !closed.is_empty()) {
        node.variations.push(closed);
    }
}

fn word(game: &Game, open: &mut [Line], word: &str) {
    let is_main = open.len() == 1;
    let Some(line) = open.last_mut().filter(|line| !line.ended) else { return };
    if Outcome::read(word).is_some() {
        line.ended |= is_main;
        return;
    }
    if is_no_move(word) {
        let glyph = word.strip_prefix('$').and_then(|number| number.parse().ok()).or_else(|| glyph(word));
        if let (Some(glyph), Some(node)) = (glyph, line.nodes.last_mut()) {
            node.glyphs.push(glyph);
        }
        return;
    }
    let plain = plain_move(word);
    let m = if is_main { game.moves.get(line.nodes.len()).copied() } else { line.end().parse_move(&plain).ok() };
    let Some(m) = m else {
        line.ended = true;
        return;
    };
    line.play(m);
    let judged = &plain[plain.trim_end_matches(['!', '?']).len()..];
    if let (Some(glyph), Some(node)) = (glyph(judged), line.nodes.last_mut()) {
        node.glyphs.push(glyph);
    }
}

/// `!` and the like as the numbers that PGN gives them.
fn glyph(text: &str) -> Option<u8> {
    let known = ["!", "?", "!!", "??", "!?", "?!"];
    known.iter().position(|&known| known == text).map(|index| index as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in brackets: moves in SAN, comments in braces, glyphs with `$`.
    fn told(nodes: &[Node]) -> String {
        let one = |node: &Node| {
            let mut words: Vec<String> = node.preface.iter().map(|text| format!("{{{text}}}")).collect();
            words.push(node.before.san(node.played));
            words.extend(node.glyphs.iter().map(|glyph| format!("${glyph}")));
            words.extend(node.comments.iter().map(|text| format!("{{{text}}}")));
            words.extend(node.variations.iter().map(|line| format!("({})", told(line))));
            words.join(" ")
        };
        nodes.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let game = super::super::games(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(told(&tree(&game)), expected, "{text}");
    }

    #[test]
    fn variations_hang_on_the_move_that_they_replace() {
        check(
            "[Event \"x\"]\n\n{first} 1. e4! {best by test} e5 $2 (1... c5 2. Nf3 (2. c3 {Alapin} d5) d6) (1... e6?!) 2. Nf3 *",
            "{first} e4 $1 {best by test} e5 $2 (c5 Nf3 (c3 {Alapin} d5) d6) (e6 $6) Nf3",
        );
        check("1. e4 (1. d4 d5) e5 1-0", "e4 (d4 d5) e5");
        check("1. e4 ; to the end (1. d4)\n e5 *", "e4 {to the end (1. d4)} e5");
    }

    #[test]
    fn a_move_that_is_not_legal_ends_its_variation() {
        check("1. e4 e5 (1... Ke5 2. d4) 2. Nf3 *", "e4 e5 Nf3");
        check("1. e4 e5 (1... c5 2. Kd4 d6) 2. Nf3 *", "e4 e5 (c5) Nf3");
        check("1. e4 e5 2. Ke3 Nc6 (2... d6) *", "e4 e5");
    }

    #[test]
    fn odd_brackets_do_no_harm() {
        check("(1. d4) 1. e4 ) e5 ((1... c5) 2. Nf3", "e4 e5");
        let deep = format!("1. e4 {} *", "(1. e4 ".repeat(1_000));
        let game = super::super::games(deep.as_bytes()).next().unwrap().unwrap();
        assert_eq!(tree(&game).len(), 1);
    }
}
