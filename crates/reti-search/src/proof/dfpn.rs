//! Depth-first proof-number search.
//!
//! Each position carries two numbers: how many leaves must still be won for the attacker to prove
//! the goal, and how many for the defender to disprove it. The search always works where the
//! attacker needs least at his nodes and the defender least at hers, stays in a subtree while its
//! numbers are below the thresholds, and remembers numbers in a table of bounded size (seed 000,
//! section 6.2; decision D-44).
//!
//! Cycles (D-45): a position that repeats on the current path counts as a failure of the attacker.
//! Proofs never rely on that, so they may be remembered. A failure that rests on a repetition or on
//! the depth limit holds only on this path: it lives in the parent's frame and not in the table.

use reti_core::chess::{Move, PieceType, Position};

use super::{
    certificate::{Attack, Defense},
    forcing::{Class, Width, best_capture, candidates, looks_at_king, mate_in_one},
    goal::{FIGHT_PLIES, Goal, GoalTest, Leaf, is_out_of_moves},
    table::{INFINITE, Numbers, Table},
};

/// How a search ended at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Proven,
    /// The tree of this width is exhausted; `limited` if the depth limit had a part in it.
    Disproven {
        limited: bool,
    },
    /// Nodes or time are spent; so many positions must at least still be won.
    OutOfBudget {
        proof: u32,
    },
}

/// Numbers found below a position, and whether they hold only on the current path.
#[derive(Clone, Copy)]
struct Found {
    numbers: Numbers,
    on_this_path: bool,
    limited: bool,
}

impl Found {
    /// Numbers that hold everywhere.
    const fn everywhere(numbers: Numbers) -> Found {
        Found { numbers, on_this_path: false, limited: false }
    }
}

struct Child {
    m: Move,
    position: Position,
    key: u64,
    found: Found,
}

/// What the children of a node add up to: its numbers, the child to work on, and the second best number.
struct Summary {
    numbers: Numbers,
    best: Option<usize>,
    second: u32,
}

impl Summary {
    /// With the attacker to move: one proof is enough, every child must be disproven.
    fn for_attacker(children: &[Child]) -> Summary {
        let mut sum = Summary { numbers: Numbers { proof: INFINITE, disproof: 0 }, best: None, second: INFINITE };
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.found.numbers;
            sum.numbers.disproof = added(sum.numbers.disproof, disproof);
            sum.second = sum.second.min(proof.max(sum.numbers.proof));
            if proof < sum.numbers.proof {
                sum.numbers.proof = proof;
                sum.best = Some(index);
            }
        }
        sum
    }

    /// With the defender to move: one disproof is enough, every child must be proven.
    fn for_defender(children: &[Child]) -> Summary {
        let mut sum = Summary { numbers: Numbers { proof: 0, disproof: INFINITE }, best: None, second: INFINITE };
        for (index, child) in children.iter().enumerate().filter(|(_, child)| child.found.numbers.proof != 0) {
            let Numbers { proof, disproof } = child.found.numbers;
            sum.numbers.proof = added(sum.numbers.proof, proof);
            sum.second = sum.second.min(disproof.max(sum.numbers.disproof));
            if disproof < sum.numbers.disproof {
                sum.numbers.disproof = disproof;
                sum.best = Some(index);
            }
        }
        sum
    }

    /// How far the best child may be searched before another one is better.
    const fn enough(&self) -> u32 {
        self.second.saturating_add(self.second / 4 + 1)
    }
}

/// The sum of two numbers, below infinity.
fn added(one: u32, other: u32) -> u32 {
    one.saturating_add(other).min(INFINITE - 1)
}

/// One search for one goal at one width.
pub(super) struct Search<'a> {
    pub goal: &'a GoalTest<'a>,
    pub width: Width,
    pub table: &'a mut Table,
    pub nodes: u64,
    /// The node count at which the search gives up.
    pub limit: u64,
    pub max_ply: u32,
    pub deepest: u32,
    /// The only first move that may be tried.
    pub only: Option<Move>,
    pub stop: &'a dyn Fn() -> bool,
    path: Vec<u64>,
    stopped: bool,
}

/// The largest tree that is written down as a proof.
const MAX_TREE: usize = 400_000;

