//! Proofs of known positions: each is found, survives its text form, and is accepted; damaged ones
//! never are.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::PathBuf};

use fastrand::Rng;
use reti_core::{
    chess::{Move, Position, Symmetry},
    value::Value,
};
use reti_search::{
    probe::{Exact, Probe},
    proof::{Attack, Budget, Certificate, Defense, Goal, Payoff, Prover, Verdict, check, prove},
    relevance::relevance,
};

struct Known {
    position: Position,
    goal: Goal,
    first: Move,
    name: String,
}

fn known() -> Vec<Known> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/proofs/positions.txt");
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [fen, goal, moves, name] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            let mut position = Position::from_fen(fen).unwrap();
            let mut moves = moves.split(' ').collect::<Vec<_>>();
            let last = moves.pop().unwrap();
            for text in moves {
                position = position.play(position.parse_move(text).unwrap());
            }
            let goal = if goal == "mate" { Goal::Mate { within: None } } else { Goal::Gain(200) };
            Known { first: position.parse_move(last).unwrap(), position, goal, name: name.to_owned() }
        })
        .collect()
}

fn certificates() -> Vec<Certificate> {
    let mut prover = Prover::new(4 << 20);
    let proofs = known()
        .into_iter()
        .filter_map(|known| prover.prove(&known.position, known.goal, None, 20_000).proof().cloned());
    proofs.collect()
}

/// Most solutions of a random sample are proven, mates nearly all; what is proven survives its text form.
#[test]
fn solutions_are_proven_and_their_certificates_round_trip() {
    let mut prover = Prover::new(4 << 20);
    let (mut mates, mut gains) = ((0, 0), (0, 0));
    for known in known() {
        let outcome = prover.prove(&known.position, known.goal, Some(known.first), 20_000);
        let count = if matches!(known.goal, Goal::Mate { .. }) { &mut mates } else { &mut gains };
        count.1 += 1;
        let Some(proof) = outcome.proof() else { continue };
        count.0 += 1;
        assert_eq!(proof.first, known.first, "{}", known.name);
        assert_eq!(check(proof, None), Ok(()), "{}", known.name);
        let text = proof.to_string();
        let read: Certificate = text.parse().unwrap();
        assert_eq!(&read, proof, "{}", known.name);
        assert_eq!(read.to_string(), text, "{}", known.name);
    }
    // On the day of the draw it was 50 of 50 and 59 of 80.
    assert!(mates.0 >= 49 && gains.0 >= 57, "proven: {mates:?} mates, {gains:?} gains");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let known = known();
    for known in known.iter().take(10) {
        let budget = Budget { nodes: 3_000, table_bytes: 1 << 20 };
        let one = prove(&known.position, known.goal, None, budget);
        let mut reused = Prover::new(1 << 20);
        let _ = reused.prove(&Position::start(), Goal::Gain(100), None, 500);
        assert_eq!(one, reused.prove(&known.position, known.goal, None, 3_000), "{}", known.name);
    }
}

#[test]
fn mirrored_positions_have_mirrored_proofs() {
    for known in known().iter().take(25) {
        let image = Symmetry::Mirror.position(&known.position).unwrap();
        let first = Symmetry::Mirror.apply_to_move(known.first);
        let outcome = prove(&image, known.goal, Some(first), Budget { nodes: 20_000, table_bytes: 4 << 20 });
        assert!(outcome.proof().is_some(), "{}", known.name);
    }
}

/// The same proof with its replies in another order.
fn reversed(defense: &Defense) -> Defense {
    let Defense::Replies(replies) = defense else { return defense.clone() };
    let turned = replies.iter().rev().map(|(m, attack)| match attack {
        Attack::Play(answer, then) => (*m, Attack::Play(*answer, reversed(then))),
        other => (*m, other.clone()),
    });
    Defense::Replies(turned.collect())
}

