//! Labelled puzzles in the format that Lichess publishes, plain or compressed with zstd.
//!
//! A table of comma-separated values whose header names the columns: `PuzzleId`, `FEN`, `Moves`,
//! `Themes` are used, in any order; others may be there, and cells may be empty. The first move of
//! `Moves` is the opponent's, it sets the task. A bad row is a [`Problem`] that names row and
//! column; the rows after it are read all the same. Lines before the header that start with `#` are
//! comments, so that small files can carry their source.

mod agreement;

use std::io::{self, BufRead, Read};

use reti_core::chess::Position;

use reti::{
    Problem,
    line::{Line, SetUp, line_problem},
};

pub use agreement::{Agreement, Comparison, Miss, compare, theme_labels};

/// The columns that are read.
const COLUMNS: [&str; 4] = ["PuzzleId", "FEN", "Moves", "Themes"];

/// A row of the table, its cells not yet understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The line in the file, from 1.
    pub row: usize,
    /// What the puzzle is called.
    pub id: String,
    /// The position before the opponent's move.
    pub fen: String,
    /// The opponent's move and the solution, in UCI.
    pub moves: String,
    /// The labels.
    pub labels: Vec<String>,
    /// How hard it is, if the file says so.
    pub rating: Option<u32>,
    /// Which of the other columns are filled, in the header's order. Databases that were merged
    /// from several exports show it here.
    pub filled: Vec<bool>,
}

impl Record {
    /// The line to solve; the problem names row and column.
    pub fn line(&self) -> Result<Line, Problem> {
        let at = |column: &str, problem: Problem| Problem { subject: self.place(column), ..problem };
        let start = Position::from_fen(&self.fen).map_err(|error| at("FEN", error.into()))?;
        if self.moves.trim().is_empty() {
            return Err(self.missing("Moves"));
        }
        Line::read(&start, &self.moves, SetUp::Included).map_err(|error| {
            let mut problem = at("Moves", line_problem(&error, &self.moves));
            problem.message = format!("move {}: {}", error.number, problem.message);
            problem
        })
    }

    fn place(&self, column: &str) -> String {
        let name = if self.id.is_empty() { String::new() } else { format!(" ({})", self.id) };
        format!("row {}{name}, column {column}", self.row)
    }

    fn missing(&self, column: &str) -> Problem {
        let message = "missing".to_owned();
        Problem { subject: self.place(column), message, text: String::new(), span: 0..0 }
    }
}

/// The rows of a puzzle file, one after another.
pub struct Records {
    source: Box<dyn BufRead>,
    header: Vec<String>,
    /// Where the columns of [`COLUMNS`] are.
    places: [Option<usize>; 4],
    row: usize,
}

/// Opens a puzzle table; compressed data is recognised by its first bytes.
pub fn records(source: impl Read + Send + 'static) -> Result<Records, Problem> {
    let source = reti::packed::unpacked(source).map_err(|error| unreadable(0, &error))?;
    let mut records = Records { source, header: Vec::new(), places: [None; 4], row: 0 };
    let header = loop {
        match records.next_line()? {
            Some(line) if line.starts_with('#') || line.trim().is_empty() => {}
            Some(line) => break line,
            None => return Err(no_header(String::new(), "an empty file: expected a header with column names")),
        }
    };
    records.header = cells(header.trim_start_matches('\u{feff}'));
    records.places = COLUMNS.map(|name| records.header.iter().position(|cell| cell.trim() == name));
    for (name, place) in COLUMNS.iter().zip(records.places).skip(1) {
        if place.is_none() {
            return Err(no_header(header, &format!("no column {name} in the header")));
        }
    }
    Ok(records)
}

impl Records {
    fn next_line(&mut self) -> Result<Option<String>, Problem> {
        let mut bytes = Vec::new();
        self.row += 1;
        match self.source.read_until(b'\n', &mut bytes) {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned())),
            Err(error) => Err(unreadable(self.row, &error)),
        }
    }

    fn record(&self, line: &str) -> Result<Record, Problem> {
        let cells = cells(line);
        let cell =
            |index: usize| self.places[index].and_then(|place| cells.get(place)).map(|cell| cell.trim().to_owned());
        let mut record = Record { row: self.row, id: cell(0).unwrap_or_default(), ..Record::default() };
        record.fen = cell(1).filter(|fen| !fen.is_empty()).ok_or_else(|| record.missing("FEN"))?;
        record.moves = cell(2).filter(|moves| !moves.is_empty()).ok_or_else(|| record.missing("Moves"))?;
        let labels = cell(3).ok_or_else(|| record.missing("Themes"))?;
        record.labels = labels.split_whitespace().map(str::to_owned).collect();
        let rating = self.header.iter().position(|name| name.trim() == "Rating");
        record.rating = rating.and_then(|place| cells.get(place)).and_then(|cell| cell.trim().parse().ok());
        let others = (0..self.header.len()).filter(|&place| !self.places.contains(&Some(place)));
        record.filled = others.map(|place| cells.get(place).is_some_and(|cell| !cell.is_empty())).collect();
        Ok(record)
    }
}

