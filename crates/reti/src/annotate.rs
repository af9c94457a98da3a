//! A game with what there is to say about it.
//!
//! Every position of the game is evaluated from the last to the first, so that what the evaluator
//! finds out late it already knows early; moves that seem to lose something are looked at again with a
//! larger budget (seed 000, section 6.4: screen widely, validate deeply). Beside that the proven
//! opportunities of every position are collected; a proven mate overrules the evaluator. From both
//! come judgements, comments, variations and the summary: one [`wire::AnnotatedGame`], which PGN,
//! text, JSON and the page in HTML only show.

pub mod chance;
mod comment;
pub mod evaluator;
pub mod many;
pub mod opening;
mod pgn;
mod proven;
pub mod report;
mod summary;
mod text;

use std::io;

use rayon::prelude::*;
use reti_core::{
    chess::{Move, Position},
    fragility::{Mode, fragility_of},
    relation::Relations,
    tactic,
    value::{Value, balance},
};
use reti_search::{
    engine::{self, Score},
    opportunity::Effort,
    probe::Probe,
};

use crate::{
    pgn::Game,
    proof::san_line,
    sentence::Words,
    wire::{self, AnnotatedGame, AnnotatedMove},
};
use chance::{Judgement, Scheme, Step};
use comment::{Memory, Moment, Remark};
use evaluator::{Evaluator, Opinion, for_white};
use proven::{Proven, scan};

pub use pgn::{pgn, variation};
pub use text::text;

/// Paul Morphy's game at the opera, Paris 1858: what `--sample` annotates.
pub const SAMPLE: &str = "[Event \"Opera House\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n\
    [White \"Morphy, Paul\"]\n[Black \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n\
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

/// How to annotate.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches that do not depend on each other")]
pub struct Options<'w> {
    /// The language of comments.
    pub words: &'w Words,
    /// Nodes for each position. Moves that seem bad get more; very long games less, so that a game
    /// takes no longer than one of 200 plies.
    pub nodes: u64,
    /// What the search for proofs may spend on a position.
    pub effort: Effort,
    /// Whether proofs are looked for everywhere, or only beside moves that the evaluator dislikes.
    pub everywhere: bool,
    /// Which thresholds make a mistake.
    pub scheme: Scheme,
    /// Order of every position.
    pub order: bool,
    /// Fragility of every position.
    pub fragility: bool,
    /// Whether one game may use all cores.
    pub parallel: bool,
}

impl Default for Options<'static> {
    fn default() -> Options<'static> {
        Options {
            words: Words::english(),
            nodes: 50_000,
            effort: Effort { rank_nodes: 10_000, proof_nodes: 3_000, tries: 2, ..Effort::default() },
            everywhere: true,
            scheme: Scheme::default(),
            order: false,
            fragility: false,
            parallel: true,
        }
    }
}

impl Options<'static> {
    /// Several games a second: small budgets, and proofs only where something seems to have happened.
    pub fn fast() -> Options<'static> {
        Options {
            nodes: 2_000,
            effort: Effort {
                rank_nodes: 1_500,
                plies: 4,
                proof_nodes: 800,
                tries: 1,
                opinion_nodes: 100_000,
                ..Effort::default()
            },
            everywhere: false,
            ..Options::default()
        }
    }
}

impl Options<'_> {
    /// The budget for a position of a game with so many plies.
    fn nodes_in(&self, plies: usize) -> u64 {
        (self.nodes * 200 / plies.max(200) as u64).max(self.nodes.min(500))
    }
}

/// How much more a doubtful move gets.
const SECOND_LOOK: u64 = 4;
/// From which winning chance on nothing needs to be found any more.
const WON: f64 = 0.9;
/// From which lost chance on a move is doubtful.
const DOUBTFUL: f64 = 0.06;

