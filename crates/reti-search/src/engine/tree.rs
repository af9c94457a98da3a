//! The tree: principal variation search.
//!
//! The first move of a node is searched with the whole window, the others only to show that they are
//! no better, deeper again if they are. What is unlikely to matter is cut: a side that could even
//! pass (null move), positions far above or below the window, late quiet moves, captures that lose
//! more than the depth could win back. What alone holds the position together is searched deeper
//! (singular extension). The leaves are in [`quiet`](super::quiet).
//!
//! *[Seed 004, section 4]* keeps the search classical and exchanges the evaluation; so does this
//! module, which knows an evaluation only as an accumulator. Every rule here was kept because
//! matches at equal nodes were better with it; the figures are in `docs/performance-engine.md`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use reti_core::{
    chess::{Move, Position},
    field::network::Memory,
    value::Value,
};

use super::{
    Watch,
    candidate::Candidate,
    code::Code,
    generate::{CheckSquares, Ranked},
    order::{Before, Experience, NO_ARRIVAL, Picker, Tried},
    place::Place,
    score::{INFINITE, LARGEST, LONGEST, MATE, NEAR_WIN, TABLE_WIN, UNKNOWN},
    table::{Bound, Entry, Finding, Table},
};
use crate::probe::Probe;

/// What all threads of a search have in common.
pub(super) struct Shared<'s> {
    pub table: &'s Table,
    pub stop: &'s AtomicBool,
    /// Nodes and table answers of the other threads.
    pub others: &'s AtomicU64,
    pub probe: Option<&'s (dyn Probe + Send + Sync)>,
    /// With how many men at most tables are asked.
    pub men: u32,
    /// Whether they are asked about every position, not only right after captures and pawn moves.
    pub everywhere: bool,
}

/// What the search keeps for each ply of the line.
#[derive(Clone, Copy)]
struct Frame {
    /// The evaluation; [`UNKNOWN`] in check.
    evaluation: i32,
    /// The move that led from here to the next ply.
    arrival: usize,
    /// The move that is left out, to see whether it is the only good one.
    excluded: Code,
    /// How often the line was extended twice at once.
    doubled: u8,
    /// From where to where the move goes that leads on, if it is quiet.
    way: Option<usize>,
    /// How many nodes at this ply a move refuted, below the same grandparent.
    refuted: u8,
}

const NO_FRAME: Frame =
    Frame { evaluation: UNKNOWN, arrival: NO_ARRIVAL, excluded: Code::NONE, doubled: 0, way: None, refuted: 0 };

/// A line of moves, long enough for every ply.
#[derive(Clone, Copy)]
struct Variation {
    codes: [Code; LONGEST],
    length: usize,
}

/// One search from one root by one thread.
pub(super) struct Tree<'e> {
    pub shared: &'e Shared<'e>,
    pub experience: &'e mut Experience,
    pub watch: Option<&'e mut dyn Watch>,
    /// Nodes that may be visited.
    pub node_budget: Option<u64>,
    pub nodes: u64,
    /// Nodes that were already added to the common count.
    counted: u64,
    pub table_hits: u64,
    /// The deepest ply that was reached.
    pub deepest: usize,
    pub stopped: bool,
    /// The moves that are considered at the root.
    pub root_moves: Vec<Code>,
    /// The same moves in the rules library's words, for whoever watches.
    pub root_names: Vec<Move>,
    /// Those that were searched since the root was last entered.
    pub root_tried: Vec<Code>,
    /// The depth of the current iteration.
    pub iteration: u32,
    /// The score of the line, also when the search is broken off after finding it.
    pub root_score: i32,
    /// Nodes below the best move of the root, in this iteration.
    pub best_nodes: u64,
    /// Keys of the game so far and of the line under the search, the current position last.
    pub(super) keys: Vec<u64>,
    /// How many keys belong to the game, the root included.
    game_length: usize,
    frames: [Frame; LONGEST + 4],
    lines: Vec<Variation>,
    /// The moves of all nodes of the line.
    pub(super) moves: Vec<Ranked>,
    /// No pass is tried above this ply for this side, while a pass is being verified.
    no_pass_until: usize,
}

