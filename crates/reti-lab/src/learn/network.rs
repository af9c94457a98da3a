//! Learning the network of `reti_core::field::network` from labelled positions.
//!
//! The same data as for kernels, the same aim (the sigmoid of the score is fitted to an engine's win probability),
//! and the same descent: Adam on shuffled minibatches, cut into pieces of fixed size that are added up in their
//! order, so that the number of cores does not matter. Most of a board is empty, so forward and backward only the
//! rows of the men on it are touched. Weights are kept within the limits of the whole numbers that they become.
#![allow(clippy::inline_always, reason = "what is compiled for several widths of registers must be one function")]

use rayon::prelude::*;
use reti_core::{
    chess::{Color, Position},
    field::network::{
        HIDDEN, INPUTS, ONE, OUTPUT_ONE, SCALE, STAGES,
        format::{self, MAX_INPUT, MAX_OUTPUT},
        input, is_flipped, stage,
    },
};

use super::{
    data::{DataError, labelled},
    probability,
};

/// The most men on a board.
const MEN: usize = 32;

/// A position: the inputs of its men seen by the side to move and by the other, and what to learn.
#[derive(Clone, Debug)]
struct Sample {
    inputs: [[u16; MEN]; 2],
    men: u8,
    stage: u8,
    /// The engine's score for the side to move, in centipawns.
    centipawns: i16,
}

/// Positions to learn from.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    samples: Vec<Sample>,
    /// Positions that were left out because of a check or a capture.
    pub noisy: usize,
}

impl Positions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Adds the positions of a file of lines `FEN | centipawns for White | best move | move played | result`.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), DataError> {
        let lines: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).collect();
        let read: Result<Vec<Option<Sample>>, DataError> = lines
            .par_iter()
            .map(|&(index, line)| match labelled(line) {
                Ok(labelled) => Ok((!labelled.noisy).then(|| sample(&labelled.position, labelled.centipawns))),
                Err(message) => Err(DataError { file: name.to_owned(), line: index + 1, message }),
            })
            .collect();
        let read = read?;
        let before = self.samples.len();
        self.noisy += read.len();
        self.samples.extend(read.into_iter().flatten());
        self.noisy -= self.samples.len() - before;
        Ok(())
    }
}

fn sample(position: &Position, white: f32) -> Sample {
    let (board, turn) = (position.board(), position.turn());
    let mut sample = Sample {
        inputs: [[0; MEN]; 2],
        men: 0,
        stage: stage(board.occupied().count()) as u8,
        centipawns: turn.fold_wb(white, -white).clamp(-30_000.0, 30_000.0) as i16,
    };
    let views: [(Color, bool); 2] = [turn, !turn].map(|viewer| (viewer, is_flipped(viewer, board)));
    for (square, piece) in board.into_iter().take(MEN) {
        for (inputs, (viewer, flipped)) in sample.inputs.iter_mut().zip(views) {
            inputs[usize::from(sample.men)] = input(viewer, flipped, piece, square) as u16;
        }
        sample.men += 1;
    }
    sample
}

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Passes over the data.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// The first step's size; later ones shrink to nearly nothing along a cosine.
    pub rate: f64,
    /// Centipawns by which the odds of winning grow e-fold.
    pub scale: f64,
    /// One stretch of positions in so many is kept aside to judge by.
    pub held_out: usize,
    /// The seed of all chance.
    pub seed: u64,
    /// The numbers of a network to go on from; small random ones otherwise.
    pub start: Option<Vec<i16>>,
}

impl Default for Options {
    fn default() -> Options {
        // The scale is that of the curve of winning chances.
        let scale = 1.0 / 0.003_682_08;
        Options { epochs: 20, batch: 16_384, rate: 0.002, scale, held_out: 50, seed: 1, start: None }
    }
}

/// A pass over the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// The mean squared error of the win probability on what was learned from.
    pub learned: f64,
    /// The same on what was kept aside.
    pub held_out: f64,
}

/// Where the kinds of weights begin in the list of all of them; the order is the file's.
const START: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = START + HIDDEN;
const CONSTANTS: usize = OUTPUTS + STAGES * 2 * HIDDEN;

/// Positions in a stretch, fewer where there are few: neighbours come from the same game, and a game is either learned from or kept aside.
const STRETCH: usize = 4096;
/// Positions that one piece of a batch has: a batch is four of them unless told otherwise, because each has a gradient
/// of its own.
const PIECE: usize = 4096;

