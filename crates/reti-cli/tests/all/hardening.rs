//! What hostile or unlucky circumstances do to the program: nothing wrong is said, nothing is lost,
//! nothing hangs.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use support::{OPERA, reti, reti_with, scratch, self_play};

/// A folder of the test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A program that speaks UCI as the script says; `None` where there are no scripts.
fn script(folder: &Path, name: &str, body: &str) -> Option<String> {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    let made = Command::new("chmod").arg("+x").arg(&path).status();
    made.is_ok_and(|status| status.success()).then(|| path.to_str().unwrap().to_owned())
}

const GREETING: &str = "read line; echo id name Ghost; echo uciok\n\
    while read line; do case \"$line\" in isready) echo readyok;; go*) ";

/// Engines that do not answer the first question.
fn dead_engines(folder: &Path) -> Vec<(String, &'static str)> {
    let bodies = [
        ("dies", "exit 1;; esac; done", "the engine ended"),
        ("mute", "echo bestmove e2e4;; esac; done", "told no"),
        ("bound", "echo info depth 1 score cp 30 lowerbound pv e7e5; echo bestmove e7e5;; esac; done", "told no"),
    ];
    let made = bodies
        .into_iter()
        .filter_map(|(name, rest, part)| script(folder, name, &format!("{GREETING}{rest}")).map(|path| (path, part)));
    made.collect()
}

