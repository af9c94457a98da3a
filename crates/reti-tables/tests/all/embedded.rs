//! The tables in the program: the same as the generator makes, certified, and asked by many at once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use fastrand::Rng;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use reti_core::chess::{Color, Position, Symmetry};
use reti_core::value::Value;
use reti_tables::chain::Memory;
use reti_tables::checksum::Digest;
use reti_tables::embedded::{self, ArchiveError, Embedded};
use reti_tables::material::Material;
use reti_tables::table::{Code, Metric, Tables};
use reti_tables::verify::audit::{Auditor, Verdict};

const SIDES: [Color; 2] = [Color::White, Color::Black];
static ARCHIVE: &[u8] = include_bytes!("../../embedded/four-men.bin");

/// Generated here and now.
static GENERATED: LazyLock<Memory> = LazyLock::new(|| {
    let mut memory = Memory::new();
    for material in embedded::endgames() {
        memory.make(material, Metric::Mate).unwrap();
    }
    memory
});

#[test]
fn embedded_tables_are_what_the_generator_makes() {
    assert_eq!(embedded::shared().endgames().count(), 36);
    for material in embedded::endgames() {
        let (table, generated) = (embedded::shared().table(material).unwrap().unwrap(), GENERATED.table(material));
        assert!(*table == *generated.unwrap(), "{material}");
        assert_eq!(embedded::shared().digest(material), Some(Digest::of_table(&table)), "{material}");
    }
}

#[test]
fn what_is_made_in_a_moment_is_not_kept() {
    let made: Vec<Material> = embedded::endgames().filter(|&material| embedded::is_made(material)).collect();
    assert_eq!(made.len(), 23);
    // Nothing that is made waits for more than the tables of one promotion.
    let waits = |material: &Material| material.successors().iter().filter(|&&next| embedded::is_made(next)).count();
    assert!(made.iter().map(waits).max() <= Some(4));
    assert!(ARCHIVE.len() < 2_700_000);
}

#[test]
fn embedded_tables_are_certified() {
    let mut auditor = Auditor::new(None);
    for material in embedded::endgames() {
        let audit = auditor.audit(material);
        assert_eq!((audit.verdict, audit.violations, audit.embedded), (Verdict::Certified, 0, true), "{material}");
    }
}

/// Random legal positions of an endgame with the truth about them.
fn sample(material: Material, count: usize, numbers: &mut Rng) -> Vec<(Position, Code)> {
    let table = GENERATED.table(material).unwrap();
    let mut found = Vec::new();
    while found.len() < count {
        let (turn, index) = (SIDES[numbers.usize(..2)], numbers.usize(..table.layout().len()));
        let code = Code(table.codes(turn)[index]);
        found.extend(table.position(turn, index).filter(|_| code != Code::ILLEGAL).map(|position| (position, code)));
    }
    found
}

fn mirror(position: &Position) -> Position {
    Symmetry::Mirror.position(position).unwrap()
}

#[test]
fn probes_tell_the_truth_for_both_sides_and_colours() {
    let mut numbers = Rng::with_seed(17);
    for material in embedded::endgames() {
        for (position, code) in sample(material, 300, &mut numbers) {
            assert_eq!(embedded::probe(&position), Some(code), "{}", position.fen());
            assert_eq!(embedded::probe(&mirror(&position)), Some(code), "{}", position.fen());
        }
    }
}

#[test]
fn who_does_not_wait_knows_nothing_yet_and_then_the_truth() {
    // One that is made, one that is kept, and the side to move that is not kept.
    for fen in
        ["8/8/8/3qk3/8/8/1R6/K7 b - - 0 1", "8/8/4k3/5p2/3P4/3K4/8/8 w - - 0 1", "8/8/4k3/5n2/3P4/3K4/8/8 b - - 0 1"]
    {
        let fresh: &'static Embedded = Box::leak(Box::new(Embedded::read(ARCHIVE).unwrap()));
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(fresh.ready_code(&position), None, "{fen}: nobody has made it");
        // A minute at most.
        let tries = 0..12_000;
        let ready = tries.into_iter().find_map(|_| {
            thread::sleep(Duration::from_millis(5));
            fresh.ready_code(&position)
        });
        assert!(ready.is_some() && ready == embedded::probe(&position), "{fen}: {ready:?}");
    }
    assert_eq!(embedded::probe_ready(&Position::start()), None);
}

#[test]
fn many_threads_may_ask_a_fresh_archive() {
    let mut numbers = Rng::with_seed(23);
    let questions: Vec<_> = embedded::endgames().flat_map(|m| sample(m, 20, &mut numbers)).collect();
    let fresh = Embedded::read(ARCHIVE).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| questions.iter().for_each(|(position, code)| assert_eq!(fresh.code(position), Some(*code))));
        }
    });
}

#[test]
fn more_men_castling_and_damage_give_no_answer() {
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1"] {
        assert_eq!(embedded::probe(&Position::from_fen(fen).unwrap()), None, "{fen}");
    }
    let fen = "7k/8/8/8/1pP5/8/8/7K b - c3 0 1";
    assert_eq!(embedded::shared().value(&Position::from_fen(fen).unwrap()), Some(Value::Win), "{fen}");
    let mut numbers = Rng::with_seed(29);
    for _ in 0..20 {
        let mut bad = ARCHIVE.to_vec();
        let at = if numbers.usize(..2) == 0 { numbers.usize(..2_000) } else { numbers.usize(..bad.len()) };
        bad[at] ^= 1 + numbers.u8(..255);
        let read = Embedded::read(bad.leak()).and_then(|archive| archive.check());
        assert!(matches!(read, Err(ArchiveError::Damaged(_))), "byte {at}");
    }
}

#[test]
#[ignore = "slow: compresses 110 MB as small as it can"]
fn the_archive_can_be_made_again_byte_for_byte() {
    assert!(embedded::archive(&*GENERATED).unwrap() == ARCHIVE, "run: cargo xtask tables");
}
