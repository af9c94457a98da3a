//! A cluster loses no row and no part, whoever is killed, and nobody waits for ever.
//!
//! Scheduler and executors are processes of the real program on loopback addresses; killing is `SIGKILL`. What a
//! cluster imports is compared byte for byte with what one process imports.

use std::{
    collections::BTreeSet,
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
    table::Table,
};

use crate::{ALL, Scratch, assert_same, committed_games, files, imported, options, texts};

/// The games are imported so many times over, which lasts long enough to be killed in the middle.
const COPIES: usize = 12;

/// KiB of a part: more parts than sixteen.
const PART_SIZE: usize = 64;

/// The longest that anything here may take.
const LONGEST: Duration = Duration::from_mins(5);

/// Numbers of partitions that everything is tried with.
const PARTITIONS: [usize; 3] = [1, 8, 16];

/// A process that ends with its test.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Process {
        Process(command.spawn().unwrap())
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Whether it ended well.
    #[track_caller]
    fn ended(&mut self, what: &str) -> bool {
        wait(what, || self.0.try_wait().unwrap().is_some());
        self.0.wait().unwrap().success()
    }

    /// How long it has computed, in ticks of the system's clock (proc(5), fields 14 and 15 of `stat`).
    fn ticks(&self) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
        fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A scheduler and executors.
struct Processes {
    port: u16,
    folder: PathBuf,
    scheduler: Process,
    executors: Vec<Process>,
    started: usize,
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reti-corpus"));
    command.args(arguments).stdout(Stdio::null());
    command
}

fn scheduler(port: u16) -> Process {
    let address = format!("{LOOPBACK}:{port}");
    let process = Process::start(&mut program(&["cluster", "scheduler", &address, "--patience", "10"]));
    wait("the scheduler listens", || TcpStream::connect((LOOPBACK, port)).is_ok());
    process
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
        let arguments: [&str; 6] = ["cluster", "executor", &address, "--slots", "1", "--work"];
        self.executors.push(Process::start(program(&arguments).arg(work)));
    }

    /// Kills the executor that has computed most: with one partition the other one has nothing to do.
    fn kill_executor(&mut self) {
        let busiest = (0..self.executors.len()).max_by_key(|&index| self.executors[index].ticks()).unwrap();
        self.executors.remove(busiest).kill();
    }

    /// What an import is asked to do, and where it writes what it has to say.
    fn import(&self, source: &Path, out: &Path, partitions: usize, more: &[&str]) -> Process {
        let partitions = partitions.to_string();
        let part_size = PART_SIZE.to_string();
        let tables = ["--tables", "games,positions,tactics,observations,mates", "--part-size", &part_size];
        let mut command = program(&["import", "--cluster", &self.address(), "--partitions", &partitions]);
        command.args(tables).args(more).arg(source).arg("--out").arg(out);
        Process::start(command.stderr(fs::File::create(said(out)).unwrap()))
    }

    fn asks(&self, folder: &Path, partitions: usize) -> Corpus {
        Corpus::open_on(&Cluster { scheduler: self.address(), partitions, patience: LONGEST }, folder).unwrap()
    }
}

/// The file with what an import said.
fn said(out: &Path) -> PathBuf {
    out.with_extension("said")
}

fn finished(out: &Path) -> usize {
    fs::read_dir(out.join("parts")).map_or(0, |entries| {
        entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "json")).count()
    })
}

/// The games, and what one process makes of them.
fn locally(scratch: &Scratch) -> (PathBuf, PathBuf, usize) {
    let source = scratch.file("games.pgn", committed_games().concat().repeat(COPIES).as_bytes());
    let whole = scratch.path("whole");
    let start = Instant::now();
    let parts = imported(&source, &whole, &options(&ALL, PART_SIZE)).parts;
    println!("{parts} parts in {:.1} s by one process", start.elapsed().as_secs_f64());
    assert!(parts > 16, "{parts} parts are too few for sixteen partitions");
    (source, whole, parts)
}

