//! Every word of the output comes from the templates, and German says what English says.
//!
//! A language of markers replaces every template by its name and its variables. Whatever letters of the
//! output stand outside the markers, and are neither a move nor a square nor a name of the input, were
//! written by code, and that is an error.
#![allow(clippy::unwrap_used, reason = "tests")]

mod german;
mod markers;

use std::sync::LazyLock;

use reti::{
    annotate::{self, Effort, Options},
    chess::Position,
    explain::{Budget, Explainer, Lesson, Level, Words},
    pgn::{Game, games},
    wire::AnnotatedGame,
};

/// Positions of many kinds, each with a move to judge.
const POSITIONS: [(&str, &str); 22] = [
    // Légal's trap; Philidor's legacy; a fork; a pin; a skewer.
    ("rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6", "Nxd1"),
    ("6rk/6pp/8/6N1/8/1Q6/8/6K1 w - - 0 1", "Nf7+"),
    ("r3k3/8/8/3N4/8/8/5PP1/6K1 w - - 0 1", "Nc7+"),
    ("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", "Bxd5"),
    ("4k2q/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+"),
    // Openings and ordinary middlegames.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4"),
    ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "Nf6"),
    ("r1bq1rk1/pp2bppp/2n1pn2/8/3P4/P1NB1N2/1P3PPP/R1BQ1RK1 b - - 0 11", "Nxd4"),
    ("2r2rk1/1p1qb1pp/p3p3/3p1p2/3PN3/2PQB1PP/PP3P2/1K1R2R1 b - - 0 1", "fxe4"),
    ("r1b1kb1r/pp3ppp/2n1pn2/q1pp2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 2 7", "Bd3"),
    ("3r4/6kp/6p1/1Np5/3n4/4Q3/3R1PPP/6K1 b - - 0 1", "Kf7"),
    ("r4rk1/pp2ppbp/2p3p1/q7/3PP1b1/2N2N2/PP2BPPP/R2Q1RK1 w - - 3 13", "h3"),
    ("2kr3r/ppp2ppp/2n1b3/2b1P3/4N3/5N2/PPP2PPP/R1B2RK1 b - - 0 12", "Bb6"),
    // The moves of famous moments: deflection, windmill, interference, promotion.
    ("6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37", "Ne2+"),
    ("r3rnk1/pb3pp1/3pp2p/1q5B/1P1P4/4P1BP/5PP1/R1Q2RK1 w - - 0 22", "Bf3"),
    ("8/1P4k1/8/8/8/8/r5PP/6K1 w - - 0 1", "b8=Q"),
    // Endings with tables and geometry.
    ("8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", "Ke7"),
    ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "Kg7"),
    ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", "c8=Q"),
    ("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", "Rd1+"),
    // Nothing left to do.
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "-"),
    ("8/8/8/4k3/8/8/4K3/8 w - - 0 1", "Kd3"),
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// A position, the move that is judged in it if any, and the lesson.
type Told = (&'static str, Option<&'static str>, Lesson);

/// The lessons about all positions and moves; they are made once for all tests.
static LESSONS: LazyLock<Vec<Told>> = LazyLock::new(|| {
    let explainer = Explainer::new().budget(Budget::FAST).level(Level::CLUB).everything(true);
    let mut lessons = Vec::new();
    for (fen, m) in POSITIONS {
        let position = position(fen);
        lessons.push((fen, None, explainer.explain(&position).unwrap()));
        if let Ok(played) = position.parse_move(m) {
            lessons.push((fen, Some(m), explainer.explain_move(&position, played).unwrap()));
        }
    }
    lessons
});

fn read(text: &str) -> Vec<Game> {
    games(text.as_bytes()).map(Result::unwrap).collect()
}

/// A game annotated in these words, with the numbers of every position or without.
fn annotated(game: &Game, words: &Words, numbers: bool) -> AnnotatedGame {
    let effort = Effort { praise: true, ..Effort::FAST };
    let options = Options { words, effort, order: numbers, fragility: numbers, ..Options::default() };
    annotate::annotate(game, &mut annotate::own_advisor(1), &reti::ThreeMen, &options).unwrap()
}

/// Games with mistakes, a mate, comments of an author, and one that ends in a move that is none.
const GAMES: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n\
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n\
    [White \"Zoe\"]\n[Black \"Max\"]\n\n1. e4 {best by test} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"Zoe\"]\n[Black \"Max\"]\n\n1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 8. Kk9 *\n";