/// A node's window and where it lies.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    pub is_principal: bool,
    /// Whether a refutation is expected here.
    pub is_cut: bool,
    /// Whether the evaluation is better than at the side's last move.
    pub improves: bool,
}

impl<'e> Tree<'e> {
    pub fn new(
        root: &Place<'_>,
        earlier: &[u64],
        shared: &'e Shared<'e>,
        experience: &'e mut Experience,
        watch: Option<&'e mut dyn Watch>,
    ) -> Tree<'e> {
        let mut keys = earlier.to_vec();
        keys.push(root.key);
        Tree {
            shared,
            experience,
            watch,
            node_budget: None,
            nodes: 0,
            counted: 0,
            table_hits: 0,
            deepest: 0,
            stopped: false,
            root_moves: Vec::new(),
            root_tried: Vec::new(),
            root_names: Vec::new(),
            iteration: 0,
            root_score: 0,
            best_nodes: 0,
            game_length: keys.len(),
            keys,
            frames: [NO_FRAME; LONGEST + 4],
            lines: vec![Variation { codes: [Code::NONE; LONGEST], length: 0 }; LONGEST + 1],
            moves: Vec::with_capacity(64 * LONGEST),
            no_pass_until: 0,
        }
    }

    /// The principal variation of the last search from the root.
    pub fn line(&self) -> &[Code] {
        &self.lines[0].codes[..self.lines[0].length]
    }

    /// The nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.nodes - self.counted + self.shared.others.load(Relaxed)
    }

    /// Counts a node; false if the search must end.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.nodes.is_multiple_of(1024) {
            self.look_around();
        }
        if self.stopped || self.node_budget.is_some_and(|budget| self.nodes >= budget) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        true
    }

    fn look_around(&mut self) {
        self.shared.others.fetch_add(self.nodes - self.counted, Relaxed);
        self.counted = self.nodes;
        match &self.watch {
            Some(watch) if watch.is_over() => self.stopped = true,
            Some(_) => {}
            None => self.stopped |= self.shared.stop.load(Relaxed),
        }
    }

    /// Whether the game is drawn here by repetition or for lack of material. A position that came up
    /// since the root counts at once, an earlier one when it comes up for the third time.
    pub(super) fn is_draw(&self, place: &Place<'_>) -> bool {
        if place.is_dead() {
            return true;
        }
        let last = self.keys.len() - 1;
        let mut before = 0;
        let mut distance = 4;
        let reversible = usize::from(place.halfmoves).min(last);
        while distance <= reversible {
            if self.keys[last - distance] == place.key {
                before += 1;
                if last - distance >= self.game_length || before == 2 {
                    return true;
                }
            }
            distance += 2;
        }
        false
    }

    /// What the fifty-move rule says: a draw, unless the last move mated.
    fn fifty_moves(place: &Place<'_>, ply: usize) -> Option<i32> {
        if place.halfmoves < 100 {
            return None;
        }
        let mated = place.in_check() && place.legal_codes().is_empty();
        Some(if mated { ply as i32 - MATE } else { 0 })
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].length = 0;
    }

    pub(super) fn extend_line(&mut self, ply: usize, code: Code) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut upper[ply], &lower[0]);
        let length = rest.length.min(LONGEST - 1);
        line.codes[0] = code;
        line.codes[1..=length].copy_from_slice(&rest.codes[..length]);
        line.length = length + 1;
    }

    fn before(&self, ply: usize) -> Before {
        let arrival = |plies| ply.checked_sub(plies).map_or(NO_ARRIVAL, |earlier: usize| self.frames[earlier].arrival);
        Before { arrivals: [arrival(1), arrival(2), arrival(4)] }
    }

    fn child(&mut self, place: &Place<'_>, depth: i32, alpha: i32, beta: i32, ply: usize, is_cut: bool) -> i32 {
        self.keys.push(place.key);
        let score = -self.node(place, depth, -beta, -alpha, ply + 1, is_cut);
        self.keys.pop();
        score
    }

    /// The score of a place for the side to move, to a depth and within a window.
    pub fn node(
        &mut self,
        place: &Place<'_>,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        is_cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiet(place, alpha, beta, ply);
        }
        let (is_root, is_principal) = (ply == 0, beta - alpha > 1);
        if is_principal {
            self.clear_line(ply);
        }
        if !self.enter(ply) {
            return 0;
        }
        if !is_root {
            if let Some(score) = self.end_of_game(place, ply).or_else(|| Tree::fifty_moves(place, ply)) {
                return score;
            }
            // Nothing below can be better than mating now or worse than being mated now.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.frames[ply].excluded;
        // 1. What the table knows.
        let known = if excluded.is_none() { self.shared.table.get(place.key) } else { None };
        let is_deep = |entry: &Entry| !is_principal && entry.depth >= depth && place.halfmoves < 90;
        if let Some(entry) = known.filter(|entry| is_deep(entry) && entry.decides(ply, alpha, beta)) {
            return entry.score(ply);
        }
        if !is_root
            && excluded.is_none()
            && let Some(score) = self.ask_tables(place, depth, ply)
        {
            return score;
        }
        let was_principal = is_principal || known.is_some_and(|entry| entry.was_principal);
        // 2. How the position looks.
        let (raw, evaluation) = self.judge(place, known, ply);
        self.frames[ply].evaluation = evaluation;
        let earlier = ply.checked_sub(2).map_or(UNKNOWN, |earlier| self.frames[earlier].evaluation);
        let improves = !place.in_check() && earlier != UNKNOWN && evaluation > earlier;
        self.clear_below(ply);
        let mut node = Node { depth, alpha, beta, ply, is_principal, is_cut, improves };
        // 3. Cuts before any move is tried.
        if !is_principal
            && !place.in_check()
            && excluded.is_none()
            && beta.abs() < NEAR_WIN
            && let Some(score) = self.cut(place, &node, evaluation, known)
        {
            return score;
        }
        // Without a known move the order is poor, and so is a deep search of it.
        let is_unknown = excluded.is_none() && known.is_none_or(|entry| entry.code.is_none());
        if depth >= 4 && is_unknown {
            depth -= 1;
            node.depth = depth;
        }
        let (best, best_code) = self.try_moves(place, &node, known, evaluation);
        if self.stopped {
            return 0;
        }
        // 4. What is worth remembering.
        if excluded.is_none() && !(is_root && self.root_moves.len() < place.legal_codes().len()) {
            self.remember(place, &node, raw, (best, best_code), was_principal);
        }
        best
    }

    /// Learns from a searched node: its score, how far the evaluation was off, and who did well.
    fn remember(
        &mut self,
        place: &Place<'_>,
        node: &Node,
        raw: i32,
        (best, best_code): (i32, Code),
        was_principal: bool,
    ) {
        let Node { depth, ply, .. } = *node;
        let bound = Bound::of(best, node.alpha, node.beta);
        self.correct(place, raw, (best, best_code), bound, depth);
        if bound == Bound::Upper {
            self.praise(place, ply, depth);
        }
        let code = if bound == Bound::Upper { Code::NONE } else { best_code };
        let finding = Finding { code, score: best, evaluation: raw, depth, bound, was_principal };
        self.shared.table.put(place.key, finding, ply);
    }

    /// The score where nothing is searched any more: a draw, or the longest line.
    pub(super) fn end_of_game(&self, place: &Place<'_>, ply: usize) -> Option<i32> {
        if self.is_draw(place) {
            return Some(0);
        }
        (ply >= LONGEST - 1).then(|| if place.in_check() { 0 } else { place.evaluate(&mut Memory::default(), 0) })
    }

    /// Forgets what stands deeper down since the last visit.
    fn clear_below(&mut self, ply: usize) {
        self.frames[ply + 1].excluded = Code::NONE;
        self.frames[ply + 1].doubled = self.frames[ply].doubled;
        self.frames[ply + 2].refuted = 0;
        self.experience.forget_killers_at(ply + 2);
    }

    /// The evaluation as it was computed, and as the search takes it: corrected by how far it was off in such
    /// positions, and by what the table knows.
    pub(super) fn judge(&mut self, place: &Place<'_>, known: Option<Entry>, ply: usize) -> (i32, i32) {
        if place.in_check() {
            return (UNKNOWN, UNKNOWN);
        }
        let raw = known
            .and_then(|entry| entry.evaluation())
            .unwrap_or_else(|| place.evaluate(&mut self.experience.boards, ply));
        let corrected = self.corrected(place, raw);
        let Some(entry) = known else { return (raw, corrected) };
        let score = entry.score(ply);
        let is_closer = entry.bound.tells(score, corrected) && score.abs() < NEAR_WIN;
        (raw, if is_closer { score } else { corrected })
    }

    /// The evaluation without what the table knows: it fades where nothing irreversible happens, and is
    /// corrected by experience.
    fn corrected(&self, place: &Place<'_>, raw: i32) -> i32 {
        let faded = raw * (200 - i32::from(place.halfmoves.min(100))) / 200;
        (faded + self.experience.corrections.of(place)).clamp(-LARGEST, LARGEST)
    }

    /// Learns how far the evaluation was off, where the score is a matter of judgement: no tactics, no check.
    fn correct(&mut self, place: &Place<'_>, raw: i32, (best, code): (i32, Code), bound: Bound, depth: i32) {
        if place.in_check() || best.abs() >= NEAR_WIN || !(code.is_none() || place.is_quiet(code)) {
            return;
        }
        let corrected = self.corrected(place, raw);
        if bound.tells(best, corrected) {
            self.experience.corrections.learn(place, best - corrected, depth);
        }
    }

    /// No move was good enough here: the quiet move that led here did well.
    fn praise(&mut self, place: &Place<'_>, ply: usize, depth: i32) {
        let Some(last) = ply.checked_sub(1).map(|ply| self.frames[ply]) else { return };
        if let Some(way) = last.way {
            let earlier = self.before(ply).arrivals[1];
            self.experience.praise(!place.turn, way, (earlier, last.arrival), depth);
        }
    }

    /// Endgame tables, as a rule right after a capture or pawn move.
    fn ask_tables(&mut self, place: &Place<'_>, depth: i32, ply: usize) -> Option<i32> {
        let probe = self.shared.probe?;
        let is_due = place.halfmoves == 0 || self.shared.everywhere;
        if !is_due || place.board.occupied().count() as u32 > self.shared.men {
            return None;
        }
        let position: Position = place.position()?;
        let exact = probe.probe(&position)?;
        self.table_hits += 1;
        let distance = exact.mate_in.map(|plies| ply + plies as usize).filter(|&plies| plies < LONGEST);
        let win = distance.map_or(TABLE_WIN - ply as i32, |plies| MATE - plies as i32);
        let score = match exact.value {
            Value::Win => win,
            Value::Draw => 0,
            Value::Loss => -win,
        };
        let finding = Finding {
            code: Code::NONE,
            score,
            evaluation: UNKNOWN,
            depth: (depth + 6).min(LONGEST as i32),
            bound: Bound::Exact,
            was_principal: false,
        };
        self.shared.table.put(place.key, finding, ply);
        Some(score)
    }

    /// Positions so far from the window that they need no search.
    fn cut(&mut self, place: &Place<'_>, node: &Node, evaluation: i32, known: Option<Entry>) -> Option<i32> {
        let Node { depth, beta, ply, improves, .. } = *node;
        // So far above that no quiet reply could help.
        if depth <= 8 && evaluation - 100 * (depth - i32::from(improves)) >= beta && evaluation < NEAR_WIN {
            return Some(i32::midpoint(evaluation, beta));
        }
        // The side could even pass.
        if depth >= 3
            && evaluation >= beta
            && self.frames.get(ply.wrapping_sub(1)).is_none_or(|frame| frame.arrival != NO_ARRIVAL)
            && ply >= self.no_pass_until
            && place.has_officers()
            && known.is_none_or(|entry| entry.bound != Bound::Upper || entry.score(ply) >= beta)
        {
            let reduction = 3 + depth / 3 + ((evaluation - beta) / 200).min(3);
            (self.frames[ply].arrival, self.frames[ply].way) = (NO_ARRIVAL, None);
            let passed = place.after_pass();
            self.shared.table.touch(passed.key);
            let score = self.child(&passed, depth - reduction, beta - 1, beta, ply, !node.is_cut);
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                // A win that needs a pass is none.
                let score = if score >= NEAR_WIN { beta } else { score };
                if depth < 12 || self.no_pass_until > 0 {
                    return Some(score);
                }
                // Deep down zugzwang would be costly: look again without passing.
                self.no_pass_until = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                let verified = self.node(place, depth - reduction, beta - 1, beta, ply, false);
                self.no_pass_until = 0;
                if self.stopped {
                    return Some(0);
                }
                if verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Tries the moves of a node: the best score and the move that has it, if it reached the window.
    fn try_moves(&mut self, place: &Place<'_>, node: &Node, known: Option<Entry>, evaluation: i32) -> (i32, Code) {
        let Node { depth, beta, ply, .. } = *node;
        let (is_root, excluded, before) = (ply == 0, self.frames[ply].excluded, self.before(ply));
        let known_code = known.map_or(Code::NONE, |entry| entry.code);
        let after_capture = !known_code.is_none() && !place.is_quiet(known_code);
        let mut picker = Picker::new(place, known_code, self.experience, ply, before, &self.moves);
        let checks = CheckSquares::new(place);
        let mut tried = Tried::new();
        let mut best = Best { score: -INFINITE, code: Code::NONE, alpha: node.alpha };
        let mut count = 0;
        while let Some(code) = picker.next(place, &mut self.moves, self.experience, Some(&checks)) {
            if code == excluded || (is_root && !self.root_moves.contains(&code)) {
                continue;
            }
            count += 1;
            if is_root {
                self.tell_current(code, count);
            }
            let quiet = place.is_quiet(code);
            let candidate = Candidate {
                code,
                count,
                quiet,
                gives_check: checks.is_check(place, code),
                history: if quiet { self.experience.quiet(place, code, before) } else { 0 },
                stage: picker.stage(),
                after_capture,
            };
            if !is_root && best.score > -NEAR_WIN {
                if candidate.is_beyond_hope(place, node, evaluation, best.alpha) {
                    picker.only_checks();
                    continue;
                }
                if candidate.is_hopeless(place, node) {
                    continue;
                }
            }
            let extension = match known.filter(|entry| code == known_code && self.may_be_singular(node, entry)) {
                Some(entry) => match self.singular(place, node, code, entry) {
                    Singular::Extend(by) => by,
                    Singular::Cut(score) => {
                        self.moves.truncate(picker.start());
                        return (score, Code::NONE);
                    }
                },
                // A check must be answered: look one ply further.
                None => i32::from(candidate.gives_check),
            };
            let nodes_before = self.nodes;
            let score = self.search_move(place, node, &candidate, known, best.alpha, depth - 1 + extension);
            if self.stopped {
                self.moves.truncate(picker.start());
                return (0, Code::NONE);
            }
            if is_root {
                self.root_tried.push(code);
            }
            if best.is_raised_by(score, code) {
                self.raised(node, code, score, nodes_before);
                if score >= beta {
                    self.frames[ply].refuted = self.frames[ply].refuted.saturating_add(1);
                    break;
                }
            }
            if code != best.code {
                tried.add(code, quiet);
            }
        }
        self.moves.truncate(picker.start());
        if count == 0 {
            return (if excluded.is_none() { without_moves(place, ply) } else { node.alpha }, Code::NONE);
        }
        if best.score >= beta {
            self.experience.learn(place, depth, ply, best.code, &tried, before);
        }
        (best.score, best.code)
    }

    /// Remembers that a move of a node is the best so far; `nodes_before` were visited before it.
    fn raised(&mut self, node: &Node, code: Code, score: i32, nodes_before: u64) {
        if node.is_principal {
            self.extend_line(node.ply, code);
        }
        if node.ply == 0 {
            self.root_score = score;
            self.best_nodes = self.nodes - nodes_before;
        }
    }

    /// Plays a move and searches what comes after it: the first with the whole window, the others to
    /// show that they are no better.
    fn search_move(
        &mut self,
        place: &Place<'_>,
        node: &Node,
        candidate: &Candidate,
        known: Option<Entry>,
        alpha: i32,
        next: i32,
    ) -> i32 {
        let Node { depth, beta, ply, is_principal, is_cut, .. } = *node;
        let after = place.after(candidate.code);
        self.shared.table.touch(after.key);
        self.frames[ply].arrival = place.arrival(candidate.code);
        self.frames[ply].way = candidate.quiet.then(|| candidate.code.way());
        if candidate.count == 1 {
            return self.child(&after, next, alpha, beta, ply, !is_principal && !is_cut);
        }
        let is_late = depth >= 3 && candidate.count > 1 + usize::from(ply == 0);
        // Where most moves are refuted, this one will be.
        let is_refuted = self.frames[ply + 1].refuted >= OFTEN;
        let reduction = candidate.reduction(node, known) + i32::from(is_refuted);
        let reduced = if is_late { reduction.clamp(0, (next - 1).max(0)) } else { 0 };
        let mut score = self.child(&after, next - reduced, alpha, alpha + 1, ply, true);
        if score > alpha && reduced > 0 {
            score = self.child(&after, next, alpha, alpha + 1, ply, !is_cut);
        }
        if score > alpha && is_principal {
            score = self.child(&after, next, alpha, beta, ply, false);
        }
        score
    }

    fn tell_current(&mut self, code: Code, number: usize) {
        let Some(watch) = &mut self.watch else { return };
        if let Some(&m) = self.root_names.iter().find(|&&m| Code::new(m) == code) {
            watch.current(self.iteration, m, number);
        }
    }

    /// Whether it is worth asking if the known move is the only good one.
    fn may_be_singular(&self, node: &Node, entry: &Entry) -> bool {
        node.ply > 0
            && node.ply < 2 * LONGEST / 3
            && node.depth >= 6
            && self.frames[node.ply].excluded.is_none()
            && entry.depth >= node.depth - 3
            && entry.bound != Bound::Upper
            && entry.score(node.ply).abs() < NEAR_WIN
    }

    /// Searches all moves but the known one: if they fail, it is the only good move.
    fn singular(&mut self, place: &Place<'_>, node: &Node, code: Code, entry: Entry) -> Singular {
        let Node { depth, ply, beta, is_principal, .. } = *node;
        let score = entry.score(ply);
        let limit = score - 2 * depth;
        self.frames[ply].excluded = code;
        let other = self.node(place, (depth - 1) / 2, limit - 1, limit, ply, node.is_cut);
        self.frames[ply].excluded = Code::NONE;
        if self.stopped {
            return Singular::Cut(0);
        }
        if other < limit {
            if !is_principal && other < limit - 20 && self.frames[ply].doubled < 8 {
                self.frames[ply + 1].doubled = self.frames[ply].doubled + 1;
                return Singular::Extend(2);
            }
            return Singular::Extend(1);
        }
        if limit >= beta && !is_principal {
            // Two moves are good enough.
            return Singular::Cut(limit);
        }
        Singular::Extend(if score >= beta { -1 } else { 0 })
    }
}

/// After how many refuted moves the next are looked at less deeply.
const OFTEN: u8 = 4;

/// The score of a side that cannot move: mated or stalemated.
fn without_moves(place: &Place<'_>, ply: usize) -> i32 {
    if place.in_check() { ply as i32 - MATE } else { 0 }
}

/// The best move so far, and how the window shrinks with it.
pub(super) struct Best {
    pub score: i32,
    pub code: Code,
    pub alpha: i32,
}

impl Best {
    /// Takes a move's score; whether it is the best within the window.
    pub fn is_raised_by(&mut self, score: i32, code: Code) -> bool {
        self.score = self.score.max(score);
        let raised = score > self.alpha;
        if raised {
            (self.alpha, self.code) = (score, code);
        }
        raised
    }
}

/// What the known move deserves.
enum Singular {
    Extend(i32),
    Cut(i32),
}
