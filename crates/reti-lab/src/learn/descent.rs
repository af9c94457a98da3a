//! Gradient descent: Adam on minibatches, in a fixed order of additions.
//!
//! A batch is cut into pieces of fixed size; cores sum up the pieces in any order, and the pieces'
//! sums are added in theirs. So the result does not depend on the number of cores.

use rayon::prelude::*;
use reti_core::field::learned::layout::TABLES;

use super::{
    Learned, Quality, WEIGHTS,
    course::kernels,
    data::{Data, Sample},
    probability,
};

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Passes over the data, at most.
    pub epochs: usize,
    /// Passes without progress before learning ends.
    pub patience: usize,
    /// Positions for each step.
    pub batch: usize,
    /// The first step's size in centipawns; later ones shrink to a hundredth of it.
    pub rate: f64,
    /// The part of the game's result in the aim, where there is one.
    pub result_share: f64,
    /// The scale of the sigmoid that turns the engine's centipawns into a win probability.
    pub engine_scale: f64,
    /// The scale of the sigmoid that turns the learned score into one; a larger scale makes all
    /// weights larger. The default gives pieces their usual worth.
    pub scale: f64,
    /// One game in so many is kept aside.
    pub held_out: u64,
    /// How strongly weights are pulled towards zero.
    pub decay: f64,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            epochs: 80,
            patience: 10,
            batch: 4096,
            rate: 8.0,
            result_share: 0.25,
            // Ten to the power of centipawns / 400, as in Elo's formula.
            engine_scale: 400.0 / std::f64::consts::LN_10,
            scale: 260.0,
            held_out: 10,
            decay: 1e-9,
            seed: 1,
        }
    }
}

/// A pass over the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// The mean squared error of the aim on the positions that were learned from.
    pub learned: f64,
    /// That on the games that were kept aside.
    pub held_out: f64,
    /// The mean squared error there against the engine's win probability alone.
    pub engine: f64,
}

/// Positions that one piece of a batch has.
const PIECE: usize = 256;

/// Learns kernels from the positions of a kind of terms; `report` is told after every pass and may end it all with false.
pub fn learn(data: &Data, options: &Options, report: impl FnMut(&Epoch) -> bool) -> Learned {
    learn_from(data, start(), options, report)
}

/// The same, going on from weights in centipawns, middlegame and endgame in turns.
pub(super) fn learn_from(
    data: &Data,
    start: Vec<f64>,
    options: &Options,
    mut report: impl FnMut(&Epoch) -> bool,
) -> Learned {
    let (aside, mut rest): (Vec<u32>, Vec<u32>) =
        (0..data.samples.len() as u32).partition(|&index| is_aside(&data.samples[index as usize], options));
    let aims: Vec<f32> = data.samples.iter().map(|sample| aim(sample, options)).collect();
    let mut adam = Adam::new(start);
    let mut dice = fastrand::Rng::with_seed(options.seed);
    let (mut best, mut lowest, mut epochs) = (adam.weights.clone(), f64::INFINITY, Vec::<Epoch>::new());
    let mut best_epoch = 0;
    for number in 1..=options.epochs {
        dice.shuffle(&mut rest);
        let progress = (number - 1) as f64 / options.epochs.max(2) as f64;
        let rate = options.rate * 0.01_f64.powf(progress);
        let mut sum = 0.0;
        for batch in rest.chunks(options.batch.max(1)) {
            let (error, gradient) = slope(data, batch, &aims, &adam.weights, options.scale);
            sum += error;
            adam.step(&gradient, batch.len(), rate, options.decay);
        }
        let (held_out, engine) = judge(data, &aside, &aims, &adam.weights, options);
        let epoch = Epoch { number, learned: sum / rest.len().max(1) as f64, held_out, engine };
        epochs.push(epoch);
        if held_out < lowest {
            (lowest, best_epoch) = (held_out, number);
            best.clone_from(&adam.weights);
        }
        if !report(&epoch) || number >= best_epoch + options.patience.max(1) {
            break;
        }
    }
    let rounded: Vec<f64> = best.iter().map(|weight| (weight * 10.0).round() / 10.0).collect();
    let kernels = kernels(&rounded);
    let quality = data
        .files
        .iter()
        .enumerate()
        .map(|(file, name)| {
            let of_file: Vec<u32> =
                aside.iter().copied().filter(|&index| data.samples[index as usize].file as usize == file).collect();
            let (_, error) = judge(data, &of_file, &aims, &rounded, options);
            Quality { file: name.clone(), n: of_file.len(), error }
        })
        .collect();
    Learned { kernels, epochs, best: best_epoch, quality }
}

/// Whether the position's game is kept aside.
fn is_aside(sample: &Sample, options: &Options) -> bool {
    spread(u64::from(sample.game) ^ 0x9e37_79b9).is_multiple_of(options.held_out.max(2))
}

