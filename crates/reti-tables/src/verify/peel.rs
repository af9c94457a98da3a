//! Ranks for labels that come without them.
//!
//! Starting from mates and from moves that cannot be taken back, labels are confirmed round by
//! round: a win when some successor is a confirmed loss, a loss when all are confirmed wins. What
//! is confirmed gets its round as rank. Labels that are never reached have no possible rank: they
//! only support each other. So peeling makes a check of labels alone sufficient.

use rayon::prelude::*;

use super::successors::Successors;
use super::{SIDES, VerifyError};
use crate::rules;
use crate::stats::{Count, Weights};
use crate::table::{Code, Metric, Table, Tables};

/// Labels with the ranks that were found.
#[derive(Clone, Debug)]
pub struct Peeled {
    /// The confirmed labels with their ranks; labels without a rank are as they were, ranked 0 or 1.
    pub table: Table,
    /// How many labels have no possible rank.
    pub unsupported: Count,
    /// A few of them: side to move and place.
    pub first: Vec<(reti_core::chess::Color, usize)>,
}

/// Finds ranks for the labels of a table.
pub fn peel(labels: &Table, tables: &dyn Tables) -> Result<Peeled, VerifyError> {
    let layout = labels.layout();
    let successors = Successors::new(layout, Metric::Conversion, tables)?;
    let mut codes = SIDES.map(|turn| {
        let blank = |&label: &u8| if label == 0 { 0 } else { Code::DRAW.0 };
        labels.codes(turn).iter().map(blank).collect::<Vec<u8>>()
    });
    let slice_words = layout.slice_len() / 64;
    let mut slices: Vec<usize> = (0..layout.slices()).collect();
    slices.sort_by_key(|&slice| std::cmp::Reverse(layout.advancement(slice)));
    // Pawn moves lead to slices with more advanced pawns, so those come first.
    for level in slices.chunk_by(|&a, &b| layout.advancement(a) == layout.advancement(b)) {
        let words = level.iter().flat_map(|&slice| slice * slice_words..(slice + 1) * slice_words);
        let mut open: Vec<(usize, usize)> = words.flat_map(|word| [(0, word), (1, word)]).collect();
        loop {
            open.retain(|&(side, word)| is_pending(labels, &codes, side, word));
            let changes: Vec<(usize, usize, [u8; 64])> = open
                .par_iter()
                .filter_map(|&(side, word)| {
                    let confirmed = confirm(labels, &successors, &codes, side, word)?;
                    Some((side, word, confirmed))
                })
                .collect();
            if changes.is_empty() {
                break;
            }
            for (side, word, confirmed) in changes {
                codes[side][word * 64..][..64].copy_from_slice(&confirmed);
            }
        }
    }
    let mut unsupported = Count::default();
    let mut first = Vec::new();
    for (side, turn) in SIDES.into_iter().enumerate() {
        let words = codes[side].as_chunks_mut::<64>().0.iter_mut();
        for (word, (codes, labels)) in words.zip(labels.codes(turn).as_chunks::<64>().0).enumerate() {
            let left = pending(codes, labels);
            if left == 0 {
                continue;
            }
            for lane in rules::squares(left) {
                codes[lane] = if labels[lane] > Code::DRAW.0 { Code::win(1).0 } else { Code::loss(0).0 };
                if first.len() < 16 {
                    first.push((turn, word * 64 + lane));
                }
            }
            let squares = layout.squares(word * 64);
            unsupported += Weights::new(layout, &squares).count(layout, &squares, left);
        }
    }
    let table = Table::from_codes(layout.clone(), Metric::Conversion, codes);
    Ok(Peeled { table, unsupported, first })
}

/// The lanes that are labelled decided and not confirmed yet.
fn pending(codes: &[u8; 64], labels: &[u8; 64]) -> u64 {
    let open = |lane: &usize| labels[*lane] != 0 && labels[*lane] != 128 && codes[*lane] == 128;
    (0..64).filter(open).map(rules::bit).sum()
}

fn is_pending(labels: &Table, codes: &[Vec<u8>; 2], side: usize, word: usize) -> bool {
    let labels = &labels.codes(SIDES[side])[word * 64..][..64];
    let codes = &codes[side][word * 64..][..64];
    labels.iter().zip(codes).any(|(&label, &code)| code == 128 && label != 128)
}

/// The word with what can be confirmed now; `None` if nothing can.
fn confirm(
    labels: &Table,
    successors: &Successors,
    codes: &[Vec<u8>; 2],
    side: usize,
    word: usize,
) -> Option<[u8; 64]> {
    let mut now: [u8; 64] = *codes[side][word * 64..].first_chunk()?;
    let labels: &[u8; 64] = labels.codes(SIDES[side])[word * 64..].first_chunk()?;
    let pending = pending(&now, labels);
    if pending == 0 {
        return None;
    }
    let expected = successors.word([&codes[0], &codes[1]], SIDES[side], word)?.expected_codes();
    let mut changed = false;
    for lane in rules::squares(pending) {
        if Code(expected[lane]).value() == Code(labels[lane]).value() {
            now[lane] = expected[lane];
            changed = true;
        }
    }
    changed.then_some(now)
}
