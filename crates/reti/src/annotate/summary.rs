//! A game in a paragraph: accuracy, what was found and missed, and where it turned.

use std::collections::BTreeMap;

use reti_core::chess::{Color, Position};
use reti_lessons::{
    judge::{Judgement, game_accuracy},
    phase::{Phase, phases},
    review::Review,
    words::{Filling, Words},
};
use reti_search::advice::Source;

use super::story;
use crate::{
    pgn::Outcome,
    wire::{
        AnnotatedGame, AnnotatedMove, ClockAccuracy, GameSummary, PhaseAccuracies, SideSummary, TimeLeft, TurningPoint,
    },
};

/// How many turning points are told.
const MAX_TURNS: usize = 3;

/// Who evaluated, and how long, in words.
pub(super) fn evaluator(source: &Source, nodes: u64, words: &Words) -> String {
    let filling = Filling::new().with("nodes", nodes).with("name", source.name().to_owned());
    words.fill(if *source == Source::Reti { "annotations/own-engine" } else { "annotations/other-engine" }, filling)
}

pub(super) fn summary(game: &AnnotatedGame, positions: &[Position], review: &Review, words: &Words) -> GameSummary {
    let chances: Vec<f64> = positions
        .iter()
        .zip(&review.looks)
        .map(|(position, look)| {
            let chance = look.score.chance();
            if position.turn().is_white() { chance } else { 100.0 - chance }
        })
        .collect();
    let [white, black] = Color::ALL.map(|color| side(game, positions, review, &chances, color));
    let turning_points = turns(game, &chances);
    let outcome = Outcome::read(&game.result).unwrap_or_default();
    let story = story::story(game, &chances, outcome, [&white, &black], words);
    let mut summary = GameSummary { white, black, turning_points, story, text: String::new() };
    summary.text = text(game, &summary, words);
    summary
}

fn side(game: &AnnotatedGame, positions: &[Position], review: &Review, chances: &[f64], color: Color) -> SideSummary {
    let plies: Vec<usize> = (0..review.moves.len()).filter(|&ply| positions[ply].turn() == color).collect();
    let moves: Vec<&AnnotatedMove> = plies.iter().map(|&ply| &game.moves[ply]).collect();
    let accuracies: Vec<(usize, f64)> = plies.iter().map(|&ply| (ply, review.moves[ply].accuracy())).collect();
    let lost: i32 = plies.iter().map(|&ply| review.moves[ply].centipawn_loss()).sum();
    let judged = |judgement: Judgement| plies.iter().filter(|&&ply| review.moves[ply].fault == Some(judgement)).count();
    SideSummary {
        accuracy: game_accuracy(chances, &accuracies).map(rounded),
        phases: by_phase(positions, review, color),
        clocks: by_clock(&moves),
        best_moves: moves.iter().filter(|told| is_best(told)).count(),
        longest_best: longest_best(&moves),
        centipawn_loss: (!plies.is_empty()).then(|| rounded(f64::from(lost) / plies.len() as f64)),
        inaccuracies: judged(Judgement::Inaccuracy),
        mistakes: judged(Judgement::Mistake),
        blunders: judged(Judgement::Blunder),
        found: motifs(&moves, &["found", "punished"]),
        missed: motifs(&moves, &["missed"]),
        allowed: motifs(&moves, &["allowed"]),
    }
}

/// The mean accuracy of a side's moves in each phase.
fn by_phase(positions: &[Position], review: &Review, color: Color) -> PhaseAccuracies {
    let phases = phases(positions);
    let [opening, middlegame, endgame] = Phase::ALL.map(|phase| {
        let is_there = |ply: &usize| phases[*ply] == phase && positions[*ply].turn() == color;
        let there: Vec<f64> =
            (0..review.moves.len()).filter(is_there).map(|ply| review.moves[ply].accuracy()).collect();
        (!there.is_empty()).then(|| rounded(there.iter().sum::<f64>() / there.len() as f64))
    });
    PhaseAccuracies { opening, middlegame, endgame }
}

/// The mean accuracy of moves by the time left after them; nothing without clocks.
fn by_clock(moves: &[&AnnotatedMove]) -> Vec<ClockAccuracy> {
    if moves.iter().all(|told| told.time_left.is_none()) {
        return Vec::new();
    }
    let band = |time_left: TimeLeft| {
        let there: Vec<f64> =
            moves.iter().filter(|told| told.time_left == Some(time_left)).map(|told| told.accuracy).collect();
        let accuracy = (!there.is_empty()).then(|| rounded(there.iter().sum::<f64>() / there.len() as f64));
        ClockAccuracy { time_left, moves: there.len(), accuracy }
    };
    TimeLeft::ALL.iter().copied().map(band).collect()
}

