//! A second look at what was found about four men.
//!
//! The search along zones, the fitted forecast and the lines of limited length all leave moves out: what they
//! find need not be true. So before a value is claimed that its tree does not prove, another search looks
//! whether it stands against *every* legal move. It is an ordinary one: a question with two answers (does the
//! attacker win, or does the defender hold?), all moves, lines of growing length, the library at the leaves,
//! which keeps silent about the root's material here as everywhere. Its positions are counted as looks and are no
//! branches. It only takes claims away: what it does not confirm is unknown, the move stays. A win with pieces,
//! which was looked for against every move, stands unless this search refutes it.
//!
//! Who comes back to a position of the line has held there, so a fortress can be shown: a set of positions that
//! the defender need not leave. Such an answer leans on a position of the line; it is forgotten when that one
//! turns out otherwise.

use std::collections::{HashMap, HashSet};

use reti_core::{
    chess::{Color, Position, Square},
    value::Value,
};

use super::{
    Library, Reason,
    along::chess::CLEARLY,
    candidates::from_own_side,
    forecast::Race,
    judgement::judge,
    library::{Entry, SILENT_PLIES},
    race::path,
};

/// With so many men claims are looked at again.
const MEN: usize = 4;
/// How many positions are looked at for one question. Raised from 50,000 by way of 100,000 after a look at
/// `reti_like.json`, all of whose draws are confirmed now, at random endings (seed 77 of `zone_claims`) and at
/// `studies.json`; so these are no untouched tests of it.
const LOOKS: u64 = 200_000;
/// The lengths of lines in which a win with pieces is looked for first, in plies.
const SHORT: [usize; 7] = [6, 10, 14, 18, 22, 26, 30];
/// The longest line, in plies.
const LONGEST: usize = 400;
/// What a pawn that is held counts as coming late, in moves.
const HELD: i32 = 3;
/// What an answer leans on that needs nothing of the line.
const NOTHING: usize = usize::MAX;

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The attacker wins.
    Wins,
    /// The defender holds, if the node with this number on the line does.
    Holds(usize),
    /// The line was too short.
    Open,
}

/// One question.
struct Look<'a> {
    library: &'a Library<'a>,
    attacker: Color,
    /// Whether the root is a race of one pawn each.
    race: bool,
    /// Whether tables speak about the root's material at the end of long lines, as in the search that is checked.
    late: bool,
    looks: u64,
    won: HashSet<u64>,
    held: HashMap<u64, usize>,
    /// How many plies were left where the line was too short.
    open: HashMap<u64, usize>,
    /// What is held only if a node of the line is, in the order in which it was found.
    leaning: Vec<u64>,
    /// The keys of the line.
    line: Vec<u64>,
}

/// What is claimed of a value that was found, and how many positions that took; `proven` is what the tree proves,
/// `late` says that tables speak about the root's own material at the end of long lines.
pub fn claim(
    position: &Position,
    proven: Option<Value>,
    found: Option<Value>,
    library: &Library<'_>,
    late: bool,
) -> (Option<Value>, u64) {
    let board = position.board();
    let few = board.occupied().count() <= MEN;
    match found {
        Some(value) if proven.is_none() && few => {
            let (stands, looks) = stands(position, value, library, late);
            // Whoever wins with pieces was looked for against every move, and needs no more than not to be refuted.
            let pieces = board.kings() | board.pawns() != board.occupied();
            let enough = stands == Some(true) || stands.is_none() && pieces && value != Value::Draw;
            (found.filter(|_| enough), looks)
        }
        _ => (proven.or(found), 0),
    }
}

/// Whether a value stands against all moves, and how many positions that took; `None` if it is not known.
fn stands(position: &Position, value: Value, library: &Library<'_>, late: bool) -> (Option<bool>, u64) {
    let us = position.turn();
    let questions: &[(Color, bool)] = match value {
        Value::Win => &[(us, true)],
        Value::Loss => &[(!us, true)],
        Value::Draw => &[(us, false), (!us, false)],
    };
    let (mut all, mut looks) = (Some(true), 0);
    for &(attacker, expected) in questions {
        let (wins, cost) = wins(position, (attacker, expected), library, late);
        looks += cost;
        match wins.map(|wins| wins == expected) {
            Some(true) => {}
            Some(false) => return (Some(false), looks),
            None => all = None,
        }
    }
    (all, looks)
}