/// An import that is disturbed when three parts are there; then it must still end well, at any number of partitions.
fn disturbed(disturb: impl Fn(&mut Processes)) {
    let scratch = Scratch::new();
    let (source, whole, parts) = locally(&scratch);
    for partitions in PARTITIONS {
        let work = Scratch::new();
        let mut processes = Processes::start(&work, 2);
        let out = work.path("out");
        let mut import = processes.import(&source, &out, partitions, &[]);
        wait("some parts are finished", || finished(&out) >= 3);
        disturb(&mut processes);
        assert!(finished(&out) < parts, "it was too late to disturb");
        let start = Instant::now();
        let is_good = import.ended("the import ends");
        assert!(is_good, "{}", fs::read_to_string(said(&out)).unwrap());
        println!("{partitions} partitions: {:.1} s from the disturbance to the end", start.elapsed().as_secs_f64());
        // Who was taken for dead may still be writing a part that another one has finished.
        drop(processes);
        assert_same(&whole, &out);
    }
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
    for partitions in PARTITIONS {
        let out = scratch.path(&format!("out-{partitions}"));
        let start = Instant::now();
        assert!(processes.import(&source, &out, partitions, &[]).ended("the import ends"));
        println!("{partitions} partitions: {:.1} s", start.elapsed().as_secs_f64());
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
    disturbed(Processes::kill_executor);
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn both_executors_are_killed_and_others_go_on() {
    disturbed(|processes| {
        processes.kill_executor();
        processes.kill_executor();
        processes.add_executor();
        processes.add_executor();
    });
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn a_scheduler_is_killed_and_another_one_goes_on() {
    disturbed(|processes| {
        processes.scheduler.kill();
        processes.scheduler = scheduler(processes.port);
    });
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn without_its_scheduler_an_import_ends_and_can_be_sent_again() {
    let scratch = Scratch::new();
    let (source, whole, parts) = locally(&scratch);
    for partitions in PARTITIONS {
        let work = Scratch::new();
        let mut processes = Processes::start(&work, 2);
        let out = work.path("out");
        let mut first = processes.import(&source, &out, partitions, &[]);
        wait("some parts are finished", || finished(&out) >= 3);
        for process in &mut processes.executors {
            process.kill();
        }
        processes.scheduler.kill();
        let start = Instant::now();
        assert!(!first.ended("the import gives up"), "nobody could have done the rest");
        println!("{partitions} partitions: {:.1} s until the import gave up", start.elapsed().as_secs_f64());
        let said = fs::read_to_string(said(&out)).unwrap();
        assert!(said.contains("no scheduler can be reached"), "{said}");
        assert!(said.contains("the same command goes on"), "{said}");
        assert!(finished(&out) < parts, "it was too late to kill");
        let processes = Processes::start(&work, 2);
        assert!(processes.import(&source, &out, partitions, &[]).ended("the import ends"));
        assert_same(&whole, &out);
    }
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn without_executors_an_import_ends_and_says_so() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[0].as_bytes());
    let processes = Processes::start(&scratch, 0);
    let out = scratch.path("out");
    assert!(!processes.import(&source, &out, 8, &["--patience", "2"]).ended("the import gives up"));
    let said = fs::read_to_string(said(&out)).unwrap();
    assert!(said.contains("no part was finished for 2 seconds"), "{said}");
}

#[test]
#[ignore = "slow: starts a cluster of processes"]
fn without_executors_a_question_ends_and_says_so() {
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", committed_games()[0].as_bytes());
    let out = scratch.path("out");
    imported(&source, &out, &options(&ALL, 64));
    let processes = Processes::start(&scratch, 0);
    let cluster = Cluster { scheduler: processes.address(), partitions: 8, patience: Duration::from_secs(2) };
    let error = Corpus::open_on(&cluster, &out).unwrap().ask("SELECT count(*) FROM games").unwrap_err();
    assert!(error.to_string().contains("no answer came for 2 seconds"), "{error}");
}

#[test]
fn where_nobody_listens_nothing_is_begun() {
    let scratch = Scratch::new();
    let [port] = free_ports(LOOPBACK).unwrap();
    let out = scratch.path("out");
    let source = scratch.file("games.pgn", committed_games()[0].as_bytes());
    let address = format!("{LOOPBACK}:{port}");
    let output = program(&["import", "--cluster", &address]).arg(source).arg("--out").arg(&out).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains(&format!("no scheduler can be reached at '{address}'")), "{said}");
    assert!(!out.exists());
}

/// The first stage gathers positions; the second compares each of them with twenty others, which takes long enough.
/// With one partition there is only one stage.
#[test]
#[ignore = "slow: starts a cluster of processes"]
fn an_executor_that_is_killed_after_the_first_stage_costs_no_row() {
    let scratch = Scratch::new();
    let (_, whole, _) = locally(&scratch);
    let fens = texts(&whole, Table::Positions, "fen");
    let alike = |fen: &String| format!("sum(CASE WHEN similarity(fen, '{fen}') > 0.5 THEN 1 ELSE 0 END)");
    let others: BTreeSet<&String> = fens.iter().step_by(199).take(20).collect();
    let columns: Vec<String> = others.into_iter().map(alike).collect();
    let question = format!("SELECT count(*), {} FROM (SELECT DISTINCT fen FROM positions)", columns.join(", "));
    let start = Instant::now();
    let expected = Corpus::open(&whole).unwrap().ask(&question).unwrap().text(Format::Csv).unwrap();
    println!("{:.1} s for the answer by one process", start.elapsed().as_secs_f64());
    for partitions in [8, 16] {
        let work = Scratch::new();
        let mut processes = Processes::start(&work, 2);
        let corpus = processes.asks(&whole, partitions);
        let question = question.clone();
        let answer = thread::spawn(move || corpus.ask(&question).unwrap().text(Format::Csv).unwrap());
        // The second stage begins when the first is finished, so a result of the second says that.
        let kept = |executor: usize| !files_of_stage(&processes.folder.join(executor.to_string()), 2).is_empty();
        wait("a task of the second stage is finished", || kept(0) || kept(1));
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
