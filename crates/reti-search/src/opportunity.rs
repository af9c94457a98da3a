//! Opportunities: what can be won here, by which move, and is it true?
//!
//! An opportunity is a trigger with the tactics it creates, a verdict, a gain and a line: what a
//! lesson is made of. First moves are ranked by their soundness degree, cheaply; the best are handed
//! to the prover with the gain that the degree promises, and what is proven comes first (seed 000,
//! section 6; PARADISE's two phases). A proven gain that the engine doubts is not claimed.

use std::{panic::resume_unwind, thread};

use reti_core::{
    chess::{Move, Position},
    tactic::Tactic,
};

use crate::proof::{
    Certificate, Claim, Goal, Prover, Verdict,
    degree::{Ranked, rank},
    forcing::Width,
    goal::MATE,
};
use crate::{opinion::Opinion, trigger::created};

/// How much a scan may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for ranking first moves.
    pub rank_nodes: u64,
    /// Plies of the ranking.
    pub plies: u32,
    /// Nodes for each attempt at a proof.
    pub proof_nodes: u64,
    /// How many first moves are handed to the prover.
    pub tries: usize,
    /// The least gain that is worth claiming.
    pub threshold: i32,
    /// Nodes of the engine's second opinion on a proven gain; 0 to do without.
    pub opinion_nodes: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { rank_nodes: 40_000, plies: 6, proof_nodes: 4_000, tries: 3, threshold: 200, opinion_nodes: 200_000 }
    }
}

/// A first move and what is known about it.
#[derive(Clone, Debug)]
pub struct Opportunity {
    /// The move.
    pub trigger: Move,
    /// The tactics that it creates for the mover, if it was looked at closely.
    pub tactics: Vec<Tactic>,
    /// What it seems to bring in centipawns.
    pub degree: i32,
    /// What is proven about it.
    pub verdict: Verdict,
    /// Nodes that the proof took.
    pub nodes: u64,
}

impl Opportunity {
    /// The accepted proof.
    pub fn proof(&self) -> Option<&Certificate> {
        if let Verdict::Proven(certificate) = &self.verdict { Some(certificate) } else { None }
    }

    /// What the proof shows.
    pub fn claim(&self) -> Option<Claim> {
        self.proof().map(|certificate| certificate.claim)
    }
}

/// The opportunities of the side to move, best first: proven ones by what they win, then the others
/// by their degree.
pub fn opportunities(position: &Position, prover: &mut Prover<'_>, effort: Effort) -> Vec<Opportunity> {
    let mut found = Vec::new();
    let mate = shortest_mate(position, prover, effort.proof_nodes);
    let moves: Vec<Move> = position.legal_moves().to_vec();
    let ranked = rank(position, &moves, effort.tries, effort.plies, effort.rank_nodes);
    let mating = mate.as_ref().map(|(certificate, _)| certificate.first);
    if let Some((certificate, nodes)) = mate {
        let trigger = certificate.first;
        let tactics = created(position, trigger);
        found.push(Opportunity { trigger, tactics, degree: MATE, verdict: Verdict::Proven(certificate), nodes });
    }
    let mut doubts = Vec::new();
    for (index, &Ranked { m, degree }) in ranked.iter().enumerate() {
        if Some(m) == mating {
            continue;
        }
        let mut opportunity =
            Opportunity { trigger: m, tactics: Vec::new(), degree, verdict: Verdict::Unknown, nodes: 0 };
        if index < effort.tries {
            opportunity.tactics = created(position, m);
            let mut opinion = Opinion::about(position, m).filter(|_| effort.opinion_nodes > 0);
            (opportunity.verdict, opportunity.nodes) = best_gain(position, m, degree, prover, effort, opinion.as_mut());
            doubts.extend(opinion.map(|opinion| (found.len(), opinion)));
        }
        found.push(opportunity);
    }
    silence(&mut found, doubts, effort.opinion_nodes);
    found.sort_by_key(|opportunity| {
        let strength = opportunity.claim().map_or(0, Claim::strength);
        std::cmp::Reverse((strength, opportunity.degree))
    });
    found
}

