//! A game in a paragraph: accuracy, what was found and missed, and where it turned.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reti_core::chess::{Color, Position};

use super::{
    chance::{Judgement, Step, chance, game_accuracy},
    evaluator::Opinion,
};
use crate::{
    sentence::Words,
    wire::{AnnotatedGame, AnnotatedMove, GameSummary, SideSummary, TurningPoint},
    words,
};

/// How many turning points are told.
const MOST_TURNS: usize = 3;

pub(super) fn summary(
    game: &AnnotatedGame,
    positions: &[Position],
    opinions: &[Opinion],
    steps: &[Step],
) -> GameSummary {
    let chances: Vec<f64> = positions
        .iter()
        .zip(opinions)
        .map(|(position, opinion)| if position.turn().is_white() { chance(opinion) } else { -chance(opinion) })
        .collect();
    let [white, black] = Color::ALL.map(|color| side(game, positions, steps, &chances, color));
    let turning_points = turns(game, positions, steps);
    let mut summary = GameSummary { white, black, turning_points, text: String::new() };
    summary.text = words_of(game, &summary);
    summary
}

fn side(game: &AnnotatedGame, positions: &[Position], steps: &[Step], chances: &[f64], color: Color) -> SideSummary {
    let plies: Vec<usize> = (0..steps.len()).filter(|&ply| positions[ply].turn() == color).collect();
    let moves: Vec<&AnnotatedMove> = plies.iter().map(|&ply| &game.moves[ply]).collect();
    let accuracies: Vec<(usize, f64)> = plies.iter().map(|&ply| (ply, steps[ply].accuracy())).collect();
    let lost: i32 = plies.iter().map(|&ply| steps[ply].centipawn_loss()).sum();
    let judged = |judgement: Judgement| moves.iter().filter(|m| m.judgement == Some(judgement.name())).count();
    SideSummary {
        accuracy: game_accuracy(chances, &accuracies).map(rounded),
        centipawn_loss: (!plies.is_empty()).then(|| rounded(f64::from(lost) / plies.len() as f64)),
        inaccuracies: judged(Judgement::Inaccuracy),
        mistakes: judged(Judgement::Mistake),
        blunders: judged(Judgement::Blunder),
        found: motifs(&moves, &["found", "punished"]),
        missed: motifs(&moves, &["missed"]),
        allowed: motifs(&moves, &["allowed"]),
    }
}

/// One decimal is what these figures can bear.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// How often each motif carried a claim of these roles; a claim counts once for each motif.
fn motifs(moves: &[&AnnotatedMove], roles: &[&str]) -> BTreeMap<&'static str, usize> {
    let mut counted = BTreeMap::new();
    for annotation in moves.iter().flat_map(|m| &m.annotations).filter(|found| roles.contains(&found.role)) {
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
fn turns(game: &AnnotatedGame, positions: &[Position], steps: &[Step]) -> Vec<TurningPoint> {
    let mut bad: Vec<usize> =
        (0..steps.len()).filter(|&ply| matches!(game.moves[ply].judgement, Some("mistake" | "blunder"))).collect();
    bad.sort_by(|&a, &b| steps[b].loss().total_cmp(&steps[a].loss()).then(a.cmp(&b)));
    bad.truncate(MOST_TURNS);
    bad.sort_unstable();
    let tell = |&ply: &usize| {
        let sign = if positions[ply].turn().is_white() { 1.0 } else { -1.0 };
        let m = &game.moves[ply];
        TurningPoint {
            ply: m.ply,
            played: format!("{} {}", m.number, m.san),
            judgement: m.judgement.unwrap_or_default(),
            before: sign * steps[ply].before,
            after: sign * steps[ply].after,
        }
    };
    bad.iter().map(tell).collect()
}

fn words_of(game: &AnnotatedGame, summary: &GameSummary) -> String {
    let mut out = format!("Annotated by Reti {}; evaluated by {}.", env!("CARGO_PKG_VERSION"), game.evaluator);
    if let Some(opening) = &game.opening {
        // Writing to a string cannot fail.
        let _ = write!(out, " Opening: {} ({}).", opening.name, opening.eco);
    }
    for (color, side) in Color::ALL.into_iter().zip([&summary.white, &summary.black]) {
        let (Some(accuracy), Some(loss)) = (side.accuracy, side.centipawn_loss) else { continue };
        let _ = write!(out, " {}: accuracy {accuracy:.0}%, average loss {loss:.0} centipawns", words::side(color));
        for (count, one, many) in [
            (side.blunders, "blunder", "blunders"),
            (side.mistakes, "mistake", "mistakes"),
            (side.inaccuracies, "inaccuracy", "inaccuracies"),
        ] {
            if count > 0 {
                let _ = write!(out, ", {count} {}", if count == 1 { one } else { many });
            }
        }
        out.push('.');
        for (what, counted) in [("Found", &side.found), ("Missed", &side.missed)] {
            if !counted.is_empty() {
                let _ = write!(out, " {what}: {}.", counts(counted));
            }
        }
    }
    let turns: Vec<String> =
        summary.turning_points.iter().map(|turn| format!("{} ({})", turn.played, turn.judgement)).collect();
    if !turns.is_empty() {
        let _ = write!(out, " Turning point{}: {}.", if turns.len() == 1 { "" } else { "s" }, turns.join(", "));
    }
    out
}

/// `fork, hanging piece (2)`.
fn counts(counted: &BTreeMap<&'static str, usize>) -> String {
    let each = counted.iter().map(|(motif, &count)| {
        let name = Words::english().motif(motif);
        if count == 1 { name } else { format!("{name} ({count})") }
    });
    each.collect::<Vec<_>>().join(", ")
}
