//! The search along zones, for any complex system: chess and robots run through this file.
//!
//! Two runners (pawns, bombers) want to arrive; hunters (kings, fighters) want to stop one and help
//! the other. Whoever is asked about, one side must *win* (the attacker) and the other must only
//! *hold* (the defender), so every node asks one question: does the attacker's runner get through,
//! and the defender's not?
//!
//! - **Candidates** come from zones alone: steps of a promotion zone's main trajectory, strikes, steps of
//!   hunters that shorten a way to the enemy runner or a stop of its trajectory (first negation, in
//!   time or not yet), to a stop of the own runner's trajectory (control), or to a stop of somebody
//!   who intercepts the own runner (second negation).
//! - **Vulnerability** orders them. The generalised square rule says whether a runner gets through if
//!   nobody else interferes; how many *free moves* the defender's hunters need until the enemy's
//!   runner fails, and until their own gets through, are the times of the defender's two goals. A
//!   move that shortens both gains time. An attacker's step that parries neither of the nearer goals
//!   is dropped.
//! - **Cuts.** A variant lasts as long as something can still be gained: where the attacker's runner
//!   does not get through, its zone is dead, the expected gain is nothing, and the attacker has
//!   failed. Exact tables, where there are any, end a branch after captures and promotions.
//! - **Inspection.** The defender first tries only what looks best. If that fails, the subtree is
//!   searched again and wider ones are brought in, which include the control steps.
//!
//! Nothing here is fitted to results. The five numbers below were tuned on 200 positions of the kind of
//! the Réti study that are in no test (`docs/performance-geometry.md` says how they were made and has
//! the figures of 200 others).
//!
//! Source: seed 001, *Reti endgame search* and *Languages of searches*.

pub mod chess;
pub mod robots;

use std::{cmp::Reverse, collections::HashMap};

use reti_core::{
    geometry::{
        ComplexSystem, Gait, Point, PointSet, Side, Target, ZoneRules,
        zone::{TimeConvention, ZoneGenerator},
    },
    value::Value,
};

use super::{Class, Reason, WON};
use crate::{
    reduced_search::{self, Cut, Game, Hooks, Path},
    tree::SearchTree,
};

/// Both goals far away are worse than one: what the product of the two times counts.
const BOTH: i32 = 10;
/// What each of the two times counts by itself.
const EACH: i32 = 2;
/// What a step of the runners' race counts.
const STEP: i32 = 4;
/// What served as an answer at this depth before probably serves again.
const HABIT: i32 = 5;
/// How much worse than its best move the defender looks, one attempt after the other.
const WIDTHS: [i32; 5] = [2, 6, 20, 60, i32::MAX / 2];
/// Times from here on are told apart no more.
const FAR: u32 = 7;
/// The rank of a move whose result is known.
const CERTAIN: i32 = 100_000;

/// A complex system that is played: what the search along zones must know of a game.
pub trait ZoneGame: Game {
    /// The points and elements of a state.
    type System: ComplexSystem;

    /// The system of a state.
    fn system(&self, state: &Self::State) -> Self::System;

    /// The side to move.
    fn side(&self, state: &Self::State) -> Side;

    /// A number that tells states apart.
    fn key(&self, state: &Self::State) -> u64;

    /// All permitted moves, in an order that turns with the board.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// Where a move starts and ends.
    fn ends(&self, m: Self::Move) -> (Point, Point);

    /// Whether a move captures or promotes.
    fn converts(&self, state: &Self::State, m: Self::Move) -> bool;

    /// Whether the side to move must answer a direct threat with any move it has.
    fn must_answer(&self, state: &Self::State) -> bool;

    /// Where the element with an index wants to arrive, if it is a runner.
    fn goal(&self, system: &Self::System, element: usize) -> Option<Point>;

    /// What is known about a state without playing on, for the side to move.
    fn known(&self, state: &Self::State) -> Option<(Value, Reason)>;

