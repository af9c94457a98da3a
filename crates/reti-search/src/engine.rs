//! An alpha-beta engine whose evaluation can be exchanged.
//!
//! *[Seed 004, section 4]* puts fields under a classical search; here the same search runs on any of
//! the evaluations of `reti_core::field::score`, so that they can be compared. It deepens
//! iteratively with a narrow window around the last score, and remembers positions in a table.
//! With one thread and one [`Budget`] of nodes or depth the same engine gives the same answer every
//! time; further threads search the same root and help only through the table. The engine has no
//! clock: a [`Watch`] may stop it and is told after every depth.

mod candidate;
mod code;
mod correction;
mod generate;
mod order;
mod place;
mod prefetch;
mod quiet;
mod root;
mod score;
pub mod signature;
mod swap;
mod table;
mod tree;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use reti_core::{
    chess::{Move, Position},
    field::score::{Accumulator, Evaluation},
};

use crate::probe::Probe;
pub use order::Order;
pub use score::Score;

use order::Experience;
use place::{Castling, Place, key_of};
use score::LONGEST;
use table::Table;
use tree::{Shared, Tree};

/// A position with the game that led to it, as far as repetitions need it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        Game { position, earlier: Vec::new() }
    }

    /// A legal move is played.
    pub fn play(&mut self, m: Move) {
        self.earlier.push(key_of(&self.position));
        self.position = self.position.play(m);
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// How much a search may spend, and on what; nothing is limited by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// Positions that may be visited.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves are considered; all legal ones if empty.
    pub moves: Vec<Move>,
}

/// Someone who looks at a running search from outside.
pub trait Watch: Send {
    /// Whether the search must end at once; asked every 1,024 nodes.
    fn is_over(&self) -> bool;

    /// A depth is finished; false ends the search.
    fn report(&mut self, report: &Report<'_>) -> bool;

    /// A move of the root is about to be searched: which one, and as which in order from 1.
    fn current(&mut self, depth: u32, m: Move, number: usize) {
        let _ = (depth, m, number);
    }
}

/// Nobody looks.
pub struct Unwatched;

impl Watch for Unwatched {
    fn is_over(&self) -> bool {
        false
    }

    fn report(&mut self, _: &Report<'_>) -> bool {
        true
    }
}

/// What a finished depth has brought.
#[derive(Clone, Copy, Debug)]
pub struct Report<'r> {
    /// The depth in plies.
    pub depth: u32,
    /// The longest line that was looked at, in plies.
    pub longest: u32,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// Answers of endgame tables so far.
    pub table_hits: u64,
    /// Which part of the depth's nodes lies below the best move, from 0 to 1.
    pub best_share: f64,
    /// The best lines, the best first; as many as were wanted and exist.
    pub lines: &'r [Line],
}

/// A line that the engine would play, and its score for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score.
    pub score: Score,
    /// Legal moves from the searched position; at least one.
    pub moves: Vec<Move>,
}

/// What a search ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best lines; none if there is no legal move to choose.
    pub lines: Vec<Line>,
    /// The last finished depth.
    pub depth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
}

impl Answer {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// Endgame tables that a search may ask.
#[derive(Clone)]
pub struct Tables {
    /// Who knows.
    pub probe: Arc<dyn Probe + Send + Sync>,
    /// The most men on a board that is worth asking about.
    pub men: u32,
    /// Whether to ask about every position, not only right after captures and pawn moves.
    pub everywhere: bool,
}

/// The engine: an evaluation, and what is remembered between searches.
pub struct Engine {
    evaluation: &'static Evaluation,
    table: Table,
    /// One for each thread.
    experience: Vec<Experience>,
    line_count: usize,
    tables: Option<Tables>,
}

/// Deep lines need room; a search's frames are large.
const STACK: usize = 16 << 20;

impl Engine {
    /// An engine with a table of so many mebibytes.
    ///
    /// ```
    /// use reti_core::{chess::Position, field::score};
    /// use reti_search::engine::{Budget, Engine, Game, Unwatched};
    /// let mut engine = Engine::new(&score::SEED, 1);
    /// let game = Game::new(Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap());
    /// let budget = Budget { depth: Some(3), ..Budget::default() };
    /// let answer = engine.search(&game, &budget, &mut Unwatched);
    /// assert_eq!(game.position().san(answer.best().unwrap()), "Ra8#");
    /// ```
    pub fn new(evaluation: &'static Evaluation, mebibytes: usize) -> Engine {
        let experience = vec![Experience::new()];
        Engine { evaluation, table: Table::new(mebibytes), experience, line_count: 1, tables: None }
    }

