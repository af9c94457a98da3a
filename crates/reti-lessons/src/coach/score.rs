//! How much a continuation teaches: decision D-70, item by item.

use std::collections::BTreeSet;

use reti_core::{
    chess::Color,
    motif::{Bonus, Kind},
    tactic::TacticKey,
    value::balance,
};

use super::{
    Continuation, Node,
    weights::{TeachabilityWeights, bonus, label},
};

/// A sacrifice is at least this many centipawns.
const SACRIFICE: i32 = 200;

/// How many positional motifs count.
const MAX_POSITIONAL: usize = 3;

/// A deep tactic is worth at least this much.
const LEAST_DEEP: f64 = 0.5;

/// Points with their reasons.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Score {
    pub(super) reasons: Vec<(String, f64)>,
}

impl Score {
    pub(super) fn total(&self) -> f64 {
        self.reasons.iter().map(|(_, points)| points).sum()
    }

    fn add(&mut self, reason: impl Into<String>, points: f64) {
        if points != 0.0 {
            self.reasons.push((reason.into(), points));
        }
    }
}

/// Scores a continuation for the student.
pub(super) fn score(line: &Continuation, student: Color, weights: &TeachabilityWeights) -> Score {
    let mut score = Score::default();
    let last_early = weights.depth.min(line.nodes.len() - 1);
    // Node 0 of the definition is the position after the first move.
    let early_nodes = 1..=last_early;
    let early = new_labels(line, student, early_nodes.clone());
    for label in &early {
        score.add(*label, weights.base(label));
        match bonus(label) {
            Bonus::High => score.add(format!("{label}: rare"), weights.high_flat),
            Bonus::Moderate => score.add(format!("{label}: instructive"), weights.moderate_flat),
            Bonus::None => {}
        }
    }
    values(line, student, early_nodes.clone(), weights, &mut score);
    mates(line, student, early_nodes.clone(), weights, &mut score);
    if is_sacrifice(line, student) {
        score.add("sacrifice", weights.sacrifice_bonus);
    }
    let positional = new_positional(line, student, early_nodes).min(MAX_POSITIONAL);
    score.add("positional", positional as f64 * weights.positional_bonus);
    let late: Vec<&str> = new_labels(line, student, last_early + 1..=line.nodes.len() - 1)
        .into_iter()
        .filter(|label| !early.contains(label))
        .collect();
    if !late.is_empty() {
        // What comes late counts half: the student must see it from afar.
        let mut points: f64 = late.iter().map(|label| weights.base(label) / 2.0).sum();
        if early.is_empty() {
            points = (points + weights.deep_only_penalty).max(LEAST_DEEP);
        }
        score.add(format!("deep: {}", late.join(", ")), points);
    }
    score
}

type Range = std::ops::RangeInclusive<usize>;

/// The labels of the student's motifs that appear at these nodes and were absent one node earlier, each once.
fn new_labels(line: &Continuation, student: Color, nodes: Range) -> Vec<&'static str> {
    let labels = |node: &Node| -> BTreeSet<&'static str> {
        let mine = node.found.iter().filter(|tactic| tactic.cast.owner == student);
        mine.filter_map(|tactic| label(tactic.motif)).collect()
    };
    let mut found: Vec<&'static str> = Vec::new();
    for index in nodes {
        let before = labels(&line.nodes[index - 1]);
        for label in labels(&line.nodes[index]) {
            if !before.contains(label) && !found.contains(&label) {
                found.push(label);
            }
        }
    }
    found
}

/// What the student's new tactics are worth; those that do not work may cost something.
fn values(line: &Continuation, student: Color, nodes: Range, weights: &TeachabilityWeights, score: &mut Score) {
    let mut seen: Vec<TacticKey> = keys(&line.nodes[0]);
    let (mut worth, mut unsound) = (0.0, 0);
    for index in nodes {
        let node = &line.nodes[index];
        for tactic in node.found.iter().filter(|tactic| tactic.motif.kind == Kind::Tactic) {
            let key = tactic.key(&node.relations);
            if seen.contains(&key) || tactic.cast.owner != student {
                continue;
            }
            seen.push(key);
            let value = tactic.value(&node.relations);
            if value.is_sound && value.material_delta > 0 {
                worth += f64::from(value.material_delta) / 100.0;
            } else if !value.is_sound {
                unsound += 1;
            }
        }
    }
    score.add("value", worth * weights.value_bonus_per_100cp);
    score.add("unsound", f64::from(unsound) * weights.unsound_penalty);
}

fn keys(node: &Node) -> Vec<TacticKey> {
    node.found.iter().map(|tactic| tactic.key(&node.relations)).collect()
}

/// Mate threats and patterns of the student, and mates by either side.
fn mates(line: &Continuation, student: Color, nodes: Range, weights: &TeachabilityWeights, score: &mut Score) {
    let mut names: Vec<&str> = Vec::new();
    for index in nodes {
        for tactic in line.nodes[index].found.iter().filter(|tactic| tactic.cast.owner == student) {
            let is_mate = tactic.motif.kind == Kind::Mate || label(tactic.motif) == Some("mate_threat");
            if is_mate && !names.contains(&tactic.motif.name) {
                names.push(tactic.motif.name);
                score.add(format!("mate: {}", tactic.motif.name), weights.mate_bonus);
            }
        }
    }
    let mated = line.nodes.iter().map(Node::position).find(|position| position.is_checkmate());
    if let Some(position) = mated {
        let by_student = position.turn() != student;
        score.add(
            if by_student { "checkmate" } else { "mated" },
            if by_student { weights.checkmate_bonus } else { weights.mated_penalty },
        );
    }
}

/// Material given after a later move of the student, and won back or crowned by mate at the end.
fn is_sacrifice(line: &Continuation, student: Color) -> bool {
    let balance = |node: &Node| balance(node.relations.board(), student);
    let start = balance(&line.nodes[0]);
    let given = line.nodes.iter().skip(3).step_by(2).any(|node| balance(node) <= start - SACRIFICE);
    let Some(end) = line.nodes.last() else { return false };
    let mates = end.position().is_checkmate() && end.position().turn() != student;
    given && (mates || balance(end) >= start)
}

/// How many kinds of positional motifs appear at these nodes.
fn new_positional(line: &Continuation, student: Color, nodes: Range) -> usize {
    let names = |node: &Node| -> BTreeSet<&'static str> {
        let positional = |motif: &reti_core::motif::Motif| motif.kind == Kind::Observation && label(motif).is_none();
        let mine = node.found.iter().filter(|tactic| tactic.cast.owner == student);
        mine.filter(|tactic| positional(tactic.motif)).map(|tactic| tactic.motif.name).collect()
    };
    let mut found = BTreeSet::new();
    for index in nodes {
        found.extend(&names(&line.nodes[index]) - &names(&line.nodes[index - 1]));
    }
    found.len()
}
