//! Table files: round trips, damage of every kind, mutations of tables, and probing.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};

use reti_core::chess::{Color, Position};
use reti_core::value::Value;
use reti_tables::build::{self, Options};
use reti_tables::chain::Memory;
use reti_tables::format::{self, FileError, TableFile};
use reti_tables::layout::Convention;
use reti_tables::material::Material;
use reti_tables::mmap::Bytes;
use reti_tables::probe::{Prober, Source};
use reti_tables::store::Store;
use reti_tables::table::{Code, Metric, Table, Tables};
use reti_tables::verify::{certified, cqd};

const SIDES: [Color; 2] = [Color::White, Color::Black];

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from an earlier run.
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn built(name: &str, endgames: &[&str]) -> Store {
    let store = Store::open(&folder(name), 1 << 30).unwrap();
    let wanted: Vec<Material> = endgames.iter().map(|name| name.parse().unwrap()).collect();
    build::build(&store, &wanted, &Options::default(), &mut |_| {}).unwrap();
    store
}

#[test]
fn what_is_written_is_read_back() {
    let store = built("round-trip", &["KPvK", "KRvKN", "KPPvK", "KPvKP"]);
    let mut memory = Memory::new();
    for name in ["KvK", "KPvK", "KRvKN", "KPPvK", "KPvKP"] {
        let material: Material = name.parse().unwrap();
        let table = memory.make(material, Metric::Mate).unwrap();
        let file = store.file(material).unwrap();
        assert!(file.load().unwrap() == *table, "{name}");
        file.check().unwrap();
    }
}

#[test]
fn both_sections_answer_like_the_table() {
    let store = built("sections", &["KQvKR", "KPvKP"]);
    let prober = Prober::without_embedded(Some(store.folder()), None).unwrap();
    for name in ["KQvKR", "KPvKP"] {
        let table = store.load(name.parse().unwrap()).unwrap();
        for turn in SIDES {
            for index in (0..table.layout().len()).step_by(9_973) {
                let Some(position) = table.position(turn, index) else { continue };
                let code = Code(table.codes(turn)[index]);
                assert_eq!(prober.code(&position).unwrap().0, code, "{position:?}");
                assert_eq!(prober.value(&position).unwrap(), (code.value().unwrap(), Source::Reti), "{position:?}");
            }
        }
    }
}

#[test]
fn every_wrong_byte_is_noticed() {
    let store = built("damage", &["KPvK"]);
    let path = format::path_of(store.folder(), "KPvK".parse().unwrap());
    let good = fs::read(&path).unwrap();
    let mut numbers = Rng::with_seed(5);
    for trial in 0..1_000 {
        let mut bad = good.clone();
        let at = if trial < 200 { trial } else { numbers.usize(..bad.len()) };
        bad[at] ^= 1 + numbers.u8(..255);
        let opened = TableFile::from_bytes(&path, Bytes::Read(bad));
        assert!(opened.and_then(|file| file.check()).is_err(), "byte {at}");
    }
}

