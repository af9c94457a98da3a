//! The learned evaluation's counts, made for search: whole sets of squares at a time.
//!
//! One function walks over the officers of both sides, asks for their reach once, and reads everything
//! off it: norms, distances, targets, the king's ring. Pawns are treated as sets, seen from their own
//! side. What is counted goes to a [`Sink`], which either adds up weights at once (the search) or
//! writes the counts down (the trainer), so both can only agree.

use super::layout::{
    ATTACKERS, BISHOPS, CHECKS, DANGER, DEFENDS, FILES, GUARDED, HANGING, KING_LINES, MOBILITY_BISHOP, MOBILITY_KNIGHT,
    MOBILITY_QUEEN, MOBILITY_ROOK, NEAR_ENEMY, NEAR_OWN, OUTPOSTS, PASSED, PASSED_ENEMY_KING, PASSED_FREE,
    PASSED_GUARDED, PASSED_OWN_KING, PASSED_SAFE, PHALANX, REACH, RING, SHELTER, STORM, SUPPORTED, TARGETS, TEMPO,
    TERRITORY, TURN_TARGETS, WEAK_PAWNS,
};
use crate::chess::{Bitboard, Board, Color, PieceType, Square, attacks, type_index};

/// Where counts go.
pub trait Sink {
    /// A case occurs so many times for a side.
    fn add(&mut self, color: Color, index: usize, times: i32);
}

pub(super) const OFFICERS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
const MOBILITY: [usize; 4] = [MOBILITY_KNIGHT, MOBILITY_BISHOP, MOBILITY_ROOK, MOBILITY_QUEEN];

/// How strongly an officer hits a square of the ring, and how strongly a safe check counts.
pub(super) const RING_HIT: [i32; 4] = [2, 2, 3, 4];
pub(super) const CHECK_HIT: [i32; 4] = [6, 3, 7, 6];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const CENTER_FILES: u64 = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;

/// Squares at each distance from each square: 1, 2, 3, and 4 or more.
static DISTANCES: [[u64; 4]; 64] = distances();

