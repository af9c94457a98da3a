//! Where the constants of `seed-scales`, `seed-attention` and `seed-flow` come from: the labelled positions that the
//! learned kernels are fitted to, one in four of them, and no suite or game that strength is measured with.
//!
//! `RETI_DATA=DIR cargo test --release -p reti-lab --lib constants -- --ignored --nocapture` fits them again, by the mean
//! squared error of the win probability (`docs/fields.md`), and prints what they come to.

use std::{io::Write as _, path::Path};

use rayon::prelude::*;
use reti_core::{
    chess::{Board, Color, Piece, PieceType, Rank, Square},
    field::{
        Influence, KernelSet, SEED, channel,
        score::{self, Evaluation},
        topology,
    },
};

use super::{data::labelled, probability};

/// The scales of the engine's scores and of ours, as when kernels are learned.
const SCALES: (f64, f64) = (173.7, 260.0);
const WORTH: [f64; 6] = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];

/// What there is to fit with, White's less Black's.
struct Sample {
    board: Board,
    aim: f64,
    phase: f64,
    material: f64,
    /// Norms above their means by kernels of sides 3, 5 and 7, added up.
    scales: [f64; 3],
    norms: [f64; 12],
    /// The whole kernels' norms above their means.
    above: [f64; 12],
    /// The push on officers and kings.
    push: [f64; 2],
}

/// The mean norm of each kind of piece over the squares where it can stand.
fn means(set: &KernelSet) -> [f64; 12] {
    std::array::from_fn(|index| {
        let piece = Piece { color: color(index), role: PieceType::ALL[index % 6] };
        let can_stand = |square: &Square| index % 6 != 0 || !matches!(square.rank(), Rank::First | Rank::Eighth);
        let squares: Vec<Square> = Square::ALL.into_iter().filter(can_stand).collect();
        let alone = |&square: &Square| {
            let mut board = Board::empty();
            board.set_piece_at(square, piece);
            Influence::new(&board, set).norms()[index]
        };
        squares.iter().map(alone).sum::<f64>() / squares.len() as f64
    })
}

fn color(index: usize) -> Color {
    if index < 6 { Color::White } else { Color::Black }
}

/// White's less Black's, kings negatively in the middlegame and positively in the endgame.
fn difference(values: &[f64; 12], phase: f64) -> f64 {
    let king = |index: usize| if index == 5 { 2.0 * phase - 1.0 } else { 1.0 };
    (0..6).map(|index| king(index) * (values[index] - values[index + 6])).sum()
}

/// The kernel sets that samples are made with, and their means.
struct Sets {
    all: [f64; 12],
    clipped: [(KernelSet, [f64; 12]); 3],
}

impl Sets {
    fn new() -> Sets {
        let clipped = [3, 5, 7].map(|size| {
            let set = SEED.map("part", "", |kernel| kernel.clipped(size));
            let means = means(&set);
            (set, means)
        });
        Sets { all: means(&SEED), clipped }
    }

    fn sample(&self, line: &str) -> Option<Sample> {
        let row = labelled(line).expect("the tuning data is well formed");
        let board = (!row.noisy).then(|| row.position.board().clone())?;
        let mut counts = [0.0; 12];
        for (_, piece) in &board {
            counts[channel(piece)] += 1.0;
        }
        let above = |norms: [f64; 12], means: &[f64; 12]| std::array::from_fn(|i| norms[i] - means[i] * counts[i]);
        let phase = score::phase(&board);
        let influence = Influence::new(&board, &SEED);
        let scales = self.clipped.each_ref().map(|(set, means)| {
            let norms = Influence::new(&board, set).norms();
            difference(&above(norms, means), phase)
        });
        Some(Sample {
            aim: probability(f64::from(row.centipawns), SCALES.0),
            phase,
            material: (0..6).map(|index| WORTH[index] * (counts[index] - counts[index + 6])).sum(),
            scales,
            norms: influence.norms(),
            above: above(influence.norms(), &self.all),
            push: push(&board, &influence),
            board,
        })
    }
}

fn push(board: &Board, influence: &Influence) -> [f64; 2] {
    let mut push = [0.0; 2];
    for (square, piece) in board {
        let slope = topology::gradient(&influence.side(!piece.color)).at(square);
        let own = piece.color.fold_wb(1.0, -1.0) * (slope.down.abs() + slope.right.abs());
        match piece.role {
            PieceType::Pawn => {}
            PieceType::King => push[1] += own,
            _ => push[0] += own,
        }
    }
    push
}