    /// The evaluation in use.
    pub fn evaluation(&self) -> &'static Evaluation {
        self.evaluation
    }

    /// Exchanges the evaluation and forgets scores of the old one.
    pub fn set_evaluation(&mut self, evaluation: &'static Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// Another table size, in mebibytes; forgets everything. False if there is not so much memory:
    /// then the table has one mebibyte.
    pub fn set_table_size(&mut self, mebibytes: usize) -> bool {
        // The old one goes first, so that both need not fit.
        self.table = Table::new(1);
        self.clear();
        let found = Table::try_new(mebibytes);
        let fits = found.is_some();
        if let Some(table) = found {
            self.table = table;
        }
        fits
    }

    /// How many threads search, at least one. Only one thread repeats itself exactly.
    pub fn set_threads(&mut self, count: usize) {
        let order = self.experience.first().map_or_else(Order::default, |experience| experience.order);
        self.experience.resize_with(count.max(1), Experience::new);
        self.set_order(order);
    }

    /// How many lines to look for, at least one.
    pub fn set_line_count(&mut self, count: usize) {
        self.line_count = count.max(1);
    }

    /// What decides among quiet moves.
    pub fn set_order(&mut self, order: Order) {
        for experience in &mut self.experience {
            experience.order = order;
        }
    }

    /// Endgame tables to ask, or none.
    pub fn set_tables(&mut self, tables: Option<Tables>) {
        self.tables = tables;
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        for experience in &mut self.experience {
            experience.clear();
        }
    }

    /// Looks for the best move.
    pub fn search(&mut self, game: &Game, budget: &Budget, watch: &mut dyn Watch) -> Answer {
        self.table.grow_older();
        let position = &game.position;
        let choice = root::choice(position, &budget.moves, self.tables.as_ref());
        let castling = Castling::new(position);
        let root = Place::new(position, &castling, Accumulator::new(self.evaluation, position.board()));
        let (stop, others) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            table: &self.table,
            stop: &stop,
            others: &others,
            probe: self.tables.as_ref().map(|tables| &*tables.probe),
            men: self.tables.as_ref().map_or(0, |tables| tables.men),
            everywhere: self.tables.as_ref().is_some_and(|tables| tables.everywhere),
        };
        let threads = self.experience.len();
        let last = budget.depth.unwrap_or(u32::MAX).clamp(1, LONGEST as u32 - 1) as i32;
        let count = self.line_count.min(choice.len());
        let Some((experience, helpers)) = self.experience.split_first_mut() else {
            return Answer { lines: vec![], depth: 0, nodes: 0 };
        };
        experience.forget_killers();
        thread::scope(|scope| {
            for (index, experience) in helpers.iter_mut().enumerate() {
                experience.forget_killers();
                let (root, shared, choice, earlier) = (&root, &shared, &choice, &game.earlier);
                let work = move || {
                    let mut tree = Tree::new(root, earlier, shared, experience, None);
                    root::help(&mut tree, root, choice, last, index);
                };
                // A thread that cannot be started is missed, not needed.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            let mut tree = Tree::new(&root, &game.earlier, &shared, experience, Some(watch));
            tree.node_budget = budget.nodes.map(|nodes| nodes.div_ceil(threads as u64));
            let answer = root::lead(&mut tree, &root, position, &choice, count, last, budget.mate);
            stop.store(true, Relaxed);
            answer
        })
    }
}
