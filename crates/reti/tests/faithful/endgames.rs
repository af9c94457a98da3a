//! Sentences about endings. Values are found again by playing: kings and one piece by working backwards
//! over all positions of the same three men, without the bitbases and tables of the product; four men are
//! asked of tables.

use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
};

use reti::tables::Embedded;
use reti_core::chess::{Color, PieceType, Position, Rank, Square};
use reti_search::{probe::Probe, score::Score};

use super::{
    board::king_distance,
    claims::{Scene, SceneCheck},
    endings::outcome,
    grammar::Read,
    motifs::{all_stand, color, is_pawn, one},
};

pub const ENDGAMES: &[(&str, SceneCheck)] = &[
    ("With best play {C} wins, with mate in {N} at the latest.", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        is_value(scene, winner(reads, 0))
            && distance(&scene.base).is_some_and(|plies| plies.div_ceil(2) <= moves)
            && matches!(scene.score(), Some(Score::MateIn(said) | Score::MatedIn(said)) if said == moves)
    }),
    ("With best play {C} wins.", |scene, reads| is_value(scene, winner(reads, 0))),
    ("Only {M} wins.", |scene, reads| is_only_move(scene, &reads[0], Some(scene.base.turn()))),
    ("Only {M} holds the draw.", |scene, reads| is_only_move(scene, &reads[0], None)),
    ("{C} is in zugzwang: {C} loses by having to move, and with {C} to move it would be a draw.", |scene, reads| {
        let side = scene.base.turn();
        are_sides(reads, [side, side, !side]) && is_value(scene, Some(!side)) && waiting(scene) == Some(None)
    }),
    ("{C} is in zugzwang: it is a draw with {C} to move, and with {C} to move {C} would win.", |scene, reads| {
        let side = scene.base.turn();
        are_sides(reads, [side, side, !side, side]) && is_value(scene, None) && waiting(scene) == Some(Some(side))
    }),
    ("Whoever is to move loses: a full-point mutual zugzwang.", |scene, _| {
        let side = scene.base.turn();
        is_value(scene, Some(!side)) && waiting(scene) == Some(Some(side))
    }),
    ("{M} reaches an ending that is known.", |scene, reads| {
        let Read::Move(said) = &reads[0] else { return false };
        scene.set_up.as_ref().is_some_and(|(before, m)| before.san(*m) == *said)
    }),
    ("{M} would allow stalemate: {L}.", |scene, reads| {
        let (Read::Move(queen), Read::Line(tokens)) = (&reads[0], &reads[1]) else { return false };
        // The line ends with what is played instead.
        let before = scene.positions.len().checked_sub(2).and_then(|ply| scene.positions.get(ply));
        before.is_some_and(|position| {
            let Some(moves) = Scene::plays(tokens, position, position.fullmoves()) else { return false };
            let end = moves.iter().fold(position.clone(), |here, &m| here.play(m));
            moves.first().is_some_and(|&m| position.san(m) == *queen && m.promotion() == Some(PieceType::Queen))
                && end.is_stalemate()
        })
    }),
];

fn winner(reads: &[Read], index: usize) -> Option<Color> {
    if let Read::Side(side) = reads[index] { Some(side) } else { None }
}

fn are_sides<const N: usize>(reads: &[Read], sides: [Color; N]) -> bool {
    reads.len() == N && reads.iter().zip(sides).all(|(read, side)| *read == Read::Side(side))
}

/// Whether the winner of the position is this one; `None` is a draw.
pub fn is_value(scene: &Scene, winner: Option<Color>) -> bool {
    outcome(&scene.base) == Some(winner)
}

/// The winner if the other side were to move.
fn waiting(scene: &Scene) -> Option<Outcome> {
    scene.base.pass().and_then(|passed| outcome(&passed))
}

