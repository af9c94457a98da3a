//! How fast one position is understood: `cargo bench -p reti-core --bench position`.
//!
//! Positions come from the committed games, so that figures can be compared between commits. One
//! pass over all of them is one sample; the throughput column is positions or captures a second.
//! At the end a peer, python-chess with networkx, computes the same fragility on a part of the same
//! positions, and the ratio is printed; without Python that is skipped with a word. `-- --once`
//! makes a single pass without timing, for counting instructions.
#![allow(missing_docs, clippy::unwrap_used, reason = "benchmarks")]

use std::{
    hint::black_box,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    sync::LazyLock,
    time::Instant,
};

use divan::{Bencher, counter::ItemsCount};
use reti_core::{
    chess::{Board, Move, Position},
    exchange::{see_exact, see_fast, simple::see_simple},
    field::{
        Influence, SEED,
        batch::Batch,
        fast::Balance,
        occluded::OccludedFields,
        score::{self, Evaluation},
    },
    fragility::{Mode, fragility},
    relation::{Relations, graph::Graph},
    tactic::tactics,
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Every position of the committed games in which a move was played.
static POSITIONS: LazyLock<Vec<(Position, usize)>> = LazyLock::new(|| {
    let text = std::fs::read_to_string(Path::new(ROOT).join("testdata/games/lichess-2025-05.txt")).unwrap();
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::start();
        for (ply, text) in line.split(' ').skip(2).enumerate() {
            let m = position.parse_move(text).unwrap();
            positions.push((position.clone(), ply));
            position = position.play(m);
        }
    }
    positions
});

/// Middlegames: from ply 20 to 60, with at least twenty pieces.
static MIDDLEGAMES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let is_middle =
        |(position, ply): &&(Position, usize)| (20..=60).contains(ply) && position.board().occupied().count() >= 20;
    POSITIONS.iter().filter(is_middle).map(|(position, _)| position.clone()).collect()
});

/// Every legal capture of every position.
static CAPTURES: LazyLock<Vec<(Position, Move)>> = LazyLock::new(|| {
    let captures = POSITIONS.iter().flat_map(|(position, _)| {
        position.legal_moves().into_iter().filter(|m| m.is_capture()).map(|m| (position.clone(), m)).collect::<Vec<_>>()
    });
    captures.collect()
});

fn full_graph(position: &Position) -> usize {
    Graph::new(&Relations::new(position)).edges.len()
}

fn graph_and_fragility(position: &Position) -> f64 {
    let relations = Relations::new(position);
    black_box(Graph::new(&relations).edges.len());
    fragility(&relations, Mode::Standard).total
}

fn over<T: Sync, R>(bencher: Bencher<'_, '_>, items: &[T], work: impl Fn(&T) -> R + Sync) {
    bencher.counter(ItemsCount::new(items.len())).bench(|| {
        for item in items {
            black_box(work(black_box(item)));
        }
    });
}

#[divan::bench]
fn relations_only(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, |position| Relations::new(position).triples().len());
}

#[divan::bench]
fn relation_graph(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, full_graph);
}

#[divan::bench]
fn relation_graph_and_standard_fragility(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, graph_and_fragility);
}

#[divan::bench]
fn author_code_fragility(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES[..500], |position| fragility(&Relations::new(position), Mode::AuthorCode).total);
}

/// T(P) with the value of every tactic; on several threads each works through all positions.
#[divan::bench(threads = [1, 2])]
fn all_tactics_with_values(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, |position| {
        let relations = Relations::new(position);
        let found = tactics(&relations);
        found.iter().map(|tactic| tactic.value(&relations).material_delta).sum::<i32>()
    });
}

#[divan::bench]
fn see_exact_of_all_captures(bencher: Bencher<'_, '_>) {
    over(bencher, &CAPTURES, |(position, m)| see_exact(position, *m));
}

#[divan::bench]
fn see_fast_of_all_captures(bencher: Bencher<'_, '_>) {
    over(bencher, &CAPTURES, |(position, m)| see_fast(position, *m));
}

#[divan::bench(sample_count = 10)]
fn see_simple_of_all_captures(bencher: Bencher<'_, '_>) {
    over(bencher, &CAPTURES, |(position, m)| see_simple(position, *m));
}

fn from_scratch(bencher: Bencher<'_, '_>, evaluation: &'static Evaluation) {
    over(bencher, &MIDDLEGAMES, |position| evaluation.score(position.board()));
}

