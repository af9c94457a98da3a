//! The seed's table 8.2, measured: what evaluations are worth under one and the same search.
//!
//! *[Seed 004, section 8]* proposes tactics, positional play, speed and strength as benchmarks and
//! guesses the results. Speed is taken from scratch and in search; tactics and strategy are test
//! suites; positional play is the share of master moves that the engine would have played; the time to depth 3 is that of
//! random positions, in processor time, because machines have other things to do. Strength in Elo needs games, which are
//! played by the match runner.

use std::{
    fmt::Write as _,
    hint::black_box,
    time::{Duration, Instant},
};

use rayon::prelude::*;
use reti_core::{
    chess::{Board, Move, Position},
    field::{
        batch::Batch,
        score::{self, Evaluation},
    },
};
use reti_search::engine::{Budget, Engine, Game, Order, Unwatched, signature};

use crate::{
    epd::{self, Effort, Entry},
    wire,
};
use reti::pgn;

/// What is measured.
#[derive(Clone, Default)]
pub struct Course {
    /// The evaluations.
    pub evaluations: Vec<&'static Evaluation>,
    /// Nodes for each position of suites and games.
    pub nodes: u64,
    /// Nodes for each position of the tactical suite, the second time.
    pub deep_nodes: u64,
    /// The tactical suite.
    pub tactics: Vec<Entry>,
    /// The part of it that is searched deeply.
    pub deep_tactics: Vec<Entry>,
    /// The strategic suite, with points.
    pub strategy: Vec<Entry>,
    /// Positions of master games with the move that was played.
    pub masters: Vec<(Position, Move)>,
    /// The depth to which speed in search is measured.
    pub depth: u32,
    /// Random positions, to be searched to depth 3.
    pub random: Vec<Position>,
}

impl Course {
    /// The evaluations that the seed's table is about, and its extensions.
    pub const EVALUATIONS: [&'static Evaluation; 8] = [
        &score::CLASSICAL,
        &score::SEED_LITERAL,
        &score::SEED,
        &score::SEED_SCALES,
        &score::SEED_ATTENTION,
        &score::SEED_FLOW,
        &score::OCCLUDED,
        &score::LEARNED,
    ];

    /// Positions after 8 to 80 random moves, always the same ones, in which there is a move.
    pub fn random(n: usize) -> Vec<Position> {
        let mut dice = fastrand::Rng::with_seed(813);
        let mut positions = Vec::with_capacity(n);
        while positions.len() < n {
            let moves = dice.usize(8..=80);
            let played = (0..moves).try_fold(Position::start(), |position, _| {
                let m = *dice.choice(&position.legal_moves())?;
                Some(position.play(m))
            });
            positions.extend(played.filter(|position| !position.legal_moves().is_empty()));
        }
        positions
    }

    /// Every so many-th entry, so many in all.
    pub fn sample<T: Clone>(list: &[T], n: usize) -> Vec<T> {
        let n = n.min(list.len());
        (0..n).map(|index| list[index * list.len() / n].clone()).collect()
    }

    /// One position of each game past the opening, in another place each time.
    pub fn of_games(games: impl Iterator<Item = pgn::Game>, n: usize) -> Vec<(Position, Move)> {
        const OPENING: usize = 16;
        let long = games.filter(|game| game.moves.len() > OPENING + 8);
        long.take(n)
            .map(|game| {
                let ply = OPENING + game.number * 7 % (game.moves.len() - OPENING);
                let position = game.moves[..ply].iter().fold(game.start.clone(), |position, &m| position.play(m));
                (position, game.moves[ply])
            })
            .collect()
    }
}

/// Measures evaluation after evaluation; `report` is told what is being done.
pub fn compare(plan: &Course, mut report: impl FnMut(&str)) -> wire::Comparison {
    let rows = plan.evaluations.iter().map(|&evaluation| {
        report(evaluation.name);
        row(plan, evaluation)
    });
    wire::Comparison { schema: wire::SCHEMA, kind: wire::Kind::new(), rows: rows.collect() }
}

