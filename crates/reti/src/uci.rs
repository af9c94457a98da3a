//! The universal chess interface: a conversation, line by line.
//!
//! A [`Session`] takes lines and answers through a function that it is given, so it can be tested
//! without a process, and only the program prints. A search runs on a thread of its own while lines
//! go on being read; `stop`, `ponderhit` and `quit` reach it by signals. Lines that cannot be
//! understood are answered with `info string` and change nothing.

pub mod advisor;
pub mod client;
mod clock;
mod command;
mod strength;

use std::{
    fmt::Write as _,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use reti_core::{
    chess::{Move, Position, color_index},
    field::score::{self, EVALUATIONS, Evaluation},
};
use reti_search::engine::{Answer, Budget, Engine, Game, Line, Report, Watch};

use crate::{draw, engine, syzygy};
use clock::{Allotment, Judgement, Signals};
use command::{Command, Go};
use strength::{CANDIDATES, FULL, RATINGS, Strength};

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
    engine: Arc<Mutex<Engine>>,
    game: Game,
    options: Options,
    running: Option<Running>,
    say: Say,
}

#[derive(Clone, Copy)]
struct Options {
    evaluation: &'static Evaluation,
    overhead: u64,
    chess960: bool,
    shows_chances: bool,
    line_count: usize,
    level: u32,
    is_limited: bool,
    rating: u32,
}

impl Options {
    fn strength(&self) -> Strength {
        Strength::new(self.level, self.is_limited.then_some(self.rating))
    }
}

struct Running {
    thread: thread::JoinHandle<()>,
    signals: Arc<Signals>,
    is_open: bool,
}

const HASH: usize = 16;
const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
const OVERHEAD: u64 = 30;
/// Deep lines need room; a search's frames are large.
const STACK: usize = 64 << 20;

impl Session {
    /// A new conversation.
    pub fn new(say: Say) -> Session {
        let mut first = Engine::new(engine::DEFAULT, HASH);
        first.set_tables(Some(syzygy::embedded()));
        Session {
            engine: Arc::new(Mutex::new(first)),
            game: Game::new(Position::start()),
            options: Options {
                evaluation: engine::DEFAULT,
                overhead: OVERHEAD,
                chess960: false,
                shows_chances: false,
                line_count: 1,
                level: FULL,
                is_limited: false,
                rating: RATINGS.1,
            },
            running: None,
            say,
        }
    }

    /// Takes a line.
    pub fn line(&mut self, line: &str) -> Flow {
        match Command::read(line) {
            Command::Nothing => {}
            Command::Uci => self.introduce(),
            Command::IsReady => (self.say)("readyok"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.stop();
                return Flow::Quit;
            }
            Command::NewGame => {
                self.settle();
                self.with_engine(Engine::clear);
            }
            Command::SetOption { name, value } => {
                self.settle();
                if let Err(problem) = self.set_option(&name, &value) {
                    self.complain(&problem);
                }
            }
            Command::Position { fen, moves } => {
                self.settle();
                match read_game(&fen, &moves) {
                    Ok(game) => self.game = game,
                    Err(problem) => self.complain(&problem),
                }
            }
            Command::Go(go) => {
                self.settle();
                self.go(&go);
            }
            Command::Eval => self.tell_evaluation(),
            Command::Draw => self.tell_position(),
            Command::Unknown => self.complain(&format!("unknown command: {}", line.trim())),
        }
        Flow::Continue
    }

    /// The other side has no more lines: a search that ends by itself may do so.
    pub fn end(mut self) {
        self.settle();
    }

    fn say(&self, line: impl AsRef<str>) {
        (self.say)(line.as_ref());
    }

    fn complain(&self, problem: &str) {
        for line in problem.lines().filter(|line| !line.trim().is_empty()) {
            self.say(format!("info string {line}"));
        }
    }

