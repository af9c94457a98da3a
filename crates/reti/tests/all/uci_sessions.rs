//! Conversations that no polite program would lead: whatever comes during a search is read, nothing
//! hangs, and every search that was asked for has its move.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

use reti::uci::{Flow, Session};

/// What is said; many of these searches end only when they are told to.
const LINES: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "eval",
    "d",
    "nonsense",
    "",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen 7k/5Q2/5K2/8/8/8/8/8 w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    "position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "position startpos moves e2e5",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Clear Hash",
    "setoption name Skill Level value 3",
    "setoption name UCI_Chess960 value true",
    "go",
    "go infinite",
    "go ponder wtime 20 btime 20",
    "go ponder",
    "go depth 3",
    "go depth 0",
    "go nodes 500",
    "go nodes 0",
    "go movetime 5",
    "go movetime 0",
    "go movetime 100000000",
    "go movetime 9223372036854775807",
    "go wtime 20 btime 20 winc 1 binc 1",
    "go btime 20",
    "go wtime 20",
    "go wtime -5 btime -5",
    "go wtime 9223372036854775807 winc 9223372036854775807 movestogo 1",
    "go mate 0",
    "go mate 1",
    "go searchmoves e2e4 depth 2",
    "go searchmoves a1a1",
];

/// Leads a conversation; how many searches were asked for, and what was heard.
fn talk(seed: u64) -> (usize, Vec<String>) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let mut session = Session::new(Arc::new(move |line: &str| ears.lock().unwrap().push(line.to_owned())));
    let mut searches = 0;
    for _ in 0..=dice.usize(..25) {
        let line = LINES[dice.usize(..LINES.len())];
        let start = Instant::now();
        assert_eq!(session.line(line), Flow::Continue);
        assert!(start.elapsed() < Duration::from_secs(1), "seed {seed}: '{line}' took {:?}", start.elapsed());
        searches += usize::from(line.starts_with("go"));
        if dice.usize(..4) == 0 {
            thread::sleep(Duration::from_millis(dice.usize(..8) as u64));
        }
    }
    if dice.usize(..3) == 0 {
        assert_eq!(session.line("quit"), Flow::Quit);
        searches = usize::MAX;
    } else {
        session.line("stop");
        session.end();
    }
    let heard = heard.lock().unwrap().clone();
    (searches, heard)
}

/// Several conversations at a time; one that has not ended after a while hangs.
fn check_sessions(count: u64) {
    let (sender, ended) = mpsc::channel();
    let (next, start) = (Arc::new(Mutex::new(0..count)), Instant::now());
    for _ in 0..2 {
        let (sender, next) = (sender.clone(), Arc::clone(&next));
        thread::spawn(move || {
            loop {
                let Some(seed) = next.lock().unwrap().next() else { return };
                let start = Instant::now();
                let (searches, heard) = talk(seed);
                if sender.send((seed, searches, heard, start.elapsed())).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    let mut longest = Duration::ZERO;
    for done in 0..count {
        let told = ended.recv_timeout(Duration::from_mins(1));
        let (seed, searches, heard, elapsed) = told.unwrap_or_else(|_| panic!("a session hangs after {done}"));
        longest = longest.max(elapsed);
        if searches != usize::MAX {
            let answers = heard.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, searches, "seed {seed}: {heard:?}");
        }
    }
    println!("{count} sessions in {:?}, the longest {longest:?}", start.elapsed());
}

#[test]
fn three_hundred_random_sessions_end() {
    check_sessions(300);
}

#[test]
#[ignore = "slow: five thousand sessions take minutes"]
fn five_thousand_random_sessions_end() {
    check_sessions(5_000);
}

/// What answers once a line begins so.
fn wait_for(heard: &Mutex<Vec<String>>, beginning: &str) {
    let start = Instant::now();
    while !heard.lock().unwrap().iter().any(|line| line.starts_with(beginning)) {
        assert!(start.elapsed() < Duration::from_secs(20), "no {beginning}: {heard:?}");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_comes_during_a_search_neither_waits_nor_is_lost() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let mut session = Session::new(Arc::new(move |line: &str| ears.lock().unwrap().push(line.to_owned())));
    session.line("go movetime 100000000");
    for line in ["position startpos moves e2e4", "setoption name Hash value 1", "ucinewgame", "ponderhit", "go depth 2"]
    {
        session.line(line);
    }
    session.line("isready");
    wait_for(&heard, "readyok");
    assert!(!heard.lock().unwrap().iter().any(|line| line.starts_with("bestmove")));
    session.line("stop");
    session.line("d");
    wait_for(&heard, "Fen: rnbqkbnr/pppppppp/8/8/4P3");
    assert_eq!(heard.lock().unwrap().iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn a_clock_of_the_other_side_and_a_mate_in_none_end() {
    for go in ["go btime 1000", "go mate 0", "go mate 1", "go movetime 0", "go nodes 0", "go depth 0"] {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let mut session = Session::new(Arc::new(move |line: &str| ears.lock().unwrap().push(line.to_owned())));
        session.line("position startpos");
        session.line(go);
        wait_for(&heard, "bestmove");
    }
}

#[test]
fn a_flood_of_commands_is_bounded() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let mut session = Session::new(Arc::new(move |line: &str| ears.lock().unwrap().push(line.to_owned())));
    session.line("go movetime 100000000");
    let long = format!("position startpos moves {}", "e2e4 ".repeat(200_000));
    for _ in 0..200 {
        session.line(&long);
    }
    assert!(heard.lock().unwrap().iter().any(|line| line.contains("too many commands wait")));
    assert_eq!(session.line("quit"), Flow::Quit);
}
