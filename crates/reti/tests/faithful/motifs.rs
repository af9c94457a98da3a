//! Sentences about one board, and what must be true there.

use reti_core::{
    chess::{Board, Color, PieceType, Position, Rank, Square},
    exchange::simple::see_simple,
    relation::simple::attacks_from,
};

use super::{
    board::{
        attackers, attacks, best_capture, between, capture, is_in_check, king_distance, looks_through, with_turn, worth,
    },
    grammar::{Read, is_sum},
    mates,
};

/// A sentence about one board. All pieces that it names are looked for before the check is asked.
pub type BoardCheck = fn(&Position, &[Read]) -> bool;

pub const MOTIFS: &[(&str, BoardCheck)] = &[
    ("{P} pins {P} to {P}: it may not leave the line.", |position, reads| {
        is_pin(position.board(), reads) && kind(reads, 2) == PieceType::King
    }),
    ("{P} pins {P} to {P}.", |position, reads| is_pin(position.board(), reads)),
    ("{P} pins {P} to {P}, so it cannot take {PS}.", |position, reads| {
        let board = position.board();
        let (pinner, pinned, king) = (one(reads, 0), one(reads, 1), one(reads, 2));
        let line = between(pinner, king).unwrap_or_default();
        is_pin(board, reads)
            && kind(reads, 2) == PieceType::King
            && all(reads, 3).iter().all(|&spared| {
                attacks(board, pinned, spared)
                    && board.color_at(spared) == board.color_at(pinner)
                    && spared != pinner
                    && !line.contains(&spared)
            })
    }),
    ("{P} checks {P}, and behind it stands {P}.", |position, reads| {
        kind(reads, 1) == PieceType::King && is_skewer(position.board(), reads)
    }),
    ("{P} attacks {P}, and behind it stands {P}.", |position, reads| is_skewer(position.board(), reads)),
    ("{P} forks {PS}.", |position, reads| {
        let (board, forker) = (position.board(), one(reads, 0));
        all(reads, 1).len() >= 2 && all(reads, 1).iter().all(|&target| is_threatened(board, forker, target))
    }),
    ("{P} can move away and uncover {P} against {P}.", |position, reads| {
        let board = position.board();
        let (blocker, slider, target) = (one(reads, 0), one(reads, 1), one(reads, 2));
        let line = between(slider, target).unwrap_or_default();
        same_side(board, blocker, slider)
            && !same_side(board, slider, target)
            && looks_through(board, slider, blocker, target)
            && (moves_of(board, blocker).iter().any(|to| !line.contains(to))
                // En passant is a move of the position, not of the board alone.
                || position.legal_moves().iter().any(|m| m.from() == Some(blocker) && !line.contains(&m.to())))
    }),
    ("{PS} give check at once, so {P} must move.", |position, reads| {
        let (board, king) = (position.board(), one(reads, 1));
        all(reads, 0).len() == 2
            && kind(reads, 1) == PieceType::King
            && all(reads, 0).iter().all(|&from| attacks(board, from, king))
    }),
    ("{P} looks through {P} at {P}.", |position, reads| {
        let board = position.board();
        let (slider, middle, beyond) = (one(reads, 0), one(reads, 1), one(reads, 2));
        looks_through(board, slider, middle, beyond)
            && !same_side(board, slider, middle)
            && same_side(board, middle, beyond)
    }),
    ("{P} protects {P} through {P}.", |position, reads| {
        let board = position.board();
        let (slider, defended, middle) = (one(reads, 0), one(reads, 1), one(reads, 2));
        looks_through(board, slider, middle, defended)
            && same_side(board, slider, defended)
            && !same_side(board, slider, middle)
    }),
    ("{P} hangs: capturing it wins {G}.", |position, reads| {
        let Read::Sum(step) = reads[1] else { return false };
        let is_said = |price: Option<i32>| price.is_some_and(|gain| gain > 0 && is_sum(step, gain));
        is_said(price(position, one(reads, 0))) || is_said(passing_price(position, one(reads, 0)))
    }),
    ("{P} hangs.", |position, reads| price(position, one(reads, 0)).is_some_and(|gain| gain > 0)),
    ("{P} is trapped: it is attacked, and each of its moves loses material.", is_trapped),
    ("{P} is trapped: each of its moves loses material.", is_trapped),
    ("{P} guards {PS} and cannot do it all.", |position, reads| {
        let (board, defender) = (position.board(), one(reads, 0));
        let guards = |duty: Square| {
            let mut without = board.clone();
            without.discard_piece_at(defender);
            let enemy = !color(board, defender);
            attacks(board, defender, duty)
                && same_side(board, defender, duty)
                && best_capture(board, duty, enemy).unwrap_or(0) <= 0
                && best_capture(&without, duty, enemy).unwrap_or(0) > 0
        };
        all(reads, 1).len() >= 2 && all(reads, 1).into_iter().all(guards)
    }),
    ("{PS} can take {P}, which guards {P}.", |position, reads| {
        let board = position.board();
        let (defender, guarded) = (one(reads, 1), one(reads, 2));
        let mut without = board.clone();
        without.discard_piece_at(defender);
        all(reads, 0).iter().all(|&from| capture(board, from, defender).is_some_and(|gain| gain >= 0))
            && attacks(board, defender, guarded)
            && best_capture(board, guarded, !color(board, guarded)).unwrap_or(0) <= 0
            && best_capture(&without, guarded, !color(board, guarded)).unwrap_or(0) > 0
    }),
    ("{P} is checkmated.", |position, reads| {
        position.is_checkmate() && position.king(position.turn()) == one(reads, 0)
    }),
    ("{P} is checkmated: {T}.", |position, reads| {
        let Read::Text(names) = &reads[1] else { return false };
        position.is_checkmate()
            && position.king(position.turn()) == one(reads, 0)
            && mate_names(names).iter().all(|name| mates::names(position).contains(&name.as_str()))
    }),
    ("{P} could go to {S} and mate {P}.", |position, reads| {
        let Read::Squares(squares) = &reads[1] else { return false };
        let (attacker, king) = (one(reads, 0), one(reads, 2));
        with_turn(position, color(position.board(), attacker)).is_some_and(|position| {
            position.legal_moves().iter().any(|&m| {
                let after = position.play(m);
                let arrives = after.board().piece_at(squares[0]).is_some_and(|piece| piece.color == position.turn());
                m.from() == Some(attacker) && arrives && after.is_checkmate() && after.king(after.turn()) == king
            })
        })
    }),
    ("{P} has no way off its back rank.", |position, reads| is_shut_in(position.board(), one(reads, 0))),
    ("{P} has no way off its back rank: {PS} stand in front of it.", is_walled),
    ("{P} has no way off its back rank: {PS} stands in front of it.", is_walled),
    ("{P} has no pawn close in front of it, and {PS} bear on it.", is_exposed),
    ("{P} has no pawn close in front of it, and {PS} bears on it.", is_exposed),
    ("{P} and {P} behind it aim along one line at {P}.", |position, reads| {
        let board = position.board();
        let (front, slider, target) = (one(reads, 0), one(reads, 1), one(reads, 2));
        is_battery(board, reads) && attacks(board, front, target) && looks_through(board, slider, front, target)
    }),
    ("{P} and {P} behind it aim along one line at {S}, next to the king.", |position, reads| {
        let board = position.board();
        let Read::Squares(squares) = &reads[2] else { return false };
        let (front, slider) = (one(reads, 0), one(reads, 1));
        let king = position.king(!color(board, front));
        let aimed = |square: &Square| {
            attacks(board, front, *square)
                && between(slider, *square).is_some_and(|line| line.contains(&front))
                && king_distance(*square, king) == 1
        };
        is_battery(board, reads) && squares.iter().all(aimed)
    }),
    ("{P} is weak: no pawn protects it.", |position, reads| {
        let (board, pawn) = (position.board(), one(reads, 0));
        is_pawn(board, pawn) && !attackers(board, pawn, color(board, pawn)).into_iter().any(|from| is_pawn(board, from))
    }),
    ("{PS} are doubled.", |position, reads| {
        let (board, pawns) = (position.board(), all(reads, 0));
        pawns.len() >= 2
            && pawns
                .iter()
                .all(|&pawn| is_pawn(board, pawn) && pawn.file() == pawns[0].file() && same_side(board, pawn, pawns[0]))
    }),
    ("{P} is isolated: no pawn of its side stands on the files beside it.", |position, reads| {
        let (board, pawn) = (position.board(), one(reads, 0));
        is_pawn(board, pawn) && !pawns_of(board, color(board, pawn)).iter().any(|other| file_gap(pawn, *other) == 1)
    }),
    ("{P} is passed.", |position, reads| is_passed(position.board(), one(reads, 0))),
    ("{PS} are a pair, and the other side has none.", |position, reads| {
        let board = position.board();
        let both = |squares: &[Square]| {
            let light = squares.iter().filter(|square| square.is_light()).count();
            light > 0 && light < squares.len()
        };
        let bishops = all(reads, 0);
        let others: Vec<Square> = (board.by_color(!color(board, bishops[0])) & board.bishops()).into_iter().collect();
        bishops.iter().all(|&square| board.role_at(square) == Some(PieceType::Bishop))
            && both(&bishops)
            && !both(&others)
    }),
    (
        "{P} stands on an outpost: {PS} protect it, and no enemy pawn on the files beside it can still attack it.",
        is_outpost,
    ),
    (
        "{P} stands on an outpost: {PS} protects it, and no enemy pawn on the files beside it can still attack it.",
        is_outpost,
    ),
    ("{P} stands in the centre.", |_, reads| {
        let (file, rank) = (one(reads, 0).file() as i32, one(reads, 0).rank() as i32);
        let inner = (3..=4).contains(&file) && (3..=4).contains(&rank);
        inner || kind(reads, 0) == PieceType::King && (2..=5).contains(&file) && (2..=5).contains(&rank)
    }),
    ("{PS} stands on an open file.", is_open),
    ("{PS} stand on an open file.", is_open),
    ("{PS} stands on a half-open file.", is_half_open),
    ("{PS} stand on a half-open file.", is_half_open),
];

