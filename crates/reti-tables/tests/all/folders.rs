//! Folders that several use at once, and what killed writers leave in them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use reti_tables::build::{self, Event, Options};
use reti_tables::material::Material;
use reti_tables::store::Store;
use reti_tables::verify::audit::{Auditor, Verdict};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn wanted() -> Vec<Material> {
    ["KPvK", "KRvKN"].map(|name| name.parse().unwrap()).to_vec()
}

fn build_here(folder: &Path) -> usize {
    let store = Store::open(folder, 1 << 30).unwrap();
    build::build(&store, &wanted(), &Options { threads: 1, ..Options::default() }, &mut |_| {}).unwrap().len()
}

fn check(folder: &Path) {
    let store = Store::existing(folder, 1 << 30).unwrap();
    let mut auditor = Auditor::new(Some(&store));
    let endgames = store.endgames().unwrap();
    assert_eq!(endgames.len(), 7);
    for material in endgames {
        assert_eq!(auditor.audit(material).verdict, Verdict::Certified, "{material}");
    }
    let names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let unfinished = names.iter().filter(|name| name.ends_with("-part")).count();
    assert_eq!(unfinished, 0, "{names:?}");
}

#[test]
fn threads_that_build_in_one_folder_share_the_work() {
    for round in 0..3 {
        let folder = folder(&format!("threads-{round}"));
        let built: usize =
            thread::scope(|scope| [0; 4].map(|_| scope.spawn(|| build_here(&folder))).map(|one| one.join().unwrap()))
                .iter()
                .sum();
        assert_eq!(built, 7, "each table is made once");
        check(&folder);
    }
}

/// Run by the next test as a process of its own.
#[test]
#[ignore = "slow: a part of another test, which names the folder"]
fn builds_in_the_folder_of_another_process() {
    if let Some(folder) = std::env::var_os("RETI_SHARED_FOLDER") {
        build_here(Path::new(&folder));
    }
}

#[test]
fn processes_that_build_in_one_folder_lose_nothing() {
    for round in 0..3 {
        let folder = folder(&format!("processes-{round}"));
        let start = || {
            Command::new(std::env::current_exe().unwrap())
                .args(["--ignored", "--exact", "folders::builds_in_the_folder_of_another_process"])
                .env("RETI_SHARED_FOLDER", &folder)
                .output()
        };
        thread::scope(|scope| {
            for output in [scope.spawn(start), scope.spawn(start)].map(|one| one.join().unwrap().unwrap()) {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            }
        });
        check(&folder);
    }
}

#[test]
fn only_files_of_dead_writers_of_ours_are_swept() {
    let folder = folder("sweep");
    fs::create_dir_all(&folder).unwrap();
    // No system has so many processes.
    let dead = ".KRvK.4294967294-0123456789abcdef.reti-part";
    let own = format!(".KRvK.{}-0123456789abcdef.reti-part", std::process::id());
    let others = ["thesis.tmp", "KRvK.1.tmp", "notes.reti-part", ".KRvK.12-xyz.reti-part", "KQvK.tmp", &own];
    for name in others.into_iter().chain([dead]) {
        fs::write(folder.join(name), "something").unwrap();
    }
    let store = Store::open(&folder, 1 << 30).unwrap();
    let mut events = 0;
    build::build(&store, &["KQvK".parse().unwrap()], &Options::default(), &mut |event| {
        events += usize::from(matches!(event, Event::Done(_)));
    })
    .unwrap();
    assert_eq!(events, 2);
    assert!(!folder.join(dead).exists());
    for name in others {
        assert!(folder.join(name).exists(), "{name}");
    }
}
