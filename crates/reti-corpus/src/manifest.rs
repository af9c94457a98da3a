//! What a corpus consists of: one file about its sources, and one about each finished part.
//!
//! A part is there when its record is, and the record is written last, beside its place, and moved. So a program
//! that is killed at any moment leaves parts that are finished and parts that were never begun as far as any
//! reader can tell; another run skips the first and writes the second again, byte for byte the same.

use std::{
    collections::{BTreeMap, HashSet},
    ffi::OsString,
    fs,
    hash::{BuildHasher as _, RandomState},
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::{Deserialize, Serialize};

use crate::{CorpusError, rows::Counts, source::Source, table::Table};

/// Raised when columns change their meaning.
const VERSION: u32 = 1;

/// What a corpus was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the columns.
    pub version: u32,
    /// About how many bytes of text a part has.
    pub part_bytes: usize,
    /// The tables that are written.
    pub tables: Vec<String>,
    /// How hard soundness was looked at, in words; empty if not at all.
    #[serde(default)]
    pub proof: String,
    /// The files, in the order of their numbers.
    pub sources: Vec<SourceRecord>,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// Its name, without folders.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// The checksum of its bytes.
    pub checksum: String,
}

/// A finished part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRecord {
    /// The number of the source.
    pub source: usize,
    /// The number of the part in it.
    pub part: usize,
    /// The rows of its tables.
    pub counts: Counts,
    /// The sizes of its files, by table.
    pub bytes: BTreeMap<String, u64>,
}

/// The folder of a corpus.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What it was made from.
    pub manifest: Manifest,
}

/// What an import asks of a corpus.
pub struct Request<'a> {
    /// About how many bytes of text a part has.
    pub part_bytes: usize,
    /// The tables.
    pub tables: &'a [Table],
    /// How hard soundness is looked at, in words.
    pub proof: String,
}

impl Folder {
    /// Opens a corpus to read it.
    pub fn open(path: &Path) -> Result<Folder, CorpusError> {
        let file = path.join("manifest.json");
        let text = fs::read_to_string(&file).map_err(CorpusError::file(&file))?;
        let wrong = |message: String| CorpusError::Folder { path: file.clone(), message };
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if manifest.version != VERSION {
            return Err(wrong(format!("version {} is not {VERSION}: import again", manifest.version)));
        }
        Ok(Folder { path: path.to_owned(), manifest })
    }

    /// Makes a corpus, or goes on with one that asks for the same; returns the numbers of the sources.
    pub fn prepare(
        path: &Path,
        request: &Request<'_>,
        sources: &[Source],
    ) -> Result<(Folder, Vec<usize>), CorpusError> {
        let tables: Vec<String> = request.tables.iter().map(|table| table.name().to_owned()).collect();
        let Request { part_bytes, proof, .. } = request;
        let mut folder = if path.join("manifest.json").exists() {
            Folder::open(path)?
        } else {
            let (part_bytes, proof) = (*part_bytes, proof.clone());
            let manifest =
                Manifest { version: VERSION, part_bytes, tables: tables.clone(), proof, sources: Vec::new() };
            Folder { path: path.to_owned(), manifest }
        };
        let found = &folder.manifest;
        if (found.part_bytes, &found.tables, &found.proof) != (*part_bytes, &tables, proof) {
            let tables = found.tables.join(",");
            let message =
                format!("was made with other settings: --tables {tables} --part-size {}", found.part_bytes >> 10);
            return Err(CorpusError::Folder { path: path.to_owned(), message });
        }
        for folder_name in Table::ALL.iter().map(|table| table.name()).chain(["parts"]) {
            let inner = path.join(folder_name);
            fs::create_dir_all(&inner).map_err(CorpusError::file(&inner))?;
        }
        let numbers = sources.iter().map(|source| folder.number(source)).collect();
        let text = serde_json::to_string_pretty(&folder.manifest)
            .map_err(|error| CorpusError::Folder { path: path.to_owned(), message: error.to_string() })?;
        write_whole(&path.join("manifest.json"), &(text + "\n"))?;
        Ok((folder, numbers))
    }

