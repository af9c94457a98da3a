//! A game reviewed: what each move deserves, why, and what the game was about.
//!
//! Every position is looked at from the last to the first, so that what is found out late is known early.
//! A move that seems to lose something is judged again as a lesson judges it, with the same desks, the same
//! budget and the same claims, so that a review and a lesson about the same move agree (seed 000, section
//! 6.4: screen widely, validate deeply). Praise goes to moves that punish, and to tactics that were found.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_exact,
    field::score::phase,
    value::balance,
};
use reti_search::{
    advice::{Advisor, Game, Look, Question, Silence, Stop},
    probe::Probe,
    score::Score,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, View, What},
    desk::{Desk, Size},
    explain::{Explainer, Lesson},
    judge::{self, Judgement, Scheme},
    looks::Sight,
    reason::{self, Reason},
    threat,
};

/// How hard to look, and by what to judge.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes for each position of the opening; endings get up to two and a half times as many, because there most is
    /// seen only from far away. Very long games get less, so that a game takes no longer than one of 200 plies.
    pub nodes: u64,
    /// Nodes for a move that seems bad, at most.
    pub budget: Budget,
    /// Nodes for all of them in a game of 40 moves: where many seem bad each gets less, but never less than a
    /// sixth of the most.
    pub doubts: u64,
    /// From how many points on, lost at first sight, a move is doubtful.
    pub doubtful: f64,
    /// Which losses make a mistake.
    pub scheme: Scheme,
    /// For whom.
    pub level: Level,
    /// Whether tactics that were found are looked for.
    pub praise: bool,
    /// Whether one game may use all cores.
    pub parallel: bool,
}

/// How many times more nodes than in the opening a position without officers gets.
const ENDINGS: f64 = 2.5;

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 100_000,
            budget: Budget { nodes: 2_700_000 },
            doubts: 13_000_000,
            doubtful: 3.0,
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
        budget: Budget { nodes: 12_000 },
        doubts: 100_000,
        doubtful: 4.0,
        scheme: Scheme::Lichess,
        level: Level::CLUB,
        praise: false,
        parallel: true,
    };

    /// The budget for a position of the opening in a game with so many plies.
    fn nodes_in(&self, plies: usize) -> u64 {
        (self.nodes * 200 / plies.max(200) as u64).max(self.nodes.min(500))
    }

    /// The same for a position later in the game.
    fn nodes_at(&self, position: &Position, plies: usize) -> u64 {
        (self.nodes_in(plies) as f64 * (1.0 + (ENDINGS - 1.0) * phase(position.board()))).round() as u64
    }

    /// The budget for what is looked for besides faults: proofs of what is praised, and exercises.
    pub fn besides(&self) -> Budget {
        Budget { nodes: (self.budget.nodes / 4).max(20_000) }
    }

    /// The budget for each of so many moves that seem bad, in a game with so many plies.
    fn budget_of(&self, doubtful: usize, plies: usize) -> Budget {
        let all = self.doubts * plies.clamp(20, 200) as u64 / 80;
        let most = self.budget.nodes;
        Budget { nodes: (all / doubtful.max(1) as u64).clamp(most / 6, most) }
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
    /// The same at first sight, before it was looked at again.
    pub at_first: f64,
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
    /// A sacrifice that is best and not obvious: by exchanges on its square it loses this, in centipawns.
    Brilliant {
        /// The move with its line.
        claim: Box<Claim>,
        /// Centipawns.
        lost: i32,
    },
    /// Every other move is much worse.
    Only(Box<Claim>),
    /// It wins what the opponent's last move allowed.
    Punishes(Box<Claim>),
    /// It finds what had to be found.
    Finds(Box<Claim>),
}

impl Praise {
    /// The claim behind it.
    pub fn claim(&self) -> &Claim {
        match self {
            Praise::Brilliant { claim, .. } | Praise::Only(claim) | Praise::Punishes(claim) | Praise::Finds(claim) => {
                claim
            }
        }
    }
}

impl Reviewed {
    /// What was made of it.
    fn sight(&self) -> Sight {
        Sight { best: self.best, played: self.score }
    }

    /// How good it was, from 0 to 100.
    pub fn accuracy(&self) -> f64 {
        judge::accuracy(self.loss)
    }

    /// What the comment on a fault speaks of, in its order: what the move allows, what was better, and why.
    pub fn told(&self) -> Vec<&Claim> {
        let Some(lesson) = self.lesson.as_ref().filter(|_| self.fault.is_some()) else { return Vec::new() };
        let why = |claim: &&Claim| match &claim.what {
            What::Reason(reason) => !matches!(reason, Reason::Only { .. }),
            _ => false,
        };
        let (allowed, better) = (lesson.threats.first(), lesson.best.first());
        allowed.into_iter().chain(better).chain(lesson.best.iter().skip(1).find(why)).collect()
    }

