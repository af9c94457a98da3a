//! The sentences of a lesson: headline, recommended move and reasons, temptations, plan and judgement.
//!
//! Numbers are compared with the score of the evidence, everything else with the board: reasons by counting
//! squares and exchanges, lines by playing them, what they win by the material where they have come to rest.

use reti_core::{
    chess::{Color, Move, PieceType, Position, Square},
    value::Value,
};
use reti_lessons::claim::Evidence;
use reti_search::{
    bitbase::ThreeMen,
    probe::Probe as _,
    proof::{Certificate, Goal, Payoff, check},
    score::Score,
};

use super::{
    board::{attackers, attacks, best_capture, between, capture, king_distance, material, worth},
    claims::{Scene, SceneCheck, can_be_proven},
    endgames::is_value,
    grammar::{Material, Read, is_sum},
    motifs::{all_stand, color, is_passed, is_pawn, one, price},
};

pub const LESSON: &[(&str, SceneCheck)] = &[
    ("About equal ({A} for White). {B}.", |scene, reads| is_assessed(scene, reads, None, 0, 50)),
    ("{C} is slightly better ({A} for White). {B}.", |scene, reads| {
        is_assessed(scene, &reads[1..], side(&reads[0]), 50, 120)
    }),
    ("{C} is much better ({A} for White). {B}.", |scene, reads| {
        is_assessed(scene, &reads[1..], side(&reads[0]), 120, 250)
    }),
    ("{C} is winning ({A} for White). {B}.", |scene, reads| {
        is_assessed(scene, &reads[1..], side(&reads[0]), 250, i32::MAX)
    }),
    ("{C} mates in {N}.", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        let proven = scene.proof().is_none_or(|proof| check(proof, Some(&ThreeMen)).is_ok());
        let wanted =
            if side(&reads[0]) == Some(scene.base.turn()) { Score::MateIn(moves) } else { Score::MatedIn(moves) };
        proven && scene.score() == Some(wanted)
    }),
    ("With best play {C} wins. {B}.", |scene, reads| {
        is_value(scene, side(&reads[0])) && is_balance(&scene.base, &reads[1])
    }),
    ("With best play it is a draw. {B}.", |scene, reads| is_value(scene, None) && is_balance(&scene.base, &reads[0])),
    ("Neither side has enough left to mate: the game is drawn.", |scene, _| {
        let board = scene.base.board();
        let minors: Vec<Square> = (board.bishops() | board.knights()).into_iter().collect();
        let bishops = minors.iter().all(|square| board.role_at(*square) == Some(PieceType::Bishop));
        let one_color = minors.windows(2).all(|pair| pair[0].is_light() == pair[1].is_light());
        (board.occupied() & !board.kings()).count() == minors.len() && (minors.len() <= 1 || bishops && one_color)
    }),
    ("{C} has no move and is not in check: stalemate, a draw.", |scene, reads| {
        side(&reads[0]) == Some(scene.base.turn()) && scene.base.legal_moves().is_empty() && !scene.base.is_check()
    }),
    ("{C} has won.", |scene, reads| side(&reads[0]) == Some(!scene.base.turn()) && scene.base.is_checkmate()),
    // What to do, and why.
    ("Best is {L}.", |scene, reads| is_recommended(scene, &reads[0])),
    ("Better was {L}.", |scene, reads| {
        is_recommended(scene, &reads[0]) && scene.around.played.is_some_and(|m| scene.trigger() != Some(m))
    }),
    ("{M} wins {G}.", |scene, reads| {
        let Read::Sum(step) = reads[1] else { return false };
        let seen = matches!(scene.evidence, Evidence::Calculated(_));
        seen && scene.is_trigger(&reads[0]) && won_by(scene, &scene.line).is_some_and(|gain| is_sum(step, gain))
    }),
    ("{M} wins back {G}.", |scene, reads| {
        let Read::Sum(step) = reads[1] else { return false };
        let gain = match scene.proof() {
            Some(_) => scene.proven().and_then(Payoff::gain),
            None => won_by(scene, &scene.line),
        };
        let behind = -lead(&scene.base, scene.base.turn());
        scene.is_trigger(&reads[0])
            && gain.is_some_and(|gain| is_sum(step, gain) && behind >= 100 && gain <= behind + 50)
    }),
    ("It takes back on {S}.", |scene, reads| {
        let square = one(reads, 0);
        let takes = |m: Option<Move>| m.is_some_and(|m| m.is_capture() && m.to() == square);
        takes(scene.around.last) && takes(scene.trigger())
    }),
    ("It stops {L}.", |scene, reads| stopped(scene, &reads[0]).is_some()),
    ("It takes the piece that threatens {L}.", |scene, reads| {
        stopped(scene, &reads[0]).is_some_and(|(threat, m)| m.is_capture() && threat.from() == Some(m.to()))
    }),
    ("It moves out of reach of {L}.", |scene, reads| {
        stopped(scene, &reads[0]).is_some_and(|(threat, m)| threat.is_capture() && m.from() == Some(threat.to()))
    }),
    ("It shuts the line on {S} and so stops {L}.", |scene, reads| {
        let square = one(reads, 0);
        stopped(scene, &reads[1]).is_some_and(|(threat, m)| {
            let way = threat.from().and_then(|from| between(from, threat.to())).unwrap_or_default();
            m.to() == square && way.contains(&square)
        })
    }),
    ("It guards {S} against {L}.", |scene, reads| {
        let square = one(reads, 0);
        let Some(after) = scene.after() else { return false };
        stopped(scene, &reads[1]).is_some_and(|(threat, m)| {
            let before = m.from().is_some_and(|from| attacks(scene.base.board(), from, square));
            threat.to() == square && attacks(after.board(), m.to(), square) && !before
        })
    }),
    ("It threatens {L}, winning at least {G}.", |scene, reads| {
        let Read::Sum(step) = reads[1] else { return false };
        is_threat(scene, &reads[0], |claim| claim.gain().is_some_and(|gain| is_sum(step, gain)))
    }),
    ("It threatens {L}, with mate.", |scene, reads| is_threat(scene, &reads[0], |claim| claim == Payoff::Mate(1))),
    ("It threatens {L}, with mate in {N}.", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        moves > 1 && is_threat(scene, &reads[0], |claim| claim == Payoff::Mate(moves))
    }),
    ("It brings the {KN} to safety on {S}.", |scene, reads| {
        let Read::KindName(kind) = reads[0] else { return false };
        moved(scene, |from, to, after| {
            to == one(reads, 1)
                && after.board().role_at(to) == Some(kind)
                && price(&scene.base, from).is_some_and(|lost| lost >= 100)
                && price(after, to).unwrap_or(0) <= 0
        })
    }),
    ("Nothing else is as good: the next best move costs {N} % of the winning chances.", |scene, reads| {
        let Read::Number(points) = reads[0] else { return false };
        let (Some((_, best)), Some(second)) = (scene.around.best, scene.score()) else { return false };
        is_points(points, chance(best) - chance(second)) && points >= 5
    }),
    ("It attacks {P}.", |scene, reads| {
        let square = one(reads, 0);
        let gain = |position: &Position| best_capture(position.board(), square, scene.base.turn()).unwrap_or(0);
        moved(scene, |_, _, after| {
            all_stand(after.board(), reads)
                && color(after.board(), square) == after.turn()
                && gain(after) >= 100
                && gain(&scene.base) < 100
        })
    }),
    ("It guards {P}.", |scene, reads| {
        let square = one(reads, 0);
        moved(scene, |_, to, after| {
            all_stand(after.board(), reads)
                && attacks(after.board(), to, square)
                && color(after.board(), square) == scene.base.turn()
                && price(&scene.base, square).is_some_and(|lost| lost >= 100)
                && price(after, square).unwrap_or(0) <= 0
        })
    }),
    ("The king castles out of the centre, and the rook comes into play.", |scene, _| {
        scene.trigger().is_some_and(Move::is_castle)
    }),
    ("It makes castling possible.", |scene, _| {
        waiting(scene).is_some_and(|waiting| {
            let mut castles = scene.line.iter().skip(2).step_by(2).filter(|next| next.is_castle());
            castles.any(|next| waiting.is_legal(*next) && !scene.base.is_legal(*next))
        })
    }),
    ("It makes way for {L}.", |scene, reads| {
        prepared(scene, &reads[0]).is_some_and(|next| {
            let (from, to) = (next.from().unwrap_or(next.to()), next.to());
            let way = between(from, to).unwrap_or_default();
            let left = scene.trigger().and_then(Move::from);
            !scene.base.is_legal(next) && left.is_some_and(|left| way.contains(&left) || left == to)
        })
    }),
    ("It supports {L}.", |scene, reads| {
        let lost = |position: &Position, next: Move| price(&position.play(next), next.to()).unwrap_or(0) > 0;
        prepared(scene, &reads[0]).is_some_and(|next| {
            let (Some(m), Some(waiting)) = (scene.trigger(), waiting(scene)) else { return false };
            let touches = |other: &Move| other.to() == m.to() || other.from() == Some(m.to());
            next.role() == PieceType::Pawn
                && scene.base.is_legal(next)
                && !scene.line.iter().skip(1).take_while(|other| **other != next).any(touches)
                && attacks(waiting.play(next).board(), m.to(), next.to())
                && lost(&scene.base, next)
                && !lost(&waiting, next)
        })
    }),
    ("It trades queens.", |scene, _| trades(scene, &[PieceType::Queen])),
    ("It trades rooks.", |scene, _| trades(scene, &[PieceType::Rook])),
    ("It trades minor pieces.", |scene, _| trades(scene, &[PieceType::Bishop, PieceType::Knight])),
    ("It trades pawns.", |scene, _| trades(scene, &[PieceType::Pawn])),
    ("It develops a knight.", |scene, _| develops(scene, PieceType::Knight, [1, 6])),
    ("It develops a bishop.", |scene, _| develops(scene, PieceType::Bishop, [2, 5])),
    ("It pushes the passed pawn to {S}.", |scene, reads| {
        moved(scene, |from, to, after| {
            to == one(reads, 0)
                && from.file() == to.file()
                && is_pawn(scene.base.board(), from)
                && is_passed(scene.base.board(), from)
                && is_passed(after.board(), to)
        })
    }),
    ("{P} then aims at {S}, next to {P}.", |scene, reads| {
        let (piece, king) = (one(reads, 0), one(reads, 2));
        let Read::Squares(said) = &reads[1] else { return false };
        let near = |position: &Position, from: Square| -> Vec<Square> {
            let beside =
                |square: &Square| king_distance(*square, king) == 1 && attacks(position.board(), from, *square);
            Square::ALL.into_iter().filter(beside).collect()
        };
        moved(scene, |from, to, after| {
            all_stand(after.board(), reads)
                && piece == to
                && after.king(after.turn()) == king
                && near(after, to) == *said
                && near(&scene.base, from).is_empty()
        })
    }),
    ("{P} then reaches {N} squares instead of {N}.", |scene, reads| {
        let (Read::Number(now), Read::Number(then)) = (&reads[1], &reads[2]) else { return false };
        let piece = one(reads, 0);
        moved(scene, |from, to, after| {
            let before = if piece == to { from } else { piece };
            all_stand(after.board(), reads)
                && color(after.board(), piece) == scene.base.turn()
                && reach(after, piece) == *now
                && reach(&scene.base, before) == *then
                && now > then
        })
    }),
    ("It takes {P}.", |scene, reads| {
        let square = one(reads, 0);
        let taken = scene.trigger().filter(|m| m.is_capture()).and_then(Move::from);
        all_stand(scene.base.board(), reads)
            && color(scene.base.board(), square) != scene.base.turn()
            && taken.is_some_and(|from| capture(scene.base.board(), from, square).is_none_or(|gain| gain >= 100))
            && scene.trigger().is_some_and(|m| m.to() == square || m.is_en_passant())
    }),
    ("It prevents {L}.", |scene, reads| {
        let Read::Line(tokens) = &reads[0] else { return false };
        let Some(passed) = scene.base.pass() else { return false };
        let number = passed.fullmoves() + u32::from(passed.turn().is_white());
        let Some([threat]) =
            Scene::plays(tokens, &passed, number).as_deref().and_then(|moves| moves.first_chunk::<1>().copied())
        else {
            return false;
        };
        moved(scene, |_, _, after| {
            let same =
                |m: &&Move| (m.from(), m.to(), m.promotion()) == (threat.from(), threat.to(), threat.promotion());
            let legal = after.legal_moves();
            match legal.iter().find(same) {
                None => true,
                Some(m) if m.is_capture() => {
                    m.from().and_then(|from| capture(after.board(), from, m.to())).is_some_and(|gain| gain < 0)
                }
                Some(m) => price(&after.play(*m), m.to()).unwrap_or(0) > 0,
            }
        })
    }),
    ("It keeps {P} from {S}.", |scene, reads| {
        let (piece, square) = (one(reads, 0), one(reads, 1));
        moved(scene, |from, to, after| {
            let board = scene.base.board();
            all_stand(board, &reads[..1])
                && is_pawn(board, from)
                && color(board, piece) != scene.base.turn()
                && board.piece_at(square).is_none()
                && attacks(board, piece, square)
                && attacks(after.board(), to, square)
                && !attacks(board, from, square)
        })
    }),
    ("{P} then has only {N} instead of {N} squares.", |scene, reads| {
        let (Read::Number(now), Read::Number(then)) = (&reads[1], &reads[2]) else { return false };
        let piece = one(reads, 0);
        moved(scene, |_, _, after| {
            all_stand(after.board(), reads)
                && color(after.board(), piece) != scene.base.turn()
                && reach(after, piece) == *now
                && reach(&scene.base, piece) == *then
                && now < then
        })
    }),
    ("Fewer squares around {P} are attacked: {N} instead of {N}.", |scene, reads| {
        let (Read::Number(now), Read::Number(then)) = (&reads[1], &reads[2]) else { return false };
        let side = scene.base.turn();
        let exposed = |position: &Position| {
            let king = position.king(side);
            let mut lifted = position.board().clone();
            lifted.discard_piece_at(king);
            let near = |square: &&Square| king_distance(king, **square) <= 1;
            Square::ALL.iter().filter(near).filter(|square| !attackers(&lifted, **square, !side).is_empty()).count()
                as u32
        };
        moved(scene, |_, _, after| {
            all_stand(after.board(), reads)
                && one(reads, 0) == after.king(side)
                && exposed(after) == *now
                && exposed(&scene.base) == *then
                && now < then
        })
    }),
    ("{C}'s pieces then reach {N} squares instead of {N}.", |scene, reads| {
        let (Read::Side(side), Read::Number(now), Read::Number(then)) = (&reads[0], &reads[1], &reads[2]) else {
            return false;
        };
        let all = |position: &Position| -> u32 {
            let board = position.board();
            let officers = board.by_color(*side) & !board.pawns() & !board.kings();
            officers.into_iter().map(|square| reach(position, square)).sum()
        };
        *side == scene.base.turn()
            && moved(scene, |_, _, after| all(after) == *now && all(&scene.base) == *then && now > then)
    }),
    ("It takes space in the centre.", |scene, _| {
        moved(scene, |from, to, _| {
            let (file, rank) = (to.file() as i32, to.rank() as i32);
            is_pawn(scene.base.board(), from) && (2..=5).contains(&file) && (3..=4).contains(&rank)
        })
    }),
    ("The king comes nearer to the middle of the board.", |scene, _| {
        let away = |square: Square| {
            let off = |value: i32| (2 * value - 7).abs();
            off(square.file() as i32).max(off(square.rank() as i32))
        };
        let is_king = scene.trigger().is_some_and(|m| m.role() == PieceType::King && !m.is_castle());
        is_king && moved(scene, |from, to, _| away(to) < away(from))
    }),
    // What to beware.
    ("{C} threatens {M}, winning {G}.", |scene, reads| {
        let Read::Sum(step) = reads[2] else { return false };
        side(&reads[0]) == Some(scene.base.turn())
            && scene.is_after_pass()
            && matches!(scene.evidence, Evidence::Calculated(_))
            && scene.is_trigger(&reads[1])
            && won_by(scene, &scene.line).is_some_and(|gain| is_sum(step, gain))
    }),
    // Why not.
    ("{L} fails to {L}.", |scene, reads| {
        let kept = scene.score().is_some_and(|score| score.turned().rank() >= 0);
        fails(scene, reads) && !kept
    }),
    ("{L} fails to {L}: it loses {G}.", |scene, reads| fails(scene, reads) && is_lost(scene, &reads[2])),
    ("{L} fails to {L}: it leads to mate in {N}.", |scene, reads| fails(scene, reads) && is_mated(scene, &reads[2])),
    ("{L} lets much of the advantage slip: {L}.", |scene, reads| {
        let kept = scene.score().is_some_and(|score| score.turned().rank() >= 0);
        fails(scene, reads) && kept
    }),
    ("{P} is attacked {W} and guarded {W}, but taking it is wrong.", |scene, reads| {
        let (Read::Times(attacked), Read::Times(guarded)) = (&reads[1], &reads[2]) else { return false };
        let Some((before, m)) = &scene.set_up else { return false };
        let (board, square) = (before.board(), one(reads, 0));
        let count = |by: Color| attackers(board, square, by).len().min(8) as u32;
        let taken = if m.is_en_passant() {
            Square::from_coords(m.to().file(), m.from().map_or(m.to(), |from| from).rank())
        } else {
            m.to()
        };
        all_stand(board, reads)
            && m.is_capture()
            && taken == square
            && count(before.turn()) == *attacked
            && count(!before.turn()) == *guarded
            && m.from().and_then(|from| capture(board, from, square)).is_none_or(|gain| gain >= 100)
    }),
    // The plan.
    ("The plan: {P} goes to {S}.", |scene, reads| travels(scene, one(reads, 0), &[], one(reads, 1), reads)),
    ("The plan: {P} goes to {S} by way of {S}.", |scene, reads| {
        let Read::Squares(over) = &reads[2] else { return false };
        travels(scene, one(reads, 0), over, one(reads, 1), reads)
    }),
    ("The plan: {P} advances to {S}.", |scene, reads| {
        let (from, to) = (one(reads, 0), one(reads, 1));
        all_stand(scene.base.board(), reads)
            && is_pawn(scene.base.board(), from)
            && color(scene.base.board(), from) == scene.base.turn()
            && from.file() == to.file()
            && way(scene, from)[1..].contains(&to)
    }),
    ("The plan is to castle.", |scene, _| scene.line.iter().skip(2).step_by(2).any(|m| m.is_castle())),
    ("If {P} falls, the king is in time for {P}: {L}.", |scene, reads| {
        let (lost, stopped) = (one(reads, 0), one(reads, 1));
        let last = scene.line.last().filter(|m| m.capture() == Some(PieceType::Pawn));
        all_stand(scene.base.board(), reads)
            && scene.is_whole_line(&reads[2])
            && color(scene.base.board(), lost) == scene.base.turn()
            && color(scene.base.board(), stopped) != scene.base.turn()
            && last.is_some_and(|m| m.to().file() == lost.file())
            && is_drawn(&played(&scene.base, &scene.line))
    }),
    ("If it does not, {P} can become a queen: {L}.", |scene, reads| {
        let Read::Line(tokens) = &reads[1] else { return false };
        let Some(moves) = Scene::plays(tokens, &scene.base, scene.first_number()) else { return false };
        let promotes = |m: &Move| m.promotion() == Some(PieceType::Queen) && m.to().file() == one(reads, 0).file();
        all_stand(scene.base.board(), reads)
            && color(scene.base.board(), one(reads, 0)) == scene.base.turn()
            && moves.len() % 2 == 1
            && moves.last().is_some_and(promotes)
            && !moves.iter().any(|m| m.capture().is_some())
    }),
    // A judged move.
    ("{L} is the best move.", |scene, reads| is_judged(scene, &reads[0], 0.0, 1.0)),
    ("{L} is a good move.", |scene, reads| is_judged(scene, &reads[0], 0.0, 2.0)),
    ("{L} is playable, but it costs {N} % of the winning chances.", |scene, reads| costs(scene, reads, 2.0, 5.0)),
    ("{L} is an inaccuracy: it costs {N} % of the winning chances.", |scene, reads| costs(scene, reads, 5.0, 10.0)),
    ("{L} is a mistake: it costs {N} % of the winning chances.", |scene, reads| costs(scene, reads, 10.0, 15.0)),
    ("{L} is a blunder: it costs {N} % of the winning chances.", |scene, reads| costs(scene, reads, 15.0, 100.0)),
    ("{L} is an inaccuracy: it lets {C} mate in {N}.", |scene, reads| lets_mate(scene, reads, 5.0)),
    ("{L} is a mistake: it lets {C} mate in {N}.", |scene, reads| lets_mate(scene, reads, 10.0)),
    ("{L} is a blunder: it lets {C} mate in {N}.", |scene, reads| lets_mate(scene, reads, 15.0)),
    ("{L} hastens the end: {C} mates in {N} instead of {N}.", |scene, reads| {
        let (&Read::Number(moves), &Read::Number(best)) = (&reads[2], &reads[3]) else { return false };
        let known = matches!(scene.around.best, Some((_, Score::MatedIn(known))) if known == best);
        let mated = matches!(scene.score(), Some(Score::MatedIn(told)) if told == moves);
        scene.is_whole_line(&reads[0]) && side(&reads[1]) == Some(!scene.base.turn()) && known && mated && moves < best
    }),
    ("{L} lets a mate in {N} slip.", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        let slipped = matches!(scene.around.best, Some((_, Score::MateIn(known))) if known == moves);
        scene.is_whole_line(&reads[0]) && slipped && !matches!(scene.score(), Some(Score::MateIn(_)))
    }),
    ("The answer is {L}.", |scene, reads| scene.set_up.is_some() && scene.is_whole_line(&reads[0])),
    ("The answer is {L}, which wins {G}.", |scene, reads| {
        scene.set_up.is_some() && scene.is_whole_line(&reads[0]) && is_lost(scene, &reads[1])
    }),
    ("The answer is {L}, which mates in {N}.", |scene, reads| {
        scene.set_up.is_some() && scene.is_whole_line(&reads[0]) && is_mated(scene, &reads[1])
    }),
    // Alternatives.
    ("{L} ({A}).", |scene, reads| {
        let Read::Score(said) = reads[1] else { return false };
        scene.is_whole_line(&reads[0]) && scene.score().is_some_and(|score| centipawns(score) == said)
    }),
    ("{L} (mate in {N}).", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        scene.is_whole_line(&reads[0]) && scene.score() == Some(Score::MateIn(moves))
    }),
    ("{L} (mated in {N}).", |scene, reads| {
        let Read::Number(moves) = reads[1] else { return false };
        scene.is_whole_line(&reads[0]) && scene.score() == Some(Score::MatedIn(moves))
    }),
];

