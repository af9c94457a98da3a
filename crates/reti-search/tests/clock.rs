//! A proof under the fifty-move rule, and other limits of what a certificate may say
//! (`docs/proofs.md`, *The clock and repetitions*).
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{Duration, Instant},
};

use reti_core::{chess::Position, value::Value};
use reti_search::{
    probe::{Exact, Probe},
    proof::{
        Attack, Budget, Certificate, CertificateError, Defense, FaultKind, Goal, Payoff, Prover, Verdict, check, prove,
    },
};

fn at(fen: &str, clock: u32) -> Position {
    Position::from_fen(&fen.replace("CLOCK", &clock.to_string())).unwrap()
}

/// Two rooks mate in two: a check that cuts off the king, and mate. The first move is quiet.
const LADDER: &str = "7k/8/8/8/8/R7/1R6/K7 w - - CLOCK 80";

#[test]
fn a_mate_is_proven_only_before_the_clock_runs_out() {
    let found = |clock: u32| prove(&at(LADDER, clock), Goal::Mate { within: Some(4) }, None, Budget::default());
    let early = found(0);
    let moves = early.proof().expect("two rooks mate").claim.mate().unwrap();
    // The mating move may be the hundredth ply, the one before it may not.
    let last = 100 - (2 * moves - 1);
    assert!(found(last).proof().is_some());
    assert!(found(last + 1).proof().is_none(), "the hundredth ply comes before the mate");
    assert!(found(99).proof().is_none() && found(100).proof().is_none() && found(5_000).proof().is_none());
}

#[test]
fn mate_on_the_last_move_is_mate() {
    let position = at("6k1/5ppp/8/8/8/8/8/R5K1 w - - CLOCK 80", 99);
    assert!(prove(&position, Goal::Mate { within: None }, None, Budget::default()).proof().is_some());
    let position = at("6k1/5ppp/8/8/8/8/8/R5K1 w - - CLOCK 80", 100);
    assert!(prove(&position, Goal::Mate { within: None }, None, Budget::default()).proof().is_none());
}

/// The same tree for a root with another clock.
fn with_clock(certificate: &Certificate, clock: u32) -> Certificate {
    let fen = certificate.position.fen();
    let mut words: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    words[4] = &clock;
    Certificate { position: Position::from_fen(&words.join(" ")).unwrap(), ..certificate.clone() }
}

#[test]
fn the_checker_counts_too() {
    let proof = prove(&at(LADDER, 0), Goal::Mate { within: Some(4) }, None, Budget::default());
    let proof = proof.proof().unwrap();
    let plies = 2 * proof.claim.mate().unwrap() - 1;
    assert_eq!(check(&with_clock(proof, 100 - plies), None), Ok(()));
    for clock in [101 - plies, 99, 100, 150, 5_000] {
        assert_eq!(check(&with_clock(proof, clock), None).unwrap_err().fault, FaultKind::FiftyMoves, "{clock}");
    }
}

/// A fork that wins the queen: the knight gives check, the king goes, the queen is taken.
const FORK: &str = "6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - CLOCK 80";

#[test]
fn a_gain_needs_a_running_clock() {
    let goal = Goal::Gain(600);
    let proof = prove(&at(FORK, 0), goal, None, Budget::default()).proof().unwrap().clone();
    assert_eq!(check(&with_clock(&proof, 97), None), Ok(()), "the capture comes in time");
    assert_eq!(check(&with_clock(&proof, 98), None).unwrap_err().fault, FaultKind::FiftyMoves);
    assert!(prove(&at(FORK, 99), goal, None, Budget::default()).proof().is_none());
}

/// Says of every position with four men or less that White mates in so many plies.
struct MateIn(Option<u32>);

impl Probe for MateIn {
    fn probe(&self, position: &Position) -> Option<Exact> {
        let white = position.turn() == reti_core::chess::Color::White;
        let value = if white { Value::Win } else { Value::Loss };
        (position.board().occupied().count() <= 4).then_some(Exact { value, mate_in: self.0 })
    }
}

