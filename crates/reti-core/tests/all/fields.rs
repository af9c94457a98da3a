//! Fields on real positions: slow forms equal fast ones, increments equal scratch, mirrors mirror.
#![allow(clippy::float_cmp, clippy::unwrap_used, reason = "sums of halves are exact, and this is a test")]

use crate::support;

use reti_core::{
    chess::{Color, PieceType, Position, Symmetry},
    field::{
        Influence, KernelSet, SEED,
        batch::Batch,
        channel,
        fast::{self, Balance},
        occluded::{self, OccludedFields},
        score::{self, Accumulator, EVALUATIONS},
        topology,
    },
};

#[test]
fn all_forms_of_convolution_are_equal() {
    for position in support::positions() {
        let board = position.board();
        let reference = Influence::reference(board, &SEED);
        let sparse = Influence::new(board, &SEED);
        assert_eq!(reference, sparse, "{position:?}");
        let balance = Balance::new(board);
        assert_eq!(reference.balance(), balance.field(), "{position:?}");
        assert_eq!(reference.territory(), balance.territory(), "{position:?}");
        assert_eq!(reference.norms(), fast::norms_of(board).map(|halves| f64::from(halves) / 2.0), "{position:?}");
        assert_eq!(score::literal(&reference, 0.5), score::literal_by_tables(board, 0.5), "{position:?}");
    }
}

#[test]
fn increments_equal_scratch() {
    for game in support::games() {
        let start = game[0].0.board().clone();
        let mut sums: Vec<Accumulator> = EVALUATIONS.iter().map(|known| Accumulator::new(known, &start)).collect();
        let mut fields = OccludedFields::new(&start);
        for (position, m) in game {
            let after = position.play(m);
            for sums in &mut sums {
                sums.play(position.turn(), m, after.board());
                assert_eq!(sums.score(after.board()), sums.evaluation().score(after.board()), "{after:?}");
            }
            fields.update(position.board(), after.board());
            assert_eq!(fields, OccludedFields::new(after.board()), "{after:?}");
            let simple = occluded::influence(after.board());
            assert_eq!(Color::ALL.map(|color| fields.side(color)), Color::ALL.map(|color| simple.side(color)));
            assert_eq!(fields.territory(), simple.territory());
        }
    }
}

#[test]
fn boards_scored_together_are_scored_as_one_at_a_time() {
    let boards: Vec<_> = support::positions().iter().map(|position| position.board().clone()).collect();
    for known in EVALUATIONS {
        let one_at_a_time: Vec<i32> = boards.iter().map(|board| known.score(board)).collect();
        assert!(one_at_a_time.iter().any(|score| *score != 0));
        assert_eq!(Batch::new(known).scores(&boards), one_at_a_time, "{}", known.name);
    }
}

