//! Growing a tree where it saves most.
//!
//! To list the exceptions of a leaf takes about as many bits as the entropy of its outcomes, and a test takes
//! `NODE_BITS`. So the leaf is divided next whose best division saves most bits, until no division pays for
//! itself or there are enough leaves. Large endgames are grown on a sample. After a round all positions are
//! sent through the tree, and the next round draws its sample only from leaves that fail, which are therefore
//! seen more closely each time: refinement by counterexample. Everything is integers, so the same tables
//! give the same tree everywhere. [CQD, sections 4 and 5.1]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;
use reti_core::chess::Color;

use super::feature::Feature;
use super::{Node, Outcome, Rulebook, SIDES, Scan};
use crate::table::{Code, Table, Tables};
use crate::verify::VerifyError;

/// What a test costs in bits: its question, its number and its place.
const NODE_BITS: u64 = 24;

/// How far a tree is grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The most leaves.
    pub leaves: usize,
    /// The most positions in a sample.
    pub sample: usize,
    /// How often leaves that fail are looked at again, where a sample is not everything.
    pub rounds: usize,
    /// Ask only what is taught.
    pub taught: bool,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth { leaves: 4_096, sample: 1 << 20, rounds: 3, taught: false }
    }
}

/// Grows one tree for the tables of one endgame, or of several whose men differ only in the kinds of pieces.
pub fn fit(tables: &[&Table], all: &dyn Tables, growth: Growth) -> Result<Rulebook, VerifyError> {
    let shared = tables.len() > 1;
    let mut features: Vec<Feature> = Vec::new();
    for feature in tables.iter().flat_map(|table| Feature::all(table.material(), shared)) {
        if !features.contains(&feature) && (!growth.taught || feature.is_taught()) {
            features.push(feature);
        }
    }
    let mut grower = Grower::new(features, growth);
    let positions: u64 = tables.iter().map(|table| legal(table)).sum();
    let mut failing = positions;
    for round in 0..growth.rounds.max(1) {
        let whole = failing <= growth.sample as u64;
        let drawn = draw(tables, all, &grower, failing, round as u64)?;
        let before = grower.book.nodes.len();
        failing = grower.grow(&drawn, if round + 1 < growth.rounds { growth.leaves / 2 } else { growth.leaves });
        if whole && round > 0 || grower.book.nodes.len() == before || failing == 0 {
            break;
        }
    }
    Ok(grower.pruned())
}

fn legal(table: &Table) -> u64 {
    SIDES.into_iter().map(|turn| table.codes(turn).par_iter().filter(|&&code| code != 0).count() as u64).sum()
}

/// Positions with all their answers.
struct Drawn {
    /// By question, then by position.
    answers: Vec<Vec<i8>>,
    outcomes: Vec<u8>,
    leaves: Vec<u32>,
    /// How many positions of the tables come to each node, by outcome.
    all: Vec<[u64; 3]>,
}

impl Drawn {
    fn new(features: usize, nodes: usize) -> Drawn {
        Drawn {
            answers: vec![Vec::new(); features],
            outcomes: Vec::new(),
            leaves: Vec::new(),
            all: vec![[0; 3]; nodes],
        }
    }

    fn extend(&mut self, other: Drawn) {
        for (mine, theirs) in self.answers.iter_mut().zip(other.answers) {
            mine.extend(theirs);
        }
        self.outcomes.extend(other.outcomes);
        self.leaves.extend(other.leaves);
        for (mine, theirs) in self.all.iter_mut().zip(other.all) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }
}

