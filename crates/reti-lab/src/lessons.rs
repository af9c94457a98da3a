//! Measures blunder causes: does the lesson about a puzzle's first move name what it allows?
//!
//! The lesson sees the position before the opponent's first move and that move, never the solution. It
//! is right if what it says the move allows carries a label of the puzzle. Labels that describe the
//! scene rather than a tactic (an exposed king, an advanced pawn) are counted apart.

use std::{collections::BTreeMap, time::Instant};

use reti_core::{motif::CATALOGUE, motif::Motif};

use reti::{Problem, explain::Explainer};
use reti_lessons::claim::{Claim, Evidence, What};

use crate::{puzzle::Record, wire};

/// Labels of scenes and of the manner of a move, not of tactics.
const SCENES: [&str; 8] = [
    "castling",
    "advancedPawn",
    "exposedKing",
    "kingsideAttack",
    "queensideAttack",
    "attackingF2F7",
    "quietMove",
    "defensiveMove",
];

/// The labels of how far away a mate is.
const DISTANCES: [&str; 5] = ["mateIn1", "mateIn2", "mateIn3", "mateIn4", "mateIn5"];

/// What was counted.
#[derive(Default)]
pub struct Causes {
    rows: Vec<Row>,
}

struct Row {
    /// Each known label, and whether the lesson names it.
    labels: Vec<(&'static str, bool)>,
    proven: bool,
    solution: bool,
    milliseconds: f64,
    id: String,
}

impl Causes {
    /// Explains the first move of a puzzle.
    pub fn add(&mut self, record: &Record, explainer: &Explainer<'_>) -> Result<(), Problem> {
        let line = record.line()?;
        let (Some(&blunder), Some(&solution)) = (line.moves().first(), line.moves().get(1)) else {
            return Ok(());
        };
        let before = &line.positions()[0];
        let start = Instant::now();
        let Ok(lesson) = explainer.explain_move(before, blunder) else { return Ok(()) };
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        let allowed: Vec<&Claim> = lesson.threats.iter().collect();
        let known = CATALOGUE
            .iter()
            .filter_map(|motif| motif.label.as_ref().map(|label| (*motif, label)))
            .filter(|(_, label)| label.names.iter().any(|name| record.labels.iter().any(|theirs| theirs == name)));
        let labels = known.map(|(motif, label)| (label.names[0], allowed.iter().any(|claim| names(claim, motif))));
        self.rows.push(Row {
            labels: labels.collect(),
            proven: allowed.iter().any(|claim| matches!(claim.evidence, Evidence::Proven(_))),
            solution: allowed.first().is_some_and(|claim| claim.trigger() == Some(solution)),
            milliseconds,
            id: record.id.clone(),
        });
        Ok(())
    }

    /// The figures.
    pub fn report(&self) -> wire::LessonsBench {
        let with = |wanted: &dyn Fn(&str) -> bool| {
            let rows = self.rows.iter().filter_map(|row| {
                let mut labels = row.labels.iter().filter(|(label, _)| wanted(label)).peekable();
                labels.peek().is_some().then(|| labels.any(|(_, named)| *named))
            });
            count(rows)
        };
        let mut by_label: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        for (label, named) in self.rows.iter().flat_map(|row| &row.labels) {
            by_label.entry((*label).to_owned()).or_default().push(*named);
        }
        let mut times: Vec<f64> = self.rows.iter().map(|row| row.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let is_missed = |row: &&Row| !row.labels.is_empty() && !row.labels.iter().any(|(_, named)| *named);
        wire::LessonsBench {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            n: self.rows.len(),
            any: with(&|_| true),
            tactic: with(&|label| !SCENES.contains(&label)),
            motif: with(&|label| !SCENES.contains(&label) && !DISTANCES.contains(&label)),
            proven: count(self.rows.iter().map(|row| row.proven)).share,
            solution: count(self.rows.iter().map(|row| row.solution)).share,
            median_ms: times.get(times.len() / 2).copied().unwrap_or_default(),
            by_label: by_label.into_iter().map(|(label, named)| (label, count(named.into_iter()))).collect(),
            missed: self.rows.iter().filter(is_missed).map(|row| row.id.clone()).collect(),
            other_reply: self.rows.iter().filter(|row| !row.solution).map(|row| row.id.clone()).collect(),
        }
    }
}

/// Whether a claim names a theme: by its own name, by its family, or as the distance to mate.
fn names(claim: &Claim, wanted: &Motif) -> bool {
    let family = |name: &str| Motif::named(name).map_or("", |motif| motif.family);
    let mate = if let What::Wins { payoff, .. } = &claim.what { payoff.mate() } else { None };
    let distance = mate.and_then(|moves| Motif::labelled(DISTANCES[(moves as usize).clamp(1, 5) - 1]));
    claim.themes().into_iter().any(|name| name == wanted.name || family(name) == wanted.name)
        || distance.is_some_and(|motif| motif == wanted)
}

fn count(named: impl Iterator<Item = bool>) -> wire::Share {
    let (mut n, mut hits) = (0, 0);
    for hit in named {
        n += 1;
        hits += usize::from(hit);
    }
    wire::Share { n, share: (1e4 * hits as f64 / (n.max(1)) as f64).round() / 1e4 }
}
