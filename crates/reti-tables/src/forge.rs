//! Forgery: false labels that the seed's verifier accepts.
//!
//! Theorem 7 of the seed says that labels are right if terminal, capture and quiet positions are
//! each consistent. They need not be: take the largest set of positions, none of them truly won
//! by the opponent, in which the winner can always move into the set (or into a true win
//! elsewhere) and the opponent can only move within it (or into a true loss elsewhere). Call all
//! of them won. Every claim is then supported by another claim, in circles that never end. The
//! smallest case is two bare kings: "white always wins" has no contradiction.
//! [CQD, theorem 7 and lemma 6, refuted]

use rayon::prelude::*;
use reti_core::chess::Color;

use crate::layout::Layout;
use crate::rules;
use crate::stats::{Count, Weights};
use crate::table::{Code, Metric, Table, Tables};
use crate::verify::VerifyError;
use crate::verify::successors::Successors;

/// A false labelling.
#[derive(Clone, Debug)]
pub struct Forgery {
    /// The labels; ranks mean nothing.
    pub table: Table,
    /// How many of them are wrong, winner to move and opponent to move.
    pub wrong: [Count; 2],
}

const SIDES: [Color; 2] = [Color::White, Color::Black];

/// The largest self-supporting false labelling in favour of a side.
pub fn forge(truth: &Table, winner: Color, tables: &dyn Tables) -> Result<Forgery, VerifyError> {
    let layout = truth.layout();
    let successors = Successors::new(layout, Metric::Labels, tables)?;
    let labels: [Vec<u8>; 2] = SIDES.map(|turn| truth.codes(turn).iter().map(|&code| label(code)).collect());
    let mut codes: [Vec<u8>; 2] =
        SIDES.map(|turn| truth.codes(turn).iter().map(|&code| claim(code, turn == winner)).collect());
    let mut open: Vec<(usize, usize)> =
        (0..2).flat_map(|side| (0..layout.len() / 64).map(move |word| (side, word))).collect();
    loop {
        open.retain(|&(side, word)| codes[side][word * 64..][..64] != labels[side][word * 64..][..64]);
        let withdrawn: Vec<(usize, usize, u64)> = open
            .par_iter()
            .filter_map(|&(side, word)| {
                let lanes = unsupported(&labels, &successors, &codes, side, word);
                (lanes != 0).then_some((side, word, lanes))
            })
            .collect();
        if withdrawn.is_empty() {
            break;
        }
        for (side, word, lanes) in withdrawn {
            for lane in rules::squares(lanes) {
                codes[side][word * 64 + lane] = labels[side][word * 64 + lane];
            }
        }
    }
    let side = usize::from(winner.is_black());
    let wrong = [side, 1 - side].map(|side| count_wrong(layout, &labels[side], &codes[side]));
    Ok(Forgery { table: Table::from_codes(layout.clone(), Metric::Labels, codes), wrong })
}

/// A code without its rank.
fn label(code: u8) -> u8 {
    match code {
        0 => 0,
        1..=127 => Code::loss(0).0,
        128 => Code::DRAW.0,
        129.. => Code::win(1).0,
    }
}

/// What the forger claims at first: everything that the opponent does not truly win.
fn claim(code: u8, winner_to_move: bool) -> u8 {
    match (code, winner_to_move) {
        (0, _) => 0,
        (128.., true) => Code::win(1).0,
        (1..=128, false) => Code::loss(0).0,
        _ => label(code),
    }
}

/// The false labels of a word that nothing supports.
fn unsupported(truth: &[Vec<u8>; 2], successors: &Successors, codes: &[Vec<u8>; 2], side: usize, word: usize) -> u64 {
    let claims = &codes[side][word * 64..][..64];
    let truth = &truth[side][word * 64..][..64];
    let false_claims: u64 = (0..64).filter(|&lane| claims[lane] != truth[lane]).map(rules::bit).sum();
    let Some(seen) = successors.word([&codes[0], &codes[1]], SIDES[side], word) else { return 0 };
    let expected = seen.expected_codes();
    rules::squares(false_claims).filter(|&lane| label(expected[lane]) != claims[lane]).map(rules::bit).sum()
}

fn count_wrong(layout: &Layout, truth: &[u8], forged: &[u8]) -> Count {
    let mut sum = Count::default();
    for (word, (truth, forged)) in truth.as_chunks::<64>().0.iter().zip(forged.as_chunks::<64>().0).enumerate() {
        if truth != forged {
            let wrong = (0..64).filter(|&lane| truth[lane] != forged[lane]).map(rules::bit).sum::<u64>();
            let squares = layout.squares(word * 64);
            sum += Weights::new(layout, &squares).count(layout, &squares, wrong);
        }
    }
    sum
}
