//! The learned evaluation's counts once more, square by square: the oracle of the fast form.
//!
//! Every case is written down as its meaning says, from the side's own point of view, with loops over
//! squares and rays instead of sets. Slow, and only meant to be believed.

use super::{
    fast::{CHECK_HIT, RING_HIT},
    layout::{
        BISHOPS, BY_PAWNS, CHECKS, COUNT, DANGER, DEFENDED, ENEMY_KING_FILES, FILES, GUARDED, HANGING, NEAR_KING,
        NO_QUEENS, NORM_BISHOP, NORM_KNIGHT, NORM_QUEEN, NORM_ROOK, OUTPOSTS, OWN_KING_FILES, PASSED,
        PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_SAFE, PHALANX, REACH, SHELTER, STORM, TARGETS, TEMPO,
        TERRITORY, TURN_TARGETS, WEAK_PAWNS,
    },
    table_index,
};
use crate::chess::{Board, Color, File, Rank, Square, type_index};

/// A square as its viewer counts it: rank and file from 0, the own side below.
type Cell = (i32, i32);

const PAWN: usize = 0;
const KING: usize = 5;
const STRAIGHT: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [Cell; 8] = [(2, 1), (2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2), (-2, 1), (-2, -1)];

/// The board as one side sees it.
struct View<'b> {
    board: &'b Board,
    color: Color,
}

/// White's cases less Black's, by weight, tables included.
pub fn counts(board: &Board, turn: Option<Color>) -> [i32; COUNT] {
    let mut counts = [0; COUNT];
    for color in Color::ALL {
        let view = View { board, color };
        let mut own = [0; COUNT];
        view.count(turn == Some(color), &mut own);
        for (sum, own) in counts.iter_mut().zip(own) {
            *sum += color.fold_wb(own, -own);
        }
    }
    counts
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..64).map(|index| (index / 8, index % 8))
}

fn is_on_board((rank, file): Cell) -> bool {
    (0..8).contains(&rank) && (0..8).contains(&file)
}

fn distance(one: Cell, other: Cell) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

