//! An import as a query: a table of what is to be done, and a function that does it.
//!
//! Each row of the *queue* says where a part is (path, range of bytes, whether these are frames) and where its files
//! go. The function `import_part` reads the part, writes its files beside their places, moves them there and answers
//! how many games it had; of a part that is finished it only tells. So it does not matter how often a row is worked
//! on, by whom, or who dies meanwhile: the corpus says what is done, the query only that nothing is missing.
//!
//! The queue is written as small Parquet files, one for each partition, because a table in memory cannot be sent.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf, absolute},
    sync::{Arc, mpsc},
    time::Instant,
};

use arrow::{
    array::{Array as _, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray},
    datatypes::{DataType, Field, Schema, SchemaRef},
};
use datafusion::{
    common::cast::{as_boolean_array, as_int64_array, as_string_array},
    error::{DataFusionError, Result},
    logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf},
    prelude::ParquetReadOptions,
};
use parquet::arrow::ArrowWriter;

use super::Cluster;
use crate::{
    CorpusError,
    import::{Options, Prepared, Progress, Sums, Worker, document},
    manifest::{Folder, beside},
    source::{Piece, Source, Text},
    sql::runtime,
    wire,
};

/// The columns of the queue, in the order of the function's arguments.
const COLUMNS: [(&str, DataType); 10] = [
    ("out", DataType::Utf8),
    ("path", DataType::Utf8),
    ("frames", DataType::Boolean),
    ("from", DataType::Int64),
    ("to", DataType::Int64),
    ("lines", DataType::Int64),
    ("damage", DataType::Utf8),
    ("source", DataType::Int64),
    ("part", DataType::Int64),
    ("nodes", DataType::Int64),
];

/// A part that is to be imported.
struct Ticket {
    /// The folder of the corpus.
    out: PathBuf,
    /// The number of the source.
    source: usize,
    piece: Piece,
    proof_nodes: Option<u64>,
}

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

/// Writes the queue: one file for each partition, with every so-manieth part, so that all have about as much to do.
fn write(tickets: &[Ticket], folder: &Path, partitions: usize) -> Result<Vec<String>, CorpusError> {
    // What is left of a run that was killed.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(CorpusError::file(folder))?;
    let files = partitions.clamp(1, tickets.len());
    let mut paths = Vec::new();
    for first in 0..files {
        let path = folder.join(format!("{first:05}.parquet"));
        let rows: Vec<&Ticket> = tickets.iter().skip(first).step_by(files).collect();
        let failed = |error| CorpusError::Table { path: path.clone(), error };
        let batch = batch(&rows).map_err(|error| failed(error.into()))?;
        let file = File::create(&path).map_err(CorpusError::file(&path))?;
        let mut writer = ArrowWriter::try_new(file, schema(), None).map_err(failed)?;
        writer.write(&batch).map_err(failed)?;
        writer.close().map_err(failed)?;
        paths.push(path.to_string_lossy().into_owned());
    }
    Ok(paths)
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(COLUMNS.map(|(name, kind)| Field::new(name, kind, true)).to_vec()))
}

fn batch(rows: &[&Ticket]) -> Result<RecordBatch, arrow::error::ArrowError> {
    let text = |value: &dyn Fn(&Ticket) -> Option<String>| -> ArrayRef {
        Arc::new(rows.iter().map(|row| value(row)).collect::<StringArray>())
    };
    let number = |value: &dyn Fn(&Ticket) -> Option<u64>| -> ArrayRef {
        Arc::new(rows.iter().map(|row| value(row).map(|value| value as i64)).collect::<Int64Array>())
    };
    let packed: BooleanArray = rows.iter().map(|row| Some(row.piece.is_packed)).collect();
    let columns = vec![
        text(&|row| Some(row.out.to_string_lossy().into_owned())),
        text(&|row| Some(row.piece.path.to_string_lossy().into_owned())),
        Arc::new(packed),
        number(&|row| Some(row.piece.begin)),
        number(&|row| Some(row.piece.end)),
        number(&|row| Some(row.piece.lines_before as u64)),
        text(&|row| Some(row.piece.damage.join("\n")).filter(|damage| !damage.is_empty())),
        number(&|row| Some(row.source as u64)),
        number(&|row| Some(row.piece.number as u64)),
        number(&|row| row.proof_nodes),
    ];
    RecordBatch::try_new(schema(), columns)
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

/// The function `import_part`: imports the part that a row names; how many games it has.
pub fn function() -> ScalarUDF {
    let run = |arguments: &[ColumnarValue]| {
        let columns = ColumnarValue::values_to_arrays(arguments)?;
        let rows = columns.first().map_or(0, |column| column.len());
        let games = (0..rows).map(|row| {
            let done = ticket(&columns, row)
                .and_then(|ticket| work(&ticket).map_err(|error| DataFusionError::Execution(error.to_string())));
            done.map(|games| games as i64)
        });
        let games = games.collect::<Result<Vec<i64>>>()?;
        Ok(ColumnarValue::Array(Arc::new(Int64Array::from(games))))
    };
    let kinds = COLUMNS.map(|(_, kind)| kind).to_vec();
    // It writes files, so it may be neither left out nor computed beforehand.
    create_udf("import_part", kinds, DataType::Int64, Volatility::Volatile, Arc::new(run))
}

fn ticket(columns: &[ArrayRef], row: usize) -> Result<Ticket> {
    let text = |column: usize| -> Result<&str> { Ok(as_string_array(&columns[column])?.value(row)) };
    let number = |column: usize| -> Result<u64> { Ok(as_int64_array(&columns[column])?.value(row) as u64) };
    let damage = text(6)?.lines().map(str::to_owned).collect();
    let piece = Piece {
        path: PathBuf::from(text(1)?),
        number: number(8)? as usize,
        begin: number(3)?,
        end: number(4)?,
        is_packed: as_boolean_array(&columns[2])?.value(row),
        lines_before: number(5)? as usize,
        damage,
    };
    let proof_nodes = if columns[9].is_null(row) { None } else { Some(number(9)?) };
    Ok(Ticket { out: PathBuf::from(text(0)?), source: number(7)? as usize, piece, proof_nodes })
}

/// Imports a part, unless it is there.
fn work(ticket: &Ticket) -> Result<u64, CorpusError> {
    let Ticket { out, source, piece, proof_nodes } = ticket;
    let folder = Folder::open(out)?;
    if let Some(record) = folder.finished(*source, piece.number) {
        return Ok(record.counts.games);
    }
    let text = piece.read().map_err(CorpusError::file(&piece.path))?;
    let counts = Worker::new(&folder, *proof_nodes, &Progress::default()).part(*source, &text)?;
    Ok(counts.games)
}
