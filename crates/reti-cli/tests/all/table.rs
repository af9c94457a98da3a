//! `reti table` as its users meet it.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

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
fn certificates_are_lines_of_json() {
    let folder = folder("certificates");
    let run = reti(&["table", "build", "KPvK", "--dir", &folder, "--format", "json"]);
    let lines: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((run.code, lines.len()), (Some(0), 6), "{}{}", run.out, run.err);
    assert!(lines.iter().all(|line| line["schema"] == "reti/2" && line["kind"] == "table-certificate"));
    // The same counts as those that a graphics card found.
    let committed = include_str!("../../../../docs/certificates/three-to-five-men.jsonl");
    let mut compared = 0;
    for card in committed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        for line in lines.iter().filter(|line| line["endgame"] == card["endgame"]) {
            assert_eq!((&line["counts"], &line["violations"]), (&card["counts"], &card["violations"]));
            compared += 1;
        }
    }
    assert_eq!(compared, 5);
    let pawn = lines.iter().find(|line| line["endgame"] == "KPvK").unwrap();
    assert_eq!((&pawn["longest"]["white"], &pawn["metric"]), (&28.into(), &"mate".into()));
    let queen = lines.iter().find(|line| line["endgame"] == "KQvK").unwrap();
    assert_eq!(pawn["rests_on"]["KQvK"], queen["checksum"]);
    // What is there already is not made again.
    let run = reti(&["table", "build", "KPvK", "--dir", &folder, "--format", "json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
}

/// With or without the feature, a machine without a card says so, and that is no crash.
#[test]
fn without_a_graphics_card_it_says_so() {
    let folder = folder("no-card");
    for arguments in [
        &["table", "build", "--gpu", "KQvK"][..],
        &["table", "build", "--gpu", "KQvK", "--format", "json"],
        &["table", "build", "--gpu", "KNNNvK", "--dir", &folder],
    ] {
        let run = reti(arguments);
        if run.code == Some(0) {
            eprintln!("skipped: this machine has a graphics card");
            return;
        }
        assert!(run.code == Some(3) && run.out.is_empty(), "{arguments:?}: {:?} {}", run.code, run.out);
        assert!(run.err.contains("graphics card"), "{arguments:?}: {}", run.err);
    }
    let run = reti(&["table", "build", "--men", "6"]);
    assert!(run.code == Some(2) && run.err.contains("--gpu"), "{}", run.err);
    let run = reti(&["table", "build", "--gpu", "--men", "6", "--dir", &folder]);
    assert!(run.code == Some(2) && run.err.contains("five men"), "{}", run.err);
}

/// Six men on the processor: what cannot be done is told before anything is made.
#[test]
fn six_men_by_slices_say_what_they_take() {
    let folder = folder("six-men");
    for (arguments, code, told) in [
        (&["KQRPvKR"][..], 3, "without pawns"),
        (&["KRNvKNN", "--memory", "100"], 3, "KRNvKNN takes at least"),
        (&["KQQQQvK", "KQvK"], 2, "two commands"),
        (&["KQQQQQvK"], 2, "up to 6"),
    ] {
        let run = reti(&[&["table", "build", "--dir", &folder], arguments].concat());
        assert!(run.code == Some(code) && run.err.contains(told), "{arguments:?}: {:?} {}", run.code, run.err);
    }
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

/// The command that was asked for, as data.
fn verified(folder: &str) -> (Option<i32>, serde_json::Value) {
    let run = reti(&["table", "verify", "--dir", folder, "--format", "json"]);
    (run.code, serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err)))
}

#[test]
fn a_folder_is_verified_file_by_file_with_what_it_rests_on() {
    let folder = folder("verified-tables");
    assert_eq!(reti(&["table", "build", "KPvK", "--dir", &folder]).code, Some(0));
    let (code, found) = verified(&folder);
    assert_eq!((code, found.as_array().unwrap().len()), (Some(0), 6));
    let pawn = found.as_array().unwrap().iter().find(|one| one["table"] == "KPvK").unwrap();
    assert_eq!((&pawn["schema"], &pawn["kind"]), (&"reti/2".into(), &"table-verification".into()));
    assert_eq!((&pawn["verdict"], &pawn["sections"]["values"]), (&"certified".into(), &"certified".into()));
    let rests = pawn["rests_on"].as_array().unwrap();
    assert!(rests.iter().all(|rest| rest["verdict"] == "certified" && rest["checksum"].as_str().unwrap().len() == 32));
    // A labels file in the place of a table: refused everywhere, and not touched.
    let forged = std::path::Path::new(&folder).join("forged.reti").to_str().unwrap().to_owned();
    assert_eq!(reti(&["table", "forge", "KBvK", "--winner", "white", "-o", &forged, "--dir", &folder]).code, Some(0));
    let place = std::path::Path::new(&folder).join("KBvK.reti");
    let over = reti(&["table", "forge", "KBvK", "--winner", "white", "-o", place.to_str().unwrap(), "--dir", &folder]);
    assert!(over.code == Some(3) && over.err.contains("is a table"), "{}", over.err);
    std::fs::rename(&forged, &place).unwrap();
    let labels = std::fs::read(&place).unwrap();
    let (code, found) = verified(&folder);
    let verdict =
        |name: &str| found.as_array().unwrap().iter().find(|one| one["table"] == name).unwrap()["verdict"].clone();
    assert_eq!(
        (code, verdict("KBvK"), verdict("KPvK"), verdict("KQvK")),
        (Some(4), "damaged".into(), "unverified".into(), "certified".into())
    );
    assert_eq!(std::fs::read(&place).unwrap(), labels, "verifying writes nothing");
    let probed = reti(&["table", "probe", "8/8/8/8/8/2k5/8/K6B w - - 0 1", "--dir", &folder, "--format", "json"]);
    assert!(probed.out.contains("\"draw\"") && probed.out.contains("\"embedded\""), "{}", probed.out);
    let run = reti(&["table", "verify", "--labels", place.to_str().unwrap(), "--dir", &folder]);
    assert!(run.code == Some(4) && run.out.contains("no possible rank"), "{}{}", run.out, run.err);
}

#[test]
fn nothing_is_written_but_by_building() {
    let folder = folder("untouched-tables");
    std::fs::remove_dir(&folder).unwrap();
    for arguments in [
        &["table", "verify", "KQvKR"][..],
        &["table", "verify", "KPvK", "--cqd"],
        &["table", "stats", "KRvK"],
        &["table", "forge", "KBvK", "--winner", "white"],
    ] {
        let run = reti(&[arguments, &["--dir", &folder]].concat());
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
        assert!(!std::path::Path::new(&folder).exists(), "{arguments:?}");
    }
    let run = reti(&["table", "verify", "--dir", &folder]);
    assert!(run.code == Some(3) && run.err.contains("no folder"), "{}", run.err);
}

#[test]
fn doctor_lists_the_tables() {
    let run = reti(&["doctor"]);
    assert!(run.out.contains("36 endgames of up to four men, in the program"), "{}", run.out);
    assert!(run.out.contains("none built"), "{}", run.out);
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
