//! Tactics with their soundness: which of them are real, and what can be won here.
//!
//! `reti_search::soundness` judges; here a survey becomes wire data, text and a picture. A refuted tactic
//! stays on the list, with the line that refutes it: that it is there and does not work is worth knowing.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Color, Move, Position},
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_lessons::words::{Filling, Words};
use reti_search::{
    advice::{Own, Stop},
    opportunity::Opportunity,
    proof::{
        Certificate, Payoff, Prover,
        degree::{Grade, grade},
    },
    soundness::{self, Effort, Judged, Soundness, Survey, Verdict},
};

use super::{picture, text, wire_tactic};
use crate::{
    draw,
    proof::{claim, san_line, uci_line},
    wire,
};

/// A position whose tactics are judged.
#[derive(Clone, Debug)]
pub struct Proven {
    position: Position,
    /// The verdicts.
    pub survey: Survey,
}

/// Judges the tactics of a position and looks for what can be won.
pub fn prove(position: &Position, effort: Effort) -> Proven {
    prove_until(position, effort, &|| false)
}

/// The same, ending early when nobody wants to know any more: what is not judged by then is unknown.
pub fn prove_until(position: &Position, effort: Effort, stop: Stop<'_>) -> Proven {
    let mut prover = Prover::new(4 << 20).with_stop(stop);
    let mut advisor = Own::new(4, Color::White).until(stop);
    let survey = soundness::survey(position, &mut prover, &mut advisor, effort);
    let survey = survey.unwrap_or_else(|_| Survey::unknown(position));
    Proven { position: position.clone(), survey }
}

impl Proven {
    /// As plain data; with the certificates' texts if they are wanted.
    pub fn document(&self, certificates: bool) -> wire::Opportunities {
        let position = &self.position;
        let relations = Relations::new(position);
        let order = tactic::order(&self.tactics());
        let of_tactic = |relations: &Relations, judged: &Judged| wire::Tactic {
            soundness: Some(wire_soundness(position, judged, certificates)),
            ..wire_tactic(relations, &judged.tactic)
        };
        let made = self.survey.made.iter().map(|made| {
            let of_made = |judged: &Judged| of_tactic(&Relations::new(&judged.board(position)), judged);
            let tactics = made.tactics.iter().map(of_made).collect();
            wire_opportunity(position, &made.opportunity, tactics)
        });
        wire::Opportunities {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: position.fen(),
            turn: position.turn().into(),
            order: order.total,
            order_reduced: order.reduced,
            order_sound: self.survey.sound_order(),
            degree_white: self.survey.degree(Color::White),
            degree_black: self.survey.degree(Color::Black),
            opportunities: made.collect(),
            tactics: self.survey.tactics.iter().map(|judged| of_tactic(&relations, judged)).collect(),
        }
    }

    fn tactics(&self) -> Vec<Tactic> {
        self.survey.tactics.iter().map(|judged| judged.tactic.clone()).collect()
    }

    /// Told for a terminal.
    pub fn text(&self, words: &Words, color: bool) -> String {
        let position = &self.position;
        let found = self.tactics();
        let marked = if found.is_empty() { Bitboard::EMPTY } else { text::roles(&found) };
        let mut out = draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() });
        let sound = self.survey.sound_order();
        // Writing to a string cannot fail.
        let _ =
            writeln!(out, "\n{} {}", text::to_move(position, words), text::order_sentence(&found, Some(sound), words));
        let relations = Relations::new(position);
        for owner in Color::ALL {
            text::paragraph(&mut out, &relations, &found, owner, words, |out, index| {
                let judged = &self.survey.tactics[index];
                let _ = writeln!(out, "      {}", verdict(position, owner, &judged.soundness, words));
            });
        }
        let say = |template: &str, filling: Filling| words.say(&format!("proofs/{template}"), filling);
        let _ = writeln!(out);
        if self.survey.made.is_empty() {
            let _ = writeln!(out, "{}", say("nothing", Filling::new().with("side", words.side(position.turn()))));
        }
        for made in &self.survey.made {
            let Some(proof) = made.opportunity.proof() else { continue };
            let filling = Filling::new()
                .with("move", position.san(made.opportunity.trigger))
                .with("claim", claim(proof.claim, words))
                .with("line", numbered(position, &proof.line()))
                .with("motifs", motifs(&made.tactics, words).join(", "));
            let _ = writeln!(out, "{}", say("opportunity", filling));
        }
        out
    }

    /// The board with its tactics as an SVG document; refuted ones in dashes.
    pub fn svg(&self, words: &Words) -> String {
        let mut told = vec![text::to_move(&self.position, words)];
        for judged in &self.survey.tactics {
            let (tactic, soundness) = (&judged.tactic, &judged.soundness);
            told.push(words.tactic(self.position.board(), tactic));
            told.push(verdict(&self.position, tactic.cast.owner, soundness, words));
        }
        if self.survey.tactics.is_empty() {
            told.push(text::say("no-tactics", Filling::new(), words));
        }
        picture::drawn(&self.position, &self.document(false).tactics, told.join(" "), words)
    }
}

