//! A position or a move explained: headline, what to do and why, what to beware, why not, what matters,
//! and the plan.
//!
//! The whole lesson is on this page. Two desks work side by side: one asks the advisor for the best move
//! and for the best of the others, the other looks for proofs, of what can be won and of what is
//! threatened. Then one looks at tempting moves while the other looks for reasons. What comes of it is a
//! list of claims in the order in which they are told; each part is there only if there is something to
//! say (seed 003, "Rendering"; seed 000, section 6).

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position},
    exchange::see_fast,
    relation::Relations,
    tactic,
    value::worth,
};
use reti_search::{
    advice::{Advisor, Look, Silence, Stop},
    bitbase::ThreeMen,
    opportunity::{Opportunity, shortest_mate},
    probe::Probe,
    proof::{Payoff, Verdict, goal::MATE},
    score::Score,
    trigger::created,
};

use crate::{
    budget::{Budget, Level},
    claim::{Assessment, Claim, Ending, Evidence, Judged, View, What},
    defence,
    desk::{Desk, Size},
    feature::{self, Temper},
    judge::{self, Judgement},
    knowledge,
    looks::{MIN_PLIES, Sight, settled_looks},
    material::regains,
    plan,
    point::mate_at,
    reason::{self, Case, How, Reason},
    temptation::{self, Candidate},
    threat,
};

/// A lesson: claims by part, each part in the order told.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// The move that is judged, if one was given.
    pub played: Option<Claim>,
    /// Who stands better; how the game ended; what is known about the ending.
    pub headline: Vec<Claim>,
    /// The move to play, then what supports it.
    pub best: Vec<Claim>,
    /// What the opponent would do; after a move, what he can do.
    pub threats: Vec<Claim>,
    /// Tempting moves that fail.
    pub why_not: Vec<Claim>,
    /// What matters on the board.
    pub features: Vec<Claim>,
    /// What several good lines share.
    pub plan: Option<Claim>,
    /// How many claims were left out for brevity.
    pub left_out: usize,
}

impl Lesson {
    fn new(position: &Position) -> Lesson {
        Lesson {
            position: position.clone(),
            played: None,
            headline: Vec::new(),
            best: Vec::new(),
            threats: Vec::new(),
            why_not: Vec::new(),
            features: Vec::new(),
            plan: None,
            left_out: 0,
        }
    }

    /// All claims in the order told.
    pub fn claims(&self) -> Vec<&Claim> {
        let judged = self.played.is_some();
        let (first, then) = if judged { (&self.threats, &self.best) } else { (&self.best, &self.threats) };
        let parts = self.played.iter().chain(&self.headline).chain(first).chain(then);
        parts.chain(&self.why_not).chain(&self.features).chain(&self.plan).collect()
    }

    /// The headline's assessment, if the game is not over.
    pub fn assessment(&self) -> Option<(&Assessment, &Evidence)> {
        self.headline.iter().find_map(|claim| match &claim.what {
            What::Assessment(assessment) => Some((assessment, &claim.evidence)),
            _ => None,
        })
    }

    /// The recommended move.
    pub fn best_move(&self) -> Option<Move> {
        self.best.iter().find(|claim| matches!(claim.what, What::Best { .. })).and_then(Claim::trigger)
    }

    /// What the played move deserves.
    pub fn judgement(&self) -> Option<&Judged> {
        self.played.as_ref().and_then(|claim| if let What::Judged(judged) = &claim.what { Some(judged) } else { None })
    }
}

/// A maker of advisors: one for each desk, told which side the lesson is for.
pub type AdvisorMaker<'a> = dyn Fn(Color) -> Result<Box<dyn Advisor + 'a>, Silence> + Sync + 'a;

