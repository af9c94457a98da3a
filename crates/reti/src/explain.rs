//! What is going on here: opportunities, threats and what stands on the board, in words.
//!
//! An explanation is a list of claims (DESIGN, "One result type"). What the side to move can win, and
//! what the other side would win if it were to move, is *proven*: a tree with an answer to every
//! reply, accepted by the checker. What is merely there, a pin or a passed pawn, is said as it stands
//! on the board and promises nothing. Where nothing is proven, the text says so (seed 000, section 6;
//! seed 003, "Rendering"; decision D-75).

mod text;

use reti_core::{
    chess::{Color, Move, Position},
    motif::Kind,
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_search::{
    opportunity::{Effort, Opportunity, opportunities},
    proof::{Certificate, Claim, Prover},
};

use crate::{
    proof::{san_line, uci_line},
    sentence::sentence,
    tactics::wire_tactic,
    wire, words,
};

pub use text::{svg, text};

/// A position that shows what an explanation is: the trap of Légal, after the queen was taken.
pub const SAMPLE: &str = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6";

/// For whom an explanation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Only what wins, what is threatened and what hangs.
    Beginner,
    /// Pins, forks and weaknesses too.
    #[default]
    Club,
    /// Everything that was found.
    Expert,
}

/// What to explain, and how hard to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// For whom.
    pub level: Level,
    /// What the search for proofs may spend.
    pub effort: Effort,
}

/// Explains a position.
pub fn explain(position: &Position, options: Options) -> wire::Explanation {
    let relations = Relations::new(position);
    let found = tactic::tactics(&relations);
    let mut claims = Vec::new();
    if !found.iter().any(|tactic| tactic.motif.kind == Kind::Mate) {
        claims.extend(proven(position, "opportunity", options));
        if let Some(passed) = position.pass() {
            claims.extend(proven(&passed, "threat", options));
        }
    }
    claims.extend(standing(&relations, &found, options.level));
    wire::Explanation { schema: wire::SCHEMA, fen: position.fen(), side: words::color(position.turn()), claims }
}

/// How many opportunities or threats are told.
const MOST_PROVEN: usize = 2;

/// What the side to move of this position is proven to win.
fn proven(position: &Position, kind: &'static str, options: Options) -> Vec<wire::Claim> {
    let mut prover = Prover::new(4 << 20);
    let found = opportunities(position, &mut prover, options.effort);
    let proofs = found.iter().filter_map(|opportunity| opportunity.proof().map(|proof| (opportunity, proof)));
    proofs.take(MOST_PROVEN).map(|(opportunity, proof)| proven_claim(position, kind, opportunity, proof)).collect()
}

fn proven_claim(
    position: &Position,
    kind: &'static str,
    opportunity: &Opportunity,
    proof: &Certificate,
) -> wire::Claim {
    let line = proof.line();
    let (gain, mate) = (proof.claim.gain(), proof.claim.mate());
    let mut text = promise(position, kind, opportunity.trigger, proof.claim);
    let (after, created) = if mate.is_some() { final_mate(position, &line) } else { point(position, opportunity) };
    let mut points = String::new();
    for tactic in &created {
        points.push(' ');
        points.push_str(&sentence(after.board(), tactic));
    }
    let defence = match line.len() {
        1 => String::new(),
        _ => format!(" Best defence: {}.", numbered(position, &san_line(position, &line))),
    };
    // A mate is named where it happens, at the end of the line.
    text.push_str(&if mate.is_some() { defence + &points } else { points + &defence });
    wire::Claim {
        kind,
        motifs: created.iter().map(|tactic| tactic.motif).collect(),
        roles: created.first().map(|tactic| tactic.roles.clone()).unwrap_or_default(),
        trigger: Some(position.uci(opportunity.trigger)),
        verdict: Some("proven"),
        gain,
        mate,
        line: uci_line(position, &line),
        text,
        // The squares of a mate belong to the last board of the line, not to this one.
        shapes: trigger_shapes(opportunity.trigger, if mate.is_some() { &[] } else { &created }),
    }
}

/// How many of the tactics that a move creates are told with it.
const MOST_POINTS: usize = 2;

/// The position after the trigger, and what it creates there that wins most.
fn point(position: &Position, opportunity: &Opportunity) -> (Position, Vec<wire::Tactic>) {
    let after = position.play(opportunity.trigger);
    let relations = Relations::new(&after);
    let mut created: Vec<&Tactic> =
        opportunity.tactics.iter().filter(|tactic| !tactic::is_repetition(tactic, &opportunity.tactics)).collect();
    created.sort_by_key(|tactic| std::cmp::Reverse(tactic.value(&relations).material_delta));
    let told = created.into_iter().take(MOST_POINTS).map(|tactic| wire_tactic(&relations, tactic)).collect();
    (after, told)
}

/// The end of a mating line, and the name of the mate if it has one.
fn final_mate(position: &Position, line: &[Move]) -> (Position, Vec<wire::Tactic>) {
    let end = line.iter().fold(position.clone(), |position, &m| position.play(m));
    let relations = Relations::new(&end);
    let mates = tactic::tactics(&relations).into_iter().filter(|tactic| tactic.motif.kind == Kind::Mate);
    let told = mates.map(|tactic| wire_tactic(&relations, &tactic)).collect();
    (end, told)
}