#[test]
fn of_equal_defences_the_one_that_takes_back_is_told() {
    let position = Position::from_fen("b2r2k1/5pp1/pBnqp2p/8/1PP2P2/P2Q4/6PP/2RR2K1 b - - 0 26").unwrap();
    let first = position.parse_move("Qxd3").unwrap();
    let budget = Budget { nodes: 100_000, table_bytes: 4 << 20 };
    let outcome = prove(&position, Goal::Gain(500), Some(first), budget);
    let line: Vec<String> = outcome.proof().unwrap().line().iter().map(ToString::to_string).collect();
    let reply = position.play(first).parse_move("Rxd3").unwrap();
    assert_eq!(line[..2], [first.to_string(), reply.to_string()]);
    // The order in which a proof lists its replies decides nothing, nor does the colour.
    for known in known().iter().step_by(2) {
        let Some(proof) = prove(&known.position, known.goal, None, budget).proof().cloned() else { continue };
        let line = proof.line();
        assert_eq!(Certificate { then: reversed(&proof.then), ..proof.clone() }.line(), line, "{}", known.name);
        let turned = Certificate { then: reversed(&proof.then), ..proof.clone() }.mirrored();
        let image: Vec<Move> = line.iter().map(|&m| Symmetry::Mirror.apply_to_move(m)).collect();
        assert_eq!(turned.line(), image, "{}", known.name);
    }
}

#[test]
fn a_table_of_one_mebibyte_is_enough() {
    let all = known();
    let proven = |table_bytes: usize| {
        let outcomes = all
            .iter()
            .step_by(3)
            .map(|known| prove(&known.position, known.goal, None, Budget { nodes: 20_000, table_bytes }));
        outcomes.filter(|outcome| outcome.proof().is_some()).count()
    };
    let (small, ordinary) = (proven(1 << 20), proven(4 << 20));
    assert!(small + 1 >= ordinary && ordinary >= 30, "{small} and {ordinary}");
    // Even the smallest table only costs time.
    let mate = &all[20];
    let outcome = prove(&mate.position, mate.goal, None, Budget { nodes: 20_000, table_bytes: 0 });
    assert!(!matches!(outcome.verdict, Verdict::Refuted(_)));
}

#[test]
fn an_empty_budget_is_never_a_refutation() {
    for proof in certificates() {
        for nodes in [0, 1, 7, 50] {
            let outcome = prove(&proof.position, proof.goal, None, Budget { nodes, table_bytes: 1 << 16 });
            assert!(!matches!(outcome.verdict, Verdict::Refuted(_)), "{} with {nodes} nodes", proof.position.fen());
        }
    }
}

#[test]
fn a_refutation_names_the_reply() {
    // The fork is met by taking the knight.
    let position = Position::from_fen("r3k2r/8/3p4/1N6/8/8/5PPP/6K1 w - - 0 1").unwrap();
    let fork = position.parse_move("Nc7+").unwrap();
    let won = prove(&position, Goal::Gain(200), Some(fork), Budget::default());
    assert!(won.proof().is_some());
    let covered = Position::from_fen("r3k2r/8/3p4/1N6/8/8/2q2PPP/6K1 w - - 0 1").unwrap();
    let fork = covered.parse_move("Nc7+").unwrap();
    let outcome = prove(&covered, Goal::Gain(200), Some(fork), Budget { nodes: 20_000, table_bytes: 1 << 20 });
    let Verdict::Refuted(Some(reply)) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(covered.play(fork).san(reply), "Qxc7");
}

#[test]
fn a_gain_that_cannot_be_used_is_not_claimed() {
    // The knight wins the rook and stands alone: a draw.
    let position = Position::from_fen("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1").unwrap();
    let outcome = prove(&position, Goal::Gain(200), None, Budget { nodes: 2_000, table_bytes: 1 << 20 });
    assert!(outcome.proof().is_none());
}

/// Says that every position with three men is won for White.
struct ThreeMen;

