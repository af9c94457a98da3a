//! Learning on small made-up data.
#![allow(clippy::unwrap_used, reason = "tests")]

use reti_core::field::{learned::layout::COUNT, score};

use super::*;

/// Positions where a queen, a rook or nothing is missing, from both sides, in games of two.
fn data() -> Vec<(String, String)> {
    let mut text = String::from("# a comment\n\n");
    for index in 0..400 {
        let (white, black) = [("Q", "q"), ("Q", "1"), ("1", "q"), ("R", "1"), ("1", "r")][index % 5];
        let score = [0, 600, -600, 320, -320][index % 5];
        let (rank, result) = (index % 6 + 2, ["0.5", "1.0", "0.0", "1.0", "0.0"][index % 5]);
        let mut rows = vec!["8".to_owned(); 8];
        rows[0] = format!("{black}3k3");
        rows[7] = format!("{white}3K3");
        rows[8 - rank] = "7P".to_owned();
        rows[rank - 1] = "p7".to_owned();
        let fen = format!("{} {} - - 0 {}", rows.join("/"), if index % 2 == 0 { "w" } else { "b" }, 20 + index % 2);
        writeln!(text, "{fen} | {score} | 0000 | 0000 | {result}").unwrap();
    }
    vec![("sample".to_owned(), text)]
}

fn options() -> Options {
    Options { epochs: 30, batch: 32, held_out: 4, ..Options::default() }
}

#[test]
fn learning_lowers_the_error_and_finds_that_queens_are_worth_more_than_rooks() {
    let data = read(&data()).unwrap();
    assert!(data.len() > 200 && data.games > 20, "{} {}", data.len(), data.games);
    let mut reported = 0;
    let learned = learn(&data, &options(), |_| {
        reported += 1;
        true
    });
    assert_eq!(reported, learned.epochs.len());
    let last = learned.epochs[learned.best - 1];
    assert!(last.held_out < learned.epochs[0].held_out / 2.0, "{last:?} {:?}", learned.epochs[0]);
    let worth = |piece: usize| learned.kernels.weight(piece * 32 + 28).1;
    assert!(worth(4) > worth(3) && worth(3) > 0, "{} {}", worth(4), worth(3));
}

#[test]
fn the_same_seed_gives_the_same_kernels_on_any_number_of_threads() {
    let data = read(&data()).unwrap();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| learn(&data, &options(), |_| true).file("same"))
    };
    let first = on(1);
    assert_eq!(first, on(3));
    assert!(reti::field::read_kernels("learned", &first).is_ok());
    let other = learn(&data, &Options { seed: 2, ..options() }, |_| true).file("same");
    assert_ne!(first, other);
}

#[test]
fn a_part_of_the_terms_leaves_the_others_at_rest() {
    let data = read(&data()).unwrap();
    for terms in [Terms::Material, Terms::Tables] {
        let learned = learn(&data.only(terms), &options(), |_| true);
        assert!((192..COUNT).all(|index| learned.kernels.weight(index) == (0, 0)));
    }
}

#[test]
fn groups_that_are_left_out_stay_zero_and_the_others_learn() {
    let group = |name: &str| GROUPS.iter().find(|group| group.name == name).unwrap();
    let left_out = [group("king-table"), group("passed")];
    let learned = learn(&read(&data()).unwrap().without(&left_out), &options(), |_| true);
    for (place, group) in GROUPS.iter().enumerate() {
        let start = reti_core::field::learned::layout::offset(place);
        let is_zero = (start..start + group.len()).all(|index| learned.kernels.weight(index) == (0, 0));
        if left_out.contains(&group) {
            assert!(is_zero, "{}", group.name);
        } else if ["pawn-table", "queen-table", "passed-free"].contains(&group.name) {
            assert!(!is_zero, "{}", group.name);
        }
    }
}

