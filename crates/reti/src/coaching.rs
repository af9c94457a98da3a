//! The coaching tree: which alternatives are worth showing a student?
//!
//! Two passes (seed 000, section 6.4): all moves are screened cheaply, and those that are promising, for
//! their evaluation or for the tactics that they create, are looked at deeply. Along each continuation
//! the tactics are compared ply by ply; what appears decides how much the line teaches, by the weights of
//! seed 003 (decision D-70). Evaluations come from a [`Judge`]: Reti's own engine, any other, or tables.

mod judge;
mod score;
mod text;
mod weights;

use reti_core::{
    chess::{Move, Position},
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_search::trigger::triggers;

use crate::{
    proof::{san_line, uci_line},
    sentence::Words,
    wire, words,
};

pub use judge::{Judge, Judged, OwnEngine, WithTables};
pub use text::text;
pub use weights::TeachabilityWeights;

/// How much is looked at and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes for screening all moves at once.
    pub screen_nodes: u64,
    /// Nodes for each promising move.
    pub deep_nodes: u64,
    /// How many moves are looked at deeply.
    pub promising: usize,
    /// How many plies of a continuation count.
    pub plies: usize,
    /// How many alternatives are shown.
    pub shown: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { screen_nodes: 40_000, deep_nodes: 20_000, promising: 5, plies: 10, shown: 2 }
    }
}

/// A move with its continuation, and what the tactics do along it.
pub(crate) struct Continuation {
    pub(crate) moves: Vec<Move>,
    /// Centipawns for the student, mates near 10,000.
    pub(crate) evaluation: i32,
    /// The position before the first move and after each move.
    pub(crate) nodes: Vec<Node>,
}

/// A position of a continuation with its tactics and observations.
pub(crate) struct Node {
    pub(crate) relations: Relations,
    pub(crate) found: Vec<Tactic>,
}

impl Node {
    fn new(position: &Position) -> Node {
        let relations = Relations::new(position);
        let mut found = tactic::tactics(&relations);
        found.extend(tactic::observations(&relations));
        Node { relations, found }
    }

    pub(crate) fn position(&self) -> &Position {
        self.relations.position()
    }
}

impl Continuation {
    fn new(position: &Position, moves: Vec<Move>, evaluation: i32) -> Continuation {
        let mut nodes = vec![Node::new(position)];
        for &m in &moves {
            let next = nodes.last().expect("there is a first node").position().play(m);
            nodes.push(Node::new(&next));
        }
        Continuation { moves, evaluation, nodes }
    }
}

/// The alternatives of a position that teach most, best first; `played` is the student's own move.
pub fn coach(
    position: &Position,
    played: Option<Move>,
    plan: Plan,
    weights: &TeachabilityWeights,
    judge: &mut dyn Judge,
    words: &Words,
) -> wire::Coaching {
    let screened = judge.judge(position, plan.screen_nodes, plan.promising * 2);
    let promising = promising(position, played, &screened, plan);
    let mut deep = |m: Move| {
        let after = position.play(m);
        let judged = judge.judge(&after, plan.deep_nodes, 1).into_iter().next();
        let (score, line) =
            judged.map_or_else(|| (finished(&after), Vec::new()), |judged| (-judged.score, judged.line));
        let moves = std::iter::once(m).chain(line).take(plan.plies).collect();
        Continuation::new(position, moves, score)
    };
    let own = played.map(&mut deep);
    let mut continuations: Vec<Continuation> = promising.into_iter().map(&mut deep).collect();
    let best = continuations.iter().map(|line| line.evaluation).max();
    // Without a move of the student a line is measured against the best one, more leniently.
    let (reference, tolerance) = match &own {
        Some(own) => (Some(own.evaluation), score::LOSS),
        None => (best, score::LOSS_TO_BEST),
    };
    let student = position.turn();
    let mut scored: Vec<(score::Score, Continuation)> = continuations
        .drain(..)
        .map(|line| {
            let loses = reference.is_some_and(|reference| reference - line.evaluation > tolerance);
            (score::score(&line, student, loses, weights), line)
        })
        .collect();
    scored.sort_by(|(one, first), (other, second)| {
        let uci = |line: &Continuation| position.uci(line.moves[0]);
        let by_score = other.total().total_cmp(&one.total());
        by_score.then(second.evaluation.cmp(&first.evaluation)).then_with(|| uci(first).cmp(&uci(second)))
    });
    let alternatives = scored.iter().take(plan.shown).map(|(score, line)| alternative(score, line, words));
    wire::Coaching {
        schema: wire::SCHEMA,
        fen: position.fen(),
        side: words::color(student),
        played: played.map(|m| position.uci(m)),
        evaluation: own.as_ref().map(|own| own.evaluation),
        source: judge.name(position),
        alternatives: alternatives.collect(),
    }
}

/// The score of a position without moves, for the side that has just moved.
fn finished(position: &Position) -> i32 {
    if position.is_checkmate() { judge::MATE } else { 0 }
}

/// Moves that are evaluated well, and the two that create most, the student's own left out.
fn promising(position: &Position, played: Option<Move>, screened: &[Judged], plan: Plan) -> Vec<Move> {
    let mut chosen: Vec<Move> = Vec::new();
    let well = screened.iter().filter_map(|judged| judged.line.first().copied());
    let creating =
        triggers(position).into_iter().filter(|trigger| !trigger.created.is_empty()).map(|trigger| trigger.m);
    let candidates = well.take(plan.promising).chain(creating.take(2));
    for m in candidates {
        if Some(m) != played && !chosen.contains(&m) {
            chosen.push(m);
        }
    }
    chosen
}

fn alternative(score: &score::Score, line: &Continuation, words: &Words) -> wire::Alternative {
    let position = line.nodes[0].position();
    wire::Alternative {
        trigger: position.uci(line.moves[0]),
        san: position.san(line.moves[0]),
        evaluation: line.evaluation,
        teachability: (score.total() * 100.0).round() / 100.0,
        reasons: score
            .reasons
            .iter()
            .map(|(reason, points)| wire::Reason { reason: reason.clone(), points: *points })
            .collect(),
        line: uci_line(position, &line.moves),
        line_san: san_line(position, &line.moves),
        text: text::told(line, words),
    }
}

#[cfg(test)]
mod tests;