/// Explains positions and moves.
///
/// ```
/// use reti_core::chess::Position;
/// use reti_lessons::{budget::Budget, explain::Explainer};
/// let position = Position::from_fen("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1").unwrap();
/// let lesson = Explainer::new().budget(Budget::FAST).explain(&position).unwrap();
/// assert_eq!(position.san(lesson.best_move().unwrap()), "Nf6+");
/// ```
pub struct Explainer<'a> {
    tables: &'a dyn Probe,
    advisor: Option<Box<AdvisorMaker<'a>>>,
    budget: Budget,
    level: Level,
    everything: bool,
    stop: Stop<'a>,
}

impl Default for Explainer<'_> {
    fn default() -> Self {
        Explainer::new()
    }
}

impl<'a> Explainer<'a> {
    /// With our own engine and what is known about three men.
    pub fn new() -> Explainer<'a> {
        Explainer {
            tables: &ThreeMen,
            advisor: None,
            budget: Budget::default(),
            level: Level::default(),
            everything: false,
            stop: &|| false,
        }
    }

    /// Tables to ask.
    #[must_use]
    pub fn tables(mut self, tables: &'a dyn Probe) -> Self {
        self.tables = tables;
        self
    }

    /// Another advisor than our own engine, for the questions about what is best.
    #[must_use]
    pub fn advisor(mut self, maker: Box<AdvisorMaker<'a>>) -> Self {
        self.advisor = Some(maker);
        self
    }

    /// How much it may spend.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// For whom.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Nothing is left out for brevity.
    #[must_use]
    pub fn everything(mut self, everything: bool) -> Self {
        self.everything = everything;
        self
    }

    /// Ends early when nobody wants to know any more: what comes of it then is of no use.
    #[must_use]
    pub fn until(mut self, stop: Stop<'a>) -> Self {
        self.stop = stop;
        self
    }

    /// The two desks of a lesson: the first asks the advisor that was chosen, the second our own engine.
    fn desks(&self, position: &Position) -> Result<(Desk<'a>, Desk<'a>), Silence> {
        let own = || Desk::own_with(Size::of(self.budget), position, self.tables, self.stop);
        let first = match &self.advisor {
            Some(maker) => Desk::with(maker(position.turn())?, self.tables).until(self.stop),
            None => own(),
        };
        Ok((first, own()))
    }

    /// Explains a position.
    pub fn explain(&self, position: &Position) -> Result<Lesson, Silence> {
        self.explain_after(position, None)
    }

    /// Explains a position that the opponent's last move led to.
    pub fn explain_after(&self, position: &Position, last: Option<Move>) -> Result<Lesson, Silence> {
        if let Some(over) = over(position) {
            return Ok(over);
        }
        let (mut one, mut two) = self.desks(position)?;
        let study = Study::of(self, position, &mut one, &mut two)?;
        let mut lesson = Lesson::new(position);
        lesson.headline.push(Claim { evidence: study.evidence(), ..headline(position, &study.best) });
        let named = knowledge::named(position, study.best.score);
        // An ending whose verdict is known needs no rule of thumb, and may be the exception from it.
        let rule = knowledge::rule(position, self.tables).filter(|_| !named.iter().any(knowledge::has_verdict));
        lesson.headline.extend(named);
        lesson.headline.extend(knowledge::known(position, self.tables));
        lesson.headline.extend(rule);
        let tempting = temptation::with_second(&study.tempting, study.second.as_ref());
        let (why_not, best) = rayon::join(
            || temptation::temptations(&mut one, position, &tempting, &study.best, self.budget, self.level),
            || self.supported(position, &study, last, &mut two),
        );
        lesson.why_not = why_not?;
        lesson.best = best?;
        let unavoidable = self.unavoidable(position, &study, &mut two);
        lesson.plan = plan::two_goals(position, self.tables).or_else(|| study.plan(position));
        lesson.features = self.features(position, &study, &lesson);
        // What the opponent would do does not matter to one who mates, or who wins the piece that would do it.
        let mates = matches!(study.best.score, Score::MateIn(_));
        let won = study.best.best().filter(|_| lesson.best.iter().any(wins_piece)).map(Move::to);
        let is_gone = |threat: &Claim| won.is_some() && threat.trigger().and_then(Move::from) == won;
        lesson.threats = study.threats;
        lesson.threats.retain(|threat| self.everything || !mates && !is_gone(threat));
        if lesson.threats.is_empty() {
            lesson.threats = unavoidable;
        }
        Ok(self.trimmed(lesson))
    }

    /// Judges a legal move: what it deserves, what it allows, and what was better.
    pub fn explain_move(&self, position: &Position, m: Move) -> Result<Lesson, Silence> {
        let (mut one, mut two) = self.desks(position)?;
        let (looks, found) = rayon::join(
            || settled_looks(position, m, None, &mut one, self.budget),
            || self.found(position, m, &mut two),
        );
        self.judged_lesson(position, m, looks?, found, &mut two)
    }

    /// The same lesson if something is wrong with the move, and only its judgement if its looks see nothing
    /// wrong: a review has nothing to tell then. What a brief look confirms of the first sight is not looked at
    /// longer. The first desk is asked what is best, the second for
    /// proofs.
    pub fn fault_at(
        &self,
        position: &Position,
        m: Move,
        first: Sight,
        one: &mut Desk<'_>,
        two: &mut Desk<'_>,
    ) -> Result<Lesson, Silence> {
        let (best, played) = settled_looks(position, m, Some(first), one, self.budget)?;
        if !Judgement::of(best.score, played.score).is_fault() {
            let mut lesson = Lesson::new(position);
            lesson.played = Some(judged(position, m, &best, &played));
            return Ok(lesson);
        }
        let found = self.found(position, m, two);
        self.judged_lesson(position, m, (best, played), found, two)
    }

    /// [`Explainer::fault_at`] at desks of its own.
    pub fn fault(&self, position: &Position, m: Move, first: Sight) -> Result<Lesson, Silence> {
        let (mut one, mut two) = self.desks(position)?;
        self.fault_at(position, m, first, &mut one, &mut two)
    }

    /// What is proven to be won before a move, and by the opponent after it.
    fn found(&self, position: &Position, m: Move, desk: &mut Desk<'_>) -> (Vec<Opportunity>, Vec<Opportunity>) {
        let (after, effort) = (position.play(m), self.budget.effort());
        let mine = desk.opportunities(position, effort);
        let theirs = if after.legal_moves().is_empty() { Vec::new() } else { desk.opportunities(&after, effort) };
        (mine, theirs)
    }

    /// The lesson about a judged move, from the looks at it and what is proven.
    fn judged_lesson(
        &self,
        position: &Position,
        m: Move,
        (best, played): (Look, Look),
        (mine, theirs): (Vec<Opportunity>, Vec<Opportunity>),
        two: &mut Desk<'_>,
    ) -> Result<Lesson, Silence> {
        let after = position.play(m);
        let best = with_proven_mate(position, best, &mine);
        let played = with_allowed_mate(position, m, played, &theirs);
        // A mate that the best move allows is no fault of it: no better one is known.
        let best = if best.best() == Some(m) { played.clone() } else { best };
        let judged = judged(position, m, &best, &played);
        let fault = judged_of(&judged).judgement.is_fault();
        let mut lesson = Lesson::new(position);
        lesson.headline.push(headline_after(&after, m, position, &played));
        lesson.played = Some(judged);
        lesson.threats = self.allowed(position, m, &played, &theirs, fault);
        if fault {
            lesson.threats.extend(temptation::recapture(two, position, m, &played, self.budget, self.level));
        }
        // What was threatened before the move is what a better one would have stopped.
        let (threats, free_move) = if fault {
            threat::threats(two, position, best.score, self.budget, self.level)?
        } else {
            (Vec::new(), None)
        };
        let tells_line = fault;
        let tempting = Vec::new();
        let study = Study { tempting, best, second: None, tells_line, threats, free_move, opportunities: mine };
        if fault {
            lesson.best = self.supported(position, &study, None, two)?;
        } else {
            // What supports the move is told as it would be if it were recommended.
            let study = Study { best: played.clone(), ..study };
            lesson.best = self.supported(position, &study, None, two)?;
            lesson.best.retain(|claim| !matches!(claim.what, What::Best { .. }));
        }
        Ok(self.trimmed(lesson))
    }

    /// The recommended move with what supports it: what it wins, why it cannot be taken, and reasons.
    fn supported(
        &self,
        position: &Position,
        study: &Study,
        last: Option<Move>,
        desk: &mut Desk<'_>,
    ) -> Result<Vec<Claim>, Silence> {
        let Some(m) = study.best.best() else { return Ok(Vec::new()) };
        let mut case = Case::new(position, m, &study.best);
        case.second = study.second.as_ref();
        case.threats = &study.threats;
        case.free_move = study.free_move;
        case.opportunities = &study.opportunities;
        case.last = last;
        let usual = self.level.max_plies().max(4).max(knowledge::promotes_at(study.best.line()));
        let plies = reason::shown_plies(position, study.best.line(), usual);
        let what = What::Best { score: study.best.score };
        let mut claims = vec![Claim::of_line(position, &study.best.line()[..plies], what, study.evidence())];
        let reasons = reason::reasons(&case, desk, self.budget, self.level);
        let (wins, others): (Vec<Claim>, Vec<Claim>) = reasons
            .into_iter()
            .partition(|claim| matches!(claim.what, What::Reason(Reason::Wins(_)) | What::Wins { .. }));
        let won = wins.first().cloned();
        // The line is shown to where the gain can be seen.
        if let Some(line) = won.as_ref().map(|claim| &claim.line)
            && line.len() > plies
            && study.best.line().starts_with(line)
        {
            claims[0].line.clone_from(line);
        }
        claims.extend(wins);
        claims.extend(knowledge::reached(position, m, study.best.score));
        claims.extend(defence::cannot_take(position, m));
        if let Some(proof) = won.as_ref().and_then(|claim| claim.evidence.proof()) {
            let by_proof = knowledge::underpromotion(position, &proof.line(), true);
            let by_line = || knowledge::underpromotion(position, study.told_line(), false);
            claims.extend(by_proof.or_else(by_line));
            claims.extend(defence::if_taken(position, proof, desk, self.budget, self.level));
        } else {
            claims.extend(knowledge::underpromotion(position, study.best.line(), won.is_some()));
            claims.extend(defence::answers(position, study.told_line(), desk, self.budget, self.level)?);
        }
        let most = if self.everything { usize::MAX } else { self.level.max_reasons() };
        // Whoever mates needs no further reason, but that nothing else does it; whoever wins a piece, none about the
        // game that goes on.
        let mates = matches!(study.best.score, Score::MateIn(_)) && won.is_some();
        let wins_piece = won.as_ref().is_some_and(wins_piece);
        let is_noise = |claim: &Claim| match &claim.what {
            What::Reason(Reason::Only { .. }) => false,
            What::Reason(Reason::Parries { how: How::Takes, .. }) => mates || wins_piece,
            What::Reason(reason) => mates || wins_piece && reason.is_positional(),
            _ => mates,
        };
        claims.extend(others.into_iter().filter(|claim| self.everything || !is_noise(claim)).take(most));
        Ok(claims)
    }

    /// What the opponent can do after a move, the punishing reply first.
    fn allowed(&self, position: &Position, m: Move, played: &Look, theirs: &[Opportunity], fault: bool) -> Vec<Claim> {
        let after = position.play(m);
        let reply = played.line().get(1).copied();
        let mut claims: Vec<Claim> = Vec::new();
        let view = View::Allowed(m);
        // A move that loses nothing more may have an answer that wins all the same; a sacrifice is no loss.
        let suffers = fault || played.score.chance() < WORSE;
        // What the move itself took is taken back, not won.
        let taken = m.capture().map_or(0, worth);
        let is_worth = |payoff: Payoff| payoff.gain().is_none_or(|gain| gain - taken >= self.level.threshold.max(100));
        // Proofs of the reply that the advisor would play come first, then mates, then nothing else.
        for found in theirs {
            let Some(proof) = found.proof().filter(|proof| is_worth(proof.claim)) else { continue };
            let is_reply = Some(found.trigger) == reply;
            let decides = proof.claim.gain().is_none();
            if decides || is_reply && suffers {
                let what = What::Wins { view, payoff: proof.claim };
                let claim = Claim::of_line(&after, &proof.line(), what, Evidence::Proven(Box::new(proof.clone())));
                let claim = claim.set_up_by(position, m).using(&found.tactics, self.level.max_points());
                if is_reply { claims.insert(0, claim) } else { claims.push(claim) }
            }
        }
        if fault && claims.is_empty() && reply.is_some() {
            claims.push(temptation::answered(position, m, played, self.level));
        }
        claims.truncate(threat::MAX_THREATS);
        claims
    }

    /// What the opponent wins even after the best move, where its line loses material and that is proven. Whoever
    /// is in check has no threat told, because nobody may pass there.
    fn unavoidable(&self, position: &Position, study: &Study, desk: &mut Desk<'_>) -> Vec<Claim> {
        let line = study.best.line();
        let loses = threat::settled(position, line).is_some_and(|(_, gain)| gain <= -worth(PieceType::Pawn));
        // A mate is in the headline.
        let is_open = matches!(study.best.score, Score::Centipawns(_));
        let Some(&m) = line.first().filter(|_| loses && is_open) else { return Vec::new() };
        let theirs = desk.opportunities(&position.play(m), self.budget.effort());
        let mut claims = self.allowed(position, m, &study.best, &theirs, false);
        claims.truncate(1);
        claims
    }

    fn features(&self, position: &Position, study: &Study, lesson: &Lesson) -> Vec<Claim> {
        // Whoever mates or is mated does not ask for isolated pawns.
        if matches!(study.best.score, Score::MateIn(_) | Score::MatedIn(_)) {
            return Vec::new();
        }
        let mut touched = Bitboard::EMPTY;
        for claim in lesson.best.iter().chain(&lesson.why_not).chain(&study.threats) {
            for m in claim.line.iter().take(4) {
                touched = touched.with(m.to());
                touched |= m.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
            }
        }
        let level = if self.everything { Level::EXPERT } else { self.level };
        feature::features(position, touched, study.temper(position), level)
    }

    /// Twelve claims at most for a club player; the least important go first.
    fn trimmed(&self, mut lesson: Lesson) -> Lesson {
        if self.everything {
            return lesson;
        }
        let most = if self.level.elo < 1_300 { 8 } else { 12 };
        while lesson.claims().len() > most {
            let dropped = lesson
                .features
                .pop()
                .or_else(|| if lesson.why_not.len() > 1 { lesson.why_not.pop() } else { None })
                .or_else(|| lesson.plan.take())
                .or_else(|| if lesson.best.len() > 2 { lesson.best.pop() } else { None })
                .or_else(|| if lesson.threats.len() > 1 { lesson.threats.pop() } else { None });
            if dropped.is_none() {
                break;
            }
            lesson.left_out += 1;
        }
        lesson
    }
}

