//! What the coaching tree shows, and why.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn coached(fen: &str, played: Option<&str>) -> wire::Coaching {
    let position = Position::from_fen(fen).unwrap();
    let played = played.map(|m| position.parse_move(m).unwrap());
    let plan = Plan { screen_nodes: 8_000, deep_nodes: 4_000, ..Plan::default() };
    let weights = TeachabilityWeights::default();
    coach(&position, played, plan, &weights, &mut OwnEngine::default(), Words::english())
}

fn points(alternative: &wire::Alternative, reason: &str) -> Option<f64> {
    alternative.reasons.iter().find(|found| found.reason == reason).map(|found| found.points)
}

#[test]
fn a_mating_sacrifice_teaches_most() {
    let told = coached("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16", None);
    let best = &told.alternatives[0];
    assert_eq!((best.san.as_str(), told.source), ("Qb8+", "reti"));
    assert_eq!(points(best, "checkmate"), Some(100.0));
    assert_eq!(points(best, "mate: opera-mate"), Some(5.0));
    assert!(best.text.starts_with("Qb8+, evaluated as mate in 2."), "{}", best.text);
    assert!(best.teachability > 100.0);
}

#[test]
fn two_are_shown_and_never_the_played_one() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let told = coached(fen, Some("Nf6"));
    assert_eq!(told.alternatives.len(), 2);
    assert!(told.alternatives.iter().all(|alternative| alternative.san != "Nf6"));
    assert_eq!(told.evaluation, Some(1 - judge::MATE));
}

#[test]
fn a_fork_counts_by_its_type_and_by_its_value() {
    let told = coached("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1", None);
    let best = &told.alternatives[0];
    assert_eq!(best.san, "Nf6+");
    assert_eq!(points(best, "fork"), Some(3.0));
    assert!(points(best, "value").is_some_and(|value| value >= 5.0), "{:?}", best.reasons);
}

#[test]
fn tables_judge_where_few_men_are_left() {
    let position = Position::from_fen("8/3k4/8/3K4/3P4/8/8/8 b - - 0 1").unwrap();
    let mut judge = WithTables { probe: &crate::ThreeMen, otherwise: OwnEngine::default() };
    let weights = TeachabilityWeights::default();
    let told = coach(&position, None, Plan::default(), &weights, &mut judge, Words::english());
    assert_eq!(told.source, "table");
    assert!(told.alternatives.iter().all(|alternative| alternative.evaluation < -9_000), "{told:?}");
}

/// Turning the board turns the advice.
#[test]
fn colours_are_symmetric() {
    let fen = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w - - 0 16";
    let turned = "2kr4/ppp2ppp/1q6/4p3/4P1b1/4Q3/P2N1PPP/4KB1R b - - 0 16";
    let scores = |fen: &str| coached(fen, None).alternatives.iter().map(|found| found.teachability).collect::<Vec<_>>();
    assert_eq!(scores(fen), scores(turned));
}
