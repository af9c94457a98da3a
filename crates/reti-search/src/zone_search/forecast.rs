//! The forecast of a race: one pawn each, who is how many moves short.
//!
//! For either king ask the pawn-against-king table: how many free moves would it need so that the
//! enemy pawn, taken alone, no longer wins? Nought means that it holds already. The two numbers say
//! who must hurry; a step that lowers the own number and raises the enemy's serves two goals at
//! once, which is the point of the Réti study. Together with the difference of the pawns' ways to
//! promotion they give an expectation between -100 and 100 for the side to move.
//!
//! The expectations are averages over a million random legal positions with exact values (pawns on
//! different files), computed for this module; taken as a prediction the most frequent result is
//! right in 83% of them. So the forecast orders moves and drops hopeless ones; it never ends a
//! branch and never counts as a value.

use reti_core::chess::{Color, Position, Rank, Square, color_index};

use crate::bitbase::Bitbases;

/// Who is how many moves short in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Free moves that the king of the side to move would need to hold.
    pub own: u32,
    /// Free moves that the other king would need.
    pub enemy: u32,
    /// Own pushes to promotion less the enemy's.
    pub difference: i32,
}

impl Race {
    /// The race in a position; `None` unless each side has just one pawn, on different files.
    pub fn new(position: &Position) -> Option<Race> {
        let board = position.board();
        if board.occupied().count() != 4 || board.pawns().count() != 2 {
            return None;
        }
        let us = position.turn();
        let own = (board.pawns() & board.by_color(us)).single_square()?;
        let enemy = (board.pawns() & board.by_color(!us)).single_square()?;
        if own.file() == enemy.file() {
            return None;
        }
        Some(Race {
            own: free_moves(position, us, enemy),
            enemy: free_moves(position, !us, own),
            difference: pushes(own, us) - pushes(enemy, !us),
        })
    }

    /// Whether no promotion zone is alive: each king holds the other's pawn.
    pub fn is_over(self) -> bool {
        self.own == 0 && self.enemy == 0
    }
}

/// The expectation for the side to move.
pub fn forecast(position: &Position) -> Option<i32> {
    let features = features(position)?;
    let mut sum = BIAS;
    for row in &HIDDEN {
        let mut inner = row[24];
        for (weight, feature) in row[..24].iter().zip(&features) {
            inner += weight * feature;
        }
        sum += row[25] * inner.max(0.0);
    }
    Some((sum.clamp(-3.0, 3.0) * 100.0) as i32)
}

/// How many free moves a king needs to hold against one pawn, the pawn's side to move then.
fn free_moves(position: &Position, defender: Color, pawn: Square) -> u32 {
    let table = Bitbases::shared();
    let mut kings = Color::ALL.map(|color| position.king(color));
    let from = kings[color_index(defender)];
    let mut fewest = 9;
    for to in Square::ALL {
        let moves = from.distance(to);
        if moves < fewest {
            kings[color_index(defender)] = to;
            if table.pawn_wins(pawn, !defender, kings, !defender) == Some(false) {
                fewest = moves;
            }
        }
    }
    fewest
}

/// Pushes to promotion, the double step counted as one.
pub fn pushes(pawn: Square, color: Color) -> i32 {
    let left = match color {
        Color::White => Rank::Eighth as i32 - pawn.rank() as i32,
        Color::Black => pawn.rank() as i32,
    };
    if left == 6 { 5 } else { left }
}

