//! A conversation as a chess program would lead it.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use reti::uci::{Flow, Session};

struct Talk {
    session: Session,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Talk {
    fn new() -> Talk {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        Talk { session: Session::new(Arc::new(move |line: &str| ears.lock().unwrap().push(line.to_owned()))), heard }
    }

    fn say(&mut self, line: &str) -> &mut Talk {
        assert_eq!(self.session.line(line), Flow::Continue);
        self
    }

    /// What was answered since the last call, once a line begins as expected.
    #[track_caller]
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        let start = Instant::now();
        loop {
            {
                let mut heard = self.heard.lock().unwrap();
                if heard.iter().any(|line| line.starts_with(beginning)) {
                    return std::mem::take(&mut heard);
                }
                assert!(start.elapsed() < Duration::from_secs(50), "no {beginning} in {heard:?}");
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn the_engine_introduces_itself() {
    let heard = Talk::new().say("uci").hear("uciok");
    for expected in [
        "id name Reti",
        "option name Hash type spin",
        "option name Threads type spin",
        "option name MultiPV type spin",
        "option name Ponder type check",
        "option name Move Overhead type spin",
        "option name KernelsFile type string",
        "option name SyzygyPath type string",
        "option name Evaluation type combo default",
        "option name UCI_Chess960 type check",
        "option name UCI_ShowWDL type check",
        "option name UCI_LimitStrength type check",
        "option name UCI_Elo type spin",
        "option name Skill Level type spin",
    ] {
        assert!(heard.iter().any(|line| line.starts_with(expected)), "{expected}");
    }
    assert_eq!(heard.last().unwrap(), "uciok");
    Talk::new().say("isready").hear("readyok");
}

#[test]
fn every_limit_ends_with_a_best_move() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 e7e5");
    for go in
        ["depth 4", "nodes 3000", "movetime 30", "wtime 300 btime 300 winc 10 binc 10", "depth 2 searchmoves a2a3"]
    {
        let heard = talk.say(&format!("go {go}")).hear("bestmove");
        assert!(heard.iter().any(|line| line.starts_with("info depth 1 seldepth ")), "{go}: {heard:?}");
    }
    assert!(talk.say("go depth 3 searchmoves a2a3").hear("bestmove").last().unwrap().starts_with("bestmove a2a3"));
}

#[test]
fn an_open_search_waits_for_stop() {
    let mut talk = Talk::new();
    talk.say("position fen 7k/5Q2/5K2/8/8/8/8/8 w - - 0 1").say("go infinite");
    thread::sleep(Duration::from_millis(50));
    assert!(!talk.heard.lock().unwrap().iter().any(|line| line.starts_with("bestmove")));
    talk.say("isready").hear("readyok");
    assert!(talk.say("stop").hear("bestmove").last().unwrap().starts_with("bestmove f7"));
}

#[test]
fn pondering_becomes_thinking() {
    let mut talk = Talk::new();
    talk.say("position startpos").say("go ponder wtime 1000 btime 1000");
    thread::sleep(Duration::from_millis(30));
    assert!(!talk.heard.lock().unwrap().iter().any(|line| line.starts_with("bestmove")));
    talk.say("ponderhit").hear("bestmove");
}

#[test]
fn lines_and_chess960_follow_the_options() {
    let mut talk = Talk::new();
    talk.say("setoption name MultiPV value 3").say("setoption name Evaluation value occluded").say("go depth 3");
    let heard = talk.hear("bestmove");
    assert!(heard.iter().any(|line| line.contains("multipv 3")), "{heard:?}");
    talk.say("setoption name UCI_Chess960 value true").say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    talk.say("go depth 1 searchmoves e1h1");
    assert!(talk.hear("bestmove").last().unwrap().starts_with("bestmove e1h1"));
}

#[test]
fn the_first_of_the_lines_is_played() {
    let mut talk = Talk::new();
    talk.say("setoption name MultiPV value 6").say("setoption name Evaluation value seed");
    for fen in [
        "rnbqkbnr/pp3ppp/3p4/4p3/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 1 5",
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    ] {
        for nodes in [1, 10, 200, 1_000, 1_700, 2_300, 3_100] {
            talk.say("ucinewgame").say(&format!("position fen {fen}"));
            let heard = talk.say(&format!("go nodes {nodes}")).hear("bestmove");
            let first = heard.iter().rev().find_map(|line| line.split_once(" multipv 1 "));
            let told = first.and_then(|(_, rest)| rest.split_once(" pv ")).unwrap().1;
            let played = heard.last().unwrap().strip_prefix("bestmove ").unwrap();
            assert_eq!(told.split(' ').next(), played.split(' ').next(), "{nodes}: {heard:?}");
        }
    }
}

#[test]
fn no_move_is_told_and_people_can_ask() {
    let mut talk = Talk::new();
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(talk.say("go depth 3").hear("bestmove"), ["bestmove 0000"]);
    let heard = talk.say("d").hear("Key:");
    assert!(heard.contains(&"Fen: 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned()));
    assert!(talk.say("eval").hear("sum").iter().any(|line| line.starts_with("queen")));
}

#[test]
fn chances_and_threads_are_told() {
    let mut talk = Talk::new();
    talk.say("setoption name UCI_ShowWDL value true").say("setoption name Threads value 2").say("go depth 6");
    let heard = talk.hear("bestmove");
    let info = heard.iter().rfind(|line| line.starts_with("info depth 6 ")).unwrap();
    let words: Vec<&str> = info.split(' ').collect();
    let place = words.iter().position(|word| *word == "wdl").unwrap();
    let sum: u32 = words[place + 1..place + 4].iter().map(|word| word.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1000);
    assert!(words.contains(&"tbhits") && words.contains(&"hashfull"));
}

#[test]
fn a_limited_engine_looks_at_less_and_still_plays_legal_moves() {
    let mut talk = Talk::new();
    for options in [
        ["setoption name Skill Level value 0", "setoption name UCI_LimitStrength value false"],
        ["setoption name UCI_Elo value 800", "setoption name UCI_LimitStrength value true"],
    ] {
        talk.say(options[0]).say(options[1]).say("position startpos").say("go wtime 10000 btime 10000");
        let heard = talk.hear("bestmove");
        assert!(heard.iter().all(|line| !line.contains("multipv 2")), "{heard:?}");
        let best = heard.last().unwrap().split(' ').nth(1).unwrap();
        assert!(reti::chess::Position::start().parse_move(best).is_ok());
        let nodes = heard.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
        assert!(nodes.split(' ').next().unwrap().parse::<u64>().unwrap() <= 300, "{heard:?}");
    }
}

#[test]
fn syzygy_files_are_asked_in_the_tree() {
    let mut talk = Talk::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tables/syzygy");
    let heard = talk.say(&format!("setoption name SyzygyPath value {folder}")).hear("info string");
    assert!(heard[0].starts_with("info string tables with up to"), "{heard:?}");
    // The king takes the pawn, and queen against king is known.
    talk.say("position fen 8/8/8/3k4/8/8/1p6/K4Q2 w - - 0 1").say("go depth 5");
    let heard = talk.hear("bestmove");
    let info = heard.iter().rfind(|line| line.starts_with("info depth 5 ")).unwrap();
    assert!(!info.contains("tbhits 0 ") && info.contains(" pv a1b2"), "{info}");
}

#[test]
fn a_kernels_file_changes_the_evaluation_and_a_damaged_one_names_its_line() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (whole, damaged) = (folder.join("kernels.toml"), folder.join("damaged.toml"));
    let source = reti_core::field::learned::EMBEDDED;
    std::fs::write(&whole, source).unwrap();
    let line = 1 + source.lines().position(|line| line.contains("end = [")).unwrap();
    std::fs::write(&damaged, source.replacen("end = [", "end = [nonsense, ", 1)).unwrap();
    let mut talk = Talk::new();
    let heard = talk.say(&format!("setoption name KernelsFile value {}", damaged.display())).hear("info string");
    assert!(heard[0].contains(&format!("line {line}")), "{heard:?}");
    // The committed kernels from a file play as the committed kernels do.
    let searched = |talk: &mut Talk| {
        talk.say("ucinewgame").say("position startpos moves e2e4").say("go depth 6").hear("bestmove").pop().unwrap()
    };
    for (name, bytes) in [
        ("learned", source.as_bytes()),
        ("network", include_bytes!("../../../reti-core/src/field/network/network.bin").as_slice()),
    ] {
        talk.say(&format!("setoption name Evaluation value {name}"));
        let before = searched(&mut talk);
        talk.say("setoption name Evaluation value material");
        std::fs::write(&whole, bytes).unwrap();
        talk.say(&format!("setoption name KernelsFile value {}", whole.display()));
        assert_eq!(searched(&mut talk), before, "{name}");
    }
}

#[test]
fn a_single_answer_is_played_at_once() {
    let mut talk = Talk::new();
    let start = Instant::now();
    talk.say("position fen 7k/8/8/8/8/8/5q2/7K w - - 0 1").say("position fen k7/8/8/8/8/8/6q1/7K w - - 0 1");
    assert!(talk.say("go wtime 600000 btime 600000").hear("bestmove").last().unwrap().starts_with("bestmove h1g2"));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_certain_draw_has_no_other_chances() {
    let mut talk = Talk::new();
    talk.say("setoption name UCI_ShowWDL value true");
    // The king takes the last piece; a pawn that does not get through; and bare kings.
    for fen in ["8/8/8/8/8/5k2/7q/7K w - - 0 1", "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", "8/8/8/4k3/8/4K3/8/8 w - - 0 1"] {
        let heard = talk.say(&format!("position fen {fen}")).say("go depth 3").hear("bestmove");
        let last = heard.iter().rfind(|line| line.contains(" wdl "));
        assert!(last.is_some_and(|line| line.contains(" wdl 0 1000 0 ")), "{fen}: {heard:?}");
    }
    let heard = talk.say("position startpos").say("go depth 3").hear("bestmove");
    assert!(heard.iter().all(|line| !line.contains(" wdl 0 1000 0 ")), "{heard:?}");
}

#[test]
fn what_was_asked_before_goodbye_is_answered() {
    for (line, answer) in [
        ("isready", "readyok"),
        ("eval", "sum "),
        ("d", "Key: "),
        ("go depth 3", "bestmove "),
        ("go infinite", "bestmove "),
    ] {
        let mut talk = Talk::new();
        talk.say("position startpos moves e2e4").say(line);
        let start = Instant::now();
        assert_eq!(talk.session.line("quit"), Flow::Quit);
        assert!(start.elapsed() < Duration::from_secs(5), "{line}: {:?}", start.elapsed());
        let heard = talk.heard.lock().unwrap();
        assert!(heard.last().is_some_and(|last| last.starts_with(answer)), "{line}: {heard:?}");
    }
    // A long search does not keep anyone waiting.
    let mut talk = Talk::new();
    talk.say("isready").hear("readyok");
    talk.say("go movetime 60000").hear("info depth 1 ");
    let start = Instant::now();
    assert_eq!(talk.session.line("quit"), Flow::Quit);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn broken_lines_change_nothing() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4");
    for line in [
        "nonsense",
        "position fen 8/8/8 w",
        "position startpos moves e2e5",
        "position",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Nothing value 1",
        "setoption name Evaluation value oracle",
        "setoption name UCI_Chess960 value maybe",
        "setoption name Threads value 0",
        "setoption name Threads value 100000",
        "setoption name UCI_Elo value 5",
        "setoption name Skill Level value -1",
        "setoption name SyzygyPath value /no/such/folder",
        "setoption name KernelsFile value /no/such/file",
        "setoption name UCI_ShowWDL value perhaps",
    ] {
        let heard = talk.say(line).hear("info string");
        assert!(heard.iter().all(|line| line.starts_with("info string")), "{heard:?}");
    }
    talk.say("").say("stop").say("ponderhit").say("ucinewgame").say("\u{0}\u{fffd}");
    let heard = talk.say("d").hear("Key:");
    assert!(heard.iter().any(|line| line.contains("4P3")), "{heard:?}");
    assert_eq!(talk.session.line("quit"), Flow::Quit);
}

#[test]
fn a_hundred_hurried_moves_are_legal_and_in_time() {
    let mut talk = Talk::new();
    let mut moves: Vec<String> = Vec::new();
    let mut position = reti::chess::Position::start();
    for _ in 0..100 {
        talk.say(&format!("position startpos moves {}", moves.join(" "))).say("go wtime 60 btime 60 winc 1 binc 1");
        let heard = talk.hear("bestmove");
        let best = heard.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        if best == "0000" {
            break;
        }
        position = position.play(position.parse_move(&best).unwrap());
        moves.push(best);
        if position.is_dead() {
            break;
        }
    }
    assert!(moves.len() > 20);
}
