//! A cluster loses no row and no part, whoever is killed.
//!
//! Scheduler and executors are processes of the real program on loopback addresses; killing is `SIGKILL`. What a
//! cluster imports is compared byte for byte with what one process imports.

use std::{
    fs,
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use reti_corpus::{
    cluster::{Cluster, LOOPBACK, free_ports},
    sql::{Corpus, Format},
};

use crate::{ALL, Scratch, assert_same, committed_games, files, imported, options};

/// Nodes of the proofs that make the import of few games last long enough to be killed in the middle.
const NODES: u64 = 400;

/// The longest that anything here may take.
const LONGEST: Duration = Duration::from_secs(400);

struct Processes {
    port: u16,
    folder: PathBuf,
    scheduler: Child,
    executors: Vec<Child>,
    started: usize,
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reti-corpus"));
    command.args(arguments).stdout(Stdio::null());
    command
}

fn scheduler(port: u16) -> Child {
    let child = program(&["cluster", "scheduler", &format!("{LOOPBACK}:{port}"), "--patience", "6"]).spawn().unwrap();
    wait("the scheduler listens", || TcpStream::connect((LOOPBACK, port)).is_ok());
    child
}

#[track_caller]
fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONGEST, "in vain: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Processes {
    fn start(scratch: &Scratch, executors: usize) -> Processes {
        let [port] = free_ports(LOOPBACK).unwrap();
        let folder = scratch.path("work");
        let mut processes = Processes { port, folder, scheduler: scheduler(port), executors: Vec::new(), started: 0 };
        for _ in 0..executors {
            processes.add_executor();
        }
        processes
    }

    fn address(&self) -> String {
        format!("{LOOPBACK}:{}", self.port)
    }

    fn add_executor(&mut self) {
        let work = self.folder.join(self.started.to_string());
        self.started += 1;
        let address = self.address();
        let arguments: [&str; 8] = ["cluster", "executor", &address, "--slots", "1", "--heartbeat", "1", "--work"];
        self.executors.push(program(&arguments).arg(work).spawn().unwrap());
    }

    fn kill_executor(&mut self) {
        let mut executor = self.executors.remove(0);
        executor.kill().unwrap();
        executor.wait().unwrap();
    }

    fn kill_scheduler(&mut self) {
        self.scheduler.kill().unwrap();
        self.scheduler.wait().unwrap();
    }

    fn import(&self, source: &Path, out: &Path, partitions: usize) -> Child {
        let nodes = NODES.to_string();
        let partitions = partitions.to_string();
        let arguments = ["--tables", "games,positions,tactics,observations,mates", "--part-size", "4"];
        program(&["import", "--cluster", &self.address(), "--partitions", &partitions, "--prove", &nodes])
            .args(arguments)
            .arg(source)
            .arg("--out")
            .arg(out)
            .spawn()
            .unwrap()
    }

    fn asks(&self, folder: &Path, partitions: usize) -> Corpus {
        Corpus::open_on(&Cluster { scheduler: self.address(), partitions }, folder).unwrap()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn finished(out: &Path) -> usize {
    fs::read_dir(out.join("parts")).map_or(0, |entries| {
        entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "json")).count()
    })
}

/// The games, and what one process makes of them.
fn locally(scratch: &Scratch) -> (PathBuf, PathBuf, usize) {
    let source = scratch.file("games.pgn", committed_games().concat().as_bytes());
    let whole = scratch.path("whole");
    let mut wanted = options(&ALL, 4);
    wanted.proof_nodes = Some(NODES);
    let parts = imported(&source, &whole, &wanted).parts;
    assert!(parts > 16, "{parts} parts are too few for sixteen partitions");
    (source, whole, parts)
}

