//! Games from PGN, one after another, with problems told instead of guessed around.
//!
//! [`games`] reads from anything that can be read, holds one game at a time and never stops at a
//! bad one: a [`Game`] carries what could be read up to its first problem, and the problem with its
//! game number, line and move. The reader is our own because it must not skip what it does not
//! understand: a dropped word silently shifts all later moves to the other side. Main lines are
//! played, variations are stepped over, comments of the main line are kept. The text of a game stays
//! with it, and its [`Layout`] tells where its moves stand there, so that a writer can add to a game
//! and lose nothing of it ([`edit`]).
//!
//! Accepted beyond the standard: byte order marks, any line ends, Latin-1, `0-0`, `e.p.`, moves in
//! UCI, Chess960 start positions, glyphs such as `!?` and `+-`, missing tags or results.

pub mod edit;
mod layout;
mod movetext;
pub mod tree;

use std::io::{self, BufRead as _, BufReader, Read};

use reti_core::chess::{Color, Move, Position};

use crate::{Problem, problem::read_position};
pub use layout::{Layout, MoveSpan};
use movetext::{Part, Scanner};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Outcome {
    /// One side won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// Not told.
    #[default]
    Unknown,
}

impl Outcome {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// Reads a result; `None` for any other text.
    pub fn read(text: &str) -> Option<Outcome> {
        Some(match text {
            "1-0" => Outcome::Win(Color::White),
            "0-1" => Outcome::Win(Color::Black),
            "1/2-1/2" | "½-½" | "1/2" => Outcome::Draw,
            "*" => Outcome::Unknown,
            _ => return None,
        })
    }
}

/// One game, as far as it could be read.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line; all legal.
    pub moves: Vec<Move>,
    /// Comments of the main line: how many moves had been played, and the text.
    pub comments: Vec<(usize, String)>,
    /// How it ended, by the moves' end or else by the tag.
    pub outcome: Outcome,
    /// Why the rest of the game could not be read.
    pub problem: Option<Problem>,
    /// The game as it was written, from the end of the game before; Latin-1 became UTF-8.
    pub text: String,
    /// Where the moves stand in the text.
    pub layout: Layout,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Who played whom and when, for people: `Morphy - Brunswick, Paris 1858`.
    pub fn name(&self) -> String {
        let known = |name| self.tag(name).filter(|value| !value.is_empty() && !value.starts_with('?'));
        let players = match (known("White"), known("Black")) {
            (None, None) => format!("game {}", self.number),
            (white, black) => format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?")),
        };
        let year = known("Date").and_then(|date| date.split('.').next()).filter(|year| year.len() == 4);
        let place = known("Site").filter(|site| !site.contains("://"));
        match (place, year) {
            (None, None) => players,
            (place, year) => {
                let parts: Vec<&str> = place.into_iter().chain(year).collect();
                format!("{players}, {}", parts.join(" "))
            }
        }
    }

    /// Every position of the main line, from the start to the end.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start.clone()];
        let mut position = self.start.clone();
        for &m in &self.moves {
            position = position.play(m);
            positions.push(position.clone());
        }
        positions
    }

    /// How a ply is called: `12.` or `12...`, counted from the start position's number.
    pub fn move_number(&self, ply: usize) -> String {
        let ply = ply + usize::from(self.start.turn() == Color::Black);
        let number = self.start.fullmoves() as usize + ply / 2;
        if ply.is_multiple_of(2) { format!("{number}.") } else { format!("{number}...") }
    }
}

/// The games of a PGN source.
pub fn games<R: Read>(source: R) -> Games<R> {
    Games {
        source: BufReader::with_capacity(1 << 16, source),
        carry: Vec::new(),
        pending: None,
        is_cut: false,
        skips: false,
        most_bytes: MAX_GAME,
        line: 0,
        number: 0,
        done: false,
    }
}

