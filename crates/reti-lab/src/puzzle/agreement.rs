//! How well our tags agree with the labels of a puzzle file, theme by theme.
//!
//! Precision, recall and their mean are counted over all rows that could be read. The tag that is
//! compared is what the label would name ([`Reading::is_labelled`]); what we claim on the board is
//! counted beside it. A database may have been merged from exports of different age, and an old
//! export has no label for a theme that did not exist then: [`Comparison::groups`] counts each
//! combination of filled columns by itself, so that this can be seen.
//!
//! [`Reading::is_labelled`]: reti_core::line::Reading::is_labelled

use std::collections::BTreeMap;

use rayon::prelude::*;
use reti_core::line::{THEMES, Theme};

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
    THEMES.iter().map(|theme| theme.labels[0]).collect()
}

/// Tags all puzzles and compares; problems of single rows are returned beside the counts. `only`
/// names one theme; of each theme up to `misses` differences of either kind are kept.
pub fn compare(records: Records, only: Option<&str>, misses: usize) -> (Vec<Comparison>, Vec<Problem>) {
    let wanted = |theme: &&Theme| only.is_none_or(|name| theme.name == name || theme.labels.contains(&name));
    let themes: Vec<&Theme> = THEMES.iter().copied().filter(wanted).collect();
    let mut comparisons: Vec<Comparison> =
        themes.iter().map(|theme| Comparison { label: theme.labels[0], ..Comparison::default() }).collect();
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

fn tag(themes: &[&'static Theme], record: Record) -> Result<(Record, Vec<Tag>), Problem> {
    let line = record.line()?;
    let tags = themes.iter().map(|theme| {
        let uses = (theme.find)(&line);
        Tag {
            labelled: record.labels.iter().any(|label| theme.labels.contains(&label.as_str())),
            tagged: uses.iter().any(|used| used.reading.is_labelled()),
            on_board: uses.iter().any(|used| used.reading.is_true()),
        }
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
    let theme = reti_core::line::theme(label)?;
    let found = (theme.find)(&line).into_iter().map(|used| {
        let cast: Vec<String> = used.cast.iter().map(|(role, square)| format!("{role} {square}")).collect();
        format!("ply {}: {}", used.ply, cast.join(", "))
    });
    Some(Miss { record: record.clone(), labelled, found: found.collect(), moves: line::sans(&line) })
}
