//! The zone search: playing only along trajectories that matter.
//!
//! A full-width search asks *what if* of every move. The zone search moves only along the
//! trajectories of zones: the main element goes for its target, interceptors go where they are in
//! time. When that fails it does not try something else at random; it *inspects* the tree it has
//! just made for the places where something was lost, and brings in the pieces that could have been
//! there: *control zones*. Among their first steps it prefers those that serve a second goal, the
//! steps that gain time. The Réti study falls in about a hundred moves.
//!
//! What is left after captures and promotions is judged by an endgame library in one of two tiers:
//! *sound* uses exact tables only; *pioneer* adds the rules of thumb of the square and the race,
//! as the program of 1977 did. Every node says whether its value is **decided**: proven by exact
//! values and complete moves, not merely found by a selective search.
//!
//! Source: seed 001, *Reti endgame search*; the language of translations.

mod candidates;
mod decided;
mod events;
pub mod forecast;
mod hooks;
mod inspection;
mod judgement;
mod library;
mod race;

use reti_core::{
    chess::{Move, Position},
    value::Value,
};

pub use candidates::Class;
pub use events::{Event, narrate};
pub use library::Library;

use hooks::ZoneHooks;
use library::Trust;

use crate::{
    probe::Probe,
    reduced_search::{self, Game},
    tree::SearchTree,
};

/// Which knowledge may end a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tier {
    /// Exact tables only.
    #[default]
    Sound,
    /// Rules of thumb for pawn races too.
    Pioneer,
}

/// What the side to move asks; a three-valued result takes one or two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Do I get at least a draw?
    Hold,
    /// Do I win?
    Win,
}

/// The limits and habits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which knowledge may end a branch.
    pub tier: Tier,
    /// The longest main trajectory.
    pub horizon: u32,
    /// The budget: no branch is added after so many.
    pub most_edges: usize,
    /// The longest line, in plies.
    pub deepest: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { tier: Tier::Sound, horizon: 6, most_edges: 30_000, deepest: 40 }
    }
}

/// Scores of decided games; everything between is material in hundredths of a pawn.
pub const WON: i32 = 20_000;

/// What a zone search found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The value for the side to move; `None` if the search makes no claim.
    pub value: Option<Value>,
    /// Whether the value is proven, or only found along zones.
    pub decided: bool,
    /// The move to play.
    pub key: Option<Move>,
    /// Everything that was tried.
    pub tree: SearchTree<Move>,
    /// For every branch, what is proven of the position after it, for the side to move there.
    pub proven: Vec<Option<Value>>,
    /// The search in order, as it can be told.
    pub events: Vec<Event>,
    /// Whether the budget ended the search.
    pub capped: bool,
}

impl Solution {
    /// The number of moves that were tried.
    pub fn edges(&self) -> usize {
        self.tree.len()
    }
}

/// Chess as a game to be searched: legal moves, material.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessGame;

impl Game for ChessGame {
    type State = Position;
    type Move = Move;

    fn play(&self, state: &Position, m: Move) -> Position {
        state.play(m)
    }

    fn evaluate(&self, state: &Position) -> i32 {
        use reti_core::value::material;
        material(state.board(), state.turn()) - material(state.board(), !state.turn())
    }
}

