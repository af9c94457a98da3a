//! A game reviewed: what each move deserves, why, and what the game was about.
//!
//! Every position is looked at from the last to the first, so that what is found out late is known early.
//! A move that seems to lose something is judged again as a lesson judges it, with the same desks, the same
//! budget and the same claims, so that a review and a lesson about the same move agree (seed 000, section
//! 6.4: screen widely, validate deeply). Praise goes to moves that punish, and to tactics that were found.

use rayon::prelude::*;
use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_exact,
    value::balance,
};
use reti_search::{
    advice::{Advisor, Game, Look, Question, Silence},
    probe::Probe,
    score::Score,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, View, What},
    desk::Desk,
    explain::{Explainer, Lesson},
    judge::{self, Judgement, Scheme},
    reason, threat,
};

/// How hard to look, and by what to judge.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes for each position. Very long games get less, so that a game takes no longer than one of 200
    /// plies.
    pub nodes: u64,
    /// Nodes for a move that seems bad.
    pub budget: Budget,
    /// Which losses make a mistake.
    pub scheme: Scheme,
    /// For whom.
    pub level: Level,
    /// Whether tactics that were found are looked for.
    pub praise: bool,
    /// Whether one game may use all cores.
    pub parallel: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 50_000,
            budget: Budget { nodes: 1_000_000 },
            scheme: Scheme::Lichess,
            level: Level::CLUB,
            praise: true,
            parallel: true,
        }
    }
}

impl Effort {
    /// Several games per second: small budgets, no praise.
    pub const FAST: Effort = Effort {
        nodes: 2_000,
        budget: Budget { nodes: 60_000 },
        scheme: Scheme::Lichess,
        level: Level::CLUB,
        praise: false,
        parallel: true,
    };

    /// The budget for a position of a game with so many plies.
    fn nodes_in(&self, plies: usize) -> u64 {
        (self.nodes * 200 / plies.max(200) as u64).max(self.nodes.min(500))
    }
}

/// A reviewed game.
#[derive(Clone, Debug)]
pub struct Review {
    /// What each position is worth for its side to move, the last one included.
    pub looks: Vec<Look>,
    /// The moves.
    pub moves: Vec<Reviewed>,
}

/// A reviewed move.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// What is wrong with it, if anything.
    pub fault: Option<Judgement>,
    /// Winning chances that it lost, in points.
    pub loss: f64,
    /// What the best move led to, for the mover.
    pub best: Score,
    /// What it leads to, for the mover.
    pub score: Score,
    /// The lesson about it, if it was doubtful.
    pub lesson: Option<Lesson>,
    /// What it is praised for.
    pub praise: Option<Praise>,
}

/// What a move is praised for.
#[derive(Clone, Debug)]
pub enum Praise {
    /// It wins what the opponent's last move allowed.
    Punishes(Box<Claim>),
    /// It finds what had to be found.
    Finds(Box<Claim>),
}

impl Praise {
    /// The claim behind it.
    pub fn claim(&self) -> &Claim {
        match self {
            Praise::Punishes(claim) | Praise::Finds(claim) => claim,
        }
    }
}

impl Reviewed {
    /// How good it was, from 0 to 100.
    pub fn accuracy(&self) -> f64 {
        judge::accuracy(self.loss)
    }

    /// Centipawns lost, with scores within ten pawns.
    pub fn centipawn_loss(&self) -> i32 {
        (self.best.centipawns() - self.score.centipawns()).max(0)
    }
}

/// From how many lost points on a move is doubtful.
const DOUBTFUL: f64 = 4.0;

/// How many doubtful moves of a game are judged by a lesson: more than games of 200 plies have.
const MAX_DOUBTFUL: usize = 100;

/// From how many plies back a repetition still counts: after more the game is drawn anyway.
const MEMORY: usize = 100;

/// The game up to each position, as far as repetitions need it.
fn game_to(positions: &[Position], moves: &[Move], index: usize) -> Game {
    let first = index - (positions[index].halfmoves() as usize).min(MEMORY).min(index);
    let mut game = Game::new(positions[first].clone());
    for &m in &moves[first..index] {
        game.play(m);
    }
    game
}