impl Probe for ThreeMen {
    fn probe(&self, position: &Position) -> Option<Exact> {
        let white = position.turn() == reti_core::chess::Color::White;
        let value = if white { Value::Win } else { Value::Loss };
        (position.board().occupied().count() <= 3).then_some(Exact { value, mate_in: None })
    }
}

#[test]
fn tables_end_a_proof_and_the_checker_asks_them_too() {
    let position = Position::from_fen("8/8/8/3k4/8/2n5/1K2Q3/8 w - - 0 1").unwrap();
    let mut prover = Prover::new(1 << 20).with_probe(&ThreeMen);
    let outcome = prover.prove(&position, Goal::Gain(200), None, 5_000);
    let proof = outcome.proof().expect("taking the knight leaves three men");
    assert_eq!(proof.claim, Payoff::Win);
    assert_eq!(check(proof, Some(&ThreeMen)), Ok(()));
    assert!(check(proof, None).is_err());
}

// ---- damaged certificates ----

type Replies = Vec<(Move, Attack)>;

/// Walks to a random defender node with replies and hands it over.
fn with_replies(defense: &mut Defense, dice: &mut Rng, damage: &mut dyn FnMut(&mut Replies, &mut Rng)) {
    let Defense::Replies(replies) = defense else { return };
    let deeper: Vec<usize> =
        (0..replies.len()).filter(|&index| matches!(&replies[index].1, Attack::Play(_, Defense::Replies(_)))).collect();
    if !deeper.is_empty() && dice.usize(..3) > 0 {
        let index = deeper[dice.usize(..deeper.len())];
        if let Attack::Play(_, then) = &mut replies[index].1 {
            return with_replies(then, dice, damage);
        }
    }
    damage(replies, dice);
}

fn damaged(original: &Certificate, kind: usize, dice: &mut Rng) -> Certificate {
    let mut copy = original.clone();
    match kind {
        // A reply removed.
        0 => with_replies(&mut copy.then, dice, &mut |replies, dice| {
            replies.remove(dice.usize(..replies.len()));
        }),
        // A reply answered twice.
        1 => with_replies(&mut copy.then, dice, &mut |replies, dice| {
            let again = replies[dice.usize(..replies.len())].clone();
            replies.push(again);
        }),
        // One reply takes the place of another.
        2 => with_replies(&mut copy.then, dice, &mut |replies, dice| {
            if replies.len() > 1 {
                let index = dice.usize(..replies.len());
                replies[index].0 = replies[(index + 1) % replies.len()].0;
            } else {
                replies.clear();
            }
        }),
        // An answer replaced by the claim that nothing is needed.
        3 => with_replies(&mut copy.then, dice, &mut |replies, dice| {
            let index = dice.usize(..replies.len());
            replies[index].1 = Attack::Table;
        }),
        // A leaf's gain raised, or a move cut off as mate.
        4 => with_replies(&mut copy.then, dice, &mut |replies, dice| {
            let index = dice.usize(..replies.len());
            replies[index].1 = match replies[index].1.clone() {
                Attack::Settled(gain) => Attack::Settled(gain + 100),
                Attack::Kept(m, gain) => Attack::Kept(m, gain + 100),
                Attack::Play(m, Defense::Replies(_)) => Attack::Play(m, Defense::Mated),
                Attack::Play(m, _) => Attack::Play(m, Defense::Replies(Vec::new())),
                Attack::Table => Attack::Settled(0),
            };
        }),
        // The claim raised.
        5 => {
            copy.claim = match copy.claim {
                Payoff::Gain(gain) => Payoff::Gain(gain + 1 + dice.i32(..900)),
                Payoff::Mate(moves) => Payoff::Mate(moves.saturating_sub(1)),
                Payoff::Win => Payoff::Mate(1),
            };
        }
        // The same tree for the position with a piece of the attacker gone.
        6 => {
            let pieces: Vec<_> = (original.position.board().by_color(original.position.turn())
                & !original.position.board().kings())
            .into_iter()
            .collect();
            let mut board = original.position.board().clone();
            // The piece that moves first cannot be missing.
            board.discard_piece_at(original.first.from().filter(|_| pieces.len() > 1).unwrap());
            match Position::from_board(board, original.position.turn()) {
                Some(position) => copy.position = position,
                None => copy.then = Defense::Mated,
            }
        }
        // Another first move.
        _ => {
            let moves = original.position.legal_moves();
            let index = dice.usize(..moves.len());
            let other = if moves[index] == original.first { moves[(index + 1) % moves.len()] } else { moves[index] };
            if other == original.first { copy.then = Defense::Replies(Vec::new()) } else { copy.first = other }
        }
    }
    copy
}