/// Searches a position along its zones.
///
/// The three values take two questions, whether the side to move wins and whether it holds. In a
/// race the forecast says which comes first: a side that is more likely to win than not asks
/// whether it wins, any other whether it holds; and a side that holds asks for more only if there
/// is a chance of it. Elsewhere the search looks deeper and deeper for a win, and then asks whether
/// the side holds.
pub fn solve(position: &Position, probe: &dyn Probe, settings: Settings) -> Solution {
    let library = Library::new(probe, position, settings.tier);
    let mut search = Search { hooks: ZoneHooks::new(&library, position, settings), position, tree: SearchTree::new() };
    let (value, key) = match forecast::forecast(position) {
        _ if library.entry(position).is_some() => search.library(&library),
        Some(forecast) => search.race(forecast.wins),
        None => search.deeper_and_deeper(settings),
    };
    let Search { hooks, tree, .. } = search;
    let (root, proven) = decided::proven(position, &tree, &library, &hooks.same_as);
    // A proven value wants a move that proves it; the first good move need not be one.
    let proves =
        |m: &Move| root.is_some_and(|value| library.imminent(&position.play(*m), Trust::Tables) == Some(-value));
    let proving = position.legal_moves().into_iter().find(proves);
    let key = proving.or(key).or_else(|| hooks.library_key(position));
    Solution {
        decided: root.is_some(),
        value: root.or(value),
        key,
        tree,
        proven,
        events: hooks.events,
        capped: hooks.capped,
    }
}

/// The least log-odds, in thousandths, with which a side that holds asks whether it wins: one in
/// eight.
const SLIM: i32 = -2000;
/// Winning so much more than the root has counts as winning, in hundredths of a pawn.
const WINNING: i32 = 200;
/// Losing less than this counts as holding.
const HOLDING: i32 = 50;
/// A side that is further behind holds only if a draw is shown.
const BEHIND: i32 = -100;

/// The questions asked about one position.
struct Search<'a> {
    hooks: ZoneHooks<'a>,
    position: &'a Position,
    tree: SearchTree<Move>,
}

impl Search<'_> {
    /// Whether the root is worth at least `aim`, and the move that says so.
    fn ask(&mut self, question: Question, aim: i32, limit: usize) -> (bool, Option<Move>) {
        self.hooks.ask(question, aim, limit);
        let (score, key) =
            reduced_search::search_on(&ChessGame, &mut self.hooks, self.position.clone(), &mut self.tree);
        (self.hooks.is_answered(score), key)
    }

    /// The answer of the library about the root itself.
    fn library(&mut self, library: &Library<'_>) -> (Option<Value>, Option<Move>) {
        (library.entry(self.position).map(|entry| entry.value), None)
    }

    /// A race of one pawn each, with the log-odds of a win.
    fn race(&mut self, chance: i32) -> (Option<Value>, Option<Move>) {
        let limit = self.hooks.deepest();
        if chance > 0
            && let (true, key) = self.ask(Question::Win, WON, limit)
        {
            return (self.claim(Value::Win), key);
        }
        let (holds, key) = self.ask(Question::Hold, 0, limit);
        if holds
            && (SLIM..=0).contains(&chance)
            && let (true, key) = self.ask(Question::Win, WON, limit)
        {
            return (self.claim(Value::Win), key);
        }
        (self.claim(if holds { Value::Draw } else { Value::Loss }), key)
    }

    /// A value, unless the budget ended the search that found it.
    fn claim(&self, value: Value) -> Option<Value> {
        (!self.hooks.capped).then_some(value)
    }

    /// Any other position: looks for a win in lines of growing length, then whether the side holds.
    fn deeper_and_deeper(&mut self, settings: Settings) -> (Option<Value>, Option<Move>) {
        let root = ChessGame.evaluate(self.position);
        let winning = (root + WINNING).max(WINNING - HOLDING);
        let mut last = 0;
        for limit in (1..=settings.deepest).step_by(2) {
            let (wins, key) = self.ask(Question::Win, winning, limit);
            if wins && !self.hooks.capped {
                return (Some(Value::Win), key);
            }
            // The question whether the side holds needs as much again.
            if self.hooks.capped || self.tree.len() > settings.most_edges / 2 {
                break;
            }
            last = limit;
        }
        self.hooks.capped = false;
        let (holds, key) = self.ask(Question::Hold, (root - HOLDING).min(0), last.max(1));
        if !holds {
            return (self.claim(Value::Loss), key);
        }
        if root >= BEHIND {
            return (self.claim(Value::Draw), key);
        }
        let (draws, key) = self.ask(Question::Hold, 0, last.max(1));
        (self.claim(Value::Draw).filter(|_| draws), key)
    }
}
