//! Exact win/draw/loss sets for endings of up to four men, made on demand.
//!
//! A search that stops at conversions (a capture, a promotion) needs the truth about what is left.
//! This module computes it by retrograde iteration, 64 positions at a time: for fixed kings and one
//! fixed man, a machine word holds one bit for every square of the last man. Moves of the others
//! combine words; moves of the last man are shifts and fills inside a word.
//!
//! For a winner W the sets are least fixed points: W to move wins if some move leads to a position
//! already known as won; the other side to move has lost if it is not stalemated and no move leads
//! elsewhere. Conversions read the sets of the smaller or promoted material. En passant is
//! respected; castling rights and the fifty-move rule are not part of the question.
//!
//! The tables of `reti-tables` are larger, verified and kept on disk; this is the small, quick
//! library for when there are none, and for tests.

mod sets;
mod solve;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use reti_core::{
    chess::{Color, Piece, PieceType, Position, Square, Symmetry, color_index, type_index},
    value::Value,
};

use crate::probe::{Exact, Probe};
use sets::Sets;

/// The men besides the kings: the first fixed, the last one spread over the bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Men {
    first: Option<Piece>,
    last: Piece,
}

/// Exact values of endings with up to four men, each material computed when it is first asked for.
#[derive(Default)]
pub struct Bitbases {
    sets: Mutex<HashMap<Men, Arc<Sets>>>,
    /// The pawn against the bare king, which is asked for most.
    kpk: OnceLock<Arc<Sets>>,
}

const WHITE_PAWN: Piece = Piece { color: Color::White, role: PieceType::Pawn };

impl Bitbases {
    /// The instance that the whole process shares.
    pub fn shared() -> &'static Bitbases {
        static SHARED: OnceLock<Bitbases> = OnceLock::new();
        SHARED.get_or_init(Bitbases::default)
    }

    /// The value for the side to move; `None` with more than four men, castling rights, or an en
    /// passant capture to decide.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let men = position.board().occupied().count();
        if men > 4 || position.has_castling_rights() || position.en_passant_square().is_some() {
            return None;
        }
        if men == 2 {
            return Some(Value::Draw);
        }
        let image;
        let position = if is_canonical(position) {
            position
        } else {
            image = Symmetry::Mirror.position(position)?;
            &image
        };
        let others = ordered_men(position);
        let (last_square, last) = *others.last()?;
        let first = (others.len() == 2).then(|| others[0]);
        let men = Men { first: first.map(|(_, piece)| piece), last };
        let sets = self.sets(men);
        let (white, black) = (position.king(Color::White), position.king(Color::Black));
        let word = sets::index(white, black, first.map(|(square, _)| square));
        let wins = |winner: Color| sets.wins(winner, position.turn())[word] >> (last_square as u32) & 1 == 1;
        Some(if wins(position.turn()) {
            Value::Win
        } else if wins(!position.turn()) {
            Value::Loss
        } else {
            Value::Draw
        })
    }

    /// Whether a side with a single pawn wins against a bare king; `None` if the placement is illegal.
    pub fn pawn_wins(&self, pawn: Square, side: Color, kings: [Square; 2], turn: Color) -> Option<bool> {
        let sets = self.kpk.get_or_init(|| self.sets(Men { first: None, last: WHITE_PAWN }));
        // The sets are White's; a black pawn is read from the other side of the board.
        let (kings, pawn, turn) = match side {
            Color::White => (kings, pawn, turn),
            Color::Black => ([kings[1].flip_vertical(), kings[0].flip_vertical()], pawn.flip_vertical(), !turn),
        };
        let word = sets::index(kings[0], kings[1], None);
        let bit = |words: &[u64]| words[word] >> (pawn as u32) & 1 == 1;
        bit(&sets.legal[color_index(turn)]).then(|| bit(sets.wins(Color::White, turn)))
    }

    /// How many positions with the given side to move a side wins; for checking against known counts.
    pub fn count_wins(&self, pieces: &[Piece], winner: Color, turn: Color) -> u64 {
        let men = match *pieces {
            [last] => Men { first: None, last },
            [first, last] => Men { first: Some(first), last },
            _ => return 0,
        };
        self.sets(men).wins(winner, turn).iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn sets(&self, men: Men) -> Arc<Sets> {
        if let Some(sets) = self.sets.lock().unwrap_or_else(PoisonError::into_inner).get(&men) {
            return Arc::clone(sets);
        }
        let sets = Arc::new(self.make(men));
        let mut all = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(men).or_insert(sets))
    }

    /// Solves the canonical materials; the others are their images.
    fn make(&self, men: Men) -> Sets {
        match men.first {
            None if men.last.color == Color::White => solve::solve(self, men),
            None => self.sets(Men { first: None, last: other_color(men.last) }).mirrored(false),
            Some(first) if first.color == men.last.color => {
                if type_index(first.role) >= type_index(men.last.role) {
                    solve::solve(self, men)
                } else {
                    self.sets(Men { first: Some(men.last), last: first }).exchanged()
                }
            }
            Some(first) => {
                if type_index(first.role) >= type_index(men.last.role) {
                    solve::solve(self, men)
                } else {
                    let image = Men { first: Some(other_color(men.last)), last: other_color(first) };
                    self.sets(image).mirrored(true)
                }
            }
        }
    }
}

impl Probe for Bitbases {
    fn probe(&self, position: &Position) -> Option<Exact> {
        self.value(position).map(|value| Exact { value, mate_in: None })
    }
}

fn other_color(piece: Piece) -> Piece {
    Piece { color: !piece.color, ..piece }
}

/// The men besides the kings, white before black, then the stronger first.
fn ordered_men(position: &Position) -> Vec<(Square, Piece)> {
    let mut men: Vec<_> =
        position.board().clone().into_iter().filter(|(_, piece)| piece.role != PieceType::King).collect();
    men.sort_by_key(|(_, piece)| (piece.color == Color::Black, std::cmp::Reverse(type_index(piece.role))));
    men
}

/// Whether the stronger army is White's: more men, or the stronger one.
fn is_canonical(position: &Position) -> bool {
    let strength = |color: Color| -> usize {
        position
            .board()
            .clone()
            .into_iter()
            .filter(|(_, piece)| piece.color == color && piece.role != PieceType::King)
            .map(|(_, piece)| 1 << (4 * (type_index(piece.role))))
            .sum::<usize>()
            + 0x0100_0000 * (position.board().by_color(color).count() / 3)
    };
    strength(Color::White) >= strength(Color::Black)
}
