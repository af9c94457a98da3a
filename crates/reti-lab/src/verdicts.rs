//! An engine's looks kept from run to run: a measurement that is repeated asks the engine only what is new.
//!
//! What an engine answers depends on what it was asked since it last forgot. So a look is filed under all of
//! these questions together with its own, and a run with the file gives the figures that it would give without.
//! Where only some looks are in the file, the engine is asked the questions before a new one again. The file is
//! text: who looked in the first line, then a line for each look with its key, the position, the score, the depth,
//! the nodes and the line, between tabs.

use std::{
    collections::HashMap,
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use reti::{
    advice::{Advisor, Game, Line, Look, Question, Silence, Source},
    chess::{Move, Position},
};
use reti_search::score::Score;

/// What the first line of a file begins with.
const TITLE: &str = "looks of ";
/// The key before the first question.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// An advisor whose looks are kept in a file.
pub struct Verdicts<A> {
    engine: A,
    known: HashMap<u64, Look>,
    file: File,
    /// What was asked since the engine last forgot.
    asked: Vec<Asked>,
    /// How many of these questions the engine itself heard.
    heard: usize,
    key: u64,
}

/// A question that outlives its asker.
struct Asked {
    game: Game,
    nodes: u64,
    lines: usize,
    only: Vec<Move>,
}

impl<A: Advisor> Verdicts<A> {
    /// An engine with the looks of a file, which is made if there is none.
    pub fn open(engine: A, path: &Path) -> io::Result<Verdicts<A>> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let known = read(&text, &engine.source())?;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if text.is_empty() {
            writeln!(file, "{TITLE}{}", engine.source().name())?;
        }
        Ok(Verdicts { engine, known, file, asked: Vec::new(), heard: 0, key: START })
    }

    /// Asks the engine the last question, and before it those that it has not heard.
    fn ask(&mut self) -> Result<Option<Look>, Silence> {
        if self.heard == 0 {
            self.engine.forget();
        }
        let mut last = None;
        for asked in &self.asked[self.heard..] {
            let Asked { game, nodes, lines, only } = asked;
            last = Some(self.engine.look(&Question { game, nodes: *nodes, lines: *lines, only })?);
        }
        self.heard = self.asked.len();
        Ok(last)
    }
}

impl<A: Advisor> Advisor for Verdicts<A> {
    fn source(&self) -> Source {
        self.engine.source()
    }

    fn forget(&mut self) {
        self.asked.clear();
        self.heard = 0;
        self.key = START;
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        let position = question.game.position();
        self.key = key_after(self.key, question);
        let Question { game, nodes, lines, only } = *question;
        self.asked.push(Asked { game: game.clone(), nodes, lines, only: only.to_vec() });
        if let Some(look) = self.known.get(&self.key) {
            return Ok(look.clone());
        }
        let silence = |why: String| Silence { who: "the file of looks".to_owned(), why };
        let look = self.ask()?.ok_or_else(|| silence("nothing was asked".to_owned()))?;
        let line = written(self.key, position, &look);
        self.file.write_all(line.as_bytes()).map_err(|error| silence(error.to_string()))?;
        self.known.insert(self.key, look.clone());
        Ok(look)
    }
}