#[test]
fn damaged_lines_are_told_with_file_and_line() {
    let good = "8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | 900 | a1a8 | 0000 | 1.0";
    for (line, part) in [
        ("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | 900 | a1a8", "expected five fields divided by bars, found 3"),
        ("8/8/9/4k3/8/8/8/Q3K3 w - - 0 1 | 900 | a1a8 | 0000 | 1.0", "9"),
        ("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | many | a1a8 | 0000 | 1.0", "'many' is not a score"),
        ("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | NaN | a1a8 | 0000 | 1.0", "'NaN' is not a score"),
        ("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | 900 | a1b3 | 0000 | 1.0", "'a1b3' is not a best move"),
        ("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1 | 900 | a1a8 | 0000 | 0.7", "'0.7' is not a result"),
    ] {
        let error = read(&[("bad.txt".to_owned(), format!("{good}\n{line}\n"))]).unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("bad.txt", 2));
        assert!(error.to_string().contains(part), "{error}");
    }
    assert!(read(&[]).unwrap().is_empty());
}

#[test]
fn positions_of_one_game_stay_together_and_variations_follow_them() {
    let game = |file: char, number: u32, result: &str| {
        format!("4k3/8/8/8/8/8/{file}/4K3 w - - 0 {number} | 0 | 0000 | 0000 | {result}\n")
    };
    let master = [game('8', 30, "1.0"), game('8', 31, "1.0"), game('8', 12, "1.0"), game('8', 13, "0.0")].concat();
    let varied = "4k3/8/8/8/8/8/7P/4K3 w - - 0 31 | 0 | 0000 | 0000 | -1\n";
    let data = read(&[("a".to_owned(), master), ("b".to_owned(), varied.to_owned())]).unwrap();
    let games: Vec<u32> = data.samples.iter().map(|sample| sample.game).collect();
    assert_eq!(games, [1, 1, 2, 3, 1]);
}

#[test]
fn games_become_lines_that_can_be_read() {
    let text =
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. c3 a6 7. Bb3 Ba7 8. Re1 O-O 1-0\n";
    let games: Vec<_> = reti::pgn::games(text.as_bytes()).map(Result::unwrap).collect();
    let labels = Labels { opening: 6, every: 1, nodes: 200 };
    let lines = label(&games, &score::SEED, labels);
    assert!(lines.len() > 4, "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with("| 1.0")));
    assert_eq!(lines, label(&games, &score::SEED, labels));
    let data = read(&[("own".to_owned(), lines.join("\n"))]).unwrap();
    assert_eq!(data.len() + data.noisy, lines.len());
}

fn network_positions() -> network::Positions {
    let mut positions = network::Positions::default();
    for (name, text) in data() {
        positions.add(&name, &text).unwrap();
    }
    positions
}

#[test]
fn a_network_learns_that_a_queen_ahead_is_good_for_whoever_has_it() {
    let positions = network_positions();
    assert_eq!((positions.len(), positions.noisy), (400, 0));
    let options = network::Options { epochs: 30, batch: 32, held_out: 10, ..network::Options::default() };
    let mut errors = Vec::new();
    let file = network::learn(&positions, &options, |epoch| {
        errors.push(epoch.held_out);
        true
    });
    assert!(errors[29] < errors[0] / 4.0, "{errors:?}");
    let evaluation = reti::engine::from_file("learned network", &file).unwrap();
    for (fen, is_good) in [("4k3/8/8/p7/7P/8/8/Q3K3 w - - 0 1", true), ("q3k3/8/8/p7/7P/8/8/4K3 w - - 0 1", false)] {
        let position = reti_core::chess::Position::from_fen(fen).unwrap();
        let score = evaluation.score_for(position.turn(), position.board());
        assert_eq!(score > 200, is_good, "{fen}: {score}");
        assert_eq!(score < -200, !is_good, "{fen}: {score}");
    }
    // The file has whole numbers, so every bit counts, and damage is told.
    let mut damaged = file.clone();
    damaged[5_000] ^= 4;
    assert!(reti::engine::from_file("x", &damaged).is_err_and(|problem| problem.message.contains("checksum")));
}

#[test]
fn the_same_seed_gives_the_same_network_on_any_number_of_threads() {
    let positions = network_positions();
    let options = network::Options { epochs: 2, batch: 128, ..network::Options::default() };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| network::learn(&positions, &options, |_| true))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_damaged_line_of_network_data_is_named() {
    let mut positions = network::Positions::default();
    let error = positions.add("file", "8/8/8/8/8/8/8/8 w - - 0 1 | 3 | - | - | -1").unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("file", 1));
}