pub fn side(read: &Read) -> Option<Color> {
    if let Read::Side(side) = read { Some(*side) } else { None }
}

/// A score in centipawns; a win without a distance counts as ten pawns.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        other if other.rank() == 0 => 0,
        other => 1_000 * other.rank().signum(),
    }
}

/// Winning chances in points, on the curve that Lichess publishes.
fn chance(score: Score) -> f64 {
    let pawns = f64::from(centipawns(score).clamp(-1_000, 1_000)) / 100.0;
    100.0 / (1.0 + (-0.368_208 * pawns).exp())
}

/// Whether points are told to the nearest whole one.
fn is_points(said: u32, points: f64) -> bool {
    (f64::from(said) - points).abs() <= 0.5 + 1e-6
}

/// Score, side, word and material of a headline.
fn is_assessed(scene: &Scene, reads: &[Read], better: Option<Color>, least: i32, below: i32) -> bool {
    let (Read::Score(said), Some(score)) = (&reads[0], scene.score()) else { return false };
    let for_white = if scene.base.turn().is_white() { score } else { score.turned() };
    let guessed = matches!(score, Score::Centipawns(_));
    let is_better = match better {
        Some(Color::White) => *said > 0,
        Some(Color::Black) => *said < 0,
        None => true,
    };
    guessed
        && centipawns(for_white) == *said
        && (least..below).contains(&said.abs())
        && is_better
        && is_balance(&scene.base, &reads[1])
}