/// Random games from positions with castling, promotions and en passant, Chess960 among them.
fn random_steps(steps: usize) {
    let starts: Vec<Position> = support::read("perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Position::from_fen(line.split(" ; ").next().unwrap()).unwrap())
        .collect();
    let (mut dice, mut done) = (fastrand::Rng::with_seed(0x5eed), 0);
    for start in starts.iter().cycle() {
        let mut position = start.clone();
        let board = position.board();
        let mut sums: Vec<Accumulator> = EVALUATIONS.iter().map(|known| Accumulator::new(known, board)).collect();
        let mut fields = OccludedFields::new(board);
        for _ in 0..200 {
            let moves = position.legal_moves();
            let Some(&m) = dice.choice(&moves) else { break };
            let after = position.play(m);
            for sums in &mut sums {
                sums.play(position.turn(), m, after.board());
                assert_eq!(sums.score(after.board()), sums.evaluation().score(after.board()), "{m} in {position:?}");
            }
            fields.update(position.board(), after.board());
            assert_eq!(fields, OccludedFields::new(after.board()), "{m} in {position:?}");
            // And back again, as a search that takes its move back would.
            let mut back = fields.clone();
            back.update(after.board(), position.board());
            assert_eq!(back, OccludedFields::new(position.board()), "{m} in {position:?}");
            position = after;
            done += 1;
        }
        if done >= steps {
            return;
        }
    }
}

#[test]
fn increments_equal_scratch_in_random_games() {
    random_steps(30_000);
}

#[test]
#[ignore = "slow: a million steps"]
fn increments_equal_scratch_over_a_million_steps() {
    random_steps(1_000_000);
}

#[test]
fn mirroring_turns_every_score_and_flipping_leaves_it() {
    for position in support::positions().iter().step_by(7) {
        for symmetry in Symmetry::ALL {
            let Some(image) = symmetry.position(position) else { continue };
            let sign = if symmetry == Symmetry::Mirror { -1 } else { 1 };
            for known in EVALUATIONS {
                assert_eq!(known.score(image.board()), sign * known.score(position.board()), "{position:?}");
            }
            let [own, other] = [position, &image].map(|position| Influence::new(position.board(), &SEED));
            assert_eq!(other.territory(), sign * own.territory());
            // The softmax adds twelve exponentials, in another order when mirrored.
            let turned = f64::from(sign) * score::attention(&own, 40.0);
            assert!((score::attention(&other, 40.0) - turned).abs() < 1e-9);
            for color in Color::ALL {
                let (field, turned) = (own.side(color), other.side(symmetry.color(color)));
                for square in reti_core::chess::Square::ALL {
                    assert_eq!(field.at(square), turned.at(symmetry.square(square)));
                }
            }
            let turned = topology::critical_points(&other.strength());
            for point in topology::critical_points(&own.strength()) {
                let square = symmetry.square(point.square);
                assert!(turned.iter().any(|found| found.square == square && found.kind == point.kind));
            }
        }
    }
}

#[test]
fn the_parts_of_a_score_add_up() {
    for position in support::positions().iter().step_by(11) {
        for known in EVALUATIONS {
            let sum: f64 = score::terms(known, position.board()).iter().map(|term| term.value).sum();
            let score = f64::from(known.score(position.board()));
            assert!((sum - score).abs() < 1.0, "{}: {sum} {score} {position:?}", known.name);
        }
    }
}

#[test]
fn several_scales_are_a_sum_of_fields() {
    let scales = [(3, 0.5), (5, 0.25), (7, 0.25)];
    let board_set = SEED.map("scales", "", |kernel| kernel.multi_scale(&scales));
    for position in support::positions().iter().step_by(97) {
        let all = Influence::new(position.board(), &board_set);
        let parts = scales.map(|(size, factor)| {
            let part = SEED.map("part", "", |kernel| kernel.clipped(size));
            Influence::new(position.board(), &part).strength().map(|_, _, value| value * factor)
        });
        let sum = parts[0].plus(&parts[1]).plus(&parts[2]);
        assert!(all.strength().minus(&sum).norm() < 1e-9);
    }
}

#[test]
fn phases_change_only_the_king() {
    let position = &support::positions()[500];
    let [middle, end] = [0.0, 1.0].map(|t| Influence::new(position.board(), &KernelSet::at_phase(t)));
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let same = middle.field(color, piece_type) == end.field(color, piece_type);
            assert_eq!(same, piece_type != PieceType::King);
        }
    }
}

/// The constants that center the occluded evaluation are the means over the committed games.
#[test]
fn usual_occluded_norms_are_those_of_the_games() {
    let (mut sums, mut counts) = ([0i64; 6], [0i64; 6]);
    for position in support::positions() {
        let norms = OccludedFields::new(position.board()).norms();
        for (index, norm) in norms.iter().enumerate() {
            sums[index % 6] += i64::from(*norm);
        }
        for (_, piece) in position.board() {
            counts[channel(piece) % 6] += 1;
        }
    }
    let means: Vec<i64> = (1..5).map(|index| (sums[index] * 2 + counts[index]) / (2 * counts[index])).collect();
    assert_eq!(means, [55, 36, 41, 82]);
}