impl Iterator for Records {
    type Item = Result<Record, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_line() {
                Ok(None) => return None,
                Ok(Some(line)) if line.is_empty() => {}
                Ok(Some(line)) => return Some(self.record(&line)),
                Err(problem) => {
                    // Nothing can be read after a broken stream.
                    self.source = Box::new(io::empty());
                    return Some(Err(problem));
                }
            }
        }
    }
}

/// The cells of one line. A row is a line here, so that a quote that is never closed costs one row
/// and not the rest of the file.
fn cells(line: &str) -> Vec<String> {
    let mut row = csv::StringRecord::new();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).buffer_capacity(512).from_reader(line.as_bytes());
    match reader.read_record(&mut row) {
        Ok(_) => row.iter().map(str::to_owned).collect(),
        Err(_) => Vec::new(),
    }
}

fn unreadable(row: usize, error: &io::Error) -> Problem {
    Problem { subject: format!("row {row}"), message: error.to_string(), text: String::new(), span: 0..0 }
}

fn no_header(text: String, message: &str) -> Problem {
    let span = 0..text.len();
    Problem { subject: "not a puzzle table".to_owned(), message: message.to_owned(), text, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1,e8e7 a1a7,mate";

    fn read(text: &str) -> Vec<Result<Record, String>> {
        let records = records(io::Cursor::new(text.to_owned().into_bytes())).unwrap();
        records.map(|record| record.map_err(|problem| problem.to_string())).collect()
    }

    #[test]
    fn a_bad_row_is_named_and_the_rest_is_read() {
        let text = format!("# source\nPuzzleId,FEN,Moves,Themes\na,{GOOD}\nb,8/8 w\nc,,x,\n\nd,{GOOD}\n");
        let rows = read(&text);
        assert_eq!(rows[1], Err("row 4 (b), column Moves: missing".to_owned()));
        assert_eq!(rows[2], Err("row 5 (c), column FEN: missing".to_owned()));
        assert_eq!(rows[3].as_ref().map(|record| (record.row, record.id.as_str())), Ok((7, "d")));
    }

    #[test]
    fn positions_and_moves_are_checked() {
        let line = |fen: &str, moves: &str| {
            let record = Record { row: 9, fen: fen.to_owned(), moves: moves.to_owned(), ..Record::default() };
            record.line().map(|line| line.moves().len()).map_err(|problem| problem.to_string())
        };
        assert_eq!(line("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8e7 a1a7"), Ok(2));
        let illegal = line("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8e7 a1b7");
        assert_eq!(illegal, Err("row 9, column Moves: move 2: illegal move".to_owned()));
        let kingless = line("8/8/8/8/8/8/8/R3K3 b - - 0 1", "e8e7").unwrap_err();
        assert!(kingless.starts_with("row 9, column FEN: "), "{kingless}");
    }

    #[test]
    fn columns_are_found_by_name_and_cells_may_be_quoted() {
        let rows = read("Themes,Moves,Extra,FEN\n\"fork, pin\",e8e7,,4k3/8/8/8/8/8/8/R3K3 b - - 0 1\n");
        let record = rows[0].as_ref().unwrap();
        assert_eq!((record.moves.as_str(), record.labels.len(), record.filled.clone()), ("e8e7", 2, vec![false]));
        assert_eq!(cells("a,\"b\"\"c\",,"), ["a", "b\"c", "", ""]);
    }

    #[test]
    fn a_table_without_its_columns_is_refused() {
        let problem = |text: &'static str| records(text.as_bytes()).err().map(|problem| problem.message);
        assert_eq!(problem("FEN,Moves\n"), Some("no column Themes in the header".to_owned()));
        assert_eq!(problem(""), Some("an empty file: expected a header with column names".to_owned()));
    }

    #[test]
    fn compressed_tables_are_recognised() {
        let packed = zstd::encode_all(format!("FEN,Moves,Themes\n{GOOD}\n").as_bytes(), 1).unwrap();
        let cut = packed[..packed.len() - 4].to_vec();
        assert_eq!(records(io::Cursor::new(packed)).unwrap().filter_map(Result::ok).count(), 1);
        assert!(records(io::Cursor::new(cut)).map_or(true, |mut records| records.any(|record| record.is_err())));
    }
}