/// Whether the material is as it was read.
fn is_balance(position: &Position, read: &Read) -> bool {
    let Read::Material(Material { side, more, less, exchange }) = read else { return false };
    let kinds = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
    let board = position.board();
    let count = |color: Color, kind| (board.by_color(color) & board.by_role(kind)).count() as i32;
    let owner = side.unwrap_or(Color::White);
    let said = |pieces: &[(PieceType, usize)], kind| {
        pieces.iter().filter(|(known, _)| *known == kind).map(|(_, count)| *count as i32).sum::<i32>()
    };
    let difference = |kind| count(owner, kind) - count(!owner, kind);
    if *exchange {
        let minors = difference(PieceType::Bishop) + difference(PieceType::Knight);
        let balanced = difference(PieceType::Bishop).abs() + difference(PieceType::Knight).abs() == 1;
        let pawns = said(more, PieceType::Pawn) - said(less, PieceType::Pawn);
        return difference(PieceType::Rook) == 1
            && minors == -1
            && balanced
            && difference(PieceType::Queen) == 0
            && difference(PieceType::Pawn) == pawns;
    }
    kinds.into_iter().all(|kind| difference(kind) == said(more, kind) - said(less, kind))
        && side.is_some() != more.is_empty()
}

/// The recommended line: legal, told as a whole, and long enough unless the game ends.
fn is_recommended(scene: &Scene, read: &Read) -> bool {
    scene.is_whole_line(read)
        && scene.base == scene.around.root
        && scene.around.best.is_some_and(|(m, _)| Some(m) == scene.trigger())
        && scene.proof().is_none_or(|proof| check(proof, Some(&ThreeMen)).is_ok())
}

