//! Is every sentence of a lesson true? Each one is read back and checked on the board.
//!
//! The checker knows sentences, not templates: it reads pieces, squares, moves, sums and lines out of the
//! text and asks the board, the proof or the rules about them, with code that the renderer does not use.
//! A sentence that it cannot read is as bad as a false one, so a new template needs a pattern here.

#![allow(clippy::unwrap_used, reason = "tests")]

mod annotations;
mod board;
mod claims;
mod coaching;
mod endgames;
mod grammar;
mod mates;
mod motifs;

use std::{env, fs::File, path::Path};

use reti::{
    chess::{Move, Position},
    explain::{Lesson, Level, Options, Sources, lesson, lesson_of_move},
};

use claims::{CLAIMS, Scene};
use endgames::ENDGAMES;
use grammar::{Read, readings};
use motifs::{MOTIFS, all_stand};

/// What the checker has against a lesson: each complaint names the sentence.
pub fn complaints(position: &Position, played: Option<Move>, lesson: &Lesson) -> (usize, Vec<String>) {
    let mut sentences = 0;
    let mut found = Vec::new();
    for (claim, proof) in lesson.told.claims.iter().zip(&lesson.proofs) {
        let complain = |what: String| {
            format!("{} {:?}: {what}\n    {}", position.fen(), played.map(|m| position.uci(m)), claim.text)
        };
        match Scene::new(claim, proof.as_ref(), position, played) {
            Err(error) => found.push(complain(error)),
            Ok(scene) => match read_all(&scene, &claim.text) {
                Ok(count) => sentences += count,
                Err(error) => found.push(complain(error)),
            },
        }
    }
    (sentences, found)
}

/// Reads a text to its end; the number of sentences, or the first that does not hold.
fn read_all(scene: &Scene, text: &str) -> Result<usize, String> {
    if text.is_empty() {
        return Ok(0);
    }
    // What a move changes is a sentence about the board after it, or before it.
    for (prefix, after) in [("{M} brings this: ", true), ("{M} ends this: ", false)] {
        if let Some((reads, rest)) = readings(prefix, text).into_iter().next() {
            return read_change(scene, &reads, rest, after);
        }
    }
    // What a side line uses is said last, and holds there.
    for (reads, rest) in readings("If {L}, then {L}. ", text) {
        if let Some(Ok(count)) = scene.side_line(&reads).map(|side| read_all(&side, rest)) {
            return Ok(count + 1);
        }
    }
    let mut known = false;
    let mut deepest = String::new();
    for (pattern, holds) in CLAIMS.iter().chain(ENDGAMES) {
        for (reads, rest) in readings(pattern, text) {
            known = true;
            if ends(rest) && holds(scene, &reads) {
                match read_all(scene, rest.trim_start()) {
                    Ok(count) => return Ok(count + 1),
                    Err(error) => deepest = error,
                }
            }
        }
    }
    for (pattern, holds) in MOTIFS {
        for (reads, rest) in readings(pattern, text) {
            known = true;
            let is_true = |position: &Position| all_stand(position.board(), &reads) && holds(position, &reads);
            if ends(rest) && scene.boards().into_iter().any(is_true) {
                match read_all(scene, rest.trim_start()) {
                    Ok(count) => return Ok(count + 1),
                    Err(error) => deepest = error,
                }
            }
        }
    }
    match (known, deepest.is_empty()) {
        (_, false) => Err(deepest),
        (true, true) => Err(format!("not true: {text}")),
        (false, true) => Err(format!("cannot be read: {text}")),
    }
}

fn ends(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// A sentence that holds on one side of the move and not on the other.
fn read_change(scene: &Scene, reads: &[Read], sentence: &str, after: bool) -> Result<usize, String> {
    let Some(m) = scene.played.filter(|&m| reads[0] == Read::Move(scene.root.san(m))) else {
        return Err(format!("about another move: {sentence}"));
    };
    let later = scene.root.play(m);
    let (here, there) = if after { (&later, scene.root) } else { (scene.root, &later) };
    for (pattern, holds) in MOTIFS {
        for (reads, rest) in readings(pattern, sentence) {
            let is_true = |position: &Position| all_stand(position.board(), &reads) && holds(position, &reads);
            if rest.is_empty() && is_true(here) {
                return if is_true(there) { Err(format!("nothing new: {sentence}")) } else { Ok(1) };
            }
        }
    }
    Err(format!("not true: {sentence}"))
}

/// English, with a little engine.
fn sources() -> Sources<'static> {
    Sources { engine_nodes: Some(5_000), ..Sources::default() }
}