/// A number that looks random, from a place: the sample is the same every time.
fn hash(place: u64) -> u64 {
    let mut x = place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Draws a sample from the leaves that fail, and counts everything.
fn draw(tables: &[&Table], all: &dyn Tables, grower: &Grower, failing: u64, round: u64) -> Result<Drawn, VerifyError> {
    let (book, growth) = (&grower.book, grower.growth);
    let bound = u64::try_from((u128::from(u64::MAX) * growth.sample as u128) / u128::from(failing.max(1)));
    let bound = bound.unwrap_or(u64::MAX);
    let mut drawn = Drawn::new(book.features.len(), book.nodes.len());
    for (number, table) in tables.iter().enumerate() {
        let scan = Scan::new(table.layout(), SIDES.map(|turn| table.codes(turn)), all)?;
        let questions = book.questions(table.layout());
        let parts: Vec<Drawn> = scan
            .blocks()
            .into_par_iter()
            .map(|(turn, words)| {
                let mut part = Drawn::new(book.features.len(), book.nodes.len());
                scan.visit(turn, words, |place, scene| {
                    let Some(outcome) = Outcome::of(Code(table.codes(turn)[place]), turn) else { return };
                    let leaf = book.leaf(&questions, scene);
                    part.all[leaf][outcome as usize] += 1;
                    if grower.is_done[leaf] || hash(seed(place, turn, number as u64, round)) > bound {
                        return;
                    }
                    for (answers, question) in part.answers.iter_mut().zip(&questions) {
                        answers.push(scene.answer(question));
                    }
                    part.outcomes.push(outcome as u8);
                    part.leaves.push(leaf as u32);
                });
                part
            })
            .collect();
        for part in parts {
            drawn.extend(part);
        }
    }
    Ok(drawn)
}

fn seed(place: usize, turn: Color, table: u64, round: u64) -> u64 {
    (place as u64) << 1 | u64::from(turn.is_black()) | table << 48 | round << 56
}

/// The best division of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Division {
    /// Bits that it saves.
    saves: u64,
    /// Earlier leaves and questions first, where as much is saved.
    leaf: Reverse<usize>,
    feature: Reverse<usize>,
    most: Reverse<i8>,
}

struct Grower {
    book: Rulebook,
    growth: Growth,
    /// Leaves without exceptions, or with so few that no division pays.
    is_done: Vec<bool>,
}

/// Answers lie between -8 and 8.
const ANSWERS: usize = 17;

impl Grower {
    fn new(features: Vec<Feature>, growth: Growth) -> Grower {
        let nodes = vec![Node::Leaf(Outcome::Draw)];
        Grower { book: Rulebook { features, nodes }, growth, is_done: vec![false] }
    }

    /// Divides leaves while it pays; returns how many positions lie in leaves that still fail.
    fn grow(&mut self, drawn: &Drawn, most_leaves: usize) -> u64 {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); self.book.nodes.len()];
        for (position, &leaf) in drawn.leaves.iter().enumerate() {
            members[leaf as usize].push(position as u32);
        }
        let mut all = drawn.all.clone();
        for (leaf, counts) in all.iter().enumerate() {
            self.settle(leaf, *counts);
        }
        let mut open: BinaryHeap<Division> = (0..members.len())
            .into_par_iter()
            .filter_map(|leaf| self.division(drawn, leaf, &members[leaf], all[leaf]))
            .collect();
        let mut leaves = self.book.leaves();
        while let Some(division) = open.pop() {
            if leaves >= most_leaves {
                break;
            }
            let (Reverse(leaf), Reverse(feature), Reverse(most)) = (division.leaf, division.feature, division.most);
            let answers = &drawn.answers[feature];
            let (low, high): (Vec<u32>, Vec<u32>) =
                std::mem::take(&mut members[leaf]).into_iter().partition(|&at| answers[at as usize] <= most);
            let yes = self.book.nodes.len();
            self.book.nodes[leaf] = Node::Test { feature, most, yes, no: yes + 1 };
            let whole = all[leaf];
            let sampled = low.len() + high.len();
            for part in [low, high] {
                let node = self.book.nodes.len();
                let counts = scaled(&counts(drawn, &part), whole, sampled as u64);
                self.book.nodes.push(Node::Leaf(Outcome::Draw));
                self.is_done.push(false);
                self.settle(node, counts);
                all.push(counts);
                open.extend(self.division(drawn, node, &part, counts));
                members.push(part);
            }
            leaves += 1;
        }
        (0..all.len()).filter(|&leaf| !self.is_done[leaf]).map(|leaf| all[leaf].iter().sum::<u64>()).sum()
    }

    fn settle(&mut self, leaf: usize, counts: [u64; 3]) {
        if let Node::Leaf(outcome) = &mut self.book.nodes[leaf] {
            if counts != [0; 3] {
                *outcome = Outcome::most(counts);
            }
            self.is_done[leaf] = bits(counts) < NODE_BITS;
        } else {
            self.is_done[leaf] = true;
        }
    }

    /// The division of a leaf that saves most, if one pays for itself.
    fn division(&self, drawn: &Drawn, leaf: usize, members: &[u32], all: [u64; 3]) -> Option<Division> {
        if self.is_done[leaf] || members.is_empty() {
            return None;
        }
        let total: u64 = all.iter().sum();
        let sampled = members.len() as u64;
        let of_sample = counts(drawn, members);
        let before = fixed_bits(of_sample);
        let best = (0..self.book.features.len()).into_par_iter().filter_map(|feature| {
            let mut histogram = [[0u64; 3]; ANSWERS];
            let answers = &drawn.answers[feature];
            for &at in members {
                let answer = (answers[at as usize] + 8) as usize;
                histogram[answer][usize::from(drawn.outcomes[at as usize])] += 1;
            }
            let mut low = [0u64; 3];
            let mut best: Option<Division> = None;
            for (answer, counts) in histogram.iter().enumerate() {
                low.iter_mut().zip(counts).for_each(|(low, count)| *low += count);
                let high = [0, 1, 2].map(|outcome| of_sample[outcome] - low[outcome]);
                if high == [0; 3] {
                    break;
                }
                if low == [0; 3] {
                    continue;
                }
                let saved = before.saturating_sub(fixed_bits(low) + fixed_bits(high));
                let saves = u64::try_from((saved * u128::from(total) / u128::from(sampled)) >> 16).unwrap_or(u64::MAX);
                let division =
                    Division { saves, leaf: Reverse(leaf), feature: Reverse(feature), most: Reverse(answer as i8 - 8) };
                best = best.max(Some(division));
            }
            best
        });
        best.max().filter(|division| division.saves > NODE_BITS)
    }

    /// The tree with divisions taken back whose two leaves say the same.
    fn pruned(self) -> Rulebook {
        let mut nodes = self.book.nodes;
        for at in (0..nodes.len()).rev() {
            if let Node::Test { yes, no, .. } = nodes[at]
                && let (Node::Leaf(one), Node::Leaf(two)) = (nodes[yes], nodes[no])
                && one == two
            {
                nodes[at] = Node::Leaf(one);
            }
        }
        let mut kept = Vec::new();
        let mut open = std::collections::VecDeque::from([(0, None)]);
        while let Some((at, parent)) = open.pop_front() {
            let place = kept.len();
            kept.push(nodes[at]);
            if let Some((parent, is_yes)) = parent
                && let Node::Test { yes, no, .. } = &mut kept[parent]
            {
                *(if is_yes { yes } else { no }) = place;
            }
            if let Node::Test { yes, no, .. } = nodes[at] {
                open.extend([(yes, Some((place, true))), (no, Some((place, false)))]);
            }
        }
        Rulebook { nodes: kept, ..self.book }
    }
}

