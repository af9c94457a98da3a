//! `reti uci` and `reti bench engine` as their users meet them.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

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
    assert_eq!(reti_with(&["uci"], b"isready\nquit\n").out, "readyok\n");
}

#[test]
fn the_signature_is_the_same_every_time() {
    let runs = [(); 2].map(|()| reti(&["bench", "engine", "--depth", "5", "--evaluation", "seed"]));
    let alone = reti(&["bench"]);
    assert!(alone.out.trim().ends_with(" nps"), "{}", alone.out);
    let nodes = runs.each_ref().map(|run| run.out.split(' ').next().unwrap().to_owned());
    assert_eq!(nodes[0], nodes[1]);
    let words: Vec<&str> = runs[0].out.split_whitespace().collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{}", runs[0].out);
    assert_eq!(reti(&["bench", "engine", "--evaluation", "oracle"]).code, Some(2));
}

#[test]
fn a_suite_is_solved_and_a_broken_one_told() {
    let suite = b"6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate\";\n";
    let run = reti_with(&["bench", "epd", "--epd", "-", "--nodes", "1000", "--format", "json"], suite);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["n"], &json["solved"], &json["score"]), (&1.into(), &1.into(), &1.into()));
    let run = reti_with(&["bench", "epd", "--epd", "-"], b"8/8 w - - bm e4;\n");
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("EPD line 1"), "{}", run.err);
    assert_eq!(reti_with(&["bench", "epd", "--epd", "-", "--evaluation", "oracle"], suite).code, Some(2));
    assert_eq!(reti_with(&["bench", "epd", "--epd", "-"], b"").code, Some(3));
    assert_eq!(reti(&["bench", "epd", "--epd", "no-such-file.epd"]).code, Some(3));
}

#[test]
fn kernels_learned_by_playing_are_an_evaluation_and_the_same_every_time() {
    for way in ["--self-play", "--evolve"] {
        let learn = |name: &str, seed: &str| {
            let [out, curve] = ["toml", "svg"].map(|end| support::scratch(&format!("{name}{way}.{end}")));
            let numbers = ["--rounds", "1", "--games", "8", "--nodes", "50", "--test-games", "2", "--seed", seed];
            let files = ["--out", out.to_str().unwrap(), "--curve", curve.to_str().unwrap()];
            let run = reti(&[&["learn", way][..], &numbers[..], &files[..]].concat());
            assert_eq!(run.code, Some(0), "{}", run.err);
            assert!(run.err.contains("1 of 1  8 games  Elo above the start"), "{}", run.err);
            assert!(std::fs::read_to_string(curve).unwrap().contains("</svg>"));
            (std::fs::read_to_string(&out).unwrap(), out)
        };
        let (first, path) = learn("first", "4");
        assert_eq!(first, learn("second", "4").0);
        assert_ne!(first, learn("other", "5").0);
        let bench = reti(&["bench", "engine", "--depth", "2", "--evaluation", path.to_str().unwrap()]);
        assert_eq!(bench.code, Some(0), "{}", bench.err);
    }
    for (wrong, part) in [
        (["--self-play", "--lambda", "2"], "from 0 to 1"),
        (["--self-play", "--evaluation", "network"], "expected tables or kernels"),
        (["--evolve", "--data", "x.txt"], "cannot be used with"),
    ] {
        let run = reti(&[&["learn", "--out", "never.toml"][..], &wrong[..]].concat());
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(part), "{}", run.err);
    }
}

#[test]
fn kernels_are_learned_without_groups_and_say_so() {
    let line = |rank: u32, score: i32| format!("4k3/8/8/8/8/8/Q7/4K3 w - - 0 {rank} | {score} | 0000 | 0000 | 1.0\n");
    let text: String = (1..60).map(|rank| line(rank, 900)).collect();
    let [data, out] = ["txt", "toml"].map(|end| support::scratch(&format!("without.{end}")));
    std::fs::write(&data, text).unwrap();
    let learn = |group: &str| {
        let files = ["--data", data.to_str().unwrap(), "--out", out.to_str().unwrap()];
        reti(&[&["learn", "--no-comparison", "--epochs", "1", "--without", group][..], &files[..]].concat())
    };
    let run = learn("king-table");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let kernels = std::fs::read_to_string(&out).unwrap();
    assert!(kernels.contains("# Left out: king-table.\n"), "{kernels}");
    let run = learn("kings");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("--without kings: no such group"), "{}", run.err);
}

#[test]
fn chances_are_fitted_and_judged() {
    let run = reti(&["bench", "wdl", "--games", "4", "--nodes", "60", "--evaluation", "seed"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("4 games of seed against itself"), "{}", run.out);
    assert_eq!(run.out.matches("mean error").count(), 2, "{}", run.out);
    assert_eq!(reti(&["bench", "wdl", "--games", "1"]).code, Some(2));
}
