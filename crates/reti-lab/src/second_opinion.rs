//! What another engine says about lessons: are the words right, the advice good, the gains real, the
//! refutations refutations, and do the reasons tell one move from another?
//!
//! Each lesson is made as a user gets it; the engine then looks with a fixed number of nodes at the position,
//! at the recommended move, at every move that is said to win, and at every move that is said to fail. Losses
//! are points of Lichess's curve. What the engine thinks tempting is its own business too: a move that it
//! ranks with the best at a glance and that fails at its full look.

use reti::{
    advice::{Advisor, Game, Line, Look, Question, Silence, Source},
    chess::{Move, Position},
    explain::{Budget, Desk, Explainer, Lesson, Level, TeachabilityWeights, coach},
};
use reti_lessons::{
    claim::{Claim, What, Word},
    reason::{self, Case, Reason},
};
use reti_search::bitbase::ThreeMen;

use crate::wire;

/// Points of winning chances beyond which a recommended move is no good advice.
const GOOD_ADVICE: f64 = 5.0;
/// Points beyond which a move that is said to win does not.
const FALSE_WIN: f64 = 10.0;
/// Points that a refuted move must lose by the other engine's count.
const REFUTED: f64 = 10.0;
/// Points by which a shallow and a deep look must disagree for a move to be tempting.
const TEMPTING: f64 = 15.0;
/// A glance's part of the nodes, and how many moves it compares.
const GLANCE: u64 = 50;
/// How many moves the glance compares.
const COMPARED: usize = 4;
/// How many alternatives a coach shows.
const SHOWN: usize = 3;

/// Counts of what was asked and what was answered.
#[derive(Default)]
pub struct Opinions {
    figures: wire::LessonOpinions,
}

impl Opinions {
    /// Puts a position's lesson to the engine; `chance` picks the random move.
    pub fn add(
        &mut self,
        id: &str,
        position: &Position,
        explainer: &Explainer<'_>,
        engine: &mut dyn Advisor,
        nodes: u64,
        chance: u64,
    ) -> Result<(), Silence> {
        let lesson = explainer.explain(position)?;
        engine.forget();
        let truth = engine.best(position, nodes, 1)?;
        let figures = &mut self.figures;
        figures.positions += 1;
        let Some(m) = lesson.best_move() else { return Ok(()) };
        words(figures, &lesson, &truth, position);
        let mut loss = |m: Move| -> Result<f64, Silence> {
            if truth.best() == Some(m) {
                return Ok(0.0);
            }
            let after = engine.after(position, m, nodes)?;
            Ok((truth.score.chance() - after.score.chance()).max(0.0))
        };
        let lost = loss(m)?;
        figures.good_advice += usize::from(lost <= GOOD_ADVICE);
        if lost > GOOD_ADVICE {
            figures.notes.push(note(id, position, "advice", m, lost));
        }
        for claim in lesson.best.iter().filter(is_win) {
            if let Some(m) = claim.trigger() {
                let lost = loss(m)?;
                figures.wins += 1;
                figures.false_wins += usize::from(lost > FALSE_WIN);
                if lost > FALSE_WIN {
                    figures.notes.push(note(id, position, "wins", m, lost));
                }
            }
        }
        for claim in &lesson.why_not {
            let (What::WhyNot(_), Some((_, m))) = (&claim.what, &claim.set_up) else { continue };
            let lost = loss(*m)?;
            figures.refutations += 1;
            figures.confirmed += usize::from(lost >= REFUTED);
            if lost < REFUTED {
                figures.notes.push(note(id, position, "refutation", *m, lost));
            }
        }
        reasons(figures, &lesson, position, chance);
        if let Some((m, lost)) = temptation(engine, position, &truth, nodes)? {
            figures.tempting += 1;
            figures.told_why_not += usize::from(!lesson.why_not.is_empty());
            if lesson.why_not.is_empty() {
                figures.notes.push(note(id, position, "tempting", m, lost));
            }
        }
        Ok(())
    }

    /// Asks the coach about a position and puts the moves that he shows to the engine.
    pub fn add_coach(
        &mut self,
        id: &str,
        position: &Position,
        budget: Budget,
        engine: &mut dyn Advisor,
        nodes: u64,
    ) -> Result<(), Silence> {
        let mut desk = Desk::own(position, &ThreeMen);
        let asked = (budget, Level::CLUB);
        let shown = coach(&mut desk, position, None, SHOWN, &TeachabilityWeights::default(), asked)?;
        if shown.is_empty() {
            return Ok(());
        }
        engine.forget();
        let truth = engine.best(position, nodes, 1)?;
        let figures = &mut self.figures;
        figures.coached += 1;
        let mut least = f64::INFINITY;
        for m in shown.iter().filter_map(|alternative| alternative.claim.trigger()) {
            let lost = if truth.best() == Some(m) {
                0.0
            } else {
                (truth.score.chance() - engine.after(position, m, nodes)?.score.chance()).max(0.0)
            };
            least = least.min(lost);
            figures.coach_moves += 1;
            figures.coach_bad += usize::from(lost > FALSE_WIN);
            if lost > FALSE_WIN {
                figures.notes.push(note(id, position, "coach", m, lost));
            }
        }
        figures.coach_has_best += usize::from(least <= GOOD_ADVICE);
        Ok(())
    }

