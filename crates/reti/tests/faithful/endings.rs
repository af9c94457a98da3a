//! Endings with names, read back: who has what, where it stands, and who wins.
//!
//! Nothing here asks the detectors of the product. Material is counted, squares are compared with what the
//! sentence itself says, and what is said about the value must be what working backwards (three men) or a
//! table (four) knows. About five men only the board is asked: `reti-tables` compares those with tables.

use reti::{chess::Position, tables::Embedded};
use reti_core::{
    chess::{Board, Color, PieceType, Square},
    value::Value,
};
use reti_search::probe::Probe;

use super::{
    board::{attacks, between, king_distance},
    claims::{Scene, SceneCheck},
    endgames::{Outcome, catches, value},
    grammar::Read,
    lesson::side,
    motifs::{all, all_stand, color, is_passed, is_pawn, one},
};

use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};

pub const ENDINGS: &[(&str, SceneCheck)] = &[
    (
        "This is a dead position: with so little left no series of moves leads to mate, and the game is drawn.",
        |scene, _| scene.base.board().occupied().count() > 2 && is_dead(scene.base.board()),
    ),
    (
        "This is a dead position: with bare kings no series of moves leads to mate, and the game is drawn.",
        |scene, _| scene.base.board().occupied().count() == 2,
    ),
    ("With one minor piece each and no pawns nobody can force mate: a draw.", |scene, _| {
        let minor = |side| [Bishop, Knight].iter().any(|kind| has(scene, side, &[*kind]));
        minor(Color::White) && minor(Color::Black) && is_drawn(scene)
    }),
    (
        "Two knights alone cannot force mate against {P}: with care it always escapes, or it is stalemated.",
        |scene, reads| {
            stand(scene, reads)
                && against(scene, &[Knight, Knight], &[]) == Some(!owner(scene, reads, 0))
                && is_drawn(scene)
        },
    ),
    (
        "King and queen mate by force. {C} shuts {P} in with the queen, brings the king up, and takes care not to stalemate.",
        |scene, reads| mates(scene, reads, &[Queen], 0, 1),
    ),
    (
        "King and rook mate by force. {C} cuts {P} off with {P} and drives it to the edge by facing it with the king.",
        |scene, reads| mates(scene, reads, &[Rook], 0, 1) && side(&reads[0]) == Some(owner(scene, reads, 2)),
    ),
    (
        "Two bishops mate by force. Side by side they take whole diagonals from {P}, and their king helps to drive it into a corner.",
        |scene, reads| {
            let strong = against(scene, &[Bishop, Bishop], &[]);
            stand(scene, reads) && strong == Some(!owner(scene, reads, 0)) && wins(scene, strong)
        },
    ),
    (
        "Bishop and knight mate by force, but only in a corner that {P} controls: {S}. {C} first drives {P} to the edge and then along it to that corner.",
        |scene, reads| {
            let same = |corner: &&Square| corner.is_light() == one(reads, 0).is_light();
            let mut corners: Vec<Square> = CORNERS.iter().filter(same).copied().collect();
            let mut said = all(reads, 1);
            corners.sort();
            said.sort();
            mates(scene, reads, &[Bishop, Knight], 2, 3)
                && side(&reads[2]) == Some(owner(scene, reads, 0))
                && said == corners
        },
    ),
    ("{P} is outside the square of {P}, so it cannot catch it by running.", |scene, reads| {
        catches(scene, reads) == Some(false) && is_pawn_ending(scene.base.board())
    }),
    ("{P} is outside the square of {P}, so it cannot catch it by running: the pawn queens on {S}.", |scene, reads| {
        let pawn = one(reads, 1);
        catches(scene, &reads[..2]) == Some(false)
            && wins(scene, scene.base.board().color_at(pawn))
            && one(reads, 2) == goal(scene, pawn)
    }),
    ("{P} is in the square of {P}: if nothing bars its way, it is in time to stop it.", |scene, reads| {
        catches(scene, reads) == Some(true) && is_pawn_ending(scene.base.board())
    }),
    (
        "{P} stands on a key square of {P} ({S}), so {C} wins. The king keeps the way clear, and the pawn follows.",
        |scene, reads| {
            let (king, pawn) = (one(reads, 0), one(reads, 1));
            let strong = side(&reads[3]);
            let mut said = all(reads, 2);
            let mut keys = key_squares(scene, pawn);
            said.sort();
            keys.sort();
            stand(scene, reads)
                && strong == Some(owner(scene, reads, 0))
                && strong == Some(owner(scene, reads, 1))
                && against(scene, &[Pawn], &[]) == strong
                && said == keys
                && keys.contains(&king)
                && wins(scene, strong)
        },
    ),
    (
        "{C} has the opposition: {P} and {P} face each other, and {C} is to move. The king must step aside, and the pawn gets through.",
        |scene, reads| faces(scene, reads) && wins(scene, side(&reads[0])),
    ),
    (
        "{C} has the opposition: {P} and {P} face each other, and {C} is to move. The king must step aside, and the pawn does not get through.",
        |scene, reads| faces(scene, reads) && is_drawn(scene),
    ),
    (
        "{C} has the opposition: {P} and {P} face each other, and {C} is to move. If {C} has no other move, the king must step aside.",
        |scene, reads| faces(scene, reads) && reads[4] == reads[3],
    ),
    (
        "{P} is a rook's pawn, and {P} is in time to hold the corner {S}. From there it cannot be driven out: a draw.",
        |scene, reads| {
            let pawn = one(reads, 0);
            stand(scene, reads)
                && against(scene, &[Pawn], &[]) == Some(owner(scene, reads, 0))
                && owner(scene, reads, 1) != owner(scene, reads, 0)
                && from_edge(pawn) == 0
                && one(reads, 2) == goal(scene, pawn)
                && is_drawn(scene)
        },
    ),
    (
        "Each king attacks one pawn and guards the other: a trébuchet. Whoever is to move must give up a pawn, and so {C} wins.",
        |scene, reads| {
            let board = scene.base.board();
            let strong = side(&reads[0]);
            let beside = |color: Color| {
                let king = scene.base.king(color);
                (board.pawns()).into_iter().all(|pawn| king_distance(king, pawn) == 1)
            };
            has(scene, Color::White, &[Pawn])
                && has(scene, Color::Black, &[Pawn])
                && beside(Color::White)
                && beside(Color::Black)
                && strong == Some(!scene.base.turn())
                && wins(scene, strong)
        },
    ),
    (
        "{P} is too late for {P}, but with a step to {S} it comes nearer to where that pawn queens and to {P} at once: Réti's idea.",
        |scene, reads| {
            let (king, target, pawn) = (one(reads, 0), one(reads, 1), one(reads, 3));
            let nearer = |square: &Square| {
                let towards = |place: Square| king_distance(*square, place) < king_distance(king, place);
                king_distance(king, *square) == 1 && towards(goal(scene, target)) && towards(pawn)
            };
            stand(scene, reads)
                && catches(scene, &reads[..2]) == Some(false)
                && owner(scene, reads, 0) == owner(scene, reads, 3)
                && is_pawn(scene.base.board(), pawn)
                && is_passed(scene.base.board(), pawn)
                && all(reads, 2).iter().all(nearer)
        },
    ),
    (
        "{P} does not control {S}, where {P} would queen: the wrong bishop. {P} holds the corner, where it can only be stalemated: a draw.",
        |scene, reads| {
            let (bishop, corner, pawn) = (one(reads, 0), one(reads, 1), one(reads, 2));
            stand(scene, reads)
                && against(scene, &[Bishop, Pawn], &[]) == Some(owner(scene, reads, 0))
                && bishop.is_light() != corner.is_light()
                && corner == goal(scene, pawn)
                && from_edge(pawn) == 0
                && owner(scene, reads, 3) != owner(scene, reads, 0)
                && king_distance(one(reads, 3), corner) <= 2
                && is_drawn(scene)
        },
    ),
    (
        "{P} has gone too far: if the other king comes close enough to guard it, {P} in the corner is stalemated, and {P} cannot change that. A draw.",
        |scene, reads| {
            let pawn = one(reads, 0);
            stand(scene, reads)
                && against(scene, &[Knight, Pawn], &[]) == Some(owner(scene, reads, 2))
                && owner(scene, reads, 1) != owner(scene, reads, 2)
                && from_edge(pawn) == 0
                && king_distance(pawn, goal(scene, pawn)) == 1
                && king_distance(one(reads, 1), goal(scene, pawn)) <= 1
                && is_drawn(scene)
        },
    ),
    (
        "This is the Lucena position, and {C} wins. {P} steps out from in front of {P}, and against checks from behind {P} builds a bridge: from the fourth rank it steps in between, as a rule on {S}.",
        |scene, reads| {
            let (king, pawn, rook, bridge) = (one(reads, 1), one(reads, 2), one(reads, 3), one(reads, 4));
            let strong = owner(scene, reads, 2);
            let defender = scene.base.king(!strong);
            let file = |square: Square| square.file() as i32;
            let cut = (file(rook) - file(pawn)).signum() == (file(defender) - file(rook)).signum();
            stand(scene, reads)
                && side(&reads[0]) == Some(strong)
                && against(scene, &[Rook, Pawn], &[Rook]) == Some(strong)
                && owner(scene, reads, 3) == strong
                && king == goal(scene, pawn)
                && rank(strong, pawn) == 7
                && from_edge(pawn) > 0
                && cut
                && file(rook) != file(pawn)
                && bridge.file() == pawn.file()
                && rank(strong, bridge) == 4
        },
    ),
    (
        "This is Philidor's defence, a draw. {P} stays on its third rank and keeps the other king out; when {P} steps to {S}, the rook goes far behind it and checks.",
        |scene, reads| {
            let (rook, pawn, square) = (one(reads, 0), one(reads, 1), one(reads, 2));
            let strong = owner(scene, reads, 1);
            let weak = scene.base.king(!strong);
            stand(scene, reads)
                && against(scene, &[Rook, Pawn], &[Rook]) == Some(strong)
                && owner(scene, reads, 0) != strong
                && rank(strong, rook) == 6
                && rank(strong, pawn) <= 5
                && rank(strong, scene.base.king(strong)) <= 5
                && king_distance(weak, goal(scene, pawn)) <= 1
                && square.file() == pawn.file()
                && rank(strong, square) == 6
        },
    ),
    (
        "This is Vančura's defence, a draw. {P} attacks {P} from the side and ties {P} to it; when the other king comes to guard the pawn, the rook checks it away.",
        |scene, reads| {
            let (rook, pawn, blocker) = (one(reads, 0), one(reads, 1), one(reads, 2));
            let (board, strong) = (scene.base.board(), owner(scene, reads, 1));
            stand(scene, reads)
                && against(scene, &[Rook, Pawn], &[Rook]) == Some(strong)
                && owner(scene, reads, 0) != strong
                && owner(scene, reads, 2) == strong
                && from_edge(pawn) == 0
                && rook.rank() == pawn.rank()
                && attacks(board, rook, pawn)
                && attacks(board, blocker, pawn)
                && !attacks(board, scene.base.king(strong), pawn)
        },
    ),
    (
        "{P} stands on the short side of {P} and leaves the long side to {P}, which has room to check {P} from there. That holds the draw.",
        |scene, reads| {
            let (king, pawn, rook, attacker) = (one(reads, 0), one(reads, 1), one(reads, 2), one(reads, 3));
            let file = |square: Square| square.file() as i32;
            let strong = owner(scene, reads, 1);
            // The short side has fewer files between the pawn and the edge.
            let short = if file(pawn) >= 4 { 1 } else { -1 };
            stand(scene, reads)
                && against(scene, &[Rook, Pawn], &[Rook]) == Some(strong)
                && owner(scene, reads, 0) != strong
                && owner(scene, reads, 2) != strong
                && owner(scene, reads, 3) == strong
                && (file(king) - file(pawn)).signum() == short
                && (file(rook) - file(pawn)) * short <= -4
                && (file(attacker) - file(pawn)) * short < 0
        },
    ),
    (
        "Against a centre or knight's pawn one step from queening the queen wins. It checks until {P} must block {P} on {S}, and each time {P} comes a step nearer.",
        |scene, reads| {
            let (defender, pawn, square, king) = (one(reads, 0), one(reads, 1), one(reads, 2), one(reads, 3));
            let strong = !owner(scene, reads, 1);
            stand(scene, reads)
                && against(scene, &[Queen], &[Pawn]) == Some(strong)
                && owner(scene, reads, 0) != strong
                && owner(scene, reads, 3) == strong
                && matches!(from_edge(pawn), 1 | 3)
                && square == goal(scene, pawn)
                && king_distance(pawn, square) == 1
                && king_distance(defender, pawn) == 1
                // There must be something to come nearer to.
                && king_distance(king, square) >= 2
                && wins(scene, Some(strong))
        },
    ),
    (
        "The queen cannot win: {P} is too far away, and when {P} is driven in front of {P} or into the corner, the threat is stalemate.",
        |scene, reads| {
            let pawn = one(reads, 2);
            let strong = !owner(scene, reads, 2);
            stand(scene, reads)
                && against(scene, &[Queen], &[Pawn]) == Some(strong)
                && owner(scene, reads, 0) == strong
                && owner(scene, reads, 1) != strong
                && matches!(from_edge(pawn), 0 | 2)
                && king_distance(one(reads, 0), goal(scene, pawn)) >= 4
                && is_drawn(scene)
        },
    ),
    (
        "Queen against rook without pawns is nearly always a win for {C}, but a long one. {C} drives {P} to the edge and away from {P}, and has to watch out for stalemate.",
        |scene, reads| {
            let strong = side(&reads[0]);
            stand(scene, reads)
                && against(scene, &[Queen], &[Rook]) == strong
                && reads[1] == reads[0]
                && strong == Some(!owner(scene, reads, 2))
                && strong == Some(!owner(scene, reads, 3))
        },
    ),
    ("{P} stands in the way of {P}, which cannot pass, so {C} wins: {P} comes to attack it.", |scene, reads| {
        let (king, pawn) = (one(reads, 0), one(reads, 1));
        let strong = side(&reads[2]);
        let way = between(pawn, goal(scene, pawn)).unwrap_or_default();
        stand(scene, reads)
            && against(scene, &[Rook], &[Pawn]) == strong
            && strong == Some(owner(scene, reads, 0))
            && strong == Some(owner(scene, reads, 3))
            && (way.contains(&king) || king == goal(scene, pawn))
            && wins(scene, strong)
    }),
    (
        "{P} against {P} without pawns is as a rule a draw. {P} is safest in a corner that the bishop does not control ({S}).",
        |scene, reads| {
            let bishop = one(reads, 1);
            let corners = all(reads, 3);
            stand(scene, reads)
                && against(scene, &[Rook], &[Bishop]) == Some(owner(scene, reads, 0))
                && owner(scene, reads, 1) == owner(scene, reads, 2)
                && corners.len() == 2
                && corners.iter().all(|corner| CORNERS.contains(corner) && corner.is_light() != bishop.is_light())
        },
    ),
    ("{P} against {P} without pawns is as a rule a draw. {P} should keep the knight close.", |scene, reads| {
        stand(scene, reads)
            && against(scene, &[Rook], &[Knight]) == Some(owner(scene, reads, 0))
            && owner(scene, reads, 1) == owner(scene, reads, 2)
    }),
    (
        "{PS} are of opposite colours, so neither can attack what the other guards: even a pawn or two more are often not enough to win.",
        |scene, reads| {
            let board = scene.base.board();
            let bishops = all(reads, 0);
            let only = (board.occupied() & !board.kings() & !board.pawns()).count() == 2;
            stand(scene, reads)
                && only
                && bishops.len() == 2
                && board.role_at(bishops[0]) == Some(Bishop)
                && board.role_at(bishops[1]) == Some(Bishop)
                && color(board, bishops[0]) != color(board, bishops[1])
                && bishops[0].is_light() != bishops[1].is_light()
        },
    ),
    ("{P} is an outside passed pawn: far from the others, it can draw {P} away from them.", |scene, reads| {
        let (board, pawn) = (scene.base.board(), one(reads, 0));
        let gap = |other: Square| other.file() as i32 - pawn.file() as i32;
        let others: Vec<Square> = board.pawns().into_iter().filter(|other| *other != pawn).collect();
        let one_side = others.windows(2).all(|pair| gap(pair[0]).signum() == gap(pair[1]).signum());
        stand(scene, reads)
            && is_pawn_ending(board)
            && is_passed(board, pawn)
            && !others.is_empty()
            && one_side
            && others.iter().all(|other| gap(*other).abs() >= 3)
            && owner(scene, reads, 1) != owner(scene, reads, 0)
    }),
    (
        "{P} is a protected passed pawn: {PS} guards it, so {P} cannot take it and has to keep an eye on it.",
        is_protected,
    ),
    (
        "{P} is a protected passed pawn: {PS} guard it, so {P} cannot take it and has to keep an eye on it.",
        is_protected,
    ),
];

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