/// An import that is disturbed when so many parts are there; then it must still end well.
fn disturbed(partitions: usize, after: usize, disturb: impl FnOnce(&mut Processes)) {
    let scratch = Scratch::new();
    let (source, whole, parts) = locally(&scratch);
    let mut processes = Processes::start(&scratch, 2);
    let out = scratch.path("out");
    let mut import = processes.import(&source, &out, partitions);
    wait("some parts are finished", || finished(&out) >= after);
    disturb(&mut processes);
    assert!(finished(&out) < parts, "it was too late to disturb");
    let start = Instant::now();
    wait("the import ends", || import.try_wait().unwrap().is_some());
    assert!(import.wait().unwrap().success());
    println!("{partitions} partitions: {:.1} s from the disturbance to the end", start.elapsed().as_secs_f64());
    assert_same(&whole, &out);
    assert!(
        files(&out).iter().all(|(name, _)| name.extension().is_none_or(|end| end != "tmp")),
        "nothing half is left"
    );
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn the_same_bytes_and_rows_come_out_at_any_number_of_partitions() {
    const QUESTIONS: [&str; 3] = [
        "SELECT count(*) AS n, sum(\"order\") AS tactics, count(DISTINCT fen) AS fens FROM positions",
        "SELECT motif, count(*) AS n, sum(gain) AS gain FROM tactics GROUP BY motif ORDER BY motif",
        "SELECT g.\"Result\", count(*) AS n, sum(tactical_order(p.fen)) AS t FROM games g JOIN positions p \
         ON p.game = g.game WHERE p.ply = 30 GROUP BY g.\"Result\" ORDER BY g.\"Result\"",
    ];
    let scratch = Scratch::new();
    let (source, whole, _) = locally(&scratch);
    let processes = Processes::start(&scratch, 2);
    let local = Corpus::open(&whole).unwrap();
    let expected = QUESTIONS.map(|question| local.ask(question).unwrap().text(Format::Csv).unwrap());
    for partitions in [1, 8, 16] {
        let out = scratch.path(&format!("out-{partitions}"));
        assert!(processes.import(&source, &out, partitions).wait().unwrap().success());
        assert_same(&whole, &out);
        let corpus = processes.asks(&out, partitions);
        for (question, expected) in QUESTIONS.iter().zip(&expected) {
            let found = corpus.ask(question).unwrap().text(Format::Csv).unwrap();
            assert_eq!(&found, expected, "{partitions} partitions: {question}");
        }
    }
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn an_executor_that_is_killed_in_the_middle_costs_no_part() {
    for partitions in [1, 8, 16] {
        disturbed(partitions, 3, Processes::kill_executor);
    }
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn both_executors_are_killed_and_others_go_on() {
    disturbed(8, 3, |processes| {
        processes.kill_executor();
        processes.kill_executor();
        processes.add_executor();
        processes.add_executor();
    });
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn a_scheduler_is_killed_and_the_import_is_sent_again() {
    let scratch = Scratch::new();
    let (source, whole, parts) = locally(&scratch);
    let mut processes = Processes::start(&scratch, 2);
    let out = scratch.path("out");
    let mut first = processes.import(&source, &out, 8);
    wait("some parts are finished", || finished(&out) >= 3);
    processes.kill_scheduler();
    wait("the import gives up", || first.try_wait().unwrap().is_some());
    assert!(!first.wait().unwrap().success(), "nobody could have told it that all is done");
    let kept = finished(&out);
    assert!(kept < parts, "it was too late to kill");
    processes.scheduler = scheduler(processes.port);
    assert!(processes.import(&source, &out, 8).wait().unwrap().success());
    assert_same(&whole, &out);
}

/// The second stage makes lessons, which takes long enough; the first only gathers positions.
#[test]
#[ignore = "slow: starts a cluster of processes"]
fn an_executor_that_is_killed_after_the_first_stage_costs_no_row() {
    let scratch = Scratch::new();
    let (_, whole, _) = locally(&scratch);
    let question = "SELECT count(*) AS n, sum(character_length(told)) AS letters FROM \
                    (SELECT fen, explain(fen) AS told FROM \
                    (SELECT DISTINCT fen FROM positions WHERE ply = 24 AND game % 3 = 0)) WHERE told IS NOT NULL";
    let expected = Corpus::open(&whole).unwrap().ask(question).unwrap().text(Format::Csv).unwrap();
    for partitions in [8, 16] {
        let work = Scratch::new();
        let mut processes = Processes::start(&work, 2);
        let corpus = processes.asks(&whole, partitions);
        let answer = thread::spawn(move || corpus.ask(question).unwrap().text(Format::Csv).unwrap());
        // Tasks of the second stage have begun when both executors keep results of the first.
        let kept = |executor: usize| !files_of_stage(&processes.folder.join(executor.to_string()), 1).is_empty();
        wait("the first stage is finished", || kept(0) && kept(1));
        thread::sleep(Duration::from_secs(1));
        assert!(!answer.is_finished(), "it was too late to kill");
        processes.kill_executor();
        let start = Instant::now();
        assert_eq!(answer.join().unwrap(), expected, "{partitions} partitions");
        println!("{partitions} partitions: {:.1} s from the kill to the answer", start.elapsed().as_secs_f64());
    }
}

/// What an executor keeps of a stage: its folder holds jobs, a job stages.
fn files_of_stage(work: &Path, stage: usize) -> Vec<PathBuf> {
    let jobs = fs::read_dir(work).into_iter().flatten().filter_map(|job| Some(job.ok()?.path()));
    let folders = jobs.map(|job| job.join(stage.to_string())).filter(|folder| folder.exists());
    folders.flat_map(|folder| files(&folder)).map(|(name, _)| name).collect()
}
