//! What the learned evaluation counts: names, shapes and meanings of its weights.
//!
//! The evaluation is linear: a sum over groups of weights, each times how often its case occurs for
//! White less how often for Black. Every weight is a pair, for the middlegame and for the endgame.
//! The list below is the definition that the kernels file, the trainer, the fast form, the oracle and
//! the pictures share; a group's place in the list is its place in the vector of weights.

/// A block of weights, in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// A permanent name, the heading in the kernels file.
    pub name: &'static str,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// What is counted, and what rows and columns mean.
    pub meaning: &'static str,
}

impl Group {
    /// How many weights.
    pub const fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// Never true: a group has weights.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

macro_rules! groups {
    ($($constant:ident = $name:literal, $rows:literal x $columns:literal, $meaning:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the groups")]
        enum Place { $($constant),* }

        /// All groups, in the order of the vector of weights.
        pub static GROUPS: &[Group] = &LIST;

        const LIST: [Group; [$($name),*].len()] =
            [$(Group { name: $name, rows: $rows, columns: $columns, meaning: $meaning }),*];

        $(#[doc = $meaning] #[allow(dead_code, reason = "tables are found by piece type")] pub(super) const $constant: usize = start(Place::$constant as usize);)*
    };
}

groups! {
    TABLES_PAWN = "pawn-table", 8 x 4, "Worth of a pawn on its square: ranks 8 to 1, files a to d and their mirror images.";
    TABLES_KNIGHT = "knight-table", 8 x 4, "Worth of a knight on its square.";
    TABLES_BISHOP = "bishop-table", 8 x 4, "Worth of a bishop on its square.";
    TABLES_ROOK = "rook-table", 8 x 4, "Worth of a rook on its square.";
    TABLES_QUEEN = "queen-table", 8 x 4, "Worth of a queen on its square.";
    TABLES_KING = "king-table", 8 x 4, "Worth of a king on its square.";
    OWN_KING_FILES = "own-king-files", 40 x 8, "Pieces by how many files they are from their own king, 0 to 7, above their table: pawn on ranks 8 to 1, then knight to queen likewise.";
    ENEMY_KING_FILES = "enemy-king-files", 40 x 8, "Pieces by how many files they are from the enemy king, likewise.";
    NO_QUEENS = "no-queens", 48 x 4, "Pieces on their squares while no queen is left, above their table: pawn on ranks 8 to 1, files a to d, then knight to king likewise.";
    NORM_KNIGHT = "knight-norm", 1 x 9, "Occluded norm of a knight: how many safe squares it reaches, from 0.";
    NORM_BISHOP = "bishop-norm", 1 x 14, "Occluded norm of a bishop: how many safe squares it reaches, from 0.";
    NORM_ROOK = "rook-norm", 1 x 15, "Occluded norm of a rook: how many safe squares it reaches, from 0.";
    NORM_QUEEN = "queen-norm", 1 x 28, "Occluded norm of a queen: how many safe squares it reaches, from 0.";
    REACH = "reach", 3 x 3, "Occluded kernel by distance: safe squares that bishop, rook and queen reach in 1, 2 and 3 steps, above the norm.";
    TARGETS = "targets", 6 x 5, "Attacked pieces that no pawn protects: attacker pawn to king, target pawn to queen.";
    GUARDED = "guarded-targets", 6 x 5, "Attacked pieces that a pawn protects: attacker pawn to king, target pawn to queen.";
    TURN_TARGETS = "turn-targets", 6 x 5, "Attacked pieces when the attacker is to move: attacker pawn to king, target pawn to queen.";
    DEFENDED = "defended", 1 x 5, "Own pieces in reach of own ones, pawn to queen.";
    HANGING = "hanging", 2 x 5, "Attacked pieces that nothing defends, pawn to queen: the attacker is not to move, or is.";
    DANGER = "danger", 2 x 24, "How strongly the enemy king's ring is hit, in steps: without a queen, with one.";
    CHECKS = "checks", 1 x 4, "Safe squares from which the enemy king can be checked next, by knight to queen.";
    NEAR_KING = "near-king", 4 x 7, "Distance of knight to queen from the enemy king, 1 to 7.";
    SHELTER = "shelter", 2 x 6, "King kernel over own pawns: same file and next file, by ranks ahead, 0 to 5.";
    STORM = "storm", 2 x 6, "King kernel over enemy pawns: same file and next file, by ranks ahead, 0 to 5.";
    PASSED = "passed", 1 x 6, "Pawns whose forward field meets no enemy pawn, ranks 2 to 7.";
    PASSED_FREE = "passed-free", 1 x 6, "Those with an empty square in front.";
    PASSED_SAFE = "passed-safe", 1 x 6, "Those whose next square no enemy reaches.";
    PASSED_OWN_KING = "passed-own-king", 1 x 8, "Distance of the own king from the square in front of a passed pawn beyond rank 3, 0 to 7.";
    PASSED_ENEMY_KING = "passed-enemy-king", 1 x 8, "Distance of the enemy king from it.";
    PHALANX = "phalanx", 1 x 6, "Pawns with a neighbour beside them, ranks 2 to 7.";
    WEAK_PAWNS = "weak-pawns", 1 x 4, "Isolated, backward, doubled pawns, and isolated ones on a file without enemy pawns.";
    TERRITORY = "territory", 1 x 2, "Squares that only this side reaches: in its own half, in the enemy's.";
    FILES = "rook-files", 1 x 2, "Rooks on a file without own pawns, and without any.";
    OUTPOSTS = "outposts", 1 x 2, "Knights and bishops that a pawn protects where no enemy pawn can come.";
    BISHOPS = "bishops", 1 x 2, "Two bishops; own pawns on a bishop's colour.";
    BY_PAWNS = "by-pawns", 4 x 9, "Knight, bishop, rook and queen by the number of own pawns, 0 to 8.";
    TEMPO = "tempo", 1 x 1, "The right to move.";
}

/// How many weights belong to tables; they come first.
pub const TABLES: usize = OWN_KING_FILES;

/// How many weights there are.
pub const COUNT: usize = start(LIST.len());

/// Where a group's weights begin.
const fn start(group: usize) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < group {
        sum += LIST[index].len();
        index += 1;
    }
    sum
}

/// Where a group's weights begin in the vector of weights.
pub fn offset(group: usize) -> usize {
    start(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_weights_are_counted() {
        for (index, group) in GROUPS.iter().enumerate() {
            assert!(GROUPS[..index].iter().all(|other| other.name != group.name));
            assert!(!group.is_empty());
        }
        assert_eq!(COUNT, GROUPS.iter().map(Group::len).sum::<usize>());
        assert_eq!(TEMPO, COUNT - 1);
    }
}
