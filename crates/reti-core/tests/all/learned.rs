//! The learned evaluation on real and random positions: its fast form equals its oracle.
#![allow(clippy::unwrap_used, reason = "this is a test")]

use crate::support;

use reti_core::{
    chess::{Color, Position, Symmetry},
    field::{
        learned::{Counts, KERNELS, layout::COUNT, simple},
        score::{self, Accumulator},
    },
};

/// The score from counts and weights, as the definition says.
fn score_from(counts: &[i32; COUNT], position: &Position) -> i32 {
    let board = position.board();
    let officers = [(board.knights(), 1), (board.bishops(), 1), (board.rooks(), 2), (board.queens(), 4)];
    let phase = officers.iter().map(|(set, worth)| set.count() as i32 * worth).sum::<i32>().min(24);
    let sum = |half: fn((i32, i32)) -> i32| -> i32 {
        counts.iter().enumerate().map(|(index, count)| count * half(KERNELS.weight(index))).sum()
    };
    (sum(|(middle, _)| middle) * phase + sum(|(_, end)| end) * (24 - phase)) / 240
}

#[track_caller]
fn check(position: &Position, sums: &Accumulator) {
    let (board, turn) = (position.board(), position.turn());
    let counts = simple::counts(board, Some(turn));
    assert_eq!(&counts, Counts::new(board, Some(turn)).all(), "{position:?}");
    let white = score_from(&counts, position);
    assert_eq!(sums.score_for(turn, board), turn.fold_wb(white, -white), "{position:?}");
}

#[test]
fn the_fast_form_equals_the_oracle_on_games() {
    let positions = support::positions();
    assert!(positions.len() >= 10_000);
    for position in positions {
        check(&position, &Accumulator::new(&score::LEARNED, position.board()));
    }
}

/// Random games from positions with castling, promotions and en passant, Chess960 among them.
fn random_steps(steps: usize, checked: usize) {
    let starts: Vec<Position> = support::read("perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Position::from_fen(line.split(" ; ").next().unwrap()).unwrap())
        .collect();
    let (mut dice, mut done) = (fastrand::Rng::with_seed(0x1ea2), 0);
    for start in starts.iter().cycle() {
        let mut position = start.clone();
        let mut sums = Accumulator::new(&score::LEARNED, position.board());
        for _ in 0..200 {
            let moves = position.legal_moves();
            let Some(&m) = dice.choice(&moves) else { break };
            let turn = position.turn();
            position = position.play(m);
            sums.play(turn, m, position.board());
            let (board, turn) = (position.board(), position.turn());
            assert_eq!(sums.score_for(turn, board), score::LEARNED.score_for(turn, board), "{position:?}");
            if done % checked == 0 {
                check(&position, &sums);
            }
            done += 1;
        }
        if done >= steps {
            return;
        }
    }
}

#[test]
fn increments_and_oracle_agree_in_random_games() {
    random_steps(20_000, 4);
}

#[test]
#[ignore = "slow: a million steps"]
fn increments_and_oracle_agree_over_a_million_steps() {
    random_steps(1_000_000, 10);
}

#[test]
fn mirrored_and_flipped_positions_have_the_same_score_for_the_side_to_move() {
    for position in support::positions().iter().step_by(3) {
        for symmetry in Symmetry::ALL {
            let Some(image) = symmetry.position(position) else { continue };
            let [own, other] =
                [position, &image].map(|position| score::LEARNED.score_for(position.turn(), position.board()));
            assert_eq!(own, other, "{position:?}");
        }
    }
}

#[test]
fn the_right_to_move_is_worth_something() {
    let position = Position::start();
    assert!(score::LEARNED.score_for(Color::White, position.board()) > 0);
    assert_eq!(score::LEARNED.score(position.board()), 0);
}
