//! What stands on the board, whoever is to move.
//!
//! Estimates are told from the level's threshold on; a pin that keeps a defender from recapturing is
//! told with what it leaves hanging, as one claim (seed 003, "Tactical Chain Value Annotations"; D-75).

use reti_core::{
    chess::Square,
    exchange::Arena,
    motif::{Kind, Role},
    relation::Relations,
    tactic::{self, Tactic},
};

use super::{Context, Draft, Level};
use crate::{sentence::Filling, tactics::wire_tactic, wire};

/// How many observations a club player is told.
const MOST_OBSERVATIONS: usize = 6;

/// How many of one family are told, as with x-rays and discovered attacks.
const MOST_OF_A_FAMILY: usize = 3;

/// The tactics and observations of the board, as far as the level wants them.
pub(super) fn claims(context: &Context<'_>, relations: &Relations, found: &[Tactic]) -> Vec<Draft> {
    let level = context.options.level;
    let chains = chains(relations, found);
    let mut told: Vec<wire::Claim> = Vec::new();
    let mut families: Vec<&str> = Vec::new();
    for (index, tactic) in found.iter().enumerate() {
        let in_chain = chains.iter().any(|&(_, hanging)| hanging == index);
        let shown = wire_tactic(relations, tactic);
        let begins_chain = chains.iter().any(|&(pin, _)| pin == index);
        if in_chain || tactic::is_repetition(tactic, found) || !(begins_chain || is_worth_saying(&shown, level)) {
            continue;
        }
        families.push(shown.family);
        if families.iter().filter(|&&family| family == shown.family).count() > MOST_OF_A_FAMILY {
            continue;
        }
        let hanging = chains.iter().filter(|&&(pin, _)| pin == index).map(|&(_, hanging)| &found[hanging]);
        told.push(claim(context, relations, &shown, hanging));
    }
    if level != Level::Beginner {
        let limit = if level == Level::Expert { usize::MAX } else { MOST_OBSERVATIONS };
        let observations = tactic::observations(relations);
        let observations = observations.iter().take(limit).map(|found| wire_tactic(relations, found));
        told.extend(observations.map(|tactic| claim(context, relations, &tactic, std::iter::empty())));
    }
    told.into_iter().map(|claim| Draft { claim, proof: None }).collect()
}

/// Tactics whose point is a material estimate are told if there is one (decision D-75).
pub(super) fn is_worth_saying(tactic: &wire::Tactic, level: Level) -> bool {
    match &tactic.value {
        Some(value) if value.source == "see" => value.sound && value.material_delta >= level.threshold(),
        _ => true,
    }
}

/// Pins and what they leave hanging, as pairs of indices: the pinned piece would recapture, it is
/// what makes the difference, and the pinner is not itself among the capturers.
fn chains(relations: &Relations, found: &[Tactic]) -> Vec<(usize, usize)> {
    let board = relations.board();
    let mut chains = Vec::new();
    for (pin_index, pin) in found.iter().enumerate() {
        let one = |tactic: &Tactic, role| tactic.cast.all(role).next();
        let (Some(pinner), Some(pinned)) = (one(pin, Role::Pinner), one(pin, Role::Pinned)) else {
            continue;
        };
        for (index, hanging) in found.iter().enumerate() {
            let Some(piece) = one(hanging, Role::Piece).filter(|_| hanging.cast.parts.len() == 1) else {
                continue;
            };
            let notes = hanging.value(relations).notes;
            let idle = hanging.motif.kind == Kind::Tactic && notes.iter().any(|note| note.defender == pinned);
            let looks_on = !relations.attackers(piece, pin.cast.owner).contains(pinner);
            let freed = Arena::new(board).without(pinner).capture_on(piece, pin.cast.owner);
            if idle && looks_on && hanging.cast.owner == pin.cast.owner && freed.is_none_or(|gain| gain <= 0) {
                chains.push((pin_index, index));
            }
        }
    }
    chains
}

fn claim<'t>(
    context: &Context<'_>,
    relations: &Relations,
    tactic: &wire::Tactic,
    hanging: impl Iterator<Item = &'t Tactic>,
) -> wire::Claim {
    let (words, board) = (context.words, relations.board());
    let mut text = words.tactic(board, tactic);
    for note in tactic.value.iter().flat_map(|value| &value.notes) {
        text.push(' ');
        text.push_str(&note_sentence(context, relations, note));
    }
    let mut motifs = vec![tactic.motif];
    for loose in hanging {
        let piece: Vec<Square> = loose.cast.all(Role::Piece).collect();
        let gain = loose.value(relations).material_delta;
        let filling = Filling::new().with("piece", words.pieces(board, &piece)).with("gain", words.sum(gain));
        text.push(' ');
        text.push_str(&words.say("claims/chain", filling));
        motifs.push(loose.motif.name);
    }
    wire::Claim {
        kind: "observation",
        motifs,
        roles: tactic.roles.clone(),
        trigger: None,
        verdict: None,
        gain: None,
        mate: None,
        line: Vec::new(),
        text,
        shapes: rings(&tactic.roles),
    }
}

/// Why a defender does not count.
fn note_sentence(context: &Context<'_>, relations: &Relations, note: &wire::DefenseNote) -> String {
    let (words, board) = (context.words, relations.board());
    let squares = |name: &str| -> Vec<Square> { name.parse().into_iter().collect() };
    let defender = squares(&note.defender.square);
    let mut filling = Filling::new()
        .with("piece", words.pieces(board, &defender))
        .with("square", words.squares(&squares(&note.target)));
    let template = match (note.reason, &note.pinner) {
        ("pinned-absolute", Some(pinner)) => {
            let king =
                defender.first().and_then(|&square| board.color_at(square)).and_then(|color| board.king_of(color));
            filling = filling
                .with("pinner", words.pieces(board, &squares(&pinner.square)))
                .with("king", words.pieces(board, &king.into_iter().collect::<Vec<_>>()));
            "claims/does-not-defend-pinned"
        }
        ("king-cannot-capture", _) => "claims/does-not-defend-guarded",
        _ => "claims/does-not-defend-check",
    };
    words.say(template, filling)
}

/// A ring for every square of a role.
pub(super) fn rings(roles: &wire::Roles) -> Vec<wire::Shape> {
    let rings = roles.0.iter().flat_map(|(role, squares)| {
        let meaning = crate::tactics::meaning_of_role(role);
        squares.iter().map(move |square| wire::Shape { from: square.clone(), to: None, meaning })
    });
    rings.collect()
}