    fn introduce(&self) {
        self.say(format!("id name Reti {}", env!("CARGO_PKG_VERSION")));
        self.say("id author the Reti contributors");
        self.say(format!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"));
        self.say(format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        self.say(format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        self.say("option name Ponder type check default false");
        self.say(format!("option name Move Overhead type spin default {OVERHEAD} min 0 max 5000"));
        let names: Vec<String> = EVALUATIONS.iter().map(|known| format!("var {}", known.name)).collect();
        self.say(format!("option name Evaluation type combo default {} {}", engine::DEFAULT.name, names.join(" ")));
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

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected a number from {least} to {most}, found '{value}'")),
        };
        let truth = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name}: expected true or false, found '{value}'")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let size = number(1, MOST_HASH)?;
                let mut fits = available_memory().is_none_or(|most| size <= most);
                self.with_engine(|engine| fits &= engine.set_table_size(if fits { size } else { 1 }));
                if !fits {
                    return Err(format!("{name}: {size} MiB cannot be had; a table of 1 MiB is used"));
                }
            }
            "threads" => {
                let count = number(1, MOST_THREADS)?;
                self.with_engine(|engine| engine.set_threads(count));
            }
            "multipv" => self.options.line_count = number(1, MOST_LINES)?,
            "skill level" => self.options.level = number(0, FULL as usize)? as u32,
            "uci_elo" => self.options.rating = number(RATINGS.0 as usize, RATINGS.1 as usize)? as u32,
            "uci_limitstrength" => self.options.is_limited = truth()?,
            "uci_showwdl" => self.options.shows_chances = truth()?,
            "syzygypath" => {
                self.with_engine(|engine| engine.set_tables(Some(syzygy::embedded())));
                if !value.is_empty() && value != "<empty>" {
                    let tables = syzygy::open(value).map_err(|problem| problem.to_string())?;
                    self.complain(&format!("tables with up to {} men", tables.men));
                    self.with_engine(|engine| engine.set_tables(Some(tables)));
                }
            }
            // Pondering is asked for by `go ponder`; the option only tells that it may come.
            "ponder" => {}
            "move overhead" => self.options.overhead = number(0, 5_000)? as u64,
            "uci_chess960" => self.options.chess960 = truth()?,
            "clear hash" => self.with_engine(Engine::clear),
            "evaluation" => {
                let found = score::evaluation(&value.to_ascii_lowercase());
                let evaluation = found.ok_or_else(|| format!("there is no evaluation '{value}'"))?;
                self.options.evaluation = evaluation;
                self.with_engine(|engine| engine.set_evaluation(evaluation));
            }
            _ => return Err(format!("there is no option '{name}'")),
        }
        Ok(())
    }

    fn with_engine(&self, change: impl FnOnce(&mut Engine)) {
        change(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.signals.stop();
            self.join(running);
        }
    }

    /// Waits for a search that ends by itself, and stops one that does not.
    fn settle(&mut self) {
        if let Some(running) = self.running.take() {
            if running.is_open {
                running.signals.stop();
            }
            self.join(running);
        }
    }

    fn join(&self, running: Running) {
        if running.thread.join().is_err() {
            self.complain("the search failed; please report this");
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.signals.ponder_hit();
            running.is_open = false;
        }
    }

    fn go(&mut self, go: &Go) {
        let signals = Arc::new(Signals::new(go.ponder));
        let is_open = go.is_open();
        let side = color_index(self.game.position().turn());
        let mut watcher = Watcher {
            start: Instant::now(),
            allotment: Allotment::new(go, side, self.options.overhead),
            signals: Arc::clone(&signals),
            position: self.game.position().clone(),
            say: Arc::clone(&self.say),
            options: self.options,
            judgement: Judgement::default(),
            is_forced: self.game.position().legal_moves().len() == 1 && !go.is_open(),
        };
        let strength = self.options.strength();
        let mut budget = self.budget(go);
        if let Some(most) = strength.nodes() {
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let count =
            if strength.is_limited() { CANDIDATES.max(self.options.line_count) } else { self.options.line_count };
        self.with_engine(|engine| engine.set_line_count(count));
        let (engine, game) = (Arc::clone(&self.engine), self.game.clone());
        let infinite = go.infinite;
        let work = move || {
            let answer = engine.lock().unwrap_or_else(PoisonError::into_inner).search(&game, &budget, &mut watcher);
            // An open search that ran out of things to do keeps quiet until it is asked.
            while !watcher.signals.is_stopped() && (infinite || watcher.signals.is_pondering()) {
                thread::sleep(Duration::from_millis(2));
            }
            let chance = game.position().key() ^ watcher.start.elapsed().as_nanos() as u64;
            let picked = strength.pick(&answer.lines, chance);
            (watcher.say)(&best_move(&watcher, &answer, picked));
        };
        match thread::Builder::new().stack_size(STACK).spawn(work) {
            Ok(thread) => self.running = Some(Running { thread, signals, is_open }),
            Err(error) => self.complain(&format!("cannot start a search: {error}")),
        }
    }

    fn budget(&self, go: &Go) -> Budget {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut moves = Vec::new();
        for text in &go.search_moves {
            match self.game.position().parse_move(text) {
                Ok(m) => moves.push(m),
                Err(problem) => self.complain(&problem.to_string()),
            }
        }
        Budget { depth: go.depth.map(small), nodes: go.nodes, mate: go.mate.map(small), moves }
    }

    fn tell_position(&self) {
        let position = self.game.position();
        for line in draw::text::board(position.board(), draw::text::Style::default()).lines() {
            self.say(line);
        }
        self.say(format!("Fen: {}", position.fen()));
        self.say(format!("Key: {:016x}", position.key()));
    }

    fn tell_evaluation(&self) {
        let board = self.game.position().board();
        let evaluation = self.options.evaluation;
        for term in score::terms(evaluation, board) {
            self.say(format!("{:<12}{:>9.1}", term.name, term.value));
        }
        self.say(format!("{:<12}{:>7} centipawns for White ({})", "sum", evaluation.score(board), evaluation.name));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How many mebibytes can be had without pushing other programs out, where the system tells: memory
/// that is promised and not there ends the program when it is used.
fn available_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kibibytes| kibibytes / 1024)
}

