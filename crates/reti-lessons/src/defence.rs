//! Why the natural defence fails: who cannot take, and what happens to those who can.

use reti_core::{
    chess::{Bitboard, Move, PieceType, Position, Square},
    exchange::see_fast,
    legality::attackers,
    relation::Relations,
    value::worth,
};
use reti_search::{
    advice::Silence,
    opportunity::{Effort, shortest_mate},
    proof::{Attack, Certificate, Defense, Payoff},
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, What},
    desk::Desk,
};

/// A piece that looks at the moved one and may not take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotTake {
    /// The piece.
    pub piece: Square,
    /// Where it cannot take.
    pub square: Square,
    /// Why.
    pub why: Why,
}

/// Why a piece may not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is pinned to its king by this piece.
    Pinned(Square),
    /// It is the king, and these pieces guard the square.
    Guarded(Vec<Square>),
}

/// The enemy pieces that look at the moved piece and may not take it, with the reason.
pub fn cannot_take(position: &Position, trigger: Move) -> Vec<Claim> {
    let after = position.play(trigger);
    let relations = Relations::new(&after);
    let (board, square, side) = (after.board(), trigger.to(), after.turn());
    if trigger.is_castle() || after.is_checkmate() {
        return Vec::new();
    }
    let legal = after.legal_moves();
    let mut found = Vec::new();
    for piece in relations.attackers(square, side) {
        if legal.iter().any(|m| m.from() == Some(piece) && m.to() == square) {
            continue;
        }
        let why = if board.role_at(piece) == Some(PieceType::King) {
            let lifted = board.occupied() & !Bitboard::from_square(piece);
            let guards: Vec<Square> = attackers(board, square, !side, lifted).without(square).into_iter().collect();
            (!guards.is_empty()).then_some(Why::Guarded(guards))
        } else {
            relations.safety(side).pinner_of(board, piece).map(Why::Pinned)
        };
        let claim = why.map(|why| What::CannotTake(CannotTake { piece, square, why }));
        found.extend(claim.map(|what| Claim::of_line(position, &[trigger], what, Evidence::Board)));
    }
    found
}

/// The answer to taking a piece that was offered or exchanged, if the proof's main line does not show it.
pub fn if_taken(
    position: &Position,
    proof: &Certificate,
    desk: &mut Desk<'_>,
    budget: Budget,
    level: Level,
) -> Option<Claim> {
    let (first, main) = (proof.first, proof.line());
    let offered = worth(first.promotion().unwrap_or(first.role())) >= first.capture().map_or(0, worth);
    let Defense::Replies(replies) = &proof.then else {
        return None;
    };
    let is_taking = |m: &Move| m.is_capture() && m.to() == first.to();
    if !offered || main.get(1).is_some_and(is_taking) {
        return None;
    }
    let mut taking: Vec<&(Move, Attack)> = replies.iter().filter(|(reply, _)| is_taking(reply)).collect();
    taking.sort_by_key(|(reply, _)| worth(reply.role()));
    let (reply, attack) = taking.first()?;
    let later = position.play(first).play(*reply);
    let mut moves = vec![first, *reply];
    // A mate is a better answer than a gain that is kept.
    let wins = proof.claim.gain().is_some();
    let mate = wins.then(|| shortest_mate(&later, desk.prover(), 2 * budget.effort().proof_nodes)).flatten();
    if let Some((mate, _)) = mate {
        moves.extend(mate.line());
        let what = What::IfTaken { payoff: Some(mate.claim) };
        return Some(Claim::of_line(position, &moves, what, Evidence::Proven(mate)).using(&[], usize::MAX));
    }
    moves.extend(follow(&later, proof, attack));
    if moves.len() < 3 {
        return None;
    }
    moves.truncate(level.max_plies());
    let what = What::IfTaken { payoff: Some(proof.claim) };
    let claim = Claim::of_line(position, &moves, what, Evidence::Proven(Box::new(proof.clone())));
    Some(claim.using(&[], usize::MAX))
}

/// What the attacker plays against a reply, and how it goes on against the best defence.
fn follow(later: &Position, proof: &Certificate, attack: &Attack) -> Vec<Move> {
    match attack {
        Attack::Play(m, then) => Certificate::new(later.clone(), proof.goal, *m, then.clone()).line(),
        Attack::Kept(m, _) => vec![*m],
        Attack::Settled(_) | Attack::Table => Vec::new(),
    }
}

/// How many captures are answered.
const MAX_ANSWERS: usize = 2;

/// From how many centipawns on a capture is a temptation for the opponent.
const TEMPTING: i32 = 200;

/// The proven answers to captures that the first move of a line seems to allow: whoever accepts pays for it.
/// The capture that the line itself goes on with is answered there.
pub fn answers(
    position: &Position,
    line: &[Move],
    desk: &mut Desk<'_>,
    budget: Budget,
    level: Level,
) -> Result<Vec<Claim>, Silence> {
    let Some(&trigger) = line.first() else { return Ok(Vec::new()) };
    let after = position.play(trigger);
    let mut captures: Vec<(i32, Move)> = after
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() && Some(m) != line.get(1))
        .map(|m| (see_fast(&after, m), m))
        .filter(|(gain, _)| *gain >= TEMPTING)
        .collect();
    captures.sort_by_key(|&(gain, m)| (std::cmp::Reverse(gain), m.from(), m.to()));
    captures.truncate(MAX_ANSWERS);
    let effort = budget.effort();
    let effort = Effort { rank_nodes: effort.rank_nodes / 4, tries: 2, ..effort };
    let mut found = Vec::new();
    for (_, reply) in captures {
        let later = after.play(reply);
        let taken = reply.capture().map_or(0, worth);
        let answers = desk.opportunities(&later, effort);
        let best = answers.iter().find_map(|answer| Some((answer, answer.proof()?)));
        let pays = |payoff: Payoff| payoff.gain().is_none_or(|gain| gain >= taken);
        if let Some((_, proof)) = best.filter(|(_, proof)| pays(proof.claim)) {
            let what = What::IfTaken { payoff: Some(proof.claim) };
            let line = [&[trigger, reply][..], &proof.line()].concat();
            let plies = line.len().min(level.max_plies());
            let claim = Claim::of_line(position, &line[..plies], what, Evidence::Proven(Box::new(proof.clone())));
            found.push(claim.using(&[], usize::MAX));
            continue;
        }
        let look = desk.advisor().best(&later, budget.glance(), 1)?;
        if look.score.rank() >= 0 && !look.line().is_empty() {
            let line = [&[trigger, reply][..], look.line()].concat();
            let plies = line.len().min(level.max_plies());
            let what = What::IfTaken { payoff: None };
            found.push(Claim::of_line(position, &line[..plies], what, Evidence::of(&look)));
        }
    }
    Ok(found)
}
