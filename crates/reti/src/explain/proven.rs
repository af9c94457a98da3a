//! Claims with a proof: what a move wins against every reply, and why the replies fail.

use reti_core::chess::{Color, Move, Position};
use reti_core::line::{Line, SetUp};
use reti_search::{
    opportunity::{Opportunity, opportunities},
    proof::{Certificate, Claim},
};

use super::{Context, Draft, candidate, defence, endgame, points};
use crate::{
    proof::{san_line, uci_line},
    sentence::Filling,
    wire,
};

/// How many opportunities or threats are told.
const MOST: usize = 2;

/// From where a proven win is looked at.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    /// By the side to move.
    Opportunity,
    /// By the side that would suffer it; the position is the one after a pass.
    Threat,
    /// By the side that allowed it with its last move: the position before, and the move.
    Allowed(&'a Position, Move),
    /// By the side that played another move instead.
    Missed,
}

impl View<'_> {
    /// How the claim is filed.
    pub(super) fn kind(self) -> &'static str {
        match self {
            View::Opportunity | View::Missed => "opportunity",
            View::Threat | View::Allowed(..) => "threat",
        }
    }

    fn template(self, claim: Claim) -> String {
        let verb = match self {
            View::Opportunity => "",
            View::Threat => "threatens",
            View::Allowed(..) => "allows",
            View::Missed => "missed",
        };
        let rest = match (claim, verb) {
            (Claim::Mate(1), "") => "mates-now",
            (Claim::Mate(_), "") => "mates",
            (Claim::Gain(_), "") => "wins",
            (Claim::Win, "") => "wins-by-table",
            (Claim::Mate(1), _) => "-mate-now",
            (Claim::Mate(_), _) => "-mate",
            (Claim::Gain(_), _) => "",
            (Claim::Win, _) => "-by-table",
        };
        format!("claims/{verb}{rest}")
    }
}

/// What the side to move of this position is proven to win.
pub(super) fn claims(context: &Context<'_>, position: &Position, view: View<'_>) -> Vec<Draft> {
    let mut effort = context.options.effort;
    if matches!(view, View::Threat) {
        // No more are told.
        effort.tries = effort.tries.min(MOST);
    }
    let found = opportunities(position, &mut Context::prover(), effort);
    let proofs = found.iter().filter_map(|opportunity| opportunity.proof().map(|proof| (opportunity, proof)));
    let sound = |(opportunity, proof): &(&Opportunity, &Certificate)| {
        proof.claim.gain().is_none_or(|gain| !candidate::is_poisoned(context, position, opportunity.trigger, gain))
    };
    proofs
        .filter(sound)
        .take(MOST)
        .map(|(opportunity, proof)| draft(context, position, view, opportunity, proof))
        .collect()
}

/// One proven win as a claim.
pub(super) fn draft(
    context: &Context<'_>,
    position: &Position,
    view: View<'_>,
    opportunity: &Opportunity,
    proof: &Certificate,
) -> Draft {
    let words = context.words;
    let moves = proof.line();
    let line = match view {
        View::Allowed(before, m) => Line::new(before, &[&[m][..], &moves].concat(), SetUp::Included),
        _ => Line::new(position, &moves, SetUp::Absent),
    };
    let mut sentences = vec![promise(context, position, view, opportunity.trigger, proof.claim)];
    let told = points::points(context, &line, position, &opportunity.tactics);
    sentences.extend(told.iter().filter(|point| !point.at_end).map(|point| point.text.clone()));
    sentences.extend(defence::cannot_take(context, position, opportunity.trigger));
    sentences.extend(endgame::underpromotion(context, position, &moves));
    if moves.len() > 1 {
        let sans = numbered(position, number_of(position, view), &san_line(position, &moves));
        sentences.push(words.say("claims/best-defence", Filling::new().with("line", sans)));
    }
    // A mate is named where it happens, at the end of the line.
    sentences.extend(told.iter().filter(|point| point.at_end).map(|point| point.text.clone()));
    sentences.extend(defence::if_taken(context, position, proof, number_of(position, view), &told));
    let claim = wire::Claim {
        kind: view.kind(),
        motifs: told.iter().flat_map(|point| point.names.clone()).collect(),
        roles: told.first().map(|point| point.roles.clone()).unwrap_or_default(),
        trigger: Some(position.uci(opportunity.trigger)),
        verdict: Some("proven"),
        gain: proof.claim.gain(),
        mate: proof.claim.mate(),
        line: uci_line(position, &moves),
        text: sentences.join(" "),
        shapes: points::shapes(position, opportunity.trigger, &told),
    };
    Draft { claim, proof: Some(proof.clone()) }
}

fn promise(context: &Context<'_>, position: &Position, view: View<'_>, trigger: Move, claim: Claim) -> String {
    let words = context.words;
    let played = if let View::Allowed(before, m) = view { before.san(m) } else { String::new() };
    let filling = Filling::new()
        .with("move", position.san(trigger))
        .with("side", words.side(position.turn()))
        .with("other", words.side(!position.turn()))
        .with("played", played)
        .with("gain", claim.gain().map_or(String::new(), |gain| words.sum(gain)))
        .with("mate", claim.mate().unwrap_or(0));
    words.say(&view.template(claim), filling)
}

/// The number of the first move: a threat of White against Black to move belongs to the next one.
pub(super) fn number_of(position: &Position, view: View<'_>) -> u32 {
    let late = matches!(view, View::Threat) && position.turn() == Color::White;
    position.fullmoves() + u32::from(late)
}

/// Moves with their numbers: `12. Nc7+ Kd8 13. Nxa8`.
pub(crate) fn numbered(position: &Position, number: u32, sans: &[String]) -> String {
    let black_first = usize::from(position.turn() == Color::Black);
    let numbered = sans.iter().enumerate().map(|(index, san)| {
        let ply = index + black_first;
        let number = number as usize + ply / 2;
        match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{number}. {san}"),
            (false, 0) => format!("{number}... {san}"),
            (false, _) => san.clone(),
        }
    });
    numbered.collect::<Vec<_>>().join(" ")
}
