//! What a move wins, takes back, saves, attacks, guards or trades.

use reti_core::{
    chess::{Position, Square},
    exchange::{Arena, see_fast, simple::victim_square},
    value::worth,
};

use super::{Case, Reason, TELLING, shown_plies};
use crate::{
    budget::Level,
    claim::{Claim, Evidence, View, What},
    point::{Point, Uses},
    threat,
};

/// How many plies of a line a gain is looked for in.
const SHOWN: usize = 8;

/// Moves to a mate by a table that is worth a sentence.
const NEAR_MATE: u32 = 5;

/// What it is proven to win, or what an advisor's line wins and keeps. The advisor's line is told where it
/// shows what it uses; otherwise the line of the proof.
pub(super) fn wins(case: &Case<'_>, level: Level) -> Option<Claim> {
    let found = case.opportunities.iter().find(|found| found.trigger == case.m);
    let Some((found, proof)) = found.and_then(|found| Some((found, found.proof()?))) else {
        return calculated(case, level);
    };
    if proof.claim.gain().is_some_and(|gain| gain < level.threshold.max(100) || takes_back(case, gain)) {
        return None;
    }
    let evidence = Evidence::Proven(Box::new(proof.clone()));
    let shown = case.claim(Reason::Wins(proof.claim), evidence.clone()).using(&[], level.max_points());
    let says = |point: &Point| !matches!(point.uses, Uses::Takes(_));
    if proof.claim.gain().is_none() || shown.points.iter().any(says) {
        return Some(shown);
    }
    let what = What::Wins { view: View::Opportunity, payoff: proof.claim };
    Some(Claim::of_line(case.position, &proof.line(), what, evidence).using(&found.tactics, level.max_points()))
}

/// What an advisor's line wins and keeps, more than the best of the other moves does: otherwise it would be
/// the position that wins, not the move.
fn calculated(case: &Case<'_>, level: Level) -> Option<Claim> {
    // What a table counts to a far mate shows nothing, and a gain beyond the shown line cannot be seen.
    let plies = shown_plies(case.position, case.line(), SHOWN);
    let payoff = threat::payoff_within(case.position, case.look, plies)?;
    if case.look.is_exact() && payoff.mate().is_some_and(|moves| moves > NEAR_MATE) {
        return None;
    }
    if payoff.gain().is_some_and(|gain| takes_back(case, gain)) {
        return None;
    }
    let better = case.second.is_none_or(|second| {
        let other = threat::payoff(case.position, second).map_or(0, |payoff| payoff.gain().unwrap_or(10_000));
        payoff.gain().is_none_or(|gain| gain > other)
    });
    better.then(|| {
        let mut claim = case.claim(Reason::Wins(payoff), Evidence::of(case.look));
        claim.line = case.line()[..plies].to_vec();
        claim.using(&[], level.max_points())
    })
}

/// Whether a gain is only what the opponent's last move took.
fn takes_back(case: &Case<'_>, gain: i32) -> bool {
    case.last.is_some_and(|last| {
        last.capture().is_some_and(|taken| case.m.is_capture() && case.m.to() == last.to() && gain <= worth(taken))
    })
}

/// The opponent's last move took on this square.
pub(super) fn recaptures(case: &Case<'_>) -> Option<Claim> {
    let last = case.last.filter(|last| last.is_capture())?;
    let takes_back = case.m.is_capture() && case.m.to() == last.to();
    takes_back.then(|| case.on_board(Reason::Recaptures(case.m.to())))
}

/// A capture that no exchange wins back.
pub(super) fn takes(case: &Case<'_>) -> Option<Claim> {
    let square = victim_square(case.m)?;
    let gain = see_fast(case.position, case.m);
    let told = gain >= 100 && case.is_rare(TELLING, |other| see_fast(case.position, other) >= gain);
    told.then(|| Claim { evidence: Evidence::Exchange { square, gain }, ..case.on_board(Reason::Takes(square)) })
}

/// What the opponent could win on a square by captures alone, if it were his move.
fn price(position: &Position, square: Square) -> i32 {
    let board = position.board();
    board.color_at(square).map_or(0, |owner| Arena::new(board).capture_on(square, !owner).unwrap_or(0))
}

