//! False tables: what a verifier must catch, and what no probe may answer from. Every attack of the
//! first tests was successful once: damaged values passed, forged labels were taken for a table, and
//! a table on false successors was certified.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};

use reti_core::chess::{Color, Position};
use reti_tables::build::{self, BuildError, Options};
use reti_tables::chain::Memory;
use reti_tables::checksum::{Digest, Rest};
use reti_tables::forge::forge;
use reti_tables::format::{self, Anchored, FileError, TableFile};
use reti_tables::material::Material;
use reti_tables::probe::{ProbeError, Prober};
use reti_tables::store::Store;
use reti_tables::table::{Code, Metric, Table};
use reti_tables::verify::audit::{Audit, Auditor, Verdict};

const SIDES: [Color; 2] = [Color::White, Color::Black];

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

/// A folder of its own for a test with the tables of some endgames and of all that they lead to.
fn built(name: &str, endgames: &[&str]) -> Store {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from an earlier run.
    let _ = fs::remove_dir_all(&folder);
    let store = Store::open(&folder, 1 << 30).unwrap();
    let wanted: Vec<Material> = endgames.iter().map(|name| material(name)).collect();
    build::build(&store, &wanted, &Options::default(), &mut |_| {}).unwrap();
    store
}

/// The folder opened anew, with nothing in memory.
fn reopened(store: &Store) -> Store {
    Store::existing(store.folder(), 1 << 30).unwrap()
}

fn path(store: &Store, name: &str) -> PathBuf {
    format::path_of(store.folder(), material(name))
}

fn audit(store: &Store, name: &str) -> Audit {
    let store = reopened(store);
    Auditor::new(Some(&store)).audit(material(name))
}

/// The table of an endgame with a draw everywhere, where it was not mate in a move or less.
fn all_draws(store: &Store, name: &str) -> Table {
    let mut table = store.load(material(name)).unwrap().as_ref().clone();
    for turn in SIDES {
        table.codes_mut(turn).iter_mut().filter(|code| **code != 0).for_each(|code| *code = Code::DRAW.0);
    }
    table
}

/// Writes a table over the one in a folder, with valid checksums and a certificate that names what is there.
fn overwrite(store: &Store, table: &Table, anchored: &Anchored) {
    let rests_on = reopened(store).rests(table.material()).unwrap();
    format::write(&format::path_of(store.folder(), table.material()), table, anchored, &rests_on).unwrap();
}

#[test]
fn true_tables_are_certified_down_to_bare_kings() {
    let store = built("audit", &["KPvK"]);
    let found = audit(&store, "KPvK");
    assert_eq!(
        (found.verdict, found.codes, found.values),
        (Verdict::Certified, Verdict::Certified, Verdict::Certified)
    );
    assert_eq!(found.positions, 165_676);
    let names: Vec<String> = found.rests_on.iter().map(|(rest, _)| rest.material.to_string()).collect();
    assert_eq!(names.len(), material("KPvK").successors().len(), "{names:?}");
    for (rest, verdict) in &found.rests_on {
        assert_eq!(*verdict, Verdict::Certified);
        assert_eq!(rest.digest, Digest::of_table(&store.load(rest.material).unwrap()), "{}", rest.material);
    }
    assert!(audit(&store, "KvK").rests_on.is_empty());
}

#[test]
fn damaged_values_are_not_certified() {
    let store = built("values", &["KPvK"]);
    let file = path(&store, "KPvK");
    let good = fs::read(&file).unwrap();
    // 1. A byte of the values section, which begins behind header, directory and certificate.
    let first_block = u64::from_le_bytes(*good[128..].first_chunk().unwrap()) as usize;
    for at in [first_block, first_block + 40, first_block + 400] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&file, bad).unwrap();
        let found = audit(&store, "KPvK");
        assert_eq!((found.verdict, found.values), (Verdict::Damaged, Verdict::Damaged), "byte {at}");
    }
    // 2. Values that a reader takes, with checksums that are right.
    let table = store.load(material("KPvK")).unwrap();
    let everywhere: Anchored = [vec![!0; table.layout().len() / 64], vec![!0; table.layout().len() / 64]];
    overwrite(&store, &table, &everywhere);
    let found = audit(&store, "KPvK");
    assert_eq!((found.verdict, found.codes, found.values), (Verdict::Damaged, Verdict::Certified, Verdict::Damaged));
    assert!(found.violations > 1_000, "{}", found.violations);
}

#[test]
fn labels_are_no_table_and_verifying_writes_nothing() {
    let store = built("labels", &["KBvK"]);
    let forgery =
        forge(&store.load(material("KBvK")).unwrap(), Color::White, &store.successors(material("KBvK")).unwrap());
    let file = path(&store, "KBvK");
    format::write_labels(&file, &forgery.unwrap().table).unwrap();
    let before = fs::read(&file).unwrap();
    assert!(matches!(store.file(material("KBvK")), Err(FileError::Labels { .. })));
    assert!(TableFile::open_claim(&file).is_ok(), "they can be verified as labels");
    let position = Position::from_fen("8/8/8/8/8/2k5/8/K6B w - - 0 1").unwrap();
    let prober = Prober::without_embedded(Some(store.folder()), None).unwrap();
    for result in [prober.value(&position).map(drop), prober.code(&position).map(drop)] {
        assert!(matches!(result, Err(ProbeError::File(FileError::Labels { .. }))));
    }
    let found = audit(&store, "KBvK");
    assert_eq!(found.verdict, Verdict::Damaged);
    assert!(found.problem.unwrap().contains("labels, not a table"));
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(reopened(&store).load(material("KvK")).unwrap().metric(), Metric::Mate);
}