    /// The generalised square rule: whether a runner of `side` gets through although the enemy's
    /// hunters come, the other runners left aside. `moved` puts an element elsewhere, `turn` says who
    /// moves then; `None` if such a state is impossible or the side has no runner.
    fn gets_through(&self, state: &Self::State, side: Side, moved: Option<(usize, Point)>, turn: Side) -> Option<bool>;
}

/// A trajectory on which a move lies, by its ends, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// What the zone is for.
    pub aim: Aim,
    /// Where the moving element stands.
    pub from: Point,
    /// The point for which it heads.
    pub to: Point,
}

/// What a zone that brought in a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A runner heads for its goal.
    Promotion,
    /// An element is taken.
    Strike,
    /// A hunter heads for the enemy runner's trajectory.
    Stop,
    /// A hunter heads for a point from where the own runner gets through.
    Support,
}

/// Something that the search did.
#[derive(Clone, Debug)]
pub enum Step<M> {
    /// A move was tried.
    Play {
        /// The branch.
        branch: usize,
        /// The move.
        m: M,
        /// Why it came into question.
        class: Class,
        /// What it is for, at most one of each aim.
        purposes: Vec<Purpose>,
    },
    /// A branch was ended.
    Cut {
        /// The branch, 0 for the root.
        branch: usize,
        /// The score for the first side.
        score: i32,
        /// What ended it.
        reason: Reason,
    },
    /// The search went back to the state after a branch.
    Climb {
        /// The branch, 0 for the root.
        branch: usize,
    },
}

/// The times of the defender's two goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times {
    /// Free moves until the attacker's runner fails.
    stop: u32,
    /// Free moves until the defender's own runner gets through, and by how much it comes late then.
    counter: u32,
    /// The defender's steps to its goal less the attacker's.
    behind: i32,
}

impl Times {
    fn nearer(self) -> u32 {
        self.stop.min(self.counter)
    }

    /// How badly the defender stands.
    fn trouble(self) -> i32 {
        let (stop, counter) = (self.stop as i32, self.counter as i32);
        BOTH * stop * counter + EACH * (stop + counter) + STEP * self.behind
    }
}

/// A move that comes into question.
struct Candidate<M> {
    /// Small for what is tried first.
    rank: i32,
    m: M,
    class: Class,
    purposes: Vec<Purpose>,
}

/// The moves of a node that are still to be tried, the next one first.
pub struct Note<M> {
    first: i32,
    queue: Vec<Candidate<M>>,
}

/// The hooks of the search along zones.
pub struct Along<M> {
    /// Who must win.
    attacker: Side,
    /// Who asked; it looks for its own move with more patience.
    root: Side,
    width: i32,
    budget: usize,
    /// Whether the attacker wins, by the key of a state.
    seen: HashMap<u64, (bool, usize)>,
    habits: Vec<Option<M>>,
    /// What was done, in order.
    pub steps: Vec<Step<M>>,
    /// For every branch the earlier branch with the same state, or 0.
    pub same_as: Vec<usize>,
    /// Whether the budget was spent.
    pub capped: bool,
    at: usize,
    /// The keys of the nodes on the path.
    entered: Vec<u64>,
}

/// An answer: whether the attacker wins, and the move of the side that asked that settles it.
pub type Answer<M> = (bool, Option<M>);

impl<M: Copy + PartialEq> Along<M> {
    /// Hooks for questions about one root.
    pub fn new(root: Side, budget: usize) -> Along<M> {
        Along {
            attacker: root,
            root,
            width: 0,
            budget,
            seen: HashMap::new(),
            habits: Vec::new(),
            steps: Vec::new(),
            same_as: vec![0],
            capped: false,
            at: 0,
            entered: Vec::new(),
        }
    }

    /// Whether `attacker` wins, asked wider and wider until the defender holds or everything that
    /// zones bring in was tried; `None` if the budget does not suffice.
    pub fn ask<G>(&mut self, game: &G, root: &G::State, attacker: Side, tree: &mut SearchTree<M>) -> Option<Answer<M>>
    where
        G: ZoneGame<Move = M>,
    {
        self.attacker = attacker;
        self.seen.clear();
        let mut answer = (true, None);
        for width in WIDTHS {
            self.width = width;
            // What holds against everything that the attacker has still holds when the defender may do more.
            self.seen.retain(|_, (wins, _)| !*wins);
            self.at = 0;
            let (score, key) = reduced_search::search_on(game, self, root.clone(), tree);
            if self.capped {
                return None;
            }
            answer = (self.wins(score, game.side(root)), key);
            if !answer.0 {
                break;
            }
        }
        Some(answer)
    }

