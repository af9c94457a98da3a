//! Imports, queries and patterns, on the committed games and on what tests make of them.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

#[cfg(feature = "cluster")]
mod cluster;
mod counts;
#[cfg(feature = "sql")]
mod documents;
mod edges;
mod hostile;
mod kill;
#[cfg(feature = "sql")]
mod patterns;
mod ranges;
#[cfg(feature = "sql")]
mod sql_files;

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use arrow::array::{Array as _, Int32Array, RecordBatch, StringArray};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use reti_core::chess::Position;
use reti_corpus::{
    import::{Options, Progress, import},
    manifest::Folder,
    table::Table,
    wire::Import,
};

/// A folder that is removed at the end.
pub struct Scratch(pub PathBuf);

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

impl Scratch {
    pub fn new() -> Scratch {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("reti-corpus-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Writes a file.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The committed games as PGN, one text each (testdata/README.md says where they are from).
pub fn committed_games() -> Vec<String> {
    let text = fs::read_to_string(repository("testdata/games/lichess-2025-05.txt")).unwrap();
    let games = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    games
        .enumerate()
        .map(|(index, line)| {
            let mut words = line.split(' ');
            let (site, result) = (words.next().unwrap(), words.next().unwrap());
            let mut here = Position::start();
            let mut moves = String::new();
            for (ply, word) in words.enumerate() {
                let m = here.parse_move(word).unwrap();
                if ply % 2 == 0 {
                    write!(moves, "{}. ", ply / 2 + 1).unwrap();
                }
                moves.push_str(&here.san(m));
                moves.push(if ply % 12 == 11 { '\n' } else { ' ' });
                here = here.play(m);
            }
            let elo = 1_000 + index;
            format!(
                "[Event \"Test\"]\n[Site \"{site}\"]\n[White \"W{}\"]\n[Black \"B{}\"]\n[Result \"{result}\"]\n\
                 [WhiteElo \"{elo}\"]\n\n{moves}{result}\n\n",
                index % 7,
                index % 5
            )
        })
        .collect()
}

pub const ALL: [Table; 5] = [Table::Games, Table::Positions, Table::Tactics, Table::Observations, Table::Mates];

pub fn options(tables: &[Table], part_kib: usize) -> Options {
    Options { tables: tables.to_vec(), proof_nodes: None, part_bytes: part_kib << 10, threads: 2 }
}

pub fn imported(file: &Path, out: &Path, options: &Options) -> Import {
    import(&[file.to_owned()], out, options, &Progress::default()).unwrap()
}

/// The rows of a table as any reader of Parquet sees them: the files of finished parts, in their order.
pub fn batches(folder: &Path, table: Table) -> Vec<RecordBatch> {
    let folder = Folder::open(folder).unwrap();
    let mut found = Vec::new();
    for part in folder.parts().unwrap() {
        let file = fs::File::open(folder.file(table, part.source, part.part)).unwrap();
        let rows = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        found.extend(rows.map(Result::unwrap));
    }
    found
}

/// A column of text of a table; null is nothing.
pub fn texts(folder: &Path, table: Table, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for batch in batches(folder, table) {
        let column = batch.column_by_name(name).unwrap().as_any().downcast_ref::<StringArray>().unwrap();
        found.extend(column.iter().map(|value| value.unwrap_or_default().to_owned()));
    }
    found
}

/// A column of whole numbers of a table; null is none.
pub fn numbers(folder: &Path, table: Table, name: &str) -> Vec<Option<i32>> {
    let mut found = Vec::new();
    for batch in batches(folder, table) {
        let column = batch.column_by_name(name).unwrap().as_any().downcast_ref::<Int32Array>().unwrap();
        found.extend(column.iter());
    }
    found
}

/// Every file of a folder with its bytes, sorted.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Whether two corpora are the same, byte for byte, without what an import left behind when it was killed.
#[track_caller]
pub fn assert_same(one: &Path, other: &Path) {
    let kept = |folder| -> Vec<(PathBuf, Vec<u8>)> {
        files(folder).into_iter().filter(|(name, _)| name.extension().is_none_or(|end| end != "tmp")).collect()
    };
    let (one, other) = (kept(one), kept(other));
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for ((name, left), (_, right)) in one.iter().zip(&other) {
        assert!(left == right, "{} differs", name.display());
    }
}
