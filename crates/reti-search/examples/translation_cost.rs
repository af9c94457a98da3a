//! What it costs to carry zones over to the next position, beside building them again:
//! `cargo run --release -p reti-search --example translation_cost`.
//!
//! For every node of a solved study it takes the time of three ways to the zones of the position
//! after one of its moves. *Afresh* is what the search does. *Carried over* translates the single
//! zones of the position before, as the language of translations tells; the single zones were made
//! before the clock starts. *Complete* adds what a translation cannot know and the search needs:
//! the trajectories that exist only after the move.

use std::{hint::black_box, time::Instant};

use reti_core::{
    chess::{Move, Position},
    geometry::{
        ChessSystem, ZoneRules,
        chess_profile::{Lines, point},
        translation::{Strikes, Transition, translate},
        zone::{Zone, zones_of},
    },
};
use reti_search::{
    bitbase::Bitbases,
    zone_search::{self, Settings, Tier},
};

const STUDIES: [(&str, &str); 5] = [
    ("reti1921", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
    ("saavedra1895", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"),
    ("fahrni_alapin1912", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1"),
    ("breakthrough", "8/5ppp/8/5PPP/8/k7/8/K7 w - - 0 1"),
    ("wac001", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"),
];

/// At most so many single zones are taken from a bundle; there can be millions.
const MAX_ZONES: usize = 200;
/// At most so many nodes of a study are looked at.
const MAX_NODES: usize = 300;

fn main() {
    println!("study, nodes, bundles and single zones per node; microseconds per node: afresh, carried over, complete");
    for (name, fen) in STUDIES {
        let root = Position::from_fen(fen).expect("a legal position");
        let settings = Settings::suited(&root, Tier::Sound);
        let solution = zone_search::solve(&root, Bitbases::shared(), settings);
        let mut positions = vec![root];
        let mut sums = [0.0; 3];
        let (mut nodes, mut bundle_count, mut zone_count) = (0, 0, 0);
        for (_, branch) in solution.tree.branches().take(MAX_NODES) {
            let before = positions[branch.father].clone();
            let after = before.play(branch.transition);
            let rules = ZoneRules { deepest_negation: 1, ..ZoneRules::default() };
            let system = ChessSystem::new(&before, Lines::Open);
            let bundles = zones_of(&system, settings.horizon, rules);
            let zones: Vec<Zone> =
                bundles.iter().flat_map(|bundle| bundle.zones(&system, rules).take(MAX_ZONES)).collect();
            let transition = transition(&system, branch.transition);
            let afresh = fastest(|| {
                black_box(zones_of(&ChessSystem::new(&after, Lines::Open), settings.horizon, rules));
            });
            let carried = fastest(|| {
                for zone in &zones {
                    black_box(translate(zone, transition, Strikes::default()));
                }
            });
            for (sum, time) in sums.iter_mut().zip([afresh, carried, carried + afresh]) {
                *sum += time;
            }
            nodes += 1;
            bundle_count += bundles.len();
            zone_count += zones.len();
            positions.push(after);
        }
        let per_node = |sum: f64| sum / f64::from(nodes);
        println!(
            "{name}, {nodes}, {:.1}, {:.1}; {:.1}, {:.1}, {:.1}",
            per_node(bundle_count as f64),
            per_node(zone_count as f64),
            per_node(sums[0]),
            per_node(sums[1]),
            per_node(sums[2]),
        );
    }
}

/// The fastest of several runs, in microseconds.
fn fastest(mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..5).map(time).fold(f64::MAX, f64::min)
}

/// A move as the networks see it.
fn transition(system: &ChessSystem, m: Move) -> Transition {
    let from = m.from().unwrap_or(m.to());
    let captured = if m.is_capture() { system.element_on(m.to()) } else { None };
    let element = system.element_on(from).expect("a man moves");
    Transition { element, from: point(from), to: point(m.to()), captured }
}