/// What a side has more, in centipawns.
fn lead(position: &Position, side: Color) -> i32 {
    material(position.board(), side) - material(position.board(), !side)
}

/// Whether the side to move has no check to answer and wins nothing by taking or promoting.
fn is_quiet(position: &Position) -> bool {
    let board = position.board();
    let moves = position.legal_moves();
    let wins = |m: &Move| {
        if m.promotion().is_some() && !m.is_capture() {
            return price(&position.play(*m), m.to()).unwrap_or(0)
                < worth(m.promotion().unwrap_or(PieceType::Pawn)) - 100;
        }
        if m.is_en_passant() {
            return price(&position.play(*m), m.to()).unwrap_or(0) < 100;
        }
        m.is_capture() && m.from().and_then(|from| capture(board, from, m.to())).is_some_and(|gain| gain > 0)
    };
    !position.is_check() && !moves.iter().any(wins)
}

/// What the side to move at the start has won where the line comes to rest last.
fn settled(start: &Position, moves: &[Move]) -> Option<i32> {
    let side = start.turn();
    let mut here = start.clone();
    let mut won = None;
    for &m in moves {
        here = here.play(m);
        if is_quiet(&here) {
            won = Some(lead(&here, side) - lead(start, side));
        }
    }
    won
}

/// What the line of a calculated claim wins.
fn won_by(scene: &Scene, line: &[Move]) -> Option<i32> {
    settled(&scene.base, line).filter(|gain| *gain >= 100)
}

