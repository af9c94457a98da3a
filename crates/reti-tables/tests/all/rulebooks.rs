//! Trees with exceptions: they are the table again, and their first levels are what the program brings along.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::Arc;

use reti_core::chess::{Color, Position, Symmetry};
use reti_tables::embedded;
use reti_tables::layout::Convention;
use reti_tables::material::Material;
use reti_tables::rulebook::exceptions::{Exceptions, differences, list, reproduce};
use reti_tables::rulebook::fit::{Growth, fit};
use reti_tables::rulebook::text::{DEPTH, FILES, GROWTH, Primer, rule_for};
use reti_tables::rulebook::{Counts, Node, Outcome, Rulebook};
use reti_tables::table::{Code, Table, Tables};
use reti_tables::verify::cqd;

struct Known;

impl Tables for Known {
    fn table(&self, material: Material) -> Option<Arc<Table>> {
        embedded::shared().table(material).ok().flatten()
    }
}

fn table(name: &str) -> Arc<Table> {
    Known.table(name.parse().unwrap()).unwrap()
}

/// The tree and its exceptions give the table again, and as many exceptions are listed as were counted.
#[track_caller]
fn check(book: &Rulebook, name: &str) {
    let table = table(name);
    let exceptions = list(book, &table, &Known).unwrap();
    let again = reproduce(book, &exceptions, table.material(), &Known).unwrap().unwrap();
    assert_eq!(differences(&table, &again), 0, "{name}");
    let counts = Counts::new(book, &table, &Known).unwrap();
    if table.material().pawns() > 0 && table.material().orderings() == 1 {
        assert_eq!(counts.exceptions(book), exceptions.number, "{name}");
        assert_eq!(counts.at(0).iter().sum::<u64>(), exceptions.positions, "{name}");
    }
}

#[test]
fn trees_and_exceptions_of_three_men_are_the_tables() {
    for material in Material::all(3) {
        let name = material.to_string();
        check(&fit(&[&table(&name)], &Known, Growth::default()).unwrap(), &name);
    }
}

#[test]
#[ignore = "slow: millions of positions"]
fn trees_and_exceptions_of_four_men_are_the_tables() {
    for name in ["KQvKP", "KPvKP", "KRRvK", "KPPvK", "KQvKR"] {
        check(&fit(&[&table(name)], &Known, Growth::default()).unwrap(), name);
    }
}

/// Without its list a tree is a labelling with errors, which the published check notices in part.
#[test]
fn a_tree_alone_has_violations() {
    let kpk = table("KPvK");
    let book = fit(&[&kpk], &Known, Growth::default()).unwrap();
    let none = Exceptions::none(kpk.layout());
    let alone = reproduce(&book, &none, kpk.material(), &Known).unwrap().unwrap();
    assert_eq!(differences(&kpk, &alone), list(&book, &kpk, &Known).unwrap().number);
    let report = cqd::verify(&alone, &Known).unwrap();
    assert!(report.all_violations(Convention::C462) > 0);
    assert_eq!(report.all_violations(Convention::C462), report.baseline_violations(Convention::C462));
}

#[test]
fn a_small_tree_has_more_exceptions_and_is_still_exact() {
    let kpk = table("KPvK");
    let mut last = 0;
    for leaves in [64, 8, 1] {
        let book = fit(&[&kpk], &Known, Growth { leaves, ..Growth::default() }).unwrap();
        assert!(book.leaves() <= leaves);
        check(&book, "KPvK");
        let exceptions = list(&book, &kpk, &Known).unwrap().number;
        assert!(exceptions > last);
        last = exceptions;
    }
    // Without a question the tree says what is most frequent, and all else is an exception.
    assert_eq!(last, 54_394);
}

/// A sample and further rounds do not make a tree inexact, only less good.
#[test]
fn a_sampled_tree_is_exact() {
    let growth = Growth { sample: 4_096, rounds: 3, ..Growth::default() };
    check(&fit(&[&table("KPvK")], &Known, growth).unwrap(), "KPvK");
}

#[test]
fn endgames_share_a_tree() {
    let names = ["KQvK", "KRvK", "KBvK", "KNvK"];
    let tables = names.map(table);
    let book = fit(&tables.each_ref().map(|table| &**table), &Known, Growth::default()).unwrap();
    for name in names {
        check(&book, name);
    }
}

