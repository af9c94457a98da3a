//! The zone search: playing only along trajectories that matter.
//!
//! A full-width search asks *what if* of every move. The zone search moves only along the
//! trajectories of zones: the main element goes for its target, interceptors go where they are in
//! time. When that fails it does not try something else at random; it *inspects* the tree it has
//! just made for the places where something was lost, and brings in the pieces that could have been
//! there: *control zones*. Among their first steps it prefers those that serve a second goal, the
//! steps that gain time. The Réti study falls in about forty moves.
//!
//! That is the search of pawn races. With many men the search goes along threats: trajectories of at most two
//! steps that are about to succeed, and whatever negates them (`threats`).
//!
//! What is left after captures and promotions is judged by an endgame library in one of two tiers:
//! *sound* uses exact tables only; *pioneer* adds the rules of thumb of the square and the race,
//! as the program of 1977 did. Every node says whether its value is **decided**: proven by exact
//! values and complete moves, not merely found by a selective search. What was found about four men is claimed
//! only if it stands against every move (`second_look`).
//!
//! Source: seed 001, *Reti endgame search*; the language of translations.

pub mod along;
mod candidates;
mod decided;
mod doubt;
mod events;
pub mod forecast;
mod full_width;
mod glance;
mod hooks;
mod inspection;
mod judgement;
mod library;
mod numbers;
mod plan;
mod race;
mod second_look;
mod threats;

use reti_core::{
    chess::{Color, Move, Position},
    value::Value,
};

pub use candidates::{Class, zone_of};
pub use events::{Event, Reason};
pub use full_width::{FullWidth, alpha_beta};
pub use library::Library;
pub use plan::{Goal, Plan, Purpose, plan};

use glance::Glance;
use hooks::ZoneHooks;
use library::Trust;
use numbers::ProofHooks;
use threats::ThreatHooks;

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

/// What orders the moves of a race of one pawn each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forecast {
    /// Nothing that was fitted: the search along zones ([`along`]), and no table of the root's own
    /// material anywhere.
    #[default]
    None,
    /// A small network that was fitted to exact values of such races ([`forecast`]); all legal moves
    /// are ranked by it. Outside races tables may speak about the root's material after a few plies.
    Fitted,
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
    /// What orders the moves of a race.
    pub forecast: Forecast,
    /// The longest main trajectory.
    pub horizon: u32,
    /// The budget: no branch is added after so many.
    pub most_edges: usize,
    /// The longest line, in plies.
    pub deepest: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { tier: Tier::Sound, forecast: Forecast::None, horizon: 6, most_edges: 200_000, deepest: 40 }
    }
}

