//! Many boards at once: the tables of 32 boards looked up side by side in the lanes of wide registers.
//!
//! *[Seed 004, section 7.2]* proposes to evaluate many positions in parallel. A board's placement is four words of 64
//! bits: White's men, and the three bits of a piece type's number. Transposed, a register holds the same rank of 32
//! boards, one a byte, and after three rounds of swapping neighbouring bits the same *square* of 32 boards as numbers
//! from 0 to 15. A table of sixteen values is one register too, so one byte shuffle looks up 32 boards; four of them,
//! for both bytes of both phases, and sixteen-bit sums do what [`Evaluation::score`] does piece by piece, to the last
//! centipawn. What an evaluation has besides tables is added board by board. Processors without such registers, and
//! evaluations whose tables are too large for the lanes, get the scores one at a time.

use super::{
    channel, grid_index,
    score::{self, Evaluation, FULL_PHASE},
};
use crate::chess::{Board, Color, Piece, PieceType, Square, color_index};

/// How many boards are scored together.
pub const TOGETHER: usize = 32;

/// The largest value of a table that cannot overflow sixteen bits on a board with as many men as a game has.
const LARGEST: i32 = 1_023;
const MEN: usize = 32;

/// An evaluation made ready to score many boards.
pub struct Batch {
    evaluation: &'static Evaluation,
    lookup: Option<Box<Lookup>>,
}

/// For every square the values of sixteen kinds of men, as low and high bytes: middlegame, then endgame.
type Lookup = [[[u8; 16]; 4]; 64];

/// The men of a group of boards: four words a board, plane by plane.
type Planes = [[u64; TOGETHER]; 4];

/// What a group's lanes come to.
struct Sums {
    middle: [i16; TOGETHER],
    end: [i16; TOGETHER],
    phase: [u8; TOGETHER],
}

/// The number of a man in the planes: the type from 1, eight more for White; 0 is an empty square.
const fn number(color: Color, kind: PieceType) -> usize {
    kind as usize + 8 * (1 - color_index(color))
}

impl Batch {
    /// Makes the tables of an evaluation ready, which costs as much as scoring some twenty boards.
    pub fn new(evaluation: &'static Evaluation) -> Batch {
        Batch { evaluation, lookup: lookup(evaluation) }
    }

    /// The scores of boards for White, as [`Evaluation::score`] has them.
    ///
    /// ```
    /// use reti_core::{chess::Position, field::{batch::Batch, score}};
    /// let boards = vec![Position::start().board().clone(); 100];
    /// assert_eq!(Batch::new(&score::CLASSICAL).scores(&boards), [0; 100]);
    /// ```
    pub fn scores(&self, boards: &[Board]) -> Vec<i32> {
        let mut scores = Vec::with_capacity(boards.len());
        let Some(lookup) = &self.lookup else {
            scores.extend(boards.iter().map(|board| self.evaluation.score(board)));
            return scores;
        };
        let mut planes = [[0; TOGETHER]; 4];
        for group in boards.chunks(TOGETHER) {
            let mut most = 0;
            for (lane, board) in group.iter().enumerate() {
                most = most.max(fill(&mut planes, lane, board));
            }
            match (most <= MEN).then(|| add_up(lookup, &planes)).flatten() {
                Some(sums) => self.finish(&sums, group, &mut scores),
                None => scores.extend(group.iter().map(|board| self.evaluation.score(board))),
            }
        }
        scores
    }

    fn finish(&self, sums: &Sums, group: &[Board], scores: &mut Vec<i32>) {
        let mut linear = [0; TOGETHER];
        for (lane, score) in linear.iter_mut().enumerate() {
            let phase = i32::from(sums.phase[lane]).min(FULL_PHASE);
            let blended = i32::from(sums.middle[lane]) * phase + i32::from(sums.end[lane]) * (FULL_PHASE - phase);
            *score = blended / FULL_PHASE;
        }
        if self.evaluation.is_linear() {
            scores.extend_from_slice(&linear[..group.len()]);
            return;
        }
        for (lane, board) in group.iter().enumerate() {
            let phase = i32::from(sums.phase[lane]).min(FULL_PHASE);
            scores.push(linear[lane] + self.evaluation.beside_tables(board, phase));
        }
    }
}

/// Tables that fit into the lanes; `None` for what has others or larger ones.
fn lookup(evaluation: &'static Evaluation) -> Option<Box<Lookup>> {
    let tables = evaluation.fixed_tables()?;
    let mut lookup: Box<Lookup> = Box::new([[[0; 16]; 4]; 64]);
    for color in Color::ALL {
        for role in PieceType::ALL {
            let (channel, number) = (channel(Piece { color, role }), number(color, role));
            for square in Square::ALL {
                for (phase, table) in [&tables.middle, &tables.end].into_iter().enumerate() {
                    let own = table[channel][grid_index(square)];
                    if own.abs() > LARGEST {
                        return None;
                    }
                    let [low, high] = (color.fold_wb(own, -own) as i16).to_le_bytes();
                    lookup[square as usize][2 * phase][number] = low;
                    lookup[square as usize][2 * phase + 1][number] = high;
                }
            }
        }
    }
    Some(lookup)
}