/// Whether a gain is a piece or more, or a mate, and not only what was lost before.
fn wins_piece(won: &Claim) -> bool {
    let (What::Reason(Reason::Wins(payoff)) | What::Wins { payoff, .. }) = &won.what else { return false };
    match payoff {
        Payoff::Gain(gain) => *gain >= worth(PieceType::Knight) && !regains(&won.base, *gain),
        Payoff::Mate(_) => true,
        Payoff::Win => false,
    }
}

/// What is found out about a position before anything is told.
struct Study {
    /// Moves that look good at a glance.
    tempting: Vec<Candidate>,
    best: Look,
    second: Option<Look>,
    /// Whether the line behind the best move is told, or only the move.
    tells_line: bool,
    threats: Vec<Claim>,
    free_move: Option<Move>,
    opportunities: Vec<Opportunity>,
}

impl Study {
    fn of(
        explainer: &Explainer<'_>,
        position: &Position,
        one: &mut Desk<'_>,
        two: &mut Desk<'_>,
    ) -> Result<Study, Silence> {
        let budget = explainer.budget;
        let (looks, opportunities) = rayon::join(
            || -> Result<(Vec<Candidate>, Look, Option<Look>), Silence> {
                let tempting = temptation::candidates(one, position)?;
                let best = one.best(position, budget.best())?;
                let best = one.lengthened(position, best, MIN_PLIES, budget.glance())?;
                let others: Vec<Move> =
                    position.legal_moves().into_iter().filter(|m| Some(*m) != best.best()).collect();
                let second = if others.is_empty() {
                    None
                } else {
                    let second = one.advisor().best_of(position, &others, budget.second())?;
                    Some(one.lengthened(position, second, MIN_PLIES, budget.glance() / 4)?)
                };
                Ok((tempting, best, second))
            },
            || two.opportunities(position, budget.effort()),
        );
        let (tempting, best, second) = looks?;
        let opportunities = with_mate(two, position, &best, opportunities, budget);
        let (best, second) = preferred(position, best, second, &opportunities, one, budget)?;
        let (best, second) = pointed(position, best, second);
        let (threats, free_move) = threat::threats(two, position, best.score, budget, explainer.level)?;
        Ok(Study { tempting, best, second, tells_line: true, threats, free_move, opportunities })
    }

