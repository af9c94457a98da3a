//! The other side of the interface: an engine's process, started, spoken to, listened to with
//! patience, and ended.
//!
//! A thread reads what the engine says and notes when; so a slow reader costs the engine no time, and
//! a program that is no engine cannot keep anyone waiting for ever: every answer has a deadline that
//! nothing it says puts off, long lines are cut, and one that talks faster than anyone listens has to
//! wait. What it says about its search is read by [`Info`].

use std::{
    fmt,
    io::{self, BufRead, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use reti_core::chess::{Move, Position};
use reti_search::engine::Score;

use super::NOT_SET;

/// How long an engine may take beyond what it was given, or to say that it is there.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// So many lines wait to be heard; then the engine waits.
const MAX_LINES: usize = 1_024;

/// Longer lines are cut.
const MAX_LINE: u64 = 16 << 10;

/// Why an engine did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program could not be started, or does not speak UCI.
    NoStart(String),
    /// It ended.
    Crash,
    /// It said nothing for too long.
    Hang,
    /// It has no such option, or does not take that value.
    Refusal(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NoStart(message) | Fault::Refusal(message) => message,
            Fault::Crash => "the engine ended",
            Fault::Hang => "the engine gave no answer in time",
        })
    }
}

impl std::error::Error for Fault {}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

/// What an engine chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move as it was said.
    pub best: String,
    /// From the question to the answer.
    pub elapsed: Duration,
}

/// A running engine.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    name: String,
    /// The options that it announced.
    offers: Vec<Offer>,
    lost: bool,
}

impl Client {
    /// Starts a program, greets it and sets options that it may have or not.
    pub fn start(program: &Path, arguments: &[String], options: &[(String, String)]) -> Result<Client, Fault> {
        let (mut client, no_uci) = Client::greeted(program, arguments)?;
        let set = options.iter().try_for_each(|(name, value)| client.set(name, value));
        set.and_then(|()| client.new_game()).map_err(no_uci)?;
        Ok(client)
    }

    /// The same with options that somebody asked for: one that the engine did not announce, a value outside
    /// what it announced and one about which our own engine complains are refused.
    pub fn start_as_asked(program: &Path, arguments: &[String], options: &[(String, String)]) -> Result<Client, Fault> {
        let (mut client, no_uci) = Client::greeted(program, arguments)?;
        for (name, value) in options {
            let who = client.name.clone();
            let refusal = |why: String| Fault::Refusal(format!("{who}: {why}"));
            let wanted = |offer: &&Offer| offer.name.eq_ignore_ascii_case(name);
            let Some(offer) = client.offers.iter().find(wanted) else {
                return Err(refusal(format!("there is no option '{name}'")));
            };
            offer.check(value).map_err(refusal)?;
            let set = client.set(name, value).and_then(|()| client.wait_until_ready());
            if let Some(why) = set.map_err(&no_uci)? {
                return Err(refusal(format!("option '{name}': {why}")));
            }
        }
        client.new_game().map_err(no_uci)?;
        Ok(client)
    }

    /// Starts a program and greets it; besides it what to say about one that does not answer.
    fn greeted(program: &Path, arguments: &[String]) -> Result<(Client, impl Fn(Fault) -> Fault), Fault> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::NoStart(format!("{}: {error}", program.display())))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Fault::NoStart("no pipes".to_owned()))?;
        let (sender, lines) = sync_channel(MAX_LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while next_line(&mut output, &mut line).is_ok_and(|read| read > 0) {
                if sender.send((Instant::now(), String::from_utf8_lossy(&line).trim().to_owned())).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let name = "the engine".to_owned();
        let mut client = Client { child, input, lines, name, offers: Vec::new(), lost: false };
        let path = program.to_owned();
        let no_uci = move |_: Fault| Fault::NoStart(format!("{} does not speak UCI", path.display()));
        client.greet().map_err(&no_uci)?;
        Ok((client, no_uci))
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.say("uci")?;
        let until = Instant::now() + PATIENCE;
        loop {
            let (_, line) = self.hear(until)?;
            if line == "uciok" {
                return Ok(());
            }
            match line.strip_prefix("id name ") {
                Some(name) => name.trim().clone_into(&mut self.name),
                None if self.offers.len() < MAX_LINES => self.offers.extend(Offer::read(&line)),
                None => {}
            }
        }
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the process can no longer be used.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.say(&format!("setoption name {name} value {value}"))
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.say("ucinewgame")?;
        self.wait_until_ready().map(drop)
    }

    /// Waits until everything is done that was said; our own engine tells why it did not set an option.
    fn wait_until_ready(&mut self) -> Result<Option<String>, Fault> {
        self.say("isready")?;
        let until = Instant::now() + PATIENCE;
        let mut complaint = None;
        loop {
            let (_, line) = self.hear(until)?;
            if line == "readyok" {
                return Ok(complaint);
            }
            let why = line.strip_prefix("info string ").and_then(|text| text.strip_prefix(NOT_SET));
            complaint = complaint.or(why.map(str::to_owned));
        }
    }

    /// Asks for a move; `told` hears what the engine says on the way, `most` is how long the answer may
    /// take at all.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        most: Duration,
        mut told: impl FnMut(Info),
    ) -> Result<Choice, Fault> {
        self.say(position)?;
        let start = Instant::now();
        self.say(go)?;
        // A time that no clock can hold is as good as none.
        let until = start.checked_add(most.saturating_add(PATIENCE)).unwrap_or(start + FOR_EVER);
        loop {
            let (time, line) = self.hear(until)?;
            if let Some(rest) = line.strip_prefix("bestmove") {
                let best = rest.split_whitespace().next().unwrap_or_default().to_owned();
                return Ok(Choice { best, elapsed: time.saturating_duration_since(start) });
            }
            if let Some(info) = Info::read(&line) {
                told(info);
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| {
            self.lost = true;
            Fault::Crash
        })
    }

    fn hear(&mut self, until: Instant) -> Result<(Instant, String), Fault> {
        // Whoever talks without end has something to say at any time: the deadline comes first.
        if Instant::now() >= until {
            self.lost = true;
            return Err(Fault::Hang);
        }
        self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).map_err(|error| {
            self.lost = true;
            match error {
                RecvTimeoutError::Timeout => Fault::Hang,
                RecvTimeoutError::Disconnected => Fault::Crash,
            }
        })
    }
}

