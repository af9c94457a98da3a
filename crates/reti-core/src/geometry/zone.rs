//! Zones: one main trajectory and everything that can matter to it in time.
//!
//! An element wants to reach a target. Enemies who can come to a stop of its path *in time* are the
//! first negation; friends who guard that stop, or who guard the stops of the interceptors, belong
//! to the zone too, and so on, each negation answering the one before. Time is the whole point: a
//! stop that the main element reaches with its k-th move leaves an interceptor k + 1 moves if the
//! protecting side is to move, k if the attacker is. A path of length *len* that has time τ leaves
//! τ - len + 1 to those who want to stop it on the way; several claims on a point take the largest.
//!
//! What the grammar `G_Z` of the paper writes symbol by symbol with its screens (v, TIME, w, NEXTTIME)
//! is generated here for all shortest main trajectories at once: a [`ZoneBundle`] holds one
//! [`Track`] per element and end point, and a single zone picks one trajectory from each track
//! ([`ZoneBundle::zones`]). Two rules keep a zone free of repetition: no trajectory runs through a
//! point where another one of the same negation could already stop, and no element guards its own
//! path.
//!
//! Source: seed 001, *Languages of trajectory networks* and *Zones in the chess model*.

use super::{
    chess_profile::{self, ChessSystem, Lines},
    system::{ComplexSystem, Gait, Point, PointSet, Side},
    trajectory::{Bundle, Trajectory},
};
use crate::chess::{Piece, PieceType, Position, Rank, Square};

/// Who is assumed to move first when time is allotted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeConvention {
    /// The protecting side moves: stop k of the main trajectory has time k + 1 (figure 10 and the
    /// later texts).
    #[default]
    ProtectorMoves,
    /// The attacking side moves: stop k has time k (the string of figure 9).
    AttackerMoves,
}

impl TimeConvention {
    const fn offset(self) -> u32 {
        match self {
            TimeConvention::ProtectorMoves => 1,
            TimeConvention::AttackerMoves => 0,
        }
    }
}

/// What a zone is generated with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneRules {
    /// Who moves first.
    pub time: TimeConvention,
    /// The highest negation that is generated.
    pub deepest_negation: u32,
}

impl Default for ZoneRules {
    fn default() -> ZoneRules {
        ZoneRules { time: TimeConvention::default(), deepest_negation: u32::MAX }
    }
}

/// What the main element is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To capture an enemy, given by its index among the elements.
    Element(usize),
    /// To become something better at the end of its path.
    Promotion,
    /// To control a point where something will be decided.
    Control,
}

/// All trajectories of one element to one end within a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track<K> {
    /// The element, by its index.
    pub element: usize,
    /// The side of the element.
    pub side: Side,
    /// 0 for the main track, 1 for those who disturb or support it, and so on.
    pub negation: u32,
    /// The time allotted.
    pub time: u32,
    /// The trajectories.
    pub bundle: Bundle<K>,
}

/// The zones of one element after one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneBundle<K> {
    /// What the main element is after.
    pub target: Target,
    /// What reaching it is worth.
    pub value: u32,
    /// The main track first, then negation by negation in the order of ends and elements.
    pub tracks: Vec<Track<K>>,
}

/// One symbol `t(p, t, τ)` of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneSymbol {
    /// The element, by its index.
    pub element: usize,
    /// The side of the element.
    pub side: Side,
    /// The negation it belongs to.
    pub negation: u32,
    /// The time allotted.
    pub time: u32,
    /// The path.
    pub trajectory: Trajectory,
}

/// A zone: the main trajectory first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The symbols of the string.
    pub symbols: Vec<ZoneSymbol>,
}

impl<K: Copy + Eq> ZoneBundle<K> {
    /// The main track.
    pub fn main(&self) -> &Track<K> {
        &self.tracks[0]
    }

    /// The tracks of one negation.
    pub fn negation(&self, negation: u32) -> impl Iterator<Item = &Track<K>> {
        self.tracks.iter().filter(move |track| track.negation == negation)
    }