    /// Whether a score for the side to move means that the attacker wins.
    fn wins(&self, score: i32, turn: Side) -> bool {
        if turn == self.attacker { score >= WON } else { score <= -WON }
    }

    fn cut<G: ZoneGame<Move = M>>(&mut self, game: &G, node: (&G::State, usize), score: i32, reason: Reason) -> Cut {
        let first = if game.side(node.0) == Side::First { score } else { -score };
        self.steps.push(Step::Cut { branch: node.1, score: first, reason });
        Cut::Value(score)
    }

    /// The times of the defender's goals; `None` where one of the runners is gone.
    fn times<G: ZoneGame<Move = M>>(&self, game: &G, state: &G::State) -> Option<Times> {
        let (system, attacker) = (game.system(state), self.attacker);
        let own = steps_to_goal(game, &system, !attacker)? as i32;
        let other = steps_to_goal(game, &system, attacker)? as i32;
        let defender_moves = game.side(state) != attacker;
        let (own_plies, other_plies) = if defender_moves { (2 * own - 1, 2 * other) } else { (2 * own, 2 * other - 1) };
        let late = (own_plies - other_plies).max(0) as u32 / 2;
        let stop = free_moves(game, state, &system, !attacker, (attacker, attacker), false);
        let support = free_moves(game, state, &system, !attacker, (!attacker, attacker), true);
        Some(Times { stop, counter: support + late, behind: own - other })
    }

    /// What is known about a state, or will be after the next move.
    fn imminent<G: ZoneGame<Move = M>>(game: &G, state: &G::State) -> Option<(Value, Reason)> {
        if let Some(known) = game.known(state) {
            return Some(known);
        }
        if conversion(game, state) == Some(Value::Win) {
            return Some((Value::Win, Reason::NextWins));
        }
        let loses = |m: M| {
            let after = game.play(state, m);
            game.known(&after).map(|(value, _)| value).or_else(|| conversion(game, &after)) == Some(Value::Win)
        };
        game.moves(state).into_iter().all(loses).then_some((Value::Loss, Reason::AllLose))
    }

    /// What a move is worth trying for the side that makes it; small is good.
    fn rank<G: ZoneGame<Move = M>>(&self, game: &G, state: &G::State, m: M) -> i32 {
        let attacks = game.side(state) == self.attacker;
        let after = game.play(state, m);
        let known = Self::imminent(game, &after)
            .map(|(value, _)| value == Value::Loss && attacks || value == Value::Win && !attacks);
        let known = known.or_else(|| self.seen.get(&game.key(&after)).map(|&(wins, _)| wins));
        let trouble = match known {
            Some(true) => CERTAIN,
            Some(false) => -CERTAIN,
            None => self.times(game, &after).map_or(0, Times::trouble),
        };
        if attacks { -trouble } else { trouble }
    }

    /// Whether an attacker's step makes the nearer of the defender's goals further, or for the side
    /// that asked either of them.
    fn parries<G: ZoneGame<Move = M>>(&self, game: &G, state: &G::State, m: M, now: Times) -> bool {
        let after = game.play(state, m);
        let Some(then) = self.times(game, &after) else { return true };
        let patient = self.root == self.attacker;
        (then.stop > now.stop && (patient || now.stop == now.nearer()))
            || (then.counter > now.counter && (patient || now.counter == now.nearer()))
    }
}

/// What a capture or promotion gives the side to move at once.
fn conversion<G: ZoneGame>(game: &G, state: &G::State) -> Option<Value> {
    let moves = game.moves(state).into_iter().filter(|&m| game.converts(state, m));
    moves.filter_map(|m| game.known(&game.play(state, m)).map(|(value, _)| -value)).max()
}