fn stand(scene: &Scene, reads: &[Read]) -> bool {
    all_stand(scene.base.board(), reads)
}

/// The side of the piece that was read.
fn owner(scene: &Scene, reads: &[Read], index: usize) -> Color {
    color(scene.base.board(), one(reads, index))
}

/// Whether a side has its king and exactly these men.
fn has(scene: &Scene, side: Color, men: &[PieceType]) -> bool {
    let board = scene.base.board();
    let count = |kind: PieceType| (board.by_color(side) & board.by_role(kind)).count();
    [Pawn, Knight, Bishop, Rook, Queen]
        .into_iter()
        .all(|kind| count(kind) == men.iter().filter(|known| **known == kind).count())
}

/// The side that has exactly these men against exactly those.
fn against(scene: &Scene, men: &[PieceType], others: &[PieceType]) -> Option<Color> {
    Color::ALL.into_iter().find(|&side| has(scene, side, men) && has(scene, !side, others))
}

fn is_dead(board: &Board) -> bool {
    let men: Vec<Square> = (board.occupied() & !board.kings()).into_iter().collect();
    let bishops = men.iter().all(|square| board.role_at(*square) == Some(Bishop));
    let one_color = men.windows(2).all(|pair| pair[0].is_light() == pair[1].is_light());
    let alone = men.len() == 1 && matches!(board.role_at(men[0]), Some(Knight | Bishop));
    men.is_empty() || alone || bishops && one_color
}