    /// All trajectories with their times: the union of all zones.
    pub fn symbols<S: ComplexSystem<Kind = K>>(&self, system: &S) -> Vec<ZoneSymbol> {
        self.tracks.iter().flat_map(|track| track.symbols(system)).collect()
    }

    /// The single zones: one main trajectory, and of every track that still matters to it one
    /// trajectory. Times are allotted anew for the choice, so they can be shorter than the bundle's.
    pub fn zones<'a, S: ComplexSystem<Kind = K>>(
        &'a self,
        system: &'a S,
        rules: ZoneRules,
    ) -> impl Iterator<Item = Zone> + 'a {
        self.main().bundle.trajectories(system).flat_map(move |main| {
            let symbol = ZoneSymbol { trajectory: main, ..self.main().symbols(system).swap_remove(0) };
            Choices::new(system, rules, self.excluded_point(), symbol)
        })
    }

    /// A target stands on its point and guards nothing.
    fn excluded_point(&self) -> Option<Point> {
        matches!(self.target, Target::Element(_)).then_some(self.main().bundle.to)
    }
}

impl<K: Copy + Eq> Track<K> {
    fn symbols<S: ComplexSystem<Kind = K>>(&self, system: &S) -> Vec<ZoneSymbol> {
        let symbol = |trajectory| ZoneSymbol {
            element: self.element,
            side: self.side,
            negation: self.negation,
            time: self.time,
            trajectory,
        };
        self.bundle.trajectories(system).map(symbol).collect()
    }
}

/// The points where the current negation must go, and the time it has there.
#[derive(Clone, Copy)]
struct Screen {
    marked: PointSet,
    time: [u32; 64],
}

impl Screen {
    const EMPTY: Screen = Screen { marked: PointSet::EMPTY, time: [0; 64] };

    /// Claims of several trajectories on one point take the largest time.
    fn mark(&mut self, points: PointSet, time: u32) {
        for point in points {
            let old = &mut self.time[point.index()];
            *old = if self.marked.contains(point) { time.max(*old) } else { time };
        }
        self.marked |= points;
    }

    /// The points where somebody could stand within so many steps.
    fn reached_within(&self, step: u32) -> PointSet {
        self.marked.into_iter().filter(|point| self.time[point.index()] >= step).collect()
    }
}

/// Who can be where in how many moves: asked for every stop of every zone, so prepared once.
pub struct ZoneGenerator<'a, S: ComplexSystem> {
    system: &'a S,
    rules: ZoneRules,
    /// `within[side][point][distance]`: elements that need at most this many moves, as a bit set.
    within: [Vec<[u64; NEAR]>; 2],
}

/// Distances up to `NEAR - 1` are prepared; a zone with more time asks one by one.
const NEAR: usize = 9;

