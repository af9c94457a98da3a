//! An engine's process: started, spoken to, listened to with patience, and ended.
//!
//! A thread reads what the engine says and notes when; so a slow reader costs the engine no time.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use super::{Contestant, PATIENCE};

/// Why an engine did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The program could not be started, or does not speak UCI.
    NoStart(String),
    /// It ended.
    Crash,
    /// It said nothing for too long.
    Hang,
}

/// What an engine answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    pub best: String,
    pub elapsed: Duration,
    /// Centipawns for the side to move, if it told; mates are far away.
    pub score: Option<i32>,
    pub depth: u32,
    pub nodes: u64,
}

pub(super) struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    lost: bool,
}

/// The score that stands for a mate.
pub(super) const MATE: i32 = 30_000;

impl Player {
    /// Starts the program, introduces itself and sets the options.
    pub fn start(contestant: &Contestant) -> Result<Player, Fault> {
        let mut child = Command::new(&contestant.program)
            .args(&contestant.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::NoStart(format!("{}: {error}", contestant.program.display())))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Fault::NoStart("no pipes".to_owned()))?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send((Instant::now(), String::from_utf8_lossy(&line).trim().to_owned())).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let mut player = Player { child, input, lines, lost: false };
        let silent = |_| Fault::NoStart(format!("{} does not speak UCI", contestant.program.display()));
        player.say("uci").and_then(|()| player.await_line("uciok")).map_err(silent)?;
        for (name, value) in &contestant.options {
            player.say(&format!("setoption name {name} value {value}")).map_err(silent)?;
        }
        player.new_game().map_err(silent)?;
        Ok(player)
    }

    /// Whether the process can no longer be used.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| {
            self.lost = true;
            Fault::Crash
        })
    }

    fn hear(&mut self, until: Instant) -> Result<(Instant, String), Fault> {
        self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).map_err(|error| {
            self.lost = true;
            match error {
                RecvTimeoutError::Timeout => Fault::Hang,
                RecvTimeoutError::Disconnected => Fault::Crash,
            }
        })
    }

    fn await_line(&mut self, expected: &str) -> Result<(), Fault> {
        let until = Instant::now() + PATIENCE;
        while self.hear(until)?.1 != expected {}
        Ok(())
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.await_line("readyok")
    }

    /// Asks for a move. `most` is how long the answer may take at all.
    pub fn think(&mut self, position: &str, go: &str, most: Duration) -> Result<Reply, Fault> {
        self.say(position)?;
        let start = Instant::now();
        self.say(go)?;
        let mut reply = Reply::default();
        loop {
            let (time, line) = self.hear(start + most + PATIENCE)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    words.next().unwrap_or_default().clone_into(&mut reply.best);
                    reply.elapsed = time.saturating_duration_since(start);
                    return Ok(reply);
                }
                Some("info") => reply.note(words),
                _ => {}
            }
        }
    }
}

impl Reply {
    fn note<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) {
        let mut is_first = true;
        let mut score = None;
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
            match word {
                "string" | "pv" => break,
                "multipv" => is_first = number() == Some(1),
                "depth" => self.depth = number().map_or(self.depth, |depth| depth.clamp(0, 1_000) as u32),
                "nodes" => self.nodes = number().map_or(self.nodes, |nodes| nodes.max(0).cast_unsigned()),
                "cp" => score = number().map(|score| score.clamp(-20_000, 20_000) as i32),
                "mate" => score = number().map(|moves| if moves > 0 { MATE } else { -MATE }),
                _ => {}
            }
        }
        if is_first && score.is_some() {
            self.score = score;
        }
    }
}

impl Drop for Player {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_noted_from_the_first_line_only() {
        let mut reply = Reply::default();
        reply.note("depth 7 seldepth 9 multipv 1 score cp -31 nodes 400 pv e2e4 cp 5".split(' '));
        reply.note("depth 7 multipv 2 score cp 900".split(' '));
        reply.note("string score cp 77".split(' '));
        assert_eq!((reply.score, reply.depth, reply.nodes), (Some(-31), 7, 400));
        reply.note("depth 8 score mate -3 nodes x".split(' '));
        assert_eq!((reply.score, reply.nodes), (Some(-MATE), 400));
    }

    #[test]
    fn what_is_no_engine_is_told() {
        let contestant = Contestant::read("/no/such/engine", "reti".as_ref()).unwrap();
        assert!(matches!(Player::start(&contestant), Err(Fault::NoStart(message)) if message.contains("/no/such")));
        let contestant = Contestant::read("true", "reti".as_ref()).unwrap();
        assert!(matches!(Player::start(&contestant), Err(Fault::NoStart(_))));
    }
}