/// A proven mate, made shorter as long as that is cheap, and the nodes that it took.
pub fn shortest_mate(position: &Position, prover: &mut Prover<'_>, nodes: u64) -> Option<(Box<Certificate>, u64)> {
    let mut spent = 0;
    let mut best: Option<Box<Certificate>> = None;
    let mut goal = Goal::Mate { within: None };
    for _ in 0..8 {
        let mut shorter = None;
        for width in [Width::Checks, Width::Threats] {
            let outcome = prover.stage(position, goal, None, width, nodes / 4);
            spent += outcome.nodes;
            if let Verdict::Proven(certificate) = outcome.verdict {
                shorter = Some(certificate);
                break;
            }
        }
        let Some(certificate) = shorter else {
            break;
        };
        let moves = certificate.claim.mate();
        best = Some(certificate);
        match moves {
            Some(moves) if moves > 1 => goal = Goal::Mate { within: Some(moves - 1) },
            _ => break,
        }
    }
    best.map(|certificate| (certificate, spent))
}

/// Claims that the engine doubts are not made. The looks are independent, so each has its own thread.
fn silence(found: &mut [Opportunity], doubts: Vec<(usize, Opinion)>, nodes: u64) {
    let gain_of = |opportunity: &Opportunity| opportunity.claim().and_then(Claim::gain);
    let claims = doubts.into_iter().filter_map(|(index, opinion)| Some((index, gain_of(&found[index])?, opinion)));
    let mut claims: Vec<(usize, i32, Opinion)> = claims.collect();
    let look = |(index, gain, opinion): &mut (usize, i32, Opinion)| (*gain > opinion.allows(nodes)).then_some(*index);
    let doubted: Vec<usize> = match &mut claims[..] {
        [one] => look(one).into_iter().collect(),
        more => thread::scope(|scope| {
            let looks: Vec<_> = more.iter_mut().map(|claim| scope.spawn(move || look(claim))).collect();
            looks.into_iter().filter_map(|look| look.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        }),
    };
    for index in doubted {
        found[index].verdict = Verdict::Unknown;
    }
}

/// The largest gain that can be proven for a first move, starting from what its degree promises, as far
/// as the engine's glance allows.
fn best_gain(
    position: &Position,
    m: Move,
    degree: i32,
    prover: &mut Prover<'_>,
    effort: Effort,
    opinion: Option<&mut Opinion>,
) -> (Verdict, u64) {
    let mut spent = 0;
    let mut verdict = Verdict::Unknown;
    if degree < effort.threshold {
        return (verdict, spent);
    }
    let promised = degree.min(1_500);
    // What the engine doubts at a glance is not claimed, so it need not be proven either.
    let most = opinion.map_or(i32::MAX, |opinion| opinion.allows(effort.opinion_nodes / QUICK));
    let mut prove = |goal: i32, nodes: u64| {
        let mut left = nodes;
        let mut verdict = Verdict::Unknown;
        for (width, share) in [(Width::Forcing, 4), (Width::Threats, 1)] {
            let outcome = prover.stage(position, Goal::Gain(goal), Some(m), width, left / share);
            spent += outcome.nodes;
            left = left.saturating_sub(outcome.nodes);
            verdict = outcome.verdict;
            if matches!(verdict, Verdict::Proven(_)) {
                break;
            }
        }
        verdict
    };
    let mut proven = None;
    let lower = LADDER.iter().rev().copied().filter(|&goal| goal < promised && goal >= effort.threshold);
    for goal in std::iter::once(promised).chain(lower.step_by(2)).filter(|&goal| goal <= most) {
        verdict = prove(goal, effort.proof_nodes);
        if matches!(verdict, Verdict::Proven(_)) {
            proven = Some(goal);
            break;
        }
    }
    // The degree is cautious: often more can be proven.
    for &goal in LADDER.iter().filter(|&&goal| goal <= most && proven.is_some_and(|proven| goal > proven)) {
        let more = prove(goal, effort.proof_nodes / 4);
        if !matches!(more, Verdict::Proven(_)) {
            break;
        }
        verdict = more;
    }
    (verdict, spent)
}

/// A glance's part of the nodes of an opinion.
const QUICK: u64 = 8;

/// The gains that are tried one after another, in centipawns.
pub const LADDER: [i32; 10] = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_300];