/// `Nc7+ wins at least 5 pawns.` or `Black threatens Qh2, mate.`
fn promise(position: &Position, kind: &str, trigger: Move, claim: Claim) -> String {
    let san = position.san(trigger);
    let wins = match claim {
        Claim::Mate(1) => "mate".to_owned(),
        Claim::Mate(moves) => format!("mate in {moves}"),
        Claim::Gain(gain) => format!("at least {}", words::pawns(gain).trim_start_matches('+')),
        Claim::Win => "a position that tables call won".to_owned(),
    };
    let side = words::side(position.turn());
    match (kind, claim) {
        ("threat", Claim::Mate(_)) => format!("{side} threatens {san}, with {wins}."),
        ("threat", _) => format!("{side} threatens {san}, winning {wins}."),
        (_, Claim::Mate(1)) => format!("{san} is {wins}."),
        (_, Claim::Mate(_)) => format!("{san} forces {wins}."),
        _ => format!("{san} wins {wins}."),
    }
}

/// Moves with their numbers: `12. Nc7+ Kd8 13. Nxa8`.
fn numbered(position: &Position, sans: &[String]) -> String {
    let black_first = usize::from(position.turn() == Color::Black);
    let numbered = sans.iter().enumerate().map(|(index, san)| {
        let ply = index + black_first;
        let number = position.fullmoves() as usize + ply / 2;
        match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{number}. {san}"),
            (false, 0) => format!("{number}... {san}"),
            (false, _) => san.clone(),
        }
    });
    numbered.collect::<Vec<_>>().join(" ")
}

/// What stands on the board, whoever is to move.
fn standing(relations: &Relations, found: &[Tactic], level: Level) -> Vec<wire::Claim> {
    let mut told: Vec<wire::Tactic> = found
        .iter()
        .filter(|tactic| !tactic::is_repetition(tactic, found))
        .map(|tactic| wire_tactic(relations, tactic))
        .collect();
    if level != Level::Expert {
        told.retain(is_worth_saying);
    }
    if level == Level::Beginner {
        told.retain(|tactic| tactic.kind == "mate" || tactic.value.as_ref().is_some_and(|value| value.sound));
    } else {
        let observations = tactic::observations(relations);
        let limit = if level == Level::Expert { usize::MAX } else { MOST_OBSERVATIONS };
        told.extend(observations.iter().take(limit).map(|found| wire_tactic(relations, found)));
    }
    told.iter().map(|tactic| standing_claim(relations, tactic)).collect()
}

/// How many observations a club player is told.
const MOST_OBSERVATIONS: usize = 6;

/// From how many centipawns on an estimate is worth a sentence (seed 003).
const RENDER_THRESHOLD: i32 = 50;

/// Tactics whose point is a material estimate are told if there is one (decision D-75).
fn is_worth_saying(tactic: &wire::Tactic) -> bool {
    match &tactic.value {
        Some(value) if value.source == "see" => value.sound && value.material_delta >= RENDER_THRESHOLD,
        _ => true,
    }
}

fn standing_claim(relations: &Relations, tactic: &wire::Tactic) -> wire::Claim {
    let mut text = sentence(relations.board(), tactic);
    for note in tactic.value.iter().flat_map(|value| &value.notes) {
        text.push(' ');
        text.push_str(&crate::exchange::note_sentence(note));
    }
    wire::Claim {
        kind: "observation",
        motifs: vec![tactic.motif],
        roles: tactic.roles.clone(),
        trigger: None,
        verdict: None,
        gain: None,
        mate: None,
        line: Vec::new(),
        text,
        shapes: shapes(tactic),
    }
}

fn trigger_shapes(trigger: Move, created: &[wire::Tactic]) -> Vec<wire::Shape> {
    let mut all = Vec::new();
    if let Some(from) = trigger.from() {
        all.push(wire::Shape { from: from.to_string(), to: Some(trigger.to().to_string()), meaning: "attacker" });
    }
    all.extend(created.iter().flat_map(shapes));
    all
}

fn shapes(tactic: &wire::Tactic) -> Vec<wire::Shape> {
    let ring = |role: &str| crate::tactics::meaning_of_role(role);
    let rings = tactic.roles.0.iter().flat_map(|(role, squares)| {
        squares.iter().map(|square| wire::Shape { from: square.clone(), to: None, meaning: ring(role) })
    });
    rings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fen: &str) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        explain(&position, Options::default()).claims.into_iter().map(|claim| claim.text).collect()
    }

    #[test]
    fn legals_trap_is_told() {
        let told = texts(SAMPLE);
        assert!(told[0].starts_with("Bxf7+ forces mate in 2."), "{told:?}");
        assert!(told[0].ends_with("6. Bxf7+ Ke7 7. Nd5#. The king on e7 is checkmated: legal mate."), "{told:?}");
    }

    #[test]
    fn a_fork_is_proven_and_named() {
        let told = texts("r3k3/8/8/1N6/8/8/8/4K2R w - - 0 1");
        assert!(told[0].starts_with("Nc7+ wins at least 5 pawns."), "{told:?}");
        assert!(told[0].contains("The knight on c7 forks the rook on a8 and the king on e8."), "{told:?}");
    }

    #[test]
    fn a_threat_is_told_to_the_one_who_must_meet_it() {
        let told = texts("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1");
        assert!(told.iter().any(|text| text.starts_with("White threatens Ra8#, with mate.")), "{told:?}");
    }

    #[test]
    fn a_finished_game_is_told_as_such() {
        let told = texts("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
        assert_eq!(told[0], "The king on g8 is checkmated: back rank mate.");
    }
}
