//! Moves that look good and are not: what contrast teaches.
//!
//! A temptation is what a person would like to play: a capture that one exchange calls a gain, or a move
//! that a shallow look ranks with the best. It is told only when a deep look says that it fails, with the
//! line that shows it and the motif in that line.

use reti_core::{
    chess::{Move, PieceType, Position, Square},
    exchange::{see_exact, see_fast, simple::victim_square},
    legality::attackers,
    value::worth,
};
use reti_search::{
    advice::{Game, Look, Question, Silence},
    opportunity::Effort,
    score::Score,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, What},
    desk::Desk,
    threat,
};

/// How a move tempts, and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Temptation {
    /// Why it is tempting.
    pub lure: Lure,
    /// Winning chances that it loses, in points.
    pub loss: f64,
    /// What it leads to, for its mover.
    pub score: Score,
    /// Material that it loses when the line has come to rest, in centipawns; none if it loses otherwise.
    pub material: Option<i32>,
}

/// Why a move is tempting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lure {
    /// It takes something, and the exchange on that square would gain.
    Takes {
        /// What stands there.
        square: Square,
        /// How many pieces attack it.
        attackers: usize,
        /// How many guard it.
        guards: usize,
    },
    /// A shallow look ranks it with the best.
    Natural,
}

/// From how many lost points on a capture that seems to gain has failed. Chosen, as the next one, so that
/// another engine agrees on rated games, with a margin (`docs/performance-lessons.md`).
pub const FAILS: f64 = 15.0;
/// The same for a move that only seemed natural: a person believes it to be playable, and so do engines longer.
const FAILS_CLEARLY: f64 = 22.0;
/// The same for a forcing move that nothing else recommends: only a clear failure is worth a sentence.
const FAILS_BADLY: f64 = 25.0;
/// From how many lost points at a glance on a move is looked at again.
const DOUBTFUL: f64 = 8.0;
/// How many candidates get a glance.
const MAX_CANDIDATES: usize = 16;
/// How many refuted moves are told.
pub const MAX_TOLD: usize = 2;
/// Up to which ply of the line, the tempting move counted as none, a motif refutes it.
const REFUTING_PLIES: usize = 3;
/// The same for the answer to a move that was played.
const ANSWERING_PLIES: usize = 5;
/// Nodes of the shallow looks: what a second thought still likes, then what only the first one does.
const SHALLOW: [u64; 2] = [6_000, 800];
/// How many moves a shallow look compares.
const SHALLOW_LINES: usize = 8;
/// Points within which a shallow look calls moves equally good.
const NEAR: f64 = 10.0;

/// A move that tempts, and from how many lost points on it has failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    m: Move,
    fails: f64,
    /// Whether it is told only if nothing else is.
    spare: bool,
}

impl Candidate {
    fn new(m: Move, fails: f64) -> Candidate {
        Candidate { m, fails, spare: false }
    }
}

/// The moves that tempt here, the most natural first: good captures, what a shallow look likes, then captures
/// and checks that cost nothing at first sight. To be asked before anything else at this desk: whoever has
/// looked deeply is not tempted any more.
pub fn candidates(desk: &mut Desk<'_>, position: &Position) -> Result<Vec<Candidate>, Silence> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut captures: Vec<(i32, Move)> = position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture())
        .map(|m| (see_fast(position, m), m))
        .filter(|(gain, _)| *gain >= 100)
        .collect();
    captures.sort_by_key(|&(gain, m)| (std::cmp::Reverse(gain), m.from(), m.to()));
    found.extend(captures.into_iter().map(|(_, m)| Candidate::new(m, FAILS)).take(MAX_CANDIDATES / 2));
    let game = Game::new(position.clone());
    // The shorter look comes first: afterwards the advisor would remember what the longer one saw.
    let mut natural = Vec::new();
    for nodes in SHALLOW.into_iter().rev() {
        let shallow = desk.advisor().look(&Question { game: &game, nodes, lines: SHALLOW_LINES, only: &[] })?;
        let top = shallow.score.chance();
        let liked = shallow.lines.iter().filter(|line| top - line.score.chance() <= NEAR);
        natural.insert(0, liked.filter_map(|line| line.moves.first().copied()).collect::<Vec<Move>>());
    }
    found.extend(natural.concat().into_iter().map(|m| Candidate::new(m, FAILS_CLEARLY)));
    found.extend(forcing(position).map(|m| Candidate::new(m, FAILS_BADLY)));
    let mut seen = Vec::new();
    found.retain(|candidate| {
        !seen.contains(&candidate.m) && {
            seen.push(candidate.m);
            true
        }
    });
    Ok(found)
}

/// Captures and checks after which nothing is lost on the square where they end.
fn forcing(position: &Position) -> impl Iterator<Item = Move> {
    let is_forcing = |m: &Move| m.is_capture() || position.play(*m).is_check();
    position.legal_moves().into_iter().filter(move |m| is_forcing(m) && see_fast(position, *m) >= 0)
}

/// The candidates, and behind them the best of the other moves: where all of them fail it is what one would play next.
pub fn with_second(candidates: &[Candidate], second: Option<&Look>) -> Vec<Candidate> {
    let is_listed = |m: &Move| candidates.iter().take(MAX_CANDIDATES).any(|known| known.m == *m);
    let second = second.and_then(Look::best).filter(|m| !is_listed(m));
    let listed = candidates.iter().copied().take(MAX_CANDIDATES);
    listed.chain(second.map(|m| Candidate { spare: true, ..Candidate::new(m, FAILS_CLEARLY) })).collect()
}