#[test]
fn no_advice_without_an_answer() {
    let folder = folder("dead-engines");
    let position = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    for (engine, part) in dead_engines(&folder) {
        let run = reti(&["explain", position, "--coach", "--engine", &engine]);
        assert_eq!(run.code, Some(1), "{engine}: {}{}", run.out, run.err);
        assert!(run.err.starts_with(&format!("engine {engine}: ")) && run.err.contains(part), "{}", run.err);
        assert!(!run.out.contains("evaluated at"), "{}", run.out);
        let run = reti_with(&["annotate", "-", "--fast", "--engine", &engine], b"1. e4 e5 *");
        assert_eq!(run.code, Some(1), "{engine}: {}{}", run.out, run.err);
        assert!(run.err.starts_with(&format!("engine {engine}: ")), "{}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn any_number_of_threads_says_the_same() {
    let games = format!("{OPERA}\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n1. d4 d5 2. c4 e6 *\n");
    let run = |threads: &str, input: &str| {
        let run = reti_with(&["annotate", "-", "--fast", "--threads", threads], input.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    assert_eq!(run("1", &games), run("4", &games));
    assert_eq!(run("1", OPERA), run("4", OPERA));
    for threads in ["0", "257", "18446744073709551615", "-1"] {
        assert_eq!(reti_with(&["annotate", "-", "--threads", threads], b"").code, Some(2), "{threads}");
    }
}

#[test]
fn the_input_is_never_the_output() {
    let folder = folder("same-file");
    let path = folder.join("game.pgn");
    let link = folder.join("link.pgn");
    fs::write(&path, OPERA).unwrap();
    let name = path.to_str().unwrap();
    let dotted = folder.join(".").join("game.pgn");
    let mut outputs = vec![name, dotted.to_str().unwrap()];
    if fs::hard_link(&path, &link).is_ok() {
        outputs.push(link.to_str().unwrap());
    }
    for output in outputs {
        for arguments in [
            &["annotate", name, "--fast", "-o", output][..],
            &["annotate", name, "--fast", "--report", output],
            &["graph", "--dataset", name, "-o", output],
            &["graph", "--fragility", name, "-o", output],
            &["learn", "--from-games", name, "--out", output],
            &["learn", "--data", name, "--out", output],
        ] {
            let run = reti(arguments);
            assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.err);
            assert!(run.err.contains("is the input"), "{}", run.err);
            assert_eq!(fs::read_to_string(&path).unwrap(), OPERA);
        }
    }
}

#[test]
fn a_failure_leaves_the_old_file() {
    let folder = folder("old-file");
    let out = folder.join("out");
    let name = out.to_str().unwrap();
    for arguments in [
        &["annotate", "-", "--fast", "-o", name][..],
        &["graph", "--dataset", "-", "-o", name],
        &["graph", "--fragility", "-", "-o", name],
        &["learn", "--from-games", "-", "--out", name],
    ] {
        fs::write(&out, "old").unwrap();
        let run = reti_with(arguments, b"");
        assert_eq!(run.code, Some(3), "{arguments:?}: {}", run.err);
        assert_eq!(fs::read_to_string(&out).unwrap(), "old", "{arguments:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{arguments:?} left something behind");
    }
    assert_eq!(reti(&["graph", "startpos", "-o", name]).code, Some(0));
    assert_ne!(fs::read_to_string(&out).unwrap(), "old");
}

#[test]
fn a_disk_that_is_full_or_not_for_us_is_a_failure() {
    let folder = folder("no-disk");
    if Path::new("/dev/full").exists() {
        let run = reti(&["graph", "startpos", "-o", "/dev/full"]);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.err.contains("cannot write"), "{}", run.err);
    }
    let missing = folder.join("no/such/folder/out.svg");
    let run = reti(&["graph", "startpos", "-o", missing.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let locked = folder.join("locked");
    fs::write(&locked, "old").unwrap();
    let mut permissions = fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&locked, permissions).unwrap();
    let run = reti(&["graph", "startpos", "-o", locked.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(fs::read_to_string(&locked).unwrap(), "old");
}

/// Starts the program, and ends it hard once a condition holds.
fn kill_when(arguments: &[&str], condition: impl Fn() -> bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reti"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(100), "{arguments:?}");
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended by itself");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_interrupted_annotation_is_continued() {
    let folder = folder("resume");
    let (input, out) = (folder.join("games.pgn"), folder.join("out.pgn"));
    let games: Vec<String> = (0..12).map(|index| format!("[Event \"{index}\"]\n{OPERA}")).collect();
    let games = games.join("\n");
    fs::write(&input, games).unwrap();
    fs::write(&out, "old").unwrap();
    let (input, name) = (input.to_str().unwrap(), out.to_str().unwrap());
    let uninterrupted = reti(&["annotate", input, "--fast", "--threads", "1"]);
    let whole = uninterrupted.out.clone();
    let arguments = ["annotate", input, "--fast", "--threads", "1", "-o", name];
    let part = folder.join("out.pgn.part");
    kill_when(&arguments, || fs::metadata(&part).is_ok_and(|about| about.len() > 2_000));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old", "the old file stays");
    assert!(whole.starts_with(&fs::read_to_string(&part).unwrap()), "what is done is on the disk");
    let refused = reti(&arguments);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--resume"), "{}", refused.err);
    // Another input and other options are no continuation, and spoil nothing.
    let (kept, mark) = (fs::read(&part).unwrap(), folder.join("out.pgn.part.mark"));
    let marked = fs::read(&mark).unwrap();
    let other = folder.join("other.pgn");
    fs::write(&other, fs::read_to_string(input).unwrap().replacen("[Event \"0\"]", "[Event \"other\"]", 1)).unwrap();
    let other = other.to_str().unwrap();
    for (arguments, told) in [
        (&["annotate", other, "--fast"][..], "other games than"),
        (&["annotate", input, "--fast", "--format", "json"], "had --format pgn, not json"),
        (&["annotate", input, "--fast", "--nodes", "5000"], "had --nodes 2000, not 5000"),
        (&["annotate", input], "had --fast true, not false"),
        (&["annotate", input, "--fast", "--language", "de"], "had --language en, not de"),
    ] {
        let run = reti(&[arguments, &["--threads", "1", "--resume", "-o", name]].concat());
        assert!(run.code == Some(2) && run.err.contains(told), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("out.pgn.part cannot be continued"), "{}", run.err);
        assert_eq!((fs::read(&part).unwrap(), fs::read(&mark).unwrap()), (kept.clone(), marked.clone()));
    }
    fs::remove_file(other).unwrap();
    let resumed = reti(&["annotate", input, "--fast", "--threads", "1", "--resume", "-o", name]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(resumed.err.contains("games are there already"), "{}", resumed.err);
    // The table of a player counts the games of both runs.
    let table = |text: &str| text[text.find("\nMorphy: 12 games").unwrap()..].to_owned();
    assert_eq!(table(&resumed.err), table(&uninterrupted.err));
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
    let nothing = reti(&["annotate", input, "--fast", "--resume", "-o", name]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.err.contains("nothing to resume"), "{}", nothing.err);
}

#[test]
fn a_certificate_that_was_asked_for_is_written_or_missed() {
    let file = folder("certificate").join("fork.proof");
    let name = file.to_str().unwrap();
    let fork = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1";
    // The knight takes the rook and is caught in the corner: two pawns' worth, not five.
    let run = reti(&["prove", fork, "--move", "Nc7+", "--goal", "gain=500", "--certificate", name]);
    assert!(run.code != Some(0) && !file.exists(), "{:?}", run.code);
    let run = reti(&["prove", fork, "--goal", "mate", "--nodes", "100", "--certificate", name]);
    assert_eq!((run.code, file.exists()), (Some(1), false));
    assert!(run.err.contains("not written, because nothing was proven"), "{}", run.err);
    let run = reti(&["prove", fork, "--move", "Nc7+", "--goal", "gain=200", "--certificate", name]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(reti(&["prove", "--check", name]).code, Some(0));
}

#[test]
fn finished_games_of_a_match_are_on_the_disk() {
    let folder = folder("match-games");
    let out = folder.join("games.pgn");
    let name = out.to_str().unwrap();
    let part = folder.join("games.pgn.part");
    let arguments = self_play("100", "1000", name);
    let results = |path: &Path| fs::read_to_string(path).map_or(0, |text| text.matches("[Result ").count());
    kill_when(&arguments, || results(&part) >= 2);
    assert!(!out.exists() && results(&part) >= 2);
    let games = reti::pgn::games(fs::File::open(&part).unwrap()).map(Result::unwrap);
    assert!(games.take(2).all(|game| game.problem.is_none() && !game.moves.is_empty()));
    fs::remove_file(&part).unwrap();
    let run = reti(&self_play("50", "2", name));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!((results(&out), part.exists()), (2, false));
}

#[test]
fn memory_that_cannot_be_had_is_told() {
    if !Path::new("/proc/meminfo").exists() {
        println!("skipped: this system does not tell its memory");
        return;
    }
    let run = reti(&["prove", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--table", "65536"]);
    if run.code == Some(0) {
        println!("skipped: there are 64 GiB");
        return;
    }
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("MiB of memory can be had"), "{}", run.err);
}

/// Legal, and slow wherever a leaf is not looked at.
const QUEENS: &str = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

#[test]
fn a_board_full_of_queens_costs_what_was_allowed() {
    let start = Instant::now();
    let run = reti(&["prove", QUEENS, "--nodes", "10", "--goal", "gain=900"]);
    assert!(matches!(run.code, Some(0 | 4)), "{}", run.err);
    // Generous: machines that run tests may be busy.
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_proof_and_the_second_one_at_once() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reti"))
        .args(["prove", QUEENS, "--nodes", "1000000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let interrupt = |id: u32| Command::new("kill").args(["-INT", &id.to_string()]).status();
    if !interrupt(child.id()).is_ok_and(|status| status.success()) {
        child.kill().unwrap();
        child.wait().unwrap();
        println!("skipped: there is no kill");
        return;
    }
    thread::sleep(Duration::from_secs(3));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        let _ = interrupt(child.id());
        assert!(start.elapsed() < Duration::from_secs(5), "it goes on after the second signal");
        thread::sleep(Duration::from_millis(50));
    }
    child.wait().unwrap();
}

#[test]
fn an_engine_that_floods_is_given_up_in_bounded_memory() {
    let folder = folder("flood");
    let flood = "while :; do echo info depth 1 score cp 1 lowerbound pv e2e4 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done";
    let Some(engine) = script(&folder, "flood", flood) else { return };
    let start = Instant::now();
    let run = reti_with(&["annotate", "-", "--engine", &engine], b"1. e4 e5 *");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("does not speak UCI") && start.elapsed() < Duration::from_secs(40), "{}", run.err);
}

#[test]
fn no_escape_reaches_the_terminal_by_names_and_messages() {
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";
    let folder = folder("escapes");
    let named = folder.join(format!("{evil}.pgn"));
    let certificate = folder.join("evil.proof");
    fs::write(&certificate, format!("reti-proof 1\nfen {evil}\n")).unwrap();
    let weights = folder.join("evil.toml");
    fs::write(&weights, format!("{evil} = 3\n")).unwrap();
    let weights = weights.to_str().unwrap();
    for arguments in [
        &["annotate", named.to_str().unwrap()][..],
        &["prove", "--check", certificate.to_str().unwrap()],
        &["prove", evil],
        &["see", "startpos", evil],
        &["explain", "startpos", "--coach", "--weights", weights],
        &["explain", "startpos", "--coach", "--engine", evil],
        &["graph", "startpos", "--relation", evil],
        &["bench", "engine", "--evaluation", evil],
        &[evil],
    ] {
        let run = reti(arguments);
        assert!(run.code != Some(0), "{arguments:?}");
        let bad: Vec<char> =
            run.err.chars().filter(|&ch| ch != '\n' && (ch.is_control() || ch == '\u{202e}')).collect();
        assert!(bad.is_empty(), "{arguments:?}: {:?}", run.err);
    }
}

#[test]
fn what_goes_to_a_terminal_is_made_harmless() {
    let game = "[White \"\u{1b}]0;owned\u{7}\"]\n\n1. e4 e5 *\n";
    let path = folder("terminal").join("game.pgn");
    fs::write(&path, game).unwrap();
    let command = format!("{} graph --fragility {}", env!("CARGO_BIN_EXE_reti"), path.display());
    let Ok(run) = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output() else {
        println!("skipped: there is no script to make a terminal with");
        return;
    };
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(shown.contains("owned"), "{shown:?}");
    assert!(!shown.contains("\u{1b}]") && !shown.contains('\u{7}'), "{shown:?}");
    // Into a file or pipe it goes as it is.
    assert!(reti(&["graph", "--fragility", path.to_str().unwrap()]).out.contains("\u{1b}]0;owned"));
}

#[test]
fn exit_codes_and_messages_tell_what_is_wrong() {
    let folder = folder("codes");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let no_proof = file("no.proof", b"1. e4 e5 *\n");
    let latin = file("latin.proof", b"reti-proof 1\nfen M\xfcller\n");
    let damaged = file("damaged.proof", b"reti-proof 1\nfen x\n");
    let empty = file("empty.epd", b"");
    let bad_games = file("bad.pgn", b"1. e4 e5 2. Ke3 *\n");
    let binary = file("weights.toml", b"fork = 1\n\xff\xfe\n");
    for (arguments, code, part) in [
        (&["prove", "--check", no_proof.as_str()][..], 3, "no certificate"),
        (&["prove", "--check", &latin], 3, "line 2: byte 0xfc is not UTF-8"),
        (&["prove", "--check", &damaged], 4, "rejected"),
        (&["bench", "epd", "--epd", &empty], 3, "no positions found"),
        (&["bench", "noise", "--games", &bad_games], 3, "game 1, move 2."),
        (&["bench", "noise", "--games", &empty], 3, "no games found"),
        (&["explain", "startpos", "--coach", "--weights", &binary], 3, "line 2: byte 0xff is not UTF-8"),
    ] {
        let run = reti(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    let folder = folder("bomb");
    // A frame of blocks that repeat one byte: 128 KiB of spaces in four bytes each.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    for _ in 0..16_000 {
        let header: u32 = (128 << 10) << 3 | 1 << 1;
        bomb.extend(&header.to_le_bytes()[..3]);
        bomb.push(b'x');
    }
    bomb.extend([0x01, 0, 0]);
    let path = folder.join("bomb.zst");
    fs::write(&path, &bomb).unwrap();
    let name = path.to_str().unwrap();
    for arguments in [
        &["bench", "epd", "--epd", name, "--max-input", "8"][..],
        &["graph", "--fragility", name, "--max-input", "8"],
        &["annotate", name, "--max-input", "8"],
        &["prove", "--check", name, "--max-input", "8"],
    ] {
        let run = reti(arguments);
        assert_eq!(run.code, Some(3), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("larger than 8 MiB; --max-input MIB raises"), "{}", run.err);
    }
}

#[test]
fn the_engine_ends_when_nobody_listens() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reti"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"go movetime 100000000\n").unwrap();
    drop(child.stdin.take());
    drop(child.stdout.take());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "it burns on");
        thread::sleep(Duration::from_millis(10));
    }
}