    /// As much of the best line as the reader sees.
    fn told_line(&self) -> &[Move] {
        let line = self.best.line();
        if self.tells_line { line } else { &line[..line.len().min(1)] }
    }

    /// How the score of the best move is known: a proven mate is proven.
    fn evidence(&self) -> Evidence {
        let proof = self.opportunities.iter().find(|found| Some(found.trigger) == self.best.best());
        match (self.best.score, proof.and_then(Opportunity::proof)) {
            (Score::MateIn(moves), Some(proof)) if proof.claim == Payoff::Mate(moves) => {
                Evidence::Proven(Box::new(proof.clone()))
            }
            _ => Evidence::of(&self.best),
        }
    }

    /// What the best lines share, where neither decides at once.
    fn plan(&self, position: &Position) -> Option<Claim> {
        let second = self.second.as_ref()?;
        // Whoever is lost has no plan, and whoever has won needs none.
        let quiet = |look: &Look| matches!(look.score, Score::Centipawns(score) if (-250..600).contains(&score));
        let close = self.best.score.chance() - second.score.chance() < 8.0;
        if !quiet(&self.best) || !quiet(second) || !close {
            return None;
        }
        let shared = plan::shared(position, self.best.line(), second.line())?;
        Some(Claim::of_line(position, self.best.line(), What::Plan(shared), Evidence::of(&self.best)))
    }

