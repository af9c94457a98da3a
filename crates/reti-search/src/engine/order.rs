//! Which move to try first.
//!
//! Alpha-beta is as good as its order: the move that was best before, then captures that win or
//! trade evenly by the static exchange, then two quiet moves that refuted a sibling, then quiet moves
//! by how often they refuted anything, and captures that lose material last.

use reti_core::{
    chess::{Color, Move, MoveList, PieceType, Position, color_index, type_index},
    exchange::see_fast,
    value::worth,
};

use super::{score::LONGEST, table::Code};

const FIRST: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// Captures that lose material are below this.
pub(super) const LOSING: i32 = -(1 << 20);
const MOST: i32 = 1 << 14;

/// A move in sixteen bits. A legal position's moves have different codes, none of them 0.
pub(super) fn code(m: Move) -> Code {
    let promotion = m.promotion().map_or(0, |piece_type| type_index(piece_type) as Code);
    let from = m.from().map_or(0, |square| square as Code);
    (promotion << 12) | (m.to() as Code) << 6 | from
}

/// What the search has learned about quiet moves.
pub(super) struct Experience {
    killers: [[Code; 2]; LONGEST],
    /// By side, origin and destination; up to [`MOST`] in both directions.
    history: Box<[[[i16; 64]; 64]; 2]>,
}

impl Experience {
    pub fn new() -> Experience {
        Experience { killers: [[0; 2]; LONGEST], history: Box::new([[[0; 64]; 64]; 2]) }
    }

    pub fn clear(&mut self) {
        *self = Experience::new();
    }

    /// A new search begins: distances to the root mean other positions now.
    pub fn forget_killers(&mut self) {
        self.killers = [[0; 2]; LONGEST];
    }

    /// How well a quiet move has done.
    pub fn history(&self, side: Color, m: Move) -> i32 {
        m.from().map_or(0, |from| i32::from(self.history[color_index(side)][from as usize][m.to() as usize]))
    }

    /// A quiet move refuted the move before it; the quiet moves tried earlier did not.
    pub fn learn(&mut self, side: Color, depth: i32, ply: usize, refutation: Move, failed: &[Move]) {
        let [first, second] = &mut self.killers[ply];
        let code = code(refutation);
        if *first != code {
            *second = *first;
            *first = code;
        }
        let bonus = (16 * depth * depth).min(1_600);
        self.adjust(side, refutation, bonus);
        for &m in failed {
            self.adjust(side, m, -bonus);
        }
    }

    fn adjust(&mut self, side: Color, m: Move, bonus: i32) {
        if let Some(from) = m.from() {
            let value = &mut self.history[color_index(side)][from as usize][m.to() as usize];
            // Moves towards the bonus and never beyond the largest value.
            *value += (bonus - i32::from(*value) * bonus.abs() / MOST) as i16;
        }
    }
}

/// Whether a move neither captures nor promotes.
pub(super) fn is_quiet(m: Move) -> bool {
    !m.is_capture() && !m.is_promotion()
}

/// Moves that are handed out best first. The list is borrowed: it is large, and copies cost.
pub(super) struct Picker<'m> {
    moves: &'m mut MoveList,
    ranks: [i32; 256],
    next: usize,
}

impl<'m> Picker<'m> {
    /// All the given moves.
    pub fn new(
        position: &Position,
        moves: &'m mut MoveList,
        best: Code,
        experience: &Experience,
        ply: usize,
    ) -> Picker<'m> {
        let killers = experience.killers[ply];
        Picker::ranked(moves, |m| {
            let code = code(m);
            if code == best {
                FIRST
            } else if !is_quiet(m) {
                rank_of_capture(position, m)
            } else if let Some(place) = killers.iter().position(|&killer| killer == code) {
                KILLER - place as i32
            } else {
                experience.history(position.turn(), m)
            }
        })
    }

    /// Only captures and promotions to queens, for the quiet search.
    pub fn captures(position: &Position, moves: &'m mut MoveList, best: Code) -> Picker<'m> {
        moves.retain(|m| match m.promotion() {
            Some(piece_type) => piece_type == PieceType::Queen,
            None => m.is_capture(),
        });
        Picker::ranked(moves, |m| if code(m) == best { FIRST } else { rank_of_capture(position, m) })
    }

    fn ranked(moves: &'m mut MoveList, rank: impl Fn(Move) -> i32) -> Picker<'m> {
        let mut picker = Picker { moves, ranks: [0; 256], next: 0 };
        for (slot, &m) in picker.ranks.iter_mut().zip(picker.moves.iter()) {
            *slot = rank(m);
        }
        picker
    }
}

impl Iterator for Picker<'_> {
    type Item = (Move, i32);

    /// The best of the rest and its rank; equal ranks in the order of generation.
    fn next(&mut self) -> Option<(Move, i32)> {
        let start = self.next;
        let end = self.moves.len();
        if start >= end {
            return None;
        }
        let mut best = start;
        for index in start + 1..end {
            if self.ranks[index] > self.ranks[best] {
                best = index;
            }
        }
        self.moves.swap(start, best);
        self.ranks.swap(start, best);
        self.next += 1;
        Some((self.moves[start], self.ranks[start]))
    }
}

/// The most valuable victim first, the least valuable capturer first; losing captures far below.
fn rank_of_capture(position: &Position, m: Move) -> i32 {
    let victim = m.capture().map_or(0, worth);
    let promotion = m.promotion().map_or(0, |piece_type| worth(piece_type) - worth(PieceType::Pawn));
    let rank = 16 * (victim + promotion) - type_index(m.role()) as i32;
    // A piece that takes a dearer or equal one cannot lose by it.
    let safe = victim >= worth(m.role()) || m.role() == PieceType::King;
    if safe || see_fast(position, m) >= 0 { CAPTURE + rank } else { 2 * LOSING + rank }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(fen: &str, first: Option<&str>) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let best = first.map_or(0, |text| code(position.parse_move(text).unwrap()));
        let mut moves = position.legal_moves();
        Picker::new(&position, &mut moves, best, &Experience::new(), 0).map(|(m, _)| position.san(m)).collect()
    }

    #[test]
    fn winning_captures_come_first_and_losing_ones_last() {
        let order = picked("4k3/2p5/3p4/4q3/5P2/8/3Q4/6K1 w - - 0 1", None);
        assert_eq!((order.first().unwrap().as_str(), order.last().unwrap().as_str()), ("fxe5", "Qxd6"));
        let order = picked("4k3/2p5/3p4/4q3/5P2/8/3Q4/6K1 w - - 0 1", Some("Kf1"));
        assert_eq!(order[..2], ["Kf1", "fxe5"]);
    }

    #[test]
    fn codes_tell_the_moves_of_a_position_apart() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let moves = Position::from_fen(fen).unwrap().legal_moves();
            let mut codes: Vec<Code> = moves.iter().map(|&m| code(m)).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), moves.len());
            assert!(!codes.contains(&0));
        }
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let position = Position::start();
        let m = position.parse_move("e4").unwrap();
        let mut experience = Experience::new();
        for _ in 0..10_000 {
            experience.learn(Color::White, 20, 3, m, &[]);
        }
        assert!((MOST / 2..=MOST).contains(&experience.history(Color::White, m)));
        for _ in 0..10_000 {
            experience.learn(Color::White, 20, 3, position.parse_move("d4").unwrap(), &[m]);
        }
        assert!((-MOST..=-MOST / 2).contains(&experience.history(Color::White, m)));
    }
}