#[test]
fn two_thousand_damaged_certificates_are_all_rejected() {
    let originals: Vec<Certificate> =
        certificates().into_iter().filter(|certificate| matches!(certificate.then, Defense::Replies(_))).collect();
    assert!(originals.len() >= 30);
    let mut dice = Rng::with_seed(2026);
    for round in 0..2_000 {
        let original = &originals[round % originals.len()];
        let kind = (round / originals.len()) % 8;
        let copy = damaged(original, kind, &mut dice);
        assert_ne!(&copy, original, "kind {kind}");
        assert!(check(&copy, None).is_err(), "kind {kind} was accepted:\n{copy}");
    }
}

#[test]
fn damaged_texts_are_all_rejected() {
    let originals: Vec<String> = certificates().iter().take(20).map(ToString::to_string).collect();
    let mut dice = Rng::with_seed(7);
    for round in 0..2_000 {
        let original = &originals[round % originals.len()];
        let mut bytes = original.clone().into_bytes();
        let at = dice.usize(..bytes.len() - 1);
        match dice.usize(..3) {
            0 => {
                bytes.remove(at);
            }
            1 => bytes.swap(at, at + 1),
            _ => bytes[at] = b' ' + dice.u8(..95),
        }
        let text = String::from_utf8(bytes).unwrap();
        if text != *original {
            let accepted = text.parse::<Certificate>().is_ok_and(|certificate| check(&certificate, None).is_ok());
            assert!(!accepted, "{text}");
        }
    }
}

/// The knight forks king and queen; the pin on the first rank is there as well, but plays no part.
#[test]
fn a_motif_matters_only_if_the_proof_breaks_without_it() {
    let position = Position::from_fen("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP3P1P/rN4K1 b - - 3 37").unwrap();
    let first = position.parse_move("Ne2+").unwrap();
    let mut prover = Prover::new(1 << 20);
    let outcome = prover.prove(&position, Goal::Gain(600), Some(first), 2_000);
    let found = relevance(outcome.proof().unwrap(), &mut prover, 2_000);
    let causal = |name: &str| found.iter().find(|one| one.tactic.motif.name == name).map(|one| one.causal);
    assert_eq!(causal("fork"), Some(true));
    assert_eq!(causal("absolute-pin"), Some(false));
    assert!(found.is_sorted_by_key(|one| !one.causal), "causal ones come first");
}

/// A knight that takes a rook in the corner and cannot come out again has not won a rook.
#[test]
fn a_piece_that_cannot_come_out_again_counts_as_lost() {
    let position = Position::from_fen("r1b1k2r/ppp1qNpp/3b1n2/4p3/1nB5/8/PPPP1PPP/RNBQK2R w KQkq - 1 8").unwrap();
    let first = position.parse_move("Nxh8").unwrap();
    let mut prover = Prover::new(1 << 20);
    let proven = |goal: i32, prover: &mut Prover<'_>| {
        prover.prove(&position, Goal::Gain(goal), Some(first), 4_000).proof().is_some()
    };
    assert!(proven(200, &mut prover), "a rook for a knight");
    assert!(!proven(300, &mut prover));
}
