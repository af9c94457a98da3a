//! Fits the forecast of pawn races and prints its weights as Rust:
//! `cargo run --release -p reti-search --example forecast_train > crates/reti-search/src/zone_search/forecast/weights.rs`.
//!
//! Random legal positions with one pawn each on different files, White to move, nothing to capture
//! or promote, at least one pawn that wins alone; exact values by the bitbases. One hidden layer,
//! logistic loss for *holds* and *wins*, Adam, all from fixed seeds. What it reaches on positions
//! that it was not fitted to goes to standard error.

use reti_core::{
    chess::{Board, Color, Piece, Position, Square},
    value::Value,
};
use reti_search::{
    bitbase::Bitbases,
    zone_search::forecast::{Race, TIMES},
};

const UNITS: usize = 32;
const POSITIONS: usize = 1_500_000;
const ROUNDS: usize = 20;
const BATCH: usize = 1000;
const LEARNING: f32 = 0.01;
const PARAMETERS: usize = TIMES * UNITS + UNITS + 2 * UNITS + 2;
const HIDDEN_BIAS: usize = TIMES * UNITS;
const OUTPUT: usize = HIDDEN_BIAS + UNITS;
const OUTPUT_BIAS: usize = OUTPUT + 2 * UNITS;

/// Chance, written out so that the committed weights can be made again whatever a library changes.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Roughly normal with the given width.
    fn normal(&mut self, width: f32) -> f32 {
        let sum: f32 = (0..12).map(|_| (self.next() >> 40) as f32 / (1 << 24) as f32).sum();
        (sum - 6.0) * width
    }
}

struct Row {
    times: [f32; TIMES],
    race: Race,
    /// Whether White holds, and whether White wins.
    truth: [f32; 2],
}

