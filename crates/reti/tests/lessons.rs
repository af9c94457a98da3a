//! Lessons as people read them, word for word.
//!
//! `testdata/lessons.txt` holds positions and the texts that they give. A change of a template or of a
//! search changes it: run with `RETI_BLESS=1` to write it again, and read the difference.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{env, fmt::Write as _, fs, path::Path};

use reti::{
    chess::Position,
    explain::{self, Budget, Explainer, Level, Words},
    tables::Embedded,
};
use reti_lessons::claim::What;

/// A position by its FEN, or by the moves that lead to it.
fn position(text: &str) -> Position {
    if text.contains('/') {
        return Position::from_fen(text).unwrap();
    }
    text.split(' ').fold(Position::start(), |here, san| here.play(here.parse_move(san).unwrap()))
}

/// The text for a heading such as `FEN | move | level | kind of position`; `-` is no move.
fn told(heading: &str) -> String {
    let parts: Vec<&str> = heading.split(" | ").collect();
    let position = position(parts[0]);
    let level = match parts.get(2) {
        Some(&"beginner") => Level::BEGINNER,
        Some(&"expert") => Level::EXPERT,
        _ => Level::CLUB,
    };
    let explainer = Explainer::new().tables(&Embedded).budget(Budget::FAST).level(level);
    let lesson = match parts.get(1).filter(|m| **m != "-") {
        Some(m) => explainer.explain_move(&position, position.parse_move(m).unwrap()),
        None => explainer.explain(&position),
    };
    let text = explain::text(&lesson.unwrap(), &[], &[], Words::english(), false);
    // The board is tested elsewhere.
    let lines: Vec<&str> = text.lines().skip(10).collect();
    lines.join("\n") + "\n"
}

#[test]
fn lessons_read_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lessons.txt");
    let file = fs::read_to_string(&path).unwrap();
    let mut sections = file.split("== ");
    let mut now = sections.next().unwrap().to_owned();
    for section in sections {
        let heading = section.lines().next().unwrap();
        let _ = write!(now, "== {heading}\n{}\n", told(heading));
    }
    if env::var_os("RETI_BLESS").is_some() {
        fs::write(&path, now).unwrap();
    } else {
        assert_eq!(
            now.replace("\r\n", "\n"),
            file.replace("\r\n", "\n"),
            "RETI_BLESS=1 writes testdata/lessons.txt again"
        );
    }
}

/// Whether the lesson about a position gives reasons about the game that goes on.
#[track_caller]
fn check_positional(fen: &str, everything: bool, expected: bool) {
    let explainer = Explainer::new().tables(&Embedded).budget(Budget::FAST).everything(everything);
    let lesson = explainer.explain(&position(fen)).unwrap();
    let is_positional = |what: &What| matches!(what, What::Reason(reason) if reason.is_positional());
    assert_eq!(lesson.best.iter().any(|claim| is_positional(&claim.what)), expected, "{:?}", lesson.best);
}

#[test]
fn beside_a_won_piece_the_game_that_goes_on_is_told_only_if_all_is_wanted() {
    // A check wins the queen.
    const QUEEN: &str = "rnbq1rk1/pp2b2p/4p2Q/3p1p2/2pP4/P1N5/1PP1PPPP/2KR1BNR b - - 0 11";
    check_positional(QUEEN, false, false);
    check_positional(QUEEN, true, true);
    // A piece is only won back.
    check_positional("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4", false, true);
    // Nothing is won.
    check_positional("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", false, true);
}

/// The prover sees a mate behind the best move that the advisor's look at it did not see.
#[test]
fn the_best_move_is_never_said_to_be_worse_than_itself() {
    let position = Position::from_fen("8/8/8/8/2r2kpp/8/6PK/8 w - - 0 75").unwrap();
    let m = position.parse_move("h2g1").unwrap();
    // The budget at which the advisor saw nothing.
    let explainer = Explainer::new().budget(Budget { nodes: 120_000 });
    let lesson = explainer.explain_move(&position, m).unwrap();
    let judged = lesson.judgement().unwrap();
    assert!(lesson.best_move() != Some(m) || !judged.judgement.is_fault(), "{judged:?}");
}

