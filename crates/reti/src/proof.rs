//! Proofs for readers and programs: does this move really win something?
//!
//! `reti-search` searches and checks (seed 000, section 6); here a question becomes a verdict with
//! its line, its motifs and its tree, as wire data, text and a picture. Only what the checker has
//! accepted is called proven.

pub mod calculated;
mod text;
mod walk;

use reti_core::chess::{Move, Position};
use reti_lessons::words::Words;
use reti_search::{
    advice::Stop,
    opportunity::{LADDER, shortest_mate},
    probe::Probe,
    proof::{Outcome, Prover, check_until},
    relevance::relevance,
};
pub use reti_search::{
    opportunity::Effort,
    proof::{Certificate, Goal, Payoff, Verdict},
};

use crate::{
    draw::svg::{Arrow, Picture, Stroke, palette},
    wire,
};

pub(crate) use text::claim;
pub use text::{checked_text, text, tree};
pub use walk::walk;

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What is to be shown; the best that can be found if nothing is said.
    pub goal: Option<Goal>,
    /// The only first move to consider.
    pub only: Option<Move>,
    /// Positions for which the goal may be tested, for each goal.
    pub nodes: u64,
    /// Bytes of the search's table.
    pub table_bytes: usize,
    /// Whether to find out which motifs carry the proof.
    pub motifs: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question { goal: None, only: None, nodes: 100_000, table_bytes: 16 << 20, motifs: true }
    }
}

/// A verdict with its evidence.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The same as plain data.
    pub wire: wire::Proof,
    /// The proof, if there is one.
    pub certificate: Option<Certificate>,
    /// What was found out.
    pub verdict: Verdict,
    /// What was asked for.
    pub goal: Goal,
    /// Whether the budget was spent.
    pub is_spent: bool,
    /// The first move: the one that the proof plays, or the only one that was asked for.
    pub first: Option<Move>,
}

/// Reads a goal: `mate`, `mate=N` or `gain=N`, with numbers above nought.
pub fn read_goal(text: &str) -> Option<Goal> {
    match text.split_once('=') {
        None if text == "mate" => Some(Goal::Mate { within: None }),
        Some(("mate", moves)) => {
            moves.parse().ok().filter(|&moves: &u32| moves > 0).map(|moves| Goal::Mate { within: Some(moves) })
        }
        Some(("gain", gain)) => gain.parse().ok().filter(|&gain: &i32| gain > 0).map(Goal::Gain),
        _ => None,
    }
}

pub(crate) fn goal_text(goal: Goal) -> String {
    match goal {
        Goal::Mate { within: None } => "mate".to_owned(),
        Goal::Mate { within: Some(moves) } => format!("mate {moves}"),
        Goal::Gain(gain) => format!("gain {gain}"),
    }
}