fn row(plan: &Course, evaluation: &'static Evaluation) -> wire::ComparisonRow {
    let suite = |entries: &[Entry], nodes: u64, points: bool| {
        let suite = Some(epd::solve(entries, evaluation, Effort::Nodes(nodes), Order::default()))
            .filter(|suite| suite.n > 0)?;
        let (reached, most) = if points {
            (u64::from(suite.score), u64::from(suite.most))
        } else {
            (suite.solved as u64, suite.n as u64)
        };
        Some(share(nodes, suite.n, reached, most))
    };
    let matched = plan.masters.par_iter().filter(|(position, played)| {
        let budget = Budget { nodes: Some(plan.nodes), ..Budget::default() };
        let answer = Engine::new(evaluation, 16).search(&Game::new(position.clone()), &budget, &mut Unwatched);
        answer.best() == Some(*played)
    });
    let (n, matched) = (plan.masters.len(), matched.count() as u64);
    let positions = at_hand(plan);
    wire::ComparisonRow {
        evaluation: evaluation.name.to_owned(),
        nanoseconds: from_scratch(evaluation, &positions),
        batched_nanoseconds: batched(evaluation, &positions),
        nodes_per_second: in_search(evaluation, plan.depth),
        to_depth: to_depth(evaluation, &plan.random),
        tactics: suite(&plan.tactics, plan.nodes, false),
        deep_tactics: suite(&plan.deep_tactics, plan.deep_nodes, false),
        masters: (n > 0).then(|| share(plan.nodes, n, matched, n as u64)),
        strategy: suite(&plan.strategy, plan.nodes, true),
    }
}

fn share(nodes: u64, n: usize, reached: u64, most: u64) -> wire::Reached {
    let percent = (1000.0 * reached as f64 / most.max(1) as f64).round() / 10.0;
    wire::Reached { nodes, n, reached, most, percent }
}

/// Positions to measure scores on: those of suites and games, or else random ones.
fn at_hand(plan: &Course) -> Vec<Position> {
    let mut positions: Vec<Position> = plan.tactics.iter().map(|entry| entry.position.clone()).collect();
    positions.extend(plan.masters.iter().map(|(position, _)| position.clone()));
    if positions.is_empty() { Course::random(1_000) } else { positions }
}

/// Nanoseconds for a position from scratch, one at a time.
fn from_scratch(evaluation: &'static Evaluation, positions: &[Position]) -> f64 {
    let all = || {
        for position in positions {
            black_box(evaluation.score_for(position.turn(), black_box(position.board())));
        }
    };
    fastest(all, positions.len())
}

/// The same for all positions together.
fn batched(evaluation: &'static Evaluation, positions: &[Position]) -> f64 {
    let boards: Vec<Board> = positions.iter().map(|position| position.board().clone()).collect();
    let batch = Batch::new(evaluation);
    let all = || {
        black_box(batch.scores(black_box(&boards)));
    };
    fastest(all, boards.len())
}

/// Nanoseconds for one of so many in the fastest of many passes.
fn fastest(mut pass: impl FnMut(), n: usize) -> f64 {
    let mut time = || {
        let start = Instant::now();
        pass();
        start.elapsed()
    };
    let fastest = (0..200).map(|_| time()).min().unwrap_or(Duration::ZERO);
    fastest.as_nanos() as f64 / n as f64
}

/// Nodes a second over the signature's positions: the fastest of three runs.
fn in_search(evaluation: &'static Evaluation, depth: u32) -> f64 {
    let run = || {
        let start = Instant::now();
        let nodes = signature::nodes(evaluation, depth);
        nodes as f64 / start.elapsed().as_secs_f64().max(1e-6)
    };
    (0..3).map(|_| run()).fold(0.0, f64::max)
}

/// The depth of the seed's benchmark 8.1.3.
const SHALLOW: u32 = 3;

/// What it costs to search positions to depth 3, by one engine after the other: the cheapest of three runs.
fn to_depth(evaluation: &'static Evaluation, positions: &[Position]) -> Option<wire::ToDepth> {
    let n = positions.len();
    let games: Vec<Game> = positions.iter().cloned().map(Game::new).collect();
    let budget = Budget { depth: Some(SHALLOW), ..Budget::default() };
    let run = || {
        let mut engine = Engine::new(evaluation, 1);
        let (start, before) = (Instant::now(), processor_time());
        let nodes: u64 = games.iter().map(|game| engine.search(game, &budget, &mut Unwatched).nodes).sum();
        let spent = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
        let spent = spent.filter(|spent| !spent.is_zero()).unwrap_or_else(|| start.elapsed());
        (spent, nodes)
    };
    let (spent, nodes) = (0..3).map(|_| run()).min().filter(|_| n > 0)?;
    let milliseconds = 1_000.0 * spent.as_secs_f64() / n as f64;
    Some(wire::ToDepth { depth: SHALLOW, n, nodes: nodes as f64 / n as f64, milliseconds })
}

/// How long this thread has been on a processor, where the system tells it: to some milliseconds, so that nothing may
/// seem to have passed.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos).filter(|time| !time.is_zero())
}