impl<'a, S: ComplexSystem> ZoneGenerator<'a, S> {
    /// Prepares the distances of all elements.
    ///
    /// # Panics
    /// If the system has more than 64 elements.
    pub fn new(system: &'a S, rules: ZoneRules) -> ZoneGenerator<'a, S> {
        assert!(system.elements().len() <= 64, "a complex system has at most 64 elements");
        let mut within = [vec![[0; NEAR]; system.point_count()], vec![[0; NEAR]; system.point_count()]];
        for (index, element) in system.elements().iter().enumerate() {
            let row = &mut within[element.side as usize];
            for (to, sets) in row.iter_mut().enumerate() {
                let distance = system.distance(element.kind, Gait::Strike, element.at, Point(to as u8));
                if let Some(distance @ 1..) = distance {
                    for set in sets.iter_mut().skip(distance as usize) {
                        *set |= 1 << index;
                    }
                }
            }
        }
        ZoneGenerator { system, rules, within }
    }

    /// The zones of an element after a target; `None` if no trajectory leads there.
    pub fn zone(&self, element: usize, target: Target, to: Point, value: u32) -> Option<ZoneBundle<S::Kind>> {
        let attacker = self.system.elements()[element];
        let gait = if target == Target::Promotion { Gait::Travel } else { Gait::Strike };
        let bundle = Bundle::shortest(self.system, attacker.kind, gait, attacker.at, to)?;
        let mut screen = Screen::EMPTY;
        let offset = self.rules.time.offset();
        for step in 1..=bundle.length {
            screen.mark(bundle.stops(self.system, step), step + offset);
        }
        let time = bundle.length + offset;
        let main = Track { element, side: attacker.side, negation: 0, time, bundle };
        let mut zone = ZoneBundle { target, value, tracks: vec![main] };
        let mut guarded = [PointSet::EMPTY; 64];
        for negation in 1..=self.rules.deepest_negation {
            if screen.marked.is_empty() {
                break;
            }
            screen = self.negation(&mut zone, negation, &screen, &mut guarded);
        }
        Some(zone)
    }

    /// Adds one negation to a zone and returns the screen of the next. `guarded` holds, for every
    /// element, the stops of its own trajectories so far.
    fn negation(
        &self,
        zone: &mut ZoneBundle<S::Kind>,
        negation: u32,
        screen: &Screen,
        guarded: &mut [PointSet; 64],
    ) -> Screen {
        let system = self.system;
        let (main, excluded) = (*zone.main(), zone.excluded_point());
        let latest = screen.marked.into_iter().map(|point| screen.time[point.index()]).max().unwrap_or(0);
        let reached: Vec<PointSet> = (0..=latest).map(|step| screen.reached_within(step)).collect();
        let mut next = Screen::EMPTY;
        for to in screen.marked {
            let time = screen.time[to.index()];
            for element in self.candidates(main.side, to, time) {
                let piece = system.elements()[element];
                let own_path = guarded[element].contains(to);
                let supports_itself = negation >= 2 && system.supports_itself(piece.kind);
                if own_path || Some(piece.at) == excluded || (element == main.element && !supports_itself) {
                    continue;
                }
                let avoid = |step: u32| reached[(step.min(latest)) as usize];
                let Some(bundle) = Bundle::avoiding(system, piece.kind, Gait::Strike, (piece.at, to), avoid) else {
                    continue;
                };
                guarded[element] |= bundle.inner;
                next.mark(bundle.inner, time + 1 - bundle.length);
                zone.tracks.push(Track { element, side: piece.side, negation, time, bundle });
            }
        }
        next
    }

    /// The elements that may go to a point: enemies of the main element in time, friends next to it.
    fn candidates(&self, main: Side, to: Point, time: u32) -> impl Iterator<Item = usize> {
        let near = |side: Side, distance: u32| self.within[side as usize][to.index()][distance as usize];
        let enemies = near(!main, time.min(NEAR as u32 - 1));
        let friends = if time == 0 { 0 } else { near(main, 1) };
        PointSet(enemies | friends).into_iter().map(Point::index)
    }
}

/// The zones that pick one trajectory per element and end, for one main trajectory.
struct Choices<'a, S: ComplexSystem> {
    system: &'a S,
    rules: ZoneRules,
    excluded: Option<Point>,
    /// Partial zones still to be completed: symbols, the screen to answer, ends still to visit.
    open: Vec<Partial>,
}

#[derive(Clone)]
struct Partial {
    symbols: Vec<ZoneSymbol>,
    negation: u32,
    screen: Screen,
    next: Screen,
    /// Elements and ends of this negation that are still without a choice.
    pending: Vec<(usize, Point)>,
}

impl<'a, S: ComplexSystem> Choices<'a, S> {
    fn new(system: &'a S, rules: ZoneRules, excluded: Option<Point>, main: ZoneSymbol) -> Choices<'a, S> {
        let mut screen = Screen::EMPTY;
        for (step, &point) in main.trajectory.points.iter().enumerate().skip(1) {
            screen.mark(PointSet::of(point), step as u32 + rules.time.offset());
        }
        let mut choices = Choices { system, rules, excluded, open: Vec::new() };
        let start = Partial { symbols: vec![main], negation: 0, screen: Screen::EMPTY, next: screen, pending: vec![] };
        choices.open.push(start);
        choices
    }

    /// The trajectories that an element may choose to an end.
    fn options(&self, partial: &Partial, element: usize, to: Point) -> Option<Bundle<S::Kind>> {
        let piece = self.system.elements()[element];
        let main = &partial.symbols[0];
        let time = partial.screen.time[to.index()];
        let own_path = partial
            .symbols
            .iter()
            .any(|symbol| symbol.element == element && symbol.negation > 0 && symbol.trajectory.inner().contains(&to));
        let supports_itself = partial.negation >= 2 && self.system.supports_itself(piece.kind);
        if own_path || Some(piece.at) == self.excluded || (element == main.element && !supports_itself) {
            return None;
        }
        let longest = if piece.side == main.side { 1 } else { time };
        let avoid = |step: u32| partial.screen.reached_within(step);
        Bundle::avoiding(self.system, piece.kind, Gait::Strike, (piece.at, to), avoid)
            .filter(|bundle| bundle.length <= longest && time > 0)
    }
}

impl<S: ComplexSystem> Iterator for Choices<'_, S> {
    type Item = Zone;

