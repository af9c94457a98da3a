//! Tables by slices on disk: the same certificates as in memory, whatever the memory, killed or not.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reti_tables::material::Material;
use reti_tables_gpu::certificate::Certificate;
use reti_tables_gpu::engine::{Engine, EngineError};
use reti_tables_gpu::host::Host;
use reti_tables_gpu::sliced::{Progress, Sliced};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn endgame(name: &str) -> Material {
    Material::named(name, 6).expect("an endgame")
}

/// The committed certificate of an endgame.
fn committed(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates");
    let texts = fs::read_dir(folder).expect("a folder").filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok());
    let key = format!("\"endgame\":\"{name}\"");
    let line =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).find(|line| line.contains(&key));
    line.expect("every endgame has one")
}

/// An endgame in as little memory as it takes, and how often slices came back from disk.
fn smallest(folder: &Path, name: &str) -> (String, u64) {
    let mut least = 0;
    loop {
        let mut watch = |_| true;
        let mut sliced = Sliced::new(folder, least << 20, &mut watch).expect("a folder");
        match sliced.certify(endgame(name)) {
            Ok(certificate) => return (certificate.json(), sliced.read),
            Err(EngineError::TooLittle { needed, limit, .. }) => {
                assert!(needed > limit, "{name}: {needed} of {limit}");
                least = needed;
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn slices_give_the_same_certificates() {
    if !Host::is_built() {
        eprintln!("skipped: the kernels were not built for the host");
        return;
    }
    let folder = folder("sliced");
    for name in ["KQvKR", "KRvKN", "KBNvK", "KRRvK", "KNNvKN"] {
        let mut engine = Engine::new(Host::new(4 << 30)).expect("the host can be used");
        let whole = Certificate::make(&mut engine, endgame(name)).expect("is made").json();
        let (line, read) = smallest(&folder, name);
        assert_eq!(line, whole, "{name}");
        assert_eq!(line, committed(name), "{name}");
        assert!(read > 0 || endgame(name).men() < 5, "{name}: everything fitted");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "{name}: nothing is left over");
    }
}

/// Stopped at some event, its journal cut off anywhere, a run goes on and gives the same.
#[test]
fn a_killed_run_goes_on_from_the_last_finished_half_round() {
    if !Host::is_built() {
        eprintln!("skipped: the kernels were not built for the host");
        return;
    }
    let folder = folder("killed");
    for (name, stops) in [("KQvKR", vec![3, 9, 20, 47, 100, 300]), ("KRvKB", vec![1, 2, 5])] {
        let mut rounds = Vec::new();
        for (i, stop) in stops.into_iter().enumerate() {
            let mut events = 0;
            let mut watch = |progress| {
                if let Progress::Round(round, side) = progress {
                    rounds.push((round, side));
                }
                events += 1;
                events < stop
            };
            let mut sliced = Sliced::new(&folder, 1 << 30, &mut watch).expect("a folder");
            match sliced.certify(endgame(name)) {
                Err(EngineError::Stopped) => {}
                Ok(_) => panic!("{name} was done after fewer than {stop} events"),
                Err(error) => panic!("{name}: {error}"),
            }
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("a file").path();
                if path.extension().is_some_and(|end| end == "journal") {
                    let file = File::options().write(true).open(&path).expect("a journal");
                    let length = file.metadata().expect("a journal").len();
                    file.set_len(length - length.min(17 * i as u64)).expect("is cut");
                }
            }
        }
        let mut last = None;
        let mut watch = |progress| {
            if let Progress::Begun(estimate) = progress {
                last = last.or(Some(estimate.resumed));
            }
            true
        };
        let mut sliced = Sliced::new(&folder, 1 << 30, &mut watch).expect("a folder");
        assert_eq!(sliced.certify(endgame(name)).expect("is made").json(), committed(name));
        assert_eq!(last, Some(true), "{name} went on");
        // Nothing but what was cut off was done twice.
        rounds.sort_unstable();
        let twice = rounds.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(twice <= 12, "{name}: {twice} of {} half-rounds were done twice", rounds.len());
    }
}

#[test]
fn pawns_and_too_little_memory_are_told() {
    let folder = folder("told");
    let mut watch = |_| true;
    let mut sliced = Sliced::new(&folder, 1 << 30, &mut watch).expect("a folder");
    assert!(matches!(sliced.certify(endgame("KRPvKR")), Err(EngineError::NotBySlices(_))));
    assert!(matches!(sliced.certify(endgame("KQvK")), Err(EngineError::NotBySlices(_))));
}

/// More than fifty rounds, so that the fifty-move rule takes two more passes.
#[test]
#[ignore = "slow: five men with the fifty-move rule, a minute"]
fn the_fifty_move_rule_by_slices() {
    let folder = folder("fifty");
    assert_eq!(smallest(&folder, "KBBvKN").0, committed("KBBvKN"));
}