/// What the seed hypothesised in table 8.2: tactics, master moves and Elo, in percent and points.
const HYPOTHESES: [(&str, &str, &str, &str); 3] = [
    ("classical", "60", "40", "1800"),
    ("hand-made fields", "55", "45", "1750"),
    ("learned fields", "70", "65", "2200"),
];

/// The comparison as a table for people.
pub fn comparison_text(comparison: &wire::Comparison) -> String {
    let mut out = format!(
        "{:<15}{:>8}{:>9}{:>12}{:>13}{:>8}{:>10}{:>10}{:>10}\n",
        "evaluation", "ns", "batched", "nodes/s", "ms depth 3", "WAC %", "WAC deep", "masters", "STS pts"
    );
    let percent = |share: Option<wire::Reached>| share.map_or("-".to_owned(), |share| format!("{:.1}", share.percent));
    for row in &comparison.rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:<15}{:>8.0}{:>9.0}{:>12.0}{:>13}{:>8}{:>10}{:>10}{:>10}",
            row.evaluation,
            row.nanoseconds,
            row.batched_nanoseconds,
            row.nodes_per_second,
            row.to_depth.map_or("-".to_owned(), |to_depth| format!("{:.4}", to_depth.milliseconds)),
            percent(row.tactics),
            percent(row.deep_tactics),
            percent(row.masters),
            percent(row.strategy)
        );
    }
    if let Some(row) = comparison.rows.first() {
        let about = |name: &str, share: Option<wire::Reached>| {
            share.map(|share| format!("{name} {} positions at {} nodes", share.n, share.nodes))
        };
        let to_depth = row.to_depth.map(|to| format!("depth {}: {} random positions", to.depth, to.n));
        let parts = [
            to_depth,
            about("WAC", row.tactics),
            about("WAC deep", row.deep_tactics),
            about("masters", row.masters),
            about("STS", row.strategy),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            let _ = writeln!(out, "{}", parts.join("; "));
        }
    }
    out.push_str("\nThe seed's table 8.2 hypothesised, unmeasured:\n");
    for (name, tactics, masters, elo) in HYPOTHESES {
        let _ = writeln!(out, "  {name:<18}tactics {tactics} %, master moves {masters} %, Elo {elo}");
    }
    out.push_str("Elo is measured by games: reti match.\n");
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_small_comparison_has_all_columns() {
        let tactics = epd::read("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate\";\n").unwrap();
        let mut start = Position::start();
        let m = start.parse_move("e4").unwrap();
        start = start.play(m);
        let played = start.parse_move("e5").unwrap();
        let plan = Course {
            evaluations: vec![&score::CLASSICAL, &score::LEARNED],
            nodes: 500,
            deep_nodes: 1_000,
            deep_tactics: tactics.clone(),
            strategy: Vec::new(),
            masters: vec![(start, played)],
            tactics,
            depth: 2,
            random: Course::random(5),
        };
        let mut told = Vec::new();
        let comparison = compare(&plan, |name| told.push(name.to_owned()));
        assert_eq!(told, ["classical", "learned"]);
        for row in &comparison.rows {
            assert!(row.nanoseconds > 0.0 && row.batched_nanoseconds > 0.0 && row.nodes_per_second > 0.0);
            let found = |share: Option<wire::Reached>| share.map(|share| (share.reached, share.most));
            assert_eq!((found(row.tactics), found(row.deep_tactics)), (Some((1, 1)), Some((1, 1))));
            let to = row.to_depth.unwrap();
            assert!((to.depth, to.n) == (3, 5) && to.nodes > 10.0 && to.milliseconds > 0.0, "{to:?}");
            assert_eq!((row.masters.map(|share| share.n), row.strategy), (Some(1), None));
        }
        let text = comparison_text(&comparison);
        assert!(text.contains("learned") && text.contains("WAC 1 positions at 500 nodes"), "{text}");
    }

    #[test]
    fn random_positions_are_the_same_each_time_and_differ_from_each_other() {
        let fens = |n| Course::random(n).iter().map(Position::fen).collect::<Vec<_>>();
        let (few, many) = (fens(20), fens(60));
        assert_eq!(few, many[..20]);
        assert_eq!(many.iter().collect::<std::collections::HashSet<_>>().len(), 60);
    }

    #[test]
    fn samples_are_spread() {
        assert_eq!(Course::sample(&[0, 1, 2, 3, 4, 5], 3), [0, 2, 4]);
        assert_eq!(Course::sample(&[7], 3), [7]);
        assert!(Course::sample::<u8>(&[], 3).is_empty());
    }
}
