//! Half an hour of mixed commands with random kills, full disks, folders that are not for us and
//! hostile files: what was tried, and what was lost.
//!
//! `cargo test --release -p reti-cli --test soak -- --ignored --nocapture`; the variable `RETI_SOAK`
//! is the time in seconds.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use support::{OPERA, reti, reti_with, scratch, self_play};

struct Soak {
    folder: PathBuf,
    dice: fastrand::Rng,
    tried: BTreeMap<&'static str, usize>,
    lost: Vec<String>,
    /// The games to annotate, and what comes of them.
    games: PathBuf,
    whole: String,
}

type Trial = (&'static str, fn(&mut Soak));

const TRIALS: &[Trial] = &[
    ("annotation killed and resumed", Soak::annotation),
    ("match killed", Soak::match_games),
    ("picture killed while it replaces an old one", Soak::picture),
    ("hostile file", Soak::hostile_file),
    ("full disk", Soak::full_disk),
    ("no folder or no permission", Soak::no_folder),
    ("conversation killed", Soak::conversation),
    ("engine killed under an annotation", Soak::dead_engine),
];

impl Soak {
    fn new() -> Soak {
        let folder = scratch("soak");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let games = folder.join("games.pgn");
        let text: Vec<String> = (0..6).map(|index| format!("[Event \"{index}\"]\n{OPERA}")).collect();
        fs::write(&games, text.join("\n")).unwrap();
        let whole = reti(&["annotate", games.to_str().unwrap(), "--fast"]).out;
        Soak { folder, dice: fastrand::Rng::with_seed(30), tried: BTreeMap::new(), lost: Vec::new(), games, whole }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.lost.push(what());
        }
    }

    /// Starts the program and ends it hard after a random time.
    fn killed(&mut self, arguments: &[&str], most: usize) {
        let child = start(arguments);
        thread::sleep(Duration::from_millis(self.dice.usize(..most) as u64));
        end(child);
    }

    fn annotation(&mut self) {
        let out = self.path("annotated.pgn");
        fs::write(&out, "old").unwrap();
        let (input, name) = (self.games.clone(), out.to_str().unwrap().to_owned());
        let plain = ["annotate", input.to_str().unwrap(), "--fast", "-o", &name];
        let mut arguments = plain.to_vec();
        for _ in 0..self.dice.usize(..4) {
            self.killed(&arguments, 1_500);
            let kept = fs::read_to_string(&out).unwrap();
            let whole = self.whole.clone();
            self.expect(kept == "old" || kept == whole, || "the old file is neither old nor new".to_owned());
            arguments = plain.to_vec();
            if Path::new(&format!("{name}.part.mark")).exists() {
                arguments.push("--resume");
            } else {
                let _ = fs::remove_file(format!("{name}.part"));
            }
        }
        let run = reti(&arguments);
        let found = fs::read_to_string(&out).unwrap();
        let is_whole = found == self.whole;
        self.expect(run.code == Some(0) && is_whole, || format!("{arguments:?}: {}", run.err));
        for rest in [".part", ".part.mark"] {
            let _ = fs::remove_file(format!("{name}{rest}"));
        }
    }

    fn match_games(&mut self) {
        let out = self.path("match.pgn");
        let name = out.to_str().unwrap();
        let part = self.path("match.pgn.part");
        self.killed(&self_play("50", "200", name), 3_000);
        if let Ok(file) = fs::File::open(&part) {
            let games: Vec<_> = reti::pgn::games(file).map(Result::unwrap).collect();
            let whole = games.len().saturating_sub(1);
            let fine = games[..whole].iter().all(|game| game.problem.is_none() && !game.moves.is_empty());
            self.expect(fine, || "a finished game of a match is damaged".to_owned());
        }
        let _ = fs::remove_file(part);
        let _ = fs::remove_file(out);
    }

    fn picture(&mut self) {
        let out = self.path("picture.svg");
        let name = out.to_str().unwrap().to_owned();
        if !out.exists() {
            reti(&["graph", "startpos", "--format", "svg", "-o", &name]);
        }
        self.killed(&["graph", "startpos", "--format", "svg", "-o", &name], 30);
        let found = fs::read_to_string(&out).unwrap();
        self.expect(found.ends_with("</svg>\n"), || "half a picture".to_owned());
    }

    fn hostile_file(&mut self) {
        let path = self.path("hostile");
        let count = self.dice.usize(..5_000);
        let mut bytes: Vec<u8> = (0..count).map(|_| self.dice.u8(..)).collect();
        let heads: [&[u8]; 5] = [b"", &[0x28, 0xb5, 0x2f, 0xfd], b"reti-proof 1\nfen ", b"[Event \"", b"1. e4 e5 {"];
        bytes.splice(0..0, heads[self.dice.usize(..heads.len())].iter().copied());
        fs::write(&path, bytes).unwrap();
        let name = path.to_str().unwrap();
        let commands: [&[&str]; 9] = [
            &["annotate", name, "--fast"],
            &["graph", "--fragility", name],
            &["graph", "--dataset", name, "--format", "jsonl"],
            &["prove", "--check", name],
            &["bench", "epd", "--epd", name, "--nodes", "10"],
            &["bench", "noise", "--games", name],
            &["field", "--kernels", name],
            &["explain", "startpos", "--coach", "--weights", name, "--engine-nodes", "0"],
            &["learn", "--data", name, "--out", "/dev/null"],
        ];
        let arguments = commands[self.dice.usize(..commands.len())];
        let run = reti(arguments);
        self.expect(matches!(run.code, Some(0 | 2..=4)), || format!("{arguments:?}: {:?} {}", run.code, run.err));
    }

    fn full_disk(&mut self) {
        if !Path::new("/dev/full").exists() {
            return;
        }
        let games = self.games.to_str().unwrap().to_owned();
        for arguments in [
            &["graph", "startpos", "-o", "/dev/full"][..],
            &["graph", "--dataset", &games, "--format", "jsonl", "-o", "/dev/full"],
            &["annotate", &games, "--fast", "--game", "1", "-o", "/dev/full"],
        ] {
            let run = reti(arguments);
            self.expect(run.code == Some(1), || format!("{arguments:?}: {:?} {}", run.code, run.err));
        }
    }

    fn no_folder(&mut self) {
        for name in ["/proc/out.svg", "/no/such/folder/out.svg"] {
            let run = reti(&["graph", "startpos", "-o", name]);
            self.expect(run.code == Some(1), || format!("{name}: {:?} {}", run.code, run.err));
        }
    }

    fn conversation(&mut self) {
        let lines: [&[u8]; 3] =
            [b"go infinite\n", b"position startpos\ngo movetime 5\nisready\n", b"go ponder\nposition startpos\nquit\n"];
        let run = reti_with(&["uci"], lines[self.dice.usize(..3)]);
        self.expect(run.code == Some(0), || format!("uci: {:?}", run.code));
    }

    fn dead_engine(&mut self) {
        let path = self.path("engine.sh");
        let after = self.dice.usize(..4);
        let body = format!("#!/bin/sh\n{} uci | head -n {}\n", env!("CARGO_BIN_EXE_reti"), 20 + 10 * after);
        fs::write(&path, body).unwrap();
        let _ = Command::new("chmod").arg("+x").arg(&path).status();
        let games = self.games.to_str().unwrap().to_owned();
        let run = reti(&["annotate", &games, "--game", "1", "--fast", "--engine", path.to_str().unwrap()]);
        self.expect(matches!(run.code, Some(1 | 3)) && run.out.is_empty(), || format!("{:?} {}", run.code, run.out));
    }
}

fn start(arguments: &[&str]) -> Child {
    let quiet = || Stdio::null();
    let mut command = Command::new(env!("CARGO_BIN_EXE_reti"));
    command.args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().unwrap()
}

fn end(mut child: Child) {
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
}

fn soak(time: Duration) {
    let mut soak = Soak::new();
    let start = Instant::now();
    while start.elapsed() < time {
        for (name, trial) in TRIALS {
            trial(&mut soak);
            *soak.tried.entry(name).or_default() += 1;
        }
    }
    for (name, count) in &soak.tried {
        println!("{count:>6} {name}");
    }
    println!("{} lost", soak.lost.len());
    assert!(soak.lost.is_empty(), "{:#?}", soak.lost);
}

#[test]
#[ignore = "slow: half an hour"]
fn nothing_is_lost_in_half_an_hour() {
    let seconds = std::env::var("RETI_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(1_800);
    soak(Duration::from_secs(seconds));
}

#[test]
fn nothing_is_lost_in_one_round() {
    soak(Duration::from_millis(1));
}