/// An option as an engine announces it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Offer {
    name: String,
    /// `spin`, `combo`, `check`, `string` or `button`.
    kind: String,
    /// The least and the most of a number.
    range: (Option<i64>, Option<i64>),
    /// What may be chosen.
    choice: Vec<String>,
}

impl Offer {
    /// Reads an `option` line; others are none.
    fn read(line: &str) -> Option<Offer> {
        let mut offer = Offer::default();
        let mut field = "";
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        let append = |text: &mut String, word: &str| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        };
        for word in words {
            match (field, word) {
                // Only a type ends the name: it may contain any other word.
                ("", "name") | ("name", "type") => field = word,
                ("type" | "default" | "min" | "max" | "var", "default" | "min" | "max" | "var") => {
                    field = word;
                    if word == "var" {
                        offer.choice.push(String::new());
                    }
                }
                ("name", word) => append(&mut offer.name, word),
                ("type", word) => append(&mut offer.kind, word),
                ("min", word) => offer.range.0 = word.parse().ok(),
                ("max", word) => offer.range.1 = word.parse().ok(),
                ("var", word) => append(offer.choice.last_mut()?, word),
                _ => {}
            }
        }
        (!offer.name.is_empty()).then_some(offer)
    }

    /// Whether a value may be had, and if not, why.
    fn check(&self, value: &str) -> Result<(), String> {
        let expected = |what: String| Err(format!("option '{}': expected {what}, found '{value}'", self.name));
        let number = value.parse::<i64>();
        match (self.kind.as_str(), &number, self.range) {
            ("combo", ..) if !self.choice.iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                expected(self.choice.join(", "))
            }
            ("check", ..) if !["true", "false"].iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                expected("true or false".to_owned())
            }
            ("spin", Err(_), _) => expected("a number".to_owned()),
            ("spin", Ok(number), (Some(least), Some(most))) if !(least..=most).contains(number) => {
                expected(format!("a number from {least} to {most}"))
            }
            _ => Ok(()),
        }
    }
}

/// A year is longer than any search.
const FOR_EVER: Duration = Duration::from_hours(365 * 24);

/// The next line, cut if it is too long; how many bytes were read of it.
fn next_line(output: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = output.by_ref().take(MAX_LINE).read_until(b'\n', line)?;
    if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        output.skip_until(b'\n')?;
    }
    Ok(read)
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say("quit");
        // A moment to leave politely.
        for _ in 0..50 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(if self.lost { 1 } else { 4 }));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// On which side of an engine's score the true one lies, when a search has left its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What an engine says about its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// How deep it looked, if it says so.
    pub depth: Option<u32>,
    /// How many positions it has visited.
    pub nodes: Option<u64>,
    /// The place of the line among several, from 1.
    pub place: usize,
    /// For the side to move.
    pub score: Option<Score>,
    /// Whether the score is only a bound, and on which side.
    pub bound: Option<Bound>,
    /// The line as it was said.
    pub line: Vec<String>,
}