pub fn all(reads: &[Read], index: usize) -> Vec<Square> {
    match &reads[index] {
        Read::Pieces(pieces) => pieces.iter().map(|piece| piece.1).collect(),
        Read::Squares(squares) => squares.clone(),
        _ => Vec::new(),
    }
}

pub fn one(reads: &[Read], index: usize) -> Square {
    all(reads, index)[0]
}

fn kind(reads: &[Read], index: usize) -> PieceType {
    let Read::Pieces(pieces) = &reads[index] else { panic!("not a piece") };
    pieces[0].0
}

/// Whether every piece that was read stands on its square.
pub fn all_stand(board: &Board, reads: &[Read]) -> bool {
    reads.iter().all(|read| match read {
        Read::Pieces(pieces) => pieces.iter().all(|&(kind, square)| board.role_at(square) == Some(kind)),
        _ => true,
    })
}

pub fn color(board: &Board, square: Square) -> Color {
    board.color_at(square).unwrap_or(Color::White)
}

pub fn same_side(board: &Board, one: Square, other: Square) -> bool {
    board.color_at(one).is_some() && board.color_at(one) == board.color_at(other)
}

/// Geometry of a pin; to another piece than the king it must matter.
pub fn is_pin(board: &Board, reads: &[Read]) -> bool {
    let (pinner, pinned, behind) = (one(reads, 0), one(reads, 1), one(reads, 2));
    let geometry = looks_through(board, pinner, pinned, behind)
        && !same_side(board, pinner, pinned)
        && same_side(board, pinned, behind);
    let mut without = board.clone();
    without.discard_piece_at(pinned);
    let dearer = || {
        worth(kind(reads, 2)) > worth(kind(reads, 1)) && capture(&without, pinner, behind).is_some_and(|gain| gain > 0)
    };
    geometry && (kind(reads, 2) == PieceType::King || dearer())
}

