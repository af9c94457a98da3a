//! Which tactics keep what they promise?
//!
//! A motif on the board is geometry; a *sound* tactic wins something by force (seed 000, sections 6.3 to
//! 6.5). For each tactic of T(P) a verdict is found in two phases, as PARADISE did it: an advisor plays
//! the tactic out, with a first move that belongs to it, and says whether a piece that the tactic is after
//! really falls; what falls is handed to the prover. Then
//!
//! - *sound* is a proof that the checker accepted and that the advisor does not doubt;
//! - *likely* is a gain that the advisor calculated and nobody proved;
//! - *refuted* is a line in which the other side holds everything;
//! - *unknown* is a budget that was spent without an answer.
//!
//! The question is about the game as it stands (`sigma_now`, decision D-40): a tactic of the side that is
//! not to move must survive every move of the other side first, and is sound only with a proof for each of
//! them. What it would win were its owner to move (`sigma_move`) is its *degree*, told beside the verdict.
//! A tactic that is not on the board yet is judged where a move makes it: its proof is that move's.
//!
//! Everything is looked at with the side to move as White, so that mirrored positions have mirrored verdicts.

mod promise;

use std::collections::BTreeSet;

use reti_core::{
    chess::{Color, Move, Position, Symmetry},
    motif::Kind,
    relation::Relations,
    tactic::{Tactic, tactics},
    value::balance,
};

use crate::{
    advice::{Advisor, Look, Silence},
    opinion::Doubt,
    opportunity::{self, Opportunity, best_gain, opportunities},
    proof::{
        Certificate, Goal, Payoff, Prover, check,
        degree::{sigma_move, sigma_now},
        forcing::Width,
        goal::MATE,
    },
    score::Score,
    trigger::created,
};
use promise::{Promise, Reading};

/// What is known about a tactic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Proven, and the checker has accepted the proof.
    Sound,
    /// An advisor calculated a gain; it is not proven.
    Likely,
    /// The other side holds everything.
    Refuted,
    /// The budget was spent without an answer.
    Unknown,
}

impl Verdict {
    /// The word in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Likely => "likely",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }
}

/// Whether a tactic keeps its promise, and how that is known.
#[derive(Clone, Debug)]
pub struct Soundness {
    /// What is known.
    pub verdict: Verdict,
    /// What it wins: proven if it is sound, calculated if that is likely.
    pub payoff: Option<Payoff>,
    /// The proof number of the claim: 0 if it is proven, none if the forcing moves are exhausted.
    pub proof_number: Option<u32>,
    /// The line that shows it, from the position: how it is won, or how it is refuted.
    pub line: Vec<Move>,
    /// The proofs: one if the owner is to move, otherwise one for each reply.
    pub certificates: Vec<Certificate>,
    /// `sigma_d` in centipawns: what forcing moves seem to win for the owner, were it his turn; none in check.
    pub degree: Option<i32>,
    /// Positions that the verdict cost, the advisor's and the prover's together.
    pub nodes: u64,
}

impl Soundness {
    fn new(verdict: Verdict) -> Soundness {
        let (payoff, proof_number, degree) = (None, None, None);
        Soundness { verdict, payoff, proof_number, line: Vec::new(), certificates: Vec::new(), degree, nodes: 0 }
    }
}

/// A tactic with its soundness.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The tactic.
    pub tactic: Tactic,
    /// After so many plies of its line it is on the board; 0 if it is there now.
    pub ply: usize,
    /// Whether it keeps its promise.
    pub soundness: Soundness,
}

impl Judged {
    /// The position in which the tactic is on the board.
    pub fn board(&self, position: &Position) -> Position {
        self.soundness.line[..self.ply].iter().fold(position.clone(), |here, &m| here.play(m))
    }
}

