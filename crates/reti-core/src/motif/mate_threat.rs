//! A side could mate in one move.
//!
//! # Roles
//! - `attacker`: the piece that would move.
//! - `king`: the king that would be mated.
//! - `square`: where the piece would go.
//!
//! # Predicate
//! The owner has a legal move after which the enemy is checkmated: now, if the owner is to move (a
//! mate in one), and otherwise after a pass of the enemy. An enemy in check cannot pass, so nothing
//! is threatened then. One cast for each piece and goal; the moves are a property, because several
//! promotions can share a goal. In a discovered mate `attacker` is the piece that uncovers; in
//! castling it is the king, and `square` the square where it arrives.
//!
//! # Source
//! Seed 003, "Teachability"; decision D-15.

use super::{BLANK, Bonus, Cast, Kind, Motif, Property, Role, Teaching};
use crate::{
    chess::{Bitboard, Board, CastlingSide, Color, Move, PieceType, Position, Rank, Square, attacks},
    legality::{board_after, reach},
    relation::Relations,
};

pub(super) static MATE_THREAT: Motif = Motif {
    name: "mate-threat",
    number: 52,
    family: "mate-threat",
    kind: Kind::Observation,
    summary: "A side could mate in one move.",
    teaching: Some(Teaching { word: "mate_threat", base: 3.0, bonus: Bonus::None }),
    roles: &[Role::Attacker, Role::King, Role::Square],
    detect,
    examples: &[
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "white: attacker=e1 king=g8 square=e8"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 b - - 0 1", "white: attacker=e1 king=g8 square=e8"),
    ],
    near_misses: &[
        ("6k1/5pp1/7p/8/8/8/8/4R1K1 w - - 0 1", "the king escapes to h7"),
        ("6k1/5ppp/8/8/8/8/6r1/4R1K1 w - - 0 1", "White must answer the check first"),
        ("4R1k1/5pp1/7p/8/8/8/4Q3/6K1 b - - 0 1", "Black is in check and cannot pass"),
    ],
    source: include_str!("mate_threat.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let mut casts = Vec::new();
    let turn = relations.position().turn();
    let in_check = relations.safety(turn).checkers.any();
    for owner in Color::ALL {
        if owner == turn || !in_check {
            add_mates(relations, owner, &mut casts);
        }
    }
    casts
}

/// Adds the mates of one side. Few moves give check and few checks leave the king no step, so the
/// position with that side to move is made, and the rules are asked, only for those.
fn add_mates(relations: &Relations, owner: Color, casts: &mut Vec<Cast>) {
    let board = relations.board();
    let king = relations.safety(!owner).king;
    let checks = Checks::new(relations, owner);
    let mut position = None;
    let mut found: Vec<(Square, Square, Move)> = Vec::new();
    for from in board.by_color(owner) {
        if !checks.may_come_from(relations, from) {
            continue;
        }
        for m in relations.moves_from(from) {
            if !checks.may_be_given_by(m, from) || can_step_away(&board_after(board, m), king, owner) {
                continue;
            }
            let position = position.get_or_insert_with(|| with_turn(relations.position(), owner));
            if position.as_ref().is_some_and(|position| position.play(m).is_checkmate()) {
                found.push((from, goal(m), m));
            }
        }
    }
    found.sort_unstable_by_key(|&(from, to, m)| (from, to, m.promotion()));
    for same in found.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (from, to, _) = same[0];
        let moves = same.iter().map(|mate| mate.2).collect();
        let parts = [(Role::Attacker, from), (Role::King, king), (Role::Square, to)];
        casts.push(Cast::new(owner, parts).with(Property::Moves(moves)));
    }
}

fn with_turn(position: &Position, owner: Color) -> Option<Position> {
    if position.turn() == owner { Some(position.clone()) } else { position.pass() }
}

/// Whether the king has a square to go to that `enemy` does not attack.
fn can_step_away(board: &Board, king: Square, enemy: Color) -> bool {
    let without_king = board.occupied().without(king);
    let steps = attacks::king_attacks(king) & !board.by_color(!enemy);
    steps.into_iter().any(|step| board.attacks_to(step, enemy, without_king).is_empty())
}

/// Where the moving piece stands afterwards.
fn goal(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            Square::from_coords(CastlingSide::from_king_side(king < rook).king_to_file(), king.rank())
        }
        _ => m.to(),
    }
}

/// From where a side could check: a quick test that leaves few moves to be played out.
struct Checks {
    /// Squares from which a knight, a bishop, a rook and a pawn would check.
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    pawn: Bitboard,
    /// Pieces that uncover a check by leaving.
    uncovering: Bitboard,
}

impl Checks {
    fn new(relations: &Relations, owner: Color) -> Checks {
        let board = relations.board();
        let king = relations.safety(!owner).king;
        let own = board.by_color(owner);
        let uncovers = relations.triples().iter().filter(|triple| triple.target == king && own.contains(triple.slider));
        Checks {
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, board.occupied()),
            rook: attacks::rook_attacks(king, board.occupied()),
            pawn: attacks::pawn_attacks(!owner, king),
            uncovering: uncovers.map(|triple| triple.blocker).collect(),
        }
    }

    /// Whether any move of the piece may give check; never a wrong no.
    fn may_come_from(&self, relations: &Relations, from: Square) -> bool {
        let (board, position) = (relations.board(), relations.position());
        let Some(piece) = board.piece_at(from) else { return false };
        let is_special = match piece.role {
            PieceType::King => position.has_castling_rights(),
            PieceType::Pawn => {
                from.rank() == piece.color.relative_rank(Rank::Seventh) || position.en_passant_square().is_some()
            }
            _ => false,
        };
        let goals = if piece.role == PieceType::Pawn { reach(board, from) } else { relations.attacks_from(from) };
        is_special || self.uncovering.contains(from) || (goals & self.squares(piece.role)).any()
    }

    /// Whether the move may give check; never a wrong no. Promotions, castling and en passant change
    /// more than one square of a line and are always played out.
    fn may_be_given_by(&self, m: Move, from: Square) -> bool {
        let Move::Normal { role, to, promotion: None, .. } = m else { return true };
        self.squares(role).contains(to) || self.uncovering.contains(from)
    }

    /// The squares from which a piece of this type would check.
    fn squares(&self, piece_type: PieceType) -> Bitboard {
        match piece_type {
            PieceType::Pawn => self.pawn,
            PieceType::Knight => self.knight,
            PieceType::Bishop => self.bishop,
            PieceType::Rook => self.rook,
            PieceType::Queen => self.bishop | self.rook,
            PieceType::King => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: &[&str]) {
        let casts = detect(&Relations::new(&Position::from_fen(fen).unwrap()));
        assert_eq!(casts.iter().map(Cast::to_string).collect::<Vec<_>>(), expected, "{fen}");
    }

    #[test]
    fn promotions_share_a_cast() {
        let position = Position::from_fen("6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1").unwrap();
        let casts = detect(&Relations::new(&position));
        assert_eq!(casts.len(), 1);
        assert!(matches!(&casts[0].properties[..], [Property::Moves(moves)] if moves.len() == 2));
    }

    #[test]
    fn castling_mates_with_the_king() {
        let expected = ["white: attacker=e1 king=f8 square=g1", "white: attacker=h1 king=f8 square=f1"];
        check("4rkr1/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1", &expected);
    }

    #[test]
    fn a_discovered_mate_is_the_move_of_the_front_piece() {
        check("8/8/8/8/8/5p1p/4Rp1P/r4k1K w - - 0 1", &["black: attacker=f1 king=h1 square=e2"]);
    }
}
