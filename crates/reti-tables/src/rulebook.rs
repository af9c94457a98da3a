//! An endgame told as rules: a decision tree on what people can see, and the list of its exceptions.
//!
//! The tree asks questions of [`feature`] until a leaf says who wins. It is grown where that saves most
//! ([`fit`]); what it still gets wrong is listed position by position ([`exceptions`]), so that tree and list
//! together are the table again, exactly, and [`exceptions::reproduce`] shows it. Its first levels, with exact
//! counts, are rules of thumb that lessons tell ([`text`] keeps them in small files).
//! [CQD, sections 5.1 and 5.5]

pub mod exceptions;
pub mod feature;
pub mod fit;
pub mod text;

use std::ops::Range;

use rayon::prelude::*;
use reti_core::chess::{Color, Position};
use reti_core::value::Value;

use crate::layout::{Convention, Layout};
use crate::material::Material;
use crate::rules;
use crate::stats::{Count, Weights};
use crate::table::{Code, Metric, Table, Tables};
use crate::verify::VerifyError;
use crate::verify::successors::Successors;
use feature::{Feature, Question, Scene, capture_answer, scene_of};

/// Who wins: White is the side that an endgame names first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White wins.
    White,
    /// Nobody wins.
    Draw,
    /// Black wins.
    Black,
}

impl Outcome {
    /// All of them, in the order of counts.
    pub const ALL: [Outcome; 3] = [Outcome::White, Outcome::Draw, Outcome::Black];

    /// The outcome of a code; `None` for an illegal position.
    pub fn of(code: Code, turn: Color) -> Option<Outcome> {
        Some(match (code.value()?, turn) {
            (Value::Draw, _) => Outcome::Draw,
            (Value::Win, Color::White) | (Value::Loss, Color::Black) => Outcome::White,
            _ => Outcome::Black,
        })
    }

    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::White => "white",
            Outcome::Draw => "draw",
            Outcome::Black => "black",
        }
    }

    /// The most frequent one; the first of equals.
    fn most(counts: [u64; 3]) -> Outcome {
        let mut most = Outcome::White;
        for outcome in [Outcome::Draw, Outcome::Black] {
            if counts[outcome as usize] > counts[most as usize] {
                most = outcome;
            }
        }
        most
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Goes on at `yes` if the answer to the question is at most a number, otherwise at `no`.
    Test {
        /// Which question.
        feature: usize,
        /// The number.
        most: i8,
        /// The next node if so.
        yes: usize,
        /// The next node if not.
        no: usize,
    },
    /// Says who wins.
    Leaf(Outcome),
}

/// A decision tree for an endgame, or for several of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// What it asks.
    pub features: Vec<Feature>,
    /// The nodes; the first is the root, and children come after their parents.
    pub nodes: Vec<Node>,
}

/// A range of answers that a path through the tree demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is asked.
    pub feature: Feature,
    /// The least answer.
    pub least: i8,
    /// The greatest answer.
    pub most: i8,
}

impl Rulebook {
    /// The leaf of a position.
    #[inline]
    pub fn leaf(&self, questions: &[Question], scene: &Scene<'_>) -> usize {
        let mut at = 0;
        while let Node::Test { feature, most, yes, no } = self.nodes[at] {
            at = if scene.answer(&questions[feature]) <= most { yes } else { no };
        }
        at
    }

    /// The questions of the tree for an endgame.
    pub fn questions(&self, layout: &Layout) -> Vec<Question> {
        self.features.iter().map(|&feature| Question::new(feature, layout)).collect()
    }

    /// The nodes from the root to where a position ends, at most so many tests deep.
    pub fn path(&self, position: &Position, depth: usize) -> Option<Vec<usize>> {
        let layout = Layout::new(Material::of_board(position.board()).0);
        let scene = scene_of(position, &layout)?;
        let questions = self.questions(&layout);
        let mut path = vec![0];
        let mut at = 0;
        while let Node::Test { feature, most, yes, no } = self.nodes[at]
            && path.len() <= depth
        {
            at = if scene.answer(&questions[feature]) <= most { yes } else { no };
            path.push(at);
        }
        Some(path)
    }

    /// What a path demands, each question once, in the order in which they are first asked.
    pub fn conditions(&self, path: &[usize]) -> Vec<Condition> {
        let mut found: Vec<Condition> = Vec::new();
        for pair in path.windows(2) {
            let Node::Test { feature, most, yes, .. } = self.nodes[pair[0]] else { continue };
            let feature = self.features[feature];
            let (least, greatest) = feature.ask.range();
            let (least, most) = if pair[1] == yes { (least, most) } else { (most + 1, greatest) };
            match found.iter_mut().find(|condition| condition.feature == feature) {
                Some(known) => (known.least, known.most) = (known.least.max(least), known.most.min(most)),
                None => found.push(Condition { feature, least, most }),
            }
        }
        found
    }

    /// The paths to all nodes where the tree ends or has asked so many questions, from left to right.
    pub fn paths(&self, depth: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let mut open = vec![vec![0]];
        while let Some(path) = open.pop() {
            match path.last().map(|&at| self.nodes[at]) {
                Some(Node::Test { yes, no, .. }) if path.len() <= depth => {
                    open.extend([no, yes].map(|next| [path.as_slice(), &[next]].concat()));
                }
                _ => found.push(path),
            }
        }
        found
    }