/// What the move before the line loses, where the line comes to rest.
fn is_lost(scene: &Scene, read: &Read) -> bool {
    let (Read::Sum(step), Some((before, m))) = (read, &scene.set_up) else { return false };
    let whole = [&[*m][..], &scene.line].concat();
    settled(before, &whole).is_some_and(|gain| gain <= -100 && is_sum(*step, -gain))
}

fn is_mated(scene: &Scene, read: &Read) -> bool {
    let Read::Number(moves) = read else { return false };
    scene.score() == Some(Score::MateIn(*moves))
}

/// The move that fails, and the whole line that shows it; by fifteen points at least.
fn fails(scene: &Scene, reads: &[Read]) -> bool {
    let (Read::Line(tokens), Some((before, m))) = (&reads[0], &scene.set_up) else { return false };
    let (Some((_, best)), Some(score)) = (scene.around.best, scene.score()) else { return false };
    Scene::plays(tokens, before, before.fullmoves()).as_deref() == Some(&[*m][..])
        && scene.is_whole_line(&reads[1])
        && *before == scene.around.root
        && chance(best) - (100.0 - chance(score)) >= 12.0 - 1e-6
}

/// A threat that was there after a pass, and the move that stops it, if it does.
fn stopped(scene: &Scene, read: &Read) -> Option<(Move, Move)> {
    let Read::Line(tokens) = read else { return None };
    let passed = scene.base.pass()?;
    let number = passed.fullmoves() + u32::from(passed.turn().is_white());
    let [threat] = Scene::plays(tokens, &passed, number)?[..] else { return None };
    let (m, after) = (scene.trigger()?, scene.after()?);
    // The same move, if it can still be played.
    let still = after.legal_moves().iter().copied().find(|later| {
        (later.from(), later.to(), later.promotion(), later.role())
            == (threat.from(), threat.to(), threat.promotion(), threat.role())
    });
    let Evidence::Proven(proof) = &scene.evidence else {
        // An advisor saw it: it must have been possible, and a capture must not win now.
        let wins = still.is_some_and(|later| {
            later.is_capture() && later.from().and_then(|from| capture(after.board(), from, later.to())) >= Some(100)
        });
        return (scene.score().is_some() && !wins).then_some((threat, m));
    };
    let proof: Certificate = proof.to_string().parse().ok()?;
    let was = check(&proof, Some(&ThreeMen)).is_ok() && proof.position == passed && proof.first == threat;
    let goal = match proof.claim {
        Payoff::Mate(moves) => Goal::Mate { within: Some(moves) },
        Payoff::Gain(gain) => Goal::Gain(gain),
        Payoff::Win => Goal::Gain(500),
    };
    let is = still.is_some_and(|later| can_be_proven(after, later, goal, 2_000));
    (was && !is).then_some((threat, m))
}

