//! An import on a cluster, as the one who sends it sees it.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf, absolute},
    sync::mpsc,
    time::Instant,
};

use datafusion::{
    error::{DataFusionError, Result},
    prelude::ParquetReadOptions,
};

use super::{
    Cluster,
    queue::{COLUMNS, Ticket, schema, write},
};
use crate::{
    CorpusError,
    import::{Options, Prepared, Sums, document},
    manifest::{Folder, beside},
    source::{Piece, Source, Text},
    sql::runtime,
    wire,
};

/// Imports files on a cluster into a folder that all its machines see; what is there already is not done again.
pub fn import(
    files: &[PathBuf],
    out: &Path,
    options: &Options,
    cluster: &Cluster,
) -> Result<wire::Import, CorpusError> {
    let start = Instant::now();
    let out = absolute(out).map_err(CorpusError::file(out))?;
    let Prepared { folder, sources } = Prepared::new(files, &out, options)?;
    let mut sums = Sums::default();
    let mut tickets = Vec::new();
    let mut parts = Vec::new();
    for (number, source) in &sources {
        for piece in pieces(source, *number, options.part_bytes, &folder)? {
            parts.push((*number, piece.number));
            if folder.finished(*number, piece.number).is_some() {
                sums.skipped += 1;
            } else {
                let proof_nodes = options.proof_nodes;
                tickets.push(Ticket { out: out.clone(), source: *number, piece, proof_nodes });
            }
        }
    }
    if !tickets.is_empty() {
        let queue = write(&tickets, &out.join("queue"), cluster.partitions)?;
        ask(cluster, queue)?;
    }
    for (source, part) in parts {
        let record = folder.finished(source, part);
        let missing = || CorpusError::Usage(format!("part {part} of source {source} is missing: import again"));
        sums.counts.add(&record.ok_or_else(missing)?.counts);
        sums.parts += 1;
    }
    for name in ["queue", "unpacked"] {
        // Not needed any more, and not in the way.
        let _ = fs::remove_dir_all(out.join(name));
    }
    folder.tidy();
    Ok(document(files.len(), &sums, start.elapsed().as_secs_f64(), None))
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
    std::thread::scope(|scope| {
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
fn ask(cluster: &Cluster, queue: Vec<String>) -> Result<(), CorpusError> {
    let arguments = COLUMNS.map(|(name, _)| format!("\"{name}\"")).join(", ");
    let query = format!(
        "SELECT \"source\", sum(\"games\") AS \"games\" FROM \
         (SELECT \"source\", import_part({arguments}) AS \"games\" FROM \"queue\") GROUP BY \"source\""
    );
    let runtime = runtime()?;
    let cluster = cluster.clone();
    // On a thread of the runtime, because that one has room for deep plans.
    let task = runtime.spawn(async move {
        let context = cluster.connect().await?;
        let schema = schema();
        let rows = context.read_parquet(queue, ParquetReadOptions::default().schema(&schema)).await?;
        context.register_table("queue", rows.into_view())?;
        context.sql(&query).await?.collect().await?;
        Ok::<_, DataFusionError>(())
    });
    let done = runtime.block_on(task);
    Ok(done.map_err(|error| CorpusError::Usage(format!("the import broke: {error}")))??)
}