/// A move that is proven to win something, with the tactics that it makes.
#[derive(Clone, Debug)]
pub struct Made {
    /// The move and its proof.
    pub opportunity: Opportunity,
    /// The tactics that the move makes, and those that its proof's line makes later and needs.
    pub tactics: Vec<Judged>,
}

/// All tactics of a position, judged.
#[derive(Clone, Debug)]
pub struct Survey {
    /// T(P), sorted by motif and roles.
    pub tactics: Vec<Judged>,
    /// The proven opportunities of the side to move, best first.
    pub made: Vec<Made>,
}

impl Survey {
    /// The tactics of a position of which nothing is known.
    pub fn unknown(position: &Position) -> Survey {
        let found = tactics(&Relations::new(position)).into_iter();
        let unknown = |tactic| Judged { tactic, ply: 0, soundness: Soundness::new(Verdict::Unknown) };
        Survey { tactics: found.map(unknown).collect(), made: Vec::new() }
    }

    /// `T_sound`: how many tactics of T(P) are sound.
    pub fn sound_order(&self) -> usize {
        self.tactics.iter().filter(|judged| judged.soundness.verdict == Verdict::Sound).count()
    }

    /// The position's degree of soundness for a side: the largest degree of its tactics in centipawns; none
    /// if it has no tactic, or none whose degree is known.
    pub fn degree(&self, side: Color) -> Option<i32> {
        let own = self.tactics.iter().filter(|judged| judged.tactic.cast.owner == side);
        own.filter_map(|judged| judged.soundness.degree).max()
    }
}

/// How much the verdicts on one position may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For the opportunities of the side to move.
    pub scan: opportunity::Effort,
    /// The advisor's nodes for each tactic.
    pub look_nodes: u64,
    /// Positions of each attempt at a proof.
    pub proof_nodes: u64,
    /// Positions for a degree.
    pub degree_nodes: u64,
    /// The least gain that counts, in centipawns.
    pub threshold: i32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            scan: opportunity::Effort { proof_nodes: 8_000, ..opportunity::Effort::default() },
            look_nodes: 60_000,
            proof_nodes: 8_000,
            degree_nodes: 4_000,
            threshold: 100,
        }
    }
}

impl Effort {
    /// So many positions of the advisor for each tactic, and the rest in proportion.
    pub fn of(nodes: u64) -> Effort {
        let usual = Effort::default();
        let part = |usual_nodes: u64| (usual_nodes * nodes / usual.look_nodes).clamp(200, 8 * usual_nodes);
        let scan = opportunity::Effort {
            rank_nodes: part(usual.scan.rank_nodes),
            proof_nodes: part(usual.scan.proof_nodes),
            opinion_nodes: part(usual.scan.opinion_nodes),
            ..usual.scan
        };
        let (proof_nodes, degree_nodes) = (part(usual.proof_nodes), part(usual.degree_nodes));
        Effort { scan, look_nodes: nodes.max(200), proof_nodes, degree_nodes, ..usual }
    }
}

/// Judges every tactic of a position, and those that proven moves make. The advisor is only asked about
/// positions in which White has just moved or is to move first: Black's are turned round.
pub fn survey(
    position: &Position,
    prover: &mut Prover<'_>,
    advisor: &mut dyn Advisor,
    effort: Effort,
) -> Result<Survey, Silence> {
    let turned = (position.turn() == Color::Black).then(|| Symmetry::Mirror.position(position)).flatten();
    let here = turned.as_ref().unwrap_or(position);
    let mut judge = Judge { here, prover, advisor, effort, standing: None };
    let survey = judge.survey()?;
    Ok(if turned.is_some() { mirrored(&survey, position) } else { survey })
}

