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
    path::{Path, PathBuf},
    sync::Arc,
};

use arrow::{
    array::{Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray},
    datatypes::{DataType, Field, Schema, SchemaRef},
};
use datafusion::{
    common::cast::{as_boolean_array, as_int64_array, as_string_array},
    error::{DataFusionError, Result},
    logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf},
};
use parquet::arrow::ArrowWriter;

use crate::{
    CorpusError,
    import::{Progress, Worker},
    manifest::Folder,
    source::Piece,
};

/// The columns of the queue, in the order of the function's arguments.
pub(super) const COLUMNS: [(&str, DataType); 10] = [
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
pub(super) struct Ticket {
    /// The folder of the corpus.
    pub out: PathBuf,
    /// The number of the source.
    pub source: usize,
    /// Where the part is.
    pub piece: Piece,
    /// How hard it is looked whether tactics are sound.
    pub proof_nodes: Option<u64>,
}

/// Writes the queue: one file for each partition, with every so-manieth part, so that all have about as much to do.
pub(super) fn write(tickets: &[Ticket], folder: &Path, partitions: usize) -> Result<Vec<String>, CorpusError> {
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

pub(super) fn schema() -> SchemaRef {
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

/// The function `import_part`: imports the part that a row names; how many games it has.
pub fn function() -> ScalarUDF {
    let run = |arguments: &[ColumnarValue]| {
        let columns = ColumnarValue::values_to_arrays(arguments)?;
        let rows = columns.first().map_or(0, Array::len);
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