    /// How much room there is for quiet features.
    fn temper(&self, position: &Position) -> Temper {
        match () {
            () if (self.best.score.chance() - 50.0).abs() >= DECIDED => Temper::Decided,
            () if self.is_sharp(position) => Temper::Sharp,
            () => Temper::Quiet,
        }
    }

    /// Whether tactics rule: many of them, or one move that is far better than the rest.
    fn is_sharp(&self, position: &Position) -> bool {
        let order = tactic::order(&tactic::tactics(&Relations::new(position))).reduced;
        let spread = self.second.as_ref().map_or(0.0, |second| self.best.score.chance() - second.score.chance());
        order >= 4 || spread >= 15.0 || self.threats.iter().any(|threat| threat.evidence.proof().is_some())
    }
}

/// Chances below which whoever gives something up has lost it.
const WORSE: f64 = 40.0;

/// Points away from even chances from which on a game is decided: about six pawns.
const DECIDED: f64 = 40.0;

/// Chances from which on it is worth looking longer for a mate.
const NEAR_MATE: f64 = 90.0;

/// Nodes of the longer search for a mate, at the usual budget.
const MATE_NODES: u64 = 12_000;

/// The opportunities with a proven mate in front, if a longer search finds one where the advisor sees a won
/// game: a win that can be shown to its end teaches more than one that cannot.
fn with_mate(
    desk: &mut Desk<'_>,
    position: &Position,
    best: &Look,
    mut found: Vec<Opportunity>,
    budget: Budget,
) -> Vec<Opportunity> {
    let known = found.iter().any(|found| found.claim().and_then(Payoff::mate).is_some());
    if known || best.is_exact() || best.score.chance() < NEAR_MATE {
        return found;
    }
    let nodes = (MATE_NODES * budget.nodes / Budget::default().nodes).min(10 * MATE_NODES);
    if let Some((proof, nodes)) = shortest_mate(position, desk.prover(), nodes) {
        let (trigger, verdict) = (proof.first, Verdict::Proven(proof));
        let tactics = created(position, trigger);
        found.retain(|other| other.trigger != trigger);
        found.insert(0, Opportunity { trigger, tactics, degree: MATE, verdict, nodes });
    }
    found
}