    /// Centipawns lost, with scores within ten pawns.
    pub fn centipawn_loss(&self) -> i32 {
        (self.best.centipawns() - self.score.centipawns()).max(0)
    }
}

/// Whether a claim says why, and does not only name a move with its line.
pub fn is_reason(claim: &Claim) -> bool {
    match &claim.what {
        What::Best { .. } => !claim.points.is_empty(),
        What::WhyNot(temptation) => {
            temptation.material.is_some() || temptation.score.is_decided() || !claim.points.is_empty()
        }
        _ => true,
    }
}

/// How many doubtful moves of a game are judged by a lesson: more than games of 200 plies have.
const MAX_DOUBTFUL: usize = 100;

/// The part of the work that the look at every position is, roughly.
const FIRST_PASS: f64 = 0.4;

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

/// Who looks at a review from outside.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// Is told how far it has come, from 0 to 1.
    pub tell: &'w (dyn Fn(f64) + Sync),
    /// Whether nobody wants to know any more: the review ends as soon as it can, with nothing.
    pub stop: Stop<'w>,
}

impl Default for Watch<'_> {
    fn default() -> Self {
        Watch { tell: &|_| (), stop: &|| false }
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

impl Watch<'_> {
    /// Silence if nobody wants to know any more.
    fn checked(&self) -> Result<(), Silence> {
        if !(self.stop)() {
            return Ok(());
        }
        Err(Silence { who: "the review".to_owned(), why: "nobody wants to know any more".to_owned() })
    }
}

/// A game to review.
#[derive(Clone, Copy)]
pub struct Played<'g> {
    /// Its positions, one more than moves.
    pub positions: &'g [Position],
    /// Its moves.
    pub moves: &'g [Move],
    /// How many plies have a name: those are only judged if they blunder.
    pub book: usize,
}

/// Reviews a game, watched from outside (who made the advisor must stop it); `own` says that the advisor is our engine, of
/// which there can be more than one.
pub fn review(
    played: Played<'_>,
    advisor: &mut dyn Advisor,
    tables: &dyn Probe,
    own: bool,
    effort: &Effort,
    watch: Watch<'_>,
) -> Result<Review, Silence> {
    let Played { positions, moves, book } = played;
    advisor.forget();
    let nodes = effort.nodes_in(moves.len());
    let mut looks = Vec::with_capacity(positions.len());
    for index in (0..positions.len()).rev() {
        looks.push(if let Some(over) = Look::of_finished(&positions[index]) {
            over
        } else {
            let nodes = effort.nodes_at(&positions[index], moves.len());
            advisor.look(&Question { game: &game_to(positions, moves, index), nodes, lines: 1, only: &[] })?
        });
        watch.checked()?;
        (watch.tell)(FIRST_PASS * looks.len() as f64 / positions.len() as f64);
    }
    looks.reverse();
    let mut reviewed: Vec<Reviewed> = (0..moves.len()).map(|ply| first_look(&looks, moves, ply)).collect();
    judge_doubtful(played, advisor, tables, own, effort, &mut reviewed, watch)?;
    for (ply, reviewed) in reviewed.iter_mut().enumerate() {
        reviewed.fault = fault(positions, &looks, reviewed, ply, book, effort.scheme);
        if reviewed.fault.is_none() {
            reviewed.lesson = None;
        }
    }
    if effort.praise {
        praise(positions, moves, &looks, tables, effort, &mut reviewed, watch.stop);
        watch.checked()?;
        let candidates = Candidates { positions, moves, looks: &looks, book, nodes };
        candidates.praise(advisor, &mut reviewed)?;
    }
    (watch.tell)(1.0);
    Ok(Review { looks, moves: reviewed })
}

/// What the neighbouring positions say about a move. If the advisor would have played it, or sees after it
/// that it was better than thought, nothing is lost.
fn first_look(looks: &[Look], moves: &[Move], ply: usize) -> Reviewed {
    let score = looks[ply + 1].clone().before(moves[ply]).score;
    let is_best = looks[ply].best() == Some(moves[ply]) || score.chance() >= looks[ply].score.chance();
    let best = if is_best { score } else { looks[ply].score };
    let loss = judge::loss(best, score);
    Reviewed { fault: None, loss, at_first: loss, best, score, lesson: None, praise: None }
}