/// Learns a network and returns its file; `report` is told after every pass and may end it all with false.
pub fn learn(positions: &Positions, options: &Options, mut report: impl FnMut(&Epoch) -> bool) -> Vec<u8> {
    let held_out = options.held_out.max(2);
    let stretch = STRETCH.min(positions.len() / (4 * held_out)).max(1);
    let is_aside = |index: u32| (index as usize / stretch).is_multiple_of(held_out);
    let (aside, mut rest): (Vec<u32>, Vec<u32>) =
        (0..positions.samples.len() as u32).partition(|&index| is_aside(index));
    let mut dice = fastrand::Rng::with_seed(options.seed);
    let first = options.start.as_ref().map_or_else(|| first_weights(&mut dice), |numbers| weights_of(numbers));
    let mut adam = Adam::new(first);
    let batch = options.batch.max(1);
    let steps = options.epochs * rest.len().div_ceil(batch).max(1);
    for number in 1..=options.epochs {
        dice.shuffle(&mut rest);
        let mut sum = 0.0;
        for batch in rest.chunks(batch) {
            let (error, gradient) = slope(positions, batch, &adam.weights, options.scale);
            sum += error;
            let progress = f64::from(adam.steps) / steps as f64;
            let rate = options.rate * (0.5 + 0.5 * (std::f64::consts::PI * progress).cos()) + options.rate / 1000.0;
            adam.step(&gradient, batch.len(), rate as f32);
        }
        let held_out = judge(positions, &aside, &adam.weights, options.scale);
        if !report(&Epoch { number, learned: sum / rest.len().max(1) as f64, held_out }) {
            break;
        }
    }
    format::write(&rounded(&adam.weights))
}

/// Small random numbers, so that no two sums are alike.
fn first_weights(dice: &mut fastrand::Rng) -> Vec<f32> {
    // Three uniform numbers are nearly a bell curve.
    let mut bell = |width: f32| (dice.f32() + dice.f32() + dice.f32() - 1.5) * 2.0 * width;
    let mut weights: Vec<f32> = (0..START).map(|_| bell(0.05)).collect();
    weights.resize(OUTPUTS, 0.0);
    weights.extend((OUTPUTS..CONSTANTS).map(|_| bell(0.03)));
    weights.resize(CONSTANTS + STAGES, 0.0);
    weights
}

/// What stands for one in a file.
fn units(index: usize) -> f32 {
    match index {
        _ if index < OUTPUTS => ONE as f32,
        _ if index < CONSTANTS => OUTPUT_ONE as f32,
        _ => (ONE * OUTPUT_ONE) as f32,
    }
}

/// The weights as a file has them.
fn rounded(weights: &[f32]) -> Vec<i16> {
    weights.iter().enumerate().map(|(index, weight)| (weight * units(index)).round() as i16).collect()
}

/// The weights that a file has.
fn weights_of(numbers: &[i16]) -> Vec<f32> {
    numbers.iter().enumerate().map(|(index, &number)| f32::from(number) / units(index)).collect()
}

type View = [f32; HIDDEN];

/// The sums of both views.
#[inline(always)]
fn sums(sample: &Sample, weights: &[f32]) -> [View; 2] {
    let start: &View = weights[START..OUTPUTS].try_into().expect("as many as there are sums");
    let mut views = [*start; 2];
    for (view, inputs) in views.iter_mut().zip(&sample.inputs) {
        for &input in &inputs[..usize::from(sample.men)] {
            let row = &weights[usize::from(input) * HIDDEN..][..HIDDEN];
            for (sum, weight) in view.iter_mut().zip(row) {
                *sum += weight;
            }
        }
    }
    views
}

/// The output of a position whose views were added up.
#[inline(always)]
fn output(sample: &Sample, views: &[View; 2], weights: &[f32]) -> f32 {
    let stage = usize::from(sample.stage);
    let mut total = weights[CONSTANTS + stage];
    for (side, view) in views.iter().enumerate() {
        let last = &weights[OUTPUTS + (2 * stage + side) * HIDDEN..][..HIDDEN];
        let mut lanes = [0.0_f32; 16];
        for (sums, weights) in view.chunks_exact(16).zip(last.chunks_exact(16)) {
            for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                let cut = sum.clamp(0.0, 1.0);
                *lane += cut * cut * weight;
            }
        }
        total += lanes.iter().sum::<f32>();
    }
    total
}