/// What the recommended move threatens: proven from the position in which the opponent has passed.
fn is_threat(scene: &Scene, read: &Read, shows: impl Fn(Payoff) -> bool) -> bool {
    let Read::Line(tokens) = read else { return false };
    let Some(first) = scene.trigger() else { return false };
    let waits = match (scene.around.best, scene.around.played) {
        (Some((best, _)), _) | (None, Some(best)) => scene.around.root.play(best).pass(),
        _ => None,
    };
    waits.as_ref() == Some(&scene.base)
        && Scene::plays(tokens, &scene.base, scene.first_number()).as_deref() == Some(&[first][..])
        && scene.proven().is_some_and(shows)
}

/// Something about the first move: where it began, where it ends, and the position after it.
fn moved(scene: &Scene, holds: impl Fn(Square, Square, &Position) -> bool) -> bool {
    let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
    m.from().is_some_and(|from| holds(from, m.to(), after))
}

/// The position in which the opponent has passed after the first move.
fn waiting(scene: &Scene) -> Option<Position> {
    scene.after().and_then(Position::pass)
}

/// The follow-up that was read, if it is the line's and could be played after a pass.
fn prepared(scene: &Scene, read: &Read) -> Option<Move> {
    let Read::Line(tokens) = read else { return None };
    let waiting = waiting(scene)?;
    let number = scene.after()?.fullmoves() + u32::from(waiting.turn().is_white());
    let mut later = scene.line.iter().skip(2).step_by(2).zip(number..);
    later.find_map(|(next, number)| {
        let [read] = Scene::plays(tokens, &waiting, number)?[..] else { return None };
        (read == *next).then_some(read)
    })
}

