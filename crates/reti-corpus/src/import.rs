//! From PGN to Parquet, on all cores.
//!
//! Parts are independent: a thread takes one, reads its games, looks at their positions and writes its files. At
//! most two parts for each thread are in memory. What cannot be read becomes a row of `errors` and costs itself
//! only: a game, or a damaged range of the file.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    time::Instant,
};

use rayon::prelude::*;
use reti::pgn;
use reti_search::soundness::Effort;

use crate::{
    CorpusError,
    manifest::{Folder, PartRecord, Request, SourceRecord},
    rows::{Counts, Place, Rows, Wanted, game_number, objection},
    source::{Source, Text},
    table::{self, Table},
    wire,
};

/// How to import.
#[derive(Clone, Debug)]
pub struct Options {
    /// The tables to write; errors always are.
    pub tables: Vec<Table>,
    /// With so many nodes it is looked whether tactics are sound: part of what the corpus is.
    pub proof_nodes: Option<u64>,
    /// About how many bytes of text a part has.
    pub part_bytes: usize,
    /// How many threads work; 0 for one on each core.
    pub threads: usize,
}

/// How far an import has come; read by whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes of all files.
    pub total: AtomicU64,
    /// Bytes that are done.
    pub done: AtomicU64,
    /// Games that were read.
    pub games: AtomicU64,
    /// Their positions.
    pub positions: AtomicU64,
}

/// Files that were looked at, and the folder that they go to.
pub struct Prepared {
    /// The folder.
    pub folder: Folder,
    /// Each file once, with its number in the folder.
    pub sources: Vec<(usize, Source)>,
}

impl Prepared {
    /// Looks at files and makes the folder, or goes on with one that asks for the same.
    pub fn new(files: &[PathBuf], out: &Path, options: &Options) -> Result<Prepared, CorpusError> {
        let sources: Vec<Source> =
            files.iter().map(|file| Source::open(file, options.part_bytes)).collect::<Result<_, _>>()?;
        let mut tables = options.tables.clone();
        tables.push(Table::Errors);
        tables.sort_unstable();
        tables.dedup();
        let proof = options.proof_nodes.map(|nodes| format!("{nodes} nodes")).unwrap_or_default();
        let request = Request { part_bytes: options.part_bytes, tables: &tables, proof };
        let (folder, numbers) = Folder::prepare(out, &request, &sources)?;
        let mut once: Vec<(usize, Source)> = Vec::new();
        for (number, source) in numbers.into_iter().zip(sources) {
            // The same file named twice is one source.
            if once.iter().all(|(known, _)| *known != number) {
                once.push((number, source));
            }
        }
        Ok(Prepared { folder, sources: once })
    }
}

/// What was done, as a document.
pub fn document(files: usize, sums: &Sums, seconds: f64, cpu_seconds: Option<f64>) -> wire::Import {
    wire::Import {
        schema: reti::wire::SCHEMA,
        kind: reti::wire::Kind::new(),
        sources: files,
        parts: sums.parts,
        skipped: sums.skipped,
        games: sums.counts.games,
        positions: sums.counts.positions,
        tactics: sums.counts.tactics,
        observations: sums.counts.observations,
        edges: sums.counts.edges,
        mates: sums.counts.mates,
        errors: sums.counts.errors,
        seconds,
        cpu_seconds,
    }
}

/// What all parts together have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Rows.
    pub counts: Counts,
    /// Parts that are finished.
    pub parts: usize,
    /// Those of them that were finished before.
    pub skipped: usize,
}

/// Imports files into a folder; what is there already is not done again.
pub fn import(
    files: &[PathBuf],
    out: &Path,
    options: &Options,
    progress: &Progress,
) -> Result<wire::Import, CorpusError> {
    let start = Instant::now();
    let cpu = cpu_seconds();
    let Prepared { folder, sources } = Prepared::new(files, out, options)?;
    progress.total.store(sources.iter().map(|(_, source)| source.bytes).sum(), Ordering::Relaxed);
    let worker = Worker::new(&folder, options.proof_nodes, progress);
    let job = Job { worker, part_bytes: options.part_bytes, sums: Mutex::default(), failed: Mutex::default() };
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|error| CorpusError::Usage(error.to_string()))?;
    for (number, source) in &sources {
        threads.install(|| job.source(source, *number));
    }
    if let Some(error) = job.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    folder.tidy();
    let sums = job.sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    let cpu = cpu_seconds().zip(cpu).map(|(now, then)| now - then);
    Ok(document(files.len(), &sums, start.elapsed().as_secs_f64(), cpu))
}

/// Seconds that all threads of the program have computed, where the system tells.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in parentheses and may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    // Linux counts in hundredths on every machine that it is built for today.
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// An import on the cores of this machine.
struct Job<'a> {
    worker: Worker<'a>,
    part_bytes: usize,
    sums: Mutex<Sums>,
    failed: Mutex<Option<CorpusError>>,
}