pub fn is_skewer(board: &Board, reads: &[Read]) -> bool {
    let (attacker, front, behind) = (one(reads, 0), one(reads, 1), one(reads, 2));
    looks_through(board, attacker, front, behind)
        && !same_side(board, attacker, front)
        && same_side(board, front, behind)
}

/// A king in check, or a piece whose capture by this attacker wins something.
pub fn is_threatened(board: &Board, attacker: Square, target: Square) -> bool {
    let is_king = board.role_at(target) == Some(PieceType::King);
    attacks(board, attacker, target)
        && !same_side(board, attacker, target)
        && (is_king || capture(board, attacker, target).is_some_and(|gain| gain > 0))
}

/// Where a piece could go with its king safe, turns and castling ignored.
pub fn moves_of(board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board.piece_at(from) else { return Vec::new() };
    let own = |square: Square| board.color_at(square) == Some(piece.color);
    let mut targets: Vec<Square> = Vec::new();
    if piece.role == PieceType::Pawn {
        targets.extend(attacks_from(board, from).into_iter().filter(|&to| board.piece_at(to).is_some() && !own(to)));
        let step = if piece.color == Color::White { 1 } else { -1 };
        let home = if piece.color == Color::White { Rank::Second } else { Rank::Seventh };
        let mut rank = from.rank();
        for _ in 0..if from.rank() == home { 2 } else { 1 } {
            let Some(next) = rank.offset(step) else { break };
            let to = Square::from_coords(from.file(), next);
            if board.piece_at(to).is_some() {
                break;
            }
            targets.push(to);
            rank = next;
        }
    } else {
        targets.extend(attacks_from(board, from).into_iter().filter(|&to| !own(to)));
    }
    targets
        .into_iter()
        .filter(|&to| {
            let mut after = board.clone();
            after.discard_piece_at(from);
            after.set_piece_at(to, piece);
            !is_in_check(&after, piece.color)
        })
        .collect()
}