/// Answers a question; exact values come from `probe`, and `stop` is asked now and then: it ends the
/// search with what is known.
pub fn prove(
    position: &Position,
    question: &Question,
    probe: Option<&dyn Probe>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Attempt {
    let mut prover = Prover::new(question.table_bytes).with_stop(stop);
    if let Some(probe) = probe {
        prover = prover.with_probe(probe);
    }
    let (goal, outcome) = match question.goal {
        Some(goal) => (goal, prover.prove(position, goal, question.only, question.nodes)),
        None => best(position, question, &mut prover, stop),
    };
    let certificate = outcome.proof().cloned();
    let motifs = match &certificate {
        Some(certificate) if question.motifs => motifs(certificate, &mut prover, outcome.nodes),
        _ => Vec::new(),
    };
    let (verdict, refutation) = match &outcome.verdict {
        Verdict::Proven(_) => (wire::Verdict::Proven, None),
        Verdict::Refuted(reply) => (wire::Verdict::Refuted, *reply),
        Verdict::Unknown => (wire::Verdict::Unknown, None),
    };
    let first = certificate.as_ref().map(|certificate| certificate.first).or(question.only);
    let line = certificate.as_ref().map_or(Vec::new(), Certificate::line);
    let wire = wire::Proof {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        verdict,
        goal: goal_text(goal),
        first: first.map(|m| position.uci(m)),
        san: first.map(|m| position.san(m)),
        gain: certificate.as_ref().and_then(|certificate| certificate.claim.gain()),
        mate: certificate.as_ref().and_then(|certificate| certificate.claim.mate()),
        nodes: outcome.nodes,
        spent: outcome.is_spent,
        tree_size: certificate.as_ref().map_or(0, Certificate::size),
        line: uci_line(position, &line),
        line_san: san_line(position, &line),
        refutation: refutation.zip(first).map(|(reply, m)| position.play(m).uci(reply)),
        refutation_san: refutation.zip(first).map(|(reply, m)| position.play(m).san(reply)),
        motifs,
        evaluation: None,
        tree: None,
        certificate: None,
    };
    Attempt { wire, certificate, verdict: outcome.verdict, goal, is_spent: outcome.is_spent, first }
}

/// The best that can be proven: a mate, or the largest gain that a ladder of goals reaches.
fn best(
    position: &Position,
    question: &Question,
    prover: &mut Prover<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> (Goal, Outcome) {
    let mate = Goal::Mate { within: None };
    if question.only.is_none()
        && let Some((certificate, nodes)) = shortest_mate(position, prover, question.nodes / 4)
    {
        return (
            mate,
            Outcome {
                verdict: Verdict::Proven(certificate),
                nodes,
                deepest: 0,
                proof_number: Some(0),
                is_spent: false,
            },
        );
    }
    let mut goals = LADDER.into_iter();
    let mut best = None;
    let mut nodes = 0;
    if question.only.is_some() {
        let outcome = prover.prove(position, mate, question.only, question.nodes / 4);
        if outcome.proof().is_some() {
            return (mate, outcome);
        }
        nodes += outcome.nodes;
    }
    while let Some(goal) = goals.next().map(Goal::Gain).filter(|_| !stop()) {
        let outcome = prover.prove(position, goal, question.only, question.nodes / 2);
        nodes += outcome.nodes;
        let proven = outcome.proof().is_some();
        if proven || best.is_none() {
            best = Some((goal, outcome));
        }
        if !proven {
            break;
        }
    }
    let (goal, outcome) = best.unwrap_or((mate, Outcome::NOTHING));
    (goal, Outcome { nodes, ..outcome })
}

/// The motifs of a proof, each once, causal if any of its instances is.
fn motifs(certificate: &Certificate, prover: &mut Prover<'_>, nodes: u64) -> Vec<wire::ProofMotif> {
    let mut found: Vec<wire::ProofMotif> = Vec::new();
    for relevance in relevance(certificate, prover, (2 * nodes).clamp(500, 20_000)) {
        let motif = relevance.tactic.motif.name;
        // Causal instances come first, so the first one decides.
        if found.iter().all(|known| known.motif != motif) {
            found.push(wire::ProofMotif { motif: motif.to_owned(), causal: relevance.causal });
        }
    }
    found
}

/// Reads and checks the text of a certificate; leaves that cite a table need `probe`.
pub fn check_certificate(text: &str, probe: Option<&dyn Probe>) -> wire::Checked {
    check_certificate_until(text, probe, &|| false)
}

/// The same, rejecting what is not checked when nobody wants to know any more.
pub fn check_certificate_until(text: &str, probe: Option<&dyn Probe>, stop: Stop<'_>) -> wire::Checked {
    let mut answer = wire::Checked {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        accepted: false,
        fault: None,
        fen: None,
        first: None,
        san: None,
        gain: None,
        mate: None,
        tree_size: 0,
    };
    match text.parse::<Certificate>() {
        Err(error) => answer.fault = Some(error.to_string()),
        Ok(certificate) => {
            answer.fen = Some(certificate.position.fen());
            answer.first = Some(certificate.position.uci(certificate.first));
            answer.san = Some(certificate.position.san(certificate.first));
            answer.gain = certificate.claim.gain();
            answer.mate = certificate.claim.mate();
            answer.tree_size = certificate.size();
            match check_until(&certificate, probe, stop) {
                Ok(()) => answer.accepted = true,
                Err(fault) => answer.fault = Some(fault.to_string()),
            }
        }
    }
    answer
}

/// The moves of a line in SAN.
pub fn san_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut here = position.clone();
    line.iter()
        .map(|&m| {
            let san = here.san(m);
            here = here.play(m);
            san
        })
        .collect()
}

/// The moves of a line in UCI.
pub fn uci_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut here = position.clone();
    line.iter()
        .map(|&m| {
            let uci = here.uci(m);
            here = here.play(m);
            uci
        })
        .collect()
}

/// The first plies of the proof's line as arrows: the winner's moves green, the replies grey.
pub fn svg(position: &Position, answer: &Attempt, words: &Words) -> String {
    let (title, description) = text::of_picture(position, answer, words);
    let mut picture = Picture::new(position.board(), title);
    picture.description = description;
    let line = answer.certificate.as_ref().map_or(Vec::new(), Certificate::line);
    for (index, m) in line.iter().take(5).enumerate() {
        let Some(from) = m.from() else {
            continue;
        };
        let (color, stroke) =
            if index % 2 == 0 { (palette::GREEN, Stroke::Solid) } else { (palette::GRAY, Stroke::Dashed) };
        let label = Some((index + 1).to_string());
        picture.arrows.push(Arrow { stroke, label, ..Arrow::new(from, m.to(), color) });
    }
    picture.svg_in(words)
}
