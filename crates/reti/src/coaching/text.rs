//! Alternatives in words: the line, its evaluation, and what appears along it.

use std::fmt::Write as _;

use reti_core::{motif::Kind, tactic};

use super::{Continuation, judge::MATE};
use crate::{
    proof::san_line,
    sentence::{Filling, Words},
    tactics::wire_tactic,
    wire,
};

/// How many tactics are told at one ply, and how many plies say something.
const MOST_AT_A_PLY: usize = 2;
const MOST_PLIES: usize = 3;

/// The sentences of one alternative.
pub(super) fn told(line: &Continuation, words: &Words) -> String {
    let position = line.nodes[0].position();
    let student = position.turn();
    let sans = san_line(position, &line.moves);
    let numbered = crate::explain::numbered(position, position.fullmoves(), &sans);
    let mut sentences = vec![evaluation(line, words)];
    let mut plies = 0;
    for (index, san) in sans.iter().enumerate() {
        let (before, after) = (&line.nodes[index], &line.nodes[index + 1]);
        let only = |node: &super::Node| -> Vec<tactic::Tactic> {
            node.found.iter().filter(|tactic| tactic.motif.kind != Kind::Observation).cloned().collect()
        };
        let (old, new) = (only(before), only(after));
        let change = tactic::change((&before.relations, &old), (&after.relations, &new));
        let created = change.created.iter().map(|&at| &new[at]);
        let sound = created
            .filter(|tactic| tactic.cast.owner == student && !tactic::is_repetition(tactic, &new))
            .filter(|tactic| {
                let value = tactic.value(&after.relations);
                value.is_sound && value.material_delta > 0
            });
        let told: Vec<String> = sound
            .take(MOST_AT_A_PLY)
            .map(|tactic| words.tactic(after.relations.board(), &wire_tactic(&after.relations, tactic)))
            .collect();
        if !told.is_empty() && plies < MOST_PLIES {
            plies += 1;
            let filling = Filling::new().with("move", san.clone()).with("sentence", told.join(" "));
            sentences.push(words.say("claims/along", filling));
        }
    }
    sentences.push(words.say("claims/continuation", Filling::new().with("line", numbered)));
    sentences.join(" ")
}

fn evaluation(line: &Continuation, words: &Words) -> String {
    let position = line.nodes[0].position();
    let filling = Filling::new().with("move", position.san(line.moves[0]));
    match line.evaluation {
        score if score > MATE - 1_000 => {
            let moves = (MATE - score + 1) / 2 + i32::from(score != MATE && (MATE - score) % 2 == 0);
            words.say("claims/evaluated-mate", filling.with("mate", moves.max(1)))
        }
        score if score < 1_000 - MATE => words.say("claims/evaluated-mated", filling),
        score => {
            let sign = if score < 0 { "-" } else { "+" };
            let number = format!("{sign}{}.{:02}", score.abs() / 100, score.abs() % 100);
            words.say("claims/evaluated", filling.with("score", number))
        }
    }
}

/// The alternatives for a terminal.
pub fn text(coaching: &wire::Coaching, words: &Words) -> String {
    let mut out = words.say("claims/heading-alternatives", Filling::new());
    out.push('\n');
    for alternative in &coaching.alternatives {
        let _ = writeln!(out, "{}", crate::explain::wrapped(&alternative.text));
        let reasons: Vec<String> =
            alternative.reasons.iter().map(|reason| format!("{} {:+.1}", reason.reason, reason.points)).collect();
        let _ = writeln!(out, "    [{:.1}: {}]", alternative.teachability, reasons.join(", "));
    }
    out
}