#[test]
fn another_tree_or_another_list_is_noticed() {
    let (rook, queen) = (table("KRvK"), table("KQvK"));
    let book = fit(&[&rook], &Known, Growth { leaves: 2, ..Growth::default() }).unwrap();
    let exceptions = list(&book, &rook, &Known).unwrap();
    let mut other = book.clone();
    let leaf = other.nodes.iter_mut().find(|node| matches!(node, Node::Leaf(Outcome::White))).unwrap();
    *leaf = Node::Leaf(Outcome::Black);
    let again = reproduce(&other, &exceptions, rook.material(), &Known).unwrap();
    assert!(again.is_none_or(|again| differences(&rook, &again) > 0));
    let wrong = list(&book, &rook, &Known).unwrap();
    let again = reproduce(&fit(&[&queen], &Known, Growth::default()).unwrap(), &wrong, queen.material(), &Known);
    assert!(again.unwrap().is_none_or(|again| differences(&queen, &again) > 0));
}

/// What lessons ask about a position is what was counted: position by position, each leaf has as many.
#[test]
fn a_position_comes_to_the_leaf_where_it_was_counted() {
    let kpk = table("KPvK");
    let book = fit(&[&kpk], &Known, GROWTH).unwrap();
    let counts = Counts::new(&book, &kpk, &Known).unwrap();
    let mut met: BTreeMap<usize, [u64; 3]> = BTreeMap::new();
    for turn in [Color::White, Color::Black] {
        for (index, &code) in kpk.codes(turn).iter().enumerate() {
            let Some(outcome) = Outcome::of(Code(code), turn) else { continue };
            let path = book.path(&kpk.position(turn, index).unwrap(), usize::MAX - 1).unwrap();
            met.entry(*path.last().unwrap()).or_default()[outcome as usize] += 1;
        }
    }
    for (leaf, found) in met {
        assert_eq!(counts.at(leaf), found);
    }
}

fn primer(name: &str) -> Primer {
    let table = table(name);
    let book = fit(&[&table], &Known, GROWTH).unwrap();
    Primer::new(table.material(), &book, &Counts::new(&book, &table, &Known).unwrap(), DEPTH)
}

#[track_caller]
fn check_file(name: &str) {
    let file = FILES.iter().find(|(known, _)| *known == name).unwrap().1;
    assert!(primer(name).write() == file, "{name}: run `cargo xtask rules`");
}

#[test]
fn the_rules_in_the_program_are_those_of_the_table() {
    check_file("KPvK");
}

#[test]
#[ignore = "slow: eight million positions"]
fn the_rules_of_four_men_in_the_program_are_those_of_the_table() {
    check_file("KQvKP");
}

#[test]
fn files_are_read_as_they_are_written() {
    for (name, file) in FILES {
        let primer = Primer::read(file).unwrap();
        assert_eq!(primer.material.to_string(), name);
        assert_eq!(primer.write(), file);
        assert!(primer.rulebook.depth() <= DEPTH);
        for (at, node) in primer.rulebook.nodes.iter().enumerate() {
            if let Node::Test { yes, no, .. } = *node {
                let sum = [0, 1, 2].map(|outcome| primer.counts[yes][outcome] + primer.counts[no][outcome]);
                assert_eq!(primer.counts[at], sum, "{name}");
            }
        }
    }
    assert_eq!(Primer::read("KPvK\nend: 1 2\n"), None);
    assert_eq!(Primer::read("KPvK\nnonsense 1: 1 2 3\n  end: 1 2 3\n  end: 0 0 0\n"), None);
}

#[test]
fn mirrored_positions_have_the_same_rule() {
    let mut told = 0;
    for fen in [
        "8/8/8/7k/1P6/8/8/K7 w - - 0 1",
        "4k3/8/4K3/8/4P3/8/8/8 b - - 0 1",
        "8/8/8/8/3k4/p7/8/4K2Q w - - 0 1",
        "8/8/8/8/Q7/1K6/2p5/1k6 w - - 0 1",
        "6k1/8/8/8/8/r7/4P3/4K2R w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let rule = rule_for(&position);
        told += usize::from(rule.is_some());
        for symmetry in Symmetry::ALL {
            assert_eq!(rule_for(&symmetry.position(&position).unwrap()), rule, "{fen}");
        }
    }
    assert!(told >= 4, "{told}");
}
