//! `reti uci` and `reti bench engine` as their users meet them.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::{reti, reti_with};

#[test]
fn a_piped_conversation_ends_with_a_move() {
    let run = reti_with(&["uci"], b"uci\nisready\nposition startpos moves e2e4\ngo nodes 5000\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let place = |text: &str| run.out.lines().position(|line| line.starts_with(text)).unwrap();
    assert!(place("uciok") < place("readyok") && place("info depth 1 ") < place("bestmove "));
}

#[test]
fn anything_may_be_typed() {
    let noise: Vec<u8> = (0..20_000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let run = reti_with(&["uci"], &noise);
    assert_eq!(run.code, Some(0));
    assert!(run.out.lines().all(|line| line.starts_with("info string")), "{}", run.out);
    assert_eq!(reti_with(&["uci"], b"").code, Some(0));
    assert_eq!(reti_with(&["uci"], b"go infinite\nquit\n").code, Some(0));
}

#[test]
fn the_signature_is_the_same_every_time() {
    let runs = [(); 2].map(|()| reti(&["bench", "engine", "--depth", "5", "--evaluation", "seed"]));
    let nodes = runs.each_ref().map(|run| run.out.split(' ').next().unwrap().to_owned());
    assert_eq!(nodes[0], nodes[1]);
    let words: Vec<&str> = runs[0].out.split_whitespace().collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{}", runs[0].out);
    assert_eq!(reti(&["bench", "engine", "--evaluation", "oracle"]).code, Some(2));
}