/// Reviews a game: its positions, one more than moves. `book` plies have a name and are only judged if they
/// blunder; `own` says that the advisor is our engine, of which there can be more than one.
pub fn review(
    positions: &[Position],
    moves: &[Move],
    book: usize,
    advisor: &mut dyn Advisor,
    tables: &dyn Probe,
    own: bool,
    effort: &Effort,
) -> Result<Review, Silence> {
    advisor.forget();
    let nodes = effort.nodes_in(moves.len());
    let mut looks = Vec::with_capacity(positions.len());
    for index in (0..positions.len()).rev() {
        looks.push(match Look::of_finished(&positions[index]) {
            Some(over) => over,
            None => advisor.look(&Question { game: &game_to(positions, moves, index), nodes, lines: 1, only: &[] })?,
        });
    }
    looks.reverse();
    let mut reviewed: Vec<Reviewed> = (0..moves.len()).map(|ply| first_look(&looks, moves, ply)).collect();
    judge_doubtful(positions, moves, advisor, tables, own, effort, &mut reviewed)?;
    for (ply, reviewed) in reviewed.iter_mut().enumerate() {
        reviewed.fault = fault(positions, &looks, reviewed, ply, book, effort.scheme);
        if reviewed.fault.is_none() {
            reviewed.lesson = None;
        }
    }
    if effort.praise {
        praise(positions, moves, &looks, tables, effort, &mut reviewed);
    }
    Ok(Review { looks, moves: reviewed })
}

/// What the neighbouring positions say about a move. If the advisor would have played it, or sees after it
/// that it was better than thought, nothing is lost.
fn first_look(looks: &[Look], moves: &[Move], ply: usize) -> Reviewed {
    let score = looks[ply + 1].clone().before(moves[ply]).score;
    let is_best = looks[ply].best() == Some(moves[ply]) || score.chance() >= looks[ply].score.chance();
    let best = if is_best { score } else { looks[ply].score };
    Reviewed { fault: None, loss: judge::loss(best, score), best, score, lesson: None, praise: None }
}

/// Doubtful moves are judged as a lesson judges them.
fn judge_doubtful(
    positions: &[Position],
    moves: &[Move],
    advisor: &mut dyn Advisor,
    tables: &dyn Probe,
    own: bool,
    effort: &Effort,
    reviewed: &mut [Reviewed],
) -> Result<(), Silence> {
    let is_doubtful = |ply: &usize| {
        let (found, legal) = (&reviewed[*ply], positions[*ply].legal_moves().len());
        let mate_changed = Judgement::by(effort.scheme, found.best, found.score).is_fault();
        legal > 1 && (found.loss >= DOUBTFUL || mate_changed)
    };
    let mut doubtful: Vec<usize> = (0..moves.len()).filter(is_doubtful).collect();
    // In very long games only the worst; the order decides between equals.
    doubtful.sort_by(|&one, &other| reviewed[other].loss.total_cmp(&reviewed[one].loss).then(one.cmp(&other)));
    doubtful.truncate(MAX_DOUBTFUL);
    doubtful.sort_unstable();
    let explainer = Explainer::new().tables(tables).budget(effort.budget).level(effort.level);
    let lessons: Vec<(usize, Result<Lesson, Silence>)> = if own && effort.parallel {
        doubtful.into_par_iter().map(|ply| (ply, explainer.explain_move(&positions[ply], moves[ply]))).collect()
    } else if own {
        doubtful.into_iter().map(|ply| (ply, explainer.explain_move(&positions[ply], moves[ply]))).collect()
    } else {
        let mut ask = |ply: usize| {
            let mut one = Desk::with(Box::new(&mut *advisor), tables);
            let mut two = Desk::own(&positions[ply], tables);
            (ply, explainer.judge_at(&positions[ply], moves[ply], &mut one, &mut two))
        };
        doubtful.into_iter().map(&mut ask).collect()
    };
    for (ply, lesson) in lessons {
        let lesson = lesson?;
        if let Some(judged) = lesson.judgement() {
            let (best, score, loss) = (judged.best, judged.score, judged.loss);
            reviewed[ply] = Reviewed { best, score, loss, lesson: Some(lesson), ..reviewed[ply].clone() };
        }
    }
    Ok(())
}

