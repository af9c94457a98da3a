//! Exercises from real games: solutions are legal, forms read back, and colours do not matter.
#![allow(clippy::unwrap_used, reason = "tests")]

use reti::{
    annotate::{self, Effort},
    chess::{Position, Symmetry},
    exercises,
    explain::{Budget, Words},
    pgn::{Game, games},
    wire::Exercise,
};

const EFFORT: Effort = Effort { nodes: 1_000, budget: Budget { nodes: 40_000 }, parallel: false, ..Effort::FAST };

fn made(game: &Game) -> Vec<Exercise> {
    let mut advisor = annotate::own_advisor(1);
    exercises::exercises(game, &mut advisor, &reti::ThreeMen, &EFFORT, Words::english()).unwrap()
}

/// Some of the committed games, as PGN.
fn committed(step: usize, most: usize) -> Vec<Game> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/lichess-2025-05.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(step).take(most);
    let read = |line: &str| games(line.split(' ').skip(2).collect::<Vec<_>>().join(" ").as_bytes()).next();
    lines.map(|line| read(line).unwrap().unwrap()).collect()
}

#[test]
fn solutions_are_legal_and_every_form_reads_back() {
    let mut count = 0;
    let mut all = String::new();
    for game in committed(25, 8) {
        let positions = game.positions();
        for exercise in made(&game) {
            count += 1;
            let start = &positions[exercise.source.ply];
            assert_eq!(exercise.fen, start.fen());
            assert!(exercise.margin >= 15.0 && exercise.solution.len() % 2 == 1, "{exercise:?}");
            let mut here = start.clone();
            for (uci, san) in exercise.solution.iter().zip(&exercise.san) {
                let m = here.parse_move(uci).unwrap();
                assert_eq!(&here.san(m), san);
                here = here.play(m);
            }
            assert_eq!(exercise.mate.is_some(), here.is_checkmate());
            assert!(!exercise.hint.is_empty() && !exercise.reason.contains(['{', '}']), "{exercise:?}");

            let text = exercises::pgn(&exercise, Words::english());
            let again = games(text.as_bytes()).next().unwrap().unwrap();
            assert!(again.problem.is_none(), "{text}");
            assert_eq!((again.start.fen(), again.moves.len()), (exercise.fen.clone(), exercise.solution.len()));
            assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{text}");

            all.push_str(&text);

            let row = exercises::row(&exercise).unwrap();
            let columns: Vec<&str> = row.trim_end().split(',').collect();
            assert_eq!(columns.len(), 10, "{row}");
            let mut here = Position::from_fen(columns[1]).unwrap();
            for (index, word) in columns[2].split(' ').enumerate() {
                here = here.play(here.parse_move(word).unwrap());
                assert!(index > 0 || here.fen() == exercise.fen, "{row}");
            }

            let line = reti::wire::to_line(&exercise);
            assert_eq!(serde_json::from_str::<Exercise>(&line).unwrap(), exercise);
        }
    }
    assert!(count >= 4, "{count} exercises in eight games");
    // An exercise ends before the next one begins.
    assert_eq!(all.matches("\n\n[Event ").count(), count - 1, "{all}");
    let again: Vec<Game> = games(all.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(again.len(), count);
    assert!(again.iter().all(|game| game.tags.len() == again[0].tags.len() && game.problem.is_none()), "{all}");
}

/// The same game with colours swapped.
fn mirrored(game: &Game) -> Game {
    let mirror = Symmetry::Mirror;
    let start = mirror.position(&game.start).unwrap();
    let mut text = format!("[FEN \"{}\"]\n\n", start.fen());
    let mut here = start;
    for &m in &game.moves {
        let m = mirror.apply_to_move(m);
        text.push_str(&here.uci(m));
        text.push(' ');
        here = here.play(m);
    }
    games(text.as_bytes()).next().unwrap().unwrap()
}

#[test]
fn a_mirrored_game_gives_mirrored_exercises() {
    let mut count = 0;
    for game in committed(60, 3) {
        // A name ends the book, and names are known for one colour only: begin behind it.
        let cut = 30.min(game.moves.len());
        let positions = game.positions();
        let game = Game { start: positions[cut].clone(), moves: game.moves[cut..].to_vec(), ..Game::default() };
        let turned = mirrored(&game);
        assert_eq!(turned.moves.len(), game.moves.len());
        let (ours, theirs) = (made(&game), made(&turned));
        let essence = |exercise: &Exercise, mirror: bool| {
            let position = Position::from_fen(&exercise.fen).unwrap();
            let position = if mirror { Symmetry::Mirror.position(&position).unwrap() } else { position };
            let turn = |ch: char| match ch.to_digit(10).filter(|_| mirror) {
                Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
                None => ch,
            };
            let moves: String = exercise.solution.join(" ").chars().map(turn).collect();
            (exercise.source.ply, position.board().to_string(), moves, exercise.difficulty, exercise.motifs.clone())
        };
        let ours: Vec<_> = ours.iter().map(|exercise| essence(exercise, true)).collect();
        let theirs: Vec<_> = theirs.iter().map(|exercise| essence(exercise, false)).collect();
        assert_eq!(ours, theirs);
        count += ours.len();
    }
    assert!(count > 0);
}
