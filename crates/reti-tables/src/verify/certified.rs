//! The certified verifier: labels with ranks, which is sufficient.
//!
//! A won position must have a rank one more than the least rank among its lost successors (1 if
//! a move that cannot be taken back wins), a lost one the greatest rank among its successors, and
//! a drawn one no lost successor and a drawn one, or stalemate. A rank that falls along every
//! line of best play is what the seed's Theorem 7 lacks: without it, false wins can support each
//! other in a circle. Because the rank is checked to be exact, and not only to fall, any
//! single change to a table is a violation at the very place that was changed.
//!
//! Words that hold the same positions as another word, identical men in another order or the board reflected,
//! must hold the same codes, turned; the successors of one of them are looked at.
//! [CQD, theorem 7, repaired]

use rayon::prelude::*;

use super::successors::Successors;
use super::{SIDES, VerifyError, Violation};
use crate::fold::Fold;
use crate::format::lanes_of_equal_value;
use crate::table::{Table, Tables};

/// How many violations are kept as examples.
const KEPT: usize = 16;

/// What the verifier found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Legal places looked at, both sides to move.
    pub checked: u64,
    /// Places that failed.
    pub violations: u64,
    /// The first of them.
    pub first: Vec<Violation>,
    /// For each side and word, the positions whose value a capture or promotion alone gives.
    pub anchored: [Vec<u64>; 2],
}

impl Report {
    fn merge(mut self, other: Report) -> Report {
        self.checked += other.checked;
        self.violations += other.violations;
        self.first.extend(other.first);
        self.first.truncate(KEPT);
        self
    }

    /// Whether the table is certified.
    pub fn is_certified(&self) -> bool {
        self.violations == 0
    }
}

/// Checks every place of a table against its successors.
pub fn certify(table: &Table, tables: &dyn Tables) -> Result<Report, VerifyError> {
    let successors = Successors::new(table.layout(), table.metric(), tables)?;
    let fold = Fold::new(table.layout());
    let codes = SIDES.map(|turn| table.codes(turn));
    let mut report = Report::default();
    for (side, turn) in SIDES.into_iter().enumerate() {
        let block = 256;
        let mut anchored = vec![0; codes[side].len() / 64];
        let parts: Vec<Report> = codes[side]
            .par_chunks(block * 64)
            .zip(anchored.par_chunks_mut(block))
            .enumerate()
            .map(|(i, (part, anchored))| {
                let mut report = Report::default();
                for (j, (found, anchored)) in part.as_chunks::<64>().0.iter().zip(anchored).enumerate() {
                    let word = i * block + j;
                    let mut expected = [0; 64];
                    if let Some(source) = fold.source(&table.layout().squares(word * 64)) {
                        expected = source.copy(&codes[side][source.from..]);
                        report.checked += expected.iter().filter(|&&code| code != 0).count() as u64;
                    } else if let Some(seen) = successors.word(codes, turn, word) {
                        report.checked += u64::from(seen.legal.count_ones());
                        if seen.is_loud {
                            *anchored = lanes_of_equal_value(&seen.material(), found);
                        }
                        expected = seen.expected_codes();
                    }
                    if *found != expected {
                        report.add(turn, word, found, &expected);
                    }
                }
                report
            })
            .collect();
        report = parts.into_iter().fold(report, Report::merge);
        report.anchored[side] = anchored;
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, turn: reti_core::chess::Color, word: usize, found: &[u8; 64], expected: &[u8; 64]) {
        for (lane, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            if found != expected {
                self.violations += 1;
                if self.first.len() < KEPT {
                    self.first.push(Violation { turn, index: word * 64 + lane, found, expected });
                }
            }
        }
    }
}