/// The fewest steps of a side's runners to their goals.
fn steps_to_goal<G: ZoneGame>(game: &G, system: &G::System, side: Side) -> Option<u32> {
    let runners = system.elements().iter().enumerate().filter(|(_, element)| element.side == side);
    let steps = runners.filter_map(|(index, element)| {
        system.distance(element.kind, Gait::Travel, element.at, game.goal(system, index)?)
    });
    steps.min()
}

/// How many free moves a side's hunters need until the square rule says `wanted` of the runner of
/// `question.0`, with `question.1` to move then; [`FAR`] for that and more.
fn free_moves<G: ZoneGame>(
    game: &G,
    state: &G::State,
    system: &G::System,
    hunters: Side,
    question: (Side, Side),
    wanted: bool,
) -> u32 {
    nearest(game, state, system, hunters, question, wanted).map_or(FAR, |(moves, _, _)| moves)
}

/// The same with the hunter and the point from where it does it.
fn nearest<G: ZoneGame>(
    game: &G,
    state: &G::State,
    system: &G::System,
    hunters: Side,
    (runner, turn): (Side, Side),
    wanted: bool,
) -> Option<(u32, usize, Point)> {
    let mut best: Option<(u32, usize, Point)> = None;
    for (index, element) in system.elements().iter().enumerate() {
        if element.side != hunters || game.goal(system, index).is_some() {
            continue;
        }
        let map = system.map_from(element.kind, element.at);
        for to in (0..system.point_count() as u8).map(Point) {
            let Some(moves) = map.get(to).filter(|&moves| moves < best.map_or(FAR, |(moves, _, _)| moves)) else {
                continue;
            };
            if game.gets_through(state, runner, Some((index, to)), turn) == Some(wanted) {
                best = Some((moves, index, to));
            }
        }
    }
    best
}

/// The points for which a side's hunters head: the enemy runners and their ways, the ways of the own
/// ones, and the stops of those who intercept these.
fn targets<G: ZoneGame>(game: &G, system: &G::System, side: Side, turn: Side) -> [PointSet; 2] {
    let (mut stop, mut support) = (PointSet::EMPTY, PointSet::EMPTY);
    for (index, element) in system.elements().iter().enumerate() {
        let Some(goal) = game.goal(system, index) else { continue };
        let time = if turn == element.side { TimeConvention::AttackerMoves } else { TimeConvention::ProtectorMoves };
        let generator = ZoneGenerator::new(system, ZoneRules { time, deepest_negation: 1 });
        let Some(zone) = generator.zone(index, Target::Promotion, goal, 1) else { continue };
        let main = zone.main().bundle;
        let way = main.inner | PointSet::of(main.to);
        if element.side == side {
            support |= way;
            for track in zone.negation(1).filter(|track| track.side != side) {
                support |= track.bundle.inner;
            }
        } else {
            stop |= way | PointSet::of(main.from);
        }
    }
    [stop, support]
}

/// Why zones ask for a move, if they do.
fn purposes<G: ZoneGame>(game: &G, state: &G::State, system: &G::System, m: G::Move) -> Vec<Purpose> {
    let (from, to) = game.ends(m);
    let side = game.side(state);
    let Some(mover) = system.elements().iter().position(|element| element.at == from && element.side == side) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if system.elements().iter().any(|element| element.at == to && element.side != side) {
        found.push(Purpose { aim: Aim::Strike, from, to });
    }
    if let Some(goal) = game.goal(system, mover) {
        found.push(Purpose { aim: Aim::Promotion, from, to: goal });
        return found;
    }
    let kind = system.elements()[mover].kind;
    let shortens = |goal: Point| {
        let map = system.map_to(kind, Gait::Travel, goal);
        matches!((map.get(from), map.get(to)), (Some(before), Some(after)) if after < before)
    };
    // The point of the zone that the square rule names comes first, or else the nearest.
    let turn = !side;
    for (aim, points, question, wanted) in [
        (Aim::Stop, targets(game, system, side, side)[0], (!side, turn), false),
        (Aim::Support, targets(game, system, side, side)[1], (side, turn), true),
    ] {
        let named = nearest(game, state, system, side, question, wanted)
            .filter(|&(moves, element, to)| moves > 0 && element == mover && shortens(to))
            .map(|(_, _, to)| to);
        let goal = named.or_else(|| points.into_iter().find(|&point| shortens(point)));
        found.extend(goal.map(|to| Purpose { aim, from, to }));
    }
    found
}

