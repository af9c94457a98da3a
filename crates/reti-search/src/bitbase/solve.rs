//! Retrograde iteration, a word at a time.

use std::{cell::RefCell, sync::Arc};

use reti_core::chess::{Bitboard, Color, Piece, PieceType, Rank, Square, attacks, color_index};

use super::{Bitbases, Men, sets, sets::Sets};

const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// Solves one material; the smaller and promoted ones come from `library`.
pub(super) fn solve(library: &Bitbases, men: Men) -> Sets {
    let solver = Solver::new(library, men);
    let wins = [solver.wins(Color::White), solver.wins(Color::Black)];
    Sets { places: solver.places, legal: solver.legal, wins }
}

struct Solver<'a> {
    library: &'a Bitbases,
    men: Men,
    places: usize,
    /// Legal positions by side to move.
    legal: [Vec<u64>; 2],
    /// Positions in which the side to move is in check.
    checked: [Vec<u64>; 2],
    /// The materials that conversions lead to; a few, asked for all the time.
    known: RefCell<Vec<(Men, Arc<Sets>)>>,
}

/// A placement of everything but the last man.
#[derive(Clone, Copy)]
struct Squares {
    kings: [Square; 2],
    first: Option<Square>,
}

impl Squares {
    fn index(self) -> usize {
        sets::index(self.kings[0], self.kings[1], self.first)
    }

    fn occupied(self) -> Bitboard {
        let kings = Bitboard::from_square(self.kings[0]) | Bitboard::from_square(self.kings[1]);
        self.first.map_or(kings, |first| kings.with(first))
    }

    fn with_king(mut self, color: Color, square: Square) -> Squares {
        self.kings[color_index(color)] = square;
        self
    }

    fn without_first(self) -> Squares {
        Squares { first: None, ..self }
    }
}