    /// How many leaves there are.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Leaf(_))).count()
    }

    /// The most questions that are asked.
    pub fn depth(&self) -> usize {
        let mut depth = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if let Node::Test { yes, no, .. } = *node {
                (depth[yes], depth[no]) = (depth[at] + 1, depth[at] + 1);
            }
        }
        depth.into_iter().max().unwrap_or(0)
    }

    /// The tree as bytes, root first: a question and its number, or a leaf's outcome.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            match self.nodes[at] {
                Node::Leaf(outcome) => out.push(outcome as u8),
                Node::Test { feature, most, yes, no } => {
                    out.extend([3 + feature as u8, most as u8]);
                    open.extend([no, yes]);
                }
            }
        }
        out
    }
}

/// How many positions of a table come to each node, by outcome.
#[derive(Clone, Debug)]
pub struct Counts {
    layout: Layout,
    nodes: Vec<[Count; 3]>,
}

impl Counts {
    /// Counts the positions of a table.
    pub fn new(rulebook: &Rulebook, table: &Table, tables: &dyn Tables) -> Result<Counts, VerifyError> {
        let scan = Scan::new(table.layout(), SIDES.map(|turn| table.codes(turn)), tables)?;
        let questions = rulebook.questions(table.layout());
        let zero = || vec![[Count::default(); 3]; rulebook.nodes.len()];
        let mut nodes = scan
            .blocks()
            .into_par_iter()
            .map(|(turn, words)| {
                let mut counts = zero();
                scan.visit(turn, words, |place, scene| {
                    let (word, lane) = (place / 64, place % 64);
                    let Some(outcome) = Outcome::of(Code(table.codes(turn)[place]), turn) else { return };
                    let squares = table.layout().squares(word * 64);
                    let weights = Weights::new(table.layout(), &squares);
                    let one = weights.count(table.layout(), &squares, 1 << lane);
                    counts[rulebook.leaf(&questions, scene)][outcome as usize] += one;
                });
                counts
            })
            .reduce(zero, |mut a, b| {
                a.iter_mut().zip(b).for_each(|(a, b)| a.iter_mut().zip(b).for_each(|(a, b)| *a += b));
                a
            });
        for at in (0..nodes.len()).rev() {
            if let Node::Test { yes, no, .. } = rulebook.nodes[at] {
                for child in [nodes[yes], nodes[no]] {
                    nodes[at].iter_mut().zip(child).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        Ok(Counts { layout: table.layout().clone(), nodes })
    }

    /// The positions about which the tree is wrong; mirror images are counted once.
    pub fn exceptions(&self, rulebook: &Rulebook) -> u64 {
        let mut wrong = Count::default();
        for (node, counts) in rulebook.nodes.iter().zip(&self.nodes) {
            if let Node::Leaf(said) = node {
                let others = Outcome::ALL.into_iter().filter(|outcome| outcome != said);
                others.for_each(|outcome| wrong += counts[outcome as usize]);
            }
        }
        wrong.number(&self.layout, Convention::Orbits)
    }

    /// The positions that come to a node, by outcome; mirror images are counted once.
    pub fn at(&self, node: usize) -> [u64; 3] {
        self.nodes[node].map(|count| count.number(&self.layout, Convention::Orbits))
    }
}

const SIDES: [Color; 2] = [Color::White, Color::Black];

/// How many words are looked at together.
const BLOCK: usize = 1024;

/// All legal positions of an endgame as questions see them, found without its values.
pub(crate) struct Scan<'a> {
    layout: &'a Layout,
    successors: Successors<'a>,
    /// Only whether a code is zero is looked at.
    legal: [&'a [u8]; 2],
}

impl<'a> Scan<'a> {
    /// Of a layout and of codes that are zero exactly at illegal places.
    pub fn new(layout: &'a Layout, legal: [&'a [u8]; 2], tables: &dyn Tables) -> Result<Scan<'a>, VerifyError> {
        Ok(Scan { layout, successors: Successors::new(layout, Metric::Labels, tables)?, legal })
    }

    /// All words in blocks, white to move first.
    pub fn blocks(&self) -> Vec<(Color, Range<usize>)> {
        let words = self.layout.len() / 64;
        let starts = || (0..words).step_by(BLOCK).map(move |start| start..(start + BLOCK).min(words));
        SIDES.into_iter().flat_map(|turn| starts().map(move |words| (turn, words))).collect()
    }

    /// Shows each legal position of some words, in order, with its place.
    pub fn visit(&self, turn: Color, words: Range<usize>, mut see: impl FnMut(usize, &Scene<'_>)) {
        for word in words {
            let Some(seen) = self.successors.word(self.legal, turn, word) else { continue };
            let mut squares = self.layout.squares(word * 64);
            let lane = self.layout.lane();
            let fixed = squares[..lane].iter().fold(0, |set, &square| set | rules::bit(square.into()));
            let best = seen.best();
            for square in rules::squares(seen.legal) {
                squares[lane] = square as u8;
                let scene = Scene {
                    men: self.layout.men(),
                    squares,
                    occupied: fixed | rules::bit(square),
                    turn,
                    check: seen.check >> square & 1 != 0,
                    stuck: best[square] == 0,
                    capture: capture_answer(seen.capture[square]),
                    promotes: seen.promotion[square] != 0,
                };
                see(word * 64 + square, &scene);
            }
        }
    }
}