/// Points within which a proven move is preferred to the advisor's choice: it can be explained.
const AS_GOOD: f64 = 2.0;

/// The recommended move: the advisor's, or one that is proven to mate or to win and is as good.
fn preferred(
    position: &Position,
    best: Look,
    second: Option<Look>,
    opportunities: &[Opportunity],
    desk: &mut Desk<'_>,
    budget: Budget,
) -> Result<(Look, Option<Look>), Silence> {
    let Some((found, proof)) = opportunities.iter().find_map(|found| Some((found, found.proof()?))) else {
        return Ok((best, second));
    };
    if let Payoff::Mate(moves) = proof.claim {
        let known = matches!(best.score, Score::MateIn(known) if known <= moves);
        if !known || best.best() == Some(found.trigger) {
            let mut look = best.clone();
            look.score = Score::MateIn(moves);
            look.lines = vec![reti_search::advice::Line { score: look.score, moves: proof.line() }];
            let second = if best.best() == Some(found.trigger) { second } else { Some(best) };
            return Ok((look, second));
        }
        return Ok((best, second));
    }
    if best.best() == Some(found.trigger) || best.is_exact() {
        return Ok((best, second));
    }
    let look = desk.after(position, found.trigger, budget.second())?;
    let look = desk.lengthened(position, look, MIN_PLIES, budget.glance())?;
    if best.score.chance() - look.score.chance() <= AS_GOOD { Ok((look, Some(best))) } else { Ok((best, second)) }
}