pub fn price(position: &Position, square: Square) -> Option<i32> {
    best_capture(position.board(), square, !color(position.board(), square))
}

/// The best en passant capture of the pawn on a square, now.
fn passing_price(position: &Position, square: Square) -> Option<i32> {
    let moves = position.legal_moves();
    let passing = moves.iter().filter(|m| m.is_en_passant() && m.to().file() == square.file());
    passing.map(|&m| see_simple(position, m)).max()
}

pub fn is_trapped(position: &Position, reads: &[Read]) -> bool {
    let (board, piece) = (position.board(), one(reads, 0));
    let side = color(board, piece);
    let Some(to_move) = with_turn(position, side) else { return false };
    let moves = to_move.legal_moves();
    let mut own = moves.iter().filter(|m| m.from() == Some(piece));
    price(position, piece).is_some_and(|gain| gain > 0)
        && !to_move.is_check()
        && own.all(|&m| see_simple(&to_move, m) < 0)
}

/// A name without the small things in which spellings differ: `Légal's mate` is `legal-mate`.
fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace('é', "e").replace('ć', "c").replace("'s", "").replace('-', " ");
    let words: Vec<&str> =
        name.split(' ').filter(|word| *word != "the").map(|word| word.trim_end_matches('s')).collect();
    words.join(" ")
}

/// Names joined by commas and an "and" that may be part of a name.
fn mate_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = plain(&text.replace(", ", " and "));
    while !rest.is_empty() {
        let name = mates::known().filter(|name| rest.starts_with(&plain(name))).max_by_key(|name| name.len());
        let Some(name) = name else { return vec![rest] };
        rest = rest.split_off(plain(name).len());
        rest = rest.trim_start_matches(" and ").into();
        names.push(name.to_owned());
    }
    names
}

fn relative_rank(side: Color, square: Square) -> i32 {
    if side == Color::White { square.rank() as i32 } else { 7 - square.rank() as i32 }
}

fn is_shut_in(board: &Board, king: Square) -> bool {
    let side = color(board, king);
    let in_front =
        Square::ALL.into_iter().filter(|&square| king_distance(king, square) == 1 && relative_rank(side, square) == 1);
    relative_rank(side, king) == 0
        && in_front
            .into_iter()
            .all(|square| board.color_at(square) == Some(side) || !attackers(board, square, !side).is_empty())
}

fn is_walled(position: &Position, reads: &[Read]) -> bool {
    let (board, king) = (position.board(), one(reads, 0));
    let wall = |square: &Square| king_distance(king, *square) == 1 && same_side(board, king, *square);
    is_shut_in(board, king) && all(reads, 1).iter().all(wall)
}