/// Annotates a game, as far as it could be read.
pub fn annotate(
    game: &Game,
    evaluator: &mut dyn Evaluator,
    tables: &(dyn Probe + Sync),
    options: &Options<'_>,
) -> io::Result<AnnotatedGame> {
    let positions = game.positions();
    let opening = opening::opening(&positions);
    evaluator.start_game();
    let nodes = options.nodes_in(game.moves.len());
    let ask = |evaluator: &mut dyn Evaluator| -> io::Result<Vec<Opinion>> {
        let mut opinions = Vec::with_capacity(positions.len());
        for index in (0..positions.len()).rev() {
            opinions.push(opinion(game, &positions, index, evaluator, nodes)?);
        }
        opinions.reverse();
        Ok(opinions)
    };
    let scan_all = |wanted: &[bool]| -> Vec<Vec<Proven>> {
        let look = |(position, &wanted): (&Position, &bool)| {
            if wanted { scan(position, options.effort, tables) } else { Vec::new() }
        };
        if options.parallel {
            positions.par_iter().zip(wanted).map(look).collect()
        } else {
            positions.iter().zip(wanted).map(look).collect()
        }
    };
    let (mut opinions, mut proven) = if options.everywhere {
        let wanted = vec![true; positions.len()];
        if options.parallel {
            let (opinions, proven) = rayon::join(|| ask(evaluator), || scan_all(&wanted));
            (opinions?, proven)
        } else {
            (ask(evaluator)?, scan_all(&wanted))
        }
    } else {
        (ask(evaluator)?, Vec::new())
    };
    proven.resize(positions.len(), Vec::new());
    trust_proofs(&mut opinions, &proven);
    look_again(game, &positions, &mut opinions, evaluator, nodes * SECOND_LOOK)?;
    trust_proofs(&mut opinions, &proven);
    let book = opening.as_ref().map_or(0, |opening| opening.plies);
    let steps: Vec<Step> = (0..game.moves.len()).map(|ply| step(game, &opinions, ply)).collect();
    let judge = |ply: usize| {
        let judgement = steps[ply].judgement(options.scheme);
        // What has a name and was played a thousand times is at worst a blunder.
        judgement.filter(|&judgement| ply >= book || judgement == Judgement::Blunder)
    };
    let judgements: Vec<Option<Judgement>> = (0..steps.len()).map(judge).collect();
    if !options.everywhere {
        let bad = |ply: usize| judgements.get(ply).is_some_and(|judgement| *judgement >= Some(Judgement::Mistake));
        let wanted: Vec<bool> = (0..positions.len()).map(|index| bad(index) || (index > 0 && bad(index - 1))).collect();
        proven = scan_all(&wanted);
    }
    let mut annotated = document(game, &positions, &opinions, opening, evaluator, options);
    let name = short_name(&annotated.evaluator);
    let mut memory = Memory::default();
    for (ply, &played) in game.moves.iter().enumerate() {
        let moment = Moment {
            before: &positions[ply],
            played,
            step: &steps[ply],
            judgement: judgements[ply],
            best_line: &opinions[ply].line,
            mine: &proven[ply],
            theirs: &proven[ply + 1],
            best_reply: opinions[ply + 1].line.first().copied(),
            bad_reply: game.moves.get(ply + 1).copied().filter(|_| judgements[ply + 1].is_some()),
            taken_before: lost_lately(&positions, ply),
            was_won: ply.checked_sub(1).is_some_and(|before| -chance::chance(&opinions[before]) > WON),
            evaluator: &name,
            words: options.words,
        };
        let remark = comment::remark(&moment, ply, &mut memory);
        let mut told = annotated_move(game, &positions, &opinions, ply, &steps[ply], judgements[ply]);
        attach(&mut told, &positions[ply], remark);
        if options.order {
            told.order = Some(tactic::order(&tactic::tactics(&Relations::new(&positions[ply + 1]))).total);
        }
        if options.fragility {
            told.fragility = Some(fragility_of(&positions[ply + 1], Mode::Standard).total);
        }
        annotated.moves.push(told);
    }
    annotated.summary = summary::summary(&annotated, &positions, &opinions, &steps);
    Ok(annotated)
}

/// How many plies back an exchange may have begun.
const EXCHANGE: usize = 4;

/// How much material the side to move has lost in the last plies: what it takes now, it takes back.
fn lost_lately(positions: &[Position], ply: usize) -> i32 {
    let mover = positions[ply].turn();
    let balance = |position: &Position| balance(position.board(), mover);
    let best = positions[ply.saturating_sub(EXCHANGE)..=ply].iter().map(balance).max();
    best.map_or(0, |best| best - balance(&positions[ply]))
}

/// `the engine` for our own and for others by their name.
fn short_name(evaluator: &str) -> String {
    evaluator.split(',').next().unwrap_or(evaluator).to_owned()
}

fn opinion(
    game: &Game,
    positions: &[Position],
    index: usize,
    evaluator: &mut dyn Evaluator,
    nodes: u64,
) -> io::Result<Opinion> {
    if let Some(known) = Opinion::of_finished(&positions[index]) {
        return Ok(known);
    }
    // Repetitions need no more of the past than the moves since the last capture or pawn move.
    let first = index - (positions[index].halfmoves() as usize).min(index);
    let mut past = engine::Game::new(positions[first].clone());
    for &m in &game.moves[first..index] {
        past.play(m);
    }
    evaluator.evaluate(&past, nodes)
}

