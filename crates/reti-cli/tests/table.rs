//! `reti table` as its users meet it.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::{reti, scratch};

/// A folder of this test's own, empty.
fn folder(name: &str) -> String {
    let folder = scratch(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn tables_are_built_probed_and_verified() {
    let folder = folder("tables");
    let run = reti(&["table", "build", "KPvK", "--dir", &folder]);
    assert!(run.code == Some(0) && run.out.starts_with("6 tables built and certified"), "{}{}", run.out, run.err);
    let run = reti(&["table", "probe", "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", "--dir", &folder, "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["value"], "loss", "{}", run.out);
    let run = reti(&["table", "verify", "KPvK", "--dir", &folder]);
    assert!(run.code == Some(0) && run.out.contains("KPvK: certified, 165676 positions"), "{}", run.out);
    let run = reti(&["table", "stats", "KPvK", "--dir", &folder]);
    assert!(run.out.contains("124960") && run.out.contains("55 plies to mate"), "{}", run.out);
}

#[test]
fn a_damaged_table_is_refused_and_named() {
    let folder = folder("damaged-tables");
    assert_eq!(reti(&["table", "build", "KPvK", "--dir", &folder]).code, Some(0));
    let file = std::path::Path::new(&folder).join("KPvK.reti");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(&file, &bytes).unwrap();
    let run = reti(&["table", "verify", "KPvK", "--dir", &folder]);
    assert!(run.code != Some(0) && format!("{}{}", run.out, run.err).contains("KPvK"), "{}{}", run.out, run.err);
    std::fs::write(&file, &bytes[..middle]).unwrap();
    let run = reti(&["table", "verify", "KPvK", "--dir", &folder]);
    assert!(run.code != Some(0) && format!("{}{}", run.out, run.err).contains("KPvK"), "{}{}", run.out, run.err);
}

#[test]
fn bad_names_and_positions_are_told() {
    let folder = folder("no-tables");
    for (arguments, code, part) in [
        (&["table", "build", "KXvK"][..], Some(2), "KXvK"),
        (&["table", "probe", "8/8"], Some(3), "bad FEN"),
        (&["table", "probe"], Some(2), "FEN"),
        (&["table", "verify", "KQvKQQQQ"], Some(2), "KQvKQQQQ"),
    ] {
        let run = reti(&[arguments, &["--dir", &folder]].concat());
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
    }
}
