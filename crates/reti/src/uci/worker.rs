//! Who does what a conversation asks for, one thing after another.

use std::{
    fmt::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use reti_core::{
    chess::{Move, Position, color_index},
    field::score::{self, Evaluation},
    value::Value,
};
use reti_search::engine::{Answer, Budget, Engine, Game, Line, Report, Score, Tables, Watch};

use super::{
    NOT_SET, Say,
    clock::{Allotment, Judgement, Signals},
    command::{Command, Go},
    complain,
    queue::Task,
    strength::{CANDIDATES, FULL, RATINGS, Strength},
};
use crate::{draw, engine, limits, syzygy::Shelf};

pub(super) const HASH: usize = 16;
pub(super) const MAX_HASH: usize = 65_536;
pub(super) const MAX_THREADS: usize = limits::MAX_THREADS;
pub(super) const MAX_LINES: usize = 256;
pub(super) const OVERHEAD: u64 = 30;

/// The engine with its game and options.
pub(super) struct Worker {
    engine: Engine,
    shelf: Shelf,
    game: Game,
    options: Options,
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

impl Worker {
    pub fn new(say: Say) -> Worker {
        Worker {
            engine: Engine::new(engine::DEFAULT, HASH),
            shelf: Shelf::default(),
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
            say,
        }
    }

    /// Does it, and survives a mistake of ours.
    pub fn execute(&mut self, task: Task) {
        let done = catch_unwind(AssertUnwindSafe(|| match &task {
            Task::Search(go, signals) => self.go(go, signals),
            Task::Do(command) => self.obey(command),
        }));
        if done.is_err() {
            self.complain("this failed; please report it");
        }
        if let Task::Search(_, signals) = task {
            signals.finish();
        }
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::IsReady => self.say("readyok"),
            Command::NewGame => self.engine.clear(),
            Command::SetOption { name, value } => {
                if let Err(problem) = self.set_option(name, value) {
                    self.complain(&format!("{NOT_SET}{problem}"));
                }
            }
            Command::Position { fen, moves } => match read_game(fen, moves) {
                Ok(game) => self.game = game,
                Err(problem) => self.complain(&problem),
            },
            Command::Eval => self.tell_evaluation(),
            Command::Draw => self.tell_position(),
            // The session answers these itself.
            Command::Uci
            | Command::Go(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Nothing
            | Command::Unknown => {}
        }
    }

    fn say(&self, line: impl AsRef<str>) {
        (self.say)(line.as_ref());
    }

    fn complain(&self, problem: &str) {
        complain(&self.say, problem);
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
                let size = number(1, MAX_HASH)?;
                let mut fits = limits::available_memory().is_none_or(|most| size <= most);
                fits &= self.engine.set_table_size(if fits { size } else { 1 });
                if !fits {
                    return Err(format!("{name}: {size} MiB cannot be had; a table of 1 MiB is used"));
                }
            }
            "threads" => {
                let count = number(1, MAX_THREADS)?;
                self.engine.set_threads(count);
            }
            "multipv" => self.options.line_count = number(1, MAX_LINES)?,
            "skill level" => self.options.level = number(0, FULL as usize)? as u32,
            "uci_elo" => self.options.rating = number(RATINGS.0 as usize, RATINGS.1 as usize)? as u32,
            "uci_limitstrength" => self.options.is_limited = truth()?,
            "uci_showwdl" => self.options.shows_chances = truth()?,
            "syzygypath" => {
                self.shelf = Shelf::default();
                if !value.is_empty() && value != "<empty>" {
                    self.shelf = Shelf::open(value).map_err(|problem| problem.to_string())?;
                    self.complain(&format!("tables with up to {} men", self.shelf.men()));
                }
            }
            // Pondering is asked for by `go ponder`; the option only tells that it may come.
            "ponder" => {}
            "move overhead" => self.options.overhead = number(0, 5_000)? as u64,
            "uci_chess960" => self.options.chess960 = truth()?,
            "clear hash" => self.engine.clear(),
            "evaluation" => {
                let found = score::evaluation(&value.to_ascii_lowercase());
                let evaluation = found.ok_or_else(|| format!("there is no evaluation '{value}'"))?;
                self.options.evaluation = evaluation;
                self.engine.set_evaluation(evaluation);
            }
            "kernelsfile" => {
                let evaluation = match value {
                    "" | "<empty>" => engine::DEFAULT,
                    path => {
                        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
                        engine::from_file(path, &bytes).map_err(|problem| problem.report())?
                    }
                };
                self.options.evaluation = evaluation;
                self.engine.set_evaluation(evaluation);
            }
            _ => return Err(format!("there is no option '{name}'")),
        }
        Ok(())
    }

    fn go(&mut self, go: &Go, signals: &Arc<Signals>) {
        let side = color_index(self.game.position().turn());
        signals.begin();
        let mut watcher = Watcher {
            start: Instant::now(),
            allotment: Allotment::new(go, side, self.options.overhead),
            signals: Arc::clone(signals),
            position: self.game.position().clone(),
            say: Arc::clone(&self.say),
            options: self.options,
            judgement: Judgement::default(),
            is_forced: self.game.position().legal_moves().len() == 1 && !go.is_open(),
            told: Vec::new(),
            last: None,
            is_drawn: false,
        };
        let strength = self.options.strength();
        let mut budget = self.budget(go);
        if let Some(most) = strength.nodes() {
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let count =
            if strength.is_limited() { CANDIDATES.max(self.options.line_count) } else { self.options.line_count };
        self.engine.set_line_count(count);
        // Nobody can be stopped who makes a table.
        let is_timed = watcher.allotment.is_some() || go.is_open();
        let tables = if is_timed { self.shelf.hurried() } else { self.shelf.patient() };
        watcher.is_drawn = self.options.shows_chances && is_drawn(self.game.position(), &tables);
        self.engine.set_tables(Some(tables));
        let answer = self.engine.search(&self.game, &budget, &mut watcher);
        watcher.tell_rest(&answer);
        // An open search that ran out of things to do keeps quiet until it is asked.
        while !signals.is_stopped() && (go.infinite || signals.is_pondering()) {
            thread::sleep(Duration::from_millis(2));
        }
        let chance = self.game.position().key() ^ watcher.start.elapsed().as_nanos() as u64;
        let picked = strength.pick(self.game.position(), &answer.lines, chance);
        let picked = picked.filter(|m| budget.moves.is_empty() || budget.moves.contains(m));
        self.say(best_move(&watcher, &answer, picked));
    }

    /// A mate that is not found by four plies for each of its moves ends the search, too.
    fn budget(&self, go: &Go) -> Budget {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut moves = Vec::new();
        for text in &go.search_moves {
            match self.game.position().parse_move(text) {
                Ok(m) => moves.push(m),
                Err(problem) => self.complain(&problem.to_string()),
            }
        }
        let depth = go.depth.map(small).or(go.mate.map(|moves| small(moves).saturating_mul(4).saturating_add(4)));
        Budget { depth, nodes: go.nodes, mate: go.mate.map(small), moves }
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
    /// The lines that were told last, and what was told with them.
    told: Vec<Line>,
    last: Option<Report<'static>>,
    /// The game is certainly a draw.
    is_drawn: bool,
}

/// Whether every move ends the game as a draw, or a table knows that it is one.
fn is_drawn(position: &Position, tables: &Tables) -> bool {
    let ends = |m: &Move| {
        let after = position.play(*m);
        after.is_dead() || after.is_stalemate()
    };
    let moves = position.legal_moves();
    let known = || tables.probe.probe(position).is_some_and(|exact| exact.value == Value::Draw);
    position.is_dead()
        || !moves.is_empty() && moves.iter().all(ends)
        || position.board().occupied().count() as u32 <= tables.men && known()
}

/// Only after so long is told which move is being looked at.
const TELL_AFTER: Duration = Duration::from_secs(2);

impl Watch for Watcher {
    fn is_over(&self) -> bool {
        self.signals.is_stopped() || self.allotment.is_some_and(|time| self.signals.has_passed(time.hard))
    }

    fn report(&mut self, report: &Report<'_>) -> bool {
        self.tell(report);
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
    fn tell(&mut self, report: &Report<'_>) {
        let lines = &report.lines[..report.lines.len().min(self.options.line_count)];
        for (index, line) in lines.iter().enumerate() {
            (self.say)(&self.info(report, index, line));
        }
        self.told = lines.to_vec();
        let Report { depth, longest, nodes, fullness, table_hits, best_share, .. } = *report;
        self.last = Some(Report { depth, longest, nodes, fullness, table_hits, best_share, lines: &[] });
    }

    /// A depth that was broken off may have changed which of several lines is the best one.
    fn tell_rest(&mut self, answer: &Answer) {
        let lines = &answer.lines[..answer.lines.len().min(self.options.line_count)];
        if self.options.line_count == 1 || lines == self.told {
            return;
        }
        let first = Report {
            depth: 1,
            longest: 1,
            nodes: answer.nodes,
            fullness: 0,
            table_hits: 0,
            best_share: 1.0,
            lines: &[],
        };
        let last = self.last.unwrap_or(first);
        self.tell(&Report { nodes: answer.nodes, lines, ..last });
    }

    fn uci(&self, position: &Position, m: Move) -> String {
        if self.options.chess960 { position.uci_960(m) } else { position.uci(m) }
    }

    fn info(&self, report: &Report<'_>, index: usize, line: &Line) -> String {
        let elapsed = self.start.elapsed();
        let rate = report.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let chances = if self.options.shows_chances {
            // Who goes wrong may still lose it: then the line says so.
            let is_certain = self.is_drawn && line.score == Score::Centipawns(0);
            let fitted = || line.score.win_draw_loss(1.0 - score::phase(self.position.board()));
            let [win, draw, loss] = if is_certain { [0, 1000, 0] } else { fitted() };
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let score = line.score.usual(self.options.evaluation, self.position.board());
        let mut out = format!(
            "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {rate:.0} hashfull {} tbhits {} time {} pv",
            report.depth,
            report.longest,
            index + 1,
            score,
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
    let position = &watcher.position;
    let line = answer.lines.iter().find(|line| picked.is_none_or(|m| line.moves[0] == m));
    let Some(m) = picked.or(line.map(|line| line.moves[0])) else { return "bestmove 0000".to_owned() };
    let mut out = format!("bestmove {}", watcher.uci(position, m));
    if let Some(&reply) = line.and_then(|line| line.moves.get(1)) {
        let _ = write!(out, " ponder {}", watcher.uci(&position.play(m), reply));
    }
    out
}
