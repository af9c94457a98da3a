//! SQL over a corpus: an embedded query engine that knows our tables and functions.
//!
//! Tables are views of the files of finished parts, as their records name them; what an import is still writing is
//! not seen. Names are taken as they are written, so that `WhiteElo` needs no quotes. The functions are those of
//! [`crate::functions`].

use std::{fs::File, path::Path, time::Duration};

use arrow::{
    array::RecordBatch,
    datatypes::SchemaRef,
    util::{display::FormatOptions, pretty::pretty_format_batches_with_options},
};
use datafusion::{
    error::DataFusionError,
    prelude::{ParquetReadOptions, SessionConfig, SessionContext},
};

use crate::{CorpusError, functions, manifest::Folder, table::Table};

/// A corpus that can be asked.
pub struct Corpus {
    /// Its folder.
    pub folder: Folder,
    context: SessionContext,
    runtime: tokio::runtime::Runtime,
    /// How long to wait for an answer, if others give it.
    patience: Option<Duration>,
}

/// Rows, all in memory.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The columns.
    pub schema: SchemaRef,
    /// The rows.
    pub batches: Vec<RecordBatch>,
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Table,
    /// Comma-separated, with a header.
    Csv,
    /// One object a line.
    Json,
}

/// What an engine says, without the rest of its story.
pub(crate) fn first_line(error: &DataFusionError) -> String {
    error.strip_backtrace().lines().next().unwrap_or_default().to_owned()
}

/// Where queries run. Plans are deep, and an unoptimised build needs room for them.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, CorpusError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(16 << 20).enable_all().build();
    runtime.map_err(|error| CorpusError::Usage(format!("no threads for queries: {error}")))
}

/// How we want names and texts to be taken.
pub(crate) fn with_our_settings(config: SessionConfig) -> SessionConfig {
    let mut config = config.with_information_schema(true);
    let options = config.options_mut();
    options.sql_parser.enable_ident_normalization = false;
    options.sql_parser.map_string_types_to_utf8view = false;
    options.execution.parquet.schema_force_view_types = false;
    options.execution.parquet.pushdown_filters = true;
    config
}

impl Corpus {
    /// Opens a corpus.
    pub fn open(path: &Path) -> Result<Corpus, CorpusError> {
        let context = SessionContext::new_with_config(with_our_settings(SessionConfig::new()));
        for function in functions::all() {
            context.register_udf(function);
        }
        let corpus = Corpus { folder: Folder::open(path)?, context, runtime: runtime()?, patience: None };
        corpus.register()?;
        Ok(corpus)
    }

    /// Opens a corpus whose files all machines of a cluster see; questions are answered there.
    #[cfg(feature = "cluster")]
    pub fn open_on(cluster: &crate::cluster::Cluster, path: &Path) -> Result<Corpus, CorpusError> {
        // Others stand in other folders.
        let path = std::path::absolute(path).map_err(CorpusError::file(path))?;
        cluster.reach()?;
        let runtime = runtime()?;
        let context = runtime.block_on(cluster.connect(|config| config))?;
        let patience = Some(cluster.patience);
        let corpus = Corpus { folder: Folder::open(&path)?, context, runtime, patience };
        corpus.register()?;
        Ok(corpus)
    }

    /// The tables as views of their files.
    fn register(&self) -> Result<(), CorpusError> {
        let parts = self.folder.parts()?;
        for table in self.folder.tables() {
            let files = parts.iter().map(|part| self.folder.file(table, part.source, part.part));
            let files: Vec<String> = files.map(|file| file.to_string_lossy().into_owned()).collect();
            if files.is_empty() {
                self.context.register_batch(table.name(), RecordBatch::new_empty(table.schema()))?;
                continue;
            }
            let schema = table.schema();
            let options = ParquetReadOptions::default().schema(&schema).parquet_pruning(true);
            let rows = self.runtime.block_on(self.context.read_parquet(files, options))?;
            self.context.register_table(table.name(), rows.into_view())?;
        }
        Ok(())
    }

    /// Asks.
    pub fn ask(&self, query: &str) -> Result<Answer, CorpusError> {
        // On a thread of the runtime, because that one has room for deep plans.
        let context = self.context.clone();
        let query = query.to_owned();
        let task = self.runtime.spawn(async move {
            let rows = context.sql(&query).await?;
            let schema: SchemaRef = rows.schema().inner().clone();
            Ok::<_, DataFusionError>(Answer { schema, batches: rows.collect().await? })
        });
        let answer = self.runtime.block_on(async {
            let Some(patience) = self.patience else { return Ok(task.await) };
            let seconds = patience.as_secs();
            let none = |_| CorpusError::Cluster(format!("no answer came for {seconds} seconds (--patience)"));
            tokio::time::timeout(patience, task).await.map_err(none)
        })?;
        answer.map_err(|error| CorpusError::Usage(format!("the query broke: {error}")))?.map_err(CorpusError::Query)
    }

    /// Whether a table is there.
    pub fn has(&self, table: Table) -> bool {
        self.folder.tables().contains(&table)
    }
}

impl Answer {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// As text.
    pub fn text(&self, format: Format) -> Result<String, CorpusError> {
        let failed = |error: arrow::error::ArrowError| CorpusError::Query(error.into());
        match format {
            Format::Table => {
                let options = FormatOptions::default().with_null("");
                let empty = [RecordBatch::new_empty(self.schema.clone())];
                let batches = if self.batches.is_empty() { &empty[..] } else { &self.batches };
                let table = pretty_format_batches_with_options(batches, &options).map_err(failed)?;
                Ok(table.to_string() + "\n")
            }
            Format::Csv => {
                let mut out = Vec::new();
                let mut writer = arrow::csv::WriterBuilder::new().with_header(true).build(&mut out);
                writer.write(&RecordBatch::new_empty(self.schema.clone())).map_err(failed)?;
                for batch in &self.batches {
                    writer.write(batch).map_err(failed)?;
                }
                drop(writer);
                Ok(String::from_utf8_lossy(&out).into_owned())
            }
            Format::Json => {
                let mut out = Vec::new();
                let builder = arrow::json::WriterBuilder::new().with_explicit_nulls(true);
                let mut writer = builder.build::<_, arrow::json::writer::LineDelimited>(&mut out);
                for batch in &self.batches {
                    writer.write(batch).map_err(failed)?;
                }
                writer.finish().map_err(failed)?;
                drop(writer);
                Ok(String::from_utf8_lossy(&out).into_owned())
            }
        }
    }

    /// Writes a Parquet file.
    pub fn parquet(&self, path: &Path) -> Result<(), CorpusError> {
        let failed = |error| CorpusError::Table { path: path.to_owned(), error };
        let file = File::create(path).map_err(CorpusError::file(path))?;
        let mut writer = parquet::arrow::ArrowWriter::try_new(file, self.schema.clone(), None).map_err(failed)?;
        for batch in &self.batches {
            writer.write(batch).map_err(failed)?;
        }
        writer.close().map_err(failed)?;
        Ok(())
    }
}