/// The moved piece would have been lost where it stood, and is safe where it goes.
pub(super) fn saves(case: &Case<'_>) -> Option<Claim> {
    let from = case.m.from().filter(|_| !case.m.is_castle() && !case.m.is_capture())?;
    let lost = price(case.position, from);
    let safe = lost >= 100 && price(&case.after, case.m.to()) <= 0;
    let told = safe
        && case.is_rare(TELLING, |other| other.from() == Some(from) || price(&case.position.play(other), from) <= 0);
    told.then(|| {
        let evidence = Evidence::Exchange { square: from, gain: lost };
        Claim { evidence, ..case.on_board(Reason::Saves(case.m.to())) }
    })
}

/// An enemy piece that captures would win next, and would not have before.
pub(super) fn attacks(case: &Case<'_>) -> Option<Claim> {
    let board = case.after.board();
    let (side, enemy) = (case.position.turn(), case.after.turn());
    if case.after.is_check() {
        return None;
    }
    let attacked = |after: &Position| -> Vec<(i32, Square)> {
        let board = after.board();
        let pieces = (board.by_color(enemy) & !board.kings()).into_iter();
        pieces.filter_map(|square| Some((Arena::new(board).capture_on(square, side)?, square))).collect()
    };
    let now: Vec<Square> = attacked(case.position).iter().filter(|(gain, _)| *gain >= 100).map(|(_, at)| *at).collect();
    let mut new = attacked(&case.after);
    new.retain(|(gain, square)| *gain >= 100 && !now.contains(square));
    new.sort_by_key(|&(gain, square)| (std::cmp::Reverse(gain), square));
    let &(gain, square) = new.first()?;
    // Only pieces that the moved one itself bears on, or a line that it opened, are its doing.
    board.piece_at(square)?;
    let also = |other| {
        let after = case.position.play(other);
        after.board().color_at(square) == Some(enemy)
            && Arena::new(after.board()).capture_on(square, side).is_some_and(|gain| gain >= 100)
    };
    let told = case.is_rare(TELLING, also);
    told.then(|| Claim { evidence: Evidence::Exchange { square, gain }, ..case.on_board(Reason::Attacks(square)) })
}

/// An own piece that captures would have lost, and do not lose now.
pub(super) fn guards(case: &Case<'_>) -> Option<Claim> {
    let side = case.position.turn();
    let board = case.position.board();
    let mut hanging: Vec<(i32, Square)> = (board.by_color(side) & !board.kings())
        .into_iter()
        .filter(|square| Some(*square) != case.m.from())
        .map(|square| (price(case.position, square), square))
        .filter(|(lost, _)| *lost >= 100)
        .collect();
    hanging.sort_by_key(|&(lost, square)| (std::cmp::Reverse(lost), square));
    let guarded =
        |after: &Position, square: Square| after.board().color_at(square) == Some(side) && price(after, square) <= 0;
    let covers = |square: Square| case.after.board().attacks_from(case.m.to()).contains(square);
    let &(lost, square) = hanging.iter().find(|(_, square)| covers(*square) && guarded(&case.after, *square))?;
    let told = case.is_rare(TELLING, |other| guarded(&case.position.play(other), square));
    told.then(|| Claim { evidence: Evidence::Exchange { square, gain: lost }, ..case.on_board(Reason::Guards(square)) })
}

/// A capture that the line answers on the same square, of pieces worth the same.
pub(super) fn trades(case: &Case<'_>) -> Option<Claim> {
    let taken = case.m.capture()?;
    let back = case.line().get(1).filter(|reply| reply.is_capture() && reply.to() == case.m.to())?;
    let equal = worth(taken) == worth(case.m.role()) && see_fast(case.position, case.m) == 0;
    let told = equal && case.is_rare(TELLING, |other| other.capture().is_some_and(|kind| kind == taken));
    debug_assert!(back.is_capture());
    told.then(|| case.claim(Reason::Trades(taken), Evidence::of(case.look)))
}