    /// The figures.
    pub fn report(&self) -> wire::LessonOpinions {
        self.figures.clone()
    }
}

fn note(id: &str, position: &Position, what: &str, m: Move, lost: f64) -> wire::LessonNote {
    wire::LessonNote { id: id.to_owned(), fen: position.fen(), what: what.to_owned(), san: position.san(m), lost }
}

fn is_win(claim: &&Claim) -> bool {
    matches!(claim.what, What::Reason(Reason::Wins(_)) | What::Wins { .. })
}

/// Are the words the same, and how far off?
fn words(figures: &mut wire::LessonOpinions, lesson: &Lesson, truth: &Look, position: &Position) {
    let Some((assessment, _)) = lesson.assessment() else { return };
    let step = |score: reti::score::Score| {
        let size = match Word::of(score) {
            Word::AboutEqual | Word::Drawn => 0,
            Word::SlightlyBetter => 1,
            Word::MuchBetter => 2,
            Word::Winning | Word::Mates | Word::Won => 3,
        };
        size * score.rank().signum()
    };
    let theirs = if position.turn().is_white() { truth.score } else { truth.score.turned() };
    let off = (step(assessment.score) - step(theirs)).abs();
    figures.same_word += usize::from(off == 0);
    figures.near_word += usize::from(off <= 1);
}

/// Reasons that are told, and whether the same kinds would be told of a random move.
fn reasons(figures: &mut wire::LessonOpinions, lesson: &Lesson, position: &Position, chance: u64) {
    let kinds: Vec<&str> = lesson.best.iter().filter_map(kind).collect();
    let line = lesson.best.first().map_or(0, |claim| claim.line.len());
    let ends = lesson.best.first().is_some_and(|claim| claim.played_out().end().legal_moves().is_empty());
    figures.complete += usize::from(!kinds.is_empty() && (line >= 4 || ends));
    if kinds.is_empty() {
        let m = lesson.best_move().map(|m| note("", position, "no reason", m, 0.0));
        figures.notes.extend(m);
    }
    let others: Vec<Move> = position.legal_moves().into_iter().filter(|m| Some(*m) != lesson.best_move()).collect();
    let Some(&other) = others.get((chance % others.len().max(1) as u64) as usize) else { return };
    let mut desk = Desk::own(position, &ThreeMen);
    let Ok(look) = desk.after(position, other, 30_000) else { return };
    let mut case = Case::new(position, other, &look);
    case.threats = &lesson.threats;
    // Of the other moves the recommended one is the best.
    let best = recommended(lesson);
    case.second = best.as_ref();
    let found = reason::reasons(&case, &mut desk, Budget::FAST, Level::CLUB);
    let random: Vec<&str> = found.iter().filter_map(kind).collect();
    figures.reasons += kinds.len();
    figures.random_reasons += kinds.iter().filter(|kind| random.contains(kind)).count();
    for kind in kinds {
        let entry = figures.by_reason.entry(kind.to_owned()).or_default();
        entry.told += 1;
        entry.random += usize::from(random.contains(&kind));
    }
}

/// The look behind the recommended move.
fn recommended(lesson: &Lesson) -> Option<Look> {
    let best = lesson.best.first()?;
    let What::Best { score } = best.what else { return None };
    let lines = vec![Line { score, moves: best.line.clone() }];
    Some(Look { by: Source::Reti, nodes: 0, depth: 0, score, lines })
}

fn kind(claim: &Claim) -> Option<&'static str> {
    match &claim.what {
        What::Reason(reason) => Some(reason.name()),
        What::Wins { .. } => Some("wins"),
        _ => None,
    }
}

/// Whether the engine itself likes a move at a glance that it finds to fail.
fn temptation(
    engine: &mut dyn Advisor,
    position: &Position,
    truth: &Look,
    nodes: u64,
) -> Result<Option<(Move, f64)>, Silence> {
    engine.forget();
    let game = Game::new(position.clone());
    let glance = engine.look(&Question { game: &game, nodes: nodes / GLANCE, lines: COMPARED, only: &[] })?;
    for line in &glance.lines {
        let Some(&m) = line.moves.first().filter(|m| Some(**m) != truth.best()) else { continue };
        if glance.score.chance() - line.score.chance() > 6.0 {
            continue;
        }
        let after = engine.after(position, m, nodes)?;
        if truth.score.chance() - after.score.chance() >= TEMPTING {
            return Ok(Some((m, truth.score.chance() - after.score.chance())));
        }
    }
    Ok(None)
}
