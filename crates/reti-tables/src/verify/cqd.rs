//! The seed's verifier: labels only, by category.
//!
//! Every position is *terminal* (no move), *capture* (some move captures or promotes) or *quiet*.
//! Terminal positions must be labelled by the rules; the others must be retrograde-consistent,
//! capture positions with the verified smaller tables. The baseline checks every position in the
//! same way without categories; both must count the same violations.
//!
//! Passing is **necessary, not sufficient**: labels that claim a win may support each other in a
//! circle that never comes closer to mate (see [`crate::forge`]). The certified verifier closes
//! that hole. [CQD, definitions 3 and 4, theorem 7, section 5.1, table 1]

use rayon::prelude::*;
use reti_core::value::Value;

use super::successors::{Successors, Word};
use super::{SIDES, VerifyError, Violation};
use crate::layout::{Convention, Layout, Squares};
use crate::rules;
use crate::stats::{Count, Weights};
use crate::table::{Code, Table, Tables};

/// What must be said with every passed check.
pub const CAVEAT: &str = "passing is necessary, not sufficient: labels can support each other in a circle; \
     verify without --cqd for a proof";

/// The categories of positions, terminal and capture ones divided further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// No move, in check.
    Mate,
    /// No move, not in check.
    Stalemate,
    /// Some move captures.
    Capture,
    /// Some move promotes and none captures.
    Promotion,
    /// No move changes the material.
    Quiet,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 5] =
        [Category::Mate, Category::Stalemate, Category::Capture, Category::Promotion, Category::Quiet];
}

/// What the verifier found in one endgame, both sides to move together.
#[derive(Clone, Debug)]
pub struct Report {
    layout: Layout,
    positions: [Count; 5],
    violations: [Count; 5],
    baseline: Count,
    /// The first violations.
    pub first: Vec<Violation>,
    /// Positions by category under the rule of the seed's table, where that is another than 462.
    pub as_published: Option<[u64; 5]>,
}

impl Report {
    /// The positions of a category.
    pub fn positions(&self, category: Category, convention: Convention) -> u64 {
        self.positions[category as usize].number(&self.layout, convention)
    }

    /// The violations in a category.
    pub fn violations(&self, category: Category, convention: Convention) -> u64 {
        self.violations[category as usize].number(&self.layout, convention)
    }

    /// All positions.
    pub fn all(&self, convention: Convention) -> u64 {
        Category::ALL.iter().map(|&category| self.positions(category, convention)).sum()
    }

    /// All violations, added up over the categories.
    pub fn all_violations(&self, convention: Convention) -> u64 {
        let mut sum = Count::default();
        self.violations.iter().for_each(|count| sum += *count);
        sum.number(&self.layout, convention)
    }

    /// The violations that the baseline, which knows no categories, found.
    pub fn baseline_violations(&self, convention: Convention) -> u64 {
        self.baseline.number(&self.layout, convention)
    }