impl Job<'_> {
    fn source(&self, source: &Source, number: usize) {
        if let Some(pieces) = source.ranges() {
            pieces.into_par_iter().for_each(|piece| {
                if self.skips(number, piece.number) || self.is_over() {
                    return;
                }
                match piece.read() {
                    Ok(text) => self.part(number, &text),
                    Err(error) => self.fail(CorpusError::File { path: source.path.clone(), error }),
                }
            });
            return;
        }
        let threads = rayon::current_num_threads();
        let (sender, parts) = mpsc::sync_channel::<Text>(threads);
        let parts = Mutex::new(parts);
        let next = || parts.lock().ok()?.recv().ok();
        std::thread::scope(|scope| {
            let reader = scope.spawn(move || source.stream(self.part_bytes, &sender));
            (0..threads).into_par_iter().with_max_len(1).for_each(|_| {
                while let Some(text) = next() {
                    if !self.is_over() && !self.skips(number, text.number) {
                        self.part(number, &text);
                    }
                }
            });
            match reader.join() {
                Ok(Ok(())) => {}
                Ok(Err(error)) => self.fail(CorpusError::File { path: source.path.clone(), error }),
                Err(_) => self.fail(CorpusError::Usage("the reader of the file broke".to_owned())),
            }
        });
    }

    fn is_over(&self) -> bool {
        self.failed.lock().map_or(true, |failed| failed.is_some())
    }

    fn fail(&self, error: CorpusError) {
        if let Ok(mut failed) = self.failed.lock() {
            failed.get_or_insert(error);
        }
    }

    /// Whether a part is finished; then its rows are counted.
    fn skips(&self, source: usize, part: usize) -> bool {
        let Some(record) = self.worker.folder.finished(source, part) else { return false };
        if let Ok(mut sums) = self.sums.lock() {
            sums.counts.add(&record.counts);
            sums.parts += 1;
            sums.skipped += 1;
        }
        true
    }

    fn part(&self, number: usize, text: &Text) {
        match self.worker.part(number, text) {
            Ok(counts) => {
                if let Ok(mut sums) = self.sums.lock() {
                    sums.counts.add(&counts);
                    sums.parts += 1;
                }
            }
            Err(error) => self.fail(error),
        }
    }
}

/// What turns one part into files, on whichever machine; the folder says what is wanted and what sources are called.
pub struct Worker<'a> {
    folder: &'a Folder,
    wanted: Wanted,
    progress: &'a Progress,
}

impl Worker<'_> {
    /// A worker for a folder.
    pub fn new<'a>(folder: &'a Folder, proof_nodes: Option<u64>, progress: &'a Progress) -> Worker<'a> {
        let effort = |nodes| Effort { proof_nodes: nodes, look_nodes: nodes, ..Effort::default() };
        Worker { folder, wanted: Wanted { tables: folder.tables(), proof: proof_nodes.map(effort) }, progress }
    }

    /// Writes the files of a part of the source of a number, and says that it is finished.
    pub fn part(&self, number: usize, text: &Text) -> Result<Counts, CorpusError> {
        let Some(source) = self.folder.manifest.sources.get(number) else {
            return Err(CorpusError::Usage(format!("the corpus has no source {number}")));
        };
        let rows = self.rows(source, number, text);
        let counts = self.write(source, number, text.number, rows)?;
        self.progress.done.fetch_add(text.packed, Ordering::Relaxed);
        Ok(counts)
    }

    /// Reads the games of a part. Should one of them meet a mistake of ours, it is read again without that one.
    fn rows(&self, source: &SourceRecord, number: usize, text: &Text) -> Rows {
        let mut broken = Vec::new();
        loop {
            match self.try_rows(source, number, text, &broken) {
                Ok(rows) => return rows,
                Err(game) => broken.push(game),
            }
        }
    }

    fn try_rows(&self, source: &SourceRecord, source_number: usize, text: &Text, broken: &[i64]) -> Result<Rows, i64> {
        let mut rows = Rows::default();
        let name = &source.name;
        let mut place = Place { source: name, part: text.number, line: None };
        for damage in &text.damage {
            rows.fail(None, place, damage, "");
        }
        for (index, game) in pgn::games(&text.bytes[..]).enumerate() {
            let number = game_number(source_number, text.number, index + 1);
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    rows.fail(Some(number), place, &format!("the rest of the part is not read: {error}"), "");
                    break;
                }
            };
            place.line = Some(text.lines_before + game.line);
            if broken.contains(&number) {
                rows.fail(Some(number), place, "a mistake in the program", "");
                continue;
            }
            if let Some((reason, quoted)) = objection(&game) {
                rows.fail(Some(number), place, &reason, &quoted);
                continue;
            }
            let before = rows.counts.positions;
            catch_unwind(AssertUnwindSafe(|| rows.add(&game, number, name, &self.wanted))).map_err(|_| number)?;
            self.progress.games.fetch_add(1, Ordering::Relaxed);
            self.progress.positions.fetch_add(rows.counts.positions - before, Ordering::Relaxed);
        }
        Ok(rows)
    }

    fn write(&self, source: &SourceRecord, number: usize, part: usize, mut rows: Rows) -> Result<Counts, CorpusError> {
        let part_text = part.to_string();
        let about = [
            ("source", source.name.as_str()),
            ("source.checksum", source.checksum.as_str()),
            ("part", part_text.as_str()),
            ("version", env!("CARGO_PKG_VERSION")),
        ];
        let mut record = PartRecord { source: number, part, counts: rows.counts, bytes: BTreeMap::new() };
        for table in self.folder.tables() {
            let path = self.folder.file(table, number, part);
            let bytes = table::write(&path, table, rows.take(table), &about)?;
            record.bytes.insert(table.name().to_owned(), bytes);
        }
        self.folder.finish(&record)?;
        Ok(record.counts)
    }
}
