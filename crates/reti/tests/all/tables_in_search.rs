//! Real tables plugged into searches: the facade connects what does not know each other.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use reti::{
    Probe,
    chess::{Board, Color, Piece, Position, Square},
    tables::{Embedded, ExactValues, Used},
};
use reti_core::value::Value;
use reti_search::{
    bitbase::Bitbases,
    proof::{Goal, Prover, check},
};
use reti_tables::syzygy::Syzygy;

/// A folder of this test's own, emptied first.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("reti-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn searches_ask_tables_for_the_truth() {
    let tables = ExactValues::embedded();
    let ask = |fen: &str| tables.probe(&Position::from_fen(fen).unwrap()).map(|exact| (exact.value, exact.mate_in));
    assert_eq!(ask("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap().0, Value::Win);
    assert_eq!(ask("8/8/8/8/8/4k3/4P3/4K3 b - - 0 1").unwrap(), (Value::Draw, None));
    assert_eq!(ask("k7/2Q5/2K5/8/8/8/8/8 w - - 0 1"), Some((Value::Win, Some(1))));
    assert_eq!(ask("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None, "too many men");

    // After the capture a table says that the pawn ending is won.
    let position = Position::from_fen("8/8/7P/8/3k4/8/1K6/2r5 w - - 0 1").unwrap();
    let mut prover = Prover::new(1 << 20).with_probe(&tables);
    let outcome = prover.prove(&position, Goal::Gain(300), None, 20_000);
    let proof = outcome.proof().expect("taking the rook wins");
    assert!(check(proof, Some(&tables)).is_ok());
    assert_eq!(tables.used(), Used { embedded: true, folder: Vec::new() });
}

/// What lies in a folder changes nothing about up to four men, a false table least of all; what is
/// damaged beyond is told.
#[test]
fn folders_add_larger_tables_and_nothing_else() {
    let folder = folder("folder-tables");
    fs::write(folder.join("KQvK.reti"), "no table").unwrap();
    let tables = ExactValues::with_folder(&folder).unwrap();
    let position = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
    assert_eq!(tables.probe(&position), Embedded.probe(&position));
    assert_eq!((tables.used().folder.len(), tables.problem()), (0, None));
    fs::write(folder.join("KRPvKR.reti"), "no table").unwrap();
    let told = ExactValues::with_folder(&folder).unwrap_err().to_string();
    assert!(told.contains("KRPvKR.reti"), "{told}");
    // A file that becomes unreadable later is told too.
    let position = Position::from_fen("8/8/8/1k6/8/r7/4PK2/7R w - - 0 1").unwrap();
    assert_eq!((tables.probe(&position), tables.used().folder.len()), (None, 0));
    assert!(tables.problem().unwrap().contains("KRPvKR.reti"));
    fs::remove_dir_all(&folder).unwrap();
}

/// The quick sets of the search against Syzygy files, where the folder of large test data is found.
#[test]
fn bitbases_equal_syzygy() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let large = std::env::var_os("RETI_DATA").map(|data| PathBuf::from(data).join("tables/syzygy"));
    let small = workspace.join("testdata/tables/syzygy");
    let (folder, endings): (PathBuf, &[&str]) = match large.filter(|folder| folder.is_dir()) {
        Some(folder) => (folder, &["KPk", "KQk", "KRk", "KQkp", "KQkq", "KRkp", "KNkp", "KBkp", "KPkp", "KPPk"]),
        None => (small, &["KPk", "KQk", "KRk"]),
    };
    let files = Syzygy::open(&folder).unwrap();
    let mut dice = fastrand::Rng::with_seed(0x5eed);
    for men in endings {
        let mut compared = 0;
        while compared < 2000 {
            let mut board = Board::empty();
            for piece in men.chars().map(|letter| Piece::from_char(letter).unwrap()) {
                board.set_piece_at(Square::new(dice.u32(..64)), piece);
            }
            let turn = Color::from_white(dice.bool());
            let complete = board.occupied().count() == men.len();
            let Some(position) = Position::from_board(board, turn).filter(|_| complete) else { continue };
            assert_eq!(
                Bitbases::shared().value(&position),
                Some(files.value(&position).unwrap()),
                "{}",
                position.fen()
            );
            compared += 1;
        }
    }
}