fn trades(scene: &Scene, kinds: &[PieceType]) -> bool {
    let [m, back, ..] = &scene.line[..] else { return false };
    let same = m.capture().is_some_and(|taken| kinds.contains(&taken) && worth(taken) == worth(m.role()));
    same && back.is_capture() && back.to() == m.to()
}

fn develops(scene: &Scene, kind: PieceType, files: [i32; 2]) -> bool {
    let home = if scene.base.turn() == Color::White { 0 } else { 7 };
    moved(scene, |from, to, _| {
        scene.base.board().role_at(from) == Some(kind)
            && from.rank() as i32 == home
            && to.rank() as i32 != home
            && files.contains(&(from.file() as i32))
    })
}

/// How many squares a piece reaches that no own man holds and no enemy pawn covers.
fn reach(position: &Position, from: Square) -> u32 {
    let board = position.board();
    let owner = color(board, from);
    let free = |square: &Square| {
        attacks(board, from, *square)
            && board.color_at(*square) != Some(owner)
            && !attackers(board, *square, !owner).into_iter().any(|enemy| is_pawn(board, enemy))
    };
    Square::ALL.iter().filter(|square| free(square)).count() as u32
}

/// The squares over which an own piece goes in the line.
fn way(scene: &Scene, from: Square) -> Vec<Square> {
    let mut way = vec![from];
    for m in scene.line.iter().step_by(2) {
        if !m.is_castle() && m.from() == way.last().copied() {
            way.push(m.to());
        }
    }
    way
}