/// What the forecast looks at, from the side to move; `None` unless each side has just one pawn.
pub fn features(position: &Position) -> Option<[f32; 24]> {
    let board = position.board();
    if board.occupied().count() != 4 || board.pawns().count() != 2 {
        return None;
    }
    let us = position.turn();
    let own = (board.pawns() & board.by_color(us)).single_square()?;
    let enemy = (board.pawns() & board.by_color(!us)).single_square()?;
    let (king, other) = (position.king(us), position.king(!us));
    let goal = |pawn: Square, color: Color| Square::from_coords(pawn.file(), color.relative_rank(Rank::Eighth));
    let (own_goal, enemy_goal) = (goal(own, us), goal(enemy, !us));
    // Seen from the own side of the board, with the own pawn on the left half.
    let file = |square: Square| {
        let file = square.file() as u8;
        f32::from(if own.file() as u8 > 3 { 7 - file } else { file }) / 7.0
    };
    let rank = |square: Square| {
        let rank = square.rank() as u8;
        f32::from(if us == Color::White { rank } else { 7 - rank }) / 7.0
    };
    let far = |a: Square, b: Square| a.distance(b) as f32 / 7.0;
    let late = |king: Square, pawn: Square, color: Color| {
        let stops = super::race::path(pawn, color);
        let short = stops.iter().enumerate().map(|(k, stop)| king.distance(*stop) as i32 - k as i32 - 1).min();
        short.unwrap_or(0) as f32 / 5.0
    };
    Some([
        file(king),
        rank(king),
        file(own),
        rank(own),
        file(other),
        rank(other),
        file(enemy),
        rank(enemy),
        pushes(own, us) as f32 / 6.0,
        pushes(enemy, !us) as f32 / 6.0,
        free_moves(position, us, enemy).min(7) as f32 / 4.0,
        free_moves(position, !us, own).min(7) as f32 / 4.0,
        far(king, enemy_goal),
        far(other, own_goal),
        far(king, enemy),
        far(other, own),
        far(king, own),
        far(other, enemy),
        far(king, other),
        far(king, own_goal),
        far(other, enemy_goal),
        late(king, enemy, !us),
        late(other, own, us),
        (file(own) - file(enemy)).abs(),
    ])
}

