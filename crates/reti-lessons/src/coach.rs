//! Alternatives that teach: which moves are worth knowing here?
//!
//! The best move is always among them. Of the others only those count that a student could play: moves
//! that lose a few points of winning chances at most. Along each continuation the tactics are compared ply
//! by ply; what appears for the student decides how much the line teaches, by the weights of seed 003
//! (decision D-70).

mod score;
mod weights;

use reti_core::{
    chess::{Move, Position},
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_search::{
    advice::{Game, Look, Question, Silence},
    score::Score,
    trigger::triggers,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, What},
    desk::Desk,
    judge,
};

pub use weights::{TeachabilityWeights, WeightError};

/// Points of winning chances that an alternative may lose.
const MAX_LOSS: f64 = 3.0;

/// How many moves a first look compares, and how many get a deep one.
const COMPARED: usize = 8;
/// How many alternatives get a deep look.
const MAX_DEEP: usize = 5;
/// How many plies of a continuation count.
const PLIES: usize = 10;

/// A move with its continuation and what it teaches.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The move and its line, as a claim.
    pub claim: Claim,
    /// For the student.
    pub score: Score,
    /// Winning chances that it loses against the best move, in points.
    pub loss: f64,
    /// How much it teaches.
    pub teachability: f64,
    /// Why it teaches, as points.
    pub reasons: Vec<(String, f64)>,
}

/// A move with its continuation, and what the tactics do along it.
pub(crate) struct Continuation {
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
    fn new(position: &Position, moves: &[Move]) -> Continuation {
        let mut nodes = vec![Node::new(position)];
        for &m in moves.iter().take(PLIES) {
            let next = nodes.last().map(|node| node.position().play(m));
            nodes.extend(next.as_ref().map(Node::new));
        }
        Continuation { nodes }
    }
}

/// The alternatives of a position that teach most, the most instructive first; the best move is always
/// there, the student's own move never.
pub fn coach(
    desk: &mut Desk<'_>,
    position: &Position,
    played: Option<Move>,
    shown: usize,
    weights: &TeachabilityWeights,
    (budget, level): (Budget, Level),
) -> Result<Vec<Alternative>, Silence> {
    let best = desk.advisor().best(position, budget.best(), 1)?;
    let Some(best_move) = best.best() else { return Ok(Vec::new()) };
    let mut looks = vec![best.clone()];
    for m in candidates(desk, position, best_move, budget)? {
        let look = desk.after(position, m, budget.refutation())?;
        if judge::loss(best.score, look.score) <= MAX_LOSS {
            looks.push(look);
        }
    }
    let mut found: Vec<Alternative> = looks
        .iter()
        .filter(|look| look.best() != played)
        .map(|look| alternative(position, look, best.score, weights, level))
        .collect();
    // The best move stays, whatever the others teach.
    let is_best = |alternative: &Alternative| alternative.claim.trigger() == Some(best_move);
    found.sort_by(|one, other| other.teachability.total_cmp(&one.teachability).then(one.loss.total_cmp(&other.loss)));
    let mut place_of_best = found.iter().any(is_best);
    let mut chosen: Vec<Alternative> = Vec::new();
    for alternative in found {
        let reserved = usize::from(place_of_best && !is_best(&alternative));
        if chosen.len() + reserved >= shown.max(1) {
            continue;
        }
        if is_best(&alternative) {
            place_of_best = false;
        } else if !holds(desk, position, &alternative, &best, budget)? {
            continue;
        }
        chosen.push(alternative);
    }
    Ok(chosen)
}

/// Whether a move that is about to be shown still loses little at a second and longer look: what is advised
/// must not turn out to be a mistake.
fn holds(
    desk: &mut Desk<'_>,
    position: &Position,
    alternative: &Alternative,
    best: &Look,
    budget: Budget,
) -> Result<bool, Silence> {
    let Some(m) = alternative.claim.trigger() else { return Ok(false) };
    let again = desk.best_after(position, m, budget.second_look())?;
    Ok(judge::loss(best.score, again.score) <= MAX_LOSS)
}

/// Moves that a quick comparison likes, and the two that create most.
fn candidates(desk: &mut Desk<'_>, position: &Position, best: Move, budget: Budget) -> Result<Vec<Move>, Silence> {
    let others: Vec<Move> = position.legal_moves().into_iter().filter(|m| *m != best).collect();
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let game = Game::new(position.clone());
    let question = Question { game: &game, nodes: budget.second(), lines: COMPARED, only: &others };
    let look = desk.advisor().look(&question)?;
    let well = look.lines.iter().filter_map(|line| line.moves.first().copied()).take(MAX_DEEP - 1);
    let creating =
        triggers(position).into_iter().filter(|trigger| !trigger.created.is_empty()).map(|trigger| trigger.m);
    let mut chosen: Vec<Move> = Vec::new();
    for m in well.chain(creating.take(2)) {
        if m != best && !chosen.contains(&m) {
            chosen.push(m);
        }
    }
    Ok(chosen)
}

fn alternative(
    position: &Position,
    look: &Look,
    best: Score,
    weights: &TeachabilityWeights,
    level: Level,
) -> Alternative {
    let score = score::score(&Continuation::new(position, look.line()), position.turn(), weights);
    let plies = look.line().len().min(level.max_plies().max(4));
    let what = What::Best { score: look.score };
    let claim =
        Claim::of_line(position, &look.line()[..plies], what, Evidence::of(look)).using(&[], level.max_points());
    Alternative {
        claim,
        score: look.score,
        loss: judge::loss(best, look.score),
        teachability: (score.total() * 100.0).round() / 100.0,
        reasons: score.reasons,
    }
}
