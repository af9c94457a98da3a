//! The zone search as an instance of the grammar of reduced searches.
//!
//! `MOVE` builds the zones of a node and sorts the candidates. `MV` hands them out in stages: first
//! those with a target worth a promotion; then, while the node is bad for its side, control steps
//! found by inspection; then the lesser candidates; then inspection again. `CUT` asks the library,
//! repetition, the window and the budget.

mod choice;
mod losses;

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use reti_core::{
    chess::{Color, Move, Position, Square},
    value::Value,
};

use super::{
    ChessGame, Class, Event, Forecast, Library, Question, Reason, Settings, WON,
    candidates::{self, Candidate, Geometry, HIGH},
    forecast::Race,
    judgement::judge,
    library::{SILENT_PLIES, Trust},
};
use crate::{
    reduced_search::{Cut, Hooks, INFINITE, Path},
    tree::SearchTree,
};

use choice::View;

/// What the search remembers at a node.
pub struct Plan {
    geometry: Geometry,
    /// The moves of a node outside races, best first, with their classes.
    queue: Vec<(Move, Class)>,
    /// Candidates that are still to be played, best first.
    high: Vec<Candidate>,
    low: Vec<Candidate>,
}

/// Down to so many nodes from the root the search shows how a promising step fails.
const NEAR_ROOT: usize = 3;
/// With so few men the library is asked about every answer to every move.
pub const PROBED_MEN: usize = 5;

/// What is known about a position that was searched before.
#[derive(Clone, Copy)]
struct Seen {
    least: i32,
    most: i32,
    branch: usize,
    /// How many plies were left when it was searched.
    left: usize,
    /// The move that served best.
    best: Option<Move>,
}

/// The hooks of the zone search.
pub struct ZoneHooks<'a> {
    pub(super) library: &'a Library<'a>,
    pub(super) settings: Settings,
    pub(super) root_side: Color,
    /// What the side to move at the root asks.
    question: Question,
    /// The score with which it is content.
    aim: i32,
    /// The longest line, in plies.
    limit: usize,
    /// No branch is added after so many.
    budget: usize,
    /// Whether the root is a race of one pawn each, which has a forecast.
    race: bool,
    /// Branches that are played out although their result is known, so that inspection and the
    /// reader see how they fail.
    shown: HashSet<usize>,
    seen: HashMap<u64, Seen>,
    /// What was done, in order.
    pub events: Vec<Event>,
    /// For every branch the earlier branch with the same position, or 0.
    pub same_as: Vec<usize>,
    /// Whether the budget of the last question was spent.
    pub capped: bool,
    /// The branch of the node that was visited last, to notice climbing.
    at: usize,
    /// Where the side to move wins at once after a branch.
    looming: HashMap<usize, Square>,
    /// The move that ended the node last left at every depth.
    answers: Vec<Option<Move>>,
    /// The patience that the side that asks has spent before the node at every depth.
    spent: Vec<i32>,
    /// The key and window of the node last entered at every depth.
    entered: Vec<(u64, i32, i32)>,
}