/// An iterator over the games of a PGN source. Ends after an error of the source.
pub struct Games<R: Read> {
    source: BufReader<R>,
    /// Bytes of a very long line that were read and belong to its next part.
    carry: Vec<u8>,
    /// A line of which the rest belongs to the next game.
    pending: Option<TextLine>,
    /// Whether the last part that was read is not the end of its line.
    is_cut: bool,
    /// Whether the rest of the line is stepped over, in however many parts it comes.
    skips: bool,
    /// How large a game may be.
    most_bytes: usize,
    line: usize,
    number: usize,
    done: bool,
}

/// Longer lines are read in parts, so that a file without line ends does not fill the memory.
const MAX_LINE: usize = 1 << 20;

/// The largest game that is read if nobody asks for more, in bytes.
pub const MAX_GAME: usize = 64 << 20;

/// A line, or a part of a very long one, and how much of it was read.
struct TextLine {
    text: String,
    at: usize,
    /// Where its end of line begins.
    end: usize,
    /// Whether it goes on a line that was begun before.
    continues: bool,
}

impl<R: Read> Games<R> {
    /// Games may be so large; a larger one ends the reading with an error.
    #[must_use]
    pub fn with_limit(self, most_bytes: usize) -> Games<R> {
        Games { most_bytes, ..self }
    }

    /// The next line with its end, or a part of it; Latin-1 if it is not UTF-8.
    fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let continues = self.is_cut;
        let mut bytes = std::mem::take(&mut self.carry);
        if !bytes.ends_with(b"\n") {
            let room = MAX_LINE.saturating_sub(bytes.len()).max(1) as u64;
            self.source.by_ref().take(room).read_until(b'\n', &mut bytes)?;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        self.is_cut = !bytes.ends_with(b"\n") && bytes.len() >= MAX_LINE;
        if self.is_cut {
            self.carry = bytes.split_off(cut(&bytes));
        }
        self.line += usize::from(!continues);
        if self.line == 1 && !continues && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let text =
            String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
        let end = text.trim_end_matches(['\n', '\r', '\u{1a}']).trim_end().len();
        Ok(Some(TextLine { text, at: 0, end, continues }))
    }

    fn too_large(&self) -> io::Error {
        let (number, size) = (self.number, self.most_bytes >> 20);
        let message = format!("line {}: game {number} is larger than {size} MiB", self.line);
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    }

    fn next_game(&mut self) -> io::Result<Option<Game>> {
        let mut game: Option<Scanner> = None;
        let mut raw = String::new();
        let mut after_blank = false;
        while let Some(mut line) = self.next_line()? {
            let read = &line.text[line.at..];
            let base = raw.len();
            if base + read.len() > self.most_bytes {
                return Err(self.too_large());
            }
            let text = &line.text[line.at..line.end.max(line.at)];
            let in_comment = game.as_ref().is_some_and(Scanner::in_comment);
            if !line.continues {
                // Lines that other programs may use.
                self.skips = !in_comment && text.starts_with('%');
            }
            if self.skips {
                raw.push_str(read);
                continue;
            }
            if text.trim_start().is_empty() {
                after_blank |= !line.continues;
                raw.push_str(read);
                continue;
            }
            let event = text.trim_start().starts_with("[Event ");
            // Inside a comment, an empty line and a new event mean that somebody forgot to close it.
            let starts_anew = |scanner: &Scanner| {
                if in_comment {
                    return after_blank && event && text.trim_end().ends_with("\"]");
                }
                text.trim_start().starts_with('[') && (scanner.has_movetext() || (after_blank && event))
            };
            if game.as_ref().is_some_and(starts_anew) {
                self.pending = Some(line);
                break;
            }
            after_blank = false;
            let number = self.line;
            let scanner = game.get_or_insert_with(|| {
                self.number += 1;
                Scanner::new(self.number, number)
            });
            let part = if line.continues && line.at == 0 { Part::Later } else { Part::First };
            if let Some(rest) = scanner.read_line(text, read, number, base, part) {
                // The result was followed by more moves: another game on the same line.
                raw.push_str(&read[..rest]);
                line.at += rest;
                self.pending = Some(line);
                break;
            }
            raw.push_str(read);
            if scanner.is_over() {
                self.skips = scanner.in_rest();
                break;
            }
        }
        Ok(game.map(|scanner| scanner.finish(raw)))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        if self.done {
            return None;
        }
        let game = self.next_game();
        self.done = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// Where a very long line may be cut: after a space that is not inside a tag's quotes, or else after
/// any, or else before a character that is not complete.
fn cut(bytes: &[u8]) -> usize {
    let mut quoted = false;
    let (mut outside, mut anywhere) = (None, None);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b' ' | b'\t' => {
                anywhere = Some(at + 1);
                outside = if quoted { outside } else { anywhere };
            }
            _ => {}
        }
    }
    outside.or(anywhere).unwrap_or_else(|| match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => error.valid_up_to(),
        _ => bytes.len(),
    })
}