/// The names of the tactics that keep their promise, each once.
fn motifs(tactics: &[Judged], words: &Words) -> Vec<String> {
    let sound = tactics.iter().filter(|judged| judged.soundness.verdict == Verdict::Sound);
    let mut names: Vec<String> = sound.map(|judged| words.motif(judged.tactic.motif.name)).collect();
    names.dedup();
    names
}

fn numbered(position: &Position, line: &[Move]) -> String {
    Words::numbered(position, position.fullmoves(), line)
}

/// The verdict on a tactic in a sentence or two.
fn verdict(position: &Position, owner: Color, soundness: &Soundness, words: &Words) -> String {
    let nodes = words.fill("proofs/nodes", Filling::new().with("count", soundness.nodes));
    let filling = Filling::new()
        .with("line", numbered(position, &soundness.line))
        .with("side", words.side(owner))
        .with("nodes", nodes);
    let mut told = match (soundness.verdict, soundness.payoff) {
        (Verdict::Sound, Some(Payoff::Mate(0))) => text::say("on-board", filling, words),
        (Verdict::Sound, Some(payoff)) => text::say("sound", filling.with("claim", claim(payoff, words)), words),
        (Verdict::Likely, Some(Payoff::Mate(moves))) => text::say("likely-mate", filling.with("mate", moves), words),
        (Verdict::Likely, Some(Payoff::Gain(gain))) => {
            text::say("likely", filling.with("gain", words.amount(gain)), words)
        }
        (Verdict::Refuted, _) => text::say("refuted", filling, words),
        _ => text::say("unknown", filling, words),
    };
    // What would happen were it the owner's turn is worth saying where nothing happens now.
    if soundness.verdict == Verdict::Refuted
        && position.turn() != owner
        && let Some(degree) = soundness.degree.filter(|&degree| grade(degree, THRESHOLD) == Grade::Sound)
    {
        let template = if degree >= DECISIVE { "threat-mate" } else { "threat" };
        let filling = Filling::new().with("side", words.side(owner)).with("sum", words.amount(degree));
        told = format!("{told} {}", text::say(template, filling, words));
    }
    told
}

/// A degree from here on is called sound (decision D-42).
const THRESHOLD: i32 = 100;
/// A degree from here on is mate.
const DECISIVE: i32 = 20_000;

fn wire_soundness(position: &Position, judged: &Judged, certificates: bool) -> wire::Soundness {
    let soundness = &judged.soundness;
    let texts = soundness.certificates.iter().filter(|_| certificates).map(Certificate::to_string);
    wire::Soundness {
        verdict: match soundness.verdict {
            Verdict::Sound => wire::SoundnessVerdict::Sound,
            Verdict::Likely => wire::SoundnessVerdict::Likely,
            Verdict::Refuted => wire::SoundnessVerdict::Refuted,
            Verdict::Unknown => wire::SoundnessVerdict::Unknown,
        },
        gain: soundness.payoff.and_then(Payoff::gain),
        mate: soundness.payoff.and_then(Payoff::mate),
        proof_number: soundness.proof_number,
        line: uci_line(position, &soundness.line),
        line_san: san_line(position, &soundness.line),
        ply: judged.ply,
        degree: soundness.degree,
        grade: soundness.degree.map(|degree| match grade(degree, THRESHOLD) {
            Grade::Sound => wire::Grade::Sound,
            Grade::Marginal => wire::Grade::Marginal,
            Grade::Phantom => wire::Grade::Phantom,
        }),
        nodes: soundness.nodes,
        certificates: texts.collect(),
    }
}

fn wire_opportunity(position: &Position, found: &Opportunity, tactics: Vec<wire::Tactic>) -> wire::Opportunity {
    let mut motifs: Vec<String> = found.tactics.iter().map(|tactic| tactic.motif.name.to_owned()).collect();
    motifs.dedup();
    let line = found.proof().map_or(vec![found.trigger], Certificate::line);
    wire::Opportunity {
        trigger: position.uci(found.trigger),
        san: position.san(found.trigger),
        verdict: if found.proof().is_some() { wire::Verdict::Proven } else { wire::Verdict::Unknown },
        gain: found.claim().and_then(Payoff::gain),
        mate: found.claim().and_then(Payoff::mate),
        degree: found.degree,
        motifs,
        tactics,
        line: uci_line(position, &line),
        line_san: san_line(position, &line),
    }
}