/// A sacrifice that cannot be taken because of mate comes before a move that is no better: it is the point.
fn pointed(position: &Position, best: Look, second: Option<Look>) -> (Look, Option<Look>) {
    let as_good = |second: &Look| {
        let both_open = [best.score, second.score].into_iter().all(|score| matches!(score, Score::Centipawns(_)));
        both_open && best.score.chance() - second.score.chance() <= AS_GOOD
    };
    let is_point = |look: &Look| look.best().is_some_and(|m| mates_who_takes(position, m));
    match second {
        Some(second) if as_good(&second) && is_point(&second) && !is_point(&best) => (second, Some(best)),
        second => (best, second),
    }
}

/// Whether a move gives up a piece, and all who take it are mated at once.
fn mates_who_takes(position: &Position, m: Move) -> bool {
    let after = position.play(m);
    let mates = |taken: Position| taken.legal_moves().iter().any(|answer| taken.play(*answer).is_checkmate());
    let takers: Vec<Move> = after.legal_moves().into_iter().filter(|reply| reply.to() == m.to()).collect();
    see_fast(position, m) <= -worth(PieceType::Knight)
        && !takers.is_empty()
        && takers.into_iter().all(|taker| mates(after.play(taker)))
}

/// The look at the best move, or the proven mate that it did not see.
fn with_proven_mate(position: &Position, best: Look, mine: &[Opportunity]) -> Look {
    let proven = mine.iter().filter_map(Opportunity::proof).filter(|proof| proof.claim.mate().is_some());
    let Some(proof) = proven.min_by_key(|proof| proof.claim.mate()) else { return best };
    let Some(moves) = proof.claim.mate() else { return best };
    if matches!(best.score, Score::MateIn(known) if known <= moves) || position.play(proof.line()[0]).is_stalemate() {
        return best;
    }
    let score = Score::MateIn(moves);
    Look { score, lines: vec![reti_search::advice::Line { score, moves: proof.line() }], ..best }
}

