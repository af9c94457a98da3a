//! Which move to try first.
//!
//! Alpha-beta is as good as its order: the move that was best before, then captures that do not lose
//! by the exchange, then two quiet moves that refuted a sibling and the one that usually refutes the
//! last move, then quiet moves by how often they did well (here at all, after the last two moves, and
//! after the own move before those), and captures that lose material last. Moves are generated in parts, each only when the
//! parts before it were not enough, and no part is sorted further than it is used.

use reti_core::{
    chess::{Color, PieceType, Square, color_index, type_index},
    field::{
        fast::{Lanes, image},
        network::Memory,
    },
    value::worth,
};

use super::{
    code::Code,
    correction::Corrections,
    generate::{CheckSquares, Ranked, Restraint},
    place::Place,
    score::LONGEST,
    swap,
};

/// The largest number in a table of experience, in both directions.
const MOST: i32 = 1 << 14;
/// Where no move was played before: at the root and after a pass.
pub(super) const NO_ARRIVAL: usize = 768;
/// What half a unit of the field counts beside experience.
const GRADIENT: i32 = 64;

/// What decides among ordinary quiet moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// How well they did before.
    #[default]
    Experience,
    /// How much stronger the seed's field is where they go than where they come from
    /// *[Seed 004, section 7.3]*, and nothing else.
    Gradient,
    /// Both, added.
    Both,
}

/// The sum S of the seed's fields on every square, in halves: what every piece radiates, whoever it
/// belongs to.
fn strength(place: &Place<'_>) -> Lanes {
    let mut sum = [0; 64];
    for (square, piece) in &place.board {
        for (lane, value) in sum.iter_mut().zip(image(piece, square)) {
            *lane += value;
        }
    }
    sum
}

/// What the search has learned about moves and positions.
pub(super) struct Experience {
    killers: [[Code; 2]; LONGEST + 2],
    /// By the last arrival.
    answers: Vec<Code>,
    /// Quiet moves by side and way.
    quiets: Vec<[i16; 4096]>,
    /// Captures by arrival and captured type.
    captures: Vec<[i16; 6]>,
    /// Quiet moves by an earlier arrival and their own.
    after: Vec<[i16; 768]>,
    pub corrections: Corrections,
    pub order: Order,
    /// What a network has added up.
    pub boards: Memory,
}

/// The moves before a node: our opponent's last, our own before it, and our own before that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub arrivals: [usize; 3],
}

impl Experience {
    pub fn new() -> Experience {
        Experience {
            killers: [[Code::NONE; 2]; LONGEST + 2],
            answers: vec![Code::NONE; NO_ARRIVAL + 1],
            quiets: vec![[0; 4096]; 2],
            captures: vec![[0; 6]; 768],
            after: vec![[0; 768]; NO_ARRIVAL + 1],
            corrections: Corrections::new(),
            order: Order::default(),
            boards: Memory::default(),
        }
    }

    pub fn clear(&mut self) {
        *self = Experience { order: self.order, ..Experience::new() };
    }

    /// A new search begins: distances to the root mean other positions now.
    pub fn forget_killers(&mut self) {
        self.killers = [[Code::NONE; 2]; LONGEST + 2];
    }

    /// Killers two plies further down belong to other positions.
    pub fn forget_killers_at(&mut self, ply: usize) {
        self.killers[ply] = [Code::NONE; 2];
    }

    /// How well a quiet move has done.
    #[inline]
    pub fn quiet(&self, place: &Place<'_>, code: Code, before: Before) -> i32 {
        let arrival = place.arrival(code);
        let [last, own, earlier] = before.arrivals;
        let after = |before: usize| i32::from(self.after[before][arrival]);
        i32::from(self.quiets[color_index(place.turn)][code.way()]) + after(last) + after(own) + after(earlier) / 2
    }

    fn rank_quiets(&self, place: &Place<'_>, before: Before, list: &mut [Ranked]) {
        for ranked in &mut *list {
            ranked.rank = match self.order {
                _ if ranked.code.is_promotion() => -3 * MOST,
                Order::Gradient => 0,
                Order::Experience | Order::Both => self.quiet(place, ranked.code, before),
            };
        }
        if self.order != Order::Experience {
            let field = strength(place);
            for ranked in list.iter_mut().filter(|ranked| !ranked.code.is_promotion()) {
                // Lanes begin with the eighth rank.
                let at = |square: Square| i32::from(field[square.flip_vertical() as usize]);
                ranked.rank += GRADIENT * (at(ranked.code.to()) - at(ranked.code.from()));
            }
        }
    }