fn is_exposed(position: &Position, reads: &[Read]) -> bool {
    let (board, king) = (position.board(), one(reads, 0));
    let side = color(board, king);
    let close = |pawn: &Square| {
        let ranks = relative_rank(side, *pawn) - relative_rank(side, king);
        file_gap(king, *pawn) <= 1 && (1..=2).contains(&ranks)
    };
    let bears = |from: &Square| {
        !same_side(board, king, *from)
            && Square::ALL.into_iter().any(|square| king_distance(king, square) <= 1 && attacks(board, *from, square))
    };
    !pawns_of(board, side).iter().any(close) && all(reads, 1).iter().all(bears)
}

fn is_battery(board: &Board, reads: &[Read]) -> bool {
    let (front, slider) = (one(reads, 0), one(reads, 1));
    same_side(board, front, slider) && attacks(board, slider, front) && attacks(board, front, slider)
}

pub fn is_pawn(board: &Board, square: Square) -> bool {
    board.role_at(square) == Some(PieceType::Pawn)
}

fn pawns_of(board: &Board, side: Color) -> Vec<Square> {
    (board.by_color(side) & board.pawns()).into_iter().collect()
}

fn file_gap(one: Square, other: Square) -> i32 {
    (one.file() as i32 - other.file() as i32).abs()
}

fn is_ahead(side: Color, one: Square, other: Square) -> bool {
    relative_rank(side, other) > relative_rank(side, one)
}

/// Whether no enemy pawn can stop or take the pawn on its way.
pub fn is_passed(board: &Board, pawn: Square) -> bool {
    let side = color(board, pawn);
    is_pawn(board, pawn)
        && !pawns_of(board, !side).iter().any(|&other| file_gap(pawn, other) <= 1 && is_ahead(side, pawn, other))
}

fn is_outpost(position: &Position, reads: &[Read]) -> bool {
    let (board, piece) = (position.board(), one(reads, 0));
    let side = color(board, piece);
    all(reads, 1)
        .iter()
        .all(|&pawn| is_pawn(board, pawn) && same_side(board, pawn, piece) && attacks(board, pawn, piece))
        && !pawns_of(board, !side).iter().any(|&pawn| file_gap(pawn, piece) == 1 && is_ahead(side, piece, pawn))
}

fn is_open(position: &Position, reads: &[Read]) -> bool {
    let board = position.board();
    all(reads, 0).iter().all(|rook| !board.pawns().into_iter().any(|pawn| pawn.file() == rook.file()))
}

fn is_half_open(position: &Position, reads: &[Read]) -> bool {
    let board = position.board();
    all(reads, 0).iter().all(|&rook| {
        let on_file = |side| pawns_of(board, side).iter().any(|pawn| pawn.file() == rook.file());
        !on_file(color(board, rook)) && on_file(!color(board, rook))
    })
}

#[cfg(test)]
mod tests {
    use reti_core::{
        motif::{CATALOGUE, Kind},
        relation::Relations,
        tactic,
    };
    use reti_lessons::words::Words;

    use super::{super::grammar::readings, *};

    /// A new motif needs a sentence that can be read back, or this fails.
    #[test]
    fn the_sentence_of_every_motif_can_be_read_and_is_true_of_its_examples() {
        for motif in CATALOGUE.iter().filter(|motif| motif.kind != Kind::Theme) {
            for (fen, _) in motif.examples {
                let position = Position::from_fen(fen).unwrap();
                let relations = Relations::new(&position);
                let found = tactic::tactics(&relations).into_iter().chain(tactic::observations(&relations));
                let mut found = found.filter(|tactic| tactic.motif == *motif).peekable();
                assert!(found.peek().is_some(), "{} in {fen}", motif.name);
                for tactic in found {
                    let sentence = Words::english().tactic(position.board(), &tactic);
                    let holds = |(pattern, check): &(&str, BoardCheck)| {
                        let mut reads = readings(pattern, &sentence).into_iter().filter(|(_, rest)| rest.is_empty());
                        reads.any(|(reads, _)| all_stand(position.board(), &reads) && check(&position, &reads))
                    };
                    assert!(MOTIFS.iter().any(holds), "{} in {fen}: {sentence}", motif.name);
                }
            }
        }
    }
}
