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
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NoStart(message) => message,
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
    lost: bool,
}

impl Client {
    /// Starts a program, greets it and sets options.
    pub fn start(program: &Path, arguments: &[String], options: &[(String, String)]) -> Result<Client, Fault> {
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
        let mut client = Client { child, input, lines, name: "the engine".to_owned(), lost: false };
        client.greet(options).map_err(|_| Fault::NoStart(format!("{} does not speak UCI", program.display())))?;
        Ok(client)
    }

    fn greet(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        self.say("uci")?;
        let until = Instant::now() + PATIENCE;
        loop {
            let (_, line) = self.hear(until)?;
            match line.strip_prefix("id name ") {
                Some(name) => name.trim().clone_into(&mut self.name),
                None if line == "uciok" => break,
                None => {}
            }
        }
        for (name, value) in options {
            self.set(name, value)?;
        }
        self.new_game()
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
        self.say("isready")?;
        let until = Instant::now() + PATIENCE;
        while self.hear(until)?.1 != "readyok" {}
        Ok(())
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