/// The tempting moves among the candidates that fail, worst lure first; `best` is the recommended move with
/// its look.
pub fn temptations(
    desk: &mut Desk<'_>,
    position: &Position,
    candidates: &[Candidate],
    best: &Look,
    budget: Budget,
    level: Level,
) -> Result<Vec<Claim>, Silence> {
    let Some(best_move) = best.best() else { return Ok(Vec::new()) };
    let chance = best.score.chance();
    // Where little can be lost nothing tempts to lose it.
    if chance < FAILS {
        return Ok(Vec::new());
    }
    // Where a piece can simply be taken, nobody thinks of a quiet move.
    let is_obvious = best_move.is_capture() && see_fast(position, best_move) >= worth(PieceType::Knight);
    let is_quiet = |m: Move| !m.is_capture() && !position.play(m).is_check();
    let tempts = |tempting: &&Candidate| tempting.m != best_move && !(is_obvious && is_quiet(tempting.m));
    let mut told = Vec::new();
    for &Candidate { m, fails, spare } in candidates.iter().filter(tempts).take(MAX_CANDIDATES + 1) {
        if spare && !told.is_empty() {
            continue;
        }
        let glance = desk.after(position, m, budget.glance())?;
        if chance - glance.score.chance() < DOUBTFUL
            || told.iter().filter(|claim: &&Claim| matches!(claim.what, What::WhyNot(_))).count() >= MAX_TOLD
        {
            continue;
        }
        // One of several ways to take the same piece is enough.
        let same = |claim: &Claim| {
            victim_square(m).is_some()
                && claim.set_up.as_ref().is_some_and(|(_, other)| victim_square(*other) == victim_square(m))
        };
        if told.iter().any(same) {
            continue;
        }
        let look = desk.after(position, m, budget.refutation())?;
        let look = desk.lengthened(position, look, 6, budget.glance() / 2)?;
        // A move that stalemates has no line that could be told.
        let has_answer = look.line().len() > 1;
        if has_answer && chance - look.score.chance() >= fails {
            told.push(refuted(position, m, &look, chance, level));
            // What happens alike after two tempting moves is told once.
            let taken_back = recapture(desk, position, m, &look, budget, level);
            let is_new = |claim: &Claim| told.iter().all(|other: &Claim| other.line != claim.line);
            let taken_back = taken_back.filter(is_new);
            told.extend(taken_back);
        }
    }
    Ok(told)
}

/// What happens to the natural recapture that the refuting line avoids, if that is proven: often the point.
pub fn recapture(
    desk: &mut Desk<'_>,
    position: &Position,
    m: Move,
    look: &Look,
    budget: Budget,
    level: Level,
) -> Option<Claim> {
    let [_, reply, avoided @ ..] = look.line() else { return None };
    let after = position.play(m);
    let later = after.play(*reply);
    let takes = |other: &&Move| other.is_capture() && reply.is_capture() && other.to() == reply.to();
    let moves = later.legal_moves();
    let back = *moves.iter().filter(takes).min_by_key(|other| worth(other.role()))?;
    if avoided.first() == Some(&back) {
        return None;
    }
    let effort = Effort { tries: 2, rank_nodes: budget.effort().rank_nodes / 2, ..budget.effort() };
    let found = desk.opportunities(&later.play(back), effort);
    let (_, proof) = found.iter().find_map(|found| Some((found, found.proof()?)))?;
    let what = What::IfTaken { payoff: Some(proof.claim) };
    let mut line = [&[*reply, back][..], &proof.line()].concat();
    line.truncate(level.max_plies());
    let claim = Claim::of_line(&after, &line, what, Evidence::Proven(Box::new(proof.clone())));
    Some(claim.set_up_by(position, m).using(&[], usize::MAX))
}

/// A judged move with the line that answers it, as a claim.
pub fn answered(position: &Position, m: Move, look: &Look, level: Level) -> Claim {
    shown(position, m, look, (look.score.chance(), ANSWERING_PLIES), level)
}

/// A move with the line that refutes it, as a claim.
fn refuted(position: &Position, m: Move, look: &Look, best: f64, level: Level) -> Claim {
    let mut claim = shown(position, m, look, (best, REFUTING_PLIES), level);
    // That the line gives something up says nothing about why the move is wrong.
    claim.points.retain(|point| !point.names().contains(&"sacrifice"));
    claim
}

/// A move with the line against it; what the line uses after so many plies is not told.
fn shown(position: &Position, m: Move, look: &Look, (best, plies): (f64, usize), level: Level) -> Claim {
    let after = position.play(m);
    let reply: Vec<Move> = look.line().iter().copied().skip(1).take(level.max_plies()).collect();
    // What is told of an exchange is exact: the quick one does not know which capture keeps a pin.
    let lure = match victim_square(m).filter(|_| see_fast(position, m) >= 100 && see_exact(position, m) >= 100) {
        Some(square) => {
            let board = position.board();
            let count = |color| attackers(board, square, color, board.occupied()).count();
            Lure::Takes { square, attackers: count(position.turn()), guards: count(!position.turn()) }
        }
        None => Lure::Natural,
    };
    let whole = [&[m][..], &reply].concat();
    let material = threat::lost(position, &whole).filter(|lost| *lost >= 100);
    let what = What::WhyNot(Temptation { lure, loss: best - look.score.chance(), score: look.score, material });
    let mut claim = Claim::of_line(&after, &reply, what, Evidence::of(look).turned())
        .set_up_by(position, m)
        .using(&[], level.max_points());
    // What the line uses late does not refute the move.
    claim.points.retain(|point| {
        let late = point.ply().is_some_and(|ply| ply > plies);
        let vague = point.names().contains(&"clearance");
        !late && !vague
    });
    claim
}