/// Whether a move is as good as the best one.
fn is_best(told: &AnnotatedMove) -> bool {
    told.loss < 1.0
}

/// The longest row of best moves.
fn longest_best(moves: &[&AnnotatedMove]) -> usize {
    let mut longest = 0;
    let mut row = 0;
    for told in moves {
        row = if is_best(told) { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest
}

/// One decimal is what these figures can bear.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// How often each motif carried a claim of these roles; a claim counts once for each motif.
fn motifs(moves: &[&AnnotatedMove], roles: &[&str]) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for annotation in moves.iter().flat_map(|m| &m.annotations).filter(|found| roles.contains(&found.role.as_str())) {
        let mut motifs = annotation.claim.motifs.clone();
        motifs.sort_unstable();
        motifs.dedup();
        for motif in motifs {
            *counted.entry(motif).or_insert(0) += 1;
        }
    }
    counted
}

/// The moves that lost most, if they were mistakes, in their order.
fn turns(game: &AnnotatedGame, chances: &[f64]) -> Vec<TurningPoint> {
    let is_bad = |ply: &usize| matches!(game.moves[*ply].judgement.as_deref(), Some("mistake" | "blunder"));
    let mut bad: Vec<usize> = (0..game.moves.len()).filter(is_bad).collect();
    bad.sort_by(|&a, &b| game.moves[b].loss.total_cmp(&game.moves[a].loss).then(a.cmp(&b)));
    bad.truncate(MAX_TURNS);
    bad.sort_unstable();
    let tell = |&ply: &usize| {
        let m = &game.moves[ply];
        TurningPoint {
            ply: m.ply,
            first: m.first.clone(),
            san: format!("{} {}", m.number, m.san),
            judgement: m.judgement.unwrap_or(Judgement::Good.into()),
            before: rounded(chances[ply]),
            after: rounded(chances[ply + 1]),
        }
    };
    bad.iter().map(tell).collect()
}

fn text(game: &AnnotatedGame, summary: &GameSummary, words: &Words) -> String {
    let say = |template: &str, filling: Filling| words.say(&format!("annotations/{template}"), filling);
    let fill = |template: &str, filling: Filling| words.fill(&format!("annotations/{template}"), filling);
    let program = format!("Reti {}", env!("CARGO_PKG_VERSION"));
    let mut sentences =
        vec![say("by", Filling::new().with("program", program).with("evaluator", game.evaluator.clone()))];
    sentences.extend(Some(summary.story.clone()).filter(|story| !story.is_empty()));
    for (color, side) in Color::ALL.into_iter().zip([&summary.white, &summary.black]) {
        let (Some(accuracy), Some(loss)) = (side.accuracy, side.centipawn_loss) else { continue };
        let faults: Vec<String> =
            [("blunders", side.blunders), ("mistakes", side.mistakes), ("inaccuracies", side.inaccuracies)]
                .into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(name, count)| fill(name, Filling::new().with("count", count)))
                .collect();
        let filling = Filling::new()
            .with("side", words.side(color))
            .with("accuracy", format!("{accuracy:.0}"))
            .with("loss", format!("{loss:.0}"))
            .with("faults", faults.join(", "));
        sentences.push(say("side", filling));
        for (template, counted) in [("found", &side.found), ("missed", &side.missed)] {
            if !counted.is_empty() {
                sentences.push(say(template, Filling::new().with("motifs", counts(counted, words))));
            }
        }
    }
    let turns: Vec<String> = summary
        .turning_points
        .iter()
        .map(|turn| {
            let judgement = fill(&turn.judgement, Filling::new());
            fill("turning-point", Filling::new().with("move", turn.san.clone()).with("judgement", judgement))
        })
        .collect();
    if !turns.is_empty() {
        let filling = Filling::new().with("count", turns.len()).with("moves", turns.join(", "));
        sentences.push(say("turning-points", filling));
    }
    sentences.join(" ")
}

/// `fork, hanging piece (2)`.
fn counts(counted: &BTreeMap<String, usize>, words: &Words) -> String {
    let each = counted.iter().map(|(motif, &count)| {
        words.fill("annotations/counted", Filling::new().with("name", words.motif(motif)).with("count", count))
    });
    each.collect::<Vec<_>>().join(", ")
}