/// The survey as it reads on the board that was asked about.
fn mirrored(survey: &Survey, position: &Position) -> Survey {
    let made = survey.made.iter().map(|made| {
        let mut opportunity = made.opportunity.clone();
        opportunity.trigger = Symmetry::Mirror.apply_to_move(opportunity.trigger);
        if let crate::proof::Verdict::Proven(certificate) = &mut opportunity.verdict {
            **certificate = certificate.mirrored();
        }
        opportunity.tactics = created(position, opportunity.trigger);
        Made { opportunity, tactics: matched(position, &made.tactics) }
    });
    let mut tactics = matched(position, &survey.tactics);
    tactics
        .sort_by(|a, b| (a.tactic.motif.name, &a.tactic.cast.parts).cmp(&(b.tactic.motif.name, &b.tactic.cast.parts)));
    Survey { made: made.collect(), tactics }
}

/// The mirror images of tactics as a board and the lines from it have them.
fn matched(position: &Position, judged: &[Judged]) -> Vec<Judged> {
    let image = |judged: &Judged| {
        let mut soundness = judged.soundness.clone();
        soundness.line.iter_mut().for_each(|m| *m = Symmetry::Mirror.apply_to_move(*m));
        soundness.certificates = soundness.certificates.iter().map(Certificate::mirrored).collect();
        let mut told = Judged { soundness, ..judged.clone() };
        let cast = judged.tactic.cast.mapped(Symmetry::Mirror);
        let found = tactics(&Relations::new(&told.board(position)));
        let same = |tactic: &&Tactic| {
            tactic.motif == judged.tactic.motif && (tactic.cast.owner, &tactic.cast.parts) == (cast.owner, &cast.parts)
        };
        told.tactic = found.iter().find(same)?.clone();
        Some(told)
    };
    judged.iter().filter_map(image).collect()
}

/// The legal moves that belong to a tactic of the side to move (decision D-41).
pub fn first_moves(position: &Position, tactic: &Tactic) -> Vec<Move> {
    Promise::new(position, tactic).first_moves(position)
}

/// Whether a first move with this score leaves its side better off than the position was, or well off: a
/// queen that is won by a move that loses the game is no advantage (seed 000, definition 6.1).
pub fn is_advantage(after: Score, best: Score) -> bool {
    after.rank() >= best.rank() - WASTED || after.rank() >= WELL_OFF
}

/// `sigma_d` of a tactic in centipawns, within so many nodes: what forcing moves that begin with it seem to
/// win for its owner; were it his turn, if it is not. None if that cannot be, because the other side is in
/// check, or if no move belongs to the tactic.
pub fn degree(position: &Position, tactic: &Tactic, nodes: u64) -> Option<i32> {
    let is_now = tactic.cast.owner == position.turn();
    let turned = if is_now { position.clone() } else { position.pass()? };
    let first = first_moves(&turned, tactic);
    let sigma = if is_now { sigma_now } else { sigma_move };
    sigma(position, &first, DEGREE_PLIES, nodes)
}

/// What an advisor's line wins by a tactic of the position, by the same count that verdicts use; none if
/// nothing, or not by this tactic.
pub fn won_by(position: &Position, tactic: &Tactic, look: &Look, threshold: i32) -> Option<Payoff> {
    match Promise::new(position, tactic).read(position, look, threshold) {
        Reading::Wins(payoff) => Some(payoff),
        _ => None,
    }
}

/// Judges the tactics of one position.
struct Judge<'j, 'p, 'a> {
    here: &'j Position,
    prover: &'j mut Prover<'p>,
    advisor: &'j mut (dyn Advisor + 'a),
    effort: Effort,
    /// What the advisor says about the position as it stands, once it was asked.
    standing: Option<Look>,
}

/// What a first move may waste of the position's score, in centipawns.
const WASTED: i32 = 100;
/// A score from here on is an advantage whatever else there was.
const WELL_OFF: i32 = 150;

/// How often a first move is set aside because it wins something else.
const ASIDE: usize = 3;

/// A second look at what is unclear costs so many times the first.
const AGAIN: u64 = 4;

/// What another advisor's score may be lower without meaning anything.
const WAVERING: i32 = 100;