fn is_pawn_ending(board: &Board) -> bool {
    (board.occupied() & !board.kings() & !board.pawns()).is_empty()
}

/// Who wins, by working backwards or by a table of four men.
pub fn outcome(position: &Position) -> Option<Outcome> {
    if let Some(known) = value(position) {
        return Some(known);
    }
    if position.is_checkmate() {
        return Some(Some(!position.turn()));
    }
    if position.legal_moves().is_empty() || position.is_dead() {
        return Some(None);
    }
    Embedded.probe(position).map(|exact| match exact.value {
        Value::Win => Some(position.turn()),
        Value::Draw => None,
        Value::Loss => Some(!position.turn()),
    })
}

fn is_drawn(scene: &Scene) -> bool {
    outcome(&scene.base) == Some(None)
}

fn wins(scene: &Scene, side: Option<Color>) -> bool {
    side.is_some() && outcome(&scene.base) == Some(side)
}

/// Pieces that mate a bare king by force: whose they are, and which king.
fn mates(scene: &Scene, reads: &[Read], men: &[PieceType], strong: usize, king: usize) -> bool {
    let strong = side(&reads[strong]);
    stand(scene, reads)
        && scene.base.board().role_at(one(reads, king)) == Some(King)
        && against(scene, men, &[]) == strong
        && strong == Some(!owner(scene, reads, king))
        && wins(scene, strong)
}

