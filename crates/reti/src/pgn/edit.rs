//! Adding to a game without losing anything of it.
//!
//! A game is not printed anew: what is added is inserted into the text that was read, at the places
//! of its [`Layout`](super::Layout). So every tag, comment, variation and even a line that could not
//! be read stays as its author wrote it, and taking the additions out again gives the input, byte for
//! byte. Comments are kept within what Lichess and ChessBase accept: no braces inside, less than
//! 4,000 characters.

use std::fmt::Write as _;

use super::Game;

/// What to add to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// Tags; those that the game already has are left alone.
    pub tags: Vec<(&'static str, String)>,
    /// A comment before the first move.
    pub preface: String,
    /// What to add at each move of the main line; may be shorter than the game.
    pub moves: Vec<Addition>,
    /// A comment before the word that could not be read.
    pub problem: String,
}

/// What to add at one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addition {
    /// A numeric glyph such as 4 for `??`; dropped if the author has judged the move already.
    pub glyph: Option<u8>,
    /// A comment.
    pub comment: String,
    /// Variations without parentheses, with move numbers.
    pub variations: Vec<String>,
}

/// The longest comment, in characters: Lichess takes less than 4,000.
pub const LONGEST_COMMENT: usize = 3_900;

/// The text of the game with the additions.
pub fn edit(game: &Game, additions: &Additions) -> String {
    let layout = &game.layout;
    let mut pieces: Vec<(usize, String)> = Vec::new();
    if let Some(end) = layout.tags_end {
        let new = additions.tags.iter().filter(|(name, _)| game.tag(name).is_none());
        let end_of_line = if game.text[end..].starts_with("\r\n") { "\r\n" } else { "\n" };
        let tags: String = new.fold(String::new(), |mut out, (name, value)| {
            // Writing to a string cannot fail.
            let _ = write!(out, "{end_of_line}[{name} \"{}\"]", tag_value(value));
            out
        });
        pieces.push((end, tags));
    }
    let preface = comment(&additions.preface);
    match layout.moves_start {
        Some(start) => pieces.push((start, spaced(&preface, false, true))),
        // After tags only, perhaps on a line that is no tag: a line of its own.
        None if !preface.is_empty() => pieces.push((game.text.len(), format!("\n{preface}\n"))),
        None => {}
    }
    let mut interrupted = false;
    for (ply, place) in layout.places.iter().enumerate() {
        if interrupted && !place.numbered {
            pieces.push((place.start, format!("{} ", game.move_number(ply))));
        }
        interrupted = false;
        let Some(addition) = additions.moves.get(ply) else { continue };
        if let Some(glyph) = addition.glyph.filter(|_| !place.judged) {
            pieces.push((place.end, format!(" ${glyph}")));
        }
        let added = comment(&addition.comment);
        interrupted |= !added.is_empty() || !addition.variations.is_empty();
        pieces.push((place.comments_end, spaced(&added, true, false)));
        for variation in &addition.variations {
            pieces.push((place.variations_end, format!(" ( {variation} )")));
        }
    }
    if let Some(at) = layout.problem {
        pieces.push((at, spaced(&comment(&additions.problem), false, true)));
    }
    if !layout.unclosed.is_empty() {
        let end = game.text.trim_end().len();
        pieces.push((end, format!(" {}", layout.unclosed)));
    }
    insert(&game.text, pieces)
}

fn spaced(text: &str, before: bool, after: bool) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{}{text}{}", if before { " " } else { "" }, if after { " " } else { "" })
}

