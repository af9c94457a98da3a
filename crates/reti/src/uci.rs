//! The universal chess interface: a conversation, line by line.
//!
//! A [`Session`] takes lines and answers through a function that it is given, so it can be tested
//! without a process, and only the program prints. Taking a line never waits: what needs the engine
//! goes into a queue, and a worker on a thread of its own does it in order. `stop`, `ponderhit` and
//! `quit` do not queue but reach the searches by signals; `isready` is answered at once while one
//! runs. What was asked right before `quit` is answered still, if that does not take long. A search without end gives way to whatever comes after it. Lines that cannot be understood
//! are answered with `info string` and change nothing.

pub mod advisor;
pub mod client;
mod clock;
mod command;
mod queue;
mod strength;
mod worker;

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use reti_core::field::score::EVALUATIONS;

use crate::engine;
use clock::Signals;
use command::Command;
use queue::{Queue, Task};
pub use strength::Strength;
use strength::{FULL, RATINGS};
use worker::{HASH, MAX_HASH, MAX_LINES, MAX_THREADS, OVERHEAD, Worker};

/// Where answers go, one line a call, without the end of line.
pub type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line is awaited.
    Continue,
    /// The other side said goodbye.
    Quit,
}

/// A conversation with a chess program.
pub struct Session {
    queue: Arc<Queue>,
    /// The searches that were asked for and have not ended.
    searches: Vec<Arc<Signals>>,
    worker: Option<thread::JoinHandle<()>>,
    say: Say,
}

/// With these words the engine says that it did not set an option.
const NOT_SET: &str = "option not set: ";

/// Deep lines need room; a search's frames are large.
const STACK: usize = 64 << 20;

/// How long a search may take after goodbye; who ends an engine does not wait long until he kills it.
const LAST_SEARCH: Duration = Duration::from_millis(60);

/// How long everything may take that was asked before goodbye.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// After the last line somebody may still listen, or not: so often is said that the search goes on.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

impl Session {
    /// A new conversation.
    pub fn new(say: Say) -> Session {
        let queue = Arc::new(Queue::default());
        let (tasks, voice) = (Arc::clone(&queue), Arc::clone(&say));
        let work = move || {
            let mut worker = Worker::new(voice);
            while let Some(task) = tasks.take() {
                worker.execute(task);
            }
        };
        let worker = thread::Builder::new().stack_size(STACK).spawn(work);
        if let Err(error) = &worker {
            say(&format!("info string cannot start the engine: {error}"));
        }
        Session { queue, searches: Vec::new(), worker: worker.ok(), say }
    }

    /// Takes a line, and never waits.
    pub fn line(&mut self, line: &str) -> Flow {
        self.searches.retain(|search| !search.is_done());
        match Command::read(line) {
            Command::Nothing => {}
            Command::Uci => self.introduce(),
            Command::IsReady if !self.searches.is_empty() => (self.say)("readyok"),
            Command::Stop => self.searches.iter().for_each(|search| search.stop()),
            Command::PonderHit => self.searches.iter().for_each(|search| search.ponder_hit()),
            Command::Quit => {
                self.answer_the_rest();
                self.leave();
                return Flow::Quit;
            }
            Command::Unknown => complain(&self.say, &format!("unknown command: {}", line.trim())),
            command => self.ask(command, line.len()),
        }
        Flow::Continue
    }

    /// The other side has no more lines: a search that ends by itself may do so.
    pub fn end(mut self) {
        self.stop_open();
        self.queue.close();
        let Some(worker) = self.worker.take() else { return };
        let mut told = Instant::now();
        while !worker.is_finished() {
            thread::sleep(Duration::from_millis(2));
            if told.elapsed() >= SIGN_OF_LIFE {
                told = Instant::now();
                (self.say)("info string no more input; the search goes on");
            }
        }
    }

    /// Hands a command to the worker; what has no end gives way.
    fn ask(&mut self, command: Command, length: usize) {
        if command != Command::IsReady {
            self.stop_open();
        }
        let task = match command {
            Command::Go(go) => {
                let signals = Arc::new(Signals::new(go.ponder, go.is_open()));
                self.searches.push(Arc::clone(&signals));
                Task::Search(go, signals)
            }
            command => Task::Do(command),
        };
        if !self.queue.put(task, length) {
            self.searches.retain(|search| Arc::strong_count(search) > 1);
            complain(&self.say, "too many commands wait for a search to end; this one is dropped");
        }
    }

    fn stop_open(&self) {
        self.searches.iter().filter(|search| search.is_open()).for_each(|search| search.stop());
    }

    /// What was asked before goodbye is answered, if it does not take long: a search that has no end stops at
    /// once, any other one soon.
    fn answer_the_rest(&mut self) {
        self.stop_open();
        self.queue.close();
        let start = Instant::now();
        let is_busy = || self.worker.as_ref().is_some_and(|worker| !worker.is_finished());
        while is_busy() && start.elapsed() < LAST_WORDS {
            if start.elapsed() >= LAST_SEARCH {
                self.searches.iter().for_each(|search| search.stop());
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn leave(&mut self) {
        self.queue.empty();
        self.searches.iter().for_each(|search| search.stop());
        if let Some(worker) = self.worker.take() {
            // A panic in the worker was told when it happened.
            let _ = worker.join();
        }
    }

    fn say(&self, line: impl AsRef<str>) {
        (self.say)(line.as_ref());
    }

    fn introduce(&self) {
        self.say(format!("id name Reti {}", env!("CARGO_PKG_VERSION")));
        self.say("id author the Reti contributors");
        self.say(format!("option name Hash type spin default {HASH} min 1 max {MAX_HASH}"));
        self.say(format!("option name Threads type spin default 1 min 1 max {MAX_THREADS}"));
        self.say(format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"));
        self.say("option name Ponder type check default false");
        self.say(format!("option name Move Overhead type spin default {OVERHEAD} min 0 max 5000"));
        let names: Vec<String> = EVALUATIONS.iter().map(|known| format!("var {}", known.name)).collect();
        self.say(format!("option name Evaluation type combo default {} {}", engine::DEFAULT.name, names.join(" ")));
        self.say("option name KernelsFile type string default <empty>");
        self.say("option name SyzygyPath type string default <empty>");
        self.say("option name UCI_Chess960 type check default false");
        self.say("option name UCI_ShowWDL type check default false");
        self.say("option name UCI_LimitStrength type check default false");
        let (low, high) = RATINGS;
        self.say(format!("option name UCI_Elo type spin default {high} min {low} max {high}"));
        self.say(format!("option name Skill Level type spin default {FULL} min 0 max {FULL}"));
        self.say("option name Clear Hash type button");
        self.say("uciok");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Says what is wrong.
fn complain(say: &Say, problem: &str) {
    for line in problem.lines().filter(|line| !line.trim().is_empty()) {
        say(&format!("info string {line}"));
    }
}