/// The rank as a side counts it, from one to eight.
fn rank(side: Color, square: Square) -> i32 {
    let rank = square.rank() as i32;
    if side == Color::White { rank + 1 } else { 8 - rank }
}

fn from_edge(square: Square) -> i32 {
    let file = square.file() as i32;
    file.min(7 - file)
}

/// Where a pawn queens.
fn goal(scene: &Scene, pawn: Square) -> Square {
    let side = color(scene.base.board(), pawn);
    let all = Square::ALL.into_iter();
    all.filter(|square| square.file() == pawn.file()).find(|square| rank(side, *square) == 8).unwrap_or(pawn)
}

/// The squares from which the strong king wins wherever the other one stands; two ranks ahead, and one for a
/// pawn beyond the middle; next to the corner for a rook's pawn.
fn key_squares(scene: &Scene, pawn: Square) -> Vec<Square> {
    let side = color(scene.base.board(), pawn);
    let near = |square: &Square| (square.file() as i32 - pawn.file() as i32).abs() <= 1;
    let ahead = |square: &Square| rank(side, *square) - rank(side, pawn);
    let is_key = |square: &Square| {
        if from_edge(pawn) == 0 {
            return near(square) && square.file() != pawn.file() && rank(side, *square) >= 7;
        }
        near(square) && (ahead(square) == 2 || ahead(square) == 1 && rank(side, pawn) >= 5)
    };
    Square::ALL.into_iter().filter(is_key).collect()
}