/// More replies are not proven one by one.
const MOST_REPLIES: usize = 50;

impl Judge<'_, '_, '_> {
    fn survey(&mut self) -> Result<Survey, Silence> {
        let proven = self.proven()?;
        let mut judged = Vec::new();
        for tactic in tactics(&Relations::new(self.here)) {
            let mut soundness = self.judge(&tactic, &proven)?;
            soundness.degree = degree(self.here, &tactic, self.effort.degree_nodes);
            judged.push(Judged { tactic, ply: 0, soundness });
        }
        let mut made = Vec::new();
        for opportunity in proven {
            let tactics = self.made(&opportunity)?;
            made.push(Made { opportunity, tactics });
        }
        Ok(Survey { tactics: judged, made })
    }

    /// The proven opportunities: those of the scan, and the advisor's own choice if it wins something.
    fn proven(&mut self) -> Result<Vec<Opportunity>, Silence> {
        let mut proven = opportunities(self.here, self.prover, Some(&mut *self.advisor), self.effort.scan);
        proven.retain(|opportunity| opportunity.proof().is_some());
        let look = self.stand()?.clone();
        let mut kept = Vec::new();
        for opportunity in proven {
            let m = opportunity.trigger;
            let is_kept = match opportunity.claim() {
                Some(Payoff::Gain(gain)) => {
                    let after = self.advisor.after(self.here, m, self.effort.look_nodes)?.score;
                    is_advantage(after, look.score)
                        && promise::is_seen(self.here, self.here.turn(), after, gain + WAVERING)
                }
                _ => true,
            };
            if is_kept {
                kept.push(opportunity);
            }
        }
        let mut proven = kept;
        let Some(m) = look.best().filter(|&m| proven.iter().all(|known| known.trigger != m)) else {
            return Ok(proven);
        };
        if let Some(payoff) = promise::wins(self.here, &look, self.effort.threshold) {
            let found = self.prove_move(m, payoff, &look, 0);
            if let [proof] = &found.certificates[..] {
                let degree = payoff.gain().unwrap_or(MATE);
                let verdict = crate::proof::Verdict::Proven(Box::new(proof.clone()));
                let tactics = created(self.here, m);
                proven.push(Opportunity { trigger: m, tactics, degree, verdict, nodes: found.nodes });
                proven.sort_by_key(|known| std::cmp::Reverse(known.claim().map_or(0, Payoff::strength)));
            }
        }
        Ok(proven)
    }

    fn judge(&mut self, tactic: &Tactic, proven: &[Opportunity]) -> Result<Soundness, Silence> {
        if tactic.motif.kind == Kind::Mate && self.here.is_checkmate() {
            let payoff = Some(Payoff::Mate(0));
            return Ok(Soundness { payoff, proof_number: Some(0), ..Soundness::new(Verdict::Sound) });
        }
        let promise = Promise::new(self.here, tactic);
        if tactic.cast.owner == self.here.turn() { self.of_mover(&promise, proven) } else { self.of_other(&promise) }
    }

    // ---- the owner is to move ----

    fn of_mover(&mut self, promise: &Promise, proven: &[Opportunity]) -> Result<Soundness, Silence> {
        let mut first = promise.first_moves(self.here);
        let known = proven.iter().filter(|known| first.contains(&known.trigger));
        let keeping = known.filter_map(Opportunity::proof).filter(|proof| promise.is_kept_by(self.here, &proof.line()));
        if let Some(proof) = keeping.max_by_key(|proof| proof.claim.strength()) {
            return Ok(sound(proof.clone(), 0));
        }
        let mut spent = 0;
        let mut refuting = None;
        for _ in 0..ASIDE {
            if first.is_empty() {
                break;
            }
            let (look, reading) = self.look(promise, &first, &mut spent)?;
            let Some(m) = look.best() else { break };
            match reading {
                Reading::Wins(payoff) if is_advantage(look.score, self.stand()?.score) => {
                    return Ok(self.prove_move(m, payoff, &look, spent));
                }
                Reading::Other => first.retain(|&other| other != m),
                Reading::Unclear => {
                    let line = shown(look.line());
                    return Ok(Soundness {
                        line,
                        nodes: spent,
                        proof_number: Some(1),
                        ..Soundness::new(Verdict::Unknown)
                    });
                }
                Reading::Wins(_) | Reading::Nothing => {
                    refuting = Some(look);
                    break;
                }
            }
        }
        self.refuted(refuting, spent)
    }

    /// The best first move of some, by the advisor, and what its line says; what is unclear is looked at again.
    fn look(&mut self, promise: &Promise, first: &[Move], spent: &mut u64) -> Result<(Look, Reading), Silence> {
        let mut nodes = self.effort.look_nodes;
        loop {
            let look = self.advisor.best_of(self.here, first, nodes)?;
            let look = self.extended(look)?;
            *spent += look.nodes;
            let reading = promise.read(self.here, &look, self.effort.threshold);
            if reading != Reading::Unclear || nodes > self.effort.look_nodes {
                return Ok((look, reading));
            }
            nodes *= AGAIN;
        }
    }

    /// A look whose line is long enough to be read: a search that knew the answer from its table tells a move
    /// or two.
    fn extended(&mut self, mut look: Look) -> Result<Look, Silence> {
        let Some(line) = look.lines.first_mut() else { return Ok(look) };
        let mut here = line.moves.iter().fold(self.here.clone(), |here, &m| here.play(m));
        while line.moves.len() < promise::HORIZON {
            let more = self.advisor.best(&here, self.effort.look_nodes / 8, 1)?;
            look.nodes += more.nodes;
            if more.line().is_empty() {
                break;
            }
            here = more.line().iter().fold(here, |here, &m| here.play(m));
            line.moves.extend(more.line());
        }
        Ok(look)
    }

    /// Tries to prove what a move wins.
    fn prove_move(&mut self, m: Move, payoff: Payoff, look: &Look, mut spent: u64) -> Soundness {
        let Effort { proof_nodes, threshold, scan, .. } = self.effort;
        let doubt = Doubt::about(self.here, m);
        let (verdict, proof_number) = if let Payoff::Gain(gain) = payoff {
            let most = doubt.as_ref().map_or(i32::MAX, |doubt| doubt.allows(self.advisor, scan.opinion_nodes));
            // More than the gain must be seen: another advisor's score may be lower.
            let most = if most == i32::MAX { most } else { most.saturating_sub(WAVERING) };
            let effort = opportunity::Effort { proof_nodes, threshold, ..scan };
            let found = best_gain(self.here, m, gain, self.prover, effort, most.max(threshold));
            spent += found.nodes;
            let doubted = found.proof().and_then(|proof| proof.claim.gain()).is_some_and(|gain| gain > most);
            (found.verdict, if doubted { Some(1) } else { found.proof_number })
        } else {
            let outcome = self.prover.prove(self.here, Goal::Mate { within: None }, Some(m), proof_nodes);
            spent += outcome.nodes;
            (outcome.verdict, outcome.proof_number)
        };
        match verdict {
            crate::proof::Verdict::Proven(proof) if proof_number == Some(0) => sound(*proof, spent),
            _ => Soundness {
                payoff: Some(payoff),
                proof_number,
                line: shown(look.line()),
                nodes: spent,
                ..Soundness::new(Verdict::Likely)
            },
        }
    }

    /// The line in which the other side holds everything, and the proof number of a pawn.
    fn refuted(&mut self, look: Option<Look>, mut spent: u64) -> Result<Soundness, Silence> {
        let look = if let Some(look) = look { look } else { self.stand()?.clone() };
        let mut proof_number = None;
        if let Some(m) = look.best().filter(|_| !self.here.is_stalemate()) {
            let goal = Goal::Gain(self.effort.threshold);
            let outcome = self.prover.stage(self.here, goal, Some(m), Width::Forcing, self.effort.proof_nodes / 8);
            spent += outcome.nodes;
            // A gain that the prover sees and the advisor does not believe is not a proof of anything.
            proof_number = outcome.proof_number.map(|number| number.max(1));
        }
        Ok(Soundness { proof_number, line: shown(look.line()), nodes: spent, ..Soundness::new(Verdict::Refuted) })
    }

    // ---- the other side is to move ----

    /// What the advisor says about the position; asked once.
    fn stand(&mut self) -> Result<&Look, Silence> {
        if self.standing.is_none() {
            let look = self.advisor.best(self.here, self.effort.look_nodes, 1)?;
            self.standing = Some(self.extended(look)?);
        }
        Ok(self.standing.as_ref().expect("just asked"))
    }

    fn of_other(&mut self, promise: &Promise) -> Result<Soundness, Silence> {
        let threshold = self.effort.threshold;
        let here = self.here;
        let mut look = self.stand()?.clone();
        let mut spent = look.nodes;
        let mut reading = promise.read(here, &look, threshold);
        if reading == Reading::Unclear {
            look = self.advisor.best(here, AGAIN * self.effort.look_nodes, 1)?;
            look = self.extended(look)?;
            spent += look.nodes;
            reading = promise.read(here, &look, threshold);
        }
        let line = shown(look.line());
        let told = |verdict| Soundness { line, nodes: spent, proof_number: Some(1), ..Soundness::new(verdict) };
        Ok(match reading {
            Reading::Wins(payoff) => self.prove_replies(payoff, told(Verdict::Likely)),
            Reading::Unclear => told(Verdict::Unknown),
            Reading::Other | Reading::Nothing => Soundness { proof_number: None, ..told(Verdict::Refuted) },
        })
    }

    /// Tries to prove that a gain, or a mate, cannot be helped by any move of the side to move.
    fn prove_replies(&mut self, payoff: Payoff, likely: Soundness) -> Soundness {
        let likely = Soundness { payoff: Some(payoff), ..likely };
        let first = likely.line.first().copied();
        let mut replies: Vec<Move> = self.here.legal_moves().to_vec();
        if replies.len() > MOST_REPLIES {
            return likely;
        }
        // The best reply first: it is the hardest to answer.
        replies.sort_by_key(|&m| Some(m) != first);
        let goals: Vec<Goal> = match payoff {
            Payoff::Gain(gain) => {
                let (gain, least) = (gain.min(900), self.effort.threshold);
                BTreeSet::from([gain, 300.min(gain), least]).into_iter().rev().map(Goal::Gain).collect()
            }
            _ => vec![Goal::Mate { within: None }],
        };
        let mut told = likely;
        for goal in goals {
            let (certificates, open, nodes) = self.prove_each(&replies, goal);
            told.nodes += nodes;
            told.proof_number = Some(open);
            if open == 0 && self.stands(goal) {
                let worst = certificates.iter().map(|proof| proof.claim).min_by_key(|claim| claim.strength());
                let payoff = if let Goal::Gain(gain) = goal { Some(Payoff::Gain(gain)) } else { worst };
                // The best reply was proven first: its proof's line is the one to tell.
                let line = replies
                    .first()
                    .copied()
                    .into_iter()
                    .chain(certificates.first().map_or(Vec::new(), Certificate::line));
                return Soundness { verdict: Verdict::Sound, payoff, line: line.collect(), certificates, ..told };
            }
        }
        told
    }

    /// Whether the advisor, looking longer, sees a gain of the side that is not to move.
    fn stands(&mut self, goal: Goal) -> bool {
        let Ok(look) = self.advisor.best(self.here, self.effort.scan.opinion_nodes, 1) else { return false };
        let owner = !self.here.turn();
        match goal {
            Goal::Gain(gain) => promise::is_seen(self.here, owner, look.score.turned(), gain + WAVERING),
            Goal::Mate { .. } => true,
        }
    }

    /// Proves a goal after each reply, until one cannot be answered: the proofs, what is open, the nodes.
    fn prove_each(&mut self, replies: &[Move], goal: Goal) -> (Vec<Certificate>, u32, u64) {
        let owner = !self.here.turn();
        let lead = balance(self.here.board(), owner);
        let (mut certificates, mut spent) = (Vec::new(), 0);
        for &reply in replies {
            let after = self.here.play(reply);
            // What the reply takes must come back as well.
            let goal = match goal {
                Goal::Gain(gain) => Goal::Gain((gain + lead - balance(after.board(), owner)).max(1)),
                mate @ Goal::Mate { .. } => mate,
            };
            let outcome = self.prover.prove(&after, goal, None, self.effort.proof_nodes);
            spent += outcome.nodes;
            match outcome.proof() {
                Some(proof) => certificates.push(proof.clone()),
                None => return (Vec::new(), outcome.proof_number.unwrap_or(u32::MAX).max(1), spent),
            }
        }
        (certificates, 0, spent)
    }

    // ---- a move makes the tactic ----

    /// The tactics that a proven move makes, and those that its proof's line makes later and needs.
    fn made(&mut self, opportunity: &Opportunity) -> Result<Vec<Judged>, Silence> {
        let Some(proof) = opportunity.proof() else { return Ok(Vec::new()) };
        let line = proof.line();
        let mut judged = Vec::new();
        let mut here = self.here.clone();
        for (index, &m) in line.iter().enumerate() {
            let next = here.play(m);
            let before = std::mem::replace(&mut here, next);
            let ply = index + 1;
            if index % 2 == 1 {
                continue;
            }
            for tactic in created(&before, m) {
                let promise = Promise::new(&here, &tactic);
                let is_mate = tactic.motif.kind == Kind::Mate && here.is_checkmate();
                if is_mate || promise.is_kept_by(&here, &line[ply..]) {
                    judged.push(Judged { tactic, ply, soundness: sound(proof.clone(), 0) });
                } else if ply == 1 {
                    let soundness = self.made_in_vain(opportunity.trigger, proof, &promise)?;
                    judged.push(Judged { tactic, ply, soundness });
                }
            }
        }
        Ok(judged)
    }

    /// A tactic that a proven move makes and its proof's line does not need: does it come to anything against
    /// the best reply?
    fn made_in_vain(&mut self, trigger: Move, proof: &Certificate, promise: &Promise) -> Result<Soundness, Silence> {
        let after = self.here.play(trigger);
        let look = self.advisor.best(&after, self.effort.look_nodes / 2, 1)?;
        let line: Vec<Move> = std::iter::once(trigger).chain(look.line().iter().copied()).take(SHOWN).collect();
        let kept = promise.is_kept_by(&after, look.line());
        let soundness = if kept { sound(proof.clone(), 0) } else { Soundness::new(Verdict::Refuted) };
        Ok(Soundness { line, nodes: look.nodes, ..soundness })
    }
}

/// So many plies of an advisor's line are told.
const SHOWN: usize = 10;

/// Plies of a degree.
const DEGREE_PLIES: u32 = 6;

/// The part of a line that is told.
fn shown(line: &[Move]) -> Vec<Move> {
    line.iter().copied().take(SHOWN).collect()
}

/// What a proof shows.
fn sound(proof: Certificate, nodes: u64) -> Soundness {
    debug_assert!(check(&proof, None).is_ok(), "the prover hands out checked proofs");
    Soundness {
        payoff: Some(proof.claim),
        proof_number: Some(0),
        line: proof.line(),
        certificates: vec![proof],
        nodes,
        ..Soundness::new(Verdict::Sound)
    }
}
