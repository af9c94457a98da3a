//! The host build of the kernels against the generator of `reti-tables`, code by code.

use reti_tables::chain::Memory;
use reti_tables::generate::generate;
use reti_tables::material::Material;
use reti_tables::table::{Metric, Tables};
use reti_tables_gpu::engine::Engine;
use reti_tables_gpu::host::Host;
use reti_tables_gpu::table::make;

fn compare(names: &[&str]) {
    if !Host::is_built() {
        eprintln!("skipped: the kernels were not built for the host");
        return;
    }
    let mut engine = Engine::new(Host::new(16 << 30)).expect("the host can be used");
    let mut tables = Memory::new();
    for name in names {
        let material: Material = name.parse().expect("an endgame");
        for next in material.closure() {
            if tables.table(next).is_none() {
                let table = generate(next, Metric::Conversion, &tables).expect("can be made");
                tables.insert(table);
            }
        }
        let slow = tables.table(material).expect("was made");
        let made = make(&mut engine, material).expect("can be made");
        assert_eq!(made.violations, 0, "{name}");
        for turn in [reti_core::chess::Color::White, reti_core::chess::Color::Black] {
            let (ours, theirs) = (made.table.codes(turn), slow.codes(turn));
            let different = ours.iter().zip(theirs).filter(|(a, b)| a != b).count();
            let first = ours.iter().zip(theirs).position(|(a, b)| a != b);
            let shown = first.map(|at| (slow.layout().squares(at), ours[at], theirs[at]));
            assert_eq!(different, 0, "{name} {turn:?} of {}: first {shown:?}", ours.len());
        }
    }
}

#[test]
fn three_men_equal_the_generator_of_the_host() {
    compare(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
}

#[test]
fn four_men_equal_the_generator_of_the_host() {
    compare(&["KBNvK", "KQvKR", "KNNvK", "KRvKP", "KPPvK", "KPvKP"]);
}

#[test]
#[ignore = "slow: all tables of four men in the plain twin of the kernels take minutes"]
fn all_four_men_equal_the_generator_of_the_host() {
    let all: Vec<String> = Material::all(4).iter().map(ToString::to_string).collect();
    compare(&all.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
#[ignore = "slow: tables of five men in the plain twin of the kernels take many minutes"]
fn five_men_equal_the_generator_of_the_host() {
    let named = std::env::var("RETI_ENDGAMES").unwrap_or("KQRvKR KPPvKP".to_owned());
    compare(&named.split_whitespace().collect::<Vec<_>>());
}