const fn distances() -> [[u64; 4]; 64] {
    let mut masks = [[0; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let distance = distance(from, to);
            if distance > 0 {
                masks[from][if distance > 4 { 3 } else { distance - 1 }] |= 1 << to;
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
    /// Squares where an enemy pawn may attack, now or after advancing.
    pawn_span: u64,
    /// The king's neighbourhood, one rank further ahead.
    ring: u64,
    /// Reach by kind of officer.
    by: [u64; 4],
    /// All that is reached.
    reached: u64,
    hits: i32,
    attackers: usize,
    queens: bool,
}

impl Half {
    fn new(board: &Board, color: Color) -> Option<Half> {
        let all = board.by_color(color).0;
        let pawns = board.pawns().0 & all;
        let king = board.king_of(color)?;
        let own = seen_by(color, pawns);
        let by_pawn = seen_by(color, sideways(own) << 8);
        let pawn_span = seen_by(color, north_fill(sideways(own) << 8));
        let around = attacks::king_attacks(king).0 | 1 << king as u32;
        let ring = around | seen_by(color, seen_by(color, around) << 8);
        let by_king = attacks::king_attacks(king).0;
        Some(Half {
            all,
            pawns,
            king,
            by_pawn,
            pawn_span,
            ring,
            by: [0; 4],
            reached: by_pawn | by_king,
            hits: 0,
            attackers: 0,
            queens: (board.queens().0 & all) != 0,
        })
    }
}

/// Counts everything but the tables; `turn` is the side to move, if that shall matter.
///
/// A board without two kings, which no position has, counts nothing.
pub fn count_all(board: &Board, turn: Option<Color>, sink: &mut impl Sink) {
    let (Some(mut white), Some(mut black)) = (Half::new(board, Color::White), Half::new(board, Color::Black)) else {
        return;
    };
    officers(board, Color::White, &mut white, &black, turn, sink);
    officers(board, Color::Black, &mut black, &white, turn, sink);
    for (color, own, other) in [(Color::White, &white, &black), (Color::Black, &black, &white)] {
        attack(board, color, own, other, turn, sink);
        pawns(board, color, own, other, sink);
        king(color, own, other, sink);
        territory(color, own, other, sink);
    }
    if let Some(turn) = turn {
        sink.add(turn, TEMPO, 1);
    }
}

#[inline]
fn type_at(board: &Board, square: Square) -> usize {
    board.role_at(square).map_or(0, type_index)
}

fn officers(
    board: &Board,
    color: Color,
    own: &mut Half,
    other: &Half,
    turn: Option<Color>,
    sink: &mut impl Sink,
) {
    let occupied = board.occupied();
    let safe = !other.by_pawn;
    let to_move = turn == Some(color);
    for (kind, piece_type) in OFFICERS.into_iter().enumerate() {
        for square in squares(board.by_role(piece_type).0 & own.all) {
            let reach = match piece_type {
                PieceType::Knight => attacks::knight_attacks(square),
                PieceType::Bishop => attacks::bishop_attacks(square, occupied),
                PieceType::Rook => attacks::rook_attacks(square, occupied),
                _ => attacks::queen_attacks(square, occupied),
            }
            .0;
            own.by[kind] |= reach;
            own.reached |= reach;
            let free = reach & safe & !own.all;
            sink.add(color, MOBILITY[kind] + count(free), 1);
            if kind > 0 {
                for (step, mask) in DISTANCES[square as usize].iter().enumerate() {
                    sink.add(color, REACH + kind * 4 + step, count(free & mask) as i32);
                }
            }
            for target in squares(reach & other.all & !(1 << other.king as u32)) {
                let index = (kind + 1) * 5 + type_at(board, target);
                let guarded = other.by_pawn >> target as u32 & 1 == 1;
                sink.add(color, if guarded { GUARDED } else { TARGETS } + index, 1);
                if to_move {
                    sink.add(color, TURN_TARGETS + index, 1);
                }
            }
            for target in squares(reach & own.all & !(1 << own.king as u32)) {
                sink.add(color, DEFENDS + (kind + 1) * 5 + type_at(board, target), 1);
            }
            let hits = count(reach & other.ring);
            if hits > 0 {
                sink.add(color, RING + kind, hits as i32);
                own.hits += RING_HIT[kind] * hits as i32;
                own.attackers += 1;
            }
            sink.add(color, NEAR_ENEMY + kind * 7 + steps_between(square, other.king) - 1, 1);
            sink.add(color, NEAR_OWN + kind * 7 + steps_between(square, own.king) - 1, 1);
            let place = 1 << square as u32;
            match piece_type {
                PieceType::Rook => {
                    let file = FILE_A << (square as u32 % 8);
                    if own.pawns & file == 0 {
                        sink.add(color, FILES + usize::from(other.pawns & file == 0), 1);
                    }
                }
                PieceType::Knight | PieceType::Bishop if place & own.by_pawn & !other.pawn_span != 0 => {
                    sink.add(color, OUTPOSTS + kind, 1);
                }
                _ => {}
            }
            if piece_type == PieceType::Bishop {
                let same = if place & DARK != 0 { DARK } else { !DARK };
                sink.add(color, BISHOPS + 1, count(own.pawns & same) as i32);
            }
        }
    }
    if count(board.bishops().0 & own.all) >= 2 {
        sink.add(color, BISHOPS, 1);
    }
}

/// What pawns and kings hit, what hangs, and what is aimed at the enemy king.
fn attack(board: &Board, color: Color, own: &Half, other: &Half, turn: Option<Color>, sink: &mut impl Sink) {
    let to_move = turn == Some(color);
    for (attacker, reach) in [(0, own.by_pawn), (5, attacks::king_attacks(own.king).0)] {
        for target in squares(reach & other.all & !(1 << other.king as u32)) {
            let index = attacker * 5 + type_at(board, target);
            let guarded = other.by_pawn >> target as u32 & 1 == 1;
            sink.add(color, if guarded { GUARDED } else { TARGETS } + index, 1);
            if to_move {
                sink.add(color, TURN_TARGETS + index, 1);
            }
        }
        for target in squares(reach & own.all & !(1 << own.king as u32)) {
            sink.add(color, DEFENDS + attacker * 5 + type_at(board, target), 1);
        }
    }
    for target in squares(own.reached & other.all & !other.reached) {
        sink.add(color, HANGING + usize::from(to_move) * 5 + type_at(board, target), 1);
    }
    // Squares from which a check would come that the enemy does not guard.
    let open = !own.all & !other.reached;
    let occupied = board.occupied();
    let straight = attacks::rook_attacks(other.king, occupied).0;
    let diagonal = attacks::bishop_attacks(other.king, occupied).0;
    let knight = attacks::knight_attacks(other.king).0;
    let mut hits = own.hits;
    for (kind, lines) in [knight, diagonal, straight, straight | diagonal].into_iter().enumerate() {
        let checks = count(own.by[kind] & lines & open) as i32;
        if checks > 0 {
            sink.add(color, CHECKS + kind, checks);
            hits += CHECK_HIT[kind];
        }
    }
    let row = usize::from(own.queens);
    sink.add(color, ATTACKERS + row * 6 + own.attackers.min(5), 1);
    sink.add(color, DANGER + row * 24 + (hits as usize / 2).min(23), 1);
}

fn pawns(board: &Board, color: Color, own: &Half, other: &Half, sink: &mut impl Sink) {
    let [pawns, enemies, by_pawn, by_enemy] =
        [own.pawns, other.pawns, own.by_pawn, other.by_pawn].map(|set| seen_by(color, set));
    let rank = |square: u32| square as usize / 8 - 1;
    let behind_enemies = south_fill(enemies >> 8);
    let stopped = behind_enemies | sideways(behind_enemies) | south_fill(pawns >> 8);
    let occupied = seen_by(color, board.occupied().0);
    let reached = seen_by(color, other.reached);
    for square in squares(pawns & !stopped) {
        let square = square as u32;
        let (place, ahead) = (rank(square), square + 8);
        sink.add(color, PASSED + place, 1);
        if occupied >> ahead & 1 == 0 {
            sink.add(color, PASSED_FREE + place, 1);
        }
        if reached >> ahead & 1 == 0 {
            sink.add(color, PASSED_SAFE + place, 1);
        }
        if by_pawn >> square & 1 == 1 {
            sink.add(color, PASSED_GUARDED + place, 1);
        }
        if place >= 2 {
            let ahead = Square::new(color.fold_wb(ahead, ahead ^ 56));
            sink.add(color, PASSED_OWN_KING + steps_between(own.king, ahead), 1);
            sink.add(color, PASSED_ENEMY_KING + steps_between(other.king, ahead), 1);
        }
    }
    for square in squares(pawns & sideways(pawns)) {
        sink.add(color, PHALANX + rank(square as u32), 1);
    }
    for square in squares(pawns & by_pawn) {
        sink.add(color, SUPPORTED + rank(square as u32), 1);
    }
    let files = north_fill(south_fill(pawns));
    let isolated = pawns & !sideways(files);
    // A pawn that has neighbours, all of them further ahead, and that an enemy pawn keeps from advancing.
    let covered = north_fill(sideways(pawns));
    let backward = pawns & !isolated & !covered & (by_enemy >> 8);
    let doubled = pawns & south_fill(pawns >> 8);
    let enemy_files = north_fill(south_fill(enemies));
    for (index, set) in [isolated, backward, doubled, isolated & !enemy_files].into_iter().enumerate() {
        sink.add(color, WEAK_PAWNS + index, count(set) as i32);
    }
}

fn king(color: Color, own: &Half, other: &Half, sink: &mut impl Sink) {
    let king = color.fold_wb(own.king as u32, own.king as u32 ^ 56);
    let file = FILE_A << (king % 8);
    let near = file | sideways(file);
    let ahead = !0 << (king / 8 * 8) & near;
    for (group, pawns) in [(SHELTER, own.pawns), (STORM, other.pawns)] {
        for square in squares(seen_by(color, pawns) & ahead) {
            let square = square as u32;
            let beside = usize::from(square % 8 != king % 8);
            sink.add(color, group + beside * 6 + ((square / 8 - king / 8) as usize).min(5), 1);
        }
    }
    let lines = attacks::queen_attacks(own.king, Bitboard(own.all | other.pawns)).0 & !own.all;
    sink.add(color, KING_LINES + count(lines).min(15), 1);
}

fn territory(color: Color, own: &Half, other: &Half, sink: &mut impl Sink) {
    let only = seen_by(color, own.reached & !other.reached);
    for (row, ranks) in [0xffff_0000_0000_0000, 0xffff_0000_0000, 0xffff_0000, 0xffff_u64].into_iter().enumerate() {
        let part = only & ranks;
        let center = count(part & CENTER_FILES);
        sink.add(color, TERRITORY + row * 2, (count(part) - center) as i32);
        sink.add(color, TERRITORY + row * 2 + 1, center as i32);
    }
}