impl Settings {
    /// The settings that suit a position: with many men there are many zones, so the search looks
    /// less far along each.
    pub fn suited(position: &Position, tier: Tier) -> Settings {
        let crowded = position.board().occupied().count() > 10;
        let horizon = if crowded { 2 } else { Settings::default().horizon };
        Settings { tier, horizon, ..Settings::default() }
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
    /// What ordered the moves.
    pub forecast: Forecast,
    /// How often an exact table was asked, the set of pawn against king included.
    pub probes: u64,
    /// At how many positions a search looked without a branch: along threats, and for a second look at a claim about
    /// four men.
    pub looks: u64,
    /// For every branch of a race that was searched along zones, what the move is for.
    pub purposes: Vec<Vec<along::Purpose>>,
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
    let race = forecast::Race::new(position).is_some() && library.entry(position).is_none();
    if race && settings.forecast == Forecast::None {
        return solve_along(position, &library, settings);
    }
    let hooks = ZoneHooks::new(&library, position, settings);
    let mut search = Search { hooks, position, tree: SearchTree::new(), looks: 0 };
    let (value, key) = match forecast::forecast(position) {
        _ if library.entry(position).is_some() => search.library(&library),
        Some(forecast) => search.race(forecast.wins, settings),
        None if candidates::is_small(position) => search.deeper_and_deeper(settings),
        None => search.along_threats(settings),
    };
    let Search { hooks, tree, looks, .. } = search;
    let capped = value.is_none();
    let late = settings.forecast == Forecast::Fitted;
    let (root, proven) = decided::proven(position, &tree, &library, &hooks.same_as, late);
    // A proven value wants a move that proves it; the first good move need not be one.
    let proves =
        |m: &Move| root.is_some_and(|value| library.imminent(&position.play(*m), Trust::Tables) == Some(-value));
    let proving = position.legal_moves().into_iter().find(proves);
    let key = proving.or(key).or_else(|| hooks.library_key(position));
    let (value, looked) = second_look::claim(position, root, value, &library, late);
    let looks = looks + looked;
    Solution {
        decided: root.is_some(),
        value,
        key,
        tree,
        proven,
        events: hooks.events,
        capped,
        forecast: settings.forecast,
        probes: library.probes(),
        looks,
        purposes: Vec::new(),
    }
}

/// A race of one pawn each, along zones alone.
fn solve_along(position: &Position, library: &Library<'_>, settings: Settings) -> Solution {
    let game = along::chess::ChessRace::new(library);
    let walked = along::walk(&game, position, settings.most_edges);
    let (root, proven) = decided::proven(position, &walked.tree, library, &walked.same_as, false);
    let (value, looks) = second_look::claim(position, root, walked.value, library, false);
    let mut purposes = Vec::new();
    for step in &walked.steps {
        if let along::Step::Play { purposes: found, .. } = step {
            purposes.push(found.clone());
        }
    }
    Solution {
        decided: root.is_some(),
        value,
        key: walked.key,
        proven,
        events: events::of_steps(position, &walked.steps, &walked.tree),
        tree: walked.tree,
        capped: walked.value.is_none(),
        forecast: Forecast::None,
        probes: library.probes() + game.asked.get(),
        looks,
        purposes,
    }
}

/// The least log-odds, in thousandths, with which a side that holds asks whether it wins: one in
/// eight.
const SLIM: i32 = -2000;
/// Winning so much more than the root has counts as winning, in hundredths of a pawn.
const WINNING: i32 = 200;
/// In pawn endings one more counts, if it makes a lead of two.
const PAWN: i32 = 100;
/// Losing less than this counts as holding.
const HOLDING: i32 = 50;
/// A side that is further behind must come so near to count as holding.
const BEHIND: i32 = -100;

/// The scores from which a position counts as won, and as held.
fn aims(position: &Position) -> (i32, i32) {
    if forecast::Race::new(position).is_some() {
        return (WON, 0);
    }
    let (root, board) = (ChessGame.evaluate(position), position.board());
    let holding = if root >= BEHIND { (root - HOLDING).min(0) } else { BEHIND };
    let pawn_ending = board.kings() | board.pawns() == board.occupied();
    let winning = if pawn_ending { root + PAWN } else { root + WINNING };
    let least = if pawn_ending { 2 * PAWN } else { WINNING - HOLDING };
    (winning.max(least), holding)
}

/// The score from which the enemy counts as winning.
fn enemy_aim(position: &Position) -> i32 {
    (WINNING - ChessGame.evaluate(position)).max(WINNING - HOLDING)
}

/// Lines of so many plies must be complete before they speak for a value.
const LONG_ENOUGH: usize = 9;
/// The lengths of lines that are looked at in turn, in plies.
const LENGTHS: [usize; 11] = [1, 3, 5, 7, 9, 11, 15, 19, 25, 31, 39];

/// So many moves may be tried in a crowded position: each costs more, because many positions are looked at
/// for it.
const CROWDED: usize = 20_000;
/// So many moves may be tried in any case to find more than what was asked for.
const MORE: usize = 200;
/// The lengths of lines along threats, in plies.
const THREATS: [usize; 8] = [1, 3, 5, 7, 9, 11, 13, 15];

/// The questions asked about one position.
struct Search<'a> {
    hooks: ZoneHooks<'a>,
    position: &'a Position,
    tree: SearchTree<Move>,
    /// Looks without a branch.
    looks: u64,
}

