//! Measurements of the prover: mates and gains on test positions, puzzles with the solution hidden,
//! and claims to be put to an engine.
//!
//! Nodes are repeatable, times are not; both are reported. Positions are worked through one after
//! another on one core, so that times mean something.

use std::{collections::BTreeMap, time::Instant};

use reti_core::{
    chess::{Color, Move, Position},
    line::{Line, SetUp, labels, uses},
    motif::Motif,
    value::balance,
};
use reti_search::{
    advice::Own,
    opportunity::{Effort, opportunities},
    proof::{Certificate, Goal, Payoff, Prover, Verdict},
    trigger::triggers,
};

use reti::{
    Problem,
    proof::{san_line, uci_line},
};

use crate::{puzzle::Record, wire};

/// A position whose goal is to be proven.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is called.
    pub id: String,
    /// The position.
    pub position: Position,
    /// Moves that the source names as best; empty if it names none.
    pub best: Vec<Move>,
    /// A label to count by.
    pub label: Option<String>,
}

/// Reads one line of an EPD file; `None` for empty lines and comments.
pub fn read_epd(line: &str) -> Result<Option<Task>, Problem> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let fields: Vec<&str> = line.splitn(5, ' ').collect();
    let position = reti::read_position(&fields[..fields.len().min(4)].join(" "))?;
    let operations = fields.get(4).copied().unwrap_or("");
    let operation =
        |name: &str| operations.split(';').map(str::trim).find_map(|text| text.strip_prefix(name)?.strip_prefix(' '));
    let best = operation("bm").unwrap_or("").split(' ').filter_map(|text| position.parse_move(text).ok()).collect();
    let id = operation("id").unwrap_or("").trim_matches('"').to_owned();
    Ok(Some(Task { id, position, best, label: None }))
}

/// The task of a puzzle that is labelled as a mate in so many moves.
pub fn mate_task(record: &Record) -> Result<Option<Task>, Problem> {
    let Some(label) = record.labels.iter().find(|label| label.starts_with("mateIn")) else {
        return Ok(None);
    };
    let line = record.line()?;
    let position = line.positions()[line.first()].clone();
    Ok(Some(Task { id: record.id.clone(), position, best: Vec::new(), label: Some(label.clone()) }))
}

/// Results of a run over tasks.
#[derive(Default)]
pub struct Mates {
    rows: Vec<Row>,
}

struct Row {
    id: String,
    label: Option<String>,
    verdict: &'static str,
    nodes: u64,
    size: u64,
    book: Option<bool>,
}

impl Mates {
    /// Tries one task.
    pub fn add(&mut self, task: &Task, goal: Goal, nodes: u64, prover: &mut Prover<'_>) {
        let outcome = prover.prove(&task.position, goal, None, nodes);
        let proof = outcome.proof();
        self.rows.push(Row {
            id: task.id.clone(),
            label: task.label.clone(),
            verdict: match outcome.verdict {
                Verdict::Proven(_) => "proven",
                Verdict::Refuted(_) => "refuted",
                Verdict::Unknown => "unknown",
            },
            nodes: outcome.nodes,
            size: proof.map_or(0, |proof| proof.size() as u64),
            book: (!task.best.is_empty()).then(|| proof.is_some_and(|proof| task.best.contains(&proof.first))),
        });
    }

    /// The figures, overall and by label.
    pub fn report(&self) -> wire::MateBench {
        let mut report = wire::MateBench {
            all: figures(&self.rows.iter().collect::<Vec<_>>()),
            unproven: self.rows.iter().filter(|row| row.verdict != "proven").map(|row| row.id.clone()).collect(),
            ..wire::MateBench::default()
        };
        let labels = self.rows.iter().filter_map(|row| row.label.clone());
        for label in labels.collect::<std::collections::BTreeSet<_>>() {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| row.label.as_ref() == Some(&label)).collect();
            report.by_label.insert(label, figures(&rows));
        }
        report
    }
}

fn figures(rows: &[&Row]) -> wire::MateFigures {
    let count = |verdict: &str| rows.iter().filter(|row| row.verdict == verdict).count();
    let proven = || rows.iter().filter(|row| row.verdict == "proven");
    let nodes: Vec<u64> = proven().map(|row| row.nodes).collect();
    wire::MateFigures {
        n: rows.len(),
        proven: count("proven"),
        refuted: count("refuted"),
        unknown: count("unknown"),
        median_nodes: quantile(nodes.clone(), 0.5),
        p90_nodes: quantile(nodes, 0.9),
        median_size: quantile(proven().map(|row| row.size).collect(), 0.5),
        book_first: rows
            .iter()
            .any(|row| row.book.is_some())
            .then(|| rows.iter().filter(|row| row.book == Some(true)).count()),
    }
}

fn quantile<T: PartialOrd + Copy + Default>(mut values: Vec<T>, part: f64) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let index = (values.len().saturating_sub(1)) as f64 * part;
    values.get(index as usize).copied().unwrap_or_default()
}

