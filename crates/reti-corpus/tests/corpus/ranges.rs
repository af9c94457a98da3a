//! Parts of a source: however it is cut and packed, the same games come out.

use std::collections::BTreeSet;

use reti_corpus::table::Table;

use crate::{Scratch, assert_same, committed_games, imported, options, texts};

/// As `pzstd` packs: every frame behind one that names its size.
pub fn pzstd(text: &[u8], frame: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for chunk in text.chunks(frame) {
        let packed = zstd::encode_all(chunk, 1).unwrap();
        out.extend([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]);
        out.extend((packed.len() as u32).to_le_bytes());
        out.extend(packed);
    }
    out
}

fn sites(folder: &std::path::Path) -> Vec<String> {
    let mut found = texts(folder, Table::Games, "Site");
    found.sort();
    found
}

#[test]
fn the_same_games_come_out_however_they_are_packed() {
    let scratch = Scratch::new();
    let games = committed_games();
    let text = games.concat();
    let plain = scratch.file("plain.pgn", text.as_bytes());
    let whole = scratch.file("whole.pgn.zst", &zstd::encode_all(text.as_bytes(), 1).unwrap());
    let crlf = scratch.file("crlf.pgn", text.replace('\n', "\r\n").as_bytes());
    let mut sources = vec![plain, whole, crlf];
    for frame in [997, 5_000, 100_000] {
        sources.push(scratch.file(&format!("frames-{frame}.pgn.zst"), &pzstd(text.as_bytes(), frame)));
    }
    let mut expected: Option<Vec<String>> = None;
    for (index, source) in sources.iter().enumerate() {
        for kib in [1, 16, 4_096] {
            let out = scratch.path(&format!("out-{index}-{kib}"));
            let done = imported(source, &out, &options(&[Table::Games], kib));
            assert_eq!((done.games, done.errors), (games.len() as u64, 0), "{} {kib}", source.display());
            if kib == 16 {
                let found = sites(&out);
                assert_eq!(found, *expected.get_or_insert(found.clone()));
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), games.len(), "no game comes twice");
            }
        }
    }
}

#[test]
fn threads_do_not_matter_and_a_second_run_does_nothing() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[..40].concat().as_bytes());
    let mut one = options(&crate::ALL, 4);
    one.threads = 1;
    let first = imported(&source, &scratch.path("one"), &one);
    let second = imported(&source, &scratch.path("two"), &options(&crate::ALL, 4));
    assert!(first.parts > 3);
    assert_eq!((first.games, first.positions, first.tactics), (second.games, second.positions, second.tactics));
    assert_same(&scratch.path("one"), &scratch.path("two"));
    let again = imported(&source, &scratch.path("one"), &one);
    assert_eq!((again.skipped, again.games, again.tactics), (first.parts, first.games, first.tactics));
    assert_same(&scratch.path("one"), &scratch.path("two"));
}

#[test]
fn another_request_for_the_same_folder_is_refused() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[0].as_bytes());
    imported(&source, &scratch.path("out"), &options(&[Table::Games], 16));
    let other = reti_corpus::import::import(
        &[source],
        &scratch.path("out"),
        &options(&crate::ALL, 16),
        &reti_corpus::import::Progress::default(),
    );
    assert!(other.unwrap_err().to_string().contains("other settings"));
}

#[test]
fn a_damaged_frame_costs_its_own_games() {
    let scratch = Scratch::new();
    let games = committed_games();
    let text = games.concat();
    let packed = pzstd(text.as_bytes(), 8_000);
    let frames = text.len().div_ceil(8_000);
    let mut total = 0;
    for seed in 0..12 {
        let mut damaged = packed.clone();
        let at = 40 + seed * (packed.len() - 80) / 12;
        damaged[at..at + 4].iter_mut().for_each(|byte| *byte ^= 0xff);
        let source = scratch.file(&format!("damaged-{seed}.pgn.zst"), &damaged);
        let out = scratch.path(&format!("out-{seed}"));
        let done = imported(&source, &out, &options(&[Table::Games], 16));
        // A frame holds some games, and one more reaches into it from each side; damaged bytes that still unpack
        // become words that nobody can read.
        let lost = games.len() as u64 - done.games;
        assert!(done.errors >= 1 || lost == 0, "{seed}: {lost} games are lost without a word");
        assert!(lost as usize <= 2 + 2 * games.len() / frames, "{seed}: {lost} games are lost");
        total += lost;
    }
    assert!(total > 0, "the damage did nothing");
}