/// The key of all questions so far and one more.
fn key_after(key: u64, question: &Question<'_>) -> u64 {
    let position = question.game.position();
    let only: Vec<String> = question.only.iter().map(|&m| position.uci(m)).collect();
    let text = format!("{:?} {} {} {}\n", question.game, question.nodes, question.lines, only.join(" "));
    text.bytes().fold(key, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A look as a line of the file.
fn written(key: u64, position: &Position, look: &Look) -> String {
    let mut out = format!("{key:016x}\t{}\t{}\t{}", position.fen(), look.depth, look.nodes);
    for Line { score, moves } in &look.lines {
        let mut here = position.clone();
        // Writing to a string cannot fail.
        let _ = write!(out, "\t{score}");
        for &m in moves {
            let _ = write!(out, " {}", here.uci(m));
            here = here.play(m);
        }
    }
    out + "\n"
}

/// The looks of a file.
fn read(text: &str, by: &Source) -> io::Result<HashMap<u64, Look>> {
    let mut known = HashMap::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |what: &str| {
            let why = format!("line {}: {what}: {line:?}", index + 1);
            io::Error::new(io::ErrorKind::InvalidData, why)
        };
        if index == 0 {
            let who = line.strip_prefix(TITLE).ok_or_else(|| wrong("no file of looks"))?;
            if who != by.name() {
                return Err(wrong(&format!("these are not the looks of {}", by.name())));
            }
            continue;
        }
        let (key, look) = look(line, by).ok_or_else(|| wrong("no look"))?;
        known.insert(key, look);
    }
    Ok(known)
}

/// A look read from a line.
fn look(line: &str, by: &Source) -> Option<(u64, Look)> {
    let mut fields = line.split('\t');
    let key = u64::from_str_radix(fields.next()?, 16).ok()?;
    let position = Position::from_fen(fields.next()?).ok()?;
    let (depth, nodes) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let lines: Vec<Line> = fields.map(|field| line_of(&position, field)).collect::<Option<_>>()?;
    let score = lines.first()?.score;
    Some((key, Look { by: by.clone(), nodes, depth, score, lines }))
}

/// A score with its moves, such as `cp 13 e2e4 e7e5`.
fn line_of(position: &Position, text: &str) -> Option<Line> {
    let mut words = text.split(' ');
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    let score = match unit {
        "cp" => Score::Centipawns(number),
        "mate" if number > 0 => Score::MateIn(number.unsigned_abs()),
        "mate" => Score::MatedIn(number.unsigned_abs()),
        _ => return None,
    };
    let mut here = position.clone();
    let mut moves = Vec::new();
    for word in words {
        let m = here.parse_move(word).ok()?;
        here = here.play(m);
        moves.push(m);
    }
    (!moves.is_empty()).then_some(Line { score, moves })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::path::PathBuf;

    use reti::{advice::Own, chess::Color};

    use super::*;

    /// Our engine, which counts what it is asked.
    struct Counting<'c>(Own<'static>, &'c mut usize);

    impl Advisor for Counting<'_> {
        fn source(&self) -> Source {
            self.0.source()
        }

        fn forget(&mut self) {
            self.0.forget();
        }

        fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
            *self.1 += 1;
            self.0.look(question)
        }
    }

    /// A file of its own for each test.
    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("reti-looks-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    /// The looks at some positions, and how many of them the engine was asked for.
    fn looks(path: &Path, fens: &[&str]) -> (Vec<Look>, usize) {
        let mut count = 0;
        let engine = Counting(Own::new(1, Color::White), &mut count);
        let mut verdicts = Verdicts::open(engine, path).unwrap();
        verdicts.forget();
        let looks =
            fens.iter().map(|fen| verdicts.best(&Position::from_fen(fen).unwrap(), 2_000, 1).unwrap()).collect();
        drop(verdicts);
        (looks, count)
    }

    const FENS: [&str; 3] = [
        "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
        "r1bqkb1r/ppp2ppp/2n2n2/3pp1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 0 5",
        "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1",
    ];

    #[test]
    fn a_second_run_asks_nothing_and_hears_the_same() {
        let path = file("twice");
        let (first, asked) = looks(&path, &FENS);
        let (second, again) = looks(&path, &FENS);
        assert_eq!((asked, again), (3, 0));
        assert_eq!(first, second);
        // What was asked before belongs to the question, so this one is new; and so it is without a file.
        let (fresh, asked) = looks(&path, &FENS[1..]);
        let empty = file("empty");
        assert_eq!((fresh, asked), (looks(&empty, &FENS[1..]).0, 2));
        for path in [path, empty] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn an_interrupted_run_goes_on_where_it_was() {
        let (path, whole) = (file("part"), file("whole"));
        looks(&path, &FENS[..2]);
        // The engine hears what came before again.
        assert_eq!(looks(&path, &FENS), (looks(&whole, &FENS).0, 3));
        for path in [path, whole] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_damaged_file_names_its_line() {
        let path = file("damaged");
        looks(&path, &FENS[..1]);
        let text = std::fs::read_to_string(&path).unwrap();
        let problem = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Verdicts::open(Own::new(1, Color::White), &path).map(|_| ()).unwrap_err().to_string()
        };
        assert!(problem(&text.replace("cp ", "pawns ")).starts_with("line 2: no look"));
        assert!(problem(&text[..text.len() - 12]).starts_with("line 2: no look"));
        assert!(problem(&text.replace("of reti", "of another")).starts_with("line 1: these are not"));
        assert!(problem("e4 e5").starts_with("line 1: no file of looks"));
        std::fs::remove_file(path).unwrap();
    }
}
