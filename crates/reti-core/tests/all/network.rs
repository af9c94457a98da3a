//! The network on real and random positions: remembered sums equal fresh ones, and both equal a slow oracle.
#![allow(clippy::unwrap_used, reason = "this is a test")]

use crate::support;

use reti_core::{
    chess::{Color, File, Position, Symmetry, type_index},
    field::{
        network::{
            HIDDEN, INPUTS, Memory, NETWORK, STAGES,
            format::{MAGIC, NUMBERS},
        },
        score,
    },
};

/// The numbers of the committed file.
fn numbers() -> Vec<i64> {
    let bytes = include_bytes!("../../src/field/network/network.bin");
    let pairs = bytes[MAGIC.len()..][..2 * NUMBERS].chunks(2);
    pairs.map(|pair| i64::from(i16::from_le_bytes([pair[0], pair[1]]))).collect()
}

/// The score for the side to move as the definition says it, number by number.
fn oracle(numbers: &[i64], position: &Position) -> i32 {
    let board = position.board();
    let stage = (board.occupied().count() - 2) / 4;
    let mut total = 0;
    for (side, viewer) in [position.turn(), !position.turn()].into_iter().enumerate() {
        let flip = if board.king_of(viewer).unwrap().file() >= File::E { 7 } else { 0 };
        let turn = viewer.fold_wb(0, 56);
        for sum in 0..HIDDEN {
            let men = board.into_iter().map(|(square, piece)| {
                let side = if piece.color == viewer { 0 } else { 6 };
                let input = (side + type_index(piece.role)) * 64 + (square as usize ^ turn ^ flip);
                numbers[input * HIDDEN + sum]
            });
            let cut = (numbers[INPUTS * HIDDEN + sum] + men.sum::<i64>()).clamp(0, 255);
            total += cut * cut * numbers[(INPUTS + 1 + 2 * stage + side) * HIDDEN + sum];
        }
    }
    let constant = numbers[(INPUTS + 1 + 2 * STAGES) * HIDDEN + stage];
    ((total / 255 + constant) * 400 / (255 * 64)) as i32
}

#[test]
fn fresh_sums_equal_the_oracle_on_games() {
    let numbers = numbers();
    for position in support::positions().iter().step_by(40) {
        assert_eq!(score::NETWORK.score_for(position.turn(), position.board()), oracle(&numbers, position));
    }
}

/// Lines that go forth and back, as a search does, with castling, promotions and en passant, Chess960 among them.
#[test]
fn remembered_sums_equal_fresh_ones_in_random_lines() {
    let perft = support::read("perft.txt");
    let fens = perft.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" ; ").next().unwrap());
    let mut dice = fastrand::Rng::with_seed(0x6e6e);
    let mut memory = Memory::default();
    for start in fens.map(|fen| Position::from_fen(fen).unwrap()) {
        let mut line = vec![start];
        for _ in 0..300 {
            let here = line.last().unwrap();
            let fresh = NETWORK.score_for(here.turn(), here.board());
            assert_eq!(memory.score_for(&NETWORK, here.turn(), here.board(), line.len() - 1), fresh, "{here:?}");
            match dice.choice(&here.legal_moves()) {
                Some(&m) if line.len() < 60 && dice.u8(..) > 40 => line.push(here.play(m)),
                _ => line.truncate(dice.usize(1..=line.len())),
            }
        }
    }
}

/// A memory is handed from one search to the next, so anything may have stood at a ply.
#[test]
fn remembered_sums_equal_fresh_ones_whatever_stood_there() {
    let positions = support::positions();
    let mut dice = fastrand::Rng::with_seed(0x7373);
    let mut memory = Memory::default();
    for _ in 0..20_000 {
        let first = dice.usize(..positions.len());
        // Positions that are close to each other, and some that are not.
        let position = &positions[(first + dice.usize(..8)).min(positions.len() - 1)];
        let fresh = NETWORK.score_for(position.turn(), position.board());
        let ply = dice.usize(..3);
        assert_eq!(memory.score_for(&NETWORK, position.turn(), position.board(), ply), fresh, "{position:?}");
    }
}

#[test]
fn mirrored_and_flipped_positions_have_the_same_score_for_the_side_to_move() {
    for position in support::positions().iter().step_by(7) {
        for symmetry in Symmetry::ALL {
            let Some(image) = symmetry.position(position) else { continue };
            let [own, other] =
                [position, &image].map(|position| score::NETWORK.score_for(position.turn(), position.board()));
            assert_eq!(own, other, "{position:?}");
        }
    }
}

#[test]
fn a_queen_is_worth_much_and_the_start_is_nearly_even() {
    let start = Position::start();
    assert!(score::NETWORK.score_for(Color::White, start.board()).abs() < 80);
    let ahead = Position::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert!(score::NETWORK.score_for(Color::White, ahead.board()) > 500);
}
