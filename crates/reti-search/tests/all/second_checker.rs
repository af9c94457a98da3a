//! Two checkers, one verdict: thousands of mutated certificates are given to our checker and to
//! `examples/check_proof.py`, which shares nothing with it but the page `docs/proofs.md`.
//!
//! The mutations are made on the text, with size and checksum put right again, so that nothing but
//! the proof itself can give them away. Without Python the test says "skipped".
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    fmt::Write as _,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use fastrand::Rng;
use reti_core::chess::Position;
use reti_search::proof::{Certificate, Goal, Prover, check};

fn of<T: Copy>(dice: &mut Rng, choices: &[T]) -> T {
    choices[dice.usize(..choices.len())]
}

/// Proofs of the known positions, for several goals: the texts of those with few positions.
fn originals(largest: usize) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/proofs/positions.txt");
    let mut prover = Prover::new(4 << 20);
    let mut found = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.starts_with('#')).step_by(2) {
        let [fen, _, moves, _] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut position = Position::from_fen(fen).unwrap();
        let mut moves: Vec<&str> = moves.split(' ').collect();
        let first = moves.pop().unwrap();
        for text in moves {
            position = position.play(position.parse_move(text).unwrap());
        }
        let first = position.parse_move(first).unwrap();
        for goal in [Goal::Gain(100), Goal::Gain(200), Goal::Gain(300), Goal::Gain(500), Goal::Mate { within: None }] {
            let outcome = prover.prove(&position, goal, Some(first), 3_000);
            found.extend(outcome.proof().filter(|proof| proof.size() <= largest).map(ToString::to_string));
        }
    }
    found
}

/// The same lines with the size and the checksum that belong to them.
fn put_right(mut lines: Vec<String>) -> String {
    let nodes = lines.iter().filter(|line| line.starts_with(|ch: char| ch.is_ascii_digit())).count();
    for line in &mut lines {
        if line.starts_with("size ") {
            *line = format!("size {}", nodes + 1);
        }
    }
    let mut text = lines.join("\n") + "\n";
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let _ = writeln!(text, "checksum {sum:016x}");
    text
}

const GAINS: [&str; 12] =
    ["-2147483648", "-100", "0", "1", "50", "100", "200", "300", "400", "500", "20000", "2147483647"];

/// A certificate with one to three changes that a forger might make.
fn mutated(original: &str, other: &str, dice: &mut Rng) -> String {
    let mut lines: Vec<String> =
        original.lines().filter(|line| !line.starts_with("checksum")).map(str::to_owned).collect();
    for _ in 0..=dice.usize(..3) {
        let nodes: Vec<usize> =
            (0..lines.len()).filter(|&at| lines[at].starts_with(|ch: char| ch.is_ascii_digit())).collect();
        let at = of(dice, &nodes);
        match dice.usize(..14) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.swap(at, *nodes.last().unwrap()),
            3 => move_changed(&mut lines[at], dice),
            4 | 5 => leaf_changed(&mut lines[at], dice),
            6 => {
                let claims = ["gain 100", "gain 200", "gain 500", "win", "mate 1", "mate 3"];
                lines[3] = format!("claim {}", of(dice, &claims));
            }
            7 => all_gains_changed(&mut lines, dice),
            8 => lines[2] = format!("goal {}", of(dice, &["mate", "mate 1", "mate 2", "gain 100", "gain 300"])),
            9 | 10 => piece_changed(&mut lines[1], dice),
            11 => clock_changed(&mut lines[1], dice),
            12 => other.lines().nth(5 + dice.usize(..other.lines().count() - 6)).unwrap().clone_into(&mut lines[at]),
            // The word that cannot be true of the leaf, or that was true all along.
            _ => {
                let word = of(dice, &[" mate", " table", " settled 200", ""]);
                let head: Vec<&str> = lines[at].split(' ').take(2).collect();
                lines[at] = head.join(" ") + word;
            }
        }
        if lines.len() < 6 || !lines[5..].iter().any(|line| line.starts_with('1')) {
            break;
        }
    }
    put_right(lines)
}

fn move_changed(line: &mut String, dice: &mut Rng) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let which = words.iter().rposition(|word| word.len() == 4 && word.as_bytes()[1].is_ascii_digit()).unwrap_or(1);
    let mut bytes = words[which].clone().into_bytes();
    let at = dice.usize(..bytes.len());
    bytes[at] = if at.is_multiple_of(2) { b'a' } else { b'1' } + dice.usize(..8) as u8;
    words[which] = String::from_utf8(bytes).unwrap();
    *line = words.join(" ");
}