/// The look at a played move, or the proven mate that it allows and the look did not see.
fn with_allowed_mate(position: &Position, m: Move, played: Look, theirs: &[Opportunity]) -> Look {
    let after = position.play(m);
    let Look { by, nodes, depth, .. } = played.clone();
    let unseen = Look { by, nodes, depth, score: played.score.turned(), lines: Vec::new() };
    let found = with_proven_mate(&after, unseen, theirs);
    match (found.score, played.score) {
        (Score::MateIn(_), Score::MatedIn(_)) => played,
        (Score::MateIn(_), _) => found.before(m),
        _ => played,
    }
}

fn judged(position: &Position, m: Move, best: &Look, played: &Look) -> Claim {
    let judgement = Judgement::of(best.score, played.score);
    let loss = judge::loss(best.score, played.score);
    let judged = Judged { played: m, judgement, loss, score: played.score, best: best.score };
    Claim::of_line(position, &[m], What::Judged(judged), Evidence::of(played))
}

fn judged_of(claim: &Claim) -> &Judged {
    match &claim.what {
        What::Judged(judged) => judged,
        _ => unreachable!("a judged move"),
    }
}

fn headline(position: &Position, look: &Look) -> Claim {
    let assessment = Assessment::new(position, look.score);
    Claim::of_line(position, &[], What::Assessment(assessment), Evidence::of(look))
}

/// The headline of the position after a move, by the look at the move.
fn headline_after(after: &Position, m: Move, before: &Position, look: &Look) -> Claim {
    if let Some(over) = over(after) {
        return over
            .headline
            .into_iter()
            .next()
            .map_or_else(|| headline(before, look), |claim| claim.set_up_by(before, m));
    }
    let material = crate::material::Balance::of(after.board());
    // The first of the moves to mate has been played.
    let score = match look.score {
        Score::MateIn(moves) => Score::MateIn(moves.saturating_sub(1)),
        score => score,
    };
    let look = Look { score, ..look.clone() };
    let assessment = Assessment { material, ..Assessment::new(before, look.score) };
    Claim::of_line(after, &[], What::Assessment(assessment), Evidence::of(&look).turned()).set_up_by(before, m)
}

/// The lesson of a game that is over.
fn over(position: &Position) -> Option<Lesson> {
    let (ending, score) = match () {
        () if position.is_checkmate() => (Ending::Checkmate(mate_at(position)?), Score::MatedIn(0)),
        () if position.is_stalemate() => (Ending::Stalemate, Score::Exact(reti_core::value::Value::Draw)),
        () if position.is_dead() => (Ending::Dead, Score::Exact(reti_core::value::Value::Draw)),
        () => return None,
    };
    let mut lesson = Lesson::new(position);
    lesson.headline.push(Claim::of_line(position, &[], What::Over(ending), Evidence::Exact(score)));
    Some(lesson)
}
