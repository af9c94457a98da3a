//! Verdicts and proofs as people read them.

use std::fmt::Write as _;

use reti_core::chess::{Move, Position};
use reti_lessons::words::{Filling, Words};
use reti_search::proof::{Attack, Certificate, Defense, Goal, Payoff, Verdict};

use super::Attempt;
use crate::wire;

/// The verdict in a few lines.
pub fn text(position: &Position, answer: &Attempt, words: &Words) -> String {
    let say = |template: &str, filling: Filling| words.say(&format!("proofs/{template}"), filling);
    let filling = Filling::new()
        .with("side", words.side(position.turn()))
        .with("goal", goal(answer.goal, words))
        .with("nodes", count("nodes", answer.wire.nodes, words))
        .with("move", answer.first.map_or(String::new(), |m| position.san(m)));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match (&answer.verdict, answer.first) {
        (Verdict::Proven(certificate), _) => {
            let filling = filling
                .with("claim", claim(certificate.claim, words))
                .with("positions", count("positions", certificate.size() as u64, words));
            let line = numbered(position, &certificate.line());
            writeln!(out, "{}\n{}", say("proven", filling), say("line", Filling::new().with("line", line)))
        }
        (Verdict::Refuted(Some(reply)), Some(first)) => {
            let line = numbered(position, &[first, *reply]);
            writeln!(out, "{}", say("refuted-by", filling.with("line", line)))
        }
        (Verdict::Refuted(_), Some(_)) => writeln!(out, "{}", say("refuted-move", filling)),
        (Verdict::Refuted(_), None) => writeln!(out, "{}", say("refuted", filling)),
        (Verdict::Unknown, _) if answer.is_spent => writeln!(out, "{}", say("unknown", filling)),
        (Verdict::Unknown, _) => writeln!(out, "{}", say("unknown-unspent", filling)),
    };
    for (heading, causal) in [("carried-by", true), ("also-there", false)] {
        let carrying = answer.wire.motifs.iter().filter(|motif| motif.causal == causal);
        let names: Vec<String> = carrying.map(|motif| words.motif(&motif.motif)).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "{}", say(heading, Filling::new().with("motifs", names.join(", "))));
        }
    }
    out
}

/// Moves in SAN with their numbers.
fn numbered(position: &Position, moves: &[Move]) -> String {
    Words::numbered(position, position.fullmoves(), moves)
}

fn count(template: &str, count: u64, words: &Words) -> String {
    words.fill(&format!("proofs/{template}"), Filling::new().with("count", count))
}

/// What a proof shows, in words.
pub(crate) fn claim(claim: Payoff, words: &Words) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("proofs/{template}"), filling);
    match claim {
        Payoff::Gain(gain) => fill("wins", Filling::new().with("gain", words.amount(gain))),
        Payoff::Win => fill("wins-by-table", Filling::new()),
        Payoff::Mate(1) => fill("mates-now", Filling::new()),
        Payoff::Mate(moves) => fill("mates", Filling::new().with("mate", moves)),
    }
}

/// A claim from what a document says of it: a mate, a gain, or else a win by tables.
fn claim_of(mate: Option<u32>, gain: Option<i32>) -> Payoff {
    mate.map(Payoff::Mate).or(gain.map(Payoff::Gain)).unwrap_or(Payoff::Win)
}

fn goal(goal: Goal, words: &Words) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("proofs/{template}"), filling);
    match goal {
        Goal::Mate { within: None } => fill("goal-mate", Filling::new()),
        Goal::Mate { within: Some(moves) } => fill("goal-mate-in", Filling::new().with("mate", moves)),
        Goal::Gain(gain) => fill("goal-gain", Filling::new().with("gain", words.amount(gain))),
    }
}

/// The proof as an indented tree: one move for the attacker, every reply of the defender.
pub fn tree(certificate: &Certificate, words: &Words) -> String {
    let mut out = format!("{}\n", certificate.position.san(certificate.first));
    defense(&mut out, &certificate.position.play(certificate.first), &certificate.then, 1, words);
    out
}

fn defense(out: &mut String, position: &Position, then: &Defense, depth: usize, words: &Words) {
    let Defense::Replies(replies) = then else {
        return;
    };
    let keeps = |gain: i32| words.fill("proofs/keeps", Filling::new().with("sum", words.balance(gain)));
    for (reply, attack) in replies {
        let _ = write!(out, "{}{}", "  ".repeat(depth), position.san(*reply));
        let next = position.play(*reply);
        let _ = match attack {
            Attack::Settled(gain) => writeln!(out, "  {}", keeps(*gain)),
            Attack::Kept(m, gain) => writeln!(out, "  {} {}", next.san(*m), keeps(*gain)),
            Attack::Table => writeln!(out, "  {}", words.fill("proofs/by-tables", Filling::new())),
            Attack::Play(m, _) => writeln!(out, "  {}", next.san(*m)),
        };
        if let Attack::Play(m, then) = attack {
            defense(out, &next.play(*m), then, depth + 1, words);
        }
    }
}

/// What a certificate shows that was accepted.
pub fn checked_text(checked: &wire::Checked, words: &Words) -> String {
    let filling = Filling::new()
        .with("move", checked.san.clone().unwrap_or_default())
        .with("claim", claim(claim_of(checked.mate, checked.gain), words))
        .with("positions", count("positions", checked.tree_size as u64, words));
    words.fill("proofs/accepted", filling) + "\n"
}

/// Title and description of the picture of a proof.
pub(super) fn of_picture(position: &Position, answer: &Attempt, words: &Words) -> (String, String) {
    let fill = |template: &str, filling: Filling| words.fill(&format!("proofs/{template}"), filling);
    let title = fill("picture-title", Filling::new().with("fen", position.fen()));
    let told = match &answer.verdict {
        Verdict::Proven(certificate) => {
            let line = numbered(position, &certificate.line());
            fill("picture-proven", Filling::new().with("line", line))
        }
        Verdict::Refuted(_) => fill("picture-refuted", Filling::new()),
        Verdict::Unknown => fill("picture-unknown", Filling::new()),
    };
    (title, told)
}