fn random_row(numbers: &mut Numbers) -> Option<Row> {
    let mut board = Board::empty();
    for letter in ['K', 'k', 'P', 'p'] {
        let piece = Piece::from_char(letter)?;
        board.set_piece_at(Square::new(numbers.below(64) as u32), piece);
    }
    if board.occupied().count() != 4 {
        return None;
    }
    let position = Position::from_board(board, Color::White)?;
    let race = Race::new(&position).filter(|race| !race.is_over())?;
    if position.legal_moves().into_iter().any(|m| m.is_capture() || m.promotion().is_some()) {
        return None;
    }
    let value = Bitbases::shared().value(&position)?;
    let truth = [value >= Value::Draw, value == Value::Win].map(|fact| f32::from(u8::from(fact)));
    Some(Row { times: race.0.map(|time| f32::from(time) / 4.0 - 0.7), race, truth })
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The hidden units and the two log-odds.
fn run(parameters: &[f32], times: &[f32; TIMES]) -> ([f32; UNITS], [f32; 2]) {
    let mut hidden = [0.0; UNITS];
    hidden.copy_from_slice(&parameters[HIDDEN_BIAS..OUTPUT]);
    for (index, &time) in times.iter().enumerate() {
        for (unit, value) in hidden.iter_mut().enumerate() {
            *value += time * parameters[index * UNITS + unit];
        }
    }
    let mut odds = [parameters[OUTPUT_BIAS], parameters[OUTPUT_BIAS + 1]];
    for (unit, value) in hidden.iter_mut().enumerate() {
        *value = value.max(0.0);
        for (answer, odd) in odds.iter_mut().enumerate() {
            *odd += *value * parameters[OUTPUT + 2 * unit + answer];
        }
    }
    (hidden, odds)
}

/// Adds the gradient of one row.
fn learn(parameters: &[f32], row: &Row, gradient: &mut [f32]) {
    let (hidden, odds) = run(parameters, &row.times);
    let error = [0, 1].map(|answer| sigmoid(odds[answer]) - row.truth[answer]);
    let mut back = [0.0; UNITS];
    for unit in 0..UNITS {
        for answer in 0..2 {
            gradient[OUTPUT + 2 * unit + answer] += hidden[unit] * error[answer];
            back[unit] += parameters[OUTPUT + 2 * unit + answer] * error[answer];
        }
        if hidden[unit] <= 0.0 {
            back[unit] = 0.0;
        }
        gradient[HIDDEN_BIAS + unit] += back[unit];
    }
    for (index, &time) in row.times.iter().enumerate() {
        for (unit, &value) in back.iter().enumerate() {
            gradient[index * UNITS + unit] += time * value;
        }
    }
    for answer in 0..2 {
        gradient[OUTPUT_BIAS + answer] += error[answer];
    }
}

fn train(rows: &[Row], numbers: &mut Numbers) -> Vec<f32> {
    let mut parameters: Vec<f32> = (0..PARAMETERS)
        .map(|index| match index {
            _ if index < HIDDEN_BIAS => numbers.normal(0.4),
            _ if (OUTPUT..OUTPUT_BIAS).contains(&index) => numbers.normal(0.3),
            _ => 0.0,
        })
        .collect();
    let (mut mean, mut square) = (vec![0.0_f32; PARAMETERS], vec![0.0_f32; PARAMETERS]);
    let steps = ROUNDS * rows.len() / BATCH;
    let (mut mean_decay, mut square_decay) = (1.0_f32, 1.0_f32);
    for step in 0..steps {
        let mut gradient = vec![0.0; PARAMETERS];
        for _ in 0..BATCH {
            learn(&parameters, &rows[numbers.below(rows.len())], &mut gradient);
        }
        let rate = LEARNING * (1.0 - step as f32 / steps as f32) + 1e-4;
        mean_decay *= 0.9;
        square_decay *= 0.999;
        for index in 0..PARAMETERS {
            let slope = gradient[index] / BATCH as f32;
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            let scale = (square[index] / (1.0 - square_decay)).sqrt() + 1e-8;
            parameters[index] -= rate * mean[index] / (1.0 - mean_decay) / scale;
        }
    }
    parameters
}

/// Thousandths, with the scaling of the times folded in.
fn print_weights(parameters: &[f32]) {
    let thousandths = |x: f32| (x * 1000.0).round() as i32;
    println!("//! The weights of the forecast, in thousandths. Written by `examples/forecast_train.rs`.");
    println!("\n/// From every time to every unit.\n#[rustfmt::skip]\npub const FIRST: [[i16; {UNITS}]; {TIMES}] = [");
    for index in 0..TIMES {
        let row = &parameters[index * UNITS..(index + 1) * UNITS];
        println!("    {:?},", row.iter().map(|&weight| thousandths(weight / 4.0)).collect::<Vec<_>>());
    }
    let bias = |unit: usize| {
        let shift: f32 = (0..TIMES).map(|index| 0.7 * parameters[index * UNITS + unit]).sum();
        thousandths(parameters[HIDDEN_BIAS + unit] - shift)
    };
    println!("];\n\n/// What every unit starts from.\n#[rustfmt::skip]");
    println!("pub const FIRST_BIAS: [i16; {UNITS}] = {:?};", (0..UNITS).map(bias).collect::<Vec<_>>());
    println!(
        "\n/// From every unit to *holds* and *wins*.\n#[rustfmt::skip]\npub const SECOND: [[i16; 2]; {UNITS}] = ["
    );
    for unit in 0..UNITS {
        let pair = [0, 1].map(|answer| thousandths(parameters[OUTPUT + 2 * unit + answer]));
        println!("    {pair:?},");
    }
    let last = [0, 1].map(|answer| thousandths(parameters[OUTPUT_BIAS + answer]));
    println!("];\n\n/// What the answers start from.\npub const SECOND_BIAS: [i16; 2] = {last:?};");
}

fn main() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut rows = Vec::with_capacity(POSITIONS);
    while rows.len() < POSITIONS {
        rows.extend(random_row(&mut numbers));
    }
    let (kept, fitted) = rows.split_at(POSITIONS / 10);
    let parameters = train(fitted, &mut numbers);
    for (name, answer) in [("holds", 0), ("wins", 1)] {
        let right = |row: &&Row| (run(&parameters, &row.times).1[answer] > 0.0) == (row.truth[answer] > 0.5);
        let share = kept.iter().filter(right).count() as f64 / kept.len() as f64;
        let embedded = |row: &&Row| {
            let forecast = row.race.forecast();
            ([forecast.holds, forecast.wins][answer] > 0) == (row.truth[answer] > 0.5)
        };
        let before = kept.iter().filter(embedded).count() as f64 / kept.len() as f64;
        eprintln!("{name}: right in {share:.4} of {} positions; the embedded weights in {before:.4}", kept.len());
    }
    print_weights(&parameters);
}