impl Search<'_> {
    /// Whether the root is worth at least `aim`, and the move that says so; `None` if the budget does
    /// not suffice.
    fn ask(&mut self, question: Question, aim: i32, limit: usize, budget: usize) -> Option<(bool, Option<Move>)> {
        self.hooks.ask(question, aim, limit, budget);
        let (score, key) =
            reduced_search::search_on(&ChessGame, &mut self.hooks, self.position.clone(), &mut self.tree);
        (!self.hooks.capped).then(|| (self.hooks.is_answered(score), key))
    }

    /// The answer of the library about the root itself.
    fn library(&mut self, library: &Library<'_>) -> (Option<Value>, Option<Move>) {
        (library.entry(self.position).map(|entry| entry.value), None)
    }

    /// A race of one pawn each, with the log-odds of a win.
    fn race(&mut self, chance: i32, settings: Settings) -> (Option<Value>, Option<Move>) {
        let Settings { deepest, most_edges, .. } = settings;
        if chance > 0
            && let Some((true, key)) = self.ask(Question::Win, WON, deepest, most_edges)
        {
            return (Some(Value::Win), key);
        }
        let Some((holds, key)) = self.ask(Question::Hold, 0, deepest, most_edges) else { return (None, None) };
        if holds
            && (SLIM..=0).contains(&chance)
            && let Some((true, key)) = self.ask(Question::Win, WON, deepest, most_edges)
        {
            return (Some(Value::Win), key);
        }
        (Some(if holds { Value::Draw } else { Value::Loss }), key)
    }

    /// A crowded position: looks for a win along threats, in longer and longer lines; then for the enemy's;
    /// then for whatever can be won.
    fn along_threats(&mut self, settings: Settings) -> (Option<Value>, Option<Move>) {
        let root = ChessGame.evaluate(self.position);
        // Who is ahead needs less to win.
        let winning = aims(self.position).0.min((root + PAWN).max(WINNING + PAWN));
        let most = settings.most_edges.min(CROWDED);
        if let Some(key) = self.threat(winning, most / 2) {
            let doubtful = doubt::is_doubtful(self.position, key, winning);
            return ((!doubtful).then_some(Value::Win), Some(key));
        }
        if self.is_mated(most * 5 / 8) {
            return (Some(Value::Loss), None);
        }
        let little = self.threat(root + PAWN, most);
        (None, little.or_else(|| self.glance()))
    }

    /// The move after which the learned evaluation, with the enemy's best exchange, is best.
    fn glance(&mut self) -> Option<Move> {
        let mut hooks = Glance::new(&mut self.hooks);
        reduced_search::search_on(&ChessGame, &mut hooks, self.position.clone(), &mut self.tree).1
    }

    /// The move with which the side to move gets `aim` along threats, in longer and longer lines. More is
    /// asked for until it is not found in lines of the same length.
    fn threat(&mut self, aim: i32, budget: usize) -> Option<Move> {
        let mut hooks = ThreatHooks::new(&mut self.hooks, self.position.turn(), budget);
        let (mut wanted, mut found): (i32, Option<Move>) = (aim, None);
        for limit in THREATS {
            loop {
                hooks.ask(wanted, limit);
                let (score, key) =
                    reduced_search::search_on(&ChessGame, &mut hooks, self.position.clone(), &mut self.tree);
                if score < wanted {
                    break;
                }
                if found.is_none() {
                    // Looking for more must not cost more than what was found.
                    hooks.budget = budget.min(self.tree.len() + self.tree.len().max(MORE));
                }
                found = key;
                if score >= WON {
                    break;
                }
                wanted = score + 1;
            }
            if found.is_some() || hooks.capped {
                break;
            }
        }
        self.looks += hooks.looks;
        found
    }

    /// Whether the enemy mates, whatever the side to move does.
    fn is_mated(&mut self, budget: usize) -> bool {
        let mut hooks = ThreatHooks::new(&mut self.hooks, !self.position.turn(), budget);
        let mated = THREATS.into_iter().any(|limit| {
            hooks.ask(WON, limit + 1);
            let score = reduced_search::search_on(&ChessGame, &mut hooks, self.position.clone(), &mut self.tree).0;
            -score >= WON
        });
        self.looks += hooks.looks;
        mated
    }

    /// Any other position: looks for a win, then whether the side holds.
    ///
    /// With few men both questions are also asked by proof numbers. A draw is claimed only if
    /// something speaks for it: no win in complete lines of every length; or, for a side that is
    /// behind, that it comes level, or that nothing is lost against any move while the enemy finds
    /// no win. Otherwise the value stays unknown.
    fn deeper_and_deeper(&mut self, settings: Settings) -> (Option<Value>, Option<Move>) {
        let root = ChessGame.evaluate(self.position);
        let (winning, holding) = aims(self.position);
        let (us, most) = (self.position.turn(), settings.most_edges);
        let few = candidates::is_small(self.position);
        let behind = root <= BEHIND;
        let shares = Shares::new(most, few, behind);
        let wins = self.deepen(Question::Win, winning, settings.deepest, shares.lines);
        if wins.yes {
            return (Some(Value::Win), wins.key);
        }
        if few && !wins.complete {
            self.hooks.ask(Question::Win, winning, settings.deepest, shares.proof);
            if let (true, key) = self.prove(us, winning, shares.proof) {
                return (Some(Value::Win), key);
            }
        }
        let enemy_winning = enemy_aim(self.position);
        if few && behind {
            self.hooks.ask(Question::Hold, 1 - enemy_winning, settings.deepest, shares.enemy);
            if self.prove(!us, enemy_winning, shares.enemy).0 {
                return (Some(Value::Loss), None);
            }
        }
        let holds = self.deepen(Question::Hold, holding, settings.deepest / 2, shares.hold);
        let speaks = if behind { few || holding > root } else { wins.complete };
        let real = speaks && holds.length >= LONG_ENOUGH;
        if holds.yes {
            return (real.then_some(Value::Draw), holds.key);
        }
        // Less than was hoped for is not lost yet.
        let survives = self.deepen(Question::Hold, 1 - enemy_winning, settings.deepest / 2, most);
        let lost = !survives.yes && survives.length >= LONG_ENOUGH;
        (lost.then_some(Value::Loss), holds.key.or(survives.key))
    }

    /// Whether a side wins, by proof numbers; the move that does it if it is that side's turn.
    fn prove(&mut self, side: Color, aim: i32, budget: usize) -> (bool, Option<Move>) {
        let mut hooks = ProofHooks::new(&mut self.hooks, side, aim, budget);
        reduced_search::search_on(&ChessGame, &mut hooks, self.position.clone(), &mut self.tree);
        (hooks.proven, hooks.key)
    }

    /// The same question about longer and longer lines, until the answer is yes for a win, or the
    /// budget is spent; the last complete answer.
    fn deepen(&mut self, question: Question, aim: i32, deepest: usize, budget: usize) -> Answer {
        let mut answer = Answer { yes: false, key: None, length: 0, complete: true };
        for limit in LENGTHS.into_iter().filter(|&limit| limit <= deepest) {
            let Some((yes, key)) = self.ask(question, aim, limit, budget) else {
                return Answer { complete: false, ..answer };
            };
            answer = Answer { yes, key, length: limit, ..answer };
            if question == Question::Win && yes {
                break;
            }
        }
        answer
    }
}

/// An answer about lines of growing length.
struct Answer {
    yes: bool,
    key: Option<Move>,
    /// The longest lines that were looked at completely, in plies.
    length: usize,
    /// Whether the budget allowed all lengths.
    complete: bool,
}

/// Up to which branch each question may go.
struct Shares {
    /// The win, by lines of growing length.
    lines: usize,
    /// The win, by proof numbers.
    proof: usize,
    /// The enemy's win, by proof numbers.
    enemy: usize,
    /// Whether the side holds.
    hold: usize,
}

impl Shares {
    fn new(most: usize, few: bool, behind: bool) -> Shares {
        let eighths = |count: usize| most * count / 8;
        match (few, behind) {
            (true, false) => Shares { lines: eighths(1), proof: eighths(7), enemy: eighths(7), hold: most },
            (true, true) => Shares { lines: eighths(1), proof: eighths(2), enemy: eighths(4), hold: eighths(7) },
            // With many men a line costs more, and proof numbers find little.
            (false, _) => Shares { lines: eighths(2), proof: eighths(2), enemy: eighths(2), hold: eighths(3) },
        }
    }
}
