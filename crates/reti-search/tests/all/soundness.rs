//! Verdicts on tactics: positions made for these tests, with as few pieces as the point needs.

#![allow(clippy::unwrap_used, reason = "tests")]

use reti_core::chess::{Color, Position, Symmetry};
use reti_search::{
    advice::Own,
    proof::{Payoff, Prover, check},
    soundness::{Effort, Judged, Survey, Verdict, survey},
};

fn judged(position: &Position) -> Survey {
    let (mut prover, mut advisor) = (Prover::new(1 << 20), Own::new(1, Color::White));
    survey(position, &mut prover, &mut advisor, Effort::of(20_000)).unwrap()
}

/// One line for each tactic: motif, owner and verdict.
fn told(tactics: &[Judged]) -> Vec<String> {
    let line = |judged: &Judged| {
        format!("{} {:?} {}", judged.tactic.motif.name, judged.tactic.cast.owner, judged.soundness.verdict.name())
    };
    tactics.iter().map(line).collect()
}

#[track_caller]
fn check_verdicts(fen: &str, expected: &[&str]) -> Survey {
    let position = Position::from_fen(fen).unwrap();
    let found = judged(&position);
    assert_eq!(told(&found.tactics), expected, "{fen}");
    for judged in found.tactics.iter().chain(found.made.iter().flat_map(|made| &made.tactics)) {
        let soundness = &judged.soundness;
        let is_sound = soundness.verdict == Verdict::Sound;
        assert_eq!(is_sound, soundness.proof_number == Some(0), "{fen}: {judged:?}");
        for certificate in &soundness.certificates {
            assert!(is_sound);
            check(certificate, None).unwrap();
            let read = certificate.to_string().parse().unwrap();
            assert_eq!(*certificate, read, "{fen}");
        }
        // The line can be played, and the tactic is on the board where it is said to be.
        let board = judged.board(&position);
        soundness.line.iter().fold(position.clone(), |here, &m| {
            assert!(here.legal_moves().contains(&m), "{fen}: {:?}", soundness.line);
            here.play(m)
        });
        assert!(judged.tactic.cast.parts.iter().all(|(_, square)| square.to_string().len() == 2));
        assert!(reti_core::tactic::tactics(&reti_core::relation::Relations::new(&board)).contains(&judged.tactic));
    }
    found
}

#[test]
fn a_piece_that_hangs_is_won() {
    let found = check_verdicts(
        "4k3/8/8/3r4/8/8/5PPP/3R2K1 w - - 0 1",
        &["hanging-piece Black refuted", "hanging-piece White sound"],
    );
    assert_eq!(found.tactics[1].soundness.payoff.and_then(Payoff::gain), Some(500));
    assert_eq!(found.sound_order(), 1);
    assert!(found.degree(Color::White).is_some_and(|degree| degree >= 500));
}

#[test]
fn a_piece_that_can_go_is_not_won() {
    let found = check_verdicts(
        "4k3/8/8/3r4/8/8/5PPP/3R2K1 b - - 0 1",
        &["hanging-piece Black sound", "hanging-piece White refuted"],
    );
    let threat = &found.tactics[1].soundness;
    assert!(threat.degree.is_some_and(|degree| degree >= 500), "but it is a threat");
    assert!(!threat.line.is_empty(), "the line that refutes it");
}

#[test]
fn a_fork_with_check_needs_a_proof_for_every_reply() {
    let fen = "r3k3/2N2p2/8/8/8/8/5PP1/6K1 b - - 0 1";
    let found = check_verdicts(fen, &["fork White sound", "hanging-piece White sound"]);
    let replies = Position::from_fen(fen).unwrap().legal_moves().len();
    assert_eq!(found.tactics[0].soundness.certificates.len(), replies);
}

#[test]
fn a_pin_that_wins_nothing_is_refuted() {
    let fen = "4k3/pp3ppp/2n5/1B6/8/8/PP3PPP/4K3 w - - 0 1";
    let found = check_verdicts(fen, &["absolute-pin White refuted"]);
    assert_ne!(found.tactics[0].soundness.proof_number, Some(0));
}

#[test]
fn a_tactic_that_a_move_makes_is_judged_by_its_proof() {
    let found = check_verdicts("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37", &["relative-pin White refuted"]);
    let made = &found.made[0];
    assert_eq!(made.opportunity.trigger.to_string(), "Nd4-e2");
    let fork = made.tactics.iter().find(|judged| judged.tactic.motif.name == "fork").unwrap();
    assert_eq!((fork.ply, fork.soundness.verdict), (1, Verdict::Sound));
}

#[test]
fn a_mate_on_the_board_is_sound() {
    let found = check_verdicts("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", &["back-rank-mate White sound"]);
    assert_eq!(found.tactics[0].soundness.payoff, Some(Payoff::Mate(0)));
}

#[test]
fn mirrored_positions_have_mirrored_verdicts() {
    for fen in [
        "6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37",
        "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
        "5rk1/p2b1ppp/8/q1BQ1P2/2P5/8/P1P3PP/4R1K1 b - - 0 23",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let (one, other) = (judged(&position), judged(&Symmetry::Mirror.position(&position).unwrap()));
        let key = |judged: &Judged, mirrored: bool| {
            let cast = &judged.tactic.cast;
            let cast = if mirrored { cast.mapped(Symmetry::Mirror).to_string() } else { cast.to_string() };
            let turned = |m: &reti_core::chess::Move| if mirrored { Symmetry::Mirror.apply_to_move(*m) } else { *m };
            let line: Vec<String> = judged.soundness.line.iter().map(|m| turned(m).to_string()).collect();
            let soundness = &judged.soundness;
            format!("{cast} {:?} {:?} {line:?} {:?}", soundness.verdict, soundness.payoff, soundness.degree)
        };
        let all = |found: &Survey, mirrored: bool| {
            let made = found.made.iter().flat_map(|made| &made.tactics);
            let mut keys: Vec<String> = found.tactics.iter().chain(made).map(|judged| key(judged, mirrored)).collect();
            keys.sort();
            keys
        };
        assert_eq!(all(&one, false), all(&other, true), "{fen}");
    }
}
