//! Counts that do not come from us, and tactics that are those of `reti tactics`.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs::File,
    path::Path,
    process::{Command, Stdio},
};

use arrow::array::{Array, Int32Array, Int64Array, StringArray};
use reti::{pgn, tactics::Wanted};
use reti_corpus::{
    rows::game_number,
    table::{ROLES, Table},
};

use crate::{ALL, Scratch, batches, committed_games, imported, options, texts};

/// A thousand games: of `RETI_DATA` if it is there, else all that are committed.
fn thousand_games() -> String {
    let Some(folder) = env::var_os("RETI_DATA") else { return committed_games().concat() };
    let Ok(file) = File::open(Path::new(&folder).join("pgn/masters.pgn.zst")) else {
        return committed_games().concat();
    };
    let games = pgn::games(zstd::Decoder::new(file).unwrap()).take(1_000);
    games.map(|game| game.unwrap().text).collect()
}

/// Prints for each game its number, positions, the men of all of them together, and the last placement.
const PYTHON: &str = r#"
import sys, chess.pgn
handle = open(sys.argv[1], encoding="utf-8", errors="replace")
number = 0
while True:
    game = chess.pgn.read_game(handle)
    if game is None:
        break
    number += 1
    board = game.board()
    men = len(board.piece_map())
    plies = 0
    for move in game.mainline_moves():
        board.push(move)
        plies += 1
        men += len(board.piece_map())
    print(number, plies + 1, men, board.board_fen())
"#;

#[test]
fn counts_agree_with_python_chess() {
    let python = env::var("RETI_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if !has.is_ok_and(|status| status.success()) {
        println!("skipped: {python} has no python-chess (RETI_PYTHON names another)");
        return;
    }
    let scratch = Scratch::new();
    let source = scratch.file("games.pgn", thousand_games().as_bytes());
    let script = scratch.file("counts.py", PYTHON.as_bytes());
    let counted = Command::new(&python).arg(script).arg(&source).output().unwrap();
    assert!(counted.status.success(), "{}", String::from_utf8_lossy(&counted.stderr));
    let expected = String::from_utf8(counted.stdout).unwrap();
    let done = imported(&source, &scratch.path("out"), &options(&[Table::Games, Table::Positions], 65_536));
    assert_eq!((done.games as usize, done.errors), (expected.lines().count(), 0));
    // Number of positions, their men, and the last placement, by game.
    let mut ours: BTreeMap<i64, (usize, i64, String)> = BTreeMap::new();
    for batch in batches(&scratch.path("out"), Table::Positions) {
        let games = batch.column(0).as_any().downcast_ref::<Int64Array>().unwrap();
        let fens = batch.column_by_name("fen").unwrap().as_any().downcast_ref::<StringArray>().unwrap();
        let men = batch.column_by_name("men").unwrap().as_any().downcast_ref::<Int32Array>().unwrap();
        for row in 0..batch.num_rows() {
            let entry = ours.entry(games.value(row)).or_default();
            entry.0 += 1;
            entry.1 += i64::from(men.value(row));
            fens.value(row).split(' ').next().unwrap().clone_into(&mut entry.2);
        }
    }
    assert_eq!(ours.len(), expected.lines().count());
    for (theirs, (number, (positions, men, placement))) in expected.lines().zip(&ours) {
        let ours = format!("{number} {positions} {men} {placement}");
        assert_eq!(theirs, ours);
    }
    println!("{} games, {} positions", done.games, done.positions);
}

#[test]
fn tactics_are_those_of_the_library() {
    let scratch = Scratch::new();
    let text = committed_games()[..30].concat();
    let source = scratch.file("games.pgn", text.as_bytes());
    imported(&source, &scratch.path("out"), &options(&ALL, 65_536));
    let mut stored: BTreeMap<(i64, i32), Vec<String>> = BTreeMap::new();
    for batch in batches(&scratch.path("out"), Table::Tactics) {
        let cells_of = |name: &str| batch.column_by_name(name).unwrap().as_any().downcast_ref::<StringArray>().unwrap();
        let games = batch.column(0).as_any().downcast_ref::<Int64Array>().unwrap();
        let plies = batch.column(1).as_any().downcast_ref::<Int32Array>().unwrap();
        let gains = batch.column_by_name("gain").unwrap().as_any().downcast_ref::<Int32Array>().unwrap();
        for row in 0..batch.num_rows() {
            let mut told =
                format!("{} {} {}", cells_of("motif").value(row), cells_of("owner").value(row), gains.value(row));
            for role in ROLES.iter() {
                let cells = cells_of(role.name());
                if !cells.is_null(row) {
                    let squares: Vec<&str> = cells.value(row).split(' ').map(|cell| &cell[1..]).collect();
                    write!(told, " {}={}", role.name(), squares.join("+")).unwrap();
                }
            }
            stored.entry((games.value(row), plies.value(row))).or_default().push(told);
        }
    }
    let moves = texts(&scratch.path("out"), Table::Games, "moves");
    let mut compared = 0;
    for (index, game) in pgn::games(text.as_bytes()).enumerate() {
        let game = game.unwrap();
        let played = game.positions();
        let written: Vec<String> = game.moves.iter().zip(&played).map(|(&m, here)| here.uci(m)).collect();
        assert_eq!(moves[index], written.join(" "));
        for (ply, position) in played.iter().enumerate() {
            let mut expected: Vec<String> = reti::tactics::tactics(position, Wanted::default())
                .tactics
                .iter()
                .map(|tactic| {
                    let gain = tactic.value.as_ref().map_or(0, |value| value.gain);
                    let mut told = format!("{} {} {gain}", tactic.motif, tactic.owner);
                    let mut roles = tactic.roles.0.clone();
                    roles.sort_by_key(|(name, _)| ROLES.iter().position(|role| role.name() == name));
                    for (role, squares) in roles {
                        write!(told, " {role}={}", squares.join("+")).unwrap();
                    }
                    told
                })
                .collect();
            let mut found = stored.remove(&(game_number(0, 0, index + 1), ply as i32)).unwrap_or_default();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", position.fen());
            compared += 1;
        }
    }
    assert!(compared >= 1_000 && stored.is_empty(), "{compared}");
}