/// The start position that the tags ask for.
fn start_position(game: &Game) -> Result<Position, Problem> {
    let fail = |message: String, text: &str| Problem {
        subject: format!("game {} (line {})", game.number, game.line),
        message,
        text: text.to_owned(),
        span: 0..text.len(),
    };
    if let Some(variant) = game.tag("Variant") {
        let plain: String = variant.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        let known = ["", "standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom"];
        if !known.contains(&plain.as_str()) {
            return Err(fail("this variant has other rules than chess".to_owned(), variant));
        }
    }
    match game.tag("FEN") {
        None => Ok(Position::start()),
        Some(fen) => read_position(fen).map_err(|mut problem| {
            problem.subject = format!("game {} (line {}), FEN tag", game.number, game.line);
            problem
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Game> {
        games(text.as_bytes()).map(Result::unwrap).collect()
    }

    /// The games of the text, as their moves, results and problems.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = read(text)
            .iter()
            .map(|game| {
                let mut position = game.start.clone();
                let mut words = Vec::new();
                for &m in &game.moves {
                    words.push(position.san(m));
                    position = position.play(m);
                }
                words.push(game.outcome.text().to_owned());
                words.extend(game.problem.as_ref().map(|problem| format!("| {problem}")));
                words.join(" ")
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn ordinary_games_are_read() {
        let text = "\u{feff}[Event \"A\"]\r\n[White \"M\u{fc}ller \\\"x\\\"\"]\r\n\r\n1. e4 e5 2.Nf3 Nc6 1-0\r\n\r\n\
                    [Event \"B\"]\n\n1.d4 {why [%eval 0.2]} d5 (1... Nf6 2. c4 (2. g3) e6) 2. c4! $1 *\n";
        check(text, &["e4 e5 Nf3 Nc6 1-0", "d4 d5 c4 *"]);
        let games = read(text);
        assert_eq!(games[0].tag("white"), Some("M\u{fc}ller \"x\""));
        assert_eq!(games[1].comments, [(1, "why [%eval 0.2]".to_owned())]);
        assert_eq!((games[1].number, games[1].line), (2, 6));
    }

    #[test]
    fn games_without_tags_or_results_are_told_apart() {
        check("1. e4 e5 1-0 1. d4 d5 0-1\n1. c4 *", &["e4 e5 1-0", "d4 d5 0-1", "c4 *"]);
        check("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4\n[Event \"c\"]\n\n1. d4", &["*", "e4 *", "d4 *"]);
        check("[Event \"a\"][Result \"1-0\"] 1. e4 ; comment\n e5", &["e4 e5 1-0"]);
        check("1. e4 {a comment\n[Event \"not a tag\"]\n} e5 *", &["e4 e5 *"]);
        check("% escape\n1. e4 *", &["e4 *"]);
        check("1. e4 1-0 (Black resigned) 1. d4 *", &["e4 1-0", "d4 *"]);
        check("", &[]);
        check("\n \n", &[]);
    }

    #[test]
    fn habits_of_other_programs_are_understood() {
        check("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 1/2-1/2", &["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 1/2-1/2"]);
        check("1. e4 a6 2. e5 d5 3. exd6e.p. += *", &["e4 a6 e5 d5 exd6 *"]);
        check("1. e2e4 e7e5!? ?! 2. g1f3 ½-½", &["e4 e5 Nf3 1/2-1/2"]);
        check(
            "[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O O-O-O",
            &["O-O O-O-O *"],
        );
    }

    #[test]
    fn a_problem_names_game_line_and_move_and_the_rest_is_read() {
        check(
            "1. e4 e5 2. Ke3 Nc6 1-0\n1. e4 Sc6 *\n[FEN \"nonsense w\"]\n\n1. e4 *\n[Variant \"Atomic\"]\n\n1. d4 *\n1. d4 *",
            &[
                "e4 e5 1-0 | game 1, move 2. (line 1): illegal move; no legal move goes to e3",
                "e4 * | game 2, move 1... (line 2): not a move (expected SAN such as Nf3 or UCI such as g1f3); \
                 legal moves to c6: Nc6, c6",
                "* | game 3 (line 3), FEN tag: 'o' is not a piece (PNBRQK for White, pnbrqk for Black) or a number of \
                 empty squares",
                "* | game 4 (line 6): this variant has other rules than chess",
                "d4 *",
            ],
        );
        let problem = read("1. e4 e5 2. Ke3 Nc6 1-0")[0].problem.clone().unwrap();
        assert!(problem.report().ends_with("  1. e4 e5 2. Ke3 Nc6 1-0\n              ^^^\n"), "{}", problem.report());
    }

    #[test]
    fn very_long_lines_are_cut_between_words() {
        // Games, comments with characters of two bytes, a tag and a comment to the end of the line, all on
        // one line of three mebibytes.
        let game = "[White \"M\u{fc}ller, J\u{f6}rg\"] 1. e4 {\u{fc}ber alles} e5 2. Nf3 Nc6 1-0 ";
        let count = 3 * MAX_LINE / game.len();
        let line = game.repeat(count);
        let found = read(&format!("{line}; 1. d4 {}\n1. c4 *", "x ".repeat(MAX_LINE)));
        assert_eq!(found.len(), count + 1);
        for game in &found[..count] {
            assert_eq!((game.moves.len(), &game.problem), (4, &None), "{}", game.text);
            assert_eq!(game.tag("White"), Some("M\u{fc}ller, J\u{f6}rg"));
            assert_eq!(game.comments, [(1, "\u{fc}ber alles".to_owned())]);
        }
        assert_eq!((found[count].moves.len(), found[count].line), (1, 2));
        // Nothing is lost: the texts of the games are the text.
        let texts: String = found.iter().map(|game| game.text.as_str()).collect();
        assert!(texts.starts_with(&line) && texts.ends_with("1. c4 *"));
    }

    #[test]
    fn many_results_on_a_line_take_linear_time() {
        let start = std::time::Instant::now();
        let count = |text: &str| {
            games(text.as_bytes()).map(Result::unwrap).filter(|game| game.text.capacity() < 1 << 20).count()
        };
        assert_eq!(count(&"* ".repeat(1 << 19)), 1 << 19);
        assert_eq!(count(&format!("{}{}", "* ".repeat(1 << 17), " ".repeat(1 << 19))), 1 << 17);
        // Generous: with a copy of the rest of the line for each game it takes far longer.
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }

    #[test]
    fn a_game_without_end_is_refused() {
        let endless = io::repeat(b'x').take(1 << 30);
        let mut found = games(io::Cursor::new(b"1. e4 * {").chain(endless)).with_limit(4 << 20);
        assert_eq!(found.next().unwrap().unwrap().moves.len(), 1);
        let error = found.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 1: game 2 is larger than 4 MiB");
        assert!(found.next().is_none());
    }

    #[test]
    fn latin_1_is_read() {
        let found: Vec<Game> = games(&b"[White \"M\xfcller\"]\n\n1. e4 *"[..]).map(Result::unwrap).collect();
        assert_eq!(found[0].tag("White"), Some("M\u{fc}ller"));
    }

    #[test]
    fn moves_are_numbered_from_the_start_position() {
        let game = &read("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n\n7... Kd7 8. Kd2 *")[0];
        assert_eq!([0, 1, 2].map(|ply| game.move_number(ply)), ["7...", "8.", "8..."]);
    }
}
