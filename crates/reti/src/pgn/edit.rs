//! Adding to a game without losing anything of it.
//!
//! A game is not printed anew: what is added is inserted into the text that was read, at the places
//! of its [`Layout`](super::Layout). So every tag, comment, variation and even a line that could not
//! be read stays as its author wrote it, and taking the additions out again gives the input; only a space
//! behind an addition may have become the end of a line, because what is added is wrapped at 80 columns
//! and no line of it ends in a space. Comments are kept within what Lichess and ChessBase accept: no braces inside, less than
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
pub const MAX_COMMENT: usize = 3_900;

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

/// The text of a game with an empty line at its end, which readers need before the tags of the next one.
pub fn ended(mut text: String) -> String {
    while !text.ends_with("\n\n") && !text.ends_with("\n\r\n") {
        text.push('\n');
    }
    text
}

fn spaced(text: &str, before: bool, after: bool) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{}{text}{}", if before { " " } else { "" }, if after { " " } else { "" })
}

/// The longest line of what is added.
const COLUMNS: usize = 80;

/// Inserts texts at their places; those at the same place keep their order. Lines are broken inside and
/// after what is added, never inside what was read.
fn insert(text: &str, mut pieces: Vec<(usize, String)>) -> String {
    pieces.retain(|(_, piece)| !piece.is_empty());
    pieces.sort_by_key(|(at, _)| *at);
    let room = text.len() + pieces.iter().map(|(_, piece)| piece.len() + 2).sum::<usize>();
    let mut out = Wrapped { text: String::with_capacity(room), end: if text.contains("\r\n") { "\r\n" } else { "\n" } };
    let mut from = 0;
    let mut pieces = pieces.into_iter().peekable();
    while let Some((at, piece)) = pieces.next() {
        let at = at.clamp(from, text.len());
        out.text.push_str(&text[from..at]);
        from = at;
        // After a comment to the end of the line: what comes next keeps its own line.
        let own_line = text[..at].ends_with('\n') && piece.starts_with(' ');
        let next = pieces.peek().map_or(text.len(), |(next, _)| (*next).clamp(at, text.len()));
        // What was read and follows: it cannot be broken, so it must fit or stand on a line of its own.
        let follows = text[at..next].lines().next().unwrap_or_default();
        let piece = if out.text.ends_with('\n') { piece.trim_start_matches(' ') } else { &piece };
        out.add(piece, follows.split(' ').next().unwrap_or_default());
        let last_here = pieces.peek().is_none_or(|(next, _)| *next > at);
        if own_line && last_here {
            out.text.push('\n');
            continue;
        }
        let is_spaced = out.text.ends_with(' ');
        if !last_here || is_spaced && is_number(piece) {
            continue;
        }
        let blanks = follows.len() - follows.trim_start_matches(' ').len();
        let is_full = out.column() + follows.trim_end().chars().count() > COLUMNS;
        let may_break = (is_spaced || blanks > 0) && !follows.trim_start().starts_with(['[', '%']);
        if is_full && may_break && blanks < follows.len() {
            out.break_line();
            from = at + blanks;
        } else if !is_spaced && text[at..].starts_with(|ch: char| !ch.is_whitespace() && ch != ')') {
            out.text.push(' ');
        }
    }
    out.text.push_str(&text[from..]);
    out.text
}

/// A text that grows, with its end of line.
struct Wrapped {
    text: String,
    end: &'static str,
}

impl Wrapped {
    /// How long the last line is.
    fn column(&self) -> usize {
        let start = self.text.rfind('\n').map_or(0, |end| end + 1);
        self.text[start..].chars().count()
    }

    /// Begins a new line, and leaves no space at the end of this one.
    fn break_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        if !self.text.ends_with('\n') {
            self.text.push_str(self.end);
        }
    }

    /// Adds a text, with line ends instead of spaces where a line would become too long. `follows` is the
    /// word right after it.
    fn add(&mut self, piece: &str, follows: &str) {
        if piece.contains('\n') {
            self.text.push_str(piece);
            return;
        }
        let mut words: Vec<String> = unbreakable(piece);
        let is_number = is_number(piece);
        if is_number {
            // A number stays with its move.
            words.pop();
        }
        let count = words.len();
        for (index, word) in words.into_iter().enumerate() {
            let after = if is_number && index + 1 == count { follows.chars().count() + 1 } else { 0 };
            let is_full = self.column() + 1 + word.chars().count() + after > COLUMNS;
            let breaks = is_full && !word.is_empty() && (index > 0 || self.text.ends_with(' '));
            if breaks {
                self.break_line();
            } else if index > 0 {
                self.text.push(' ');
            }
            self.text.push_str(&word);
        }
        if is_number {
            self.text.push(' ');
        }
    }
}

/// Whether an added text is a move's number, which stays with its move.
fn is_number(piece: &str) -> bool {
    piece.ends_with(". ")
}

