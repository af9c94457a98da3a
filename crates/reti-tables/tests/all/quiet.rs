//! The quiet-only verifier agrees with true tables and finds every planted error.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use reti_core::chess::Color;
use reti_tables::chain::Memory;
use reti_tables::embedded;
use reti_tables::forge::forge;
use reti_tables::material::Material;
use reti_tables::table::{Code, Table, Tables};
use reti_tables::verify::quiet;

struct Known;

impl Tables for Known {
    fn table(&self, material: Material) -> Option<Arc<Table>> {
        embedded::shared().table(material).ok().flatten()
    }
}

fn table(name: &str) -> Table {
    (*Known.table(name.parse().unwrap()).unwrap()).clone()
}

#[track_caller]
fn check(name: &str) {
    let report = quiet::verify(&table(name), &Known).unwrap();
    assert_eq!(report.violations, 0, "{name}: {:?}", report.first);
    assert!(report.settled <= report.checked);
}

#[test]
fn labels_of_three_men_are_found_again() {
    for material in (2..=3).flat_map(Material::all) {
        check(&material.to_string());
    }
}

/// En passant, promotions on both sides, identical men, a pawnless endgame with captures on both sides.
#[test]
#[ignore = "slow: four men, one position at a time"]
fn labels_of_four_men_are_found_again() {
    for material in Material::all(4) {
        check(&material.to_string());
    }
}

#[test]
fn en_passant_is_right() {
    check("KPvKP");
}

#[test]
fn planted_labels_are_found_where_they_are() {
    let mut random = fastrand::Rng::with_seed(7);
    for name in ["KPvK", "KRvK", "KQvK", "KBvK"] {
        let truth = table(name);
        let mut wrong = truth.clone();
        let mut planted = Vec::new();
        while planted.len() < 10 {
            let turn = [Color::White, Color::Black][random.usize(..2)];
            let index = random.usize(..wrong.layout().len());
            let labels = [Code::loss(3), Code::DRAW, Code::win(3), Code::ILLEGAL];
            let label = labels[random.usize(..4)];
            let known = planted.iter().any(|&(t, i)| (t, i) == (turn, index));
            if Code(truth.codes(turn)[index]).value() == label.value() || known {
                continue;
            }
            wrong.codes_mut(turn)[index] = label.0;
            planted.push((turn, index));
        }
        let report = quiet::verify(&wrong, &Known).unwrap();
        assert_eq!(report.violations, 10, "{name}");
        let mut found: Vec<_> = report.first.iter().map(|one| (one.turn, one.index)).collect();
        let key = |one: &(Color, usize)| (one.0.is_black(), one.1);
        found.sort_by_key(key);
        planted.sort_by_key(key);
        assert_eq!(found, planted, "{name}");
        for one in &report.first {
            assert_eq!(Code(one.expected).value(), Code(truth.codes(one.turn)[one.index]).value());
        }
    }
}

#[test]
fn forged_labels_are_all_found() {
    for name in ["KBvK", "KPvK"] {
        let truth = table(name);
        let forged = forge(&truth, Color::White, &Known).unwrap().table;
        let different = [Color::White, Color::Black].map(|turn| {
            let pairs = truth.codes(turn).iter().zip(forged.codes(turn));
            pairs.filter(|(a, b)| Code(**a).value() != Code(**b).value()).count() as u64
        });
        let report = quiet::verify(&forged, &Known).unwrap();
        assert!(report.violations > 0);
        assert_eq!(report.violations, different.iter().sum::<u64>(), "{name}");
    }
}

#[test]
fn a_wrong_table_below_is_noticed() {
    let mut memory = Memory::new();
    for next in "KPvK".parse::<Material>().unwrap().successors() {
        memory.insert_shared(Known.table(next).unwrap());
    }
    // A queen and a rook that only draw: a queen alone would not matter, the pawn becomes a rook.
    for name in ["KQvK", "KRvK"] {
        let mut false_table = table(name);
        for turn in [Color::White, Color::Black] {
            false_table.codes_mut(turn).iter_mut().filter(|code| **code != 0).for_each(|code| *code = Code::DRAW.0);
        }
        memory.insert(false_table);
    }
    assert!(quiet::verify(&table("KPvK"), &memory).unwrap().violations > 0);
}