fn is_only_move(scene: &Scene, read: &Read, winner: Option<Color>) -> bool {
    let position = &scene.base;
    let keeping = |m: &reti_core::chess::Move| outcome(&position.play(*m)) == Some(winner);
    let moves = position.legal_moves();
    let kept: Vec<String> = moves.iter().filter(|m| keeping(m)).map(|&m| position.san(m)).collect();
    outcome(position) == Some(winner) && moves.len() > 1 && Read::Move(kept.join(" ")) == *read
}

/// Whether the king catches the pawn by the rule of the square.
pub fn catches(scene: &Scene, reads: &[Read]) -> Option<bool> {
    let board = scene.base.board();
    let (king, pawn) = (one(reads, 0), one(reads, 1));
    let side = color(board, pawn);
    if !all_stand(board, reads) || color(board, king) == side || !is_pawn(board, pawn) {
        return None;
    }
    let (last, start) = if side == Color::White { (Rank::Eighth, Rank::Second) } else { (Rank::First, Rank::Seventh) };
    let goal = Square::from_coords(pawn.file(), last);
    let mut moves = king_distance(pawn, goal);
    if pawn.rank() == start {
        moves -= 1;
    }
    // The king may arrive one move after the pawn, and has one more if it moves first.
    let free = i32::from(scene.base.turn() != side);
    Some(king_distance(king, goal) <= moves + free)
}

thread_local! {
    /// Winner and distance of all positions of three men and fewer that were asked for, by key.
    static SOLVED: RefCell<HashMap<u64, Solved>> = RefCell::new(HashMap::new());
}

/// Who wins; `None` is a draw.
pub type Outcome = Option<Color>;

#[derive(Clone, Copy, PartialEq)]
struct Solved {
    winner: Option<Color>,
    plies: u32,
}

/// The winner of a position of at most three men; `None` if there are more.
pub fn value(position: &Position) -> Option<Outcome> {
    solved(position).map(|solved| solved.winner)
}

/// Plies to mate with best play, if somebody wins.
fn distance(position: &Position) -> Option<u32> {
    let known = solved(position).filter(|solved| solved.winner.is_some()).map(|solved| solved.plies);
    known.or_else(|| Embedded.probe(position).and_then(|exact| exact.mate_in))
}

fn solved(position: &Position) -> Option<Solved> {
    if position.board().occupied().count() > 3 {
        return None;
    }
    if !SOLVED.with_borrow(|solved| solved.contains_key(&position.key())) {
        solve(position);
    }
    SOLVED.with_borrow(|solved| solved.get(&position.key()).copied())
}

/// Works backwards from the mates over everything that can be reached, nearest mates first.
fn solve(from: &Position) {
    let mut all: Vec<Position> = vec![from.clone()];
    let mut index: HashMap<u64, usize> = HashMap::from([(from.key(), 0)]);
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let moves = all[at].legal_moves();
        open.push(moves.len());
        for m in moves {
            let later = all[at].play(m);
            let place = *index.entry(later.key()).or_insert_with(|| {
                all.push(later);
                parents.push(Vec::new());
                all.len() - 1
            });
            parents[place].push(at);
        }
        at += 1;
    }
    let mut found: Vec<Option<Solved>> = vec![None; all.len()];
    let mut queue: VecDeque<usize> = (0..all.len()).filter(|&place| all[place].is_checkmate()).collect();
    for &place in &queue {
        found[place] = Some(Solved { winner: Some(!all[place].turn()), plies: 0 });
    }
    while let Some(place) = queue.pop_front() {
        let Some(Solved { winner, plies }) = found[place] else { continue };
        for &parent in &parents[place] {
            open[parent] -= 1;
            // The winner needs one good move, the loser must have only bad ones.
            let decided = winner == Some(all[parent].turn()) || open[parent] == 0;
            if decided && found[parent].is_none() {
                found[parent] = Some(Solved { winner, plies: plies + 1 });
                queue.push_back(parent);
            }
        }
    }
    let draw = Solved { winner: None, plies: 0 };
    SOLVED.with_borrow_mut(|known| {
        for (place, position) in all.iter().enumerate() {
            known.insert(position.key(), found[place].unwrap_or(draw));
        }
    });
}