fn class_of(purposes: &[Purpose]) -> Class {
    match purposes.first().map(|purpose| purpose.aim) {
        Some(Aim::Strike) => Class::Strike,
        Some(Aim::Promotion) => Class::Main,
        Some(Aim::Stop) => Class::Negation,
        Some(Aim::Support) => Class::Control,
        None => Class::Other,
    }
}

impl<G: ZoneGame> Hooks<G> for Along<G::Move>
where
    G::Move: PartialEq,
{
    type Note = Note<G::Move>;

    fn moves(&mut self, game: &G, path: &Path<G, Self::Note>, _: &SearchTree<G::Move>) -> Self::Note {
        let state = &path[path.len() - 1].state;
        let system = game.system(state);
        let attacks = game.side(state) == self.attacker;
        let now = self.times(game, state);
        let habit = self.habits.get(path.len() - 1).copied().flatten();
        let mut queue: Vec<Candidate<G::Move>> = Vec::new();
        for m in game.moves(state) {
            let purposes = purposes(game, state, &system, m);
            let mut rank = self.rank(game, state, m);
            if rank.abs() < CERTAIN && habit == Some(m) {
                rank -= HABIT;
            }
            queue.push(Candidate { rank, m, class: class_of(&purposes), purposes });
        }
        queue.sort_by_key(|candidate| candidate.rank);
        let first = queue.first().map_or(0, |candidate| candidate.rank);
        let free = !game.must_answer(state);
        let mut place = 0;
        queue.retain(|candidate| {
            place += 1;
            let walks = candidate.class != Class::Main && !game.converts(state, candidate.m);
            let asked = candidate.class != Class::Other;
            let useful = match now {
                Some(now) if attacks && walks && candidate.rank.abs() < CERTAIN => {
                    asked && self.parries(game, state, candidate.m, now)
                }
                _ => asked,
            };
            // Something must be tried, or the node has no value.
            place == 1 || !free || candidate.rank == -CERTAIN || useful
        });
        Note { first, queue }
    }

    fn next_move(&mut self, game: &G, path: &mut Path<G, Self::Note>, tree: &SearchTree<G::Move>) -> Option<G::Move> {
        let node = path.last_mut()?;
        let (tried, turn) = (!node.tried.is_empty(), game.side(&node.state));
        let note = node.note.as_mut()?;
        let worth_trying = note.queue.first().is_some_and(|next| {
            let beyond = turn != self.attacker && next.rank.saturating_sub(note.first) > self.width;
            !tried || !(beyond || next.rank >= CERTAIN)
        });
        if !worth_trying {
            let wins = node.best.is_some_and(|best| self.wins(best, turn));
            self.seen.insert(game.key(&node.state), (wins, node.branch));
            return None;
        }
        let branch = tree.len() + 1;
        let Candidate { m, class, purposes, .. } = note.queue.remove(0);
        self.steps.push(Step::Play { branch, m, class, purposes });
        self.at = branch;
        Some(m)
    }

    fn cut(&mut self, game: &G, path: &Path<G, Self::Note>, tree: &SearchTree<G::Move>) -> Option<Cut> {
        let depth = path.len() - 1;
        let node = &path[depth];
        let turn = game.side(&node.state);
        self.same_as.resize(tree.len() + 1, 0);
        if node.branch != self.at {
            self.steps.push(Step::Climb { branch: node.branch });
            self.at = node.branch;
        }
        if let Some(best) = node.best {
            let done = self.wins(best, turn) == (turn == self.attacker);
            if done {
                self.habits.resize(self.habits.len().max(depth + 1), None);
                self.habits[depth] = node.best_move;
                self.seen.insert(game.key(&node.state), (self.wins(best, turn), node.branch));
            }
            return done.then_some(Cut::Enough);
        }
        if !node.tried.is_empty() {
            return None;
        }
        self.end(game, path, tree.len())
    }
}

