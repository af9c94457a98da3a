//! The learned evaluation's counts, made for search: whole sets of squares at a time.
//!
//! One function walks over the officers of both sides, asks for their reach once, and reads everything
//! off it: norms, distances, targets, the king's ring. Pawns are treated as sets, seen from their own
//! side. What is counted goes to a [`Sink`], which either adds up weights at once (the search) or
//! writes the counts down (the trainer), so both can only agree.

use super::layout::{
    BISHOPS, BY_PAWNS, CHECKS, DANGER, DEFENDED, FILES, GUARDED, HANGING, NEAR_KING, NORM_BISHOP, NORM_KNIGHT,
    NORM_QUEEN, NORM_ROOK, OUTPOSTS, PASSED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_SAFE, PHALANX,
    REACH, SHELTER, STORM, TARGETS, TEMPO, TERRITORY, TURN_TARGETS, WEAK_PAWNS,
};
use crate::chess::{Bitboard, Board, Color, PieceType, Square, attacks, type_index};

/// Where counts go: first those of one side, then, turned over, those of the other.
pub trait Sink {
    /// A case occurs so many times.
    fn add(&mut self, index: usize, times: i32);

    /// From here on the other side's cases are counted; White begins.
    fn turn_over(&mut self);
}

pub(super) const OFFICERS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
const NORMS: [usize; 4] = [NORM_KNIGHT, NORM_BISHOP, NORM_ROOK, NORM_QUEEN];

/// How strongly an officer hits a square of the ring, and how strongly a safe check counts.
pub(super) const RING_HIT: [i32; 4] = [2, 2, 3, 4];
pub(super) const CHECK_HIT: [i32; 4] = [6, 3, 7, 6];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const LOWER_HALF: u64 = 0xffff_ffff;

/// Squares at the distances 1, 2 and 3 from each square.
static DISTANCES: [[u64; 3]; 64] = distances();

const fn distances() -> [[u64; 3]; 64] {
    let mut masks = [[0; 3]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let distance = distance(from, to);
            if distance > 0 && distance < 4 {
                masks[from][distance - 1] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    masks
}

const fn distance(from: usize, to: usize) -> usize {
    let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
    if files > ranks { files } else { ranks }
}

static STEPS: [[u8; 64]; 64] = steps();

const fn steps() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            table[from][to] = distance(from, to) as u8;
            to += 1;
        }
        from += 1;
    }
    table
}

fn steps_between(from: Square, to: Square) -> usize {
    usize::from(STEPS[from as usize][to as usize])
}

fn count(set: u64) -> usize {
    set.count_ones() as usize
}

fn squares(set: u64) -> impl Iterator<Item = Square> {
    Bitboard(set).into_iter()
}