/// Whether the attacker wins, and how many positions that took.
fn wins(
    position: &Position,
    (attacker, expected): (Color, bool),
    library: &Library<'_>,
    late: bool,
) -> (Option<bool>, u64) {
    let race = Race::new(position).is_some();
    let mut look = Look {
        library,
        attacker,
        race,
        late: late && !race,
        looks: 0,
        won: HashSet::new(),
        held: HashMap::new(),
        open: HashMap::new(),
        leaning: Vec::new(),
        line: Vec::new(),
    };
    // A fortress is found by going on, a win in a short line.
    let short = if expected && !look.race { SHORT.as_slice() } else { &[] };
    for length in short.iter().copied().chain([LONGEST]) {
        match look.visit(position, length) {
            Answer::Wins => return (Some(true), look.looks),
            Answer::Holds(_) => return (Some(false), look.looks),
            Answer::Open if look.is_spent() => break,
            Answer::Open => {}
        }
    }
    (None, look.looks)
}

impl Look<'_> {
    fn is_spent(&self) -> bool {
        self.looks >= LOOKS || self.library.is_over()
    }

    /// What is known about a position with so many plies left.
    fn visit(&mut self, position: &Position, left: usize) -> Answer {
        let key = position.key();
        if self.won.contains(&key) {
            return Answer::Wins;
        }
        if let Some(&leans_on) = self.held.get(&key) {
            return Answer::Holds(leans_on);
        }
        if let Some(before) = self.line.iter().position(|&other| other == key) {
            return Answer::Holds(before);
        }
        if self.is_spent() || self.open.get(&key).is_some_and(|&before| before >= left) {
            return Answer::Open;
        }
        self.looks += 1;
        let known = self.known(position);
        if known.is_none() && left == 0 {
            self.open.insert(key, 0);
            return Answer::Open;
        }
        let (depth, mark) = (self.line.len(), self.leaning.len());
        self.line.push(key);
        let answer = known.unwrap_or_else(|| self.moves(position, left));
        self.line.pop();
        self.remember(key, answer, depth, mark, left)
    }

    /// Writes an answer down; what leans on this position follows it.
    fn remember(&mut self, key: u64, answer: Answer, depth: usize, mark: usize, left: usize) -> Answer {
        let Answer::Holds(leans_on) = answer else {
            for other in self.leaning.drain(mark..) {
                self.held.remove(&other);
            }
            match answer {
                Answer::Wins => drop(self.won.insert(key)),
                _ => drop(self.open.insert(key, left)),
            }
            return answer;
        };
        let leans_on = if leans_on < depth { leans_on } else { NOTHING };
        for other in self.leaning.split_off(mark) {
            let Some(on) = self.held.get_mut(&other) else { continue };
            // It may lean on several; the nearest to the root is written down.
            *on = if *on >= depth { leans_on } else { leans_on.min(*on) };
            if *on != NOTHING {
                self.leaning.push(other);
            }
        }
        self.held.insert(key, leans_on);
        if leans_on != NOTHING {
            self.leaning.push(key);
        }
        Answer::Holds(leans_on)
    }

    /// The answer of the library.
    fn known(&self, position: &Position) -> Option<Answer> {
        // Rules of thumb about the race itself are what is to be checked.
        let trusted = |entry: &Entry| entry.exact || entry.reason == Reason::QueenEnding;
        let late = || if self.late && self.line.len() >= SILENT_PLIES { self.library.table(position) } else { None };
        let value = match self.library.entry(position).filter(trusted).or_else(late) {
            Some(entry) => entry.value,
            // A race that is over and no table to ask: what is left on the board decides, as in the search.
            None if self.race && Race::new(position).is_none() => match judge(position) {
                CLEARLY.. => Value::Win,
                score if score <= -CLEARLY => Value::Loss,
                _ => Value::Draw,
            },
            None => return None,
        };
        let winner = match value {
            Value::Win => Some(position.turn()),
            Value::Loss => Some(!position.turn()),
            Value::Draw => None,
        };
        Some(if winner == Some(self.attacker) { Answer::Wins } else { Answer::Holds(NOTHING) })
    }

    /// What the legal moves of a position say.
    fn moves(&mut self, position: &Position, left: usize) -> Answer {
        let attacks = position.turn() == self.attacker;
        let children = children(position, attacks);
        let (mut leans_on, mut open) = (NOTHING, false);
        for child in &children {
            match (self.visit(child, left - 1), attacks) {
                (Answer::Wins, true) => return Answer::Wins,
                (Answer::Holds(on), false) => return Answer::Holds(on),
                (Answer::Holds(on), true) => leans_on = leans_on.min(on),
                (Answer::Wins, false) => {}
                (Answer::Open, _) => open = true,
            }
        }
        match (open, attacks) {
            (true, _) => Answer::Open,
            (false, true) => Answer::Holds(leans_on),
            (false, false) => Answer::Wins,
        }
    }
}