impl View<'_> {
    fn square(&self, (rank, file): Cell) -> Square {
        let rank = self.color.fold_wb(rank, 7 - rank);
        Square::from_coords(File::new(file as u32), Rank::new(rank as u32))
    }

    /// Whose piece stands there, and which kind, pawn to king.
    fn at(&self, cell: Cell) -> Option<(bool, usize)> {
        let piece = is_on_board(cell).then(|| self.board.piece_at(self.square(cell))).flatten()?;
        Some((piece.color == self.color, type_index(piece.role)))
    }

    fn has(&self, cell: Cell, own: bool, kind: usize) -> bool {
        self.at(cell) == Some((own, kind))
    }

    fn all(&self, own: bool, kind: usize) -> Vec<Cell> {
        cells().filter(|&cell| self.has(cell, own, kind)).collect()
    }

    /// The squares that one piece reaches: sliders stop at the first piece, which they still reach.
    fn reach(&self, from: Cell, own: bool, kind: usize) -> Vec<Cell> {
        let ahead = if own { 1 } else { -1 };
        let (steps, far): (Vec<Cell>, bool) = match kind {
            PAWN => (vec![(ahead, -1), (ahead, 1)], false),
            1 => (JUMPS.to_vec(), false),
            2 => (DIAGONAL.to_vec(), true),
            3 => (STRAIGHT.to_vec(), true),
            _ => ([STRAIGHT, DIAGONAL].concat(), kind != KING),
        };
        let mut reached = Vec::new();
        for (rank, file) in steps {
            let mut cell = (from.0 + rank, from.1 + file);
            while is_on_board(cell) {
                reached.push(cell);
                if !far || self.at(cell).is_some() {
                    break;
                }
                cell = (cell.0 + rank, cell.1 + file);
            }
        }
        reached
    }

    /// Whether a square is reached by a side's pieces of one kind.
    fn is_reached_by(&self, cell: Cell, own: bool, kind: usize) -> bool {
        self.all(own, kind).into_iter().any(|from| self.reach(from, own, kind).contains(&cell))
    }

    fn is_reached(&self, cell: Cell, own: bool) -> bool {
        (0..6).any(|kind| self.is_reached_by(cell, own, kind))
    }

    fn count(&self, to_move: bool, counts: &mut [i32; COUNT]) {
        let (Some(&king), Some(&enemy_king)) = (self.all(true, KING).first(), self.all(false, KING).first()) else {
            return;
        };
        // Which squares both sides reach is asked often.
        let reached = [true, false].map(|own| cells().map(|cell| self.is_reached(cell, own)).collect::<Vec<bool>>());
        let is_reached = |cell: Cell, own: bool| reached[usize::from(!own)][(cell.0 * 8 + cell.1) as usize];
        for cell in cells() {
            if let Some((true, kind)) = self.at(cell) {
                let square = self.square(cell);
                counts[self.board.piece_at(square).map_or(0, |piece| table_index(piece, square))] += 1;
                self.placed(cell, kind, [king, enemy_king], counts);
            }
            if is_reached(cell, true) && !is_reached(cell, false) {
                counts[TERRITORY + usize::from(cell.0 >= 4)] += 1;
            }
            match self.at(cell) {
                Some((true, kind)) if kind != KING && is_reached(cell, true) => counts[DEFENDED + kind] += 1,
                Some((false, kind)) if kind != KING && is_reached(cell, true) => {
                    self.target(cell, kind, to_move, counts);
                    if !is_reached(cell, false) {
                        counts[HANGING + 5 * usize::from(to_move) + kind] += 1;
                    }
                }
                _ => {}
            }
        }
        let mut hits = 0;
        for kind in 1..5 {
            for from in self.all(true, kind) {
                hits += self.officer(from, kind, enemy_king, counts);
            }
        }
        hits += self.checks(enemy_king, |cell| is_reached(cell, false), counts);
        let row = usize::from(!self.all(true, 4).is_empty());
        counts[DANGER + 24 * row + (hits / 2).min(23) as usize] += 1;
        counts[BISHOPS] += i32::from(self.all(true, 2).len() >= 2);
        for pawn in self.all(true, PAWN) {
            self.pawn(pawn, king, enemy_king, |cell| is_reached(cell, false), counts);
        }
        for (group, own) in [(SHELTER, true), (STORM, false)] {
            for pawn in self.all(own, PAWN) {
                let (ahead, aside) = (pawn.0 - king.0, (pawn.1 - king.1).abs());
                if ahead >= 0 && aside <= 1 {
                    counts[group + 6 * aside as usize + ahead.min(5) as usize] += 1;
                }
            }
        }
        counts[TEMPO] += i32::from(to_move);
    }

    /// What a piece's square says beside its table: the files from both kings, and that there are no queens.
    fn placed(&self, (rank, file): Cell, kind: usize, kings: [Cell; 2], counts: &mut [i32; COUNT]) {
        let row = (7 - rank) as usize;
        if kind != KING {
            for (group, king) in [OWN_KING_FILES, ENEMY_KING_FILES].into_iter().zip(kings) {
                counts[group + (kind * 8 + row) * 8 + (file - king.1).unsigned_abs() as usize] += 1;
            }
        }
        if [true, false].iter().all(|&own| self.all(own, 4).is_empty()) {
            counts[NO_QUEENS + (kind * 8 + row) * 4 + file.min(7 - file) as usize] += 1;
        }
    }

    fn target(&self, cell: Cell, kind: usize, to_move: bool, counts: &mut [i32; COUNT]) {
        let group = if self.is_reached_by(cell, false, PAWN) { GUARDED } else { TARGETS };
        for attacker in (0..6).filter(|&attacker| self.is_reached_by(cell, true, attacker)) {
            counts[group + 5 * attacker + kind] += 1;
            counts[TURN_TARGETS + 5 * attacker + kind] += i32::from(to_move);
        }
    }

    /// An officer's own cases; the result is how strongly it hits the enemy king's ring.
    fn officer(&self, from: Cell, kind: usize, enemy_king: Cell, counts: &mut [i32; COUNT]) -> i32 {
        let reach = self.reach(from, true, kind);
        let is_safe = |cell: &&Cell| !self.is_reached_by(**cell, false, PAWN);
        let is_free = |cell: &&Cell| !matches!(self.at(**cell), Some((true, _)));
        let free: Vec<Cell> = reach.iter().filter(is_safe).filter(is_free).copied().collect();
        counts[[NORM_KNIGHT, NORM_BISHOP, NORM_ROOK, NORM_QUEEN][kind - 1] + free.len()] += 1;
        for cell in free {
            let steps = distance(from, cell) as usize;
            if kind > 1 && steps <= 3 {
                counts[REACH + 3 * (kind - 2) + steps - 1] += 1;
            }
        }
        let pawns = self.all(true, PAWN).len().min(8);
        counts[BY_PAWNS + 9 * (kind - 1) + pawns] += 1;
        counts[NEAR_KING + 7 * (kind - 1) + distance(from, enemy_king) as usize - 1] += 1;
        let on_file = |own| self.all(own, PAWN).into_iter().any(|pawn| pawn.1 == from.1);
        if kind == 3 && !on_file(true) {
            counts[FILES + usize::from(!on_file(false))] += 1;
        }
        if kind <= 2 {
            let can_come = |pawn: &Cell| (pawn.1 - from.1).abs() == 1 && pawn.0 > from.0;
            if self.is_reached_by(from, true, PAWN) && !self.all(false, PAWN).iter().any(can_come) {
                counts[OUTPOSTS + kind - 1] += 1;
            }
        }
        if kind == 2 {
            let same = |pawn: &&Cell| (pawn.0 + pawn.1 - from.0 - from.1) % 2 == 0;
            counts[BISHOPS + 1] += self.all(true, PAWN).iter().filter(same).count() as i32;
        }
        // The ring: the king's square and those around, and the same one rank further towards us.
        let in_ring =
            |cell: &&Cell| distance(**cell, enemy_king) <= 1 || distance((cell.0 + 1, cell.1), enemy_king) <= 1;
        RING_HIT[kind - 1] * reach.iter().filter(in_ring).count() as i32
    }

    fn checks(&self, enemy_king: Cell, is_guarded: impl Fn(Cell) -> bool, counts: &mut [i32; COUNT]) -> i32 {
        let mut hits = 0;
        for kind in 1..5 {
            // A piece gives check from where the same piece in the king's place would reach.
            let from = self.reach(enemy_king, true, kind);
            let is_open = |cell: &&Cell| !matches!(self.at(**cell), Some((true, _))) && !is_guarded(**cell);
            let found = from.iter().filter(is_open).filter(|cell| self.is_reached_by(**cell, true, kind)).count();
            counts[CHECKS + kind - 1] += found as i32;
            hits += if found > 0 { CHECK_HIT[kind - 1] } else { 0 };
        }
        hits
    }

    fn pawn(
        &self,
        pawn: Cell,
        king: Cell,
        enemy_king: Cell,
        is_guarded: impl Fn(Cell) -> bool,
        counts: &mut [i32; COUNT],
    ) {
        let (rank, file) = pawn;
        let place = (rank - 1) as usize;
        let own: Vec<Cell> = self.all(true, PAWN);
        let enemies: Vec<Cell> = self.all(false, PAWN);
        let is_neighbour = |other: &Cell| (other.1 - file).abs() == 1;
        let doubled = own.iter().any(|other| other.1 == file && other.0 > rank);
        let stopped = enemies.iter().any(|enemy| (enemy.1 - file).abs() <= 1 && enemy.0 > rank);
        let ahead = (rank + 1, file);
        if !doubled && !stopped {
            counts[PASSED + place] += 1;
            counts[PASSED_FREE + place] += i32::from(self.at(ahead).is_none());
            counts[PASSED_SAFE + place] += i32::from(!is_guarded(ahead));
            if place >= 2 {
                counts[PASSED_OWN_KING + distance(king, ahead) as usize] += 1;
                counts[PASSED_ENEMY_KING + distance(enemy_king, ahead) as usize] += 1;
            }
        }
        counts[PHALANX + place] += i32::from(own.iter().any(|other| is_neighbour(other) && other.0 == rank));
        let isolated = !own.iter().any(is_neighbour);
        let supportable = own.iter().any(|other| is_neighbour(other) && other.0 <= rank);
        let held = self.is_reached_by(ahead, false, PAWN);
        let alone = !enemies.iter().any(|enemy| enemy.1 == file);
        for (index, case) in
            [isolated, !isolated && !supportable && held, doubled, isolated && alone].into_iter().enumerate()
        {
            counts[WEAK_PAWNS + index] += i32::from(case);
        }
    }
}
