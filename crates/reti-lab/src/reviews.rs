//! What another engine says about reviewed games: do the glyphs hold, is anything missed, are the reasons
//! true?
//!
//! A game is reviewed as a user gets it. The other engine then glances at every position, with a tenth of its
//! nodes; a move that we call a mistake or a blunder, and one that lost `SUSPECT` points at the glance, is
//! looked at with all of them, the position before it and the position after it. Losses are points of
//! Lichess's curve, and the engine's judgement is made of them by the same thresholds as ours
//! (`reti_lessons::judge`). What only a full look at *every* move would show is not seen here: the share of
//! blunders found is of those that the glance suspects.
//!
//! A mistake or a blunder is confirmed if the engine's own judgement is at most one step milder. A reason is
//! confirmed if the move that it speaks of, the reply or the better move, loses less than `GOOD` points by
//! the engine's count.

use reti::{
    advice::{Advisor, Look, Own, Silence},
    annotate::opening,
    chess::{Move, Position},
    pgn::Game,
};
use reti_lessons::{
    judge::{self, Judgement},
    review::{self, Effort, Played, Review, Reviewed, Watch},
};
use reti_search::{advice::Informed, probe::Probe};

use crate::wire;

/// Points lost at a glance from which on a move is looked at again.
const SUSPECT: f64 = 8.0;
/// The part of the nodes that a glance gets.
const GLANCE: u64 = 10;
/// Points that the move of a reason may lose.
const GOOD: f64 = 10.0;
/// Points that an inaccuracy must lose at a glance to be something.
const SOMETHING: f64 = 2.5;

/// Who reviews games, how hard, and who has the second opinion.
pub struct Bench<'b> {
    /// Our engine.
    pub advisor: &'b mut Own<'static>,
    /// Exact values.
    pub tables: &'b dyn Probe,
    /// How hard we look.
    pub effort: Effort,
    /// The other engine.
    pub engine: &'b mut dyn Advisor,
    /// Its nodes for a look.
    pub nodes: u64,
}

impl Bench<'_> {
    /// A review as a user gets it, and the CPU seconds that it took. The advisor sees the side that moved first
    /// as White, so that mirrored games give mirrored reviews.
    pub fn review(&mut self, game: &Game, positions: &[Position]) -> Result<(Review, f64), Silence> {
        let book = opening::opening(positions).map_or(0, |opening| opening.plies);
        let before = own_seconds();
        self.advisor.face(game.start.turn());
        let mut informed = Informed { tables: self.tables, otherwise: &mut *self.advisor };
        let played = Played { positions, moves: &game.moves, book };
        let review = review::review(played, &mut informed, self.tables, true, &self.effort, Watch::default())?;
        Ok((review, own_seconds() - before))
    }
}

/// Counts of what was said and what was confirmed.
#[derive(Default)]
pub struct Reviews {
    figures: wire::ReviewBench,
}

