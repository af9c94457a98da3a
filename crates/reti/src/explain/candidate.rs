//! The engine's choice where nothing is proven, and what happens to those who take what it leaves.
//!
//! A quiet masterpiece is seldom proven as a whole, but its point often is: whoever accepts is mated. The
//! choice itself is told as the engine's opinion; each "if" is proven (seed 000, section 6.4).

use rayon::prelude::*;
use reti_core::{
    chess::{Move, Position},
    exchange::see_fast,
    value::{balance, worth},
};
use reti_search::{
    engine::{Budget, Engine, Game, Score, Unwatched},
    opportunity::{Effort, opportunities},
    proof::Claim,
};

use super::{Context, Draft, proven::numbered};
use crate::{proof::uci_line, sentence::Filling, wire};

/// What the engine finds: a score for the side to move, and a line. `None` without an engine or a move.
pub(super) fn search(context: &Context<'_>, position: &Position, only: Option<Move>) -> Option<(i32, Vec<Move>)> {
    search_with(context.engine_nodes?, position, only)
}

fn search_with(nodes: u64, position: &Position, only: Option<Move>) -> Option<(i32, Vec<Move>)> {
    if nodes == 0 {
        return None;
    }
    let mut engine = Engine::new(crate::engine::DEFAULT, 8);
    let budget = Budget { nodes: Some(nodes), moves: only.into_iter().collect(), ..Budget::default() };
    let answer = engine.search(&Game::new(position.clone()), &budget, &mut Unwatched);
    let line = answer.lines.into_iter().next()?;
    let score = match line.score {
        Score::Centipawns(score) => score,
        Score::MateIn(moves) => 10_000 - moves as i32,
        Score::MatedIn(moves) => moves as i32 - 10_000,
    };
    Some((score, line.moves.into_iter().take(LONGEST).collect()))
}

/// How many plies of an engine's line are used.
const LONGEST: usize = 7;

/// The engine's choice in a position, by its line.
pub(super) fn choice(context: &Context<'_>, position: &Position, moves: &[Move]) -> Vec<Draft> {
    let Some(&trigger) = moves.first() else {
        return Vec::new();
    };
    let filling = Filling::new().with("move", position.san(trigger));
    let mut draft = bare(position, trigger, context.words.say("claims/engine-choice", filling));
    draft.claim.line = uci_line(position, &moves[..1]);
    let mut drafts = vec![draft];
    drafts.extend(told(context, position, trigger));
    drafts
}

/// How many replies are answered.
const MOST_REPLIES: usize = 3;

/// From how many centipawns on a capture is a temptation.
const TEMPTING: i32 = 200;

/// The answers to captures that the move seems to allow.
pub(super) fn told(context: &Context<'_>, position: &Position, trigger: Move) -> Vec<Draft> {
    let after = position.play(trigger);
    let mut captures: Vec<(i32, Move)> = after
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture())
        .map(|m| (see_fast(&after, m), m))
        .filter(|(gain, _)| *gain >= TEMPTING)
        .collect();
    captures.sort_by_key(|&(gain, m)| (std::cmp::Reverse(gain), m.from(), m.to()));
    captures.truncate(MOST_REPLIES);
    captures.into_par_iter().filter_map(|(_, reply)| answer(context, position, trigger, reply)).collect()
}

/// The proven answer to one reply, if it wins back at least what the reply took.
fn answer(context: &Context<'_>, position: &Position, trigger: Move, reply: Move) -> Option<Draft> {
    let (words, after) = (context.words, position.play(trigger));
    let later = after.play(reply);
    // One answer is enough, and the best is usually among the first.
    let effort = context.options.effort;
    let effort = Effort { rank_nodes: effort.rank_nodes / 4, tries: effort.tries.min(2), ..effort };
    let found = opportunities(&later, &mut Context::prover(), effort);
    let taken = reply.capture().map_or(0, worth);
    let Some(proof) = found.first().and_then(|best| best.proof()).filter(|proof| pays(proof.claim, taken)) else {
        return guess(context, position, trigger, reply);
    };
    let template = match proof.claim {
        Claim::Mate(1) => "claims/if-mates-now",
        Claim::Mate(_) => "claims/if-mates",
        _ => "claims/if-wins",
    };
    let filling = Filling::new()
        .with("move", position.san(trigger))
        .with("reply", numbered(&after, after.fullmoves(), &[after.san(reply)]))
        .with("line", numbered(&later, later.fullmoves(), &[later.san(proof.first)]))
        .with("gain", proof.claim.gain().map_or(String::new(), |gain| words.sum(gain)))
        .with("mate", proof.claim.mate().unwrap_or(0));
    let mut draft = bare(position, trigger, words.say(template, filling));
    draft.claim.line = uci_line(position, &[trigger, reply, proof.first]);
    Some(draft)
}

/// Whether a claim makes up for what was taken.
fn pays(claim: Claim, taken: i32) -> bool {
    claim.mate().is_some() || claim.gain().is_some_and(|gain| gain >= taken)
}

/// The engine's answer to a reply that nothing is proven about, if it thinks that all is well.
fn guess(context: &Context<'_>, position: &Position, trigger: Move, reply: Move) -> Option<Draft> {
    let after = position.play(trigger);
    let later = after.play(reply);
    let (score, moves) = search_with(context.engine_nodes? / 4, &later, None)?;
    let answer = *moves.first().filter(|_| score >= ALL_IS_WELL)?;
    let filling = Filling::new()
        .with("move", position.san(trigger))
        .with("reply", numbered(&after, after.fullmoves(), &[after.san(reply)]))
        .with("line", numbered(&later, later.fullmoves(), &[later.san(answer)]));
    let mut draft = bare(position, trigger, context.words.say("claims/if-engine", filling));
    draft.claim.line = uci_line(position, &[trigger, reply, answer]);
    Some(draft)
}

/// The least score at which an answer to a capture is worth telling.
const ALL_IS_WELL: i32 = 0;

/// By how much the other side must be ahead for a gain of material to be no gain.
const LOST: i32 = 150;

/// Whether the engine says that a move which wins so much material loses all the same.
pub(super) fn is_poisoned(context: &Context<'_>, position: &Position, trigger: Move, gain: i32) -> bool {
    // A claim has the engine's word that most of the gain stays; so only a side that is behind in spite
    // of it can be losing.
    if balance(position.board(), position.turn()) + gain >= 0 {
        return false;
    }
    let score = |position: &Position| {
        // A look is enough: this is about being mated or losing more than was won.
        context.engine_nodes.and_then(|nodes| search_with(nodes / 8, position, None)).map(|(score, _)| score)
    };
    score(&position.play(trigger)).is_some_and(|score| score >= LOST)
        && score(position).is_some_and(|score| score > -LOST)
}

fn bare(position: &Position, trigger: Move, text: String) -> Draft {
    let arrow = trigger.from().map(|from| wire::Shape {
        from: from.to_string(),
        to: Some(trigger.to().to_string()),
        meaning: "attacker",
    });
    let claim = wire::Claim {
        kind: "opportunity",
        motifs: Vec::new(),
        roles: wire::Roles::default(),
        trigger: Some(position.uci(trigger)),
        verdict: Some("unknown"),
        gain: None,
        mate: None,
        line: Vec::new(),
        text,
        shapes: arrow.into_iter().collect(),
    };
    Draft { claim, proof: None }
}