fn step(game: &Game, opinions: &[Opinion], ply: usize) -> Step {
    let is_best = opinions[ply].line.first() == Some(&game.moves[ply]);
    Step::new(&opinions[ply], &opinions[ply + 1], is_best)
}

/// A proven mate replaces an opinion that does not know it.
fn trust_proofs(opinions: &mut [Opinion], proven: &[Vec<Proven>]) {
    for (opinion, proven) in opinions.iter_mut().zip(proven) {
        let Some((best, mate)) = proven.first().and_then(|best| Some((best, best.claim().mate()?))) else { continue };
        let known = matches!(opinion.score, Score::MateIn(moves) if moves <= mate);
        if !known && opinion.value.is_none() {
            opinion.score = Score::MateIn(mate);
            opinion.line = best.line();
        }
    }
}

/// Doubtful moves are looked at again, from the last to the first.
fn look_again(
    game: &Game,
    positions: &[Position],
    opinions: &mut [Opinion],
    evaluator: &mut dyn Evaluator,
    nodes: u64,
) -> io::Result<()> {
    let mut again = vec![false; positions.len()];
    for ply in 0..game.moves.len() {
        let step = step(game, opinions, ply);
        let mate_changed = step.judgement(Scheme::Lichess).is_some();
        if step.loss() >= DOUBTFUL || mate_changed {
            again[ply] = true;
            again[ply + 1] = true;
        }
    }
    for index in (0..positions.len()).rev().filter(|&index| again[index]) {
        opinions[index] = opinion(game, positions, index, evaluator, nodes)?;
    }
    Ok(())
}

fn document(
    game: &Game,
    positions: &[Position],
    opinions: &[Opinion],
    opening: Option<wire::Opening>,
    evaluator: &dyn Evaluator,
    options: &Options<'_>,
) -> AnnotatedGame {
    AnnotatedGame {
        schema: wire::SCHEMA,
        game: game.number,
        line: game.line,
        name: game.name(),
        tags: game.tags.clone(),
        fen: game.start.fen(),
        result: game.outcome.text(),
        opening,
        evaluator: evaluator.name(),
        scheme: options.scheme.name(),
        evaluation: evaluation(&positions[0], &opinions[0]),
        moves: Vec::with_capacity(game.moves.len()),
        summary: wire::GameSummary::default(),
        problem: game.problem.as_ref().map(ToString::to_string),
    }
}

fn evaluation(position: &Position, opinion: &Opinion) -> wire::Evaluation {
    let turn = position.turn();
    let (cp, mate) = for_white(opinion.score, turn);
    let value = opinion.value.map(|value| match (value, turn.is_white()) {
        (Value::Draw, _) => "draw",
        (Value::Win, true) | (Value::Loss, false) => "win",
        _ => "loss",
    });
    wire::Evaluation { cp, mate, value }
}

fn annotated_move(
    game: &Game,
    positions: &[Position],
    opinions: &[Opinion],
    ply: usize,
    step: &Step,
    judgement: Option<Judgement>,
) -> AnnotatedMove {
    let (before, after, m) = (&positions[ply], &positions[ply + 1], game.moves[ply]);
    AnnotatedMove {
        ply: ply + 1,
        number: game.move_number(ply),
        san: before.san(m),
        uci: before.uci(m),
        fen: after.fen(),
        evaluation: evaluation(after, &opinions[ply + 1]),
        best: opinions[ply].line.first().map(|&best| before.san(best)),
        loss: step.loss(),
        accuracy: step.accuracy(),
        judgement: judgement.map(Judgement::name),
        annotations: Vec::new(),
        comment: String::new(),
        variations: Vec::new(),
        shapes: Vec::new(),
        order: None,
        fragility: None,
    }
}

/// Shapes on one board.
const MOST_SHAPES: usize = 6;

fn attach(told: &mut AnnotatedMove, before: &Position, remark: Remark) {
    told.comment = remark.text;
    told.annotations = remark.annotations;
    told.shapes = remark.shapes;
    told.shapes.dedup();
    told.shapes.truncate(MOST_SHAPES);
    let line = |moves: &Vec<Move>| san_line(before, moves);
    told.variations = remark.lines.iter().map(|(moves, _)| line(moves)).collect();
}
