//! What the seed publishes, to be shown beside our own numbers.
//!
//! Source: A. Pavlov, Capture-Quiet Decomposition for Chess Endgame Verification,
//! arXiv:2604.07907v1. [CQD, tables 1 to 3]

/// A row of Table 1: percentages are as printed.
#[derive(Clone, Copy, Debug)]
pub struct Verified {
    /// The endgame.
    pub endgame: &'static str,
    /// Positions.
    pub positions: u64,
    /// Terminal, capture and quiet positions in percent.
    pub percent: [&'static str; 3],
    /// Violations; those of `KBNvK` and `KQvKN` come from the paper's decision trees.
    pub violations: u64,
}

const fn row(endgame: &'static str, positions: u64, percent: [&'static str; 3], violations: u64) -> Verified {
    Verified { endgame, positions, percent, violations }
}

/// Table 1.
pub static TABLE_1: [Verified; 20] = [
    row("KQvK", 47_136, ["0.3", "6.0", "93.6"], 0),
    row("KRvK", 51_044, ["0.1", "5.6", "94.4"], 0),
    row("KPvK", 42_538, ["0.0", "13.8", "86.2"], 0),
    row("KQQvK", 1_235_796, ["4.1", "8.9", "87.0"], 0),
    row("KQRvK", 2_631_408, ["1.8", "9.3", "88.9"], 0),
    row("KQBvK", 2_733_056, ["0.9", "9.4", "89.7"], 0),
    row("KQNvK", 2_802_307, ["0.6", "9.6", "89.8"], 0),
    row("KRRvK", 1_405_810, ["0.8", "9.4", "89.7"], 0),
    row("KRBvK", 2_945_708, ["0.2", "9.5", "90.2"], 0),
    row("KRNvK", 3_013_828, ["0.2", "9.6", "90.2"], 0),
    row("KBBvK", 1_524_434, ["0.1", "9.4", "90.5"], 0),
    row("KBNvK", 3_138_965, ["0.1", "9.5", "90.4"], 121_188),
    row("KNNvK", 1_608_946, ["0.0", "9.4", "90.6"], 0),
    row("KQvKR", 2_524_224, ["0.1", "36.0", "63.9"], 0),
    row("KQvKB", 2_659_824, ["0.1", "31.4", "68.6"], 0),
    row("KQvKN", 2_748_790, ["0.1", "28.0", "71.9"], 4),
    row("KRvKB", 2_892_872, ["0.0", "26.3", "73.7"], 0),
    row("KRvKN", 2_981_838, ["0.0", "23.4", "76.6"], 0),
    row("KQvKQ", 2_291_176, ["0.1", "42.9", "57.0"], 0),
    row("KRvKR", 2_757_272, ["0.0", "30.3", "69.6"], 0),
];

/// Table 2: endgame, seconds to generate, seconds to verify, on one core of an Intel Core i7 at 2.4 GHz.
pub static TABLE_2: [(&str, f64, f64); 8] = [
    ("KQvK", 0.2, 0.8),
    ("KRvK", 0.1, 0.8),
    ("KQQvK", 6.2, 7.5),
    ("KQRvK", 16.3, 14.5),
    ("KQBvK", 12.8, 15.5),
    ("KQNvK", 12.5, 15.7),
    ("KRRvK", 5.2, 5.6),
    ("KRBvK", 10.6, 15.1),
];

/// Table 3: men and the percentage of capture positions, as printed.
pub static TABLE_3: [(usize, &str); 3] = [(3, "8.5"), (4, "19.0"), (5, "25-30")];
