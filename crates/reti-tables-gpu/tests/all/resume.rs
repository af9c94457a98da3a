//! Runs that go on: kept sets are read instead of made again, damage is found, and time limits hold.

use std::fs;
use std::path::{Path, PathBuf};

use reti_core::chess::Color;
use reti_tables::material::Material;
use reti_tables_gpu::engine::{Engine, Rule};
use reti_tables_gpu::geometry::Slices;
use reti_tables_gpu::host::Host;
use reti_tables_gpu::plan::{self, Event};
use reti_tables_gpu::roles::Roles;
use reti_tables_gpu::store::Store;

/// An engine on which tables of four men are what tables of six are on a card.
fn engine(memory: u64, waiting: u64, folder: Option<&Path>) -> Option<Engine<Host>> {
    if !Host::is_built() {
        eprintln!("skipped: the kernels were not built for the host");
        return None;
    }
    let mut engine = Engine::new(Host::new(memory)).expect("the host can be used");
    engine.resident = 3;
    engine.waiting_pawns = 1;
    engine.store = Store::new(waiting, folder).expect("a folder");
    Some(engine)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn endgames(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| name.parse().expect("an endgame")).collect()
}

/// The certificates of a run, in order.
fn certify(engine: &mut Engine<Host>, names: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    let left = plan::run(engine, &endgames(names), 1e9, &mut |_, event| {
        if let Event::Done(certificate, _) = event {
            assert_eq!(certificate.violations, 0);
            lines.push(certificate.json());
        }
        Ok(())
    });
    assert_eq!(left.expect("is made"), 0);
    lines
}

#[test]
fn a_later_run_reads_what_an_earlier_one_kept_and_finds_damage() {
    let folder = folder("kept");
    let Some(mut first) = engine(4 << 30, 1 << 30, Some(&folder)) else { return };
    let lines = certify(&mut first, &["KPvKP"]);
    let files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    // Four promoted tables, one set of each of the two attackers, and nothing half written.
    assert!(files.len() >= 8, "{files:?}");
    assert!(files.iter().all(|file| file.extension().is_some_and(|end| end == "set")));

    let mut second = engine(4 << 30, 0, Some(&folder)).expect("as before");
    assert_eq!(certify(&mut second, &["KPvKP"]), lines);
    assert!(second.fetched >= 8 && second.made < first.made, "{} of {}", second.made, first.made);
    assert!(second.store.trouble.is_empty());

    for (i, file) in files.iter().enumerate() {
        let mut bytes = fs::read(file).expect("a file");
        let at = bytes.len() * (2 * i + 1) / (2 * files.len());
        bytes[at] ^= 1 << (i % 8);
        fs::write(file, bytes).expect("can be written");
    }
    let mut third = engine(4 << 30, 0, Some(&folder)).expect("as before");
    assert_eq!(certify(&mut third, &["KPvKP"]), lines);
    assert_eq!((third.store.trouble.len() as u64, third.fetched), (second.fetched, 0), "{:?}", third.store.trouble);

    // Made again, so whole again.
    let mut fourth = engine(4 << 30, 0, Some(&folder)).expect("as before");
    assert_eq!(certify(&mut fourth, &["KPvKP"]), lines);
    assert!(fourth.store.trouble.is_empty() && fourth.fetched > 0);
}

/// A file with right sums, but not the labels that the certificate names, is refused.
#[test]
fn kept_sets_are_held_against_certificates() {
    let folder = folder("known");
    let Some(mut first) = engine(4 << 30, 0, Some(&folder)) else { return };
    let lines = certify(&mut first, &["KPvKP"]);
    let mut second = engine(4 << 30, 0, Some(&folder)).expect("as before");
    let roles = Roles::of("KQvKP".parse().expect("an endgame"), Color::White);
    second.know(&roles, true, [1, 2]);
    let failed = plan::run(&mut second, &endgames(&["KPvKP"]), 1e9, &mut |_, _| Ok(()));
    assert!(failed.is_err(), "made again, it has other labels than it should");
    assert_eq!(second.store.trouble.len(), 1, "{:?}", second.store.trouble);
    assert_eq!(lines.len(), 1);
}

#[test]
fn little_memory_gives_the_same_certificates() {
    let names = ["KPvKP", "KQvKP", "KPPvK", "KRvKP"];
    let Some(mut large) = engine(4 << 30, 0, None) else { return };
    let mut small = engine(14 << 20, 1 << 30, None).expect("as before");
    let (mut lines, mut other) = (certify(&mut large, &names), certify(&mut small, &names));
    lines.sort();
    other.sort();
    assert_eq!(lines, other);
    assert!(small.fetched > 0 && small.peak() <= 14 << 20, "{} fetched, {} bytes", small.fetched, small.peak());
}

#[test]
fn what_does_not_fit_into_the_time_is_not_begun() {
    let Some(mut engine) = engine(4 << 30, 0, None) else { return };
    let mut events = Vec::new();
    let wanted = endgames(&["KQvKR", "KQvK"]);
    let slow = Roles::of(wanted[0], Color::White);
    engine.rates.made(&slow, Rule::Plain, true, 1e6);
    // Nothing else was measured, so everything counts as that slow: nothing fits.
    let left = plan::run(&mut engine, &wanted, 1000.0, &mut |_, event| {
        events.push(format!("{event:?}"));
        Ok(())
    });
    assert_eq!((left.expect("stops"), events.len()), (2, 1));
    assert!(events[0].starts_with("Stopped(") && events[0].contains("seconds: Some("), "{events:?}");

    engine.rates = plan::Rates::default();
    let mut order = Vec::new();
    let left = plan::run(&mut engine, &wanted, 1000.0, &mut |engine, event| {
        if let Event::Done(certificate, _) = event {
            order.push(certificate.endgame.to_string());
            let thought = plan::estimate(engine, wanted[0]);
            assert!(thought.seconds.is_some_and(|seconds| seconds > 0.0), "{thought:?}");
        }
        Ok(())
    });
    assert_eq!((left.expect("is made"), order), (0, vec!["KQvK".to_owned(), "KQvKR".to_owned()]));
}

#[test]
fn words_are_counted_without_making_slices() {
    for (name, sides) in [("KPvK", vec![0]), ("KPvKP", vec![0, 1]), ("KPPvK", vec![0, 0]), ("KPPvKP", vec![0, 0, 1])] {
        let roles = Roles::of(name.parse().expect("an endgame"), Color::White);
        assert_eq!(roles.words(), Slices::new(&sides).pawns.len() as u64 * 64, "{name}");
    }
    let four = Roles { men: [[0, 0, 0, 0, 2], [0, 0, 0, 0, 2]] };
    assert_eq!(four.words(), Slices::new(&[0, 0, 1, 1]).pawns.len() as u64 * 64);
}
