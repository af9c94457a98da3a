//! A move explained: what it wins, what it allows, what it missed and what it changes.
//!
//! A blunder is explained by its cause: the opponent's best reply is looked for after it, proven where
//! possible, and named by what its line uses. What the move changes on the board is Delta and Nabla of
//! the tactics (seed 000, section 4.3), and the pieces that it no longer guards.

use reti_core::{
    chess::{Move, Position, Square, attacks},
    exchange::Arena,
    line::{Line, SetUp},
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_search::{
    opportunity::{Opportunity, opportunities},
    proof::Claim,
};

use super::{
    Context, Draft, candidate, points,
    proven::{self, View},
    standing,
};
use crate::{
    proof::{san_line, uci_line},
    sentence::Filling,
    tactics::wire_tactic,
    wire,
};

/// How many replies are told that the move allows.
const MOST_ALLOWED: usize = 2;

pub(super) fn claims(context: &Context<'_>, position: &Position, m: Move) -> Vec<Draft> {
    let after = position.play(m);
    let (mut drafts, allowed) =
        rayon::join(|| own(context, position, m), || what_it_allows(context, position, m, &after));
    drafts.extend(allowed);
    drafts.extend(unguarded(context, position, m, &after));
    drafts.extend(changes(context, position, m, &after));
    drafts
}

/// What the opponent gets by the move.
fn what_it_allows(context: &Context<'_>, position: &Position, m: Move, after: &Position) -> Vec<Draft> {
    if after.legal_moves().is_empty() {
        return Vec::new();
    }
    let (found, earlier) = rayon::join(
        || opportunities(after, &mut Context::prover(), context.options.effort),
        || earlier_threats(context, position),
    );
    let mut told = allowed(context, position, m, after, &found, &earlier);
    if told.is_empty() {
        told.extend(seems_allowed(context, position, m, after, &found));
    }
    told
}

/// What the move itself is proven to win, or what was there instead.
fn own(context: &Context<'_>, position: &Position, m: Move) -> Vec<Draft> {
    let found = opportunities(position, &mut Context::prover(), context.options.effort);
    let strength = |found: &Opportunity| found.claim().map_or(0, Claim::strength);
    let played = found.iter().find(|found| found.trigger == m);
    let won = played.map_or(0, strength);
    let best = found.first().filter(|best| strength(best) > won);
    let mut drafts = Vec::new();
    if let Some((played, proof)) = played.and_then(|played| played.proof().map(|proof| (played, proof))) {
        drafts.push(proven::draft(context, position, View::Opportunity, played, proof));
    }
    if played.is_none_or(|played| played.proof().is_none()) {
        drafts.extend(candidate::told(context, position, m));
    }
    if let Some((best, proof)) = best.and_then(|best| best.proof().map(|proof| (best, proof))) {
        drafts.push(proven::draft(context, position, View::Missed, best, proof));
    }
    drafts
}

/// What was proven to be threatened before the move.
fn earlier_threats(context: &Context<'_>, position: &Position) -> Vec<(Move, i64)> {
    let Some(passed) = position.pass() else {
        return Vec::new();
    };
    let found = opportunities(&passed, &mut Context::prover(), context.options.effort);
    found.iter().filter_map(|found| found.claim().map(|claim| (found.trigger, claim.strength()))).collect()
}

fn allowed(
    context: &Context<'_>,
    position: &Position,
    m: Move,
    after: &Position,
    found: &[Opportunity],
    earlier: &[(Move, i64)],
) -> Vec<Draft> {
    let proven = found.iter().filter_map(|found| found.proof().map(|proof| (found, proof)));
    proven
        .filter(|(reply, proof)| {
            proof.claim.gain().is_none_or(|gain| !candidate::is_poisoned(context, after, reply.trigger, gain))
        })
        .take(MOST_ALLOWED)
        .map(|(reply, proof)| {
            let mut draft = proven::draft(context, after, View::Allowed(position, m), reply, proof);
            if earlier.iter().any(|&(trigger, strength)| trigger == reply.trigger && strength >= proof.claim.strength())
            {
                let said = context.words.say("claims/already", Filling::new().with("played", position.san(m)));
                draft.claim.text.push(' ');
                draft.claim.text.push_str(&said);
            }
            draft
        })
        .collect()
}

/// By how many centipawns a move must be worse than the best one to be suspected.
const SUSPICIOUS: i32 = 100;

/// The best reply that was found, where nothing is proven: it is told as a guess, and only if the engine
/// says that another move was better.
fn seems_allowed(
    context: &Context<'_>,
    position: &Position,
    m: Move,
    after: &Position,
    found: &[Opportunity],
) -> Option<Draft> {
    let (best, _) = candidate::search(context, position, None)?;
    let promising = found.first().filter(|best| best.degree >= context.options.effort.threshold);
    let (reply, moves) = candidate::search(context, after, promising.map(|best| best.trigger))?;
    if best + reply < SUSPICIOUS {
        return None;
    }
    let trigger = *moves.first()?;
    let line = Line::new(position, &[&[m][..], &moves].concat(), SetUp::Included);
    let told = points::points(context, &line, after, &[]);
    if told.is_empty() {
        return None;
    }
    let words = context.words;
    let filling = Filling::new().with("played", position.san(m)).with("move", after.san(trigger));
    let mut sentences = vec![words.say("claims/seems-allowed", filling)];
    sentences.extend(told.iter().map(|point| point.text.clone()));
    let sans = proven::numbered(after, after.fullmoves(), &san_line(after, &moves));
    sentences.push(words.say("claims/found-line", Filling::new().with("line", sans)));
    let claim = wire::Claim {
        kind: "threat",
        motifs: told.iter().flat_map(|point| point.names.clone()).collect(),
        roles: told.first().map(|point| point.roles.clone()).unwrap_or_default(),
        trigger: Some(after.uci(trigger)),
        verdict: Some("unknown"),
        gain: None,
        mate: None,
        line: uci_line(after, &moves),
        text: sentences.join(" "),
        shapes: points::shapes(after, trigger, &told),
    };
    Some(Draft { claim, proof: None })
}

/// The pieces that the moved piece guarded, and that hang now.
fn unguarded(context: &Context<'_>, position: &Position, m: Move, after: &Position) -> Option<Draft> {
    let (board, later) = (position.board(), after.board());
    let (from, side) = (m.from()?, position.turn());
    if m.is_castle() {
        return None;
    }
    let left = board.attacks_from(from) & board.by_color(side) & !later.attacks_from(m.to()) & !board.kings();
    let hangs = |square: Square| {
        let price = |board| Arena::new(board).capture_on(square, !side).unwrap_or(0);
        price(later) >= context.options.level.threshold() && price(board) <= 0
    };
    let pieces: Vec<Square> = left.without(from).into_iter().filter(|&square| hangs(square)).collect();
    if pieces.is_empty() {
        return None;
    }
    let named = context.words.pieces(later, &pieces);
    let filling = Filling::new().with("played", position.san(m)).with("piece", named);
    let roles = wire::Roles(vec![("piece", pieces.iter().map(ToString::to_string).collect())]);
    let text = context.words.say("claims/leaves-unguarded", filling);
    Some(Draft { claim: observation(Vec::new(), roles, text), proof: None })
}

/// Delta and Nabla, as far as they are worth a sentence.
fn changes(context: &Context<'_>, position: &Position, m: Move, after: &Position) -> Vec<Draft> {
    let (before, after) = (Relations::new(position), Relations::new(after));
    let (old, new) = (tactic::tactics(&before), tactic::tactics(&after));
    let change = tactic::change((&before, &old), (&after, &new));
    let told = |template: &str, (relations, other): (&Relations, &Relations), all: &[Tactic], indices: &[usize]| {
        let worth = indices.iter().map(|&index| &all[index]).filter(|tactic| !tactic::is_repetition(tactic, all));
        let worth = worth.filter(|tactic| !stands_as_before(relations, other, tactic));
        let shown = worth.map(|tactic| wire_tactic(relations, tactic));
        let shown = shown.filter(|tactic| standing::is_worth_saying(tactic, context.options.level));
        shown
            .take(MOST_CHANGES)
            .map(|tactic| {
                let sentence = context.words.tactic(relations.board(), &tactic);
                let filling = Filling::new().with("played", position.san(m)).with("sentence", sentence);
                let text = context.words.say(template, filling);
                Draft { claim: observation(vec![tactic.motif], tactic.roles, text), proof: None }
            })
            .collect::<Vec<Draft>>()
    };
    let mut drafts = told("claims/created", (&after, &before), &new, &change.created);
    drafts.extend(told("claims/resolved", (&before, &after), &old, &change.resolved));
    drafts
}

/// Whether the relations that a tactic consists of are all there on the other board, so that only its
/// worth has changed. A tactic of one piece, such as a hanging one, is nothing but its worth.
fn stands_as_before(relations: &Relations, other: &Relations, tactic: &Tactic) -> bool {
    let same = |square: Square| relations.board().piece_at(square) == other.board().piece_at(square);
    // Pieces that only help, such as further capturers, are not in the sentence.
    let cast = tactic.cast.squares();
    let mut edges = (tactic.motif.pattern)(relations, &tactic.cast);
    edges.retain(|&(from, _, to)| cast.contains(from) && cast.contains(to));
    tactic.cast.parts.len() > 1
        && tactic.cast.parts.iter().all(|&(_, square)| same(square))
        && edges.iter().all(|&(from, _, to)| same(from) && same(to) && attacks::between(from, to).into_iter().all(same))
}

/// How many new or vanished tactics are told.
const MOST_CHANGES: usize = 4;

fn observation(motifs: Vec<&'static str>, roles: wire::Roles, text: String) -> wire::Claim {
    wire::Claim {
        kind: "observation",
        motifs,
        shapes: standing::rings(&roles),
        roles,
        trigger: None,
        verdict: None,
        gain: None,
        mate: None,
        line: Vec::new(),
        text,
    }
}