impl<'a> Search<'a> {
    pub(super) fn new(
        goal: &'a GoalTest<'a>,
        width: Width,
        table: &'a mut Table,
        limit: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        let max_ply = match goal.goal {
            Goal::Mate { within: Some(moves) } => moves.saturating_mul(2).saturating_sub(1),
            // The widest search drowns in long lines.
            Goal::Mate { within: None } if width == Width::All => 21,
            Goal::Mate { within: None } => 41,
            Goal::Gain(_) => 21,
        };
        let (path, only) = (Vec::new(), None);
        Search { goal, width, table, nodes: 0, limit, max_ply, deepest: 0, only, stop, path, stopped: false }
    }

    /// Searches until the root is solved or the budget is spent.
    pub(super) fn run(&mut self, root: &Position) -> End {
        let thresholds = Numbers { proof: INFINITE, disproof: INFINITE };
        let found = self.attacker_node(root, 0, thresholds);
        if found.numbers.proof == 0 {
            End::Proven
        } else if found.numbers.disproof == 0 {
            End::Disproven { limited: found.limited }
        } else {
            End::OutOfBudget { proof: found.numbers.proof }
        }
    }

    fn is_exhausted(&mut self) -> bool {
        // A step of the search may visit a hundred positions, so it is asked at every step.
        if !self.stopped && (self.nodes >= self.limit || self.goal.is_spent() || (self.stop)()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether a node's numbers have reached its limits, or the search must end.
    fn is_enough(&mut self, numbers: Numbers, limits: Numbers) -> bool {
        numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || self.is_exhausted()
    }

    /// What a search below a child finds; a repetition on the current path is a failure of the attacker there.
    fn below(&mut self, child: &Child, search: impl FnOnce(&mut Self, &Position) -> Found) -> Found {
        if self.path.contains(&child.key) {
            return Found { numbers: Numbers::DISPROVEN, on_this_path: true, limited: child.found.limited };
        }
        search(self, &child.position)
    }

    /// A position's key; in a search with a move limit, the plies left belong to it.
    fn key(&self, position: &Position, ply: u32) -> u64 {
        let left = match self.goal.goal {
            Goal::Mate { within: Some(_) } => u64::from(self.max_ply.saturating_sub(ply)) + 1,
            _ => 0,
        };
        position.key() ^ left.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    // ---- attacker to move ----

    fn attacker_node(&mut self, position: &Position, ply: u32, limits: Numbers) -> Found {
        self.deepest = self.deepest.max(ply);
        if ply >= self.max_ply {
            return Found { numbers: Numbers::DISPROVEN, on_this_path: true, limited: true };
        }
        let key = self.key(position, ply);
        let start = self.nodes;
        let mut children = Vec::new();
        // Whether a move was left out because the game is drawn after it, on this path.
        let mut clock_ran_out = false;
        for candidate in candidates(position, self.width, matches!(self.goal.goal, Goal::Mate { .. })) {
            if ply == 0 && self.only.is_some_and(|only| only != candidate.m) {
                continue;
            }
            if is_out_of_moves(&candidate.after) {
                clock_ran_out = true;
                continue;
            }
            let child_key = self.key(&candidate.after, ply + 1);
            let numbers = match self.table.get(child_key) {
                Some((numbers, _)) => numbers,
                None => self.first_look_at_defender(&candidate.after, candidate.class, candidate.m),
            };
            let proven = numbers.proof == 0;
            let (m, position) = (candidate.m, candidate.after);
            children.push(Child { m, position, key: child_key, found: Found::everywhere(numbers) });
            if proven {
                self.table.put(key, Numbers::PROVEN, 1, pack(m));
                return Found::everywhere(Numbers::PROVEN);
            }
        }
        self.path.push(key);
        let found = loop {
            let sum = Summary::for_attacker(&children);
            let numbers = sum.numbers;
            let Some(best) = sum.best.filter(|_| numbers.disproof > 0) else {
                let on_this_path = clock_ran_out || children.iter().any(|child| child.found.on_this_path);
                let limited = children.iter().any(|child| child.found.limited);
                break Found { numbers: Numbers::DISPROVEN, on_this_path, limited };
            };
            if self.is_enough(numbers, limits) {
                break Found::everywhere(numbers);
            }
            let child = &mut children[best];
            let next = Numbers {
                proof: limits.proof.min(sum.enough()),
                disproof: limits.disproof.saturating_sub(numbers.disproof - child.found.numbers.disproof),
            };
            child.found = self.below(child, |search, position| search.defender_node(position, ply + 1, next));
            if child.found.numbers.proof == 0 {
                self.path.pop();
                self.table.put(key, Numbers::PROVEN, (self.nodes - start) as u32, pack(child.m));
                return Found::everywhere(Numbers::PROVEN);
            }
        };
        self.path.pop();
        if !found.on_this_path {
            self.table.put(key, found.numbers, (self.nodes - start) as u32, 0);
        }
        found
    }

    /// The numbers of a new position with the defender to move.
    fn first_look_at_defender(&mut self, position: &Position, class: Class, m: Move) -> Numbers {
        if class == Class::Quiet && matches!(self.goal.goal, Goal::Mate { .. }) {
            // Not searched yet: a move towards the king or a capture is the better guess.
            let proof = if looks_at_king(position, m) {
                30
            } else if m.is_capture() {
                50
            } else {
                100
            };
            return Numbers { proof, disproof: 1 };
        }
        self.nodes += 1;
        match self.goal.table(position) {
            Some(true) => return Numbers::PROVEN,
            Some(false) => return Numbers::DISPROVEN,
            None => {}
        }
        let replies = position.legal_moves().len() as u32;
        if replies == 0 {
            return if position.is_check() { Numbers::PROVEN } else { Numbers::DISPROVEN };
        }
        let Goal::Gain(goal) = self.goal.goal else {
            return Numbers { proof: replies, disproof: 1 };
        };
        if class != Class::Quiet
            && self.goal.gain(position.board()) >= goal
            && self.goal.assault(position, goal - 1, goal, FIGHT_PLIES) >= goal
        {
            return Numbers { proof: 2, disproof: 5 };
        }
        let proof = match class {
            Class::Check => replies.min(8) + 1,
            Class::Capture(value) if value >= 0 => 6,
            Class::Capture(_) => 12,
            Class::Threat(worth) => {
                if self.goal.gain(position.board()) + worth >= goal {
                    12
                } else {
                    16
                }
            }
            Class::Quiet => 25,
        };
        Numbers { proof, disproof: 1 }
    }

    // ---- defender to move ----

    fn defender_node(&mut self, position: &Position, ply: u32, limits: Numbers) -> Found {
        self.deepest = self.deepest.max(ply);
        let key = self.key(position, ply);
        let start = self.nodes;
        let replies = position.legal_moves();
        if replies.is_empty() {
            self.nodes += 1;
            let numbers = if position.is_check() { Numbers::PROVEN } else { Numbers::DISPROVEN };
            self.table.put(key, numbers, 1, 0);
            return Found::everywhere(numbers);
        }
        if ply + 1 >= self.max_ply {
            return Found { numbers: Numbers::DISPROVEN, on_this_path: true, limited: true };
        }
        let mut children = Vec::with_capacity(replies.len());
        for m in replies {
            let after = position.play(m);
            if is_out_of_moves(&after) {
                return Found { numbers: Numbers::DISPROVEN, on_this_path: true, limited: false };
            }
            let child_key = self.key(&after, ply + 1);
            let numbers = match self.table.get(child_key) {
                Some((numbers, _)) => numbers,
                None => self.first_look_at_attacker(&after, child_key),
            };
            let disproven = numbers.disproof == 0;
            children.push(Child { m, position: after, key: child_key, found: Found::everywhere(numbers) });
            if disproven {
                self.table.put(key, Numbers::DISPROVEN, 1, pack(m));
                return Found::everywhere(Numbers::DISPROVEN);
            }
        }
        self.path.push(key);
        let found = loop {
            let sum = Summary::for_defender(&children);
            let numbers = sum.numbers;
            let Some(best) = sum.best else { break Found::everywhere(Numbers::PROVEN) };
            if numbers.disproof == 0 {
                // Rather a failure that holds everywhere than one that holds on this path only.
                let failures = || children.iter().filter(|child| child.found.numbers.disproof == 0);
                let on_this_path = failures().all(|child| child.found.on_this_path);
                let limited = failures().all(|child| child.found.limited);
                break Found { numbers: Numbers::DISPROVEN, on_this_path, limited };
            }
            if self.is_enough(numbers, limits) {
                break Found::everywhere(numbers);
            }
            let child = &mut children[best];
            let next = Numbers {
                proof: limits.proof.saturating_sub(numbers.proof - child.found.numbers.proof),
                disproof: limits.disproof.min(sum.enough()),
            };
            child.found = self.below(child, |search, position| search.attacker_node(position, ply + 1, next));
        };
        self.path.pop();
        if !found.on_this_path {
            let failure =
                children.iter().find(|child| child.found.numbers.disproof == 0).map_or(0, |child| pack(child.m));
            self.table.put(key, found.numbers, (self.nodes - start) as u32, failure);
        }
        found
    }

    /// The numbers of a new position with the attacker to move.
    fn first_look_at_attacker(&mut self, position: &Position, key: u64) -> Numbers {
        match self.goal.table(position) {
            Some(true) => return Numbers::PROVEN,
            Some(false) => return Numbers::DISPROVEN,
            None => {}
        }
        let Goal::Gain(goal) = self.goal.goal else {
            self.nodes += 1;
            if let Some(m) = mate_in_one(position) {
                self.table.put(key, Numbers::PROVEN, 1, pack(m));
                return Numbers::PROVEN;
            }
            return Numbers { proof: 4, disproof: 1 };
        };
        self.nodes += 1;
        if self.goal.leaf(position).is_some() {
            self.table.put(key, Numbers::PROVEN, 1, 0);
            return Numbers::PROVEN;
        }
        let in_sight = self.goal.gain(position.board()) + best_capture(position);
        let missing = goal.saturating_sub(in_sight).clamp(0, 1200) as u32;
        if missing == 0 {
            Numbers { proof: 1, disproof: 10 }
        } else {
            Numbers { proof: 1 + missing / 300, disproof: 1 }
        }
    }

    // ---- writing the proof down ----

    /// The tree of a proven root; `None` if it cannot be rebuilt within the budget.
    pub(super) fn tree(&mut self, root: &Position) -> Option<(Move, Defense)> {
        self.path.clear();
        let mut room = MAX_TREE;
        match self.attack_tree(root, 0, &mut room)? {
            Attack::Play(m, then) => Some((m, then)),
            _ => None,
        }
    }

    fn attack_tree(&mut self, position: &Position, ply: u32, room: &mut usize) -> Option<Attack> {
        *room = room.checked_sub(1)?;
        if self.goal.is_spent() || (self.stop)() {
            return None;
        }
        let key = self.key(position, ply);
        if self.path.contains(&key) {
            return None;
        }
        if ply > 0 {
            if self.goal.table(position) == Some(true) {
                return Some(Attack::Table);
            }
            if let (Some(leaf), Goal::Gain(gain)) = (self.goal.leaf(position), self.goal.goal) {
                return Some(match leaf {
                    Leaf::Settled => Attack::Settled(gain),
                    Leaf::By(m) => Attack::Kept(m, gain),
                });
            }
        }
        let remembered = |table: &Table| table.get(key).filter(|(numbers, best)| numbers.proof == 0 && *best != 0);
        let best = if let Some((_, best)) = remembered(self.table) {
            best
        } else {
            // The table has lost this part of the proof: find it again.
            let path = std::mem::take(&mut self.path);
            let found = self.attacker_node(position, ply, Numbers { proof: INFINITE, disproof: INFINITE });
            self.path = path;
            if found.numbers.proof != 0 {
                return None;
            }
            remembered(self.table)?.1
        };
        let m = position.legal_moves().into_iter().find(|&m| pack(m) == best)?;
        self.path.push(key);
        let then = self.defense_tree(&position.play(m), ply + 1, room)?;
        self.path.pop();
        Some(Attack::Play(m, then))
    }

    fn defense_tree(&mut self, position: &Position, ply: u32, room: &mut usize) -> Option<Defense> {
        *room = room.checked_sub(1)?;
        if self.goal.table(position) == Some(true) {
            return Some(Defense::Table);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.is_check().then_some(Defense::Mated);
        }
        let mut replies = Vec::with_capacity(moves.len());
        for m in moves {
            replies.push((m, self.attack_tree(&position.play(m), ply + 1, room)?));
        }
        Some(Defense::Replies(replies))
    }

    /// The reply after which the attacker fails, for a disproven move.
    pub(super) fn refutation(&mut self, root: &Position, m: Move) -> Option<Move> {
        let after = root.play(m);
        let key = self.key(&after, 1);
        let (numbers, best) = self.table.get(key)?;
        if numbers.disproof != 0 {
            return None;
        }
        after.legal_moves().into_iter().find(|&reply| pack(reply) == best)
    }
}

/// A move in two bytes: from, to and promotion; never 0.
pub(super) fn pack(m: Move) -> u16 {
    let from = m.from().map_or(0, |square| square.to_u32() as u16);
    let promotion = match m.promotion() {
        None => 0,
        Some(PieceType::Knight) => 1,
        Some(PieceType::Bishop) => 2,
        Some(PieceType::Rook) => 3,
        Some(_) => 4,
    };
    (from << 6 | m.to().to_u32() as u16) + promotion * 4096
}