const HIDDEN: [[f32; 26]; 32] = [
    [0.103, -0.146, -0.283, 0.542, 0.142, -0.196, -0.057, 0.830, 0.821, 0.180, -1.570, 1.339, 0.260, 0.414, -0.159, -0.716, -0.211, -0.326, -0.001, 0.938, 0.661, 0.062, 0.496, -1.872, -2.308, -0.388],
    [-0.164, 0.255, 0.715, -0.133, 0.134, -0.332, -0.194, -0.350, 0.297, 0.904, -0.361, 1.424, 1.075, 0.489, -1.100, 0.794, -1.168, 0.204, 0.408, -1.000, -0.121, 0.854, 0.708, -0.057, -0.378, 0.237],
    [-0.027, 0.662, 0.086, -0.471, 0.120, -0.042, -0.117, -1.474, -0.160, -0.909, 0.301, -0.138, 1.269, -0.206, 0.574, 0.348, -0.122, -0.184, -0.031, 0.068, 0.065, 2.858, -0.043, 0.058, -0.592, -0.598],
    [-0.163, -0.245, -0.302, -0.225, -0.255, -0.266, -0.240, -0.004, -0.269, -0.245, -0.153, -0.327, -0.301, -0.105, 0.263, 0.344, 0.103, 0.156, 0.032, -0.067, -0.163, -0.050, -0.010, 0.237, 0.004, 0.255],
    [-0.078, -0.416, -0.452, 1.549, -0.231, 0.012, -0.057, -0.730, -0.371, 0.639, 0.170, -5.734, 0.871, -0.332, -2.206, 1.086, 0.652, 0.348, 0.262, 0.633, -0.931, -0.670, 0.634, 0.491, 0.455, -0.206],
    [0.148, 0.102, 0.065, 1.570, -0.009, 0.056, -0.049, -0.564, 2.111, -0.908, 0.240, -0.096, -0.346, 1.458, -0.096, -0.087, 0.109, 0.094, 0.008, -0.186, -0.084, 0.083, -0.854, -8.344, -1.868, -0.940],
    [0.048, -0.095, -0.151, -0.390, 0.262, 0.010, -0.053, -0.286, 0.273, -0.246, -0.166, 0.147, -0.341, -0.210, 0.258, -0.092, -0.359, 0.051, -0.285, -0.295, -0.108, 0.198, -0.217, -0.329, 0.015, 0.202],
    [-0.026, 0.072, 0.115, -3.218, -0.001, -0.033, -0.091, 2.581, 0.702, 0.167, 0.052, -0.037, -0.112, 0.133, -0.027, -0.044, 0.101, -0.075, -0.036, -0.098, 0.234, 0.176, -0.034, -6.201, 0.116, 3.103],
    [-0.195, -0.605, 0.763, 2.150, -0.186, -0.259, -0.106, -0.262, 0.453, -0.713, 0.311, 0.690, 0.153, 0.329, 0.547, 1.037, -0.979, 0.084, -0.312, -0.174, -0.480, 1.017, -0.246, 1.130, -1.402, -0.417],
    [0.381, 0.538, -0.169, -0.056, 0.419, -0.150, -0.137, -1.936, 0.678, 0.922, 0.198, 0.228, 0.468, 0.470, -3.839, 1.088, 0.343, 1.134, -0.083, 0.083, -0.217, -0.869, -0.238, -2.613, -0.450, 0.590],
    [-0.004, -0.116, -0.146, 1.203, 0.023, -0.724, 0.144, -0.189, 0.640, -0.221, -4.381, -0.037, -0.668, 0.354, -0.213, 0.570, -0.091, -0.895, -0.067, 0.525, 1.138, -0.412, -1.097, 0.072, 1.274, 0.681],
    [-0.129, 0.222, -0.003, -0.784, -0.094, -0.200, 0.085, -0.532, 1.479, -1.681, -0.150, -0.027, -1.003, 0.974, -0.478, 0.498, -0.547, -0.326, -0.155, 1.448, 0.564, 0.852, -1.431, -0.105, 0.743, -0.410],
    [-0.222, -0.158, 0.681, 1.065, 0.097, -0.596, -0.277, -0.248, 0.535, -0.531, -2.102, 0.300, -1.474, 1.175, -0.997, 1.259, 0.105, 0.330, 0.190, -0.391, 0.352, -0.981, 0.867, 0.914, 0.690, -0.333],
    [-0.045, -0.250, 0.798, 1.345, -0.063, -0.182, -0.273, -0.627, -1.912, 1.585, 0.005, 0.476, 1.345, -0.613, 0.841, -0.113, 0.280, -0.586, 0.149, -1.331, -0.252, 0.148, 0.753, 1.525, -0.337, 0.425],
    [-0.268, -0.348, 0.305, -0.292, 0.030, 0.108, -0.035, -0.923, 2.666, -1.481, 0.016, 0.092, -0.106, 1.481, -0.857, -0.066, 0.675, 0.344, 0.084, -0.754, -1.055, 1.289, -0.172, -0.107, -0.950, 0.563],
    [0.073, -0.379, 0.365, 0.325, -0.149, 0.627, -0.227, 1.435, 0.406, 0.355, -0.473, 0.022, -0.783, 0.195, -1.802, -0.401, -0.657, 0.781, 0.123, 0.929, -0.462, -3.266, -0.023, 1.203, 0.849, 0.623],
    [-0.061, -0.270, -0.675, 0.455, 0.419, -0.624, -0.035, 0.328, 1.163, -0.183, 1.760, 0.046, 0.042, 1.188, -0.028, -0.890, 0.223, 0.169, 0.378, -1.412, -0.037, 0.111, 0.416, -1.030, -0.459, -0.399],
    [0.120, -0.540, 0.204, 0.394, 0.034, 0.301, -0.352, -0.534, 0.696, 0.012, 0.060, -0.324, -0.187, -1.018, -0.847, -0.656, -0.408, -0.335, 0.098, 0.373, 0.393, -0.004, -3.544, 1.571, 1.218, -0.434],
    [0.025, 0.192, 0.916, 0.256, -0.208, 0.381, -0.211, -1.304, -1.380, 1.370, 0.695, -16.869, 1.209, -1.202, 1.313, -1.346, 0.545, -0.211, -0.784, -0.065, -0.286, 0.514, 0.875, 1.098, -0.284, -0.528],
    [-0.096, -0.004, 0.369, -0.262, 0.178, 1.019, -0.355, -1.481, -1.063, 0.263, 1.426, -0.077, 0.659, -0.139, -0.374, -0.440, -0.008, 1.477, -0.048, -0.279, -1.950, 0.242, 0.512, 1.588, -0.296, 0.388],
    [-0.072, 0.208, -0.195, -0.364, -0.066, -0.153, 0.101, 0.037, -1.547, 0.304, -0.329, 0.292, -0.044, 0.786, 0.906, 0.290, 0.275, 0.156, -0.156, -0.205, 0.047, 0.011, 3.408, -0.274, 0.166, 0.511],
    [-0.277, -0.675, 0.374, 1.969, 0.070, -0.519, -0.207, -1.118, 1.792, -1.047, -2.516, 0.000, -0.549, 1.533, -1.530, 0.474, -0.144, -0.627, 0.111, -0.270, 0.513, 0.608, -1.167, 1.633, -0.388, 0.356],
    [-0.083, -0.128, 0.067, -0.472, 0.161, 0.541, -0.173, -2.655, 1.080, -0.542, 0.683, 0.390, -0.151, 1.234, -0.519, -0.066, 0.574, 0.548, 0.225, -1.051, -1.956, 0.376, 0.876, 1.185, 0.411, -0.414],
    [0.011, 0.200, -0.397, 0.078, 0.141, -0.765, 0.074, -0.437, -0.776, 0.308, 1.742, -0.503, 0.423, -1.048, 0.804, -0.019, -0.567, -0.387, 0.021, 0.555, 0.549, 1.744, -0.856, 0.368, 0.067, 0.364],
    [-0.032, 0.003, 0.208, -3.263, -0.033, -0.013, -0.121, 2.563, 0.343, 0.474, 0.018, -0.009, 0.412, -0.059, -0.140, 0.006, 0.233, -0.065, -0.062, 0.026, 0.050, -0.250, 0.155, -6.141, 0.006, -3.156],
    [0.151, 0.201, -0.058, -0.252, -0.153, 0.072, -0.091, -0.796, -0.006, 0.700, 1.700, -0.135, 0.651, -0.962, 0.183, 0.350, -0.182, 0.223, 0.366, 0.414, -0.663, 0.126, -2.856, -0.322, 0.490, 0.374],
    [-0.676, 0.473, -8.582, -0.690, 1.121, 0.404, -4.169, -1.485, 0.525, 0.492, -1.177, -0.164, 0.513, 0.166, -1.322, 1.755, 0.093, 0.659, -0.498, -0.174, -0.143, -0.593, 0.254, -0.135, -0.311, -0.430],
    [0.063, -0.368, 0.094, 0.074, 0.029, 0.023, -0.285, -0.268, -0.449, -0.057, 0.172, -0.045, 0.021, -0.138, 0.143, -0.130, -0.263, -0.177, 0.129, 0.115, -0.384, 0.002, -0.254, 0.078, -0.172, 0.147],
    [-0.158, -0.605, -0.002, 1.159, -0.056, -0.012, 0.132, 0.090, 0.977, 0.753, -4.713, -0.169, -0.022, 0.461, -1.069, 0.315, 0.018, -1.248, -0.131, -0.196, 0.916, -1.291, -0.614, -0.153, 0.982, -0.511],
    [0.256, 0.052, -0.341, -0.323, 0.237, -0.047, -0.081, -0.192, -0.314, 0.077, -0.200, -0.005, 0.093, -0.244, -0.180, 0.276, -0.218, -0.207, -0.240, 0.218, -0.245, 0.103, -0.319, -0.350, -0.124, -0.121],
    [0.102, -0.232, 1.181, -0.361, -0.414, 0.104, -0.312, 1.230, -0.675, 0.384, 0.925, 0.257, -0.183, -0.206, 0.981, -0.878, 0.954, 0.568, 0.345, -0.993, -0.553, -1.101, 0.684, 1.858, -0.203, -0.326],
    [0.435, 0.805, -0.680, 0.527, 0.180, -0.021, 0.298, 1.087, -0.598, 0.477, -0.040, 0.033, 0.027, -0.427, 0.545, -0.591, -1.790, 0.683, 0.192, 1.848, -0.260, -2.316, -0.919, -0.611, -0.085, -0.374],
];
const BIAS: f32 = 0.000;