/// The parts of an added text between which a line may end: brackets stay with what they enclose, and no
/// line begins with a command, which a careless reader would take for a tag.
fn unbreakable(piece: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut in_command = false;
    for word in piece.split(' ') {
        let closes = matches!(word, "}" | ")") || word.starts_with(['[', '%', ';']);
        match parts.last_mut() {
            Some(last) if in_command || closes && !last.is_empty() || last.ends_with(['{', '(']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
        in_command = if word.starts_with("[%") { !word.ends_with(']') } else { in_command && !word.ends_with(']') };
    }
    parts
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
    let clean: String = swapped.take(MAX_COMMENT).collect();
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
             ( 1... c5 )\n2. d4 *",
        );
        check("1.e4 e5{a}2.d4 *", "{ before } 1.e4 e5 $2 {a} { ours (1) } ( 1... c5 ) 2.d4 *");
    }

    #[test]
    fn what_follows_the_result_follows_what_is_added() {
        check("1. e4 e5 * {after}\n", "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) * {after}\n");
        check("1. e4 e5 1-0 (1... c5)\n", "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) 1-0 (1... c5)\n");
        check("1. e4 e5 * ; after", "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) * ; after");
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
            "{ before } 1. e4 e5 $2 { ours (1) } ( 1... c5 ) 2. { stop }\nKe3?! {why} Nc6 (2... d6) 1-0\n",
        );
    }

    /// A sentence of so many words.
    fn sentence(words: usize) -> String {
        let all = ["every", "knight", "on", "the", "rim", "is", "dim"];
        (0..words).map(|index| all[index % all.len()]).collect::<Vec<_>>().join(" ")
    }

    fn is_tidy(line: &str) -> bool {
        line.chars().count() <= COLUMNS && !line.ends_with(' ')
    }

    #[test]
    fn what_is_added_behind_any_column_breaks_the_line_tidily() {
        for blanks in [" ", "  "] {
            for words in 1..30 {
                let text = format!("1. e4 {{ {} }} e5{blanks}2. Nf3 Nc6{blanks}3. Bb5 *\n", "x".repeat(words));
                let game = games(text.as_bytes()).next().unwrap().unwrap();
                for length in 40..70 {
                    let added = Addition { comment: "y".repeat(length), ..Addition::default() };
                    let moves = vec![Addition::default(), added.clone(), added.clone(), added];
                    let edited = edit(&game, &Additions { moves, ..Additions::default() });
                    assert!(edited.lines().all(is_tidy), "{edited}");
                    assert_eq!(games(edited.as_bytes()).next().unwrap().unwrap().moves, game.moves);
                }
            }
        }
    }

    #[test]
    fn added_lines_are_short_and_commands_stay_whole() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *";
        for end in ["\n", "\r\n"] {
            let text = format!("[Event \"x\"]{end}{end}{moves}{end}");
            let game = games(text.as_bytes()).next().unwrap().unwrap();
            let added = |index: usize| Addition {
                glyph: index.is_multiple_of(3).then_some(6),
                comment: format!("[%eval 0.2{index}] [%csl Ge4,Rd5] [%cal Gb5c7] {}", sentence(index)),
                variations: vec!["1. d4 { [%csl Gd4] } 1... d5 2. c4 e6 3. Nc3 Nf6".to_owned(); index % 3],
            };
            let additions = Additions {
                tags: vec![("ECO", "C92".to_owned())],
                preface: sentence(60),
                moves: (0..17).map(added).collect(),
                problem: String::new(),
            };
            let edited = edit(&game, &additions);
            assert!(edited.lines().all(is_tidy), "{edited}");
            let movetext = edited.split(&format!("]{end}{end}")).nth(1).unwrap();
            assert!(movetext.lines().all(|line| !line.starts_with(['[', '%', '}', ')'])), "{edited}");
            assert_eq!(edited.matches('\n').count(), edited.matches(end).count(), "{edited}");
            let again = games(edited.as_bytes()).next().unwrap().unwrap();
            assert_eq!((again.moves, again.outcome), (game.moves.clone(), game.outcome));
            for (index, (ply, comment)) in again.comments.iter().skip(1).enumerate() {
                assert_eq!((*ply, comment.as_str()), (index + 1, added(index).comment.trim()));
            }
            // What was read is still there in its order, though not every space.
            let mut rest = edited.chars();
            assert!(text.chars().filter(|ch| *ch != ' ').all(|ch| rest.any(|other| other == ch)));
        }
    }

    #[test]
    fn moves_after_the_preface_begin_a_line_if_need_be() {
        let game = games("1. e4 e5 2. Nf3 Nc6 *\n".as_bytes()).next().unwrap().unwrap();
        for words in 1..40 {
            let edited = edit(&game, &Additions { preface: sentence(words), ..Additions::default() });
            assert!(edited.lines().all(is_tidy), "{edited}");
            assert_eq!(games(edited.as_bytes()).next().unwrap().unwrap().moves, game.moves);
        }
    }

    #[test]
    fn what_was_read_is_not_broken() {
        let long = format!("1. e4 {{{}}} e5 {{{}}} 2. d4 *\n", sentence(40), sentence(30));
        let edited = edited(&long);
        assert!(edited.contains(&sentence(40)) && edited.contains(&sentence(30)), "{edited}");
    }
}