impl Info {
    /// Reads an `info` line; others and remarks are none.
    pub fn read(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info { depth: None, nodes: None, place: 1, score: None, bound: None, line: Vec::new() };
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
            match word {
                "string" => return None,
                "depth" => info.depth = number().map(|depth| depth.clamp(0, 1_000) as u32),
                "nodes" => info.nodes = number().map(|nodes| nodes.max(0).cast_unsigned()),
                "multipv" => info.place = number().map_or(1, |place| place.clamp(1, 1_000) as usize),
                "cp" => info.score = number().map(|score| Score::Centipawns(score.clamp(-20_000, 20_000) as i32)),
                "mate" => info.score = number().map(mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "pv" => info.line = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        Some(info)
    }

    /// The score, if it is exact.
    pub fn exact(&self) -> Option<Score> {
        self.score.filter(|_| self.bound.is_none())
    }

    /// A score as this bound leaves it: an engine that is stopped in the middle of an iteration has often
    /// seen that the last exact score is too high or too low.
    pub fn corrects(&self, score: Score) -> Score {
        match (self.bound, self.score) {
            (Some(Bound::Lower), Some(least)) if least.rank() > score.rank() => least,
            (Some(Bound::Upper), Some(most)) if most.rank() < score.rank() => most,
            _ => score,
        }
    }

    /// The line as moves from a position, as far as they are legal.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut here = position.clone();
        let legal = self.line.iter().map_while(|text| {
            let m = here.parse_move(text).ok()?;
            here = here.play(m);
            Some(m)
        });
        legal.collect()
    }
}

fn mate(moves: i64) -> Score {
    let count = moves.unsigned_abs().min(1_000) as u32;
    if moves > 0 { Score::MateIn(count) } else { Score::MatedIn(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_say_is_read() {
        let read = |line: &str| Info::read(line).unwrap();
        let info = read("info depth 7 seldepth 9 multipv 2 score cp -31 nodes 400 pv e2e4 e7e5 e2e4 cp 5");
        assert_eq!((info.depth, info.nodes, info.place), (Some(7), Some(400), 2));
        assert_eq!(info.exact(), Some(Score::Centipawns(-31)));
        assert_eq!(info.moves(&Position::start()).len(), 2);
        assert_eq!(read("info depth 8 score mate -3 nodes x").exact(), Some(Score::MatedIn(3)));
        assert_eq!(read("info score mate 3 pv e2e4").exact(), Some(Score::MateIn(3)));
        let (least, most) = (read("info depth 9 score cp 9 lowerbound"), read("info depth 9 score cp 9 upperbound"));
        assert_eq!((least.exact(), most.exact()), (None, None));
        let corrected = |info: &Info| [5, 15].map(|score| info.corrects(Score::Centipawns(score)));
        assert_eq!(corrected(&least), [9, 15].map(Score::Centipawns));
        assert_eq!(corrected(&most), [5, 9].map(Score::Centipawns));
        for other in ["info string score cp 77", "bestmove e2e4", "", "readyok"] {
            assert_eq!(Info::read(other), None, "{other}");
        }
    }

    #[test]
    fn offers_are_read_and_values_held_against_them() {
        let read = |line: &str| Offer::read(line).unwrap();
        let spin = read("option name Move Overhead type spin default 10 min 0 max 5000");
        assert_eq!((spin.name.as_str(), spin.range), ("Move Overhead", (Some(0), Some(5000))));
        assert!(spin.check("5000").is_ok() && spin.check("5001").is_err() && spin.check("x").is_err());
        let combo = read("option name Style type combo default Very Solid var Very Solid var risky");
        assert_eq!(combo.choice, ["Very Solid", "risky"]);
        assert!(combo.check("very solid").is_ok() && combo.check("Solid").is_err());
        let told = combo.check("Solid").unwrap_err();
        assert_eq!(told, "option 'Style': expected Very Solid, risky, found 'Solid'");
        let check = read("option name Own Book type check default true");
        assert!(check.check("True").is_ok() && check.check("yes").is_err());
        let text = read("option name min max type string default <empty>");
        assert!(text.name == "min max" && text.check("").is_ok() && text.check("min max").is_ok());
        assert!(read("option name Clear Hash type button").check("").is_ok());
        for other in ["option", "option name", "id name x", ""] {
            assert_eq!(Offer::read(other), None, "{other}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut output = io::Cursor::new([vec![b'x'; 100_000], b"\nuciok\n".to_vec()].concat());
        let mut line = Vec::new();
        assert_eq!(next_line(&mut output, &mut line).unwrap() as u64, MAX_LINE);
        line.clear();
        assert_eq!(next_line(&mut output, &mut line).unwrap(), 6);
        assert_eq!(line, b"uciok\n");
    }

    #[test]
    fn who_talks_without_end_meets_the_deadline() {
        let start = Instant::now();
        let fault = Client::start(Path::new("yes"), &[], &[]).unwrap_err();
        assert!(matches!(fault, Fault::NoStart(_)), "{fault}");
        assert!(start.elapsed() < PATIENCE + Duration::from_secs(10));
    }

    #[test]
    fn what_is_no_engine_is_told() {
        for (program, part) in [("/no/such/engine", "/no/such"), ("true", "does not speak UCI")] {
            let fault = Client::start(Path::new(program), &[], &[]).unwrap_err();
            assert!(matches!(&fault, Fault::NoStart(message) if message.contains(part)), "{fault}");
        }
    }
}
