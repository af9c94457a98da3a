//! A game with what there is to say about it.
//!
//! `reti_lessons::review` looks at the positions and judges the moves, with the claims of lessons; here the
//! review becomes one [`wire::AnnotatedGame`], which PGN, text, JSON and the page in HTML only show.

mod clock;
pub mod many;
pub mod opening;
mod pgn;
pub mod player;
pub mod report;
mod story;
mod summary;
mod text;

use reti_core::{
    chess::{Color, Move, Position},
    fragility::{Mode, fragility_of},
    relation::Relations,
    tactic,
};
use reti_lessons::{
    claim::{Claim, What},
    phase::phases,
    review::{self, Played, Praise, Review, Reviewed},
    words::Words,
};
use reti_search::{
    advice::{Advisor, Own, Silence, Source, Stop},
    probe::Probe,
    score::Score,
};

use crate::{
    explain,
    pgn::Game,
    proof::{san_line, uci_line},
    wire::{self, AnnotatedGame, AnnotatedMove, AnnotationRole},
};

pub use clock::clocks;
pub use pgn::{pgn, variation};
pub use reti_lessons::{
    judge::Scheme,
    review::{Effort, Watch},
};
pub use text::text;

/// Paul Morphy's game at the opera, Paris 1858: what `--sample` annotates.
pub const SAMPLE: &str = "[Event \"Opera House\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n\
    [White \"Morphy, Paul\"]\n[Black \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n\
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

/// How to annotate.
#[derive(Clone, Copy, Debug)]
pub struct Options<'w> {
    /// The language of comments.
    pub words: &'w Words,
    /// How hard to look.
    pub effort: Effort,
    /// Order of every position.
    pub order: bool,
    /// Fragility of every position.
    pub fragility: bool,
    /// Exercises from the game.
    pub exercises: bool,
    /// Who is told how far a game has come, and may end it early.
    pub watch: Watch<'w>,
}

impl Default for Options<'static> {
    fn default() -> Options<'static> {
        Options {
            words: Words::english(),
            effort: Effort::default(),
            order: false,
            fragility: false,
            exercises: false,
            watch: Watch::default(),
        }
    }
}

/// Our own engine for reviews, with a table of so many mebibytes.
pub fn own_advisor(mebibytes: usize) -> Own<'static> {
    Own::new(mebibytes, Color::White)
}