/// What is wrong with a move: nothing where there was no choice, and only blunders while it is book.
fn fault(
    positions: &[Position],
    looks: &[Look],
    reviewed: &Reviewed,
    ply: usize,
    book: usize,
    scheme: Scheme,
) -> Option<Judgement> {
    let lesson = reviewed.lesson.as_ref()?;
    debug_assert!(!looks.is_empty() && lesson.position == positions[ply]);
    let judgement = Judgement::by(scheme, reviewed.best, reviewed.score);
    let counts = judgement.is_fault() && (ply >= book || judgement == Judgement::Blunder);
    counts.then_some(judgement)
}

/// A gain is worth praise if this much is left of it after what was taken meanwhile.
const LEAST_NET: i32 = 200;
/// From which winning chances on nothing needs to be found any more.
const WON: f64 = 95.0;
/// How many plies back an exchange may have begun.
const EXCHANGE: usize = 4;
/// For so many plies a side is not praised again.
const PRAISE_LASTS: usize = 8;

/// How much material the side to move has lost in the last plies: what it takes now, it takes back.
fn lost_lately(positions: &[Position], ply: usize) -> i32 {
    let mover = positions[ply].turn();
    let balance = |position: &Position| balance(position.board(), mover);
    let best = positions[ply.saturating_sub(EXCHANGE)..=ply].iter().map(balance).max();
    best.map_or(0, |best| best - balance(&positions[ply]))
}

/// Praises moves that win by a tactic which one exchange does not show.
fn praise(
    positions: &[Position],
    moves: &[Move],
    looks: &[Look],
    tables: &dyn Probe,
    effort: &Effort,
    reviewed: &mut [Reviewed],
) {
    let mut last: [Option<usize>; 2] = [None, None];
    for ply in 0..moves.len() {
        let (position, m) = (&positions[ply], moves[ply]);
        let side = usize::from(position.turn() == Color::Black);
        let recently = last[side].is_some_and(|at| ply <= at + PRAISE_LASTS);
        let agreed = reviewed[ply].loss < 2.0 && reviewed[ply].fault.is_none();
        let was_won = ply > 0 && looks[ply - 1].score.turned().chance() >= WON;
        let promising = threat::payoff(position, &looks[ply]).is_some();
        if recently || !agreed || was_won || !promising {
            continue;
        }
        let mut desk = Desk::own(position, tables);
        let found = desk.opportunities(position, effort.budget.effort());
        let Some(claim) = found
            .iter()
            .find(|found| found.trigger == m)
            .and_then(|found| reason::proven(position, found, View::Opportunity, effort.level))
        else {
            continue;
        };
        let What::Wins { payoff, .. } = claim.what else { continue };
        let taken = lost_lately(positions, ply);
        let is_obvious = payoff.gain().is_some_and(|gain| see_exact(position, m) >= gain);
        let net = payoff.gain().is_none_or(|gain| gain - taken >= LEAST_NET);
        if is_obvious && (taken > 0 || payoff.gain().is_some()) && !punishes(reviewed, ply) || !net {
            continue;
        }
        last[side] = Some(ply);
        let claim = Box::new(claim);
        reviewed[ply].praise =
            Some(if punishes(reviewed, ply) { Praise::Punishes(claim) } else { Praise::Finds(claim) });
    }
}

/// Whether the opponent's move before was a mistake.
fn punishes(reviewed: &[Reviewed], ply: usize) -> bool {
    ply.checked_sub(1).is_some_and(|before| reviewed[before].fault >= Some(Judgement::Mistake))
}