    /// The number of a source; the next free one if it is new. The same bytes are the same source.
    fn number(&mut self, source: &Source) -> usize {
        let name = source.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let record = SourceRecord { name, bytes: source.bytes, checksum: source.checksum.clone() };
        let sources = &mut self.manifest.sources;
        let same = |known: &SourceRecord| (known.bytes, &known.checksum) == (record.bytes, &record.checksum);
        sources.iter().position(same).unwrap_or_else(|| {
            sources.push(record);
            sources.len() - 1
        })
    }

    /// The name of a part's files.
    pub fn stem(source: usize, part: usize) -> String {
        format!("s{source:04}-p{part:05}")
    }

    /// Where a part of a table is.
    pub fn file(&self, table: Table, source: usize, part: usize) -> PathBuf {
        self.path.join(table.name()).join(format!("{}.parquet", Folder::stem(source, part)))
    }

    fn record_path(&self, source: usize, part: usize) -> PathBuf {
        self.path.join("parts").join(format!("{}.json", Folder::stem(source, part)))
    }

    /// The record of a part, if it is finished.
    pub fn finished(&self, source: usize, part: usize) -> Option<PartRecord> {
        let text = fs::read_to_string(self.record_path(source, part)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// The names of all records, as files.
    pub fn records(&self) -> HashSet<OsString> {
        // A corpus that is new has none.
        let entries = fs::read_dir(self.path.join("parts")).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()
    }

    /// Says that a part is finished.
    pub fn finish(&self, record: &PartRecord) -> Result<(), CorpusError> {
        let path = self.record_path(record.source, record.part);
        let text = serde_json::to_string(record)
            .map_err(|error| CorpusError::Folder { path: path.clone(), message: error.to_string() })?;
        write_whole(&path, &(text + "\n"))
    }

    /// The records of all finished parts, sorted.
    pub fn parts(&self) -> Result<Vec<PartRecord>, CorpusError> {
        let folder = self.path.join("parts");
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder).map_err(CorpusError::file(&folder))? {
            let path = entry.map_err(CorpusError::file(&folder))?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(CorpusError::file(&path))?;
            let record: PartRecord = serde_json::from_str(&text)
                .map_err(|error| CorpusError::Folder { path: path.clone(), message: error.to_string() })?;
            found.push(record);
        }
        found.sort_by_key(|record| (record.source, record.part));
        Ok(found)
    }

    /// The names of sources that have no game, not even one that could not be read.
    pub fn without_games(&self) -> Result<Vec<&str>, CorpusError> {
        let mut games = vec![0; self.manifest.sources.len()];
        for PartRecord { source, counts, .. } in self.parts()? {
            if let Some(sum) = games.get_mut(source) {
                *sum += counts.games + counts.errors;
            }
        }
        let sources = self.manifest.sources.iter().zip(games);
        Ok(sources.filter(|(_, sum)| *sum == 0).map(|(source, _)| source.name.as_str()).collect())
    }

    /// Removes what killed processes left behind; to be called when all parts are there.
    pub fn tidy(&self) {
        for name in Table::ALL.iter().map(|table| table.name()).chain(["parts", "."]) {
            // A corpus of an earlier version has fewer folders.
            let Ok(entries) = fs::read_dir(self.path.join(name)) else { continue };
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "tmp")) {
                // Somebody else may have been faster.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The tables that the corpus has.
    pub fn tables(&self) -> Vec<Table> {
        self.manifest.tables.iter().filter_map(|name| Table::named(name)).collect()
    }
}

/// Where a file is written before it is moved to its place. Nobody else writes there, so that a part which two
/// machines work on, because one of them was taken for dead, is still complete or not there.
pub(crate) fn beside(path: &Path) -> PathBuf {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    path.with_extension(format!("{:016x}-{}.tmp", *PROCESS, NUMBER.fetch_add(1, Ordering::Relaxed)))
}

/// Writes a file that is there as a whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), CorpusError> {
    let temporary = beside(path);
    fs::write(&temporary, text).map_err(CorpusError::file(&temporary))?;
    fs::rename(&temporary, path).map_err(CorpusError::file(path))
}
