//! A folder of table files, and the tables of it that are in memory.
//!
//! Tables are loaded when they are needed, by sides to move, because most who need a table ask for one side of it
//! only. They are forgotten when the memory limit is reached: first what nobody will ask for, as far as a
//! [`Demand`] knows, then the least recently used. Several processes may use one folder: who writes a table holds the
//! folder's lock meanwhile, and who waited for it looks again whether the table is there now.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reti_core::chess::Color;

use crate::chain::Memory;
use crate::checksum::{Digest, Rest};
use crate::format::{self, FileError, TableFile};
use crate::layout::Layout;
use crate::material::Material;
use crate::table::{Codes, Metric, Table};

/// One side of a table: the endgame and who is to move.
pub type Side = (Material, Color);

/// How many of those who are still to come will ask for a side of a table.
pub type Demand<'a> = dyn Fn(Side) -> usize + 'a;

/// A folder of table files.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    limit: u64,
    /// Sides of tables, the least recently used first.
    loaded: Mutex<Vec<Held>>,
}

/// A side of a table in memory.
#[derive(Clone, Debug)]
struct Held {
    side: Side,
    metric: Metric,
    codes: Codes,
}

/// The bytes that a table takes in memory.
pub fn bytes_in_memory(material: Material) -> u64 {
    2 * bytes_of_side(material)
}

/// The bytes that one side of a table takes in memory.
pub fn bytes_of_side(material: Material) -> u64 {
    Layout::new(material).len() as u64
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
        self.load_sides(material, &[Color::White, Color::Black])
    }

    /// The table of an endgame with some sides to move only.
    fn load_sides(&self, material: Material, turns: &[Color]) -> Result<Arc<Table>, FileError> {
        let mut held = Vec::new();
        for &turn in turns {
            let found = self.take((material, turn)).map_or_else(|| self.read((material, turn)), Ok)?;
            held.push(found);
        }
        let metric = held.first().map_or(Metric::Labels, |held| held.metric);
        let codes = [Color::White, Color::Black]
            .map(|turn| held.iter().find(|held| held.side.1 == turn).map(|held| held.codes.clone()));
        self.hold(held);
        self.make_room(0, &[], &|_| 1);
        Ok(Arc::new(Table::from_sides(Layout::new(material), metric, codes)))
    }

    /// A side of a table from its file.
    fn read(&self, side: Side) -> Result<Held, FileError> {
        let file = self.file(side.0)?;
        Ok(Held { side, metric: file.metric(), codes: Arc::new(file.load_side(side.1)?) })
    }

    /// Whether a side of a table is in memory.
    pub fn holds(&self, side: Side) -> bool {
        self.held().iter().any(|held| held.side == side)
    }

    /// Keeps a table in memory while there is room.
    pub fn keep(&self, table: &Table) {
        let held = [Color::White, Color::Black].into_iter().filter(|&turn| !table.codes(turn).is_empty()).map(|turn| {
            Held { side: (table.material(), turn), metric: table.metric(), codes: table.side(turn).clone() }
        });
        self.hold(held.collect());
        self.make_room(0, &[], &|_| 1);
    }

    /// Forgets sides of tables until what is kept and what is wanted fit into the limit: those that are least in
    /// demand first, those without any demand always, and never the needed ones.
    pub fn make_room(&self, wanted: u64, needed: &[Side], demand: &Demand<'_>) {
        let mut loaded = self.held();
        loaded.retain(|held| needed.contains(&held.side) || demand(held.side) > 0);
        let mut used: u64 = loaded.iter().map(|held| bytes_of_side(held.side.0)).sum();
        while used + wanted > self.limit {
            let free = loaded.iter().enumerate().filter(|(_, held)| !needed.contains(&held.side));
            let Some((least, _)) = free.min_by_key(|(_, held)| demand(held.side)) else { return };
            used -= bytes_of_side(loaded.remove(least).side.0);
        }
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a side out of memory, to be put back as the most recently used.
    fn take(&self, side: Side) -> Option<Held> {
        let mut loaded = self.held();
        let at = loaded.iter().position(|held| held.side == side)?;
        Some(loaded.remove(at))
    }

    fn hold(&self, more: Vec<Held>) {
        let mut loaded = self.held();
        loaded.retain(|held| more.iter().all(|other| other.side != held.side));
        loaded.extend(more);
    }

    /// The tables that an endgame leads to, each with the sides to move that its captures and promotions leave.
    pub fn successors(&self, material: Material) -> Result<Memory, FileError> {
        let mut memory = Memory::new();
        let sides = material.successor_sides();
        for next in material.successors() {
            let turns: Vec<Color> = sides.iter().filter(|side| side.0 == next).map(|side| side.1).collect();
            memory.insert_shared(self.load_sides(next, &turns)?);
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
