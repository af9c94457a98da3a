//! Whether a move is worth at least so much by captures on its destination.
//!
//! The search asks this of most captures it sees, so it is asked with a threshold and answered as
//! soon as that is decided. Both sides take with their cheapest piece and may stop. Pins are
//! ignored, which `reti_core::exchange` does not do: that one is for telling people, this one for
//! guessing quickly. Tests measure how often the two differ.

use reti_core::{
    chess::{Bitboard, PieceType, attacks},
    value::worth,
};

use super::{
    code::Code,
    place::{Place, promoted},
};

/// Whether the exchange that the move starts wins at least `least` centipawns for the mover.
pub(super) fn is_worth(place: &Place<'_>, code: Code, least: i32) -> bool {
    if code.is_castle() {
        return least <= 0;
    }
    let (from, to) = (code.from(), code.to());
    let Some(moving) = place.type_at(from) else { return false };
    let promotion = promoted(code);
    let arriving = promotion.unwrap_or(moving);
    let bonus = promotion.map_or(0, |piece_type| worth(piece_type) - worth(PieceType::Pawn));
    // What is won if nothing is taken back, above what is asked for.
    let mut balance = place.captured(code).map_or(0, worth) + bonus - least;
    if balance < 0 {
        return false;
    }
    // And if the arriving piece is lost for nothing.
    balance -= worth(arriving);
    if balance >= 0 {
        return true;
    }
    let board = &place.board;
    let mut occupied = board.occupied().without(from).with(to);
    if code.is_en_passant() {
        occupied.discard(reti_core::chess::Square::from_coords(to.file(), from.rank()));
    }
    let diagonal = board.bishops_and_queens();
    let straight = board.rooks_and_queens();
    let mut attackers =
        (board.attacks_to(to, place.turn, occupied) | board.attacks_to(to, !place.turn, occupied)) & occupied;
    let mut side = !place.turn;
    loop {
        let own = attackers & board.by_color(side);
        if own.is_empty() {
            break;
        }
        let classes: [Bitboard; 6] =
            [board.pawns(), board.knights(), board.bishops(), board.rooks(), board.queens(), board.kings()];
        let Some(index) = classes.iter().position(|&class| (own & class).any()) else { break };
        let piece_type = PieceType::ALL[index];
        // A king may not take what is defended.
        if piece_type == PieceType::King {
            if (attackers & board.by_color(!side)).any() {
                break;
            }
            side = !side;
            break;
        }
        let Some(square) = (own & classes[index]).first() else { break };
        occupied.discard(square);
        side = !side;
        balance = -balance - 1 - worth(piece_type);
        if balance >= 0 {
            break;
        }
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
    }
    // The side that could not or would not go on has lost the argument.
    side != place.turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::place::Castling;
    use reti_core::{
        chess::Position,
        exchange::see_fast,
        field::score::{Accumulator, CLASSICAL},
    };

    #[test]
    fn most_answers_are_those_of_the_exact_exchange() {
        let mut dice = fastrand::Rng::with_seed(11);
        let (mut same, mut all) = (0, 0);
        for _ in 0..40 {
            let mut position = Position::start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let castling = Castling::new(&position);
                let place = Place::new(&position, &castling, Accumulator::new(&CLASSICAL, position.board()));
                for &m in moves.iter().filter(|m| !m.is_promotion()) {
                    let value = see_fast(&position, m);
                    for least in [-300, 0, 1, 100] {
                        all += 1;
                        same += usize::from(is_worth(&place, Code::new(m), least) == (value >= least));
                    }
                }
                position = position.play(moves[dice.usize(..moves.len())]);
            }
        }
        // They differ where a pinned piece takes.
        assert!(all > 100_000 && same * 1000 >= all * 985, "{same} of {all}");
    }
}