#[test]
fn nothing_is_certified_on_false_successors() {
    let store = built("false-successors", &["KPvK"]);
    for name in ["KQvK", "KRvK"] {
        let table = all_draws(&store, name);
        overwrite(&store, &table, &format::nothing_anchored(table.layout()));
    }
    // 1. The table that was made from the true ones.
    let found = audit(&store, "KPvK");
    assert_eq!(found.verdict, Verdict::Unverified);
    let damaged = found.rests_on.iter().filter(|(_, verdict)| *verdict == Verdict::Damaged);
    let damaged: Vec<String> = damaged.map(|(rest, _)| rest.material.to_string()).collect();
    assert_eq!(damaged, ["KRvK", "KQvK"]);
    // 2. A probe of it does not ask them silently.
    let prober = Prober::without_embedded(Some(store.folder()), None).unwrap();
    let position = Position::from_fen("8/3k4/8/3K4/3P4/8/8/8 b - - 0 1").unwrap();
    assert!(matches!(prober.value(&position), Err(ProbeError::File(FileError::Stale { .. }))));
    // 3. One that would be made from the false ones.
    fs::remove_file(path(&store, "KPvK")).unwrap();
    let built = build::build(&reopened(&store), &[material("KPvK")], &Options::default(), &mut |_| {});
    assert!(matches!(built, Err(BuildError::WrongFile { .. })), "{built:?}");
    assert!(!path(&store, "KPvK").exists());
}

#[test]
fn a_certificate_that_names_other_tables_is_noticed() {
    let store = built("certificate", &["KPvK"]);
    let table = store.load(material("KPvK")).unwrap();
    let mut rests_on = store.rests(material("KPvK")).unwrap();
    rests_on[1].digest.0[5] ^= 1;
    let nothing = format::nothing_anchored(table.layout());
    format::write(&path(&store, "KPvK"), &table, &nothing, &rests_on).unwrap();
    assert_eq!(audit(&store, "KPvK").verdict, Verdict::Damaged);
    rests_on.truncate(1);
    format::write(&path(&store, "KPvK"), &table, &nothing, &rests_on).unwrap();
    assert_eq!(audit(&store, "KPvK").verdict, Verdict::Damaged);
    // Building puts it right.
    let records = build::build(&reopened(&store), &[material("KPvK")], &Options::default(), &mut |_| {}).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(audit(&store, "KPvK").verdict, Verdict::Certified);
}

/// What a probe may do with a damaged folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// Say the truth, or that the file cannot be used.
    TruthOrError,
    /// Lie about this one endgame, whose table is false from the first to the last byte, and about no other.
    FalseTable,
}

/// The tables of a folder and how to damage one of them.
struct Victim {
    store: Store,
    names: Vec<String>,
    files: Vec<Vec<u8>>,
    tables: Vec<Table>,
    /// Positions of each endgame with the truth about them.
    truth: Vec<Vec<(Position, Code)>>,
}

impl Victim {
    fn new(folder: &str, endgame: &str) -> Victim {
        let store = built(folder, &[endgame]);
        let closure = material(endgame).closure();
        let tables: Vec<Table> = closure.iter().map(|&m| store.load(m).unwrap().as_ref().clone()).collect();
        let names: Vec<String> = closure.iter().map(ToString::to_string).collect();
        let files = names.iter().map(|name| fs::read(path(&store, name)).unwrap()).collect();
        let mut numbers = Rng::with_seed(3);
        let sample = |table: &Table| {
            let mut found = Vec::new();
            while found.len() < 12 {
                let (turn, index) = (SIDES[numbers.usize(..2)], numbers.usize(..table.layout().len()));
                let code = Code(table.codes(turn)[index]);
                let position = table.position(turn, index).filter(|_| code != Code::ILLEGAL);
                found.extend(position.map(|position| (position, code)));
            }
            found
        };
        let truth = tables.iter().map(sample).collect();
        Victim { store, names, files, tables, truth }
    }

