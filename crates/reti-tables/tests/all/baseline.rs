//! The "full retrograde" column of the seed's Table 1, counted a second time by code that shares nothing with
//! the first: one position at a time, moves from the library of rules, values asked from tables by position.

#![allow(clippy::unwrap_used, reason = "tests")]

use reti_core::chess::Color;
use reti_tables::chain::Memory;
use reti_tables::forge::forge;
use reti_tables::layout::Convention;
use reti_tables::material::Material;
use reti_tables::simple::best_code;
use reti_tables::stats::{Count, Weights};
use reti_tables::table::{Code, Metric, Table};
use reti_tables::verify::cqd;

/// Positions whose label is not what their best move gives, on the full board.
fn violations(table: &Table, tables: &Memory) -> u64 {
    let layout = table.layout();
    let mut count = Count::default();
    for turn in [Color::White, Color::Black] {
        for (index, &code) in table.codes(turn).iter().enumerate() {
            let Some(position) = table.position(turn, index) else { continue };
            if best_code(&position, table, tables).unwrap().value() != Code(code).value() {
                let squares = layout.squares(index & !63);
                count += Weights::new(layout, &squares).count(layout, &squares, 1 << (index & 63));
            }
        }
    }
    count.number(layout, Convention::Full)
}

fn made(name: &str) -> (Table, Memory) {
    let material: Material = name.parse().unwrap();
    let mut memory = Memory::new();
    for next in material.successors() {
        memory.make(next, Metric::Mate).unwrap();
    }
    let table = memory.make(material, Metric::Mate).unwrap().as_ref().clone();
    (table, memory)
}

#[test]
fn true_labels_have_no_violations_and_forged_ones_neither() {
    for name in ["KQvK", "KBvK", "KNvK", "KPvK"] {
        let (table, memory) = made(name);
        assert_eq!(violations(&table, &memory), 0, "{name}");
        let forged = forge(&table, Color::White, &memory).unwrap();
        assert_eq!(violations(&forged.table, &memory), 0, "{name}, forged");
    }
}

#[test]
fn changed_labels_are_counted_alike() {
    let mut rng = fastrand::Rng::with_seed(22);
    for name in ["KRvK", "KNvK", "KPvK"] {
        let (truth, memory) = made(name);
        for changes in [1, 10, 300] {
            let mut table = truth.clone();
            for _ in 0..changes {
                let turn = if rng.bool() { Color::White } else { Color::Black };
                let place = rng.usize(..truth.layout().len());
                let code = &mut table.codes_mut(turn)[place];
                if *code != 0 {
                    *code = rng.choice([Code::DRAW, Code::win(3), Code::loss(4)]).unwrap().0;
                }
            }
            let report = cqd::verify(&table, &memory).unwrap();
            let counted = violations(&table, &memory);
            assert_eq!(report.baseline_violations(Convention::Full), counted, "{name} {changes}");
            assert_eq!(report.all_violations(Convention::Full), counted, "{name} {changes}");
        }
    }
}
