//! What a move threatens: let the opponent pass after it, and prove what would be won.

use reti_search::{
    opportunity::Effort,
    proof::{Goal, Payoff, Verdict, forcing::Width},
};

use super::{Case, Reason, TELLING};
use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence},
    desk::Desk,
};

/// Nodes to see whether the same was there before, or is there after another move.
const NODES: u64 = 400;

pub(super) fn threatens(case: &Case<'_>, desk: &mut Desk<'_>, budget: Budget, level: Level) -> Option<Claim> {
    // A check is answered; what it threatens is told by the line.
    let waiting = case.after.pass()?;
    let effort = Effort { tries: 1, rank_nodes: budget.effort().rank_nodes / 2, ..budget.effort() };
    let found = desk.opportunities(&waiting, effort);
    let best = found.first()?;
    let proof = best.proof()?;
    if proof.claim.gain().is_some_and(|gain| gain < level.threshold.max(100)) {
        return None;
    }
    let goal = match proof.claim {
        Payoff::Mate(moves) => Goal::Mate { within: Some(moves) },
        Payoff::Gain(gain) => Goal::Gain(gain),
        Payoff::Win => return None,
    };
    let trigger = best.trigger;
    let mut works = |position: &reti_core::chess::Position, nodes: u64| {
        position.is_legal(trigger)
            && matches!(
                desk.prover().stage(position, goal, Some(trigger), Width::Threats, nodes).verdict,
                Verdict::Proven(_)
            )
    };
    // What could be played at once is no threat of this move.
    if works(case.position, budget.small(NODES * 4)) {
        return None;
    }
    let tells = case.is_rare(TELLING, |other| {
        case.position.play(other).pass().is_some_and(|waiting| works(&waiting, budget.small(NODES)))
    });
    let reason = Reason::Threatens { m: trigger, payoff: proof.claim };
    tells.then(|| {
        let evidence = Evidence::Proven(Box::new(proof.clone()));
        let mut claim = Claim::of_line(&waiting, &proof.line(), crate::claim::What::Reason(reason), evidence);
        claim = claim.using(&best.tactics, level.max_points().min(2));
        claim
    })
}