const fn sideways(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

const fn north_fill(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

const fn south_fill(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// The set as its owner sees it: Black's board turned upside down.
fn seen_by(color: Color, set: u64) -> u64 {
    color.fold_wb(set, set.swap_bytes())
}

/// One side's part of the board.
struct Half {
    all: u64,
    pawns: u64,
    king: Square,
    /// Squares that pawns attack.
    by_pawn: u64,
    /// Squares that pawns attack now or after advancing.
    pawn_span: u64,
    /// The king's neighbourhood, one rank further ahead.
    ring: u64,
    /// Reach by kind of piece, pawn to king.
    by: [u64; 6],
    /// All that is reached.
    reached: u64,
    /// How strongly officers hit the enemy king's ring.
    hits: i32,
}

impl Half {
    #[inline]
    fn new(board: &Board, color: Color) -> Option<Half> {
        let all = board.by_color(color).0;
        let pawns = board.pawns().0 & all;
        let king = board.king_of(color)?;
        let ahead = sideways(seen_by(color, pawns)) << 8;
        let by_pawn = seen_by(color, ahead);
        let by_king = attacks::king_attacks(king).0;
        let around = by_king | 1 << king as u32;
        Some(Half {
            all,
            pawns,
            king,
            by_pawn,
            pawn_span: seen_by(color, north_fill(ahead)),
            ring: around | seen_by(color, seen_by(color, around) << 8),
            by: [by_pawn, 0, 0, 0, 0, by_king],
            reached: by_pawn | by_king,
            hits: 0,
        })
    }
}

/// Counts everything but the tables; `turn` is the side to move, if that shall matter.
///
/// A board without two kings, which no position has, counts nothing.
#[inline]
pub fn count_all(board: &Board, turn: Option<Color>, sink: &mut impl Sink) {
    let (Some(mut white), Some(mut black)) = (Half::new(board, Color::White), Half::new(board, Color::Black)) else {
        return;
    };
    officers(board, &mut white, &black, sink);
    sink.turn_over();
    officers(board, &mut black, &white, sink);
    others(board, Color::Black, &black, &white, turn, sink);
    sink.turn_over();
    others(board, Color::White, &white, &black, turn, sink);
}

#[inline]
fn others(board: &Board, color: Color, own: &Half, other: &Half, turn: Option<Color>, sink: &mut impl Sink) {
    let to_move = turn == Some(color);
    targets(board, own, other, to_move, sink);
    danger(board, own, other, sink);
    pawns(board, color, own, other, sink);
    shelter(color, own, other, sink);
    let only = seen_by(color, own.reached & !other.reached);
    sink.add(TERRITORY, count(only & LOWER_HALF) as i32);
    sink.add(TERRITORY + 1, count(only & !LOWER_HALF) as i32);
    if to_move {
        sink.add(TEMPO, 1);
    }
}

#[inline]
fn officers(board: &Board, own: &mut Half, other: &Half, sink: &mut impl Sink) {
    let occupied = board.occupied();
    let safe = !other.by_pawn & !own.all;
    let pawns = count(own.pawns).min(8);
    for (kind, piece_type) in OFFICERS.into_iter().enumerate() {
        let mut all = 0;
        let officers = board.by_role(piece_type).0 & own.all;
        sink.add(BY_PAWNS + kind * 9 + pawns, count(officers) as i32);
        for square in squares(officers) {
            let reach = match piece_type {
                PieceType::Knight => attacks::knight_attacks(square),
                PieceType::Bishop => attacks::bishop_attacks(square, occupied),
                PieceType::Rook => attacks::rook_attacks(square, occupied),
                _ => attacks::queen_attacks(square, occupied),
            }
            .0;
            all |= reach;
            let free = reach & safe;
            sink.add(NORMS[kind] + count(free), 1);
            own.hits += RING_HIT[kind] * count(reach & other.ring) as i32;
            sink.add(NEAR_KING + kind * 7 + steps_between(square, other.king) - 1, 1);
            if kind > 0 {
                for (step, mask) in DISTANCES[square as usize].iter().enumerate() {
                    sink.add(REACH + (kind - 1) * 3 + step, count(free & mask) as i32);
                }
            }
            if piece_type == PieceType::Rook {
                let file = FILE_A << (square as u32 % 8);
                if own.pawns & file == 0 {
                    sink.add(FILES + usize::from(other.pawns & file == 0), 1);
                }
            }
        }
        own.by[kind + 1] = all;
        own.reached |= all;
    }
    let posts = own.by_pawn & !other.pawn_span & own.all;
    sink.add(OUTPOSTS, count(posts & board.knights().0) as i32);
    let bishops = board.bishops().0 & own.all;
    sink.add(OUTPOSTS + 1, count(posts & bishops) as i32);
    for color in [DARK, !DARK] {
        let pawns = count(own.pawns & color);
        sink.add(BISHOPS + 1, (pawns * count(bishops & color)) as i32);
    }
    sink.add(BISHOPS, i32::from(bishops & (bishops.wrapping_sub(1)) != 0));
}

/// What each kind of piece hits, and what is defended or not.
#[inline]
fn targets(board: &Board, own: &Half, other: &Half, to_move: bool, sink: &mut impl Sink) {
    let attacked = other.all & !(1 << other.king as u32) & own.reached;
    for target in squares(attacked) {
        let kind = board.role_at(target).map_or(0, type_index);
        let place = 1 << target as u32;
        let group = if other.by_pawn & place != 0 { GUARDED } else { TARGETS };
        for (attacker, reach) in own.by.iter().enumerate() {
            if reach & place != 0 {
                sink.add(group + attacker * 5 + kind, 1);
                if to_move {
                    sink.add(TURN_TARGETS + attacker * 5 + kind, 1);
                }
            }
        }
        if other.reached & place == 0 {
            sink.add(HANGING + if to_move { 5 } else { 0 } + kind, 1);
        }
    }
    let defended = own.all & own.reached;
    for (kind, set) in
        [board.pawns(), board.knights(), board.bishops(), board.rooks(), board.queens()].into_iter().enumerate()
    {
        sink.add(DEFENDED + kind, count(defended & set.0) as i32);
    }
}

/// What is aimed at the enemy king: the ring, and squares for checks that the enemy does not guard.
#[inline]
fn danger(board: &Board, own: &Half, other: &Half, sink: &mut impl Sink) {
    let open = !own.all & !other.reached;
    let occupied = board.occupied();
    let straight = attacks::rook_attacks(other.king, occupied).0 & open;
    let diagonal = attacks::bishop_attacks(other.king, occupied).0 & open;
    let knight = attacks::knight_attacks(other.king).0 & open;
    let mut hits = own.hits;
    for (kind, lines) in [knight, diagonal, straight, straight | diagonal].into_iter().enumerate() {
        let checks = own.by[kind + 1] & lines;
        if checks != 0 {
            sink.add(CHECKS + kind, count(checks) as i32);
            hits += CHECK_HIT[kind];
        }
    }
    let row = usize::from(board.queens().0 & own.all != 0);
    sink.add(DANGER + row * 24 + (hits as usize / 2).min(23), 1);
}

#[inline]
fn pawns(board: &Board, color: Color, own: &Half, other: &Half, sink: &mut impl Sink) {
    let [pawns, enemies, by_enemy] = [own.pawns, other.pawns, other.by_pawn].map(|set| seen_by(color, set));
    let rank = |square: u32| square as usize / 8 - 1;
    let below_enemies = south_fill(enemies >> 8);
    let covered = south_fill(pawns >> 8);
    let passed = pawns & !(below_enemies | sideways(below_enemies) | covered);
    if passed != 0 {
        let occupied = seen_by(color, board.occupied().0);
        let reached = seen_by(color, other.reached);
        for square in squares(passed) {
            let square = square as u32;
            let (place, ahead) = (rank(square), square + 8);
            sink.add(PASSED + place, 1);
            if occupied >> ahead & 1 == 0 {
                sink.add(PASSED_FREE + place, 1);
            }
            if reached >> ahead & 1 == 0 {
                sink.add(PASSED_SAFE + place, 1);
            }
            if place >= 2 {
                let ahead = Square::new(color.fold_wb(ahead, ahead ^ 0b11_1000));
                sink.add(PASSED_OWN_KING + steps_between(own.king, ahead), 1);
                sink.add(PASSED_ENEMY_KING + steps_between(other.king, ahead), 1);
            }
        }
    }
    for square in squares(pawns & sideways(pawns)) {
        sink.add(PHALANX + rank(square as u32), 1);
    }
    let isolated = pawns & !sideways(north_fill(south_fill(pawns)));
    // A pawn that no neighbour can protect any more, and that an enemy pawn keeps from advancing.
    let backward = pawns & !isolated & !north_fill(sideways(pawns)) & (by_enemy >> 8);
    let half_open = !north_fill(south_fill(enemies));
    for (index, set) in [isolated, backward, pawns & covered, isolated & half_open].into_iter().enumerate() {
        sink.add(WEAK_PAWNS + index, count(set) as i32);
    }
}

/// The king's kernel over pawns of both sides on its file and beside it, from its rank on.
#[inline]
fn shelter(color: Color, own: &Half, other: &Half, sink: &mut impl Sink) {
    let king = color.fold_wb(own.king as u32, own.king as u32 ^ 0b11_1000);
    let file = FILE_A << (king % 8);
    let ahead = !0 << (king / 8 * 8) & (file | sideways(file));
    for (group, pawns) in [(SHELTER, own.pawns), (STORM, other.pawns)] {
        for square in squares(seen_by(color, pawns) & ahead) {
            let square = square as u32;
            let beside = if square % 8 == king % 8 { 0 } else { 6 };
            sink.add(group + beside + ((square / 8 - king / 8) as usize).min(5), 1);
        }
    }
}
