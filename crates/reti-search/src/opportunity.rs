//! Opportunities: what can be won here, by which move, and is it true?
//!
//! An opportunity is a trigger with the tactics it creates, a verdict, a gain and a line: what a
//! lesson is made of. First moves are ranked by their soundness degree, cheaply; the best are handed
//! to the prover with the gain that the degree promises, and what is proven comes first (seed 000,
//! section 6; PARADISE's two phases). A proven gain that an advisor doubts is not claimed.

use reti_core::{
    chess::{Move, Position},
    tactic::Tactic,
};

use crate::proof::{
    Certificate, Goal, Outcome, Payoff, Prover, Verdict,
    degree::{Ranked, rank},
    forcing::Width,
    goal::MATE,
};
use crate::{advice::Advisor, opinion::Doubt, trigger::created};

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
    /// Nodes of the advisor's second opinion on a proven gain; 0 to do without.
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
    pub fn claim(&self) -> Option<Payoff> {
        self.proof().map(|certificate| certificate.claim)
    }
}

/// The opportunities of the side to move, best first: proven ones by what they win, then the others
/// by their degree. A gain that the advisor doubts stays unproven; without an advisor nobody doubts.
pub fn opportunities(
    position: &Position,
    prover: &mut Prover<'_>,
    mut advisor: Option<&mut (dyn Advisor + '_)>,
    effort: Effort,
) -> Vec<Opportunity> {
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
            let doubt = advisor.as_ref().and_then(|_| Doubt::about(position, m)).filter(|_| effort.opinion_nodes > 0);
            // What the advisor doubts at a glance is not claimed, so it need not be proven either.
            let most = match (&doubt, advisor.as_deref_mut()) {
                (Some(doubt), Some(advisor)) if degree >= effort.threshold => {
                    doubt.allows(advisor, effort.opinion_nodes / QUICK)
                }
                _ => i32::MAX,
            };
            let best = best_gain(position, m, degree, prover, effort, most);
            (opportunity.verdict, opportunity.nodes) = (best.verdict, best.nodes);
            doubts.extend(doubt.map(|doubt| (found.len(), doubt)));
        }
        found.push(opportunity);
    }
    if let Some(advisor) = advisor {
        silence(&mut found, &doubts, advisor, effort.opinion_nodes);
    }
    found.sort_by_key(|opportunity| {
        let strength = opportunity.claim().map_or(0, Payoff::strength);
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

/// Claims that the advisor doubts are not made.
fn silence(found: &mut [Opportunity], doubts: &[(usize, Doubt)], advisor: &mut dyn Advisor, nodes: u64) {
    for (index, doubt) in doubts {
        let gain = found[*index].claim().and_then(Payoff::gain);
        if gain.is_some_and(|gain| gain > doubt.allows(advisor, nodes)) {
            found[*index].verdict = Verdict::Unknown;
        }
    }
}

/// The largest gain that can be proven for a first move, starting from what its degree promises, up to
/// `most`; with the proof number of the last goal that was tried in vain.
pub(crate) fn best_gain(
    position: &Position,
    m: Move,
    degree: i32,
    prover: &mut Prover<'_>,
    effort: Effort,
    most: i32,
) -> Outcome {
    let mut best = Outcome::NOTHING;
    if degree < effort.threshold {
        return best;
    }
    let promised = degree.min(1_500);
    let mut spent = 0;
    let mut prove = |goal: i32, nodes: u64| {
        let mut left = nodes;
        let mut found = Outcome::NOTHING;
        for (width, share) in [(Width::Forcing, 4), (Width::Threats, 1)] {
            found = prover.stage(position, Goal::Gain(goal), Some(m), width, left / share);
            spent += found.nodes;
            left = left.saturating_sub(found.nodes);
            if found.proof().is_some() {
                break;
            }
        }
        found
    };
    let mut proven = None;
    let lower = LADDER.iter().rev().copied().filter(|&goal| goal < promised && goal >= effort.threshold);
    for goal in std::iter::once(promised).chain(lower.step_by(2)).filter(|&goal| goal <= most) {
        best = prove(goal, effort.proof_nodes);
        if best.proof().is_some() {
            proven = Some(goal);
            break;
        }
    }
    // The degree is cautious: often more can be proven.
    for &goal in LADDER.iter().filter(|&&goal| goal <= most && proven.is_some_and(|proven| goal > proven)) {
        let more = prove(goal, effort.proof_nodes / 4);
        if more.proof().is_none() {
            break;
        }
        best = more;
    }
    Outcome { nodes: spent, ..best }
}

/// A glance's part of the nodes of an opinion.
const QUICK: u64 = 8;

/// The gains that are tried one after another, in centipawns.
pub const LADDER: [i32; 10] = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_300];