/// All middlegames scored together.
fn together(bencher: Bencher<'_, '_>, evaluation: &'static Evaluation) {
    let boards: Vec<Board> = MIDDLEGAMES.iter().map(|position| position.board().clone()).collect();
    let batch = Batch::new(evaluation);
    bencher.counter(ItemsCount::new(boards.len())).bench(|| batch.scores(black_box(&boards)));
}

#[divan::bench]
fn score_classical(bencher: Bencher<'_, '_>) {
    from_scratch(bencher, &score::CLASSICAL);
}

#[divan::bench]
fn score_classical_together(bencher: Bencher<'_, '_>) {
    together(bencher, &score::CLASSICAL);
}

#[divan::bench]
fn score_seed(bencher: Bencher<'_, '_>) {
    from_scratch(bencher, &score::SEED);
}

#[divan::bench]
fn score_seed_together(bencher: Bencher<'_, '_>) {
    together(bencher, &score::SEED);
}

#[divan::bench]
fn score_seed_with_territory(bencher: Bencher<'_, '_>) {
    from_scratch(bencher, &score::SEED_TERRITORY);
}

#[divan::bench]
fn score_seed_with_territory_together(bencher: Bencher<'_, '_>) {
    together(bencher, &score::SEED_TERRITORY);
}

#[divan::bench]
fn score_occluded(bencher: Bencher<'_, '_>) {
    from_scratch(bencher, &score::OCCLUDED);
}

#[divan::bench]
fn territory_alone(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, |position| Balance::new(position.board()).territory());
}

#[divan::bench]
fn occluded_fields(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES, |position| OccludedFields::new(position.board()).territory());
}

#[divan::bench]
fn fields_sparse(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES[..500], |position| Influence::new(position.board(), &SEED).territory());
}

#[divan::bench(sample_count = 10)]
fn fields_reference(bencher: Bencher<'_, '_>) {
    over(bencher, &MIDDLEGAMES[..500], |position| Influence::reference(position.board(), &SEED).territory());
}

/// The same fragility by python-chess and networkx, on every hundredth middlegame.
fn peer() {
    let sample: Vec<&Position> = MIDDLEGAMES.iter().step_by(100).collect();
    let script = Path::new(ROOT).join("benches/peer/fragility.py");
    let child =
        Command::new("python3").arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else {
        println!("peer skipped: python3 is not installed");
        return;
    };
    let fens: String = sample.iter().map(|position| position.fen() + "\n").collect();
    let _ = child.stdin.take().unwrap().write_all(fens.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let Some((seconds, total)) = text.trim().split_once(' ') else {
        println!("peer skipped: python3 needs the packages chess and networkx");
        return;
    };
    let (seconds, total): (f64, f64) = (seconds.parse().unwrap(), total.parse().unwrap());
    let rounds = 200;
    let start = Instant::now();
    let mut ours = 0.0;
    for _ in 0..rounds {
        ours = sample.iter().map(|position| graph_and_fragility(black_box(position))).sum();
    }
    let own = start.elapsed().as_secs_f64() / f64::from(rounds);
    assert!((ours - total).abs() < 1e-6, "the peer computes {total}, we {ours}");
    let rate = |seconds: f64| sample.len() as f64 / seconds;
    println!(
        "peer: python-chess + networkx {:.0} positions/s, reti {:.0} positions/s, ratio {:.0} ({} positions, same sum {total:.6})",
        rate(seconds),
        rate(own),
        seconds / own,
        sample.len()
    );
}

fn main() {
    if std::env::args().any(|argument| argument == "--once") {
        let graphs: usize = MIDDLEGAMES.iter().map(full_graph).sum();
        let exchanges: i32 = CAPTURES.iter().map(|(position, m)| see_exact(position, *m)).sum();
        let fragile: f64 = MIDDLEGAMES.iter().map(graph_and_fragility).sum();
        println!("{} middlegames, {} captures: {graphs} {exchanges} {fragile}", MIDDLEGAMES.len(), CAPTURES.len());
        return;
    }
    println!("{} positions, {} middlegames, {} captures", POSITIONS.len(), MIDDLEGAMES.len(), CAPTURES.len());
    divan::main();
    let is_test = std::env::args().any(|argument| argument == "--test");
    if !is_test {
        peer();
    }
}
