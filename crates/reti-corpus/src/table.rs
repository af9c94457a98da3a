//! The tables of a corpus: their columns, and how they are written.
//!
//! Names of columns are the words of CONTRIBUTING, or the tags of PGN where they stand for those (as in the dataset
//! that Lichess publishes). Every role that a motif may cast on a board is a column of the tables of tactics: the
//! FEN letter and the square of its piece (`Nc7`), several with spaces between (`ra8 ke8`), a dash for the letter
//! where none stands (`-f7`).

use std::{
    fs::{self, File},
    path::Path,
    sync::{Arc, LazyLock},
};

use arrow::{
    array::{ArrayRef, RecordBatch},
    datatypes::{DataType, Field, Schema, SchemaRef},
};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::{
        metadata::{KeyValue, SortingColumn},
        properties::{EnabledStatistics, WriterProperties},
    },
    schema::types::ColumnPath,
};
use reti_core::motif::{CATALOGUE, Kind, Role};

use crate::{CorpusError, manifest::beside};

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// One row for each game that could be read.
    Games,
    /// One row for each position of each game.
    Positions,
    /// One row for each tactic in each position.
    Tactics,
    /// The same for what is worth seeing but does not count.
    Observations,
    /// One row for each relation between pieces, as long as it lasted.
    Edges,
    /// One row for each mate on the board.
    Mates,
    /// One row for each thing that could not be read.
    Errors,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 7] = [
        Table::Games,
        Table::Positions,
        Table::Tactics,
        Table::Observations,
        Table::Edges,
        Table::Mates,
        Table::Errors,
    ];

    /// Its name in SQL, and the name of its folder.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Positions => "positions",
            Table::Tactics => "tactics",
            Table::Observations => "observations",
            Table::Edges => "edges",
            Table::Mates => "mates",
            Table::Errors => "errors",
        }
    }

    /// The table of that name.
    pub fn named(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.name() == name)
    }

    /// Its columns.
    pub fn schema(self) -> SchemaRef {
        let text = |name: &str| Field::new(name, DataType::Utf8, true);
        let number = |name: &str| Field::new(name, DataType::Int32, true);
        let mut fields = vec![Field::new("game", DataType::Int64, true)];
        match self {
            Table::Games => {
                fields.push(text("source"));
                fields.extend(TEXT_TAGS.iter().map(|tag| text(tag)));
                fields.extend(NUMBER_TAGS.iter().map(|tag| number(tag)));
                fields.extend([text("fen"), number("plies"), text("moves")]);
            }
            Table::Positions => {
                fields.extend([number("ply"), text("fen"), Field::new("zobrist", DataType::UInt64, true)]);
                fields.extend([text("turn"), text("move"), text("phase"), text("material"), number("men")]);
                fields.extend(["order", "order_white", "order_black", "order_reduced"].map(number));
                let real = |name: &str| Field::new(name, DataType::Float64, true);
                fields.extend(["fragility", "fragility_white", "fragility_black", "capture_fraction"].map(real));
                fields.extend([real("clock"), number("eval"), number("mate")]);
            }
            Table::Tactics | Table::Observations => {
                fields.extend([number("ply"), text("turn"), text("motif"), text("owner")]);
                fields.extend([number("gain"), Field::new("sound", DataType::Boolean, true), text("evidence")]);
                fields.extend(ROLES.iter().map(|role| text(role.name())));
            }
            Table::Edges => {
                fields.extend(["born", "died"].map(number));
                fields.extend(["relation", "source", "target", "third"].map(text));
            }
            Table::Mates => fields.extend([number("ply"), text("winner"), text("motif"), text("names"), text("fen")]),
            Table::Errors => {
                fields.extend([text("source"), number("part"), number("line"), text("reason"), text("text")]);
            }
        }
        Arc::new(Schema::new(fields))
    }

    /// By what its rows are sorted, as indices of columns.
    fn sorting(self) -> &'static [i32] {
        match self {
            Table::Games | Table::Errors => &[0],
            Table::Positions | Table::Edges | Table::Mates => &[0, 1],
            // Motif, owner, game, ply: a question about a motif reads its rows only.
            Table::Tactics | Table::Observations => &[3, 4, 0, 1],
        }
    }
}

/// Tags that become columns of text, named as they are.
pub const TEXT_TAGS: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteTitle",
    "BlackTitle",
    "UTCDate",
    "UTCTime",
    "ECO",
    "Opening",
    "Termination",
    "TimeControl",
];

/// Tags that become columns of numbers.
pub const NUMBER_TAGS: [&str; 4] = ["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"];

/// The roles that motifs cast on a board, in the order of display.
pub static ROLES: LazyLock<Vec<Role>> = LazyLock::new(|| {
    let on_board = |role: &Role| {
        CATALOGUE.iter().filter(|motif| motif.kind != Kind::Theme).any(|motif| motif.roles.contains(role))
    };
    Role::ALL.into_iter().filter(on_board).collect()
});

/// Rows of a row group.
const GROUP_ROWS: usize = 1 << 16;

fn properties(table: Table, about: &[(&str, &str)]) -> WriterProperties {
    let about = about.iter().map(|(key, value)| KeyValue::new(format!("reti.{key}"), (*value).to_owned()));
    let sorting =
        table.sorting().iter().map(|&column_idx| SortingColumn { column_idx, descending: false, nulls_first: true });
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by(concat!("reti ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(about.collect()))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_sorting_columns(Some(sorting.collect()))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    // Almost every value is another one: no dictionary, and nothing that smallest and largest could exclude.
    for column in ["fen", "moves", "zobrist", "fragility", "fragility_white", "fragility_black", "capture_fraction"] {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
    }
    if table == Table::Positions {
        let zobrist = ColumnPath::from("zobrist");
        properties = properties
            .set_column_bloom_filter_enabled(zobrist.clone(), true)
            .set_column_bloom_filter_max_ndv(zobrist.clone(), GROUP_ROWS as u64)
            .set_column_bloom_filter_fpp(zobrist, 0.01);
    }
    properties.build()
}

/// Writes a whole file beside its place and then moves it there.
pub fn write(path: &Path, table: Table, columns: Vec<ArrayRef>, about: &[(&str, &str)]) -> Result<u64, CorpusError> {
    let temporary = beside(path);
    let failed = |error| CorpusError::Table { path: path.to_owned(), error };
    let batch = RecordBatch::try_new(table.schema(), columns).map_err(|error| failed(error.into()))?;
    let file = File::create(&temporary).map_err(CorpusError::file(&temporary))?;
    let mut writer = ArrowWriter::try_new(file, table.schema(), Some(properties(table, about))).map_err(failed)?;
    writer.write(&batch).map_err(failed)?;
    let file = writer.into_inner().map_err(failed)?;
    file.sync_all().map_err(CorpusError::file(&temporary))?;
    let bytes = file.metadata().map_err(CorpusError::file(&temporary))?.len();
    fs::rename(&temporary, path).map_err(CorpusError::file(path))?;
    Ok(bytes)
}