fn counts(drawn: &Drawn, members: &[u32]) -> [u64; 3] {
    let mut counts = [0; 3];
    for &at in members {
        counts[usize::from(drawn.outcomes[at as usize])] += 1;
    }
    counts
}

/// What a part of a sample stands for.
fn scaled(counts: &[u64; 3], whole: [u64; 3], sampled: u64) -> [u64; 3] {
    let total: u64 = whole.iter().sum();
    counts.map(|count| (u128::from(count) * u128::from(total) / u128::from(sampled.max(1))) as u64)
}

/// The entropy of some counts in bits.
fn bits(counts: [u64; 3]) -> u64 {
    u64::try_from(fixed_bits(counts) >> 16).unwrap_or(u64::MAX)
}

/// The same in units of 1/65536 bit.
fn fixed_bits(counts: [u64; 3]) -> u128 {
    let parts: u128 = counts.iter().map(|&count| times_log(count)).sum();
    times_log(counts.iter().sum()).saturating_sub(parts)
}

/// `n log2 n` in units of 1/65536, by squaring: the same on every machine.
fn times_log(n: u64) -> u128 {
    if n < 2 {
        return 0;
    }
    let whole = n.ilog2();
    // The mantissa, between 1 and 2, with 32 binary places.
    let mut mantissa = if whole <= 32 { n << (32 - whole) } else { n >> (whole - 32) };
    let mut log = u64::from(whole) << 16;
    for place in (0..16).rev() {
        let square = (u128::from(mantissa) * u128::from(mantissa)) >> 32;
        if square >> 33 != 0 {
            log |= 1 << place;
            mantissa = (square >> 1) as u64;
        } else {
            mantissa = square as u64;
        }
    }
    u128::from(n) * u128::from(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in [1u64, 2, 3, 10, 1_000, 123_456_789, 800_000_000] {
            let exact = n as f64 * (n as f64).log2();
            assert!((times_log(n) as f64 / 65_536.0 - exact).abs() <= n as f64 / 30_000.0, "{n}");
        }
        assert_eq!(bits([8, 8, 0]), 16);
        assert_eq!(bits([5, 0, 0]), 0);
    }
}