/// After 10.Bxc4 the b3-pawn has no move off the file any more, and still shields the bishop behind it.
#[test]
fn a_piece_that_goes_on_shielding_is_not_said_to_be_unpinned() {
    let position = Position::from_fen("r3k2r/pp1b1ppp/1qn1pn2/2b5/2p5/1P2PN2/PB2BPPP/RN1Q1RK1 w kq - 0 10").unwrap();
    let m = position.parse_move("e2c4").unwrap();
    let explainer = Explainer::new().budget(Budget { nodes: 120_000 }).everything(true);
    let lesson = explainer.explain_move(&position, m).unwrap();
    let text = explain::text(&lesson, &[], &[], Words::english(), false);
    assert!(!text.contains("no longer pins"), "{text}");
}

/// The g3-pawn is pinned as long as it is the other rook that takes back on f4, so nothing is won there by captures.
#[test]
fn an_exchange_is_told_as_it_is_with_pins() {
    let position = Position::from_fen("5rk1/p1pR2p1/8/p1Pq4/5prP/4P1P1/5P2/2R3K1 w - - 0 35").unwrap();
    let lesson = Explainer::new().budget(Budget { nodes: 40_000 }).explain(&position).unwrap();
    let text = explain::text(&lesson, &[], &[], Words::english(), false);
    assert!(text.contains("35. exf4 fails") && !text.contains("The f4-pawn is attacked"), "{text}");
}

/// Both stood there before; that the queen has left is nothing new about the rook.
#[test]
fn what_stood_there_before_is_not_new() {
    let position = Position::from_fen("2kr2r1/pp1q1pp1/2pbpn1p/4B3/2PP3P/6N1/PP2QPP1/1K1R3R b - - 0 17").unwrap();
    let m = position.parse_move("d7e7").unwrap();
    let explainer = Explainer::new().budget(Budget { nodes: 40_000 }).level(Level::EXPERT).everything(true);
    let lesson = explainer.explain_move(&position, m).unwrap();
    let text = explain::text(&lesson, &[], &[], Words::english(), false);
    assert!(!text.contains("half-open file"), "{text}");
    // A rook that attacked it is gone, but the queen stood in the centre before.
    let position = Position::from_fen("3r4/p4pk1/1p4pp/1P1Rq3/P3p3/1Q3P2/6PP/4R1K1 b - - 0 31").unwrap();
    let lesson = explainer.explain_move(&position, position.parse_move("d8d5").unwrap()).unwrap();
    let text = explain::text(&lesson, &[], &[], Words::english(), false);
    assert!(!text.contains("in the centre"), "{text}");
}

/// 40.Qb5 stalemates: there is no line to tell.
#[test]
fn no_line_is_told_without_moves() {
    let position = Position::from_fen("1N6/8/5P2/7Q/p2k3P/P3R3/1P1K4/7R w - - 1 40").unwrap();
    for level in [Level::BEGINNER, Level::CLUB, Level::EXPERT] {
        let explainer = Explainer::new().budget(Budget { nodes: 120_000 }).level(level).everything(true);
        let lesson = explainer.explain(&position).unwrap();
        let text = explain::text(&lesson, &[], &[], Words::english(), false);
        assert!(!text.contains("Qb5"), "{text}");
    }
}

#[test]
fn a_checker_that_is_taken_is_told_once() {
    let position = Position::from_fen("3r2k1/p4ppp/2p5/6P1/5q1P/5N2/PPPbR3/2K5 w - - 0 27").unwrap();
    let lesson = Explainer::new().budget(Budget::FAST).everything(true).explain(&position).unwrap();
    let text = explain::text(&lesson, &[], &[], Words::english(), false);
    let told = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(told.matches("It takes the bishop on d2").count(), 1, "{text}");
}
