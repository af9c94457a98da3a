//! The zone search as an instance of the grammar of reduced searches.
//!
//! `MOVE` builds the zones of a node and sorts the candidates. `MV` hands them out in stages: first
//! those with a target worth a promotion; then, while the node is bad for its side, control steps
//! found by inspection; then the lesser candidates; then inspection again. `CUT` asks the library,
//! repetition, the window and the budget.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use reti_core::{
    chess::{Bitboard, Color, Move, Position, Square},
    value::Value,
};

use super::{
    ChessGame, Class, Event, Library, Question, Settings, WON,
    candidates::{self, Candidate, Geometry, HIGH, is_small},
    forecast::{self, Race},
    inspection,
    judgement::judge,
    library::{Entry, SILENT_PLIES, Trust},
    race,
};
use crate::{
    reduced_search::{Cut, Hooks, INFINITE, Node, Path},
    tree::SearchTree,
};

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
/// The side that asks drops moves whose forecast is worse than the first (log-odds in thousandths,
/// about one in 700), its enemy moves worse than the second (one in ten). The key of a study looks
/// unlikely, so the side that looks for it must be patient.
const PATIENCE: [i32; 2] = [-6500, -2200];
/// Every unlikely move in a line costs the side that asks at most so much of its patience: a study
/// has one surprise or two, not five.
const STRAIN: i32 = 1000;
/// What served as an answer to the last move tried at this depth probably answers the next one too;
/// and the first answer looked at, as in the paper, is an interception.
const FAVOUR: i32 = 1000;
/// With so few men the library is asked about every answer to every move.
pub const PROBED_MEN: usize = 5;
/// The rank of a move whose result is known.
const CERTAIN: i32 = 100_000;