    /// Damages one file and tells which, and what probes may do.
    fn damage(&self, numbers: &mut Rng) -> (usize, Expected) {
        let at = numbers.usize(..self.names.len());
        let mut bytes = self.files[at].clone();
        let kind = numbers.usize(..10);
        match kind {
            0..=3 => {
                for _ in 0..=numbers.usize(..3) {
                    // Mostly anywhere, often in the header.
                    let place =
                        if numbers.usize(..3) == 0 { numbers.usize(..400) } else { numbers.usize(..bytes.len()) };
                    let place = place.min(bytes.len() - 1);
                    bytes[place] = bytes[place].wrapping_add(1 + numbers.u8(..255));
                }
                if bytes == self.files[at] {
                    bytes[9] ^= 1;
                }
            }
            4 => bytes.truncate(numbers.usize(..bytes.len())),
            5 => bytes.extend(vec![0; 1 + numbers.usize(..100)]),
            6 => {
                let other = (at + 1 + numbers.usize(..self.names.len() - 1)) % self.names.len();
                bytes.clone_from(&self.files[other]);
            }
            7 => {
                let other = &self.files[(at + 1) % self.files.len()];
                let len = 1 + numbers.usize(..bytes.len().min(other.len()));
                let start = numbers.usize(..=bytes.len().min(other.len()) - len);
                bytes[start..start + len].copy_from_slice(&other[start..start + len]);
                if bytes == self.files[at] {
                    bytes.truncate(start);
                }
            }
            _ => return (at, self.falsify(at, kind == 9, numbers)),
        }
        fs::write(path(&self.store, &self.names[at]), bytes).unwrap();
        (at, Expected::TruthOrError)
    }

    /// Puts a false table with valid checksums and certificate in the place of a true one: a stale
    /// one from the point of view of the tables that rest on it.
    fn falsify(&self, at: usize, values_only: bool, numbers: &mut Rng) -> Expected {
        let mut table = self.tables[at].clone();
        let mut anchored = format::nothing_anchored(table.layout());
        let values_only = values_only && ["KQvK", "KRvK", "KPvK"].contains(&self.names[at].as_str());
        if values_only {
            for side in &mut anchored {
                side.fill(!0);
            }
        } else {
            // Places that a file does not keep may be changed without a trace, and a place twice.
            let (digest, changes) = (Digest::of_table(&table), 1 + numbers.usize(..50));
            for change in 0.. {
                if change >= changes && Digest::of_table(&table) != digest {
                    break;
                }
                let (turn, index) = (SIDES[numbers.usize(..2)], numbers.usize(..table.layout().len()));
                let code = &mut table.codes_mut(turn)[index];
                if *code != 0 {
                    *code = if *code == Code::DRAW.0 { Code::win(3).0 } else { Code::DRAW.0 };
                }
            }
        }
        let rest = |material: Material| {
            let at = self.names.iter().position(|name| *name == material.to_string()).unwrap();
            Rest { material, digest: Digest::of_table(&self.tables[at]) }
        };
        let rests_on: Vec<Rest> = table.material().successors().into_iter().map(rest).collect();
        format::write(&path(&self.store, &self.names[at]), &table, &anchored, &rests_on).unwrap();
        Expected::FalseTable
    }

    /// Audits and probes the damaged folder, then puts the true file back.
    fn examine(&self, at: usize, expected: Expected) {
        let store = reopened(&self.store);
        let mut auditor = Auditor::new(Some(&store));
        let name = &self.names[at];
        for (other, audit) in self.names.iter().map(|name| (name, auditor.audit(material(name)))) {
            let rests = material(other).closure().contains(&material(name));
            assert!(!rests || audit.verdict != Verdict::Certified, "{other} is certified with a damaged {name}");
            assert!(other != name || audit.verdict == Verdict::Damaged, "{name}: {:?}", audit.problem);
        }
        let folder = Some(self.store.folder());
        let (alone, both) = (Prober::without_embedded(folder, None).unwrap(), Prober::new(folder, None).unwrap());
        for (other, truth) in self.names.iter().zip(&self.truth) {
            for (position, code) in truth {
                let lies = expected == Expected::FalseTable && other == name;
                let found = alone.code(position).ok().map(|(code, _)| code);
                assert!(lies || found.is_none_or(|found| found == *code), "{}", position.fen());
                let value = alone.value(position).ok().map(|(value, _)| value);
                assert!(lies || value.is_none_or(|value| Some(value) == code.value()), "{}", position.fen());
                assert_eq!(both.code(position).unwrap().0, *code, "{}", position.fen());
            }
        }
        fs::write(path(&self.store, name), &self.files[at]).unwrap();
    }
}

fn damages(folder: &str, count: usize, seed: u64) {
    let victim = Victim::new(folder, "KPvK");
    let mut numbers = Rng::with_seed(seed);
    for _ in 0..count {
        let (at, expected) = victim.damage(&mut numbers);
        victim.examine(at, expected);
    }
    // The last file was put back: everything is as it was.
    assert_eq!(audit(&victim.store, "KPvK").verdict, Verdict::Certified);
}

#[test]
fn two_hundred_damages_are_caught() {
    damages("damages", 200, 1);
}

#[test]
#[ignore = "slow: audits and probes a folder 5,000 times"]
fn five_thousand_damages_are_caught() {
    damages("many-damages", 5_000, 2);
}

#[test]
fn tables_in_memory_and_in_files_have_the_same_digest() {
    let store = built("digest", &["KPvK"]);
    let mut memory = Memory::new();
    for name in ["KvK", "KQvK", "KPvK"] {
        let table = memory.make(material(name), Metric::Mate).unwrap();
        assert_eq!(store.file(material(name)).unwrap().digest(), Digest::of_table(&table), "{name}");
    }
}
