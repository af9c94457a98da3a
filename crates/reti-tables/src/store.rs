//! A folder of table files, and the tables of it that are in memory.
//!
//! Tables are loaded when they are needed and forgotten, least recently used first, when the
//! memory limit is reached.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::chain::Memory;
use crate::format::{self, FileError, TableFile};
use crate::layout::Layout;
use crate::material::Material;
use crate::table::Table;

/// A folder of table files.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    limit: u64,
    loaded: Mutex<Vec<Arc<Table>>>,
}

/// The bytes that a table takes in memory.
pub fn bytes_in_memory(material: Material) -> u64 {
    2 * Layout::new(material).len() as u64
}

impl Store {
    /// Opens a folder, which is made if it is not there; `limit` is in bytes.
    pub fn open(folder: &Path, limit: u64) -> Result<Store, FileError> {
        fs::create_dir_all(folder).map_err(|error| FileError::Io { path: folder.to_owned(), error })?;
        Ok(Store { folder: folder.to_owned(), limit, loaded: Mutex::new(Vec::new()) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The memory limit in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether there is a file for an endgame.
    pub fn has(&self, material: Material) -> bool {
        format::path_of(&self.folder, material).exists()
    }

    /// Opens the file of an endgame.
    pub fn file(&self, material: Material) -> Result<TableFile, FileError> {
        TableFile::open_in(&self.folder, material)
    }

    /// The whole table of an endgame, from memory or from its file.
    pub fn load(&self, material: Material) -> Result<Arc<Table>, FileError> {
        {
            let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = loaded.iter().position(|table| table.material() == material) {
                let table = loaded.remove(at);
                loaded.push(table.clone());
                return Ok(table);
            }
        }
        let table = Arc::new(self.file(material)?.load()?);
        self.keep(table.clone());
        Ok(table)
    }

    /// Keeps a table in memory while there is room.
    pub fn keep(&self, table: Arc<Table>) {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.retain(|other| other.material() != table.material());
        loaded.push(table);
        drop(loaded);
        self.make_room(0);
    }

    /// Forgets tables until what is kept and what is wanted fit into the limit.
    pub fn make_room(&self, wanted: u64) {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let mut used: u64 = loaded.iter().map(|table| bytes_in_memory(table.material())).sum();
        while used + wanted > self.limit && !loaded.is_empty() {
            used -= bytes_in_memory(loaded.remove(0).material());
        }
    }

    /// The tables that an endgame leads to.
    pub fn successors(&self, material: Material) -> Result<Memory, FileError> {
        let mut memory = Memory::new();
        for next in material.successors() {
            memory.insert_shared(self.load(next)?);
        }
        Ok(memory)
    }

    /// Writes a table to its file.
    pub fn write(&self, table: &Table, anchored: &format::Anchored) -> Result<format::Sizes, FileError> {
        format::write(&format::path_of(&self.folder, table.material()), table, anchored)
    }

    /// Removes what writers that were killed left behind.
    pub fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_some_and(|extension| extension == "tmp") {
                // Litter that cannot be removed does no harm.
                let _ = fs::remove_file(path);
            }
        }
    }
}
