//! Comments on the moves of a game, read back with the claims of its review.

use reti::{annotate, pgn::Game};
use reti_core::chess::Position;
use reti_lessons::{
    claim::{Claim, What},
    judge::Judgement,
    review::{Effort, Played, Praise, Review, Reviewed, Watch, review},
    words::Words,
};
use reti_search::{
    advice::{Advisor, Informed},
    bitbase::ThreeMen,
    score::Score,
};

use super::{
    Tally, Truth,
    board::worth,
    claims::{Around, Scene, SceneCheck},
    grammar::{Read, is_sum},
    lesson::judged_as,
    motifs::{one, price},
    read_all, text_in,
};

/// What a review says by itself.
pub const ANNOTATIONS: &[(&str, SceneCheck)] = &[
    ("Inaccuracy.", |scene, _| judged_as(scene, 5.0, 10.0)),
    ("Mistake.", |scene, _| judged_as(scene, 10.0, 15.0)),
    ("Blunder.", |scene, _| judged_as(scene, 15.0, 101.0)),
    ("Inaccuracy: it lets a mate in {N} slip.", |scene, reads| slips(scene, reads) && judged_as(scene, 5.0, 10.0)),
    ("Mistake: it lets a mate in {N} slip.", |scene, reads| slips(scene, reads) && judged_as(scene, 10.0, 15.0)),
    ("Blunder: it lets a mate in {N} slip.", |scene, reads| slips(scene, reads) && judged_as(scene, 15.0, 101.0)),
    ("This punishes {L}.", |scene, reads| {
        let (Read::Line(tokens), Some((before, m))) = (&reads[0], &scene.set_up) else { return false };
        Scene::plays(tokens, before, before.fullmoves()).as_deref() == Some(&[*m][..]) && scene.proven().is_some()
    }),
    ("A sacrifice: by exchanges on {S} it loses {G}, and it is still the best move.", |scene, reads| {
        let Read::Sum(step) = reads[1] else { return false };
        let (Some(m), Some(after)) = (scene.trigger(), scene.after()) else { return false };
        let taken = m.capture().map_or(0, worth);
        let lost = price(after, m.to()).unwrap_or(0) - taken;
        let is_best = scene.around.best.is_some_and(|(best, _)| best == m);
        one(reads, 0) == m.to() && is_best && lost > 0 && is_sum(step, lost)
    }),
    ("Mate.", |scene, _| scene.positions.last().is_some_and(Position::is_checkmate)),
];

fn slips(scene: &Scene, reads: &[Read]) -> bool {
    let Read::Number(moves) = reads[0] else { return false };
    matches!(scene.around.best, Some((_, Score::MateIn(known))) if known == moves)
        && !matches!(scene.score(), Some(Score::MateIn(_)))
}

/// Little effort, with praise.
pub fn effort() -> Effort {
    Effort { praise: true, parallel: true, ..Effort::FAST }
}

/// Reviews a game quickly and reads every comment.
pub fn check_game(game: &Game, tally: &mut Tally) {
    let positions = game.positions();
    let mut own = annotate::own_advisor(2);
    let mut informed = Informed { tables: &ThreeMen, otherwise: &mut own as &mut dyn Advisor };
    let played = Played { positions: &positions, moves: &game.moves, book: 0 };
    let found = review(played, &mut informed, &ThreeMen, true, &effort(), Watch::default()).unwrap();
    for ply in 0..game.moves.len() {
        tally.positions += 1;
        match read_comment(game, &positions, &found, ply) {
            Ok(truths) => tally.add_truths(truths),
            Err(error) => tally.complaints.push(format!("{} {:?}: {error}", positions[ply].fen(), game.moves[ply])),
        }
    }
}

/// The sentences of a comment, or what is wrong with it.
pub fn read_comment(game: &Game, positions: &[Position], found: &Review, ply: usize) -> Result<Vec<Truth>, String> {
    let words = Words::english();
    let (position, m, reviewed) = (&positions[ply], game.moves[ply], &found.moves[ply]);
    let before = ply.checked_sub(1);
    let last = before.map(|at| Words::numbered(&positions[at], positions[at].fullmoves(), &[game.moves[at]]));
    let comment = words.remark(position, m, reviewed, last.as_deref());
    let around = |best| Around { root: position.clone(), played: Some(m), best, last: before.map(|at| game.moves[at]) };
    let mut parts: Vec<(Scene, String)> = Vec::new();
    let mut rest = comment.as_str();
    if let (Some(_), Some(lesson)) = (reviewed.fault, &reviewed.lesson) {
        let told = lesson.played.as_ref().ok_or("a fault that was not judged")?;
        let first = lesson.best_move().map(|best| (best, reviewed.best));
        let around = around(first);
        let end = comment.find(". ").map_or(comment.len(), |at| at + 1);
        parts.push((Scene::new(told, &around)?, comment[..end].to_owned()));
        for claim in reviewed.told() {
            parts.push((Scene::new(claim, &around)?, text_in(claim, true)));
        }
    } else if let Some(praise) = &reviewed.praise {
        let claim = praise.claim();
        let best = match praise {
            Praise::Only(_) | Praise::Brilliant { .. } => Some((m, reviewed.best)),
            _ => None,
        };
        let mut scene = Scene::new(claim, &around(best))?;
        let text = if let Praise::Brilliant { .. } = praise {
            comment.clone()
        } else if let Praise::Punishes(_) = praise {
            let at = before.ok_or("nothing was punished")?;
            if found.moves[at].fault < Some(Judgement::Mistake) {
                return Err("what was punished was no mistake".to_owned());
            }
            scene.set_up = Some((positions[at].clone(), game.moves[at]));
            comment.clone()
        } else {
            words.claim(claim)
        };
        parts.push((scene, text));
    } else if !comment.is_empty() {
        parts.push((bare(position, m, reviewed, &around(None))?, comment.clone()));
    }
    let mut truths = Vec::new();
    for (scene, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
        rest =
            rest.strip_prefix(&text).ok_or_else(|| format!("another comment than its claims: {comment}"))?.trim_start();
        truths.extend(read_all(&scene, &text)?);
    }
    if rest.is_empty() { Ok(truths) } else { Err(format!("more than its claims: {rest}")) }
}

/// A move without any claim.
fn bare(position: &Position, m: reti_core::chess::Move, reviewed: &Reviewed, around: &Around) -> Result<Scene, String> {
    let evidence = reti_lessons::claim::Evidence::Exact(reviewed.score);
    Scene::new(&Claim::of_line(position, &[m], What::Best { score: reviewed.score }, evidence), around)
}
