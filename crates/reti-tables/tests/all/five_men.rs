//! Five men: one pawnless endgame and one with a pawn, against published totals; all in the slow test.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::PathBuf;

use reti_core::chess::Color;
use reti_core::value::Value;
use reti_tables::build::{self, Event, Options};
use reti_tables::chain::Memory;
use reti_tables::layout::Convention;
use reti_tables::material::Material;
use reti_tables::stats::Histogram;
use reti_tables::store::Store;
use reti_tables::table::{Metric, Table};
use reti_tables::verify::certified;

fn totals(table: &Table) -> Vec<String> {
    let histograms = [Color::White, Color::Black].map(|turn| Histogram::new(table, turn));
    let values = [Value::Win, Value::Draw, Value::Loss];
    histograms
        .iter()
        .flat_map(|h| values.map(|value| h.with_value(value, Convention::OrbitsOrdered).to_string()))
        .collect()
}

fn published() -> Vec<(Material, Vec<String>)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tables/wdl_totals.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('K'));
    rows.map(|line| {
        let mut fields = line.split('\t').map(str::to_owned);
        (fields.next().unwrap().parse().unwrap(), fields.collect())
    })
    .collect()
}

/// Compares totals with a published row.
///
/// Some published rows leave out wins that the fifty-move rule frustrates: their sums are smaller
/// than the number of legal positions (`KBNvKN` has 133,575 positions fewer with white to move than
/// `KBNvKB`, although the same placements are legal). There, draws must agree, and wins and losses
/// may only be missing, not different.
#[track_caller]
fn compare(material: Material, found: &[String], expected: &[String]) {
    let numbers = |row: &[String]| row.iter().map(|n| n.parse::<u64>().unwrap()).collect::<Vec<_>>();
    let (ours, published) = (numbers(found), numbers(expected));
    for (ours, published) in ours.chunks(3).zip(published.chunks(3)) {
        if ours.iter().sum::<u64>() == published.iter().sum::<u64>() {
            assert_eq!(ours, published, "{material}");
        }
        assert_eq!(ours[1], published[1], "{material}");
        assert!(ours.iter().zip(published).all(|(ours, published)| ours >= published), "{material}");
    }
}

#[track_caller]
fn check(name: &str) {
    let material: Material = name.parse().unwrap();
    let mut memory = Memory::new();
    let table = memory.make(material, Metric::Conversion).unwrap();
    let expected = published().into_iter().find(|row| row.0 == material).unwrap().1;
    compare(material, &totals(&table), &expected);
    assert!(certified::certify(&table, &memory).unwrap().is_certified(), "{name}");
}

#[test]
fn queen_and_rook_against_rook() {
    check("KQRvKR");
}

#[test]
fn rook_and_pawn_against_knight() {
    check("KRPvKN");
}

/// Builds into the folder that `RETI_TABLES` names, where finished tables are kept.
#[test]
#[ignore = "slow: all 110 five-man endgames take a quarter of an hour of two cores, 7 GiB and 5 GB of disk"]
fn all_published_totals_of_five_men() {
    let Some(folder) = std::env::var_os("RETI_TABLES").map(PathBuf::from) else {
        println!("skipped: set RETI_TABLES to a folder for the tables");
        return;
    };
    let store = Store::open(&folder, 7 << 30).unwrap();
    let mut compared = 0;
    for (material, expected) in published() {
        build::build(&store, &[material], &Options::default(), &mut |event| {
            if let Event::Done(record) = event {
                println!("built {} in {:.1} s", record.material, record.generate);
            }
        })
        .unwrap();
        compare(material, &totals(&store.load(material).unwrap()), &expected);
        println!("{material}: equal");
        compared += 1;
    }
    assert_eq!(compared, 92);
}
