//! Syzygy files as the source of exact values that searches ask for.
//!
//! The files are read by `reti-tables`; the fifty-move rule is ignored, as everywhere in Reti's
//! values, so a win that needs more than fifty moves counts as one. Up to four men the tables in the
//! program answer, which also know the moves to mate.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use reti_core::chess::Position;
use reti_search::{
    engine::Tables,
    probe::{Exact, Probe},
};
use reti_tables::syzygy::Syzygy;

use crate::tables;

/// Why a path cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyProblem {
    /// A folder cannot be read.
    #[error("{0}")]
    Folder(String),
    /// No folder has a table.
    #[error("no Syzygy files in {0}")]
    Empty(String),
}

/// The endgame tables of an engine: those in the program, and those of folders.
#[derive(Clone, Default)]
pub struct Shelf {
    folders: Arc<Vec<Syzygy>>,
    /// The most men of a table in a folder.
    men: u32,
}

impl Shelf {
    /// Opens the folders of a path; several are separated as in the variable `PATH`.
    pub fn open(path: &str) -> Result<Shelf, SyzygyProblem> {
        let mut folders = Vec::new();
        let mut men = 0;
        for folder in std::env::split_paths(path).filter(|folder| folder != &PathBuf::new()) {
            let opened = Syzygy::open(&folder).map_err(|error| SyzygyProblem::Folder(error.to_string()))?;
            if opened.count() > 0 {
                men = men.max(most_men(&folder));
                folders.push(opened);
            }
        }
        if folders.is_empty() {
            return Err(SyzygyProblem::Empty(path.to_owned()));
        }
        Ok(Shelf { folders: Arc::new(folders), men })
    }

    /// The most men on a board that some table knows.
    pub fn men(&self) -> u32 {
        self.men.max(tables::EMBEDDED_MEN as u32)
    }

    /// For a search that waits for tables in the program which have to be made first: it finds the same every time.
    pub fn patient(&self) -> Tables {
        self.tables(Arc::new(Folders { folders: Arc::clone(&self.folders), small: tables::Embedded }))
    }

    /// For a search against a clock: what has to be made first is made aside, and is not known until then.
    pub fn hurried(&self) -> Tables {
        self.tables(Arc::new(Folders { folders: Arc::clone(&self.folders), small: tables::Ready }))
    }

    fn tables(&self, probe: Arc<dyn Probe + Send + Sync>) -> Tables {
        Tables { probe, men: self.men(), everywhere: false }
    }
}

/// Small tables first, then those of folders.
struct Folders<P> {
    folders: Arc<Vec<Syzygy>>,
    small: P,
}

impl<P: Probe> Probe for Folders<P> {
    fn probe(&self, position: &Position) -> Option<Exact> {
        // Tables know nothing of castling.
        if position.has_castling_rights() {
            return None;
        }
        self.small.probe(position).or_else(|| {
            let found = self.folders.iter().find_map(|folder| folder.value(position).ok());
            found.map(|value| Exact { value, mate_in: None })
        })
    }
}

/// The tables that an engine has without any files.
pub fn embedded() -> Tables {
    Shelf::default().patient()
}

/// The men of the largest table, by the names of the files, such as `KRPvKR.rtbw`.
fn most_men(folder: &Path) -> u32 {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let tables = names.filter(|path| path.extension().is_some_and(|extension| extension == "rtbw"));
    let men = tables.filter_map(|path| path.file_stem().map(|stem| stem.len().saturating_sub(1) as u32));
    men.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_tables_are_told() {
        assert!(matches!(Shelf::open("/no/such/folder"), Err(SyzygyProblem::Folder(_))));
        assert!(matches!(Shelf::open(""), Err(SyzygyProblem::Empty(_))));
        assert!(matches!(Shelf::open("."), Err(SyzygyProblem::Empty(_))));
    }
}