fn read_game(fen: &str, moves: &[String]) -> Result<Game, String> {
    let position = crate::read_position(fen).map_err(|problem| problem.message)?;
    let mut game = Game::new(position);
    for text in moves {
        let m = game.position().parse_move(text).map_err(|problem| problem.to_string())?;
        game.play(m);
    }
    Ok(game)
}

/// Ends a search in time, and tells what it has found.
struct Watcher {
    start: Instant,
    allotment: Option<Allotment>,
    signals: Arc<Signals>,
    position: Position,
    say: Say,
    options: Options,
    judgement: Judgement,
    /// There is only one move, and a clock.
    is_forced: bool,
}

/// Only after so long is told which move is being looked at.
const TELL_AFTER: Duration = Duration::from_secs(2);

impl Watch for Watcher {
    fn is_over(&self) -> bool {
        self.signals.is_stopped() || self.allotment.is_some_and(|time| self.signals.has_passed(time.hard))
    }

    fn report(&mut self, report: &Report<'_>) -> bool {
        for (index, line) in report.lines.iter().take(self.options.line_count).enumerate() {
            (self.say)(&self.info(report, index, line));
        }
        let factor = self.judgement.factor(report);
        let is_enough = |time: Allotment| {
            self.signals.has_passed(time.soft.mul_f64(factor))
                || (self.is_forced && self.signals.has_passed(Duration::ZERO))
        };
        !self.signals.is_stopped() && !self.allotment.is_some_and(is_enough)
    }

    fn current(&mut self, depth: u32, m: Move, number: usize) {
        if self.start.elapsed() >= TELL_AFTER {
            let m = self.uci(&self.position, m);
            (self.say)(&format!("info depth {depth} currmove {m} currmovenumber {number}"));
        }
    }
}

impl Watcher {
    fn uci(&self, position: &Position, m: Move) -> String {
        if self.options.chess960 { position.uci_960(m) } else { position.uci(m) }
    }

    fn info(&self, report: &Report<'_>, index: usize, line: &Line) -> String {
        let elapsed = self.start.elapsed();
        let rate = report.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let chances = if self.options.shows_chances {
            let [win, draw, loss] = line.score.win_draw_loss();
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let mut out = format!(
            "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {rate:.0} hashfull {} tbhits {} time {} pv",
            report.depth,
            report.longest,
            index + 1,
            line.score,
            report.nodes,
            report.fullness,
            report.table_hits,
            elapsed.as_millis()
        );
        let mut position = self.position.clone();
        for &m in &line.moves {
            // Writing to a string cannot fail.
            let _ = write!(out, " {}", self.uci(&position, m));
            position = position.play(m);
        }
        out
    }
}

fn best_move(watcher: &Watcher, answer: &Answer, picked: Option<Move>) -> String {
    let chosen = answer.lines.iter().find(|line| picked.is_none_or(|m| line.moves[0] == m));
    let Some(line) = chosen else { return "bestmove 0000".to_owned() };
    let position = &watcher.position;
    let mut out = format!("bestmove {}", watcher.uci(position, line.moves[0]));
    if let Some(&reply) = line.moves.get(1) {
        let _ = write!(out, " ponder {}", watcher.uci(&position.play(line.moves[0]), reply));
    }
    out
}