/// The position after a line.
fn played(base: &Position, line: &[Move]) -> Position {
    line.iter().fold(base.clone(), |position, &m| position.play(m))
}

/// Whether a table says that nobody wins.
fn is_drawn(position: &Position) -> bool {
    ThreeMen.probe(position).is_some_and(|exact| exact.value == Value::Draw)
}

/// Whether a piece goes along these squares in the line.
fn travels(scene: &Scene, from: Square, over: &[Square], to: Square, reads: &[Read]) -> bool {
    let wanted: Vec<Square> = [&[from][..], over, &[to]].concat();
    all_stand(scene.base.board(), reads)
        && color(scene.base.board(), from) == scene.base.turn()
        && way(scene, from).starts_with(&wanted)
}

/// Whether a judged move loses so many points; mates are compared by the rules of the scheme.
fn is_judged(scene: &Scene, read: &Read, least: f64, below: f64) -> bool {
    let (Some((_, best)), Some(score)) = (scene.around.best, scene.score()) else { return false };
    // A second look may like the move better than the best of the first.
    let lost = (chance(best) - chance(score)).max(0.0);
    let both = matches!((best, score), (Score::MateIn(_), Score::MateIn(_)) | (Score::MatedIn(_), Score::MatedIn(_)));
    let changed = !both && (matches!(best, Score::MateIn(_)) || matches!(score, Score::MatedIn(_)));
    // What a lost or allowed mate deserves depends on what is left: told apart by `by_rest`.
    let fits = if changed { by_rest(best, score, least) } else { lost >= least - 1e-6 && lost < below };
    scene.is_whole_line(read) && scene.line.len() == 1 && fits
}

/// Whether a mate that came or went is judged by what was left: a blunder unless the rest decides.
fn by_rest(best: Score, score: Score, least: f64) -> bool {
    let rest = match (best, score) {
        (Score::MateIn(_), Score::Centipawns(rest)) => rest,
        (Score::Centipawns(rest), Score::MatedIn(_)) => -rest,
        _ => return least >= 15.0 || chance(best) - chance(score) < 15.0,
    };
    match rest {
        1_000.. => (least - 5.0).abs() < 1e-6,
        701.. => (least - 10.0).abs() < 1e-6,
        _ => (least - 15.0).abs() < 1e-6,
    }
}

/// A move after which the other side mates, judged by what was left before.
fn lets_mate(scene: &Scene, reads: &[Read], least: f64) -> bool {
    let Read::Number(moves) = reads[2] else { return false };
    side(&reads[1]) == Some(!scene.base.turn())
        && scene.score() == Some(Score::MatedIn(moves))
        && is_judged(scene, &reads[0], least, 100.0)
}

fn costs(scene: &Scene, reads: &[Read], least: f64, below: f64) -> bool {
    let (Some((_, best)), Some(score)) = (scene.around.best, scene.score()) else { return false };
    let Read::Number(points) = reads[1] else { return false };
    is_points(points, (chance(best) - chance(score)).max(0.0)) && is_judged(scene, &reads[0], least, below)
}

/// Whether the move of a scene loses so many points.
pub fn judged_as(scene: &Scene, least: f64, below: f64) -> bool {
    let Some(m) = scene.trigger() else { return false };
    let tokens = super::grammar::numbered(&scene.base, m);
    is_judged(scene, &tokens, least, below)
}
