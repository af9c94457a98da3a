//! Verdicts and proofs as people read them.

use std::fmt::Write as _;

use reti_core::chess::Position;
use reti_search::proof::{Attack, Certificate, Claim, Defense};

use super::{Answer, san_line};
use crate::{wire, words};

/// The verdict in a few lines.
pub fn text(position: &Position, answer: &Answer) -> String {
    let told = &answer.wire;
    let side = words::side(position.turn());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match (told.verdict.as_str(), &answer.certificate, &told.san) {
        ("proven", Some(certificate), Some(san)) => writeln!(
            out,
            "Proven: {san} {} ({}, {} in the proof).\nLine: {}",
            claim(certificate.claim),
            words::count(told.nodes, "node"),
            words::count(told.tree_size as u64, "position"),
            san_line(position, &certificate.line()).join(" ")
        ),
        ("refuted", _, Some(san)) => {
            let reply = told.refutation.as_deref().unwrap_or("any good reply");
            writeln!(out, "Refuted: after {san} {reply} {side} has no forcing way to {}.", told.goal)
        }
        ("refuted", ..) => writeln!(out, "Refuted: {side} has no forcing way to {}.", told.goal),
        _ => writeln!(out, "Unknown: {} nodes did not decide whether {side} can reach {}.", told.nodes, told.goal),
    };
    for (heading, causal) in [("Carried by", true), ("Also there", false)] {
        let names: Vec<&str> =
            told.motifs.iter().filter(|motif| motif.causal == causal).map(|motif| motif.motif.as_str()).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "{heading}: {}", names.join(", "));
        }
    }
    out
}

fn claim(claim: Claim) -> String {
    match claim {
        Claim::Gain(gain) => format!("wins at least {}", words::pawns(gain).trim_start_matches('+')),
        Claim::Win => "wins, according to the endgame tables".to_owned(),
        Claim::Mate(1) => "mates".to_owned(),
        Claim::Mate(moves) => format!("mates in at most {moves} moves"),
    }
}

/// The proof as an indented tree: one move for the attacker, every reply of the defender.
pub fn tree(certificate: &Certificate) -> String {
    let mut out = format!("{}\n", certificate.position.san(certificate.first));
    defense(&mut out, &certificate.position.play(certificate.first), &certificate.then, 1);
    out
}

fn defense(out: &mut String, position: &Position, then: &Defense, depth: usize) {
    let Defense::Replies(replies) = then else {
        return;
    };
    for (reply, attack) in replies {
        let _ = write!(out, "{}{}", "  ".repeat(depth), position.san(*reply));
        let next = position.play(*reply);
        match attack {
            Attack::Settled(gain) => {
                let _ = writeln!(out, "  keeps {}", words::pawns(*gain));
            }
            Attack::Kept(m, gain) => {
                let _ = writeln!(out, "  {} keeps {}", next.san(*m), words::pawns(*gain));
            }
            Attack::Table => out.push_str("  won by the tables\n"),
            Attack::Play(m, then) => {
                let _ = writeln!(out, "  {}", next.san(*m));
                defense(out, &next.play(*m), then, depth + 1);
            }
        }
    }
}

/// Opportunities in words.
pub fn opportunities_text(found: &wire::Opportunities) -> String {
    let mut out = format!("Sound tactics: {}\n", found.order_sound);
    if found.opportunities.is_empty() {
        out.push_str("Nothing is proven to win material or to mate.\n");
    }
    for opportunity in &found.opportunities {
        let what = match (opportunity.mate, opportunity.gain) {
            (Some(1), _) => "mates".to_owned(),
            (Some(moves), _) => format!("mates in at most {moves} moves"),
            (None, Some(gain)) => format!("wins at least {}", words::pawns(gain).trim_start_matches('+')),
            (None, None) => "wins".to_owned(),
        };
        let motifs =
            if opportunity.motifs.is_empty() { String::new() } else { format!(" [{}]", opportunity.motifs.join(", ")) };
        let _ = writeln!(out, "Proven: {} {what}: {}{motifs}", opportunity.san, opportunity.line_san.join(" "));
    }
    out
}