/// Kings that face each other with an odd number of squares between them, and whose turn it is.
fn faces(scene: &Scene, reads: &[Read]) -> bool {
    let (king, other) = (one(reads, 1), one(reads, 2));
    let board = scene.base.board();
    let line = between(king, other).unwrap_or_default();
    let free = line.iter().all(|square| board.piece_at(*square).is_none());
    stand(scene, reads)
        && is_pawn_ending(board)
        && board.role_at(king) == Some(King)
        && board.role_at(other) == Some(King)
        && side(&reads[0]) == Some(owner(scene, reads, 1))
        && side(&reads[0]) == Some(!scene.base.turn())
        && side(&reads[3]) == Some(scene.base.turn())
        && line.len() % 2 == 1
        && free
}

fn is_protected(scene: &Scene, reads: &[Read]) -> bool {
    let (board, pawn) = (scene.base.board(), one(reads, 0));
    let guards = |from: &Square| is_pawn(board, *from) && attacks(board, *from, pawn);
    stand(scene, reads)
        && is_pawn_ending(board)
        && is_passed(board, pawn)
        && all(reads, 1).iter().all(|from| guards(from) && color(board, *from) == color(board, pawn))
        && board.role_at(one(reads, 2)) == Some(King)
        && owner(scene, reads, 2) != owner(scene, reads, 0)
}