/// Another reason or another gain at a leaf.
fn leaf_changed(line: &mut String, dice: &mut Rng) {
    let words: Vec<&str> = line.split(' ').collect();
    *line = match words[..] {
        [ply, reply, "kept", m, gain] if dice.usize(..3) == 0 => {
            format!("{ply} {reply} settled {gain} {m}").replace(&format!(" {m}"), "")
        }
        [ply, reply, "kept", m, _] => format!("{ply} {reply} kept {m} {}", of(dice, &GAINS)),
        [ply, reply, "settled", _] => format!("{ply} {reply} settled {}", of(dice, &GAINS)),
        _ => return,
    };
}

/// Goal, claim and leaves all speak of another gain: whether it is there only the fight can tell.
fn all_gains_changed(lines: &mut [String], dice: &mut Rng) {
    let new = of(dice, &GAINS);
    for line in lines {
        if line.contains("gain ") || line.contains("kept ") || line.contains("settled ") {
            let (head, _) = line.rsplit_once(' ').unwrap();
            *line = format!("{head} {new}");
        }
    }
}

/// A man more, less or another one, where the reader does not mind.
fn piece_changed(line: &mut String, dice: &mut Rng) {
    let fen = line.strip_prefix("fen ").unwrap().to_owned();
    let (placement, rest) = fen.split_once(' ').unwrap();
    let spread: String = placement
        .chars()
        .map(|ch| ch.to_digit(10).map_or_else(|| ch.to_string(), |count| "-".repeat(count as usize)))
        .collect();
    let mut bytes = spread.into_bytes();
    let at = dice.usize(..bytes.len());
    if !b"/kK".contains(&bytes[at]) {
        bytes[at] = of(dice, b"--PpNnBbRrQq");
    }
    let text = String::from_utf8(bytes).unwrap();
    let packed = (1..=8).rev().fold(text, |text, count| text.replace(&"-".repeat(count), &count.to_string()));
    if let Ok(position) = Position::from_fen(&format!("{packed} {rest}")) {
        *line = format!("fen {}", position.fen());
    }
}

fn clock_changed(line: &mut String, dice: &mut Rng) {
    let mut words: Vec<&str> = line.split(' ').collect();
    let count = words.len();
    words[count - 2] = of(dice, &["0", "60", "90", "95", "96", "97", "98", "99", "100", "101", "4294967295"]);
    *line = words.join(" ");
}

/// What the other checker says about each certificate; `None` if there is no Python.
fn second_opinion(texts: &[String], name: &str) -> Option<Vec<String>> {
    let found = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        return None;
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, texts.join("%%\n") + "%%\n").unwrap();
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_proof.py");
    let output = Command::new("python3").arg(program).arg("--many").arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

fn compare(count: usize, largest: usize, name: &str) {
    let originals = originals(largest);
    assert!(originals.len() > 10, "{}", originals.len());
    let mut dice = Rng::with_seed(16);
    let mut texts = originals.clone();
    while texts.len() < originals.len() + count {
        let (one, other) = (dice.usize(..originals.len()), dice.usize(..originals.len()));
        let text = mutated(&originals[one], &originals[other], &mut dice);
        if !originals.contains(&text) {
            texts.push(text);
        }
    }
    let Some(other) = second_opinion(&texts, name) else {
        println!("skipped: there is no python3");
        return;
    };
    assert_eq!(other.len(), texts.len());
    let mut accepted = 0;
    for (text, other) in texts.iter().zip(&other) {
        let ours = match text.parse::<Certificate>() {
            Ok(certificate) => check(&certificate, None).map_err(|fault| fault.to_string()),
            Err(error) => Err(error.to_string()),
        };
        assert_eq!(ours.is_ok(), other == "accepted", "{ours:?} against {other}:\n{text}");
        accepted += usize::from(ours.is_ok());
    }
    println!("{} certificates, {} mutated: {accepted} accepted by both", texts.len(), count);
    assert!(accepted > originals.len(), "a mutation that changes nothing of substance is accepted, too");
}

#[test]
fn both_checkers_agree_on_mutated_certificates() {
    compare(250, 5, "few.proofs");
}

#[test]
#[ignore = "slow: ten thousand certificates in Python take minutes"]
fn both_checkers_agree_on_ten_thousand_mutated_certificates() {
    compare(10_000, 40, "many.proofs");
}