    fn next(&mut self) -> Option<Zone> {
        while let Some(mut partial) = self.open.pop() {
            if let Some((element, to)) = partial.pending.pop() {
                let Some(bundle) = self.options(&partial, element, to) else {
                    self.open.push(partial);
                    continue;
                };
                let time = partial.screen.time[to.index()];
                let chosen: Vec<_> = bundle.trajectories(self.system).collect();
                for trajectory in chosen.into_iter().rev() {
                    let mut branch = partial.clone();
                    let inner = trajectory.inner().iter().copied().collect();
                    branch.next.mark(inner, time + 1 - bundle.length);
                    let side = self.system.elements()[element].side;
                    let negation = branch.negation;
                    branch.symbols.push(ZoneSymbol { element, side, negation, time, trajectory });
                    self.open.push(branch);
                }
            } else if partial.next.marked.is_empty() || partial.negation >= self.rules.deepest_negation {
                return Some(Zone { symbols: partial.symbols });
            } else {
                partial.screen = partial.next;
                partial.next = Screen::EMPTY;
                partial.negation += 1;
                let elements = 0..self.system.elements().len();
                partial.pending =
                    partial.screen.marked.into_iter().flat_map(|to| elements.clone().map(move |e| (e, to))).collect();
                partial.pending.reverse();
                self.open.push(partial);
            }
        }
        None
    }
}

/// All attack and promotion zones of a chess position whose main trajectories are at most `horizon`
/// moves long, in the order of the attackers' squares; promotion first, then the targets' squares.
pub fn chess_zones(position: &Position, horizon: u32, rules: ZoneRules) -> Vec<ZoneBundle<Piece>> {
    let system = ChessSystem::new(position, Lines::Open);
    zones_of(&system, horizon, rules)
}

/// The same for a chess system that was prepared otherwise.
pub fn zones_of(system: &ChessSystem, horizon: u32, rules: ZoneRules) -> Vec<ZoneBundle<Piece>> {
    let generator = ZoneGenerator::new(system, rules);
    let mut zones = Vec::new();
    for (index, attacker) in system.elements().iter().enumerate() {
        if attacker.kind.role == PieceType::Pawn {
            let last_rank = attacker.kind.color.relative_rank(Rank::Eighth);
            let goal = chess_profile::point(Square::from_coords(chess_profile::square(attacker.at).file(), last_rank));
            let near = system.distance(attacker.kind, Gait::Travel, attacker.at, goal).is_some_and(|d| d <= horizon);
            if near {
                zones.extend(generator.zone(index, Target::Promotion, goal, PROMOTION_VALUE));
            }
        }
        for (target, enemy) in system.elements().iter().enumerate() {
            let kings = attacker.kind.role == PieceType::King && enemy.kind.role == PieceType::King;
            if enemy.side == attacker.side || kings {
                continue;
            }
            let near = system.distance(attacker.kind, Gait::Strike, attacker.at, enemy.at);
            if near.is_some_and(|distance| distance <= horizon) {
                zones.extend(generator.zone(index, Target::Element(target), enemy.at, enemy.value));
            }
        }
    }
    zones
}

/// What a promotion gains: a queen for a pawn.
pub const PROMOTION_VALUE: u32 = chess_profile::value(PieceType::Queen) - chess_profile::value(PieceType::Pawn);

#[cfg(test)]
#[path = "zone_tests.rs"]
mod tests;
