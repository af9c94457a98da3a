//! An import that is killed at any moment and begun again ends as if nothing had happened.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use arrow::array::RecordBatch;
use reti_corpus::{manifest::Folder, table::Table};

use crate::{ALL, Scratch, assert_same, batches, committed_games, imported, options};

#[test]
fn a_killed_import_loses_no_finished_part_and_shows_nothing_half() {
    let scratch = Scratch::new();
    let games = committed_games();
    let source = scratch.file("games.pgn", games.concat().as_bytes());
    let expected = imported(&source, &scratch.path("whole"), &options(&ALL, 8));
    let mut interrupted = 0;
    for wanted in [0, 1, 2, 4, 7] {
        let out = scratch.path(&format!("killed-{wanted}"));
        let arguments = ["--tables", "games,positions,tactics,observations,mates", "--part-size", "8", "--quiet"];
        let mut run = Command::new(env!("CARGO_BIN_EXE_reti-corpus"))
            .arg("import")
            .arg(&source)
            .arg("--out")
            .arg(&out)
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // As soon as so many parts are finished; the next ones are being written then.
        let records = || fs::read_dir(out.join("parts")).map_or(0, Iterator::count);
        while records() < wanted && run.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(200));
        }
        // SIGKILL: nothing can be tidied up.
        run.kill().unwrap();
        run.wait().unwrap();
        let mut finished = 0;
        if let Ok(folder) = Folder::open(&out) {
            let parts = folder.parts().unwrap();
            finished = parts.len();
            interrupted += usize::from(finished > 0 && finished < expected.parts);
            for (table, count) in [
                (Table::Games, parts.iter().map(|part| part.counts.games).sum::<u64>()),
                (Table::Positions, parts.iter().map(|part| part.counts.positions).sum()),
                (Table::Tactics, parts.iter().map(|part| part.counts.tactics).sum()),
            ] {
                let rows: usize = batches(&out, table).iter().map(RecordBatch::num_rows).sum();
                assert_eq!(rows as u64, count, "{} after {wanted} parts", table.name());
            }
        }
        let again = imported(&source, &out, &options(&ALL, 8));
        assert_eq!((again.games, again.tactics), (expected.games, expected.tactics));
        assert!(again.skipped >= finished, "a finished part was done again");
        assert_same(&scratch.path("whole"), &out);
    }
    assert!(interrupted >= 2, "{interrupted} imports were killed in the middle");
}