/// A number in which a puzzle's place in a random sample can be read off: the same for the same
/// name and seed, whatever else the file contains.
pub fn sample_key(id: &str, seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = id.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mixed = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

/// Results of puzzles with the solution hidden.
#[derive(Default)]
pub struct Hits {
    rows: Vec<Hit>,
}

struct Hit {
    rating: Option<u32>,
    first: bool,
    third: bool,
    theme: Option<bool>,
    proven: bool,
    nodes: u64,
    proof_ms: f64,
    scan_ms: f64,
    trigger_ms: f64,
}

impl Hits {
    /// Scans the position after the puzzle's first move, and compares.
    pub fn add(&mut self, record: &Record, prover: &mut Prover<'_>, effort: Effort) -> Result<(), Problem> {
        let line = record.line()?;
        let position = &line.positions()[line.first()];
        let Some(&solution) = line.moves().get(line.first()) else {
            return Ok(());
        };
        let start = Instant::now();
        let _ = triggers(position);
        let trigger_ms = milliseconds(start);
        let start = Instant::now();
        let mut advisor = Own::new(1, position.turn());
        let found = opportunities(position, prover, Some(&mut advisor), effort);
        let scan_ms = milliseconds(start);
        let place = found.iter().position(|opportunity| opportunity.trigger == solution);
        // Any mate solves a mate in one.
        let mates = |m: Move| position.play(m).is_checkmate();
        let first = place == Some(0) || mates(solution) && found.first().is_some_and(|best| mates(best.trigger));
        let best = found.first();
        let proof = best.and_then(|best| best.proof());
        let moves = proof.map_or_else(|| best.map(|best| best.trigger).into_iter().collect(), Certificate::line);
        // The proof alone, once it is known what to prove.
        let proof_ms = proof.map_or(0.0, |proof| {
            let start = Instant::now();
            let _ = prover.prove(position, proof.goal, Some(proof.first), effort.proof_nodes);
            milliseconds(start)
        });
        self.rows.push(Hit {
            rating: record.rating,
            first,
            third: first || place.is_some_and(|place| place < 3),
            theme: has_theme(record, &Line::new(position, &moves, SetUp::Absent)),
            proven: proof.is_some(),
            nodes: best.map_or(0, |best| best.nodes),
            proof_ms,
            scan_ms,
            trigger_ms,
        });
        Ok(())
    }

    /// The figures.
    pub fn report(&self) -> wire::TacticsBench {
        let proven = || self.rows.iter().filter(|row| row.proven);
        let themes: Vec<bool> = self.rows.iter().filter_map(|row| row.theme).collect();
        let mut bands: BTreeMap<String, Vec<&Hit>> = BTreeMap::new();
        for row in &self.rows {
            let band = row.rating.map_or("unrated".to_owned(), |rating| format!("{:04}", rating / 400 * 400));
            bands.entry(band).or_default().push(row);
        }
        wire::TacticsBench {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            n: self.rows.len(),
            hit1: share(self.rows.iter().map(|row| row.first)),
            hit3: share(self.rows.iter().map(|row| row.third)),
            theme: share(themes.into_iter()),
            proven: share(self.rows.iter().map(|row| row.proven)),
            median_ms: quantile(proven().map(|row| row.proof_ms).collect(), 0.5),
            median_scan_ms: quantile(self.rows.iter().map(|row| row.scan_ms).collect(), 0.5),
            median_trigger_ms: quantile(self.rows.iter().map(|row| row.trigger_ms).collect(), 0.5),
            median_nodes: quantile(proven().map(|row| row.nodes).collect(), 0.5),
            by_rating: bands
                .into_iter()
                .map(|(band, rows)| {
                    let hit1 = share(rows.iter().map(|row| row.first));
                    let hit3 = share(rows.iter().map(|row| row.third));
                    (band, wire::RatingBand { n: rows.len(), hit1, hit3 })
                })
                .collect(),
        }
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

fn share(hits: impl ExactSizeIterator<Item = bool>) -> f64 {
    let n = hits.len().max(1);
    let count = hits.filter(|&hit| hit).count();
    (1e4 * count as f64 / n as f64).round() / 1e4
}

/// Whether our line has a theme that the puzzle is labelled with; `None` if it has no label that
/// we know.
fn has_theme(record: &Record, line: &Line) -> Option<bool> {
    let mut known = record.labels.iter().filter_map(|label| Motif::labelled(label)).peekable();
    known.peek()?;
    let (named, used) = (labels(line), uses(line));
    Some(known.any(|motif| named.contains(&motif) || used.iter().any(|used| used.motif == motif)))
}

/// A proven claim, with what an engine needs to judge it.
#[derive(Clone, Debug)]
pub struct ProvenClaim {
    /// The position; its side to move claims.
    pub position: Position,
    /// The position after the trigger.
    pub after: Position,
    /// The trigger in SAN.
    pub san: String,
    /// What is claimed.
    pub claim: Payoff,
    /// The claimed gain minus what the opponent's last move took.
    pub net: i32,
    /// The claimant's material lead in the position.
    pub lead: i32,
    /// The trigger in UCI.
    pub trigger: String,
    /// The line in UCI.
    pub line: Vec<String>,
    /// The line in SAN.
    pub line_san: Vec<String>,
}

/// The proven claims of a position, best first; `before` is the position before the opponent's last
/// move, if that is known.
pub fn claims(
    position: &Position,
    before: Option<&Position>,
    prover: &mut Prover<'_>,
    effort: Effort,
) -> Vec<ProvenClaim> {
    let side: Color = position.turn();
    let lead = balance(position.board(), side);
    let taken = before.map_or(0, |before| balance(before.board(), side) - lead);
    let mut advisor = Own::new(1, position.turn());
    let found = opportunities(position, prover, Some(&mut advisor), effort);
    let proven = found.iter().filter_map(|found| found.proof().map(|proof| (found, proof)));
    proven
        .map(|(found, proof)| ProvenClaim {
            position: position.clone(),
            after: position.play(found.trigger),
            san: position.san(found.trigger),
            claim: proof.claim,
            net: proof.claim.gain().map_or(10_000, |gain| gain - taken),
            lead,
            trigger: position.uci(found.trigger),
            line: uci_line(position, &proof.line()),
            line_san: san_line(position, &proof.line()),
        })
        .collect()
}

/// A prover for measurements, with a table of so many bytes.
pub fn prover<'a>(table_bytes: usize) -> Prover<'a> {
    Prover::new(table_bytes)
}