impl<M: Copy + PartialEq> Along<M> {
    /// The end of a branch that is entered for the first time.
    fn end<G>(&mut self, game: &G, path: &Path<G, Note<M>>, edges: usize) -> Option<Cut>
    where
        G: ZoneGame<Move = M>,
    {
        let depth = path.len() - 1;
        let (state, branch) = (&path[depth].state, path[depth].branch);
        let turn = game.side(state);
        let score_of = |value: Value| match value {
            Value::Win => WON,
            Value::Draw => 0,
            Value::Loss => -WON,
        };
        let key = game.key(state);
        self.entered.truncate(depth);
        self.entered.push(key);
        if depth == 0 {
            return None;
        }
        if let Some((value, reason)) = Self::imminent(game, state) {
            return Some(self.cut(game, (state, branch), score_of(value), reason));
        }
        if turn != self.attacker && conversion(game, state).is_some_and(|value| value >= Value::Draw) {
            return Some(self.cut(game, (state, branch), 0, Reason::NextDraws));
        }
        if game.gets_through(state, self.attacker, None, turn) != Some(true) {
            return Some(self.cut(game, (state, branch), 0, Reason::NoPromotion));
        }
        if self.entered[..depth].contains(&key) {
            return Some(self.cut(game, (state, branch), 0, Reason::Repetition));
        }
        if let Some(&(wins, before)) = self.seen.get(&key) {
            self.same_as[branch] = before;
            let score = match (wins, turn == self.attacker) {
                (false, _) => 0,
                (true, true) => WON,
                (true, false) => -WON,
            };
            return Some(self.cut(game, (state, branch), score, Reason::Searched));
        }
        if edges >= self.budget {
            self.capped = true;
            return Some(self.cut(game, (state, branch), 0, Reason::Budget));
        }
        None
    }
}

/// What the search along zones found.
#[derive(Clone, Debug)]
pub struct Walked<M> {
    /// The value for the side to move; `None` if the budget did not suffice.
    pub value: Option<Value>,
    /// The move that settles it.
    pub key: Option<M>,
    /// Everything that was tried.
    pub tree: SearchTree<M>,
    /// The search in order.
    pub steps: Vec<Step<M>>,
    /// For every branch the earlier branch with the same state, or 0.
    pub same_as: Vec<usize>,
}

/// Searches a state along its zones. A side whose own runner gets through asks first whether it wins,
/// any other only whether it holds.
pub fn walk<G>(game: &G, root: &G::State, budget: usize) -> Walked<G::Move>
where
    G: ZoneGame,
    G::Move: PartialEq,
{
    let us = game.side(root);
    let (mut along, mut tree) = (Along::new(us, budget), SearchTree::new());
    let live = game.gets_through(root, us, None, us) == Some(true);
    let wins = if live { along.ask(game, root, us, &mut tree) } else { Some((false, None)) };
    let (value, key) = match wins {
        Some((true, key)) => (Some(Value::Win), key),
        None => (None, None),
        Some((false, _)) => match along.ask(game, root, !us, &mut tree) {
            Some((loses, key)) => (Some(if loses { Value::Loss } else { Value::Draw }), key),
            None => (None, None),
        },
    };
    Walked { value, key, tree, steps: along.steps, same_as: along.same_as }
}

/// Sorts moves so that mirrored states list them in mirrored order.
fn seen_from<M>(moves: &mut [M], side: Side, size: u8, ends: impl Fn(&M) -> (Point, Point)) {
    let turned = |point: Point| match side {
        Side::First => point.0,
        Side::Second => (size - 1 - point.0 / size) * size + point.0 % size,
    };
    moves.sort_by_key(|m| {
        let (from, to) = ends(m);
        (turned(to), Reverse(turned(from)))
    });
}