/// A node as the choice of moves sees it.
struct View<'a> {
    position: &'a Position,
    tried: &'a [Move],
    losses: &'a [Square],
    /// Whether the side to move is the one that asks.
    asks: bool,
    /// Whether the branch is played out although its result is known.
    shown: bool,
    near_root: bool,
}

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

    /// The next move in the order that the paper tells: main steps and interceptions, control steps
    /// after inspection, lesser targets.
    fn in_order(&mut self, view: &View<'_>, plan: &mut Plan) -> Option<(Move, Class)> {
        while !plan.high.is_empty() {
            let candidate = plan.high.remove(0);
            if !view.tried.contains(&candidate.m) {
                return Some((candidate.m, candidate.class));
            }
        }
        if let Some(m) = self.control_step(view, plan, |_| true) {
            return Some((m, Class::Control));
        }
        if view.shown {
            return None;
        }
        while !plan.low.is_empty() {
            let candidate = plan.low.remove(0);
            if !view.tried.contains(&candidate.m) {
                return Some((candidate.m, candidate.class));
            }
        }
        None
    }

    /// The best control step that inspection of the losses finds among some moves.
    fn control_step(&mut self, view: &View<'_>, plan: &Plan, among: impl Fn(Move) -> bool) -> Option<Move> {
        let horizon = self.settings.horizon;
        let steps = inspection::control_steps(view.position, &plan.geometry, view.losses, view.tried, horizon);
        let step = steps.iter().find(|step| among(step.m))?;
        self.events.push(step.event(view.position));
        Some(step.m)
    }

    /// How likely a move gives its side what it wants, as log-odds in thousandths.
    fn rank(&self, position: &Position, m: Move) -> i32 {
        let asks = position.turn() == self.root_side;
        let after = position.play(m);
        if let Some((score, _)) = self.seen_before(after.turn(), after.key(), 0) {
            return if self.is_content_with(-score, asks) { CERTAIN } else { -CERTAIN };
        }
        if let Some(value) = self.library.imminent(&after, Trust::Rules) {
            return if self.is_met(-value, asks) { CERTAIN } else { -CERTAIN };
        }
        let Some(forecast) = forecast::forecast(&after) else { return 0 };
        let must_win = asks == (self.question == Question::Win);
        if must_win { -forecast.holds } else { -forecast.wins }
    }

    /// Whether a value is what a side wants: the aim for the side that asks, less than the aim for
    /// the other.
    fn is_met(&self, value: Value, asks: bool) -> bool {
        self.is_content_with(Entry::score_of(value), asks)
    }

    /// The next move of a race: first a step of the own pawn that fails at once, to see how; then by
    /// the forecast, and hopeless moves never.
    fn by_forecast(&mut self, view: &View<'_>, plan: &Plan, depth: usize, branch: usize) -> Option<(Move, Class)> {
        let class_of = |m: Move| {
            let known = plan.high.iter().chain(&plan.low).find(|candidate| candidate.m == m);
            known.map_or(Class::Forecast, |candidate| candidate.class)
        };
        if view.asks && view.near_root && view.tried.is_empty() {
            let main = plan.high.iter().find(|candidate| candidate.class == Class::Main);
            if let Some(candidate) = main.filter(|candidate| self.fails_at_once(view.position, candidate.m)) {
                self.shown.insert(branch);
                return Some((candidate.m, Class::Main));
            }
        }
        let patience = PATIENCE[usize::from(!view.asks)];
        let mut ranked: Vec<(i32, Move)> = view
            .position
            .legal_moves()
            .into_iter()
            .filter(|m| !view.tried.contains(m))
            .map(|m| {
                let again = self.answers.get(depth).is_some_and(|&answer| answer == Some(m));
                let intercepts = view.near_root && !view.asks && class_of(m) == Class::Negation;
                (self.rank(view.position, m) + if again || intercepts { FAVOUR } else { 0 }, m)
            })
            .collect();
        let us = view.position.turn();
        let seen = |square: Square| if us.is_white() { square } else { square.flip_vertical() };
        ranked.sort_by_key(|&(rank, m)| (Reverse(rank), seen(m.to()), Reverse(m.promotion())));
        let &(rank, m) = ranked.first()?;
        let spent = if view.asks { self.spent.get(depth).copied().unwrap_or(0) } else { 0 };
        if rank - spent < patience && !view.tried.is_empty() {
            return None;
        }
        if view.asks {
            self.spent.resize(self.spent.len().max(depth + 3), 0);
            self.spent[depth + 2] = spent + (-rank).clamp(0, STRAIN);
        }
        let class = class_of(m);
        if view.asks && self.control_step(view, plan, |step| step == m).is_some() {
            return Some((m, Class::Control));
        }
        Some((m, class))
    }

    /// Whether the enemy has an answer after which everything is known to be lost.
    fn fails_at_once(&self, position: &Position, m: Move) -> bool {
        let after = position.play(m);
        after.legal_moves().into_iter().any(|reply| {
            let value = self.library.imminent(&after.play(reply), Trust::Rules);
            value.is_some_and(|value| !self.is_met(value, true))
        })
    }

    pub(super) fn record_cut(&mut self, position: &Position, branch: usize, score: i32, reason: &'static str) -> Cut {
        let white_score = if position.turn() == Color::White { score } else { -score };
        self.events.push(Event::Cut { branch, white_score, reason });
        Cut::Value(score)
    }

    /// The squares where the side to move lost men or let a queen be made, in the tree below a node,
    /// nearest first.
    fn losses(&self, path: &Path<ChessGame, Plan>, tree: &SearchTree<Move>) -> Vec<Square> {
        let here = &path[path.len() - 1];
        let ahead = race::own_path_squares(&here.state, here.state.turn());
        let mut found: Vec<(usize, usize, Square)> = Vec::new();
        self.collect_losses(tree, here.branch, tree.len() + 1, 0, ahead, &mut found);
        found.sort_by_key(|&(depth, order, _)| (depth, order));
        let mut squares = Vec::new();
        for (_, _, square) in found {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }

    /// Walks the branches from `branch + 1` to `end`; `parity` is the distance of that node from the
    /// one that asks.
    fn collect_losses(
        &self,
        tree: &SearchTree<Move>,
        branch: usize,
        end: usize,
        start_depth: usize,
        ahead: Bitboard,
        found: &mut Vec<(usize, usize, Square)>,
    ) {
        let mut depths: HashMap<usize, usize> = HashMap::from([(branch, start_depth)]);
        for number in branch + 1..end {
            let Some(edge) = tree.get(number) else { break };
            let depth = depths.get(&edge.father).copied().unwrap_or(0) + 1;
            depths.insert(number, depth);
            let m = edge.transition;
            // Even plies below the node are the enemy's.
            if depth % 2 == 0 && (m.is_capture() || m.promotion().is_some() || ahead.contains(m.to())) {
                found.push((depth, number, m.to()));
            }
            if depth % 2 == 1
                && let Some(&square) = self.looming.get(&number)
            {
                found.push((depth + 1, number, square));
            }
            let reference = self.same_as.get(number).copied().unwrap_or(0);
            if reference != 0 && start_depth == 0 {
                self.collect_losses(tree, reference, tree.end_of(reference), depth, ahead, found);
            }
        }
    }

    /// Whether the side to move at a node may be content with what it has.
    fn is_content(&self, best: Option<i32>, turn: Color) -> bool {
        best.is_some_and(|best| self.is_content_with(best, turn == self.root_side))
    }

    fn is_content_with(&self, score: i32, asks: bool) -> bool {
        if asks { score >= self.aim } else { -score < self.aim }
    }

    /// The next move outside races: the zones' order, the move that served before first.
    fn in_general(&mut self, view: &View<'_>, plan: &mut Plan, depth: usize) -> Option<(Move, Class)> {
        if view.tried.is_empty() {
            let before = self.seen.get(&view.position.key()).and_then(|seen| seen.best);
            let answer = self.answers.get(depth).copied().flatten();
            for favourite in [answer, before].into_iter().flatten() {
                if let Some(place) = plan.queue.iter().position(|&(m, _)| m == favourite) {
                    let favourite = plan.queue.remove(place);
                    plan.queue.insert(0, favourite);
                }
            }
        }
        if !plan.queue.is_empty() {
            return Some(plan.queue.remove(0));
        }
        if view.losses.is_empty() {
            return None;
        }
        self.control_step(view, plan, |_| true).map(|m| (m, Class::Control))
    }

    /// Whether a node outside races is inspected: near the root, on the side that asks, once what
    /// the zones ask for has failed, and where that is not every legal move anyway.
    fn is_inspected(&self, node: &Node<Position, Move, Plan>, near_root: bool) -> bool {
        let exhausted = node.note.as_ref().is_some_and(|plan| plan.queue.is_empty());
        near_root && exhausted && node.state.turn() == self.root_side && !is_small(&node.state)
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
                return Some(self.record_cut(&node.state, node.branch, WON, "the next capture or promotion wins"));
            }
            Some(Value::Loss) => {
                return Some(self.record_cut(&node.state, node.branch, -WON, "every move loses at once"));
            }
            _ => {}
        }
        let content = self.is_content(Some(0), node.state.turn());
        if content && self.library.draws_at_once(&node.state) {
            return Some(self.record_cut(&node.state, node.branch, 0, "the next capture or promotion draws"));
        }
        let race = Race::new(&node.state);
        if race.is_some_and(Race::is_over) {
            return Some(self.record_cut(&node.state, node.branch, 0, "no promotion zone is alive"));
        }
        // A race that is over and no table to ask: what is left on the board decides.
        if self.race && race.is_none() {
            let score = match judge(&node.state) {
                300.. => WON,
                ..=-300 => -WON,
                _ => 0,
            };
            return Some(self.record_cut(&node.state, node.branch, score, "the race is over, no table at hand"));
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
            return Some(self.record_cut(&node.state, node.branch, 0, "repetition"));
        }
        let left = (self.limit + 1).saturating_sub(path.len());
        if let Some((score, branch)) = self.seen_before(node.state.turn(), key, left) {
            self.same_as[node.branch] = branch;
            return Some(self.record_cut(&node.state, node.branch, score, "searched before"));
        }
        self.entered.truncate(path.len() - 1);
        self.entered.push((key, node.alpha, node.beta));
        let spent = tree.len() >= self.budget;
        self.capped |= spent;
        // A check is answered before a line is judged.
        if spent || left == 0 && (self.race || !node.state.is_check() || path.len() > self.limit + 4) {
            let score = judge(&node.state);
            return Some(self.record_cut(&node.state, node.branch, score, "the limit is reached"));
        }
        None
    }
}