/// Inserts texts at their places; those at the same place keep their order.
fn insert(text: &str, mut pieces: Vec<(usize, String)>) -> String {
    pieces.retain(|(_, piece)| !piece.is_empty());
    pieces.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + pieces.iter().map(|(_, piece)| piece.len() + 1).sum::<usize>());
    let mut from = 0;
    let mut pieces = pieces.into_iter().peekable();
    while let Some((at, piece)) = pieces.next() {
        let at = at.clamp(from, text.len());
        out.push_str(&text[from..at]);
        // After a comment to the end of the line: what comes next keeps its own line.
        let own_line = text[..at].ends_with('\n') && piece.starts_with(' ');
        out.push_str(if out.ends_with('\n') { piece.trim_start_matches(' ') } else { &piece });
        let last_here = pieces.peek().is_none_or(|(next, _)| *next > at);
        if own_line && last_here {
            out.push('\n');
        } else if last_here
            && !out.ends_with(' ')
            && text[at..].starts_with(|ch: char| !ch.is_whitespace() && ch != ')')
        {
            out.push(' ');
        }
        from = at;
    }
    out.push_str(&text[from..]);
    out
}

/// A comment with its braces; nothing for an empty text.
fn comment(text: &str) -> String {
    let clean = plain(text);
    if clean.is_empty() { clean } else { format!("{{ {clean} }}") }
}

/// Text that may stand in a comment: one line, no braces, not too long.
pub fn plain(text: &str) -> String {
    let swapped = text.chars().map(|ch| match ch {
        '{' => '(',
        '}' => ')',
        ch if ch.is_whitespace() || ch.is_control() => ' ',
        ch => ch,
    });
    let clean: String = swapped.take(LONGEST_COMMENT).collect();
    clean.trim().to_owned()
}

fn tag_value(value: &str) -> String {
    let one_line: String = value.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).collect();
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::games;

    /// Adds a glyph, a comment and a variation to the second move of the first game.
    fn edited(text: &str) -> String {
        let game = games(text.as_bytes()).next().unwrap().unwrap();
        let moves = vec![
            Addition::default(),
            Addition { glyph: Some(2), comment: "ours {1}".to_owned(), variations: vec!["1... c5".to_owned()] },
        ];
        let tags = vec![("Opening", "a \"b\"".to_owned()), ("Event", "never".to_owned())];
        edit(&game, &Additions { tags, preface: "before".to_owned(), moves, problem: "stop".to_owned() })
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(edited(text), expected);
    }

    #[test]
    fn additions_stand_where_they_belong() {
        check("1. e4 e5 2. d4 *\n", "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) 2. d4 *\n");
        check(
            "[Event \"x\"]\n\n1. e4 e5! {good} (1... e6 {French} 2. d4) d4 *",
            "[Event \"x\"]\n[Opening \"a \\\"b\\\"\"]\n\n{ before } 1. e4 e5! {good} { ours (1) } (1... e6 {French} 2. d4) \
             ( 1... c5 ) 2. d4 *",
        );
        check("1.e4 e5{a}2.d4 *", "{ before } 1.e4 e5 $2 {a} { ours (1) } ( 1... c5 ) 2.d4 *");
    }

    #[test]
    fn a_comment_to_the_end_of_the_line_swallows_nothing() {
        let expected = "{ before } 1. e4 e5 $2 ; rest\n{ ours (1) } ( 1... c5 )\n% escaped\n2. d4 *\n";
        check("1. e4 e5 ; rest\n% escaped\n2. d4 *\n", expected);
        check("1. e4 e5 ; rest", "{ before } 1. e4 e5 $2 ; rest\n{ ours (1) } ( 1... c5 )\n");
        check(
            "1. e4 e5 ; rest\r\n2. d4 *\r\n",
            "{ before } 1. e4 e5 $2 ; rest\r\n{ ours (1) } ( 1... c5 )\n2. d4 *\r\n",
        );
    }

    #[test]
    fn what_was_left_open_is_closed() {
        check(
            "1. e4 e5 2. Nf3 {open\n\n[Event \"b\"]\n\n1. d4 *\n",
            "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) 2. Nf3 {open }\n\n",
        );
        check("1. e4 e5 (1... c5 {x", "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) (1... c5 {x })");
    }

    #[test]
    fn what_could_not_be_read_stays() {
        check(
            "1. e4 e5 2. Ke3?! {why} Nc6 (2... d6) 1-0\n",
            "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) 2. { stop } Ke3?! {why} Nc6 (2... d6) 1-0\n",
        );
    }
}
