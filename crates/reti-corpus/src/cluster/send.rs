//! An import on a cluster, as the one who sends it sees it.
//!
//! A part is finished when its record is there, whoever made it, and all machines see the same folder. So the sender
//! need not believe what the engine tells of its jobs: it sends what is not finished as a query, watches the records,
//! and when the query fails, or nothing is finished for too long, it sends the rest again. That costs at most some
//! work that is done twice. After [`TRIES`] times in a row without one more part it gives up and says why, so no
//! import waits for ever; the same command goes on later from where this one ended.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf, absolute},
    sync::{atomic::Ordering, mpsc},
    thread,
    time::{Duration, Instant, SystemTime},
};

use datafusion::{
    error::{DataFusionError, Result},
    prelude::ParquetReadOptions,
};
use tokio::{task::JoinHandle, time::timeout};

use super::{
    Cluster,
    queue::{COLUMNS, Ticket, schema, write},
};
use crate::{
    CorpusError,
    import::{Options, Prepared, Progress, Sums, document},
    manifest::{Folder, beside},
    source::{Piece, Source, Text},
    sql::runtime,
    wire,
};

/// So often in a row work is sent without a part being finished.
const TRIES: usize = 3;

/// How long to wait before work is sent again; a scheduler may be starting meanwhile.
const PAUSE: Duration = Duration::from_secs(5);

/// How often it is looked what is finished.
const LOOK: Duration = Duration::from_millis(500);

/// When all parts are there, the query may take so long to say so.
const FAREWELL: Duration = Duration::from_secs(5);

/// Without a part after so long the user is told that somebody may be missing.
const DOUBT: Duration = Duration::from_secs(30);

/// Imports files on a cluster into a folder that all its machines see; what is there already is not done again.
/// What goes wrong on the way is told at once.
pub fn import(
    files: &[PathBuf],
    out: &Path,
    options: &Options,
    cluster: &Cluster,
    progress: &Progress,
    tell: &dyn Fn(&str),
) -> Result<wire::Import, CorpusError> {
    let start = Instant::now();
    cluster.reach()?;
    let out = absolute(out).map_err(CorpusError::file(out))?;
    let Prepared { folder, sources } = Prepared::new(files, &out, options)?;
    let mut open = Vec::new();
    for (number, source) in &sources {
        for piece in pieces(source, *number, options.part_bytes, &folder)? {
            progress.total.fetch_add(piece.end - piece.begin, Ordering::Relaxed);
            open.push(Ticket { out: out.clone(), source: *number, piece, proof_nodes: options.proof_nodes });
        }
    }
    let mut sender = Sender { folder: &folder, cluster, progress, tell, open, sums: Sums::default() };
    sender.look();
    sender.sums.skipped = sender.sums.parts;
    // What a run that was killed has sent: whoever has not begun with it need not.
    let _ = fs::remove_dir_all(out.join("queue"));
    sender.send_all()?;
    for name in ["queue", "unpacked"] {
        // Not needed any more, and not in the way.
        let _ = fs::remove_dir_all(out.join(name));
    }
    folder.tidy();
    Ok(document(files.len(), &sender.sums, start.elapsed().as_secs_f64(), None))
}

/// What is not finished yet, and who is to work on it.
struct Sender<'a> {
    folder: &'a Folder,
    cluster: &'a Cluster,
    progress: &'a Progress,
    tell: &'a dyn Fn(&str),
    open: Vec<Ticket>,
    sums: Sums,
}

