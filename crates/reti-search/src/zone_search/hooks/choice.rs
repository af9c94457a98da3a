//! Which move comes next: the order that the paper tells, the forecast of a race, or what served
//! before.

use std::cmp::Reverse;

use reti_core::{
    chess::{Move, Position, Square},
    value::Value,
};

use super::{Plan, ZoneHooks};
use crate::zone_search::{
    Class, Question, forecast, inspection,
    library::{Entry, Trust},
};

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
/// The rank of a move whose result is known.
const CERTAIN: i32 = 100_000;

/// A node as the choice of moves sees it.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) tried: &'a [Move],
    pub(super) losses: &'a [Square],
    /// Whether the side to move is the one that asks.
    pub(super) asks: bool,
    /// Whether the branch is played out although its result is known.
    pub(super) shown: bool,
    pub(super) near_root: bool,
}

impl ZoneHooks<'_> {
    /// The next move in the order that the paper tells: main steps and interceptions, control steps
    /// after inspection, lesser targets.
    pub(super) fn in_order(&mut self, view: &View<'_>, plan: &mut Plan) -> Option<(Move, Class)> {
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
    pub(super) fn control_step(&mut self, view: &View<'_>, plan: &Plan, among: impl Fn(Move) -> bool) -> Option<Move> {
        let horizon = self.settings.horizon;
        let steps = inspection::control_steps(view.position, &plan.geometry, view.losses, view.tried, horizon);
        let step = steps.iter().find(|step| among(step.m))?;
        self.events.push(step.event(view.position));
        Some(step.m)
    }

    /// How likely a move gives its side what it wants, as log-odds in thousandths.
    pub(super) fn rank(&self, position: &Position, m: Move) -> i32 {
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
    pub(super) fn is_met(&self, value: Value, asks: bool) -> bool {
        self.is_content_with(Entry::score_of(value), asks)
    }

    /// The next move of a race: first a step of the own pawn that fails at once, to see how; then by
    /// the forecast, and hopeless moves never.
    pub(super) fn by_forecast(
        &mut self,
        view: &View<'_>,
        plan: &Plan,
        depth: usize,
        branch: usize,
    ) -> Option<(Move, Class)> {
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
    pub(super) fn fails_at_once(&self, position: &Position, m: Move) -> bool {
        let after = position.play(m);
        after.legal_moves().into_iter().any(|reply| {
            let value = self.library.imminent(&after.play(reply), Trust::Rules);
            value.is_some_and(|value| !self.is_met(value, true))
        })
    }

    /// The next move outside races: the zones' order, the move that served before first.
    pub(super) fn in_general(&mut self, view: &View<'_>, plan: &mut Plan, depth: usize) -> Option<(Move, Class)> {
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
}
