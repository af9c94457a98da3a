//! The zone search as an instance of the grammar of reduced searches.
//!
//! `MOVE` builds the zones of a node and sorts the candidates. `MV` hands them out in stages: first
//! those with a target worth a promotion; then, while the node is bad for its side, control steps
//! found by inspection; then the lesser candidates; then inspection again. `CUT` asks the library,
//! repetition, the window and the budget.

use std::collections::HashMap;

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position, Square},
    value::Value,
};

use super::{
    ChessGame, Class, Event, Library, Settings, WON,
    candidates::{self, Candidate, Geometry, HIGH},
    forecast, inspection,
    race::{self, Race},
};
use crate::{
    reduced_search::{Cut, Game, Hooks, INFINITE, Path},
    tree::SearchTree,
};

/// What the search remembers at a node.
pub struct Plan {
    geometry: Geometry,
    /// Candidates that are still to be played, best first.
    high: Vec<Candidate>,
    low: Vec<Candidate>,
    /// The forecast, in a pawn ending.
    race: Option<Race>,
}

impl Plan {
    /// Whether a king step in a pawn ending makes progress towards something in reach.
    fn is_hopeful(&self, m: Move) -> bool {
        match &self.race {
            Some(race) if m.role() == PieceType::King && !m.is_capture() => {
                let (from, to) = candidates::ends(m);
                race.is_hopeful(from, to, 1)
            }
            _ => true,
        }
    }
}

/// Down to so many nodes from the root the search follows the paper's order and shows exchanges.
const NEAR_ROOT: usize = 3;
/// Moves whose forecast is so far behind the best are not tried after it failed.
const FAR_BEHIND: i32 = 100;

/// A node as the choice of moves sees it.
struct View<'a> {
    position: &'a Position,
    tried: &'a [Move],
    losses: &'a [Square],
    best: Option<i32>,
    alpha: i32,
    near_root: bool,
}

impl View<'_> {
    /// The forecast below which a move is not tried: a side that needs a win wants a chance, a side
    /// that needs a draw anything but a certain loss.
    fn least(&self) -> i32 {
        if self.alpha >= 0 { 20 } else { -95 }
    }

    /// Whether the forecast gives a move a chance.
    fn is_fair(&self, m: Move) -> bool {
        forecast::forecast(&self.position.play(m)).is_none_or(|score| -score > self.least())
    }
}

/// What is known about a position that was searched before.
#[derive(Clone, Copy)]
struct Seen {
    least: i32,
    most: i32,
    branch: usize,
}

/// The hooks of the zone search.
pub struct ZoneHooks<'a> {
    library: &'a Library<'a>,
    settings: Settings,
    root_side: Color,
    /// The material score of the root for the side to move.
    pub root_score: i32,
    seen: HashMap<u64, Seen>,
    /// What was done, in order.
    pub events: Vec<Event>,
    /// For every branch the earlier branch with the same position, or 0.
    pub same_as: Vec<usize>,
    /// Whether the budget was spent.
    pub capped: bool,
    /// The branch of the node that was visited last, to notice climbing.
    at: usize,
    /// Where the side to move wins at once after a branch.
    looming: HashMap<usize, Square>,
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
            root_score: ChessGame.evaluate(root),
            seen: HashMap::new(),
            events: Vec::new(),
            same_as: vec![0],
            capped: false,
            at: 0,
            entered: Vec::new(),
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
        let seen = self.seen.entry(key).or_insert(Seen { least: -INFINITE, most: INFINITE, branch });
        seen.branch = branch;
        if score > alpha {
            seen.least = seen.least.max(score);
        }
        if score < beta {
            seen.most = seen.most.min(score);
        }
    }

    /// The next move in the order that the paper tells: main steps and interceptions, control steps
    /// after inspection, lesser targets.
    fn in_order(&mut self, view: &View<'_>, plan: &mut Plan) -> Option<(Move, Class)> {
        if !plan.high.is_empty() {
            let candidate = plan.high.remove(0);
            return Some((candidate.m, candidate.class));
        }
        let steps =
            inspection::control_steps(view.position, &plan.geometry, view.losses, view.tried, self.settings.horizon);
        // Near the root every control step is worth a look while the side is losing.
        let generous = view.near_root && view.alpha < 0;
        let step = steps.iter().find(|step| generous || (plan.is_hopeful(step.m) && view.is_fair(step.m)));
        if let Some(step) = step {
            self.events.push(step.event(view.position));
            return Some((step.m, Class::Control));
        }
        while !plan.low.is_empty() {
            let candidate = plan.low.remove(0);
            let m = candidate.m;
            if plan.is_hopeful(m) && view.is_fair(m) && !view.tried.contains(&m) {
                return Some((m, candidate.class));
            }
        }
        None
    }

    /// The next move by the forecast of the race: the most promising first, hopeless ones never.
    fn by_forecast(&self, view: &View<'_>, plan: &Plan) -> Option<(Move, Class)> {
        let mut all: Vec<(Move, Class)> = plan.high.iter().chain(&plan.low).map(|c| (c.m, c.class)).collect();
        for m in view.position.legal_moves() {
            if m.role() == PieceType::King && all.iter().all(|known| known.0 != m) {
                all.push((m, Class::Control));
            }
        }
        let expect = |m: Move| {
            let after = view.position.play(m);
            match self.library.entry(&after) {
                Some(entry) => -entry.score() / (WON / 100),
                None => -forecast::forecast(&after).unwrap_or(0),
            }
        };
        let top = view.position.legal_moves().into_iter().map(expect).max().unwrap_or(0);
        let floor = view.best.unwrap_or(-WON).max(view.alpha);
        let mut best: Option<(i32, Move, Class)> = None;
        for (m, class) in all {
            if view.tried.contains(&m) || !plan.is_hopeful(m) {
                continue;
            }
            let after = view.position.play(m);
            if self.library.imminent(&after) == Some(Value::Win) {
                continue;
            }
            let score = expect(m);
            if !view.tried.is_empty() {
                let known = self.library.entry(&after).is_some_and(|entry| -entry.score() <= floor);
                if known || score < top - FAR_BEHIND || score <= view.least() {
                    continue;
                }
            }
            if best.is_none_or(|(highest, ..)| score > highest) {
                best = Some((score, m, class));
            }
        }
        best.map(|(_, m, class)| (m, class))
    }

    fn record_cut(&mut self, position: &Position, branch: usize, score: i32, reason: &'static str) -> Cut {
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
        match best {
            None => false,
            Some(best) if turn == self.root_side => best >= 0,
            Some(best) => best >= WON,
        }
    }
}

