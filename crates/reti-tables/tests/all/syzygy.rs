//! Our tables against Syzygy files: three men from the committed files, all 35 endgames where the
//! folder of large test data is found.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};

use reti_core::chess::Color;
use reti_tables::chain::Memory;
use reti_tables::embedded;
use reti_tables::material::Material;
use reti_tables::syzygy::Syzygy;
use reti_tables::table::{Code, Metric, Table};
use reti_tables::verify::certified;
use reti_tables::verify::peel::peel;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn committed() -> Syzygy {
    Syzygy::open(&workspace().join("testdata/tables/syzygy")).unwrap()
}

/// All 35 endgames, if they are on this machine.
fn large() -> Option<Syzygy> {
    let Some(data) = std::env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA does not name the folder with tables/syzygy");
        return None;
    };
    let folder = PathBuf::from(data).join("tables/syzygy");
    let found = Syzygy::open(&folder).ok().filter(|files| files.count() > 0);
    if found.is_none() {
        println!("skipped: no Syzygy files in {}", folder.display());
    }
    found
}

/// Compares the values at every `step`-th place.
fn compare(files: &Syzygy, table: &Table, step: usize) -> usize {
    use rayon::prelude::*;
    let mut compared = 0;
    for turn in [Color::White, Color::Black] {
        let places: Vec<usize> = (0..table.layout().len()).step_by(step).collect();
        compared += places
            .par_iter()
            .filter(|&&index| table.layout().in_c462(&table.layout().squares(index)))
            .filter(|&&index| table.codes(turn)[index] != 0)
            .map(|&index| {
                let position = table.position(turn, index).unwrap();
                let ours = Code(table.codes(turn)[index]).value();
                assert_eq!(Some(files.value(&position).unwrap()), ours, "{position:?}");
            })
            .count();
    }
    compared
}

#[test]
fn three_men_equal_the_committed_files_in_every_position() {
    let mut memory = Memory::new();
    for material in Material::all(3) {
        let table = memory.make(material, Metric::Mate).unwrap();
        assert!(compare(&committed(), &table, 1) > 40_000, "{material}");
    }
}

#[test]
fn syzygy_labels_get_ranks_and_a_certificate() {
    let mut memory = Memory::new();
    for material in Material::all(3) {
        memory.make(material, Metric::Mate).unwrap();
        let labels = committed().labels(material).unwrap();
        let peeled = peel(&labels, &memory).unwrap();
        assert!(certified::certify(&peeled.table, &memory).unwrap().is_certified(), "{material}");
    }
}

#[test]
fn samples_of_four_men_equal_syzygy() {
    let Some(files) = large() else { return };
    let mut memory = Memory::new();
    for material in Material::all(4) {
        let table = memory.make(material, Metric::Mate).unwrap();
        compare(&files, &table, 89);
    }
}

#[test]
#[ignore = "slow: probes 135 million positions one by one"]
fn every_position_of_all_35_endgames_equals_syzygy() {
    let Some(files) = large() else { return };
    let mut memory = Memory::new();
    let mut compared = 0;
    for material in (3..=4).flat_map(Material::all) {
        let table = memory.make(material, Metric::Mate).unwrap();
        compared += compare(&files, &table, 1);
        println!("{material}: {compared} positions compared so far, all equal");
    }
}

#[test]
#[ignore = "slow: probes 135 million positions one by one"]
fn every_embedded_value_equals_syzygy() {
    let Some(files) = large() else { return };
    let mut compared = 0;
    for material in (3..=4).flat_map(Material::all) {
        let table = embedded::shared().table(material).unwrap().unwrap();
        compared += compare(&files, &table, 1);
        println!("{material}: {compared} positions compared so far, all equal");
    }
}