impl<'a> ZoneHooks<'a> {
    /// Hooks for one search.
    pub fn new(library: &'a Library<'a>, root: &Position, settings: Settings) -> ZoneHooks<'a> {
        ZoneHooks {
            library,
            settings,
            root_side: root.turn(),
            question: Question::Hold,
            aim: 0,
            limit: settings.deepest,
            budget: settings.most_edges,
            race: Race::new(root).is_some(),
            shown: HashSet::new(),
            seen: HashMap::new(),
            events: Vec::new(),
            same_as: vec![0],
            capped: false,
            at: 0,
            entered: Vec::new(),
            answers: Vec::new(),
            spent: Vec::new(),
            looming: HashMap::new(),
        }
    }

    /// A best move where the library answered at once.
    pub fn library_key(&self, root: &Position) -> Option<Move> {
        let value = self.library.entry(root)?.value;
        let keeps = |m: &Move| self.library.entry(&root.play(*m)).is_some_and(|entry| -entry.value == value);
        root.legal_moves().into_iter().find(keeps)
    }

    /// Remembers the value of the child that was just left; `depth` is the number of nodes above it.
    fn remember(&mut self, depth: usize, father: usize, tree: &SearchTree<Move>) {
        let Some(&(key, alpha, beta)) = self.entered.get(depth) else { return };
        let Some((branch, child)) = tree.children(father).last() else { return };
        let Some(score) = child.value.map(|value| -value) else { return };
        if child.son == 0 {
            return;
        }
        let left = (self.limit + 1).saturating_sub(depth + 1);
        let fresh = Seen { least: -INFINITE, most: INFINITE, branch, left, best: None };
        let seen = self.seen.entry(key).or_insert(fresh);
        if seen.left != left {
            *seen = Seen { best: seen.best, ..fresh };
        }
        seen.branch = branch;
        let best = tree.children(branch).max_by_key(|(number, son)| (son.value, Reverse(*number)));
        seen.best = best.map(|(_, son)| son.transition).or(seen.best);
        if score > alpha {
            seen.least = seen.least.max(score);
        }
        if score < beta {
            seen.most = seen.most.min(score);
        }
    }

    /// Another question about the same root: whether it is worth at least `aim`, looking `limit`
    /// plies far and adding branches up to number `budget`.
    pub fn ask(&mut self, question: Question, aim: i32, limit: usize, budget: usize) {
        if question != self.question || aim != self.aim {
            self.seen.clear();
        }
        self.question = question;
        self.aim = aim;
        self.limit = limit;
        self.budget = budget;
        self.capped = false;
        self.at = 0;
        self.entered.clear();
    }

    /// Another search of the same root begins.
    pub(super) fn start(&mut self) {
        self.at = 0;
    }

    /// Writes down that a move is tried.
    pub(super) fn note_play(&mut self, branch: usize, m: Move, class: Class) {
        self.events.push(Event::Play { branch, m, class });
        self.at = branch;
    }

    /// Writes down that the search stands at a node; whether it climbed there.
    pub(super) fn note_visit(&mut self, branch: usize, tree: &SearchTree<Move>) -> bool {
        self.same_as.resize(tree.len() + 1, 0);
        let climbed = branch != self.at;
        if climbed {
            self.events.push(Event::Climb { branch });
            self.at = branch;
        }
        climbed
    }

    /// Whether a score of the root means yes.
    pub fn is_answered(&self, score: i32) -> bool {
        self.is_content_with(score, true)
    }

    pub(super) fn record_cut(&mut self, position: &Position, branch: usize, score: i32, reason: Reason) -> Cut {
        let white_score = if position.turn() == Color::White { score } else { -score };
        self.events.push(Event::Cut { branch, white_score, reason });
        Cut::Value(score)
    }

    /// Whether the side to move at a node may be content with what it has.
    fn is_content(&self, best: Option<i32>, turn: Color) -> bool {
        best.is_some_and(|best| self.is_content_with(best, turn == self.root_side))
    }

    fn is_content_with(&self, score: i32, asks: bool) -> bool {
        if asks { score >= self.aim } else { -score < self.aim }
    }

    /// What an earlier search of the same position says. A win that was found is there for good;
    /// everything else holds only as far as the earlier search looked.
    fn seen_before(&self, turn: Color, key: u64, left: usize) -> Option<(i32, usize)> {
        let seen = self.seen.get(&key)?;
        let asks = turn == self.root_side;
        let (reached, missed) = if asks { (seen.least, seen.most) } else { (seen.most, seen.least) };
        let far_enough = self.race || seen.left >= left;
        let yes = self.is_content_with(if asks { reached } else { -reached }, true);
        if yes && (far_enough || self.question == Question::Win) {
            return Some((reached, seen.branch));
        }
        let no = !self.is_content_with(if asks { missed } else { -missed }, true);
        (far_enough && no).then_some((missed, seen.branch))
    }

    /// The end of a branch that the library knows.
    pub(super) fn known<N>(&mut self, path: &Path<ChessGame, N>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        let shown = self.shown.contains(&node.branch);
        if let Some(entry) = self.library.entry(&node.state) {
            if shown && entry.exact && self.library.exchange(&node.state).is_some() {
                return None;
            }
            return Some(self.record_cut(&node.state, node.branch, entry.score(), entry.reason));
        }
        if path.len() == 1 || (shown && path.len() <= NEAR_ROOT + 1) {
            return None;
        }
        if !self.race
            && self.settings.forecast == Forecast::Fitted
            && path.len() > SILENT_PLIES
            && let Some(entry) = self.library.table(&node.state)
        {
            return Some(self.record_cut(&node.state, node.branch, entry.score(), entry.reason));
        }
        if node.state.board().occupied().count() > PROBED_MEN {
            return None;
        }
        match self.library.imminent(&node.state, Trust::Rules) {
            Some(Value::Win) => {
                if let Some(square) = self.library.winning_square(&node.state) {
                    self.looming.insert(node.branch, square);
                }
                return Some(self.record_cut(&node.state, node.branch, WON, Reason::NextWins));
            }
            Some(Value::Loss) => {
                return Some(self.record_cut(&node.state, node.branch, -WON, Reason::AllLose));
            }
            _ => {}
        }
        let content = self.is_content(Some(0), node.state.turn());
        if content && self.library.draws_at_once(&node.state) {
            return Some(self.record_cut(&node.state, node.branch, 0, Reason::NextDraws));
        }
        let race = Race::new(&node.state);
        if race.is_some_and(Race::is_over) {
            return Some(self.record_cut(&node.state, node.branch, 0, Reason::NoPromotion));
        }
        // A race that is over and no table to ask: what is left on the board decides.
        if self.race && race.is_none() {
            let score = match judge(&node.state) {
                300.. => WON,
                ..=-300 => -WON,
                _ => 0,
            };
            return Some(self.record_cut(&node.state, node.branch, score, Reason::RaceOver));
        }
        None
    }
}

