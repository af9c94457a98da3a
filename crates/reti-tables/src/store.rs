//! A folder of table files, and the tables of it that are in memory.
//!
//! Tables are loaded when they are needed and forgotten, least recently used first, when the
//! memory limit is reached. Several processes may use one folder: who writes a table holds the
//! folder's lock meanwhile, and who waited for it looks again whether the table is there now.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::chain::Memory;
use crate::checksum::{Digest, Rest};
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

    /// Opens a folder that is there, to read it.
    pub fn existing(folder: &Path, limit: u64) -> Result<Store, FileError> {
        fs::read_dir(folder).map_err(|error| FileError::Io { path: folder.to_owned(), error })?;
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

    /// The endgames with a file here, by their names, in the order in which they can be made.
    pub fn endgames(&self) -> Result<Vec<Material>, FileError> {
        let named = self.files()?.into_iter().filter_map(|(_, material)| material);
        let mut found: Vec<Material> = named.collect();
        found.sort_by_key(|material| (material.men(), material.pawns(), std::cmp::Reverse(*material)));
        Ok(found)
    }

    /// Files that end like tables and are named like none.
    pub fn misnamed(&self) -> Result<Vec<PathBuf>, FileError> {
        let files = self.files()?.into_iter();
        let mut found: Vec<PathBuf> = files.filter(|(_, material)| material.is_none()).map(|(path, _)| path).collect();
        found.sort();
        Ok(found)
    }

    /// All files that end like tables, and the endgames of which they are the file.
    fn files(&self) -> Result<Vec<(PathBuf, Option<Material>)>, FileError> {
        let error = |error| FileError::Io { path: self.folder.clone(), error };
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            if path.extension().is_some_and(|extension| extension == format::EXTENSION) {
                let material = path.file_stem().and_then(|stem| stem.to_str()?.parse::<Material>().ok());
                let material = material.filter(|&material| format::path_of(&self.folder, material) == path);
                found.push((path, material));
            }
        }
        Ok(found)
    }

    /// Waits until no other process or thread writes here, and keeps others waiting until dropped.
    pub fn lock(&self) -> Result<Lock, FileError> {
        let path = self.folder.join(LOCK);
        let locked = File::options().create(true).truncate(false).write(true).open(&path).and_then(|file| {
            match file.lock() {
                // Where a file system has no locks, finished files are renamed into place all the same.
                Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
                _ => Ok(file),
            }
        });
        locked.map(|file| Lock { _file: file }).map_err(|error| FileError::Io { path, error })
    }

    /// The digests of the tables that an endgame leads to.
    pub fn rests(&self, material: Material) -> Result<Vec<Rest>, FileError> {
        let rest = |material| Ok(Rest { material, digest: self.file(material)?.digest() });
        material.successors().into_iter().map(rest).collect()
    }

    /// Which table of an endgame is here, if any.
    pub fn digest(&self, material: Material) -> Option<Digest> {
        self.file(material).ok().map(|file| file.digest())
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

    /// Writes a table to its file, with the digests of those that it leads to.
    pub fn write(&self, table: &Table, anchored: &format::Anchored) -> Result<format::Sizes, FileError> {
        let rests_on = self.rests(table.material())?;
        format::write(&format::path_of(&self.folder, table.material()), table, anchored, &rests_on)
    }

    /// Removes what writers that were killed left behind: files with names of ours whose process is
    /// no more. The folder must be locked, so that no writer of a system that does not tell which
    /// processes there are loses its file.
    pub fn sweep(&self, _lock: &Lock) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let writer = entry.file_name().to_str().and_then(format::writer_of);
            if writer.is_some_and(|process| !is_alive(process)) {
                // Litter that cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The file whose lock is the folder's.
const LOCK: &str = ".reti-lock";

/// The right to write into a folder.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Whether a process lives, where the system tells; others count as dead unless they are ours.
fn is_alive(process: u32) -> bool {
    process == std::process::id() || Path::new("/proc").join(process.to_string()).exists()
}