impl Sender<'_> {
    /// Sends until all parts are there, or nobody seems to work on them.
    fn send_all(&mut self) -> Result<(), CorpusError> {
        let mut in_vain = 0;
        while !self.open.is_empty() {
            let before = self.open.len();
            let done = self.send();
            self.look();
            if self.open.is_empty() {
                break;
            }
            in_vain = if self.open.len() < before { 0 } else { in_vain + 1 };
            let left = self.open.len();
            let why = match done {
                Ok(()) => "executors do not write where this program looks: all must see the same folder".to_owned(),
                Err(error) => error.to_string(),
            };
            if in_vain == TRIES {
                let all = left + self.sums.parts;
                let message =
                    format!("{why}; {left} of {all} parts are missing, and the same command goes on with them");
                return Err(CorpusError::Cluster(message));
            }
            (self.tell)(&format!("{why}; what is missing is sent again: {left} parts"));
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Takes what is finished from the list.
    fn look(&mut self) {
        let Sender { folder, progress, open, sums, .. } = self;
        // One look at the folder, not one for each part: there may be hundreds of thousands.
        let records = folder.records();
        open.retain(|Ticket { source, piece, .. }| {
            let name = format!("{}.json", Folder::stem(*source, piece.number));
            let record = records.contains(OsStr::new(&name)).then(|| folder.finished(*source, piece.number));
            let Some(record) = record.flatten() else { return true };
            sums.counts.add(&record.counts);
            sums.parts += 1;
            progress.done.fetch_add(piece.end - piece.begin, Ordering::Relaxed);
            progress.games.fetch_add(record.counts.games, Ordering::Relaxed);
            progress.positions.fetch_add(record.counts.positions, Ordering::Relaxed);
            false
        });
    }

    /// Sends what is not finished, once.
    fn send(&mut self) -> Result<(), CorpusError> {
        self.cluster.reach()?;
        // Another name each time: who still works on an earlier queue must not read this one instead.
        let name = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_millis().to_string();
        let queue = write(&self.open, &self.folder.path.join("queue").join(name), self.cluster.partitions)?;
        let runtime = runtime()?;
        // On a thread of the runtime, because that one has room for deep plans.
        let query = runtime.spawn(ask(self.cluster.clone(), queue));
        let done = runtime.block_on(self.watch(query));
        // Should the query still run, nobody waits for it.
        runtime.shutdown_background();
        done
    }

    /// Waits for the end of a query, or for parts in vain.
    async fn watch(&mut self, mut query: JoinHandle<Result<()>>) -> Result<(), CorpusError> {
        let mut last = Instant::now();
        let mut doubts = true;
        loop {
            if let Ok(ended) = timeout(LOOK, &mut query).await {
                let broke = |error| CorpusError::Cluster(format!("the import broke: {error}"));
                return Ok(ended.map_err(broke)??);
            }
            let before = self.open.len();
            self.look();
            if self.open.len() < before {
                last = Instant::now();
                doubts = false;
            }
            let quiet = last.elapsed();
            if self.open.is_empty() && quiet > FAREWELL {
                return Ok(());
            }
            if quiet > self.cluster.patience {
                let seconds = self.cluster.patience.as_secs();
                return Err(CorpusError::Cluster(format!("no part was finished for {seconds} seconds (--patience)")));
            }
            if doubts && quiet > DOUBT {
                doubts = false;
                (self.tell)("no part is finished yet: is an executor running?");
            }
        }
    }
}

/// Where the parts of a source are. Plain text is looked through once; zstd in one piece, which only its first byte
/// leads into, is unpacked beside the corpus.
fn pieces(source: &Source, number: usize, part_bytes: usize, folder: &Folder) -> Result<Vec<Piece>, CorpusError> {
    let path = absolute(&source.path).map_err(CorpusError::file(&source.path))?;
    if let Some(ranges) = source.ranges() {
        return Ok(ranges.into_iter().map(|piece| Piece { path: path.clone(), ..piece }).collect());
    }
    let unpacked = folder.path.join("unpacked").join(format!("s{number:04}.pgn"));
    let temporary = beside(&unpacked);
    let (path, mut copy) = if source.is_divisible() {
        (path, None)
    } else {
        fs::create_dir_all(folder.path.join("unpacked")).map_err(CorpusError::file(&unpacked))?;
        let file = File::create(&temporary).map_err(CorpusError::file(&temporary))?;
        (unpacked, Some(BufWriter::new(file)))
    };
    let (sender, texts) = mpsc::sync_channel::<Text>(1);
    let mut pieces = Vec::new();
    let mut begin = 0;
    thread::scope(|scope| {
        let reader = scope.spawn(move || source.stream(part_bytes, &sender));
        for text in texts {
            let end = begin + text.bytes.len() as u64;
            let Text { number, lines_before, damage, .. } = text;
            pieces.push(Piece { path: path.clone(), number, begin, end, is_packed: false, lines_before, damage });
            begin = end;
            if let Some(copy) = &mut copy {
                copy.write_all(&text.bytes)?;
            }
        }
        reader.join().unwrap_or_else(|_| Err(std::io::Error::other("the reader of the file broke")))
    })
    .map_err(CorpusError::file(&source.path))?;
    if let Some(mut copy) = copy {
        copy.flush().and_then(|()| fs::rename(&temporary, &path)).map_err(CorpusError::file(&path))?;
    }
    Ok(pieces)
}

/// Has the cluster work on a queue, and waits.
async fn ask(cluster: Cluster, queue: Vec<String>) -> Result<()> {
    let arguments = COLUMNS.map(|(name, _)| format!("\"{name}\"")).join(", ");
    let query = format!(
        "SELECT \"source\", sum(\"games\") AS \"games\" FROM \
         (SELECT \"source\", import_part({arguments}) AS \"games\" FROM \"queue\") GROUP BY \"source\""
    );
    // One row at a time: between two parts an executor can be told to stop.
    let context = cluster.connect(|config| config.with_batch_size(1)).await?;
    let schema = schema();
    let rows = context.read_parquet(queue, ParquetReadOptions::default().schema(&schema)).await?;
    context.register_table("queue", rows.into_view())?;
    context.sql(&query).await?.collect().await?;
    Ok::<_, DataFusionError>(())
}