impl Hooks<ChessGame> for ZoneHooks<'_> {
    type Note = Plan;

    fn moves(&mut self, _game: &ChessGame, path: &Path<ChessGame, Plan>, _tree: &SearchTree<Move>) -> Plan {
        let position = &path[path.len() - 1].state;
        let geometry = Geometry::new(position, self.settings.horizon);
        if let Some(m) = self.library.exchange(position) {
            let capture = Candidate { m, class: Class::Strike, value: HIGH, delay: 0, purposes: 1 };
            return Plan { geometry, queue: vec![(m, Class::Strike)], high: vec![capture], low: Vec::new() };
        }
        let all = candidates::candidates(position, &geometry);
        let queue = if self.race { Vec::new() } else { candidates::queue(position, &all) };
        let (high, low) = all.into_iter().partition(|candidate| candidate.value >= HIGH);
        Plan { geometry, queue, high, low }
    }

    fn next_move(
        &mut self,
        _game: &ChessGame,
        path: &mut Path<ChessGame, Plan>,
        tree: &SearchTree<Move>,
    ) -> Option<Move> {
        let last = path.len() - 1;
        if self.is_content(path[last].best, path[last].state.turn()) {
            return None;
        }
        let near_root = path.len() <= NEAR_ROOT;
        // Outside races only few nodes are inspected; looking for losses everywhere would cost more
        // than the search.
        let losses =
            if self.race || self.is_inspected(&path[last], near_root) { self.losses(path, tree) } else { Vec::new() };
        let node = &mut path[last];
        let plan = node.note.as_mut()?;
        let view = View {
            position: &node.state,
            tried: &node.tried,
            losses: &losses,
            asks: node.state.turn() == self.root_side,
            shown: self.shown.contains(&node.branch),
            near_root,
        };
        let branch = tree.len() + 1;
        let race = self.race && Race::new(view.position).is_some();
        let (m, class) = if !self.race {
            self.in_general(&view, plan, last)?
        } else if race && !(view.shown && view.asks) {
            self.by_forecast(&view, plan, last, branch)?
        } else {
            let next = self.in_order(&view, plan);
            // Something must be tried, or the node has no value.
            if next.is_none() && race && view.tried.is_empty() {
                self.by_forecast(&view, plan, last, branch)
            } else {
                next
            }?
        };
        if view.shown {
            self.shown.insert(branch);
        }
        self.note_play(branch, m, class);
        Some(m)
    }

    fn cut(&mut self, _game: &ChessGame, path: &Path<ChessGame, Plan>, tree: &SearchTree<Move>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        if self.note_visit(node.branch, tree) {
            self.remember(path.len(), node.branch, tree);
        }
        if let Some(best) = node.best {
            let enough = best >= node.beta || self.is_content(Some(best), node.state.turn());
            if enough {
                let depth = path.len() - 1;
                self.answers.resize(self.answers.len().max(depth + 1), None);
                self.answers[depth] = node.best_move;
            }
            return enough.then_some(Cut::Enough);
        }
        if !node.tried.is_empty() {
            return None;
        }
        if let Some(cut) = self.known(path) {
            return Some(cut);
        }
        let key = node.state.key();
        // Where lines are of limited length a repetition only wastes them; calling it a draw would
        // make what is remembered depend on the way to it.
        if self.race && path[..path.len() - 1].iter().any(|before| before.state.key() == key) {
            return Some(self.record_cut(&node.state, node.branch, 0, Reason::Repetition));
        }
        let left = (self.limit + 1).saturating_sub(path.len());
        if let Some((score, branch)) = self.seen_before(node.state.turn(), key, left) {
            self.same_as[node.branch] = branch;
            return Some(self.record_cut(&node.state, node.branch, score, Reason::Searched));
        }
        self.entered.truncate(path.len() - 1);
        self.entered.push((key, node.alpha, node.beta));
        let spent = tree.len() >= self.budget || self.library.is_over();
        self.capped |= spent;
        // A check is answered before a line is judged.
        if spent || left == 0 && (self.race || !node.state.is_check() || path.len() > self.limit + 4) {
            let score = judge(&node.state);
            return Some(self.record_cut(&node.state, node.branch, score, Reason::Limit));
        }
        None
    }
}