/// Puts a board into a lane; the number of its men.
#[inline]
fn fill(planes: &mut Planes, lane: usize, board: &Board) -> usize {
    let (pawns, knights, bishops) = (board.pawns().0, board.knights().0, board.bishops().0);
    let (rooks, queens, kings) = (board.rooks().0, board.queens().0, board.kings().0);
    planes[0][lane] = pawns | bishops | queens;
    planes[1][lane] = knights | bishops | kings;
    planes[2][lane] = rooks | queens | kings;
    planes[3][lane] = board.by_color(Color::White).0;
    board.occupied().count()
}

/// What the men add to the phase, by number.
const PHASES: [u8; 16] = {
    let mut phases = [0; 16];
    let mut number = 0;
    while number < 6 {
        phases[1 + number] = score::PHASE[number] as u8;
        phases[9 + number] = score::PHASE[number] as u8;
        number += 1;
    }
    phases
};

/// The sums of a group, if the processor has registers for it.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::unnecessary_wraps, reason = "one of the two versions has no sums")]
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn add_up(lookup: &Lookup, planes: &Planes) -> Option<Sums> {
    multiversion::target::match_target! {
        "x86_64+avx+avx2" => Some(lanes::add_up(lookup, planes)),
        _ => {
            let _ = (lookup, planes);
            None
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn add_up(_: &Lookup, _: &Planes) -> Option<Sums> {
    None
}

#[cfg(target_arch = "x86_64")]
mod lanes {
    //! The same with registers of 32 bytes. Plain loops: iterators and closures would not be compiled for them.
    #![allow(clippy::needless_range_loop, reason = "see above")]
    #![allow(clippy::wildcard_imports, reason = "twenty names of one kind")]

    use std::arch::x86_64::*;

    use super::{Lookup, PHASES, Planes, Sums, TOGETHER};

    /// Sixteen bytes, twice.
    #[inline]
    #[target_feature(enable = "avx,avx2")]
    fn twice(bytes: &[u8; 16]) -> __m256i {
        let whole = u128::from_le_bytes(*bytes);
        _mm256_broadcastsi128_si256(_mm_set_epi64x((whole >> 64) as i64, whole as i64))
    }

    /// The ranks of a plane: in each register one byte of each board.
    #[inline]
    #[target_feature(enable = "avx,avx2")]
    fn ranks(plane: &[u64; TOGETHER]) -> [__m256i; 8] {
        // Two boards a lane, their bytes side by side.
        let pair = twice(&[0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
        let mut rows = [_mm256_setzero_si256(); 8];
        for index in 0..8 {
            let (a, b) = (plane[2 * index] as i64, plane[2 * index + 1] as i64);
            let (c, d) = (plane[16 + 2 * index] as i64, plane[17 + 2 * index] as i64);
            rows[index] = _mm256_shuffle_epi8(_mm256_set_epi64x(d, c, b, a), pair);
        }
        // Eight rows of eight words are transposed, as usual, by halves, quarters and eighths.
        let mut next = rows;
        for index in 0..4 {
            next[index] = _mm256_unpacklo_epi16(rows[2 * index], rows[2 * index + 1]);
            next[4 + index] = _mm256_unpackhi_epi16(rows[2 * index], rows[2 * index + 1]);
        }
        // next[0..4] have words 0 to 3 of rows 01, 23, 45, 67; next[4..8] words 4 to 7.
        let mut halves = next;
        for half in [0, 4] {
            halves[half] = _mm256_unpacklo_epi32(next[half], next[half + 1]);
            halves[half + 1] = _mm256_unpackhi_epi32(next[half], next[half + 1]);
            halves[half + 2] = _mm256_unpacklo_epi32(next[half + 2], next[half + 3]);
            halves[half + 3] = _mm256_unpackhi_epi32(next[half + 2], next[half + 3]);
        }
        for half in [0, 4] {
            rows[half] = _mm256_unpacklo_epi64(halves[half], halves[half + 2]);
            rows[half + 1] = _mm256_unpackhi_epi64(halves[half], halves[half + 2]);
            rows[half + 2] = _mm256_unpacklo_epi64(halves[half + 1], halves[half + 3]);
            rows[half + 3] = _mm256_unpackhi_epi64(halves[half + 1], halves[half + 3]);
        }
        rows
    }

    /// The numbers of the men on a rank's eight squares, from its four planes.
    #[inline]
    #[target_feature(enable = "avx,avx2")]
    fn men([a, b, c, d]: [__m256i; 4]) -> [__m256i; 8] {
        let only = |bits, mask: i8| _mm256_and_si256(bits, _mm256_set1_epi8(mask));
        // Two bits a square: even files, then odd ones.
        let even = |low, high| _mm256_or_si256(only(low, 0x55), _mm256_slli_epi16::<1>(only(high, 0x55)));
        let odd = |low, high| _mm256_or_si256(only(_mm256_srli_epi16::<1>(low), 0x55), only(high, !0x55));
        // Four bits a square: every fourth file in a nibble.
        let first = |low, high| _mm256_or_si256(only(low, 0x33), _mm256_slli_epi16::<2>(only(high, 0x33)));
        let second = |low, high| _mm256_or_si256(only(_mm256_srli_epi16::<2>(low), 0x33), only(high, !0x33));
        let (low, high) = ([even(a, b), odd(a, b)], [even(c, d), odd(c, d)]);
        let nibbles =
            [first(low[0], high[0]), first(low[1], high[1]), second(low[0], high[0]), second(low[1], high[1])];
        let mut men = [_mm256_setzero_si256(); 8];
        for (file, both) in nibbles.into_iter().enumerate() {
            men[file] = only(both, 0x0F);
            men[file + 4] = only(_mm256_srli_epi16::<4>(both), 0x0F);
        }
        men
    }

    #[inline]
    #[target_feature(enable = "avx,avx2")]
    fn words(sums: __m256i) -> [u64; 4] {
        [
            _mm256_extract_epi64::<0>(sums) as u64,
            _mm256_extract_epi64::<1>(sums) as u64,
            _mm256_extract_epi64::<2>(sums) as u64,
            _mm256_extract_epi64::<3>(sums) as u64,
        ]
    }

    /// Sums of words: in `low` those of boards 0 to 7 and 16 to 23, in `high` the others.
    #[inline]
    #[target_feature(enable = "avx,avx2")]
    fn in_order(low: __m256i, high: __m256i) -> [i16; TOGETHER] {
        let ([a, b, e, f], [c, d, g, h]) = (words(low), words(high));
        let (quarters, mut sums) = ([a, b, c, d, e, f, g, h], [0; TOGETHER]);
        for lane in 0..TOGETHER {
            sums[lane] = (quarters[lane / 4] >> (16 * (lane % 4))) as i16;
        }
        sums
    }

    #[target_feature(enable = "avx,avx2")]
    pub(super) fn add_up(lookup: &Lookup, planes: &Planes) -> Sums {
        let planes = [ranks(&planes[0]), ranks(&planes[1]), ranks(&planes[2]), ranks(&planes[3])];
        let phases = twice(&PHASES);
        let zero = _mm256_setzero_si256();
        let (mut sums, mut phase) = ([zero; 4], zero);
        for (rank, squares) in lookup.chunks_exact(8).enumerate() {
            let men = men([planes[0][rank], planes[1][rank], planes[2][rank], planes[3][rank]]);
            for (values, men) in squares.iter().zip(men) {
                for half in [0, 1] {
                    let low = _mm256_shuffle_epi8(twice(&values[2 * half]), men);
                    let high = _mm256_shuffle_epi8(twice(&values[2 * half + 1]), men);
                    sums[2 * half] = _mm256_add_epi16(sums[2 * half], _mm256_unpacklo_epi8(low, high));
                    sums[2 * half + 1] = _mm256_add_epi16(sums[2 * half + 1], _mm256_unpackhi_epi8(low, high));
                }
                phase = _mm256_adds_epu8(phase, _mm256_shuffle_epi8(phases, men));
            }
        }
        let (bytes, mut phase) = (words(phase), [0; TOGETHER]);
        for lane in 0..TOGETHER {
            phase[lane] = (bytes[lane / 8] >> (8 * (lane % 8))) as u8;
        }
        Sums { middle: in_order(sums[0], sums[1]), end: in_order(sums[2], sums[3]), phase }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{random_boards, score::EVALUATIONS};

    #[test]
    fn together_is_one_at_a_time() {
        let boards = random_boards(3_000);
        for known in EVALUATIONS {
            let batch = Batch::new(known);
            for group in [&boards[..1], &boards[40..100], &boards[..]] {
                let one_at_a_time: Vec<i32> = group.iter().map(|board| known.score(board)).collect();
                assert_eq!(batch.scores(group), one_at_a_time, "{}", known.name);
            }
            assert!(batch.scores(&[]).is_empty());
        }
    }

    #[test]
    fn tables_fit_into_lanes_unless_they_are_too_large_or_not_fixed() {
        let without: Vec<&str> =
            EVALUATIONS.iter().filter(|known| Batch::new(known).lookup.is_none()).map(|known| known.name).collect();
        assert_eq!(without, ["network", "learned", "seed-literal"]);
    }

    #[test]
    fn boards_that_no_game_has_are_scored_too() {
        let mut board = Board::empty();
        for square in Square::ALL {
            board.set_piece_at(square, Color::Black.queen());
        }
        let boards = [Board::default(), board, Board::empty()];
        assert_eq!(Batch::new(&score::MATERIAL).scores(&boards), [0, -64 * 900, 0]);
    }

    #[test]
    fn every_square_and_piece_has_its_lane() {
        for color in Color::ALL {
            for role in PieceType::ALL {
                let boards = Square::ALL.map(|square| {
                    let mut board = Board::empty();
                    board.set_piece_at(square, Piece { color, role });
                    board
                });
                let expected = boards.each_ref().map(|board| score::CLASSICAL.score(board));
                assert_eq!(Batch::new(&score::CLASSICAL).scores(&boards), expected);
            }
        }
    }
}