#[test]
fn truncated_foreign_and_older_files_are_errors() {
    let store = built("foreign", &["KPvK"]);
    let folder = store.folder();
    let path = format::path_of(folder, "KPvK".parse().unwrap());
    let good = fs::read(&path).unwrap();
    let open = |bytes: &[u8]| TableFile::from_bytes(&path, Bytes::Read(bytes.to_vec()));
    for len in [0, 7, 8, 63, 64, 100, good.len() - 1] {
        assert!(open(&good[..len]).is_err(), "{len}");
    }
    assert!(open(&[&good[..], b"x"].concat()).is_err());
    assert!(matches!(open(b"not a table at all"), Err(FileError::NotATable { .. })));
    let mut older = good.clone();
    older[8] = 0;
    assert!(matches!(open(&older), Err(FileError::Version { found: 0, .. })));
    // The table of another endgame under this name.
    fs::copy(format::path_of(folder, "KQvK".parse().unwrap()), &path).unwrap();
    assert!(matches!(store.file("KPvK".parse().unwrap()), Err(FileError::OtherEndgame { .. })));
    assert!(matches!(store.file("KRRvK".parse().unwrap()), Err(FileError::Io { .. })));
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let store = built("resume", &["KQvK"]);
    let path = format::path_of(store.folder(), "KQvK".parse().unwrap());
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    // A damaged table, as an old program or a failing disk may leave it.
    fs::write(format::path_of(store.folder(), "KRvK".parse().unwrap()), "RETITAB\nhalf").unwrap();
    let mut kept = Vec::new();
    let wanted = ["KQvK", "KRvK"].map(|name| name.parse().unwrap());
    let records = build::build(&store, &wanted, &Options::default(), &mut |event| {
        if let build::Event::Kept(material) = event {
            kept.push(material.to_string());
        }
    })
    .unwrap();
    assert_eq!(kept, ["KvK", "KQvK"]);
    assert_eq!(records.len(), 1);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn too_little_memory_is_an_error() {
    let store = Store::open(&folder("memory"), 1 << 20).unwrap();
    let built = build::build(&store, &["KQvKR".parse().unwrap()], &Options::default(), &mut |_| {});
    assert!(matches!(built, Err(build::BuildError::Memory { .. })));
}

fn three_men() -> Memory {
    let mut memory = Memory::new();
    for material in Material::all(3) {
        memory.make(material, Metric::Mate).unwrap();
    }
    memory
}

/// A random legal place of a table.
fn legal_place(table: &Table, numbers: &mut Rng, wanted: impl Fn(Code) -> bool) -> Option<(Color, usize)> {
    for _ in 0..10_000 {
        let (turn, index) = (SIDES[numbers.usize(..2)], numbers.usize(..table.layout().len()));
        let code = Code(table.codes(turn)[index]);
        if code != Code::ILLEGAL && wanted(code) {
            return Some((turn, index));
        }
    }
    None
}

#[test]
fn one_flipped_label_is_always_noticed() {
    let memory = three_men();
    let mut numbers = Rng::with_seed(7);
    let endgames = Material::all(3);
    for trial in 0..1_000 {
        let mut table = (*memory.table(endgames[trial % endgames.len()]).unwrap()).clone();
        let (turn, index) = legal_place(&table, &mut numbers, |_| true).unwrap();
        let old = Code(table.codes(turn)[index]);
        let labels = [Code::win(1 + numbers.usize(..20) as u8), Code::DRAW, Code::loss(numbers.usize(..20) as u8)];
        let others: Vec<Code> = labels.into_iter().filter(|code| code.value() != old.value()).collect();
        table.codes_mut(turn)[index] = others[numbers.usize(..others.len())].0;
        let report = certified::certify(&table, &memory).unwrap();
        assert!(!report.is_certified());
        assert!(cqd::verify(&table, &memory).unwrap().all_violations(Convention::Full) > 0);
    }
}

#[test]
fn one_raised_rank_is_always_noticed() {
    let memory = three_men();
    let mut numbers = Rng::with_seed(11);
    let endgames: Vec<Material> = ["KQvK", "KRvK", "KPvK"].map(|name| name.parse().unwrap()).to_vec();
    for trial in 0..1_000 {
        let mut table = (*memory.table(endgames[trial % endgames.len()]).unwrap()).clone();
        let (turn, index) = legal_place(&table, &mut numbers, |code| code.rank().is_some()).unwrap();
        let old = Code(table.codes(turn)[index]);
        let raised = old.rank().unwrap() + 1 + numbers.usize(..30) as u8;
        let new = if old.value() == Some(Value::Win) { Code::win(raised) } else { Code::loss(raised) };
        table.codes_mut(turn)[index] = new.0;
        let report = certified::certify(&table, &memory).unwrap();
        assert!(!report.is_certified());
    }
}

#[test]
fn a_probe_mates_in_time() {
    let prober = Prober::embedded();
    let position = Position::from_fen("8/8/8/8/8/2k5/8/K6Q w - - 0 1").unwrap();
    let answer = prober.answer(&position).unwrap();
    assert_eq!((answer.value, answer.source), (Value::Win, Source::Embedded));
    assert_eq!(answer.line.len(), usize::from(answer.code.unwrap().plies().unwrap()));
    let end = answer.line.iter().fold(position, |position, &m| position.play(m));
    assert!(end.is_checkmate());
    let black = Position::from_fen("8/8/8/8/8/2K5/8/k6q w - - 0 1").unwrap();
    assert_eq!(prober.value(&black).unwrap().0, Value::Loss);
    assert_eq!(prober.used(), (Vec::new(), true));
}

#[test]
fn en_passant_is_taken_into_account() {
    let store = built("en-passant", &["KPvKP"]);
    for prober in [Prober::embedded(), Prober::without_embedded(Some(store.folder()), None).unwrap()] {
        for fen in ["8/8/8/8/Pp6/8/8/K1k5 b - a3 0 1", "7k/8/8/8/1pP5/8/8/7K b - c3 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            let best = position.legal_moves().iter().map(|&m| -prober.value(&position.play(m)).unwrap().0).max();
            assert_eq!(Some(prober.value(&position).unwrap().0), best, "{fen}");
            assert_eq!(prober.code(&position).unwrap().0.value(), best, "{fen}");
        }
    }
}

#[test]
fn what_tables_cannot_know_is_an_error() {
    let prober = Prober::embedded();
    for fen in
        ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1"]
    {
        assert!(prober.answer(&Position::from_fen(fen).unwrap()).is_err(), "{fen}");
    }
}