#[test]
fn a_table_s_win_must_fit_into_the_clock() {
    let position = at("8/8/8/3k4/8/8/1K2Q3/7R w - - CLOCK 80", 60);
    let first = position.parse_move("Qe3").unwrap();
    let leaf = |then| Certificate::new(position.clone(), Goal::Gain(100), first, then);
    let cited = leaf(Defense::Table);
    assert_eq!(cited.claim, Payoff::Win);
    assert_eq!(check(&cited, Some(&MateIn(Some(39)))), Ok(()));
    assert_eq!(check(&cited, Some(&MateIn(Some(40)))).unwrap_err().fault, FaultKind::FiftyMoves);
    // A table that does not count says nothing about what is left of the clock.
    assert_eq!(check(&cited, Some(&MateIn(None))).unwrap_err().fault, FaultKind::FiftyMoves);
}

#[test]
fn a_line_that_repeats_a_position_is_no_proof() {
    // The kings go there and back; then the tree goes on as before.
    let root = at("7k/R7/8/8/8/8/8/K4R2 w - - CLOCK 80", 0);
    let mate = prove(&root, Goal::Mate { within: None }, None, Budget::default());
    let mate = mate.proof().unwrap();
    let mut position = root.clone();
    let mut line = Vec::new();
    for text in ["Ka2", "Kg8", "Ka1", "Kh8"] {
        let m = position.parse_move(text).unwrap();
        let only = position.legal_moves().len() == 1;
        assert!(line.len() % 2 == 0 || only, "{text}");
        line.push(m);
        position = position.play(m);
    }
    let around = Attack::Play(line[2], Defense::Replies(vec![(line[3], Attack::Play(mate.first, mate.then.clone()))]));
    let then = Defense::Replies(vec![(line[1], around)]);
    let certificate = Certificate::new(root, Goal::Mate { within: None }, line[0], then);
    assert_eq!(check(&certificate, None).unwrap_err().fault, FaultKind::Repetition);
}

#[test]
fn a_gain_that_is_none_is_refused() {
    let proof = prove(&at(FORK, 0), Goal::Gain(600), None, Budget::default()).proof().unwrap().clone();
    let text = proof.to_string();
    for gain in ["-2147483648", "-1", "0", "20001", "2147483647"] {
        let forged = text.replace("600", gain);
        let error = forged.parse::<Certificate>().unwrap_err();
        assert!(matches!(error, CertificateError::Expected { expected: "a gain from 1 to 20000", .. }), "{error}");
        let number = gain.parse().unwrap();
        let built = Certificate { goal: Goal::Gain(number), ..proof.clone() };
        assert_eq!(check(&built, None).unwrap_err().fault, FaultKind::BadGoal(number));
        let asked = prove(&proof.position, Goal::Gain(number), None, Budget { nodes: 100, table_bytes: 1 << 16 });
        assert_eq!(asked.verdict, Verdict::Unknown);
    }
    let far = Goal::Mate { within: Some(u32::MAX) };
    let asked = prove(&proof.position, far, None, Budget { nodes: 100, table_bytes: 1 << 16 });
    assert!(asked.proof().is_none());
}

#[test]
fn a_certificate_is_written_in_one_way() {
    let text = prove(&at(FORK, 0), Goal::Gain(600), None, Budget::default()).proof().unwrap().to_string();
    assert!(text.parse::<Certificate>().is_ok());
    assert!(text.trim_end().parse::<Certificate>().is_err(), "the last line has an end");
    assert!(text.replace("\n2 ", "\n02 ").parse::<Certificate>().is_err());
}

/// Legal, and one little fight on it takes longer than anyone waits.
const QUEENS: &str = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

#[test]
fn a_board_full_of_queens_obeys_the_budget_and_the_signal() {
    let position = Position::from_fen(QUEENS).unwrap();
    let start = Instant::now();
    let asked = AtomicU32::new(0);
    let stop = || {
        asked.fetch_add(1, Relaxed);
        start.elapsed() > Duration::from_millis(300)
    };
    let mut prover = Prover::new(1 << 20).with_stop(&stop);
    let outcome = prover.prove(&position, Goal::Gain(200), None, 10_000);
    assert_eq!(outcome.verdict, Verdict::Unknown);
    // Generous: the signal comes after 0.3 s.
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}, asked {} times", start.elapsed(), asked.load(Relaxed));
}