/// The lesson of a position or of a move in it, at another level each time.
fn check_lesson(position: &Position, played: Option<Move>, tally: &mut Tally) {
    const LEVELS: [Level; 3] = [Level::Beginner, Level::Club, Level::Expert];
    let mut options = Options { level: LEVELS[tally.positions % 3], ..Options::default() };
    if tally.quickly {
        options.effort.rank_nodes = 8_000;
        options.effort.proof_nodes = 1_500;
    }
    tally.positions += 1;
    let told = match played {
        Some(m) => lesson_of_move(position, m, options, sources()),
        None => lesson(position, options, sources()),
    };
    tally.add(position, played, &told);
}

#[derive(Default)]
struct Tally {
    /// Less effort for proofs: fewer claims, many more positions.
    quickly: bool,
    positions: usize,
    sentences: usize,
    complaints: Vec<String>,
}

impl Tally {
    fn add(&mut self, position: &Position, played: Option<Move>, lesson: &Lesson) {
        let (sentences, complaints) = complaints(position, played, lesson);
        self.sentences += sentences;
        self.complaints.extend(complaints);
    }

    #[track_caller]
    fn finish(self) {
        let positions = self.positions;
        self.finish_with(positions);
    }

    /// No complaint, and more sentences than this.
    #[track_caller]
    fn finish_with(self, least: usize) {
        println!("{} positions, {} sentences, {} complaints", self.positions, self.sentences, self.complaints.len());
        let shown: Vec<&String> = self.complaints.iter().take(40).collect();
        assert!(self.complaints.is_empty(), "{} complaints, such as {shown:#?}", self.complaints.len());
        assert!(self.sentences > least, "too little was said to mean anything");
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The positions of the committed games, with the moves that were played in them.
fn game_positions(every: usize) -> Vec<(Position, Move)> {
    let text = std::fs::read_to_string(repository().join("testdata/games/lichess-2025-05.txt")).unwrap();
    let mut found = Vec::new();
    for game in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::start();
        for uci in game.split(' ').skip(2) {
            let m = position.parse_move(uci).unwrap();
            found.push((position.clone(), m));
            position = position.play(m);
        }
    }
    found.into_iter().step_by(every).collect()
}

#[test]
fn lessons_of_ordinary_positions_are_true() {
    let mut tally = Tally::default();
    for (position, m) in game_positions(311) {
        let even = tally.positions.is_multiple_of(2);
        check_lesson(&position, even.then_some(m), &mut tally);
    }
    tally.finish();
}

#[test]
fn lessons_of_puzzles_are_true() {
    let file = File::open(repository().join("testdata/puzzles/sample.csv.zst")).unwrap();
    let mut tally = Tally::default();
    for record in reti::puzzle::records(file).unwrap().map(Result::unwrap).step_by(312) {
        let line = record.line().unwrap();
        check_lesson(&line.positions()[0], Some(line.moves()[0]), &mut tally);
        check_lesson(&line.positions()[1], None, &mut tally);
    }
    tally.finish();
}

#[test]
fn lessons_of_endings_are_true() {
    let mut tally = Tally::default();
    for fen in [
        "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1",
        "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1",
        "8/8/8/8/4k3/8/2P5/K7 w - - 0 1",
        "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1",
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/5k2/6p1/6K1 b - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "8/8/8/8/5k2/8/4Q3/7K b - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let first = position.legal_moves()[0];
        check_lesson(&position, None, &mut tally);
        check_lesson(&position, Some(first), &mut tally);
    }
    tally.finish();
}

#[test]
fn a_false_sentence_is_noticed() {
    let position = Position::from_fen("r3k3/2N5/8/8/8/8/8/4K2R b - - 0 1").unwrap();
    let told = |text: &str| {
        let mut lesson = lesson(&position, Options::default(), sources());
        let index = lesson.told.claims.iter().position(|claim| claim.kind == "observation").unwrap();
        lesson.told.claims = vec![lesson.told.claims[index].clone()];
        lesson.told.claims[0].text = text.to_owned();
        complaints(&position, None, &lesson).1
    };
    assert!(told("The knight on c7 forks the rook on a8 and the king on e8.").is_empty());
    for lie in [
        "The knight on c7 forks the queen on a8 and the king on e8.",
        "The knight on c6 forks the rook on a8 and the king on e8.",
        "The rook on h1 forks the rook on a8 and the king on e8.",
        "The rook on a8 hangs: capturing it wins 4 pawns.",
        "The knight on c7 forks the rook on a8 and the king on e8. White wins.",
        "The rook on h1 pins the knight on c7 to the king on e8.",
    ] {
        assert!(!told(lie).is_empty(), "{lie}");
    }
}

#[test]
fn alternatives_are_told_truly() {
    let mut tally = Tally::default();
    for (position, _) in game_positions(397) {
        coaching::check_alternatives(&position, &mut tally);
    }
    tally.finish();
}

#[test]
fn comments_of_annotated_games_are_true() {
    let mut tally = Tally::default();
    let text = std::fs::read_to_string(repository().join("testdata/games/lichess-2025-05.txt")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(23).take(6) {
        let mut position = Position::start();
        let mut pgn = String::new();
        for uci in line.split(' ').skip(2) {
            let m = position.parse_move(uci).unwrap();
            pgn.push_str(&position.san(m));
            pgn.push(' ');
            position = position.play(m);
        }
        let game = reti::pgn::games(pgn.as_bytes()).next().unwrap().unwrap();
        annotations::check_game(&game, &mut tally);
    }
    tally.finish_with(10);
}

/// The comments of fifty annotated master games, and of as many games of amateurs, where more is said.
#[test]
#[ignore = "slow: needs RETI_DATA and some minutes"]
fn comments_of_many_annotated_games_are_true() {
    let Some(data) = env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA does not name the folder with the games");
        return;
    };
    let mut tally = Tally::default();
    for file in ["masters.pgn.zst", "lichess_sample.pgn"] {
        let file = File::open(Path::new(&data).join("pgn").join(file)).unwrap();
        for game in reti::pgn::games(reti::packed::unpacked(file).unwrap()).take(50).map(Result::unwrap) {
            annotations::check_game(&game, &mut tally);
        }
        println!("{} moves, {} sentences, {:?}", tally.positions, tally.sentences, tally.complaints);
    }
    tally.finish_with(100);
}

/// The whole measure: a thousand positions of rated games and all positions of fifty master games. The
/// variables `RETI_GAMES`, `RETI_EVERY` and `RETI_MASTERS` make it smaller.
#[test]
#[ignore = "slow: needs RETI_DATA and some minutes"]
fn lessons_of_many_positions_are_true() {
    let Some(data) = env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA does not name the folder with the games");
        return;
    };
    let number = |name: &str, usual: usize| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let mut tally = Tally::default();
    let mut add = |file: &str, games: usize, every: usize, quickly: bool| {
        tally.quickly = quickly;
        let file = File::open(Path::new(&data).join("pgn").join(file)).unwrap();
        let source = reti::packed::unpacked(file).unwrap();
        let games = reti::pgn::games(source).take(games).map(Result::unwrap);
        let all = games.flat_map(|game| game.positions().into_iter().zip(game.moves.clone()).collect::<Vec<_>>());
        for (position, m) in all.skip(every / 2).step_by(every) {
            // Every second position is asked about the move that was played.
            let even = tally.positions.is_multiple_of(2);
            check_lesson(&position, even.then_some(m), &mut tally);
            if tally.positions.is_multiple_of(100) {
                println!("{} lessons, {} sentences, {:?}", tally.positions, tally.sentences, tally.complaints);
            }
        }
    };
    add("lichess_sample.pgn", number("RETI_GAMES", 438), number("RETI_EVERY", 25), false);
    add("masters.pgn.zst", number("RETI_MASTERS", 50), 1, true);
    tally.finish();
}