    #[inline]
    fn capture(&self, place: &Place<'_>, code: Code) -> i32 {
        let victim = place.captured(code).map_or(0, type_index);
        i32::from(self.captures[place.arrival(code)][victim])
    }

    /// A move refuted the one before it; those tried earlier did not.
    pub fn learn(&mut self, place: &Place<'_>, depth: i32, ply: usize, best: Code, tried: &Tried, before: Before) {
        let bonus = bonus(depth);
        if place.is_quiet(best) {
            let [first, second] = &mut self.killers[ply];
            if *first != best {
                *second = *first;
                *first = best;
            }
            self.answers[before.arrivals[0]] = best;
            self.adjust_quiet(place, best, before, bonus);
            for &code in tried.quiets() {
                self.adjust_quiet(place, code, before, -bonus);
            }
        } else {
            self.adjust_capture(place, best, bonus);
        }
        for &code in tried.captures() {
            self.adjust_capture(place, code, -bonus);
        }
    }

    /// A quiet move of a side stood up to every answer; with the own arrival before it and its own.
    pub fn praise(&mut self, side: Color, way: usize, (earlier, arrival): (usize, usize), depth: i32) {
        let bonus = bonus(depth) / 2;
        adjust(&mut self.quiets[color_index(side)][way], bonus);
        if earlier != NO_ARRIVAL {
            adjust(&mut self.after[earlier][arrival], bonus);
        }
    }

    fn adjust_quiet(&mut self, place: &Place<'_>, code: Code, before: Before, bonus: i32) {
        adjust(&mut self.quiets[color_index(place.turn)][code.way()], bonus);
        let arrival = place.arrival(code);
        for earlier in before.arrivals {
            adjust(&mut self.after[earlier][arrival], bonus);
        }
    }

    fn adjust_capture(&mut self, place: &Place<'_>, code: Code, bonus: i32) {
        let victim = place.captured(code).map_or(0, type_index);
        adjust(&mut self.captures[place.arrival(code)][victim], bonus);
    }
}

/// What a success at a depth counts.
fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).clamp(30, 1_500)
}

/// Moves a number towards the bonus and never beyond the largest.
#[inline]
fn adjust(value: &mut i16, bonus: i32) {
    *value += (bonus - i32::from(*value) * bonus.abs() / MOST) as i16;
}

/// Moves that were tried at a node before the best one.
pub(super) struct Tried {
    quiets: [Code; 48],
    quiet_count: usize,
    captures: [Code; 16],
    capture_count: usize,
}

impl Tried {
    pub fn new() -> Tried {
        Tried { quiets: [Code::NONE; 48], quiet_count: 0, captures: [Code::NONE; 16], capture_count: 0 }
    }

    pub fn add(&mut self, code: Code, is_quiet: bool) {
        let (list, count) = if is_quiet {
            (&mut self.quiets[..], &mut self.quiet_count)
        } else {
            (&mut self.captures[..], &mut self.capture_count)
        };
        if let Some(slot) = list.get_mut(*count) {
            *slot = code;
            *count += 1;
        }
    }

    pub fn quiets(&self) -> &[Code] {
        &self.quiets[..self.quiet_count]
    }

    fn captures(&self) -> &[Code] {
        &self.captures[..self.capture_count]
    }
}

/// Which part of the moves comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Known,
    Captures,
    GoodCaptures,
    Killers(usize),
    Quiets,
    RestOfQuiets,
    BadCaptures,
    Nothing,
}

/// Hands out the moves of one node, best first. The moves lie in a list that all nodes of a line
/// share, each behind those of the node above.
pub(super) struct Picker {
    stage: Stage,
    known: Code,
    restraint: Restraint,
    specials: [Code; 3],
    before: Before,
    /// What an exchange must be worth to be tried early.
    least: i32,
    only_captures: bool,
    only_checks: bool,
    start: usize,
    next: usize,
    /// Losing captures are kept from the start to here.
    bad_end: usize,
    next_bad: usize,
}

