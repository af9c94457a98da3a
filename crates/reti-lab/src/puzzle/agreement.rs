//! How well our tags agree with the labels of a puzzle file, theme by theme.
//!
//! Precision, recall and their mean are counted over all rows that could be read. The tag that is
//! compared is what the label would name ([`labels`]); what we claim on the board ([`uses`]) is
//! counted beside it. A database may have been merged from exports of different age, and an old
//! export has no label for a theme that did not exist then: [`Comparison::groups`] counts each
//! combination of filled columns by itself, so that this can be seen.
//!
//! [`labels`]: reti_core::line::labels
//! [`uses`]: reti_core::line::uses

use std::collections::BTreeMap;

use rayon::prelude::*;
use reti_core::{
    line::{labels, uses},
    motif::{CATALOGUE, Label, Motif},
};

use super::{Record, Records};
use crate::wire;
use reti::{Problem, line};

/// How many rows are handed to the threads at once.
const CHUNK: usize = 1 << 14;

/// The counts of one theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Puzzles with the label.
    pub labelled: usize,
    /// Puzzles that we tag.
    pub tagged: usize,
    /// Puzzles with both.
    pub both: usize,
}

impl Agreement {
    fn count(&mut self, labelled: bool, tagged: bool) {
        self.labelled += usize::from(labelled);
        self.tagged += usize::from(tagged);
        self.both += usize::from(labelled && tagged);
    }

    /// Of the puzzles that we tag, how many have the label.
    pub fn precision(&self) -> Option<f64> {
        (self.tagged > 0).then(|| self.both as f64 / self.tagged as f64)
    }

    /// Of the puzzles with the label, how many we tag.
    pub fn recall(&self) -> Option<f64> {
        (self.labelled > 0).then(|| self.both as f64 / self.labelled as f64)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> Option<f64> {
        let sum = self.labelled + self.tagged;
        (sum > 0).then(|| 2.0 * self.both as f64 / sum as f64)
    }

    /// As a document; `board` is what we claim on the board.
    pub fn document(&self, board: Option<&Agreement>) -> wire::Agreement {
        wire::Agreement {
            n: self.labelled,
            precision: self.precision(),
            recall: self.recall(),
            f1: self.f1(),
            board: board.map(|board| Box::new(board.document(None))),
        }
    }
}

/// A puzzle on which tag and label differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The row.
    pub record: Record,
    /// Whether the label is there and the tag is not, or the other way round.
    pub labelled: bool,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// What we found, as text.
    pub found: Vec<String>,
}

/// What was counted for one theme.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The label by which the theme is known.
    pub label: &'static str,
    /// Tags in the labels' sense.
    pub all: Agreement,
    /// Tags that hold on the board.
    pub board: Agreement,
    /// The same as `all` for each combination of filled columns.
    pub groups: BTreeMap<Vec<bool>, Agreement>,
    /// Some puzzles on which we differ, in the order of the file.
    pub misses: Vec<Miss>,
}

/// The labels by which themes are known, in our order.
pub fn theme_labels() -> Vec<&'static str> {
    labelled().map(|(_, label)| label.names[0]).collect()
}

/// The motifs that puzzles have a label for.
fn labelled() -> impl Iterator<Item = (&'static Motif, &'static Label)> {
    CATALOGUE.iter().filter_map(|motif| motif.label.as_ref().map(|label| (*motif, label)))
}

/// Tags all puzzles and compares; problems of single rows are returned beside the counts. `only`
/// names one theme; of each theme up to `misses` differences of either kind are kept.
pub fn compare(records: Records, only: Option<&str>, misses: usize) -> (Vec<Comparison>, Vec<Problem>) {
    let themes: Vec<(&Motif, &Label)> = labelled()
        .filter(|(motif, label)| only.is_none_or(|name| motif.name == name || label.names.contains(&name)))
        .collect();
    let mut comparisons: Vec<Comparison> =
        themes.iter().map(|(_, label)| Comparison { label: label.names[0], ..Comparison::default() }).collect();
    let mut problems = Vec::new();
    let mut records = records.peekable();
    while records.peek().is_some() {
        let chunk: Vec<_> = records.by_ref().take(CHUNK).collect();
        let tags: Vec<_> = chunk.into_par_iter().map(|record| tag(&themes, record?)).collect();
        for row in tags {
            match row {
                Ok((record, tags)) => add(&mut comparisons, &record, tags, misses),
                Err(problem) => problems.push(problem),
            }
        }
    }
    (comparisons, problems)
}

/// What one theme says about one puzzle.
struct Tag {
    labelled: bool,
    tagged: bool,
    on_board: bool,
}

fn tag(themes: &[(&Motif, &Label)], record: Record) -> Result<(Record, Vec<Tag>), Problem> {
    let line = record.line()?;
    let (named, used) = (labels(&line), uses(&line));
    let tags = themes.iter().map(|&(motif, label)| Tag {
        labelled: record.labels.iter().any(|theirs| label.names.contains(&theirs.as_str())),
        tagged: named.contains(&motif),
        on_board: used.iter().any(|used| used.motif == motif),
    });
    let tags = tags.collect();
    Ok((record, tags))
}

fn add(comparisons: &mut [Comparison], record: &Record, tags: Vec<Tag>, misses: usize) {
    for (comparison, tag) in comparisons.iter_mut().zip(tags) {
        comparison.all.count(tag.labelled, tag.tagged);
        comparison.board.count(tag.labelled, tag.on_board);
        comparison.groups.entry(record.filled.clone()).or_default().count(tag.labelled, tag.tagged);
        let same_kind = comparison.misses.iter().filter(|miss| miss.labelled == tag.labelled).count();
        if tag.labelled != tag.tagged && same_kind < misses {
            comparison.misses.extend(miss(comparison.label, record, tag.labelled));
        }
    }
}

fn miss(label: &str, record: &Record, labelled: bool) -> Option<Miss> {
    let line = record.line().ok()?;
    let motif = Motif::labelled(label)?;
    let found = uses(&line).into_iter().filter(|used| used.motif == motif).map(|used| {
        let cast: Vec<String> =
            used.cast.parts.iter().map(|(role, square)| format!("{} {square}", role.name())).collect();
        format!("ply {}: {}", used.ply, cast.join(", "))
    });
    Some(Miss { record: record.clone(), labelled, found: found.collect(), moves: line::sans(&line) })
}