/// The same, whose searches end when nobody wants to know any more.
pub fn own_advisor_until(mebibytes: usize, stop: Stop<'_>) -> Own<'_> {
    Own::new(mebibytes, Color::White).until(stop)
}

/// Annotates a game, as far as it could be read.
pub fn annotate(
    game: &Game,
    advisor: &mut dyn Advisor,
    tables: &dyn Probe,
    options: &Options<'_>,
) -> Result<AnnotatedGame, Silence> {
    let positions = game.positions();
    let book = opening::opening(&positions).map_or(0, |opening| opening.plies);
    let opening = opening::opening_of(game, &positions);
    let own = advisor.source() == Source::Reti;
    let mut informed = reti_search::advice::Informed { tables, otherwise: &mut *advisor };
    let (effort, watch) = (&options.effort, options.watch);
    let played = Played { positions: &positions, moves: &game.moves, book };
    let review = review::review(played, &mut informed, tables, own, effort, watch)?;
    let source = advisor.source();
    let mut annotated = document(game, &positions, &review, opening, &source, options);
    let spoken = spoken(&review);
    let (phases, clocks) = (phases(&positions), clocks(game));
    let left = clock::left(&clocks);
    for (ply, reviewed) in review.moves.iter().enumerate() {
        let mut told = annotated_move(game, &positions, &review, ply, reviewed, options.words);
        if spoken[ply] {
            let last = ply.checked_sub(1).map(|before| {
                Words::numbered(&positions[before], positions[before].fullmoves(), &[game.moves[before]])
            });
            told.comment = options.words.remark(&positions[ply], game.moves[ply], reviewed, last.as_deref());
        }
        told.phase = phases[ply].into();
        (told.clock, told.time_left) = (clocks[ply], left[ply]);
        if options.order {
            told.order = Some(tactic::order(&tactic::tactics(&Relations::new(&positions[ply + 1]))).total);
        }
        if options.fragility {
            told.fragility = Some(fragility_of(&positions[ply + 1], Mode::Standard).total);
        }
        annotated.moves.push(told);
    }
    if options.exercises {
        annotated.exercises =
            crate::exercises::of_review(game, &positions, &review, tables, effort, options.words, watch.stop)?;
    }
    annotated.summary = summary::summary(&annotated, &positions, &review, options.words);
    Ok(annotated)
}

/// Of how many plies one has a comment, at most.
const PLIES_FOR_A_COMMENT: usize = 3;

/// Which moves get a comment: where there are too many, the worst ones and praise.
fn spoken(review: &Review) -> Vec<bool> {
    let mut wanted: Vec<(usize, f64)> = review
        .moves
        .iter()
        .enumerate()
        .filter(|(_, reviewed)| reviewed.fault.is_some() || reviewed.praise.is_some())
        .map(|(ply, reviewed)| (ply, if reviewed.praise.is_some() { 12.0 } else { reviewed.loss }))
        .collect();
    wanted.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    wanted.truncate(review.moves.len().div_ceil(PLIES_FOR_A_COMMENT));
    let mut spoken = vec![false; review.moves.len()];
    for (ply, _) in wanted {
        spoken[ply] = true;
    }
    // A mate on the board is always said.
    if let Some(last) = spoken.last_mut() {
        *last |= review.looks.last().is_some_and(|look| look.score == Score::MatedIn(0));
    }
    spoken
}

fn document(
    game: &Game,
    positions: &[Position],
    review: &Review,
    opening: Option<wire::Opening>,
    source: &Source,
    options: &Options<'_>,
) -> AnnotatedGame {
    AnnotatedGame {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        game: game.number,
        line: game.line,
        name: game.name(),
        tags: game.tags.clone(),
        fen: game.start.fen(),
        result: game.outcome.text().to_owned(),
        opening,
        evaluator: summary::evaluator(source, options.effort.nodes, options.words),
        scheme: options.effort.scheme.into(),
        score: for_white(&positions[0], review.looks[0].score),
        side: wire::Color::White,
        moves: Vec::with_capacity(game.moves.len()),
        summary: wire::GameSummary::default(),
        exercises: Vec::new(),
        problem: game.problem.as_ref().map(ToString::to_string),
    }
}

/// A score for the side to move, as data for White.
fn for_white(position: &Position, score: Score) -> wire::Score {
    explain::score(if position.turn().is_white() { score } else { score.turned() })
}

/// Shapes on one board.
const MAX_SHAPES: usize = 6;

fn annotated_move(
    game: &Game,
    positions: &[Position],
    review: &Review,
    ply: usize,
    reviewed: &Reviewed,
    words: &Words,
) -> AnnotatedMove {
    let (before, after, m) = (&positions[ply], &positions[ply + 1], game.moves[ply]);
    let better = reviewed.lesson.as_ref().and_then(|lesson| lesson.best.first());
    let line: Vec<Move> = match better {
        Some(claim) => claim.line.clone(),
        None => review.looks[ply].line().to_vec(),
    };
    let best = line.first().map(|&first| wire::BestMove {
        first: before.uci(first),
        san: before.san(first),
        line: uci_line(before, &line),
        line_san: san_line(before, &line),
    });
    let mut shapes = match (&reviewed.lesson, &reviewed.praise) {
        (Some(lesson), _) => lesson.threats.first().map(Claim::marks).unwrap_or_default(),
        // The move has been played: its arrow would start from an empty square.
        (None, Some(praise)) => praise.claim().marks().into_iter().filter(|mark| mark.to.is_none()).collect(),
        (None, None) => Vec::new(),
    };
    shapes.dedup();
    shapes.truncate(MAX_SHAPES);
    let variations = match (&reviewed.lesson, reviewed.fault) {
        (Some(_), Some(_)) => vec![san_line(before, &line)],
        _ => Vec::new(),
    };
    // What stands on the board after the move is known from the next position.
    let score = if reviewed.lesson.is_some() {
        turned_for(before, reviewed.score)
    } else {
        for_white(after, review.looks[ply + 1].score)
    };
    AnnotatedMove {
        ply: ply + 1,
        number: game.move_number(ply),
        san: before.san(m),
        first: before.uci(m),
        fen: after.fen(),
        score,
        side: wire::Color::White,
        best,
        loss: (reviewed.loss * 10.0).round() / 10.0,
        accuracy: (reviewed.accuracy() * 10.0).round() / 10.0,
        judgement: reviewed.fault.map(Into::into),
        praise: reviewed.praise.as_ref().map(praise_kind),
        phase: wire::Phase::Opening,
        clock: None,
        time_left: None,
        reasons: reasons(reviewed, words),
        annotations: annotations(reviewed, words),
        comment: String::new(),
        variations,
        shapes: shapes.into_iter().map(explain::shape).collect(),
        order: None,
        fragility: None,
    }
}

fn turned_for(before: &Position, score: Score) -> wire::Score {
    explain::score(if before.turn().is_white() { score } else { score.turned() })
}

/// Why the move was bad, and why another one was better, as lessons give reasons.
fn reasons(reviewed: &Reviewed, words: &Words) -> Vec<wire::Reason> {
    let Some(lesson) = reviewed.lesson.as_ref().filter(|_| reviewed.fault.is_some()) else { return Vec::new() };
    let reason = |name: &str, claim: &Claim| wire::Reason {
        reason: name.to_owned(),
        text: words.claim(claim),
        evidence: explain::evidence(&claim.evidence),
    };
    let mut found: Vec<wire::Reason> = lesson.threats.iter().map(|claim| reason("allows", claim)).collect();
    found.extend(lesson.best.iter().filter_map(|claim| match &claim.what {
        What::Reason(why) => Some(reason(why.name(), claim)),
        What::Wins { .. } => Some(reason("wins", claim)),
        _ => None,
    }));
    found
}

/// What was missed, allowed, found or punished.
fn annotations(reviewed: &Reviewed, words: &Words) -> Vec<wire::Annotation> {
    let one = |role: AnnotationRole, claim: &Claim| wire::Annotation { role, claim: explain::claim(claim, words) };
    let mut found = Vec::new();
    if let Some(lesson) = reviewed.lesson.as_ref().filter(|_| reviewed.fault.is_some()) {
        found.extend(lesson.threats.first().map(|claim| one(AnnotationRole::Allowed, claim)));
        // What was played was not missed, and what comes later in a line begins elsewhere.
        let played = lesson.judgement().map(|judged| judged.played);
        let is_other = |claim: &Claim| claim.base == lesson.position && claim.trigger() != played;
        let wins = |claim: &&Claim| is_other(claim) && claim.evidence.proof().is_some() && !claim.motifs().is_empty();
        found.extend(lesson.best.iter().find(wins).map(|claim| one(AnnotationRole::Missed, claim)));
    }
    match &reviewed.praise {
        Some(Praise::Punishes(claim)) => found.push(one(AnnotationRole::Punished, claim)),
        Some(Praise::Finds(claim)) => found.push(one(AnnotationRole::Found, claim)),
        // What is only calculated is told, but nothing was proven to be found.
        Some(Praise::Only(_) | Praise::Brilliant { .. }) | None => {}
    }
    found
}

fn praise_kind(praise: &Praise) -> wire::PraiseKind {
    match praise {
        Praise::Brilliant { .. } => wire::PraiseKind::Brilliancy,
        Praise::Only(_) => wire::PraiseKind::OnlyMove,
        Praise::Punishes(_) => wire::PraiseKind::Punishment,
        Praise::Finds(_) => wire::PraiseKind::Find,
    }
}
