//! What a move prevents: a threat that is there after a pass, gone after the move, and still there after
//! most of the others.

use reti_core::{
    chess::{Move, Position, Square, attacks},
    exchange::see_fast,
};
use reti_search::proof::{Goal, Payoff, Verdict, forcing::Width};

use super::{Case, REMARKABLE, Reason};
use crate::{
    budget::Budget,
    claim::{Claim, Evidence, What},
    desk::Desk,
};

/// By what a threat is prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The piece that would begin it is taken.
    Takes,
    /// The piece that it is about leaves.
    Leaves,
    /// A line is shut on this square.
    Shuts(Square),
    /// The square on which it happens is guarded.
    Guards(Square),
    /// In another way.
    Otherwise,
}

/// At which share of the other moves stopping a threat is no reason any more, in per cent.
const PARRYING: usize = 34;

/// Nodes to see whether a threat is still there.
const NODES: u64 = 2_000;
/// The same after one of the other moves.
const NODES_OTHER: u64 = 300;

pub(super) fn parries(case: &Case<'_>, desk: &mut Desk<'_>, budget: Budget) -> Option<Claim> {
    for threat in case.threats {
        let (Some(first), What::Wins { payoff, .. }) = (threat.trigger(), &threat.what) else { continue };
        let is_proven = threat.evidence.proof().is_some();
        let mut is_there =
            |m: Move, nodes: u64| still_there(desk, &case.position.play(m), first, *payoff, is_proven, nodes);
        if is_there(case.m, budget.small(NODES)) {
            continue;
        }
        if !case.is_rare(PARRYING, |other| !is_there(other, budget.small(NODES_OTHER))) {
            continue;
        }
        let reason = Reason::Parries { threat: first, payoff: *payoff, how: how(case, first) };
        let mut claim = case.claim(reason, threat.evidence.clone().turned());
        if let Evidence::Proven(_) = claim.evidence {
            claim.line = vec![case.m];
        }
        return Some(claim);
    }
    None
}

/// What the opponent would play after a pass, if it was good for him there and most other moves leave it so.
pub(super) fn prevents(case: &Case<'_>) -> Option<Claim> {
    // What is taken plays nothing any more; that is no secret.
    let first = case.free_move.filter(|first| first.from() != Some(case.m.to()))?;
    let passed = case.position.pass()?;
    let is_good = |after: &Position| {
        let same = |m: &&Move| (m.from(), m.to(), m.promotion()) == (first.from(), first.to(), first.promotion());
        after.legal_moves().iter().find(same).is_some_and(|m| m.role() == first.role() && see_fast(after, *m) >= 0)
    };
    let prevented = passed.is_legal(first) && see_fast(&passed, first) >= 0 && !is_good(&case.after);
    let tells = prevented && case.is_rare(REMARKABLE, |other| !is_good(&case.position.play(other)));
    tells.then(|| {
        let still = case.after.legal_moves().iter().find(|m| **m == first).map(|m| see_fast(&case.after, *m));
        let evidence = still.map_or(Evidence::Board, |gain| Evidence::Exchange { square: first.to(), gain });
        Claim { evidence, ..case.on_board(Reason::Prevents(first)) }
    })
}

/// Whether a threat can still be carried out and still wins as much.
fn still_there(
    desk: &mut Desk<'_>,
    after: &Position,
    first: Move,
    payoff: Payoff,
    is_proven: bool,
    nodes: u64,
) -> bool {
    let same = |m: &&Move| (m.from(), m.to(), m.promotion()) == (first.from(), first.to(), first.promotion());
    let Some(&m) = after.legal_moves().iter().find(same) else { return false };
    if m.role() != first.role() {
        return false;
    }
    let goal = match payoff {
        Payoff::Mate(moves) => Goal::Mate { within: Some(moves) },
        Payoff::Gain(gain) => Goal::Gain(gain.min(500)),
        Payoff::Win => return true,
    };
    if !is_proven {
        return first.is_capture() && see_fast(after, m) >= 100 || !first.is_capture();
    }
    let outcome = desk.prover().stage(after, goal, Some(m), Width::Threats, nodes);
    matches!(outcome.verdict, Verdict::Proven(_))
}

/// By what the move prevents the threat, as far as the board tells.
fn how(case: &Case<'_>, threat: Move) -> How {
    let m = case.m;
    if m.is_capture() && Some(m.to()) == threat.from() {
        return How::Takes;
    }
    if threat.is_capture() && m.from() == Some(threat.to()) {
        return How::Leaves;
    }
    if let Some(from) = threat.from()
        && attacks::between(from, threat.to()).contains(m.to())
    {
        return How::Shuts(m.to());
    }
    let covers = |position: &Position, square: Square| {
        let board = position.board();
        board.by_color(case.position.turn()).into_iter().any(|piece| board.attacks_from(piece).contains(square))
    };
    let target = threat.to();
    let by_it = case.after.board().attacks_from(m.to()).contains(target);
    let before = m.from().is_some_and(|from| case.position.board().attacks_from(from).contains(target));
    if by_it && !before && covers(&case.after, target) {
        return How::Guards(target);
    }
    How::Otherwise
}
