//! What happened in a game, in two to five sentences.
//!
//! The opening, who handed over the advantage first and how often it changed hands after that, the decisive mistake
//! or the win that was let slip, how it ended, and what each side should study. Each sentence rests on judged
//! moves and on the winning chances around them; where there is no such move there is no such sentence.

use reti_core::chess::Color;
use reti_lessons::words::{Filling, Words};

use crate::{
    pgn::Outcome,
    wire::{AnnotatedGame, AnnotatedMove, Phase, SideSummary},
};

/// Winning chances from which on a side has the advantage.
const BETTER: f64 = 62.0;
/// Winning chances from which on a game is decided if they stay above [`BETTER`].
const DECIDED: f64 = 75.0;
/// Winning chances from which on there is nothing left to decide.
const WON: f64 = 90.0;

/// The story. `chances` are White's, one more than there are moves; `sides` is how White and Black played.
pub(super) fn story(
    game: &AnnotatedGame,
    chances: &[f64],
    outcome: Outcome,
    sides: [&SideSummary; 2],
    words: &Words,
) -> String {
    let teller = Teller { game, chances, words };
    let mut sentences = Vec::new();
    if let Some(opening) = &game.opening {
        let filling = Filling::new().with("name", opening.name.clone()).with("eco", opening.eco.clone());
        sentences.push(words.say("annotations/opening", filling));
    }
    if game.moves.is_empty() {
        return sentences.join(" ");
    }
    let last = match outcome {
        Outcome::Win(winner) => teller.decisive(winner).map(|ply| ("decisive", ply)),
        _ => teller.slipped().map(|ply| ("slipped", ply)),
    };
    let first = teller.faults().find(|&ply| teller.gains(ply));
    match (first, last) {
        (None, None) if teller.faults().next().is_none() => {
            sentences.push(words.say("story/steady", Filling::new()));
        }
        (Some(ply), last) if last.is_none_or(|(_, last)| last != ply) => {
            sentences.push(teller.tell("turn", ply));
        }
        _ => {}
    }
    sentences.extend(last.map(|(template, ply)| teller.tell(template, ply)));
    sentences.extend(teller.end(outcome));
    sentences.extend(teller.study(sides));
    sentences.join(" ")
}

struct Teller<'a> {
    game: &'a AnnotatedGame,
    chances: &'a [f64],
    words: &'a Words,
}

impl Teller<'_> {
    fn mover(&self, ply: usize) -> Color {
        if self.game.moves[ply].number.ends_with("...") { Color::Black } else { Color::White }
    }

    /// A side's chances after so many plies.
    fn chance(&self, side: Color, plies: usize) -> f64 {
        if side.is_white() { self.chances[plies] } else { 100.0 - self.chances[plies] }
    }

    /// Mistakes and blunders.
    fn faults(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let is_bad = |told: &AnnotatedMove| matches!(told.judgement.as_deref(), Some("mistake" | "blunder"));
        (0..self.game.moves.len()).filter(move |&ply| is_bad(&self.game.moves[ply]))
    }

    /// Whether the move gave the opponent an advantage that he did not have.
    fn gains(&self, ply: usize) -> bool {
        let profits = self.mover(ply).other();
        self.chance(profits, ply) < BETTER && self.chance(profits, ply + 1) >= BETTER
    }

    /// How often the advantage went to the other side from here on.
    fn changes(&self, from: usize) -> usize {
        let better = |plies: &usize| Color::ALL.into_iter().find(|&side| self.chance(side, *plies) >= BETTER);
        let mut leaders: Vec<Color> = (from..self.chances.len()).filter_map(|plies| better(&plies)).collect();
        leaders.dedup();
        leaders.len().saturating_sub(1)
    }

    /// The loser's first mistake after which the winner's chances were decisive and stayed good.
    fn decisive(&self, winner: Color) -> Option<usize> {
        let lapse = (0..self.chances.len()).rev().find(|&plies| self.chance(winner, plies) < BETTER);
        let from = lapse.unwrap_or(0);
        let mut late = self.faults().filter(|&ply| ply >= from && self.mover(ply) != winner);
        late.find(|&ply| self.chance(winner, ply) < WON && self.chance(winner, ply + 1) >= DECIDED)
    }

    /// The last mistake that gave decisive chances away, where nobody won.
    fn slipped(&self) -> Option<usize> {
        let lets_go = |&ply: &usize| {
            let mover = self.mover(ply);
            self.chance(mover, ply) >= DECIDED && self.chance(mover, ply + 1) < BETTER
        };
        self.faults().rev().find(lets_go)
    }

    fn tell(&self, template: &str, ply: usize) -> String {
        let (told, mover) = (&self.game.moves[ply], self.mover(ply));
        // Who lets a win slip is told by his own chances, who makes a present by the other side's.
        let side = if template == "slipped" { mover } else { mover.other() };
        let percent = |plies: usize| format!("{:.0}", self.chance(side, plies));
        let judgement = told.judgement.as_deref().unwrap_or_default();
        let judgement = self.words.fill(&format!("annotations/{judgement}"), Filling::new());
        let filling = Filling::new()
            .with("side", self.words.side(mover.other()))
            .with("other", self.words.side(mover))
            .with("move", format!("{} {}", told.number, told.san))
            .with("judgement", judgement)
            .with("count", self.changes(ply + 1))
            .with("before", percent(ply))
            .with("after", percent(ply + 1));
        self.words.say(&format!("story/{template}"), filling)
    }

    fn end(&self, outcome: Outcome) -> Option<String> {
        let mates = self.game.moves.last().is_some_and(|told| told.san.ends_with('#'));
        let (template, side) = match outcome {
            Outcome::Win(winner) => (if mates { "mate" } else { "won" }, self.words.side(winner)),
            Outcome::Draw => ("drawn", String::new()),
            Outcome::Unknown => return None,
        };
        Some(self.words.say(&format!("story/{template}"), Filling::new().with("side", side)))
    }

    /// What each side should study: the motif that it missed or allowed most often, or else the phase in which
    /// it made most mistakes.
    fn study(&self, sides: [&SideSummary; 2]) -> Option<String> {
        let each = Color::ALL.into_iter().zip(sides).filter_map(|(color, side)| {
            let what = weakest(side).map(|motif| self.words.motif(motif)).or_else(|| {
                self.worst_phase(color).map(|phase| self.words.fill(&format!("story/{phase}"), Filling::new()))
            })?;
            let filling = Filling::new().with("side", self.words.side(color)).with("what", what);
            Some(self.words.fill("story/study-side", filling))
        });
        let items: Vec<String> = each.collect();
        (!items.is_empty()).then(|| self.words.say("story/study", Filling::new().with("items", items.join("; "))))
    }

    fn worst_phase(&self, color: Color) -> Option<Phase> {
        let own: Vec<Phase> =
            self.faults().filter(|&ply| self.mover(ply) == color).map(|ply| self.game.moves[ply].phase).collect();
        let count = |phase: Phase| own.iter().filter(|other| **other == phase).count();
        // The first of equals.
        Phase::ALL.iter().copied().filter(|phase| count(*phase) > 0).rev().max_by_key(|phase| count(*phase))
    }
}

/// The motif that a side missed or allowed most often; a mate without a name is nothing to study.
fn weakest(side: &SideSummary) -> Option<&str> {
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for (motif, count) in side.missed.iter().chain(&side.allowed).filter(|(motif, _)| *motif != "unnamed-mate") {
        *counts.entry(motif).or_default() += count;
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(motif, _)| motif)
}