impl Hooks<ChessGame> for ZoneHooks<'_> {
    type Note = Plan;

    fn moves(&mut self, _game: &ChessGame, path: &Path<ChessGame, Plan>, _tree: &SearchTree<Move>) -> Plan {
        let position = &path[path.len() - 1].state;
        let geometry = Geometry::new(position, self.settings.horizon);
        if let Some(m) = self.library.exchange(position) {
            let capture = Candidate { m, class: Class::Strike, value: HIGH, delay: 0, purposes: 1 };
            return Plan { geometry, high: vec![capture], low: Vec::new(), race: None };
        }
        let all = candidates::candidates(position, &geometry);
        let (high, low) = all.into_iter().partition(|candidate| candidate.value >= HIGH);
        let race = Race::new(position, position.turn());
        Plan { geometry, high, low, race }
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
        let losses = self.losses(path, tree);
        let near_root = path.len() <= NEAR_ROOT;
        let node = &mut path[last];
        let plan = node.note.as_mut()?;
        let view = View {
            position: &node.state,
            tried: &node.tried,
            losses: &losses,
            best: node.best,
            alpha: node.alpha,
            near_root,
        };
        let race = forecast::forecast(view.position).is_some();
        let (m, class) = if near_root || !race { self.in_order(&view, plan) } else { self.by_forecast(&view, plan) }?;
        let branch = tree.len() + 1;
        self.events.push(Event::Play { branch, m, class });
        self.at = branch;
        Some(m)
    }

    fn cut(&mut self, _game: &ChessGame, path: &Path<ChessGame, Plan>, tree: &SearchTree<Move>) -> Option<Cut> {
        let node = &path[path.len() - 1];
        self.same_as.resize(tree.len() + 1, 0);
        if node.branch != self.at {
            self.events.push(Event::Climb { branch: node.branch });
            self.at = node.branch;
            self.remember(path.len(), node.branch, tree);
        }
        if let Some(best) = node.best {
            let enough = best >= node.beta || best >= WON;
            return enough.then_some(Cut::Enough);
        }
        if !node.tried.is_empty() {
            return None;
        }
        if let Some(entry) = self.library.entry(&node.state) {
            return Some(self.record_cut(&node.state, node.branch, entry.score(), entry.reason));
        }
        if path.len() > NEAR_ROOT + 1 {
            match self.library.imminent(&node.state) {
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
            if node.beta <= 0 && self.library.draws_at_once(&node.state) {
                return Some(self.record_cut(&node.state, node.branch, 0, "the next capture or promotion draws"));
            }
        }
        if forecast::Race::new(&node.state).is_some_and(forecast::Race::is_over) {
            return Some(self.record_cut(&node.state, node.branch, 0, "no promotion zone is alive"));
        }
        let key = node.state.key();
        if path[..path.len() - 1].iter().any(|before| before.state.key() == key) {
            return Some(self.record_cut(&node.state, node.branch, 0, "repetition"));
        }
        if let Some(seen) = self.seen.get(&key).copied() {
            let known = [seen.least, seen.most].into_iter().find(|&bound| {
                seen.least == seen.most
                    || (bound == seen.least && bound >= node.beta)
                    || (bound == seen.most && bound <= node.alpha)
            });
            if let Some(score) = known {
                self.same_as[node.branch] = seen.branch;
                return Some(self.record_cut(&node.state, node.branch, score, "searched before"));
            }
        }
        self.entered.truncate(path.len() - 1);
        self.entered.push((key, node.alpha, node.beta));
        if path.len() > self.settings.deepest || tree.len() >= self.settings.most_edges {
            self.capped |= tree.len() >= self.settings.most_edges;
            let score = ChessGame.evaluate(&node.state);
            return Some(self.record_cut(&node.state, node.branch, score, "the limit is reached"));
        }
        None
    }
}