/// A number spread over all 64 bits (the last step of `SplitMix64`). Written out and not to be changed:
/// it decides which games the committed kernels have never seen.
fn spread(number: u64) -> u64 {
    let mut value = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// What the sigmoid of the score shall be.
fn aim(sample: &Sample, options: &Options) -> f32 {
    let engine = probability(f64::from(sample.centipawns), options.engine_scale);
    sample
        .result
        .map_or(engine, |result| options.result_share * f64::from(result) + (1.0 - options.result_share) * engine)
        as f32
}

/// Material, for a start that is not absurd.
fn start() -> Vec<f64> {
    const WORTH: [f64; 6] = [90.0, 280.0, 290.0, 450.0, 900.0, 0.0];
    let mut weights = vec![0.0; WEIGHTS];
    for (index, weight) in weights.iter_mut().enumerate().take(2 * TABLES) {
        // No pawn stands on the first and last rank.
        let is_used = index >= 64 || (8..56).contains(&index);
        *weight = if is_used { WORTH[index / 64] } else { 0.0 };
    }
    weights
}

fn score(data: &Data, sample: &Sample, weights: &[f64]) -> f64 {
    let middle = f64::from(sample.phase) / 24.0;
    let terms = data.counts(sample).iter().map(|&(index, count)| {
        let at = 2 * usize::from(index);
        f64::from(count) * (middle * weights[at] + (1.0 - middle) * weights[at + 1])
    });
    terms.sum()
}

/// The summed squared error of a batch and its gradient.
fn slope(data: &Data, batch: &[u32], aims: &[f32], weights: &[f64], scale: f64) -> (f64, Vec<f64>) {
    let parts: Vec<(f64, Vec<f64>)> = batch
        .par_chunks(PIECE)
        .map(|piece| {
            let (mut error, mut gradient) = (0.0, vec![0.0; WEIGHTS]);
            for &index in piece {
                let sample = &data.samples[index as usize];
                let guess = probability(score(data, sample, weights), scale);
                let miss = guess - f64::from(aims[index as usize]);
                error += miss * miss;
                let pull = 2.0 * miss * guess * (1.0 - guess) / scale;
                let middle = f64::from(sample.phase) / 24.0;
                for &(index, count) in data.counts(sample) {
                    let (at, part) = (2 * usize::from(index), pull * f64::from(count));
                    gradient[at] += part * middle;
                    gradient[at + 1] += part * (1.0 - middle);
                }
            }
            (error, gradient)
        })
        .collect();
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or_else(|| (0.0, vec![0.0; WEIGHTS]));
    parts.fold(first, |(error, mut sum), (more, gradient)| {
        for (sum, part) in sum.iter_mut().zip(gradient) {
            *sum += part;
        }
        (error + more, sum)
    })
}

/// The mean squared errors against the aim and against the engine.
fn judge(data: &Data, indices: &[u32], aims: &[f32], weights: &[f64], options: &Options) -> (f64, f64) {
    let parts: Vec<(f64, f64)> = indices
        .par_chunks(PIECE)
        .map(|piece| {
            piece.iter().fold((0.0, 0.0), |(aim, engine), &index| {
                let sample = &data.samples[index as usize];
                let guess = probability(score(data, sample, weights), options.scale);
                let of_engine = probability(f64::from(sample.centipawns), options.engine_scale);
                (aim + (guess - f64::from(aims[index as usize])).powi(2), engine + (guess - of_engine).powi(2))
            })
        })
        .collect();
    let n = indices.len().max(1) as f64;
    let (aim, engine) = parts.into_iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    (aim / n, engine / n)
}

/// Adam: steps of a size that each weight's own gradients decide (Kingma and Ba, 2014).
struct Adam {
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.99;

    fn new(weights: Vec<f64>) -> Adam {
        Adam { mean: vec![0.0; weights.len()], square: vec![0.0; weights.len()], weights, steps: 0 }
    }

    fn step(&mut self, gradient: &[f64], n: usize, rate: f64, decay: f64) {
        self.steps += 1;
        let [mean_share, square_share] = [Adam::MEAN, Adam::SQUARE].map(|share| 1.0 - share.powi(self.steps));
        for (index, part) in gradient.iter().enumerate() {
            // Material is not pulled to zero: its tables carry it.
            let pull = if index < 2 * TABLES { 0.0 } else { decay * self.weights[index] };
            let slope = part / n as f64 + pull;
            self.mean[index] = Adam::MEAN * self.mean[index] + (1.0 - Adam::MEAN) * slope;
            self.square[index] = Adam::SQUARE * self.square[index] + (1.0 - Adam::SQUARE) * slope * slope;
            let step = self.mean[index] / mean_share / ((self.square[index] / square_share).sqrt() + 1e-12);
            self.weights[index] -= rate * step;
        }
    }
}