impl Reviews {
    /// Reviews a game and puts the review to the engine.
    pub fn add(&mut self, game: &Game, bench: &mut Bench<'_>) -> Result<(), Silence> {
        let positions = game.positions();
        let (review, seconds) = bench.review(game, &positions)?;
        self.figures.cpu_seconds += seconds;
        self.figures.games += 1;
        self.figures.plies += game.moves.len();
        let (engine, nodes) = (&mut *bench.engine, bench.nodes);
        engine.forget();
        let mut glances = Vec::with_capacity(positions.len());
        for position in &positions {
            glances.push(engine.best(position, nodes / GLANCE, 1)?);
        }
        for ply in 0..game.moves.len() {
            self.one(game, &positions, &review, &glances, ply, engine, nodes)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one move with all that is known about its game")]
    fn one(
        &mut self,
        game: &Game,
        positions: &[Position],
        review: &Review,
        glances: &[Look],
        ply: usize,
        engine: &mut dyn Advisor,
        nodes: u64,
    ) -> Result<(), Silence> {
        let (position, m, ours) = (&positions[ply], game.moves[ply], &review.moves[ply]);
        if position.legal_moves().len() < 2 {
            return Ok(());
        }
        let glance = Opinion::of(&glances[ply], &glances[ply + 1], m);
        let fault = ours.fault.unwrap_or(Judgement::Good);
        let serious = fault >= Judgement::Mistake;
        let suspect = glance.loss >= SUSPECT || glance.judgement >= Judgement::Mistake;
        let figures = &mut self.figures;
        if fault == Judgement::Inaccuracy {
            figures.inaccuracies += 1;
            figures.confirmed_inaccuracies += usize::from(glance.loss >= SOMETHING);
        }
        if fault.is_fault() {
            let told = ours.told();
            figures.glyphs += 1;
            figures.reasoned += usize::from(told.iter().any(|claim| review::is_reason(claim)));
            for claim in told {
                let Some(trigger) = claim.trigger() else { continue };
                let nodes = nodes / 3;
                engine.forget();
                let lost = loss_of(engine, &claim.base, trigger, nodes)?;
                figures.reasons += 1;
                figures.confirmed_reasons += usize::from(lost < GOOD);
                if lost >= GOOD {
                    figures.notes.push(note((game, ply), ours, "reason", (&claim.base, trigger), lost));
                }
            }
        }
        if !serious && !suspect {
            return Ok(());
        }
        // What the engine says must not depend on which other moves it is asked about.
        engine.forget();
        let best = engine.best(position, nodes, 1)?;
        let after = engine.best(&positions[ply + 1], nodes, 1)?;
        let theirs = Opinion::of(&best, &after, m);
        if serious {
            figures.serious += 1;
            let confirmed = theirs.judgement >= one_below(fault);
            figures.confirmed += usize::from(confirmed);
            if !confirmed {
                figures.notes.push(note((game, ply), ours, "glyph", (position, m), theirs.loss));
            }
        }
        if theirs.judgement == Judgement::Blunder {
            figures.blunders += 1;
            figures.found += usize::from(fault >= Judgement::Mistake);
            figures.marked += usize::from(fault.is_fault());
            if fault < Judgement::Mistake {
                figures.notes.push(note((game, ply), ours, "overlooked", (position, m), theirs.loss));
            }
        }
        Ok(())
    }

    /// The figures.
    pub fn report(&self) -> wire::ReviewBench {
        let figures = &self.figures;
        // Forty moves are eighty plies.
        let game_seconds = figures.cpu_seconds * 80.0 / figures.plies.max(1) as f64;
        wire::ReviewBench { game_seconds: (game_seconds * 100.0).round() / 100.0, ..figures.clone() }
    }
}

/// What the engine thinks of a move.
struct Opinion {
    judgement: Judgement,
    loss: f64,
}

impl Opinion {
    /// By its looks at the positions before and after the move.
    fn of(best: &Look, after: &Look, m: Move) -> Opinion {
        let played = after.clone().before(m).score;
        if best.best() == Some(m) || played.rank() >= best.score.rank() {
            return Opinion { judgement: Judgement::Best, loss: 0.0 };
        }
        Opinion { judgement: Judgement::of(best.score, played), loss: judge::loss(best.score, played) }
    }
}

/// The mildest judgement that still confirms one.
fn one_below(judgement: Judgement) -> Judgement {
    match judgement {
        Judgement::Blunder => Judgement::Mistake,
        Judgement::Mistake => Judgement::Inaccuracy,
        _ => Judgement::Best,
    }
}

/// Points that a move loses by the engine's count.
fn loss_of(engine: &mut dyn Advisor, position: &Position, m: Move, nodes: u64) -> Result<f64, Silence> {
    let best = engine.best(position, nodes, 1)?;
    if best.best() == Some(m) {
        return Ok(0.0);
    }
    let after = engine.after(position, m, nodes)?;
    Ok(judge::loss(best.score, after.score))
}

/// What is written down about a move that the engine does not confirm, or that we overlooked. `ours` is our
/// review of the move of the game, `base` where the move that is spoken of is played.
fn note(
    (game, ply): (&Game, usize),
    ours: &Reviewed,
    what: &str,
    (base, m): (&Position, Move),
    lost: f64,
) -> wire::ReviewNote {
    let rounded = |points: f64| (points * 10.0).round() / 10.0;
    wire::ReviewNote {
        game: game.number,
        ply: ply + 1,
        fen: base.fen(),
        what: what.to_owned(),
        san: base.san(m),
        ours: ours.fault.unwrap_or(Judgement::Good).name().to_owned(),
        lost: rounded(lost),
        our_loss: rounded(ours.loss),
        at_first: rounded(ours.at_first),
    }
}

/// Processor seconds of this process, engines that it started not counted; zero where the system does not
/// tell.
pub(crate) fn own_seconds() -> f64 {
    /// Of a second, as Linux counts.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program may contain anything, and ends with a bracket.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / TICKS
}