/// The positions after all legal moves, the most promising first; apart, so that long lines need little stack.
#[inline(never)]
fn children(position: &Position, attacks: bool) -> Vec<Position> {
    let mut ranked = Vec::new();
    for m in position.legal_moves() {
        let after = position.play(m);
        let converts = m.is_capture() || m.promotion().is_some();
        let rank = if converts { i32::MIN } else { promise(&after, attacks) };
        ranked.push((rank, from_own_side(position.turn(), m), after));
    }
    ranked.sort_by_key(|&(rank, order, _)| (rank, order));
    ranked.into_iter().map(|(_, _, after)| after).collect()
}

/// How well a position looks for the side that has just moved, the attacker or not; small is good.
fn promise(after: &Position, attacks: bool) -> i32 {
    let trouble = match Race::new(after) {
        Some(race) => race_trouble(race, attacks),
        None => trouble(after, if attacks { after.turn() } else { !after.turn() }),
    };
    if attacks { -trouble } else { trouble }
}

/// How badly the defender stands in a race: free moves until the attacker's pawn is held, and how late its own one
/// comes, as in the search along zones.
fn race_trouble(Race(times): Race, defender_moves: bool) -> i32 {
    let [own_stop, other_stop, own_pushes, other_pushes] = [0, 1, 2, 3].map(|place| i32::from(times[place]));
    let (stop, freed, own, other) = if defender_moves {
        (own_stop, other_stop, own_pushes, other_pushes)
    } else {
        (other_stop, own_stop, other_pushes, own_pushes)
    };
    let late = if defender_moves { 2 * own - 1 - 2 * other } else { 2 * own - 2 * other + 1 };
    let counter = late.max(0) / 2 + if freed > 0 { 0 } else { HELD };
    10 * stop * counter + 2 * (stop + counter) + 4 * (own - other)
}

/// How badly the defender stands elsewhere: points of the ways of the attacker's pawns that it does not guard and its
/// king's way to them; how far its own pawns are and the attacker's king from these.
fn trouble(position: &Position, defender: Color) -> i32 {
    let board = position.board();
    let mut sum = i32::from(position.is_check() && position.turn() == defender);
    for pawn in board.pawns() & board.by_color(!defender) {
        let way = path(pawn, !defender);
        let is_free = |stop: &Square| {
            let guards = board.attacks_to(*stop, defender, board.occupied());
            guards.is_empty() && board.color_at(*stop) != Some(defender)
        };
        let free = std::iter::once(pawn).chain(way.iter().copied()).filter(is_free).count();
        sum += 4 * free as i32 - 2 * way.len() as i32 + position.king(defender).distance(pawn) as i32;
    }
    for pawn in board.pawns() & board.by_color(defender) {
        sum += 4 * path(pawn, defender).len() as i32 - position.king(!defender).distance(pawn) as i32;
    }
    sum
}