fn samples() -> Option<Vec<Sample>> {
    let folder = std::env::var_os("RETI_DATA")?;
    let (sets, mut samples) = (Sets::new(), Vec::new());
    for name in ["master_quiet.txt.zst", "perturbed.txt.zst"] {
        let packed = std::fs::read(Path::new(&folder).join("tuning").join(name)).ok()?;
        let text = String::from_utf8(zstd::decode_all(packed.as_slice()).ok()?).ok()?;
        let lines: Vec<&str> = text.lines().step_by(4).collect();
        samples.par_extend(lines.par_iter().filter_map(|line| sets.sample(line)));
    }
    Some(samples)
}

fn error(samples: &[Sample], score: impl Fn(&Sample) -> f64 + Sync) -> f64 {
    let one = |sample: &Sample| (probability(score(sample), SCALES.1) - sample.aim).powi(2);
    // A float's sum depends on its order, and the order on the cores: in the ninth digit.
    samples.par_iter().map(one).sum::<f64>() / samples.len() as f64
}

/// The constants with the least error, from where they start, and the error: one at a time, up or down, in steps that grow
/// while they help.
fn fit<const N: usize>(
    samples: &[Sample],
    start: [f64; N],
    score: impl Fn(&Sample, &[f64; N]) -> f64 + Sync,
) -> ([f64; N], f64) {
    let mut best = (start, error(samples, |sample| score(sample, &start)));
    let mut steps = start.map(|value| (value.abs() / 2.0).max(0.2));
    for turn in 0..80 * N {
        let index = turn % N;
        let mut is_better = false;
        for sign in [1.0, -1.0] {
            let mut tried = best.0;
            tried[index] += sign * steps[index];
            let found = error(samples, |sample| score(sample, &tried));
            if found < best.1 {
                (best, is_better) = ((tried, found), true);
                break;
            }
        }
        steps[index] *= if is_better { 1.3 } else { 0.6 };
    }
    best
}

/// Twelve times each kind's share of attention, times its norm above the mean.
fn attended(sample: &Sample, temperature: f64) -> f64 {
    let largest = sample.norms.iter().copied().fold(0.0, f64::max);
    let shares = sample.norms.map(|norm| ((norm - largest) / temperature).exp());
    let whole: f64 = shares.iter().sum();
    difference(&std::array::from_fn(|index| 12.0 * shares[index] / whole * sample.above[index]), sample.phase)
}

/// Tells who looks at the test's output.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[test]
#[ignore = "slow: needs the tuning data of RETI_DATA"]
fn committed_constants_are_those_of_the_tuning_data() {
    let Some(samples) = samples() else {
        say("skipped: RETI_DATA names no folder with tuning data");
        return;
    };
    say(&format!("{} positions", samples.len()));
    let committed = |evaluation: &'static Evaluation| {
        let error = error(&samples, |sample| f64::from(evaluation.score(&sample.board)));
        say(&format!("{:<16}{error:.6} as committed", evaluation.name));
        error
    };
    let near = |evaluation, (constants, least): (&[f64], f64)| {
        say(&format!("{:<16}{least:.6} with {constants:.2?}", "  fitted"));
        // Tables are in whole centipawns, which costs up to this much.
        assert!((committed(evaluation) - least).abs() < 1.5e-5);
    };
    committed(&score::MATERIAL);
    committed(&score::SEED);
    let (scale, least) =
        fit(&samples, [2.5], |sample, [scale]| sample.material + scale * difference(&sample.above, sample.phase));
    say(&format!("{:<16}{least:.6} with {scale:.2?}", "  another scale"));
    let (scales, least) = fit(&samples, [0.8; 3], |sample, factors| {
        sample.material + (0..3).map(|index| factors[index] * sample.scales[index]).sum::<f64>()
    });
    near(&score::SEED_SCALES, (&scales, least));
    for temperature in [20.0, 40.0, score::TEMPERATURE, 160.0, 1e9] {
        let (scale, least) =
            fit(&samples, [2.5], |sample, [scale]| sample.material + scale * attended(sample, temperature));
        say(&format!("{:<16}{least:.6} with {scale:.2?} at temperature {temperature}", "  attention"));
        if temperature == score::TEMPERATURE {
            near(&score::SEED_ATTENTION, (&scale, least));
        }
    }
    let (push, least) = fit(&samples, [-0.5; 2], |sample, [officers, king]| {
        let seed = sample.material + 2.5 * difference(&sample.above, sample.phase);
        seed + officers * sample.push[0] + king * sample.push[1] * (1.0 - sample.phase)
    });
    near(&score::SEED_FLOW, (&push, least));
}