/// Doubtful moves are judged as a lesson judges them.
fn judge_doubtful(
    played: Played<'_>,
    advisor: &mut dyn Advisor,
    tables: &dyn Probe,
    own: bool,
    effort: &Effort,
    reviewed: &mut [Reviewed],
    watch: Watch<'_>,
) -> Result<(), Silence> {
    let Played { positions, moves, .. } = played;
    let is_doubtful = |ply: &usize| {
        let (found, legal) = (&reviewed[*ply], positions[*ply].legal_moves().len());
        let mate_changed = Judgement::by(effort.scheme, found.best, found.score).is_fault();
        legal > 1 && (found.loss >= effort.doubtful || mate_changed)
    };
    let mut doubtful: Vec<usize> = (0..moves.len()).filter(is_doubtful).collect();
    // In very long games only the worst; the order decides between equals.
    doubtful.sort_by(|&one, &other| reviewed[other].loss.total_cmp(&reviewed[one].loss).then(one.cmp(&other)));
    doubtful.truncate(MAX_DOUBTFUL);
    doubtful.sort_unstable();
    let budget = effort.budget_of(doubtful.len(), moves.len());
    let explainer = Explainer::new().tables(tables).budget(budget).level(effort.level).until(watch.stop);
    let (count, done) = (doubtful.len(), AtomicUsize::new(0));
    let tick = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (watch.tell)(FIRST_PASS + (1.0 - FIRST_PASS) * done as f64 / count.max(1) as f64);
    };
    let explain = |ply: usize| {
        let lesson = watch.checked().and_then(|()| explainer.fault(&positions[ply], moves[ply], reviewed[ply].sight()));
        tick();
        (ply, lesson)
    };
    let lessons: Vec<(usize, Result<Lesson, Silence>)> = if own && effort.parallel {
        doubtful.into_par_iter().map(explain).collect()
    } else if own {
        doubtful.into_iter().map(explain).collect()
    } else {
        let mut ask = |ply: usize| {
            let mut one = Desk::with(Box::new(&mut *advisor), tables);
            let mut two = Desk::own_with(Size::of(budget), &positions[ply], tables, watch.stop);
            let lesson = explainer.fault_at(&positions[ply], moves[ply], reviewed[ply].sight(), &mut one, &mut two);
            tick();
            (ply, lesson)
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
    stop: Stop<'_>,
) {
    let mut last: [Option<usize>; 2] = [None, None];
    for ply in (0..moves.len()).take_while(|_| !stop()) {
        let (position, m) = (&positions[ply], moves[ply]);
        let side = usize::from(position.turn() == Color::Black);
        let recently = last[side].is_some_and(|at| ply <= at + PRAISE_LASTS);
        let agreed = reviewed[ply].loss < 2.0 && reviewed[ply].fault.is_none();
        let was_won = ply > 0 && looks[ply - 1].score.turned().chance() >= WON;
        let promising = threat::payoff(position, &looks[ply]).is_some();
        if recently || !agreed || was_won || !promising {
            continue;
        }
        let mut desk = Desk::own_with(Size::of(effort.besides()), position, tables, stop);
        let found = desk.opportunities(position, effort.besides().effort());
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

/// Points by which every other move must be worse for a move to be the only one.
const ONLY: f64 = 20.0;
/// Centipawns that a sacrifice gives up by exchanges on its square.
const SACRIFICE: i32 = 200;
/// From which winning chances of the second best move on nothing needed to be sacrificed.
const WON_ANYWAY: f64 = 80.0;
/// With so few legal moves nothing is found.
const CHOICE: usize = 5;

/// Centipawns that a move gives up where it goes, after the best capture there and the best one in return, on
/// whatever square.
fn given_up(position: &Position, m: Move) -> i32 {
    let (side, after) = (position.turn(), position.play(m));
    let own = |position: &Position| balance(position.board(), side);
    let taking = after.legal_moves().into_iter().filter(|reply| reply.is_capture() && reply.to() == m.to());
    let lost = taking.map(|reply| {
        let taken = after.play(reply);
        let returns = taken.legal_moves().into_iter().filter(|m| m.is_capture());
        own(&after) - own(&taken) - returns.map(|m| see_exact(&taken, m)).max().unwrap_or(0).max(0)
    });
    lost.max().unwrap_or(0).max(0) - (own(&after) - own(position))
}

/// Where only moves and brilliancies are looked for: the moves that the advisor would play too.
struct Candidates<'a> {
    positions: &'a [Position],
    moves: &'a [Move],
    looks: &'a [Look],
    book: usize,
    nodes: u64,
}

impl Candidates<'_> {
    fn praise(&self, advisor: &mut dyn Advisor, reviewed: &mut [Reviewed]) -> Result<(), Silence> {
        let mut last: [Option<usize>; 2] = [None, None];
        for (ply, reviewed) in reviewed.iter_mut().enumerate().skip(self.book) {
            let side = usize::from(self.positions[ply].turn() == Color::Black);
            // The crown of an attack is worth a word, whatever was praised on the way to it, and even if it punishes.
            let crowns = self.mates_by_sacrifice(ply);
            let recently = last[side].is_some_and(|at| ply <= at + PRAISE_LASTS);
            let punishes = reviewed.praise.is_some();
            if punishes {
                last[side] = Some(ply);
            }
            if (punishes || recently) && !crowns || !self.is_candidate(ply, reviewed) {
                continue;
            }
            let praised = self.praised(ply, advisor)?;
            if let Some((look, praise)) =
                praised.filter(|(_, praise)| !punishes || matches!(praise, Praise::Brilliant { .. }))
            {
                reviewed.praise = Some(praise);
                reviewed.best = look.score;
                last[side] = Some(ply);
            }
        }
        Ok(())
    }

    /// Whether a move is the advisor's own, not obvious, and something is still at stake.
    fn is_candidate(&self, ply: usize, reviewed: &Reviewed) -> bool {
        let (position, m) = (&self.positions[ply], self.moves[ply]);
        let takes_back = ply > 0 && self.moves[ply - 1].is_capture() && self.moves[ply - 1].to() == m.to();
        let chance = self.looks[ply].score.chance();
        self.looks[ply].best() == Some(m)
            && reviewed.fault.is_none()
            && !self.looks[ply].is_exact()
            && !takes_back
            && position.legal_moves().len() >= CHOICE
            && see_exact(position, m) <= 0
            && ((30.0..WON).contains(&chance) || self.mates_by_sacrifice(ply))
    }

    /// Whether a move gives up a piece and mates: that is worth a word in a won game too.
    fn mates_by_sacrifice(&self, ply: usize) -> bool {
        let gives = given_up(&self.positions[ply], self.moves[ply]);
        gives >= SACRIFICE && matches!(self.looks[ply].score, Score::MateIn(2..))
    }

    /// The only move or a brilliancy, if a short and a long look agree on it; with the look at the move.
    fn praised(&self, ply: usize, advisor: &mut dyn Advisor) -> Result<Option<(Look, Praise)>, Silence> {
        let (position, m) = (&self.positions[ply], self.moves[ply]);
        let others: Vec<Move> = position.legal_moves().into_iter().filter(|other| *other != m).collect();
        let gives = given_up(position, m) >= SACRIFICE;
        let wanted = |best: &Look, second: &Look| {
            let by = best.score.chance() - second.score.chance();
            let alone = matches!(best.score, Score::MateIn(_)) && !matches!(second.score, Score::MateIn(_));
            let needed = alone || by >= 1.0 && second.score.chance() <= WON_ANYWAY;
            let sacrifice = gives && needed;
            (by >= ONLY || sacrifice && best.score.chance() >= 50.0).then_some((by, sacrifice))
        };
        let glance = advisor.best_of(position, &others, self.nodes / 4)?;
        if wanted(&self.looks[ply], &glance).is_none() {
            return Ok(None);
        }
        let best = advisor.best(position, 4 * self.nodes, 1)?;
        let second = advisor.best_of(position, &others, 4 * self.nodes)?;
        let Some((by, sacrifice)) = wanted(&best, &second).filter(|_| best.best() == Some(m)) else {
            return Ok(None);
        };
        let claim = |what: What, evidence: Evidence| Box::new(Claim::of_line(position, best.line(), what, evidence));
        let praise = if sacrifice && best.score.chance() >= 50.0 {
            let what = What::Best { score: best.score };
            Praise::Brilliant { claim: claim(what, Evidence::of(&best)), lost: -see_exact(position, m) }
        } else {
            Praise::Only(claim(What::Reason(Reason::Only { by }), Evidence::of(&second)))
        };
        Ok(Some((best, praise)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_its_price_elsewhere_is_no_sacrifice() {
        // The knight is taken by a pawn; with a queen to take for it that is no sacrifice.
        let given = |fen: &str| {
            let position = Position::from_fen(fen).expect("a position");
            let m = position.legal_moves().into_iter().find(|&m| position.san(m) == "Ng6").expect("a move");
            (-see_exact(&position, m), given_up(&position, m))
        };
        assert_eq!(given("5nk1/6bp/8/5P2/8/8/8/6K1 b - - 0 1"), (200, 200));
        let (lost, net) = given("5nk1/6bp/7Q/5P2/8/8/8/6K1 b - - 0 1");
        assert!(lost >= SACRIFICE && net < SACRIFICE, "{net}");
    }
}
