//! An alpha-beta engine whose evaluation can be exchanged.
//!
//! *[Seed 004, section 4]* puts fields under a classical search; here the same search runs on any of
//! the evaluations of `reti_core::field::score`, so that they can be compared. It deepens
//! iteratively with a narrow window around the last score, and remembers positions in a table.
//! With one [`Budget`] of nodes or depth the same engine gives the same answer every time. The engine
//! has no clock: a [`Watch`] may stop it and is told after every depth.

mod order;
mod score;
pub mod signature;
mod table;
mod tree;

use reti_core::{
    chess::{Move, Position},
    field::score::{Accumulator, Evaluation},
};

pub use score::Score;

use order::Experience;
use score::LONGEST;
use table::Table;
use tree::{INFINITE, Place, Tree};

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
        self.earlier.push(self.position.key());
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
pub trait Watch {
    /// Whether the search must end at once; asked every 1,024 nodes.
    fn is_over(&self) -> bool;

    /// A depth is finished; false ends the search.
    fn report(&mut self, report: &Report<'_>) -> bool;
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
    /// Positions visited so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: u32,
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
    /// Positions visited.
    pub nodes: u64,
}

impl Answer {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// The engine: an evaluation, and what is remembered between searches.
pub struct Engine {
    evaluation: &'static Evaluation,
    table: Table,
    experience: Experience,
    line_count: usize,
}

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
        Engine { evaluation, table: Table::new(mebibytes), experience: Experience::new(), line_count: 1 }
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

    /// Another table size, in mebibytes; forgets everything.
    pub fn set_table_size(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes);
        self.clear();
    }

    /// How many lines to look for, at least one.
    pub fn set_line_count(&mut self, count: usize) {
        self.line_count = count.max(1);
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experience.clear();
    }

    /// Looks for the best move.
    pub fn search(&mut self, game: &Game, budget: &Budget, watch: &mut dyn Watch) -> Answer {
        self.table.grow_older();
        self.experience.forget_killers();
        let position = &game.position;
        let mut choice: Vec<Move> = position.legal_moves().into_iter().collect();
        if budget.moves.iter().any(|m| choice.contains(m)) {
            choice.retain(|m| budget.moves.contains(m));
        }
        let count = self.line_count.min(choice.len());
        let root = Place::new(position, Accumulator::new(self.evaluation, position.board()));
        let mut tree = Tree::new(&root, &game.earlier, &mut self.table, &mut self.experience, watch);
        tree.node_budget = budget.nodes;
        let mut answer = Answer { lines: Vec::new(), depth: 0, nodes: 0 };
        let last = budget.depth.unwrap_or(u32::MAX).clamp(1, LONGEST as u32 - 1);
        for depth in 1..=last {
            if count == 0 {
                break;
            }
            let (lines, finished) = deepen(&mut tree, &root, depth as i32, count, &choice, &answer.lines);
            // A broken off depth may still have found something better for the first line.
            if finished || answer.lines.is_empty() {
                answer.lines = lines;
            } else if let Some(better) = lines.into_iter().next() {
                answer.lines[0] = better;
            }
            if !finished {
                break;
            }
            answer.depth = depth;
            let report = Report {
                depth,
                longest: tree.deepest as u32,
                nodes: tree.nodes,
                fullness: tree.table.fullness(),
                lines: &answer.lines,
            };
            let goes_on = tree.watch.report(&report);
            if !goes_on || reached_mate(budget.mate, &answer.lines) {
                break;
            }
        }
        if answer.lines.is_empty()
            && let Some(&first) = choice.first()
        {
            answer.lines.push(Line { score: Score::Centipawns(0), moves: vec![first] });
        }
        answer.nodes = tree.nodes;
        answer
    }
}

fn reached_mate(wanted: Option<u32>, lines: &[Line]) -> bool {
    match (wanted, lines.first().map(|line| line.score)) {
        (Some(wanted), Some(Score::MateIn(moves))) => moves <= wanted,
        _ => false,
    }
}

/// Searches one depth: the best line, then the best one without its first move, and so on. The
/// second result tells whether the depth was finished.
fn deepen(
    tree: &mut Tree<'_>,
    root: &Place,
    depth: i32,
    count: usize,
    choice: &[Move],
    previous: &[Line],
) -> (Vec<Line>, bool) {
    let mut lines: Vec<Line> = Vec::new();
    for index in 0..count {
        let taken: Vec<Move> = lines.iter().filter_map(|line| line.moves.first()).copied().collect();
        tree.root_moves = choice.iter().copied().filter(|m| !taken.contains(m)).collect();
        let guess = previous.get(index).and_then(|line| match line.score {
            Score::Centipawns(score) if depth >= 5 => Some(score),
            _ => None,
        });
        aspire(tree, root, depth, guess);
        if !tree.line().is_empty() {
            lines.push(Line { score: Score::new(tree.root_score), moves: tree.line().to_vec() });
        }
        if tree.stopped {
            return (lines, false);
        }
    }
    (lines, true)
}

/// Searches with a narrow window around the guess, wider each time that the score lies outside.
fn aspire(tree: &mut Tree<'_>, root: &Place, depth: i32, guess: Option<i32>) {
    let Some(guess) = guess else {
        tree.node(root, depth, -INFINITE, INFINITE, 0, false);
        return;
    };
    let mut width = 20;
    let (mut alpha, mut beta) = (guess - width, guess + width);
    loop {
        let score = tree.node(root, depth, alpha, beta, 0, false);
        if tree.stopped {
            return;
        }
        width *= 3;
        if score <= alpha {
            alpha = if width > 500 { -INFINITE } else { score - width };
        } else if score >= beta {
            beta = if width > 500 { INFINITE } else { score + width };
        } else {
            return;
        }
    }
}