impl Picker {
    /// All moves.
    pub fn new(
        place: &Place<'_>,
        known: Code,
        experience: &Experience,
        ply: usize,
        before: Before,
        list: &[Ranked],
    ) -> Picker {
        let [first, second] = experience.killers[ply];
        let specials = [first, second, experience.answers[before.arrivals[0]]];
        let restraint = place.restraint();
        Picker {
            stage: if place.is_legal(known, restraint) { Stage::Known } else { Stage::Captures },
            known,
            restraint,
            specials,
            before,
            least: 0,
            only_captures: false,
            only_checks: false,
            start: list.len(),
            next: list.len(),
            bad_end: list.len(),
            next_bad: list.len(),
        }
    }

    /// Captures and promotions to queens that win at least so much.
    pub fn captures(place: &Place<'_>, known: Code, least: i32, list: &[Ranked]) -> Picker {
        let restraint = place.restraint();
        let first = !place.is_quiet(known) && place.is_legal(known, restraint);
        Picker {
            stage: if first { Stage::Known } else { Stage::Captures },
            known,
            restraint,
            specials: [Code::NONE; 3],
            before: Before { arrivals: [NO_ARRIVAL; 3] },
            least,
            only_captures: true,
            only_checks: false,
            start: list.len(),
            next: list.len(),
            bad_end: list.len(),
            next_bad: list.len(),
        }
    }

    /// From now on only those quiet moves that give check, in any order.
    pub fn only_checks(&mut self) {
        self.only_checks = true;
    }

