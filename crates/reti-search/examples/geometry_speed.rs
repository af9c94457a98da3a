//! How fast the geometry is: `cargo run --release -p reti-search --example geometry_speed`.

use std::{hint::black_box, time::Instant};

use reti_core::{
    chess::Position,
    geometry::{
        Bundle, ChessSystem, ComplexSystem, Gait, Point, ZoneRules, chess_profile::Lines, trajectory::census,
        zone::chess_zones,
    },
};
use reti_search::{bitbase::Bitbases, zone_search};

const MIDDLEGAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

/// The fastest of several runs, in microseconds.
fn fastest<T>(runs: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    best
}

fn main() {
    let position = Position::from_fen(MIDDLEGAME).expect("a legal position");
    let system = ChessSystem::new(&position, Lines::Open);
    println!("elements {}", system.elements().len());
    let counts = fastest(200, || -> u64 {
        let geometric = ChessSystem::new(&position, Lines::Geometric);
        geometric.elements().iter().map(|e| census(&geometric, e.kind, e.at).count.iter().sum::<u64>()).sum()
    });
    println!("distances and numbers of trajectories of all pieces to all squares: {counts:.0} us");
    let bundles = fastest(200, || -> usize {
        let geometric = ChessSystem::new(&position, Lines::Geometric);
        let mut found = 0;
        for element in geometric.elements() {
            for to in (0..64).map(Point) {
                found +=
                    usize::from(Bundle::shortest(&geometric, element.kind, Gait::Travel, element.at, to).is_some());
            }
        }
        found
    });
    println!("bundles of trajectories of all pieces to all squares: {bundles:.0} us");
    for (name, deepest_negation) in [("all negations", u32::MAX), ("first negation", 1)] {
        let rules = ZoneRules { deepest_negation, ..ZoneRules::default() };
        let zones = chess_zones(&position, 3, rules);
        let tracks: usize = zones.iter().map(|zone| zone.tracks.len()).sum();
        let time = fastest(50, || chess_zones(&position, 3, rules));
        println!("zones at horizon 3, {name}: {} zones, {tracks} tracks, {time:.0} us", zones.len());
    }
    let start = Instant::now();
    let reti = Position::from_fen(RETI).expect("a legal position");
    let solve = || zone_search::solve(&reti, Bitbases::shared(), zone_search::Settings::default());
    black_box(solve());
    println!("first Réti search, tables made on the way: {:.0} us", start.elapsed().as_secs_f64() * 1e6);
    println!("Réti search: {:.0} us, {} edges", fastest(50, solve), solve().edges());
}