impl<'a> Solver<'a> {
    fn new(library: &'a Bitbases, men: Men) -> Solver<'a> {
        let places = if men.first.is_some() { 64 } else { 1 };
        let size = 64 * 64 * places;
        let empty = || [vec![0; size], vec![0; size]];
        let mut solver = Solver { library, men, places, legal: empty(), checked: empty(), known: RefCell::default() };
        for index in 0..size {
            let place = solver.place(index);
            let Some(valid) = solver.valid(place) else {
                continue;
            };
            for turn in Color::ALL {
                let side = color_index(turn);
                solver.checked[side][index] = solver.attacked(place, turn) & valid;
                solver.legal[side][index] = valid & !solver.attacked(place, !turn);
            }
        }
        solver
    }

    /// The sets of another material.
    fn smaller(&self, men: Men) -> Arc<Sets> {
        let found = self.known.borrow().iter().find(|(known, _)| *known == men).map(|(_, sets)| Arc::clone(sets));
        found.unwrap_or_else(|| {
            let sets = self.library.sets(men);
            self.known.borrow_mut().push((men, Arc::clone(&sets)));
            sets
        })
    }

    fn place(&self, index: usize) -> Squares {
        let square = |value: usize| Square::new(value as u32);
        let kings = index / self.places;
        let first = self.men.first.map(|_| square(index % 64));
        Squares { kings: [square(kings / 64), square(kings % 64)], first }
    }

    /// Where the last man may stand; `None` if the others are already impossible.
    fn valid(&self, place: Squares) -> Option<u64> {
        let [white, black] = place.kings;
        if white.distance(black) <= 1 {
            return None;
        }
        if let (Some(first), Some(piece)) = (place.first, self.men.first) {
            let on_back_rank = BACK_RANKS >> (first as u32) & 1 == 1;
            if first == white || first == black || (piece.role == PieceType::Pawn && on_back_rank) {
                return None;
            }
        }
        let ranks = if self.men.last.role == PieceType::Pawn { !BACK_RANKS } else { !0 };
        Some(ranks & !place.occupied().0)
    }

    /// The squares of the last man with which the king of a side is attacked.
    fn attacked(&self, place: Squares, side: Color) -> u64 {
        let king = place.kings[color_index(side)];
        let mut squares = 0;
        if let (Some(first), Some(piece)) = (place.first, self.men.first)
            && piece.color != side
            && attacks::attacks(first, piece, place.occupied()).contains(king)
        {
            squares |= !attacks::between(first, king).0;
        }
        if self.men.last.color != side {
            squares |= reversed(self.men.last, king, place.occupied()).0;
        }
        squares
    }

    /// The winning sets of a side, by side to move: a least fixed point over a list of words to do.
    fn wins(&self, winner: Color) -> [Vec<u64>; 2] {
        let loser = !winner;
        let (w, l) = (color_index(winner), color_index(loser));
        let size = self.legal[0].len();
        let mut wins = [vec![0u64; size], vec![0u64; size]];
        let mut escapes = vec![0u64; size];
        let mut can_move = vec![0u64; size];
        for index in 0..size {
            let place = self.place(index);
            if self.valid(place).is_none() {
                continue;
            }
            // Conversions never change, so they are read once.
            wins[w][index] = self.legal[w][index] & self.conversions(place, winner, winner, true);
            escapes[index] = self.conversions(place, loser, winner, false);
            can_move[index] = escapes[index]
                | self.conversions(place, loser, winner, true)
                | self.quiet(place, loser, winner, |index| self.legal[w][index], false);
        }
        let mut todo: Vec<bool> = vec![true; size];
        loop {
            let lost = |wins: &[Vec<u64>; 2], place: Squares, index: usize| {
                let not_stuck = can_move[index] | self.checked[l][index];
                let free = |index: usize| self.legal[w][index] & !wins[w][index];
                not_stuck & !(escapes[index] | self.quiet(place, loser, winner, free, false))
            };
            let Some(changed) = self.grow(&mut wins, loser, &todo, lost) else { return wins };
            let won = |wins: &[Vec<u64>; 2], place: Squares, _: usize| {
                self.quiet(place, winner, winner, |index| wins[l][index], true)
            };
            let Some(next) = self.grow(&mut wins, winner, &changed, won) else { return wins };
            todo = next;
        }
    }

    /// Adds to the words of a side to move what `more` finds; which words the other side must look at again,
    /// if anything is new.
    fn grow(
        &self,
        wins: &mut [Vec<u64>; 2],
        side: Color,
        todo: &[bool],
        more: impl Fn(&[Vec<u64>; 2], Squares, usize) -> u64,
    ) -> Option<Vec<bool>> {
        let mover = color_index(side);
        let mut again = vec![false; todo.len()];
        let mut any = false;
        for index in (0..todo.len()).filter(|&index| todo[index]) {
            let (legal, old) = (self.legal[mover][index], wins[mover][index]);
            if legal == old {
                continue;
            }
            let place = self.place(index);
            let new = old | (legal & more(wins, place, index));
            if new != old {
                wins[mover][index] = new;
                self.mark_before(place, !side, &mut again);
                any = true;
            }
        }
        any.then_some(again)
    }

    /// Marks the words from which a quiet move of a side can lead to this one.
    fn mark_before(&self, place: Squares, side: Color, marks: &mut [bool]) {
        for square in attacks::king_attacks(place.kings[color_index(side)]) {
            marks[place.with_king(side, square).index()] = true;
        }
        match (place.first, self.men.first) {
            (Some(first), Some(piece)) if piece.color == side => {
                let kings = place.without_first().occupied();
                let before = if piece.role == PieceType::Pawn {
                    let back = if side == Color::White { -8 } else { 8 };
                    let one = first.offset(back);
                    one.into_iter().chain(one.and_then(|square| square.offset(back))).collect()
                } else {
                    attacks::attacks(first, piece, kings)
                };
                for square in before {
                    marks[Squares { first: Some(square), ..place }.index()] = true;
                }
            }
            _ => {}
        }
        if self.men.last.color == side {
            marks[place.index()] = true;
        }
    }

    /// The squares of the last man from which a side has a quiet move into a set. `inside` tells
    /// whether the set is the winner's wins (true) or the positions that it does not win.
    fn quiet(&self, place: Squares, side: Color, winner: Color, set: impl Fn(usize) -> u64, inside: bool) -> u64 {
        let mut from = 0;
        let king = place.kings[color_index(side)];
        for to in attacks::king_attacks(king).without(place.occupied()) {
            from |= set(place.with_king(side, to).index());
        }
        if let (Some(first), Some(piece)) = (place.first, self.men.first)
            && piece.color == side
        {
            let kings = place.without_first().occupied();
            for to in steps(piece, first, kings) {
                let between = attacks::between(first, to).0 | 1 << (to as u32);
                let mut there = set(Squares { first: Some(to), ..place }.index()) & !between;
                if self.is_double_step(piece, first, to) {
                    there = self.after_en_passant(place, side, winner, to, there, inside);
                }
                from |= there;
            }
        }
        if self.men.last.color == side {
            from |= self.last_man_quiet(place, side, winner, set(place.index()), inside);
        }
        from
    }

    fn is_double_step(&self, piece: Piece, from: Square, to: Square) -> bool {
        piece.role == PieceType::Pawn && from.distance(to) == 2 && self.men.last.role == PieceType::Pawn
    }

    fn last_man_quiet(&self, place: Squares, side: Color, winner: Color, target: u64, inside: bool) -> u64 {
        let empty = !place.occupied().0;
        let piece = self.men.last;
        if piece.role != PieceType::Pawn {
            return moves_into(piece.role, target, empty);
        }
        let (one, two) = match side {
            Color::White => (target >> 8, (((target >> 8) & empty) >> 8) & 0xff00),
            Color::Black => (target << 8, (((target << 8) & empty) << 8) & 0x00ff_0000_0000_0000),
        };
        let mut double = two;
        if let (Some(first), Some(enemy)) = (place.first, self.men.first)
            && enemy.role == PieceType::Pawn
            && enemy.color != side
        {
            for from in Bitboard(two) {
                let Some(to) = from.offset(if side == Color::White { 16 } else { -16 }) else { continue };
                if to.rank() == first.rank() && to.distance(first) == 1 {
                    let passed =
                        Square::from_coords(to.file(), if side == Color::White { Rank::Third } else { Rank::Sixth });
                    if self.spoiled(place.without_first(), enemy, passed, !side, winner, inside) {
                        double &= !(1 << (from as u32));
                    }
                }
            }
        }
        one | double
    }

    /// A double step of the first man beside the last one: en passant may spoil it.
    fn after_en_passant(
        &self,
        place: Squares,
        side: Color,
        winner: Color,
        to: Square,
        there: u64,
        inside: bool,
    ) -> u64 {
        if self.men.last.color == side {
            return there;
        }
        let mut kept = there;
        let passed = Square::from_coords(to.file(), if side == Color::White { Rank::Third } else { Rank::Sixth });
        for last in Bitboard(there) {
            let beside = last.rank() == to.rank() && last.distance(to) == 1;
            if beside && self.spoiled(place.without_first(), self.men.last, passed, !side, winner, inside) {
                kept &= !(1 << (last as u32));
            }
        }
        kept
    }

    /// Whether the capture en passant leads out of the set that the double step hoped to reach.
    fn spoiled(&self, kings: Squares, pawn: Piece, to: Square, capturer: Color, winner: Color, inside: bool) -> bool {
        let smaller = self.smaller(Men { first: None, last: pawn });
        let bit = |words: &[u64]| words[kings.index()] >> (to as u32) & 1 == 1;
        let turn = !capturer;
        let legal = bit(&smaller.legal[color_index(turn)]);
        let won = bit(smaller.wins(winner, turn));
        // Hoping for a win of the winner, any other result spoils it, and the other way round.
        legal && won != inside
    }

    /// The squares of the last man from which a side has a capture or promotion after which the
    /// winner wins (`won`) or does not.
    fn conversions(&self, place: Squares, side: Color, winner: Color, won: bool) -> u64 {
        let turn = !side;
        let pick = |sets: &Sets, index: usize| {
            let wins = sets.wins(winner, turn)[index];
            if won { wins } else { sets.legal[color_index(turn)][index] & !wins }
        };
        let mut from = 0;
        let king = place.kings[color_index(side)];
        let last = self.men.last;
        let king_steps = attacks::king_attacks(king);
        // The king takes the last man.
        if last.color != side {
            for to in king_steps.without(place.occupied()) {
                if self.without_last(place.with_king(side, to), winner, turn, won) {
                    from |= 1 << (to as u32);
                }
            }
        }
        if let (Some(first), Some(piece)) = (place.first, self.men.first) {
            from |= self.first_man_conversions(place, (first, piece), side, winner, won, &pick);
        }
        if last.color == side {
            from |= self.last_man_conversions(place, side, winner, won, &pick);
        }
        from
    }

    /// Whether a position without the last man is as wanted.
    fn without_last(&self, place: Squares, winner: Color, turn: Color, won: bool) -> bool {
        let [white, black] = place.kings;
        match (place.first, self.men.first) {
            (Some(first), Some(piece)) => self.only(place, piece, first, winner, turn, won),
            _ => white.distance(black) > 1 && !won,
        }
    }

    /// Whether a position with a single man besides the kings is as wanted.
    fn only(&self, place: Squares, piece: Piece, square: Square, winner: Color, turn: Color, won: bool) -> bool {
        let sets = self.smaller(Men { first: None, last: piece });
        let index = place.without_first().index();
        let bit = |words: &[u64]| words[index] >> (square as u32) & 1 == 1;
        let wins = bit(sets.wins(winner, turn));
        if won { wins } else { bit(&sets.legal[color_index(turn)]) && !wins }
    }

    fn first_man_conversions(
        &self,
        place: Squares,
        (first, piece): (Square, Piece),
        side: Color,
        winner: Color,
        won: bool,
        pick: &impl Fn(&Sets, usize) -> u64,
    ) -> u64 {
        let mut from = 0;
        let turn = !side;
        let kings = place.without_first().occupied();
        let king = place.kings[color_index(side)];
        if piece.color != side {
            // The king takes the first man.
            if attacks::king_attacks(king).contains(first) {
                let sets = self.smaller(Men { first: None, last: self.men.last });
                from |= pick(&sets, place.without_first().with_king(side, first).index()) & !(1 << (first as u32));
            }
            return from;
        }
        // The first man takes the last one.
        if self.men.last.color != side {
            for to in attacks::attacks(first, piece, kings).without(kings) {
                let as_wanted = |piece| self.only(place, piece, to, winner, turn, won);
                if promoted(piece, to).any(as_wanted) {
                    from |= 1 << (to as u32);
                }
            }
        }
        // The first man promotes.
        if piece.role == PieceType::Pawn {
            for to in steps(piece, first, kings) {
                if BACK_RANKS >> (to as u32) & 1 == 1 {
                    for piece in promoted(piece, to) {
                        let sets = self.smaller(Men { first: Some(piece), last: self.men.last });
                        from |= pick(&sets, Squares { first: Some(to), ..place }.index()) & !(1 << (to as u32));
                    }
                }
            }
        }
        from
    }

    fn last_man_conversions(
        &self,
        place: Squares,
        side: Color,
        winner: Color,
        won: bool,
        pick: &impl Fn(&Sets, usize) -> u64,
    ) -> u64 {
        let mut from = 0;
        let last = self.men.last;
        // The last man takes the first one.
        if let (Some(first), Some(piece)) = (place.first, self.men.first)
            && piece.color != side
        {
            let kings = place.without_first().occupied();
            let as_wanted = |piece| self.only(place, piece, first, winner, !side, won);
            if promoted(last, first).any(as_wanted) {
                from |= reversed(last, first, kings).without(kings).0;
            }
        }
        // The last man promotes.
        if last.role == PieceType::Pawn {
            for role in PROMOTIONS {
                let sets = self.smaller(Men { last: Piece { role, ..last }, ..self.men });
                let there = pick(&sets, place.index());
                from |= match side {
                    Color::White => (there >> 8) & 0x00ff_0000_0000_0000,
                    Color::Black => (there << 8) & 0xff00,
                };
            }
        }
        from
    }
}

/// What a man is after arriving on a square.
fn promoted(piece: Piece, to: Square) -> impl Iterator<Item = Piece> {
    let promotes = piece.role == PieceType::Pawn && BACK_RANKS >> (to as u32) & 1 == 1;
    let stays = std::iter::once(piece).filter(move |_| !promotes);
    let changes = PROMOTIONS.into_iter().map(move |role| Piece { role, ..piece }).filter(move |_| promotes);
    stays.chain(changes)
}

/// The squares from which a piece attacks a square.
fn reversed(piece: Piece, to: Square, occupied: Bitboard) -> Bitboard {
    if piece.role == PieceType::Pawn {
        attacks::pawn_attacks(!piece.color, to)
    } else {
        attacks::attacks(to, piece, occupied)
    }
}

/// The quiet steps of a man among the kings; promotions are among a pawn's.
fn steps(piece: Piece, from: Square, kings: Bitboard) -> Bitboard {
    if piece.role != PieceType::Pawn {
        return attacks::attacks(from, piece, kings).without(kings);
    }
    let forward = if piece.color == Color::White { 8 } else { -8 };
    let free = |square: &Square| !kings.contains(*square);
    let one = from.offset(forward).filter(free);
    let two = one.filter(|_| from.rank() == piece.color.relative_rank(Rank::Second));
    one.into_iter().chain(two.and_then(|square| square.offset(forward)).filter(free)).collect()
}

/// All squares from which a piece can move into a set over empty squares.
fn moves_into(role: PieceType, target: u64, empty: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let target = target & empty;
    // A shift by `step` squares; the mask removes what wrapped around the edge.
    let shift = |set: u64, step: i32, mask: u64| (if step > 0 { set << step } else { set >> -step }) & mask;
    let straight = [(8, !0), (-8, !0), (1, NOT_A), (-1, NOT_H)];
    let diagonal = [(9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H)];
    let slide = |directions: &[(i32, u64)]| {
        let mut all = 0;
        for &(step, mask) in directions {
            let mut wave = target;
            for _ in 0..7 {
                wave = shift(wave, step, mask) & empty;
                all |= wave;
            }
        }
        all
    };
    match role {
        PieceType::Rook => slide(&straight),
        PieceType::Bishop => slide(&diagonal),
        PieceType::Queen => slide(&straight) | slide(&diagonal),
        PieceType::Knight => {
            Bitboard(target).into_iter().fold(0, |all, square| all | attacks::knight_attacks(square).0) & empty
        }
        PieceType::King | PieceType::Pawn => 0,
    }
}