    fn add(&mut self, other: Report) {
        for i in 0..5 {
            self.positions[i] += other.positions[i];
            self.violations[i] += other.violations[i];
        }
        self.baseline += other.baseline;
        self.first.extend(other.first);
        self.first.truncate(16);
        if let (Some(mine), Some(theirs)) = (&mut self.as_published, other.as_published) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    fn new(layout: &Layout) -> Report {
        let zero = [Count::default(); 5];
        Report {
            layout: layout.clone(),
            positions: zero,
            violations: zero,
            baseline: Count::default(),
            first: Vec::new(),
            as_published: (layout.pawns() > 0).then_some([0; 5]),
        }
    }
}

/// Checks the labels of a table; ranks are not looked at.
pub fn verify(table: &Table, tables: &dyn Tables) -> Result<Report, VerifyError> {
    let layout = table.layout();
    let successors = Successors::new(layout, crate::table::Metric::Labels, tables)?;
    let codes = SIDES.map(|turn| table.codes(turn));
    let block = 1024;
    let mut report = Report::new(layout);
    for (side, turn) in SIDES.into_iter().enumerate() {
        let parts: Vec<Report> = codes[side]
            .par_chunks(64 * block)
            .enumerate()
            .map(|(i, part)| {
                let mut report = Report::new(layout);
                for (j, labels) in part.as_chunks::<64>().0.iter().enumerate() {
                    let word = i * block + j;
                    if let Some(seen) = successors.word(codes, turn, word) {
                        report.look(&seen, labels, turn, word);
                    }
                }
                report
            })
            .collect();
        for part in parts {
            report.add(part);
        }
    }
    Ok(report)
}

impl Report {
    fn look(&mut self, seen: &Word, labels: &[u8; 64], turn: reti_core::chess::Color, word: usize) {
        if seen.legal == 0 {
            return;
        }
        let mut lanes = [0u64; 5];
        let mut wrong = [0u64; 5];
        let mut baseline = 0;
        let best = seen.best();
        let expected = seen.expected_codes();
        for lane in rules::squares(seen.legal) {
            let category = category(seen, best[lane], lane);
            let label = Code(labels[lane]).value();
            let consistent = match category {
                Category::Mate => label == Some(Value::Loss),
                Category::Stalemate => label == Some(Value::Draw),
                _ => is_consistent(label, best[lane]),
            };
            lanes[category as usize] |= rules::bit(lane);
            if !consistent {
                wrong[category as usize] |= rules::bit(lane);
                let (found, expected) = (labels[lane], expected[lane]);
                if self.first.len() < 16 {
                    self.first.push(Violation { turn, index: word * 64 + lane, found, expected });
                }
            }
            baseline |= u64::from(label != Code(expected[lane]).value()) << lane;
        }
        let layout = self.layout.clone();
        let squares = layout.squares(word * 64);
        let weights = Weights::new(&layout, &squares);
        for i in 0..5 {
            self.positions[i] += weights.count(&layout, &squares, lanes[i]);
            self.violations[i] += weights.count(&layout, &squares, wrong[i]);
        }
        self.baseline += weights.count(&layout, &squares, baseline);
        if let Some(published) = &mut self.as_published {
            for (count, lanes) in published.iter_mut().zip(lanes) {
                *count += rules::squares(lanes).map(|lane| published_weight(&layout, &squares, lane)).sum::<u64>();
            }
        }
    }
}

fn category(seen: &Word, best: u8, lane: usize) -> Category {
    if best == 0 {
        if seen.check >> lane & 1 != 0 { Category::Mate } else { Category::Stalemate }
    } else if seen.capture[lane] != 0 {
        Category::Capture
    } else if seen.promotion[lane] != 0 {
        Category::Promotion
    } else {
        Category::Quiet
    }
}

/// Definition 4, with the best result of all successors: a win among them means that some
/// successor is lost for the other side.
fn is_consistent(label: Option<Value>, best: u8) -> bool {
    let some_successor_lost = best > Code::DRAW.0;
    let every_successor_won = best < Code::DRAW.0;
    let some_successor_drawn = best == Code::DRAW.0;
    match label {
        Some(Value::Win) => some_successor_lost,
        Some(Value::Loss) => every_successor_won,
        // With no lost successor, the best one is drawn exactly if some is.
        Some(Value::Draw) => !some_successor_lost && some_successor_drawn,
        None => false,
    }
}

/// How many of the placements that a place with pawns stands for the seed's table counts.
///
/// Its row for `KPvK` keeps the white king in the triangle a1-d1-d4, as if there were no pawns.
/// That is unsound: pawns break the symmetry, and three quarters of the positions are missing.
fn published_weight(layout: &Layout, squares: &Squares, lane: usize) -> u64 {
    let mut squares = *squares;
    squares[layout.lane()] = lane as u8;
    let (white, black) = (layout.pawns(), layout.pawns() + 1);
    let counted = |flip: u8| {
        let (white, black) = (squares[white] ^ flip, squares[black] ^ flip);
        let in_triangle = white % 8 <= 3 && white / 8 <= white % 8;
        in_triangle && (white / 8 != white % 8 || black / 8 <= black % 8)
    };
    u64::from(counted(0)) + u64::from(counted(7))
}