    /// From which part the last move came.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The next move.
    pub fn next(
        &mut self,
        place: &Place<'_>,
        list: &mut Vec<Ranked>,
        experience: &Experience,
        checks: Option<&CheckSquares>,
    ) -> Option<Code> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::Captures;
                    return Some(self.known);
                }
                Stage::Captures => {
                    place.captures(list);
                    for ranked in &mut list[self.start..] {
                        ranked.rank = rank_of_capture(place, ranked.code, experience);
                    }
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(code) = self.good_capture(place, list) {
                        return Some(code);
                    }
                    self.stage = if self.only_captures { Stage::Nothing } else { Stage::Killers(0) };
                }
                Stage::Killers(index) => {
                    if index >= self.specials.len() {
                        self.stage = Stage::Quiets;
                        continue;
                    }
                    self.stage = Stage::Killers(index + 1);
                    let code = self.specials[index];
                    if code != self.known
                        && !self.specials[..index].contains(&code)
                        && place.is_legal(code, self.restraint)
                        && place.is_quiet(code)
                    {
                        return Some(code);
                    }
                    // Not to be skipped later.
                    if !self.specials[..index].contains(&code) && code != self.known {
                        self.specials[index] = Code::NONE;
                    }
                }
                Stage::Quiets => {
                    self.next = list.len();
                    place.quiets(list);
                    experience.rank_quiets(place, self.before, &mut list[self.next..]);
                    self.stage = Stage::RestOfQuiets;
                }
                Stage::RestOfQuiets => {
                    while let Some(code) = self.quiet(place, list, checks) {
                        if code != self.known && !self.specials.contains(&code) && place.is_safe(code, self.restraint) {
                            return Some(code);
                        }
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.next_bad < self.bad_end {
                        self.next_bad += 1;
                        return Some(list[self.next_bad - 1].code);
                    }
                    self.stage = Stage::Nothing;
                }
                Stage::Nothing => return None,
            }
        }
    }

    #[inline]
    fn quiet(&mut self, place: &Place<'_>, list: &mut [Ranked], checks: Option<&CheckSquares>) -> Option<Code> {
        let Some(checks) = checks.filter(|_| self.only_checks) else {
            return self.best(list).map(|ranked| ranked.code);
        };
        let rest = list[self.next..].iter();
        let found = rest.clone().position(|ranked| checks.is_check(place, ranked.code));
        self.next += found.map_or(rest.len(), |place| place + 1);
        found.map(|_| list[self.next - 1].code)
    }

    /// The best of the rest; equal ranks in the order of generation.
    #[inline]
    fn best(&mut self, list: &mut [Ranked]) -> Option<Ranked> {
        let rest = &mut list[self.next..];
        let mut best = 0;
        let mut rank = rest.first()?.rank;
        for (index, ranked) in rest.iter().enumerate().skip(1) {
            if ranked.rank > rank {
                (best, rank) = (index, ranked.rank);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn good_capture(&mut self, place: &Place<'_>, list: &mut [Ranked]) -> Option<Code> {
        while let Some(ranked) = self.best(list) {
            let code = ranked.code;
            if code == self.known || !place.is_safe(code, self.restraint) {
                continue;
            }
            if is_cheap(place, code, self.least) || swap::is_worth(place, code, self.least) {
                return Some(code);
            }
            list[self.bad_end] = ranked;
            self.bad_end += 1;
        }
        None
    }

    /// Where this node's moves begin.
    pub fn start(&self) -> usize {
        self.start
    }
}

/// Whether a capture takes something dearer or equal, and so cannot lose.
#[inline]
fn is_cheap(place: &Place<'_>, code: Code, least: i32) -> bool {
    let value = |piece_type: Option<PieceType>| piece_type.map_or(0, worth);
    !code.is_promotion() && value(place.captured(code)) - value(place.type_at(code.from())) >= least.max(0)
}

/// The most valuable victim first, as far as experience does not know better.
#[inline]
fn rank_of_capture(place: &Place<'_>, code: Code, experience: &Experience) -> i32 {
    let victim = place.captured(code).map_or(0, worth);
    let promotion = if code.is_promotion() { 800 } else { 0 };
    let capturer = place.type_at(code.from()).map_or(0, type_index) as i32;
    32 * (victim + promotion) - 16 * capturer + experience.capture(place, code) / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::place::Castling;
    use reti_core::{
        chess::Position,
        field::score::{Accumulator, CLASSICAL},
    };

    const NOWHERE: Before = Before { arrivals: [NO_ARRIVAL; 3] };

    fn picked(fen: &str, first: Option<&str>, experience: &Experience) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let castling = Castling::new(&position);
        let place = Place::new(&position, &castling, Accumulator::new(&CLASSICAL, position.board()));
        let best = first.map_or(Code::NONE, |text| Code::new(position.parse_move(text).unwrap()));
        let mut list = Vec::new();
        let mut picker = Picker::new(&place, best, experience, 0, NOWHERE, &list);
        let mut out = Vec::new();
        while let Some(code) = picker.next(&place, &mut list, experience, None) {
            let m = position.legal_moves().into_iter().find(|&m| Code::new(m) == code).unwrap();
            out.push(position.san(m));
        }
        out
    }

    #[test]
    fn winning_captures_come_first_and_losing_ones_last() {
        let fen = "4k3/2p5/3p4/4q3/5P2/8/3Q4/6K1 w - - 0 1";
        let order = picked(fen, None, &Experience::new());
        assert_eq!((order.first().unwrap().as_str(), order.last().unwrap().as_str()), ("fxe5", "Qxd6"));
        let order = picked(fen, Some("Kf1"), &Experience::new());
        assert_eq!(order[..2], ["Kf1", "fxe5"]);
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_killers_are() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/8/1b6/8/3PPP2/3QKN2 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let moves = position.legal_moves();
            let mut all: Vec<String> = moves.iter().map(|&m| position.san(m)).collect();
            all.sort();
            for (index, &m) in moves.iter().enumerate() {
                let mut experience = Experience::new();
                experience.killers[0] = [Code::new(moves[(index + 1) % moves.len()]), Code::new(m)];
                experience.answers[NO_ARRIVAL] = Code::new(m);
                let first = position.san(moves[(index + 2) % moves.len()]);
                let mut order = picked(fen, Some(&first), &experience);
                order.sort();
                assert_eq!(order, all);
            }
        }
    }

    #[test]
    fn experience_stays_within_its_bounds() {
        let position = Position::start();
        let castling = Castling::new(&position);
        let place = Place::new(&position, &castling, Accumulator::new(&CLASSICAL, position.board()));
        let code = |text: &str| Code::new(position.parse_move(text).unwrap());
        let mut experience = Experience::new();
        for _ in 0..10_000 {
            experience.learn(&place, 20, 3, code("e4"), &Tried::new(), NOWHERE);
        }
        assert!((MOST / 2..=MOST).contains(&i32::from(experience.quiets[0][code("e4").way()])));
        let mut tried = Tried::new();
        tried.add(code("e4"), true);
        for _ in 0..10_000 {
            experience.learn(&place, 20, 3, code("d4"), &tried, NOWHERE);
        }
        assert!((-MOST..=-MOST / 2).contains(&i32::from(experience.quiets[0][code("e4").way()])));
    }
}