/// The summed squared error of a batch and its gradient.
fn slope(positions: &Positions, batch: &[u32], weights: &[f32], scale: f64) -> (f64, Vec<f32>) {
    let parts: Vec<(f64, Vec<f32>)> =
        batch.par_chunks(PIECE).map(|piece| slope_of_piece(positions, piece, weights, scale)).collect();
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_else(|| (0.0, vec![0.0; weights.len()]));
    parts.fold(first, |(error, mut sum), (more, gradient)| {
        for (sum, part) in sum.iter_mut().zip(gradient) {
            *sum += part;
        }
        (error + more, sum)
    })
}

/// The part of some positions, added up in their order; once more for processors with wider registers.
#[multiversion::multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn slope_of_piece(positions: &Positions, piece: &[u32], weights: &[f32], scale: f64) -> (f64, Vec<f32>) {
    let (mut error, mut gradient) = (0.0, vec![0.0; weights.len()]);
    for &index in piece {
        error += learn_from(&positions.samples[index as usize], weights, scale, &mut gradient);
    }
    (error, gradient)
}

/// Adds a position's part to the gradient; its squared error.
#[inline(always)]
fn learn_from(sample: &Sample, weights: &[f32], scale: f64, gradient: &mut [f32]) -> f64 {
    let mut views = sums(sample, weights);
    let guess = probability(f64::from(output(sample, &views, weights)) * f64::from(SCALE), scale);
    let miss = guess - probability(f64::from(sample.centipawns), scale);
    let pull = (2.0 * miss * guess * (1.0 - guess) * f64::from(SCALE) / scale) as f32;
    let stage = usize::from(sample.stage);
    gradient[CONSTANTS + stage] += pull;
    for (side, view) in views.iter_mut().enumerate() {
        let at = OUTPUTS + (2 * stage + side) * HIDDEN;
        let (last, slopes) = (&weights[at..][..HIDDEN], &mut gradient[at..][..HIDDEN]);
        for ((sum, weight), slope) in view.iter_mut().zip(last).zip(slopes) {
            let cut = sum.clamp(0.0, 1.0);
            *slope += pull * cut * cut;
            // From here on the slope of the sum itself; a sum that is cut off has none.
            let inside = if (0.0..=1.0).contains(sum) { 2.0 * cut } else { 0.0 };
            *sum = pull * weight * inside;
        }
        for (slope, part) in gradient[START..OUTPUTS].iter_mut().zip(view.iter()) {
            *slope += part;
        }
        for &input in &sample.inputs[side][..usize::from(sample.men)] {
            let row = &mut gradient[usize::from(input) * HIDDEN..][..HIDDEN];
            for (slope, part) in row.iter_mut().zip(view.iter()) {
                *slope += part;
            }
        }
    }
    miss * miss
}

/// The mean squared error on some positions.
fn judge(positions: &Positions, indices: &[u32], weights: &[f32], scale: f64) -> f64 {
    let parts: Vec<f64> = indices
        .par_chunks(PIECE)
        .map(|piece| {
            let errors = piece.iter().map(|&index| {
                let sample = &positions.samples[index as usize];
                let score = output(sample, &sums(sample, weights), weights) * SCALE as f32;
                (probability(f64::from(score), scale) - probability(f64::from(sample.centipawns), scale)).powi(2)
            });
            errors.sum()
        })
        .collect();
    parts.iter().sum::<f64>() / indices.len().max(1) as f64
}

/// Adam, as for kernels, on single-precision numbers and with limits.
struct Adam {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn new(weights: Vec<f32>) -> Adam {
        Adam { mean: vec![0.0; weights.len()], square: vec![0.0; weights.len()], weights, steps: 0 }
    }

    fn step(&mut self, gradient: &[f32], n: usize, rate: f32) {
        self.steps += 1;
        let [mean_share, square_share] =
            [Adam::MEAN, Adam::SQUARE].map(|share| (1.0 - f64::from(share).powi(self.steps)) as f32);
        let one = 1.0 / n as f32;
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, part), (mean, square)) in self.weights.iter_mut().zip(gradient).zip(moments) {
            let slope = part * one;
            *mean = Adam::MEAN * *mean + (1.0 - Adam::MEAN) * slope;
            *square = Adam::SQUARE * *square + (1.0 - Adam::SQUARE) * slope * slope;
            *weight -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-10);
        }
        // Whole numbers later: nothing may grow beyond them.
        let limits = [(0..OUTPUTS, MAX_INPUT, ONE), (OUTPUTS..CONSTANTS, MAX_OUTPUT, OUTPUT_ONE)];
        for (range, most, one) in limits {
            let most = f32::from(most) / one as f32;
            for weight in &mut self.weights[range] {
                *weight = weight.clamp(-most, most);
            }
        }
    }
}
